"""Put cues into words: a line's wordings take turns, then names and numbers are filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrator.cues import COMMANDS, OVERRIDE, Ask, At, Audience, Cue, End, Part, Pause, Refused, Say, Tell
from narrator.games import chance, parts
from narrator.games.naming import numbered
from narrator.games.night.day.last_shot import ASKED
from narrator.games.night.events import Asked
from narrator.games.night.flow.deck import CARD
from narrator.games.night.flow.eyes import case_of
from narrator.games.night.flow.moments import may_override, moment
from narrator.games.night.state.state import Outgoing, State
from narrator.games.night.told.aloud import concerned, offered
from narrator.games.night.told.public import houses
from narrator.games.parts import Named

AWAKE = ("dawn.", "day.", "say.day", "round.")
"""How the ids of lines begin that are said when everybody is awake: there people are called by their names."""


SILENT = ("tell.", "ask.", "refused.", "page.", "does.", "aim.", "game.cards", "sheet.", "finale.", "remarks.")
"""How the ids of lines begin that are shown on the screen, never spoken: there lists are written as they are read."""


THEIRS = {ASKED}
"""The keys of the day's questions that a player answers who is known to all; about nobody yet, they ask who it is."""

GRAVE: dict[str, tuple[str, ...] | None] = {
    "day": ("night", "policy"),
    "day.policy": None,
    "day.miscount": ("stands",),
}
"""The grave choices of each of the day's questions; None for all."""


def cue_of(state: State) -> Cue | None:
    """Put into words what goes out now: the head of the queue, else the open question, else the end."""
    match moment(state):
        case "line" | "time" | "remark":
            return _outgoing(state, state.queue[0])
        case "pause":
            return _pause_over(state)
        case "question":
            return _ask(state)
        case "over":
            return _end(state)
    return None


def refused(state: State, said: str, reason: str, **values: Any) -> Refused:
    """Put a refusal into words, for those who were asked; where it can name `seats`, it says who may be chosen."""
    line = f"refused.{reason}"
    named = f"{line}.seats"
    words = text(state, named if "seats" in values and named in state.script.wordings else line, values)[1]
    asked: Audience = state.question.to if state.question is not None else "all"
    return Refused(at=state.at, answer=said, reason=reason, text=words, to=asked)


def text(state: State, line: str, data: Mapping[str, Any], ahead: int = 0) -> tuple[str, str]:
    """The id of the wording whose turn it is, and its words. A line that the script lacks is silent.

    `ahead` is how often the line is to go out before.
    """
    wording, found = pieces(state, line, data, ahead)
    return wording, "".join(part.text for part in found)


def pieces(
    state: State,
    line: str,
    data: Mapping[str, Any],
    ahead: int = 0,
    again: int | None = None,
    *,
    numbered: bool = True,
) -> tuple[str, tuple[Part, ...]]:
    """The id of the wording whose turn it is, and its words in parts. A line that the script lacks has none.

    Nor has the offer to help at a table with phones, where nobody can. Each time that the room hears the line, the
    next one's turn comes. What is heard `again` is heard as it was after so many times.
    """
    if line == "help.offer" and state.setup.answers == "phones":
        return "", ()
    times = state.times_said.get(line, 0) + ahead if again is None else again
    worded = state.script.worded(line, led=state.led)
    values = _values(state, data, read=worded.startswith(SILENT), numbered=numbered)
    return state.script.lines[state.setup.names].said(worded, values, state.seed, times, numbered=numbered)


def filled(state: State, words: str, data: Mapping[str, Any]) -> str:
    """Fill in a wording's placeholders: names and numbers."""
    return state.script.lines[state.setup.names].text(words, _values(state, data))


def _outgoing(state: State, out: Outgoing) -> Cue:
    if out.kind == "pause":
        seconds = window(state, out.at, out.data.get("who", ""))
        return Pause(at=out.at, seconds=seconds, tells=out.data["tells"], counts=_counts(out))
    line, found = pieces(state, out.said, out.data, again=out.times)
    words = "".join(part.text for part in found)
    if out.kind == "tell":
        return Tell(at=out.at, line=line, text=words, to=out.to, data=dict(out.data))
    if state.setup.by_name and out.line.startswith(AWAKE):
        found = pieces(state, out.said, out.data, again=out.times, numbered=False)[1]
    return Say(at=out.at, line=line, text=words, to=out.to, pause=_pause(state, out), parts=found)


def _counts(out: Outgoing) -> tuple[tuple[str, ...], ...]:
    """What may be counted aloud for each question of a call: the publicly living's seats, or yes and no."""
    seats = tuple(map(str, out.data["alive"]))
    return tuple(("yes", "no") if kind == "yes-no" else seats for kind in out.data["asks"])


_BREATHS = {"end.wake": 1.5, "dawn.died": 2.0, "dawn.escaped": 2.0, "day.died": 1.5, "day.found": 1.5}
"""Seconds of silence after lines at which a table holds its breath; all of them are public."""


def _pause(state: State, out: Outgoing) -> float:
    if out.line in _BREATHS:
        return max(_BREATHS[out.line], state.script.timing.pause)
    call = state.script.find_call(out.at.phase, out.at.call)
    return state.script.timing.pause if call is None or call.pause is None else call.pause


def _ask(state: State) -> Ask:
    question = state.question
    assert question is not None
    reading = page_seconds(state) if question.key == "page" else 0.0
    line, words = text(state, question.line, concerned(state, question) | _count_to(reading))
    if question.key == "page":
        line, words = "page", _page(state, question.about, words)
    return Ask(
        at=state.at,
        line=line,
        text=words,
        to=question.to,
        kind=question.kind,
        choices=offered(state, question),
        optional=question.optional,
        most=question.most,
        window=window(state, state.at, state.turn.role if state.turn else "") if state.windowed else 0.0,
        seconds=question.seconds or _silence(state),
        more=float(question.stage) if question.key == "day.discussion" else reading,
        final=question.final or question.key == CARD,
        whose=question.about if question.key in THEIRS else 0,
        grave=_grave(question),
        commands=_commands(state, question),
    )


def _grave(question: Asked) -> tuple[str, ...]:
    """Of the choices those that weigh more than an answer that is easily taken back."""
    if question.key in THEIRS:
        return () if question.about else question.choices
    weighs = GRAVE.get(question.key, ())
    return question.choices if weighs is None else tuple(one for one in question.choices if one in weighs)


def _commands(state: State, question: Asked) -> tuple[str, ...]:
    """What may be said instead of an answer; what the question offers itself is none of it."""
    if question.key == "page":
        return ()
    return (*COMMANDS, OVERRIDE) if may_override(state) and OVERRIDE not in question.choices else COMMANDS


def _page(state: State, reader: int, question: str) -> str:
    """What a reader finds in a round: what was kept for them, or that there is nothing, and what they are asked."""
    letters = [text(state, one.line, one.data)[1] for one in state.letters if one.seat == reader]
    nothing = [] if letters or question else [text(state, "page.nothing", _count_to(page_seconds(state)))[1]]
    return " ".join(filter(None, (*letters, *nothing, question)))


LETTER, UNDISTURBED, DECIDING = 8.0, 9.0, 10.0
"""Seconds for a letter of 20 words and for a page without a dream, at 150 words a minute, and to decide in."""


def page_seconds(state: State) -> float:
    """How long each page of a round takes at least: by the calls that were made, and so by what could stand on it."""
    return LETTER * state.dues + (UNDISTURBED + DECIDING) * state.dreaming


def _count_to(seconds: float) -> dict[str, int]:
    """How far a player with nothing to read may count meanwhile."""
    return {"number": max(round(seconds) - 3, 5)}


def _pause_over(state: State) -> Ask:
    line, words = text(state, "ask.ready", {})
    return Ask(
        at=state.held_at, line=line, text=words, to="all", kind="ready", choices=("ready",), commands=("undo",)
    )


def _end(state: State) -> End:
    """The end: who won, and who had which card."""
    names = state.script.vocabulary[state.setup.names]
    dealt = ["" if seat in state.unseen else state.card(seat) for seat in state.seats()]
    cards = "; ".join(
        f"{numbered(seat, state.setup.name(seat))}: {names[card] if card else '?'}"
        for seat, card in enumerate(dealt, 1)
    )
    won = f"win.{state.winner}"
    words = f"{text(state, case_of(state, won, {}) or won, {})[1]} {text(state, 'game.cards', {'cards': cards})[1]}"
    winner = None if state.winner == "nobody" else state.winner
    return End(at=state.at, text=words, data={"winner": winner, "rule": state.rule, "cards": dealt})


def _silence(state: State) -> float:
    """After how many seconds silence is the answer: as two of the longest calls by night, half as long by day."""
    longest = sum(state.script.timing.window)
    dark = state.turn is not None or state.reviving
    return longest * (2 if dark else 1) if state.silence_answers else 0.0


_LOOKING = (10.0, 4.0)
"""Seconds more in which a moderator enters cards, in a call of the zero night and of others, seen or not (R103)."""


def window(state: State, at: At, role: str) -> float:
    """How many seconds the call there lasts, drawn by public chance alone (R102); its phase may be over already."""
    call = state.script.find_call(at.phase, at.call)
    least, spread = (call.window if call else ()) or state.script.timing.window
    purpose = (at.call, role) if call else ("day", state.today.bouts)
    looking = _LOOKING[min(state.night, 1)] if state.setup.deal == "table" else 0.0
    return round(least + spread * chance.draw(state.seed, "window", state.night, *purpose) + looking, 3)


def _values(state: State, data: Mapping[str, Any], *, read: bool = False, numbered: bool = True) -> dict[str, Any]:
    names = state.script.vocabulary[state.setup.names]
    who = state.call.called(state.turn.role if state.turn else "") if state.call else ""
    values: dict[str, Any] = {"night": state.night, "limit": houses(len(state.cards) - len(state.known_gone()))}
    values |= ({"who": names[who]} if who else {}) | _spoken(state, names, data)
    lists = {key: data[key] for key in _LISTS if key in data}
    return values | {key: _people(state, seats, read=read, numbered=numbered) for key, seats in lists.items()}


_LISTS = ("seats", "members")


def _people(state: State, seats: Iterable[int], *, read: bool, numbered: bool) -> tuple[Part, ...]:
    people = [(seat, state.setup.name(seat)) for seat in seats]
    return parts.written(people) if read else parts.people(people, numbered=numbered)


def _person(state: State, seat: int) -> tuple[Part, ...]:
    return (parts.person(state.setup.name(seat)),)


def _spoken(state: State, names: Mapping[str, Named], data: Mapping[str, Any]) -> dict[str, Any]:
    """Turn plain values into words: seats into numbers and names, ids into the profile's names."""
    words: dict[str, Any] = {}
    for key, value in data.items():
        if key in ("seat", "holder") and value:
            words |= {"seat": value, "name": _person(state, value)} if key == "seat" or "seat" not in data else {}
        elif key == "other" and value:
            words |= {"other": value, "other_name": _person(state, value)}
        elif key in ("steps", "new"):
            lines = [f"say.step.{step}" for step in value]
            words[key] = parts.listed((Part(f"{line}.1", text(state, line, {})[1]),) for line in lines)
        elif key in ("card", "role", "faction", "who"):
            words[key] = names.get(value, value)
        elif key not in _LISTS:
            words[key] = value
    return words
