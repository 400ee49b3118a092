"""The log: what happened at the table, in sentences, each public or secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from narrator.games import StoryEntry
from narrator.games.night import events as e
from narrator.games.night.flow import deck, own_rules
from narrator.games.night.flow.eyes import case_of
from narrator.games.night.flow.overrides import NAMING, SETTINGS, Put
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.script.script import Call
from narrator.games.night.state.fold import fold
from narrator.games.night.state.state import State
from narrator.games.night.told.aloud import concerned
from narrator.games.night.told.wording import text
from narrator.texts import Texts
from narrator.values import fields

_PROTOCOL = ("day.ballot", "day.counted", "day.left", "day.miscounted", "day.timer.", "help.", "round.")
"""How the ids of lines begin that lead people through the evening, and tell nothing of what happened."""

_ROUNDS = ("day.runoff", "day.second-round", "day.revote")
_HANDS = {**dict.fromkeys(("day.hang-whether", "day.hang-one"), "log.hands"), "day.hang-against": "log.hands-against"}

BONDS = {"tell.members"}
"""Lines that show a player what the story has already: by the cards, or by who chose whom."""


def story(steps: Iterable[tuple[State, e.Event]], texts: Texts) -> list[StoryEntry]:
    """Tell what happened, without what was undone; each event comes with the state just before it."""
    pairs = [*remaining(steps)]
    deeds = {*_deeds(pairs)}
    return [
        replace(entry, deed=number in deeds)
        for number, (state, event) in enumerate(pairs)
        for entry in _entry(state, event, texts)
    ]


_LATER = ("poison", "runner")  # marks that lead to a death or an escape


def _deeds(pairs: Sequence[tuple[State, e.Event]]) -> Iterator[int]:
    """The numbers of the choices that led, in their own call, to a death, a way back or a move of the statue.

    Poison and an escape come later. What a moderator is asked about a choice, such as a roll, is none itself.
    """
    last = -1
    for number, (state, event) in enumerate(pairs):
        if isinstance(event, e.CallOpened):
            last = -1
        elif isinstance(event, e.Answered) and state.question is not None and state.question.to != "moderator":
            last = -1 if event.answer in ("none", "no", "time") else number
        elif event.deed or (isinstance(event, e.Marked) and event.mark in _LATER and not event.vain):
            yield last


def _entry(state: State, event: e.Event, texts: Texts) -> Iterator[StoryEntry]:
    """Tell the event, if it needs a sentence of its own; the cards take one for each faction."""
    if isinstance(event, e.Began):
        yield from (StoryEntry(chapter(state, texts), words, public=False) for words in _dealt(state, event, texts))
        return
    if votes := _votes(state, event, texts):
        yield StoryEntry(chapter(state, texts), votes, public=True)
    words, public = _in_words(state, event, texts)
    if words:  # a name that ends in a stop makes no second one
        yield StoryEntry(chapter(state, texts), words.replace("..", "."), public)


def _in_words(state: State, event: e.Event, texts: Texts) -> tuple[str, bool]:
    """The sentence, and whether everybody knows it."""
    if isinstance(event, e.Announced):
        if event.line.startswith(_PROTOCOL):
            return "", True
        line = case_of(fold(state, event), event.line, event.values) or event.line
        ahead = sum(out.said == line for out in state.queue)
        return text(state, line, event.values, ahead)[1], True
    if event.seen:
        return _plain(state, event, texts), True
    if isinstance(event, e.Answered):
        return _answer(state, event, texts)
    public = isinstance(event, e.Overridden) and event.what in NAMING
    return _secret(state, event, texts), public


def _votes(state: State, event: e.Event, texts: Texts) -> str:
    """The votes of a ballot, or between two, in one sentence, once they stand."""
    today = state.today
    again = isinstance(event, e.Announced) and event.line in _ROUNDS
    if not again and (not event.settles or today.doomed):
        return ""
    between = today.ballot.nominees if today.ballot else today.pair
    votes = ", ".join(f"{person(state, seat)} {count}" for seat, count in zip(between, today.counted, strict=False))
    return texts.word("log.votes", votes=votes) if votes else ""


def _secret(state: State, event: e.Event, texts: Texts) -> str:
    if isinstance(event, e.PageRead):
        return _read(state, event, texts)
    if isinstance(event, e.Told):
        if event.line in BONDS:
            return ""
        return texts.word(
            "log.told", who=_people(state, event.to, texts), words=text(state, event.line, event.data)[1]
        )
    if isinstance(event, e.CardSeen):
        card = state.script.vocabulary[state.setup.names][event.card].name
        return texts.word("log.seen", who=person(state, event.seat), value=card)
    if isinstance(event, e.Overridden):
        return _overridden(state, event, texts)
    if isinstance(event, e.Marked):
        return _marked(state, event, texts)
    if event.to_seat and not event.hidden and _picked(state, event.to_seat):
        return ""
    by_night = state.phase != "day"  # by day it is announced
    return _plain(state, event, texts) if by_night and _key(event) in texts else ""


def _picked(state: State, seat: int) -> bool:
    """Whether the open call was answered with this seat, so that the choice has shown where the statue goes."""
    return state.turn is not None and state.turn.answers[-1:] == (str(seat),)


def _read(state: State, event: e.PageRead, texts: Texts) -> str:
    """Tell what somebody read in a round; what was shown at night stands there."""
    letters = [
        text(state, one.line, one.data)[1]
        for one in state.letters
        if one.seat == event.seat and one.line not in BONDS
    ]
    who = _people(state, (event.seat,), texts)
    return texts.word("log.told", who=who, words=" ".join(letters)) if letters else ""


def chapter(state: State, texts: Texts) -> str:
    """The title of the night or the day that it is; dawn ends its night."""
    number = state.night + 1 if state.phase == "day" else state.night
    dark = "zero" if number == 0 else "night"
    kind = state.phase if state.phase in ("start", "day") else dark
    return texts.word(f"log.chapters.{kind}", number=number)


def _marked(state: State, event: e.Marked, texts: Texts) -> str:
    """The mark's sentence; empty if it has none, was left in vain, or everybody hears of it."""
    key, unheard = f"log.marks.{event.mark}", not (event.vain or event.known)
    return texts.word(key, seat=person(state, event.seat)) if key in texts and unheard else ""


def _plain(state: State, event: Any, texts: Texts) -> str:
    """The sentence of this kind of event."""
    values = {one.name: getattr(event, one.name) for one in fields(event)}
    values = {name: person(state, seat) for name, seat in values.items() if type(seat) is int}
    return texts.word(_key(event), **values)


def _key(event: e.Event) -> str:
    return f"log.events.{type(event).__name__}{'-hidden' * event.hidden}"


def _dealt(state: State, event: e.Began, texts: Texts) -> Iterator[str]:
    """Who has which card, faction by faction in the order of the script."""
    script, names = state.script, state.script.vocabulary[state.setup.names]
    if state.setup.deal == "table":
        return  # each has its sentence when it is seen
    for faction in script.factions:
        cards = [
            f"{names[card].name} {person(state, seat)}"
            for seat, card in enumerate(event.cards, 1)
            if script.roles[card].faction == faction
        ]
        if cards:
            yield texts.word("log.cards", faction=names[faction].name, cards=", ".join(cards)).replace("..", ".")


def _answer(state: State, event: e.Answered, texts: Texts) -> tuple[str, bool]:
    """Tell who was asked what, and what they answered; and whether everybody knows it.

    Of questions to everybody only the one has a sentence whose count nothing else shows. A moderator's override, and
    what they saw of a deck or of somebody who came forward, have that of their result alone.
    """
    question = state.question
    assert question is not None
    if (
        (question.to == "moderator" and state.turn is None)
        or deck.is_asked(question)
        or (question.key == "page" and not question.line.startswith("ask."))
    ):
        return "", False
    if question.to == "all":
        hands = _HANDS.get(question.key, "")
        return (texts.word(hands, count=event.answer) if hands else ""), True
    return _chosen(state, question, event.answer, texts), False


def _chosen(state: State, question: e.Asked, answer: str, texts: Texts) -> str:
    """Tell whom those who were asked alone chose; what came too late counts as nobody, or as no (R102)."""
    who = _people(state, question.to, texts)
    if answer == "time":
        return texts.word("log.late", who=who)
    said = _said(state, question, answer, texts)
    kind, short = "story", "log.answer"
    if answer in ("none", "no"):
        kind, short = "unused", "log.refused" if answer == "no" else "log.nobody"
    call = _asking(state, question)
    if call and (own := state.script.wordings.get(f"{call.id}.{kind}")):
        names = state.script.lines[state.setup.names]
        return names.text(own[0], {"who": who, "whom": said, "night": state.night})
    key = f"log.{kind}.{call.do if call else question.line}"
    asked = text(state, question.line, concerned(state, question))[1]
    return texts.word(key if key in texts else short, who=who, whom=said, question=asked, answer=said)


def _asking(state: State, question: e.Asked) -> Call | None:
    """The call whose power is asked for, at night or by day; none of the day's own questions has one."""
    return own_rules.of(state.setup).call_of(state, question) or state.script.calls_by_id.get(
        question.line.removesuffix(".prompt")
    )


def _said(state: State, question: e.Asked, answer: str, texts: Texts) -> str:
    """The answer in words."""
    if answer in ("yes", "no"):
        return texts.word(f"log.answers.{answer}")
    if question.kind in ("seat", "seats") and answer != "none":
        return ", ".join(person(state, int(seat)) for seat in answer.split(","))
    return answer


def _overridden(state: State, event: e.Overridden, texts: Texts) -> str:
    """Tell an override that nobody heard; a death or revival is announced anyway."""
    names = state.script.vocabulary[state.setup.names]
    if event.what == "card":
        return texts.word("log.set.card", who=person(state, int(event.of)), value=names[event.value].name)
    if event.what in NAMING:
        return texts.word(f"log.set.{event.what}", who=person(state, int(event.of)), value=event.value)
    if _is_announced(state, event):
        return ""
    off = f"log.set.{event.what}-off"
    undone = off in texts and int(event.value) in state.marks.on(event.what)
    key = off if undone else f"log.set.{event.what}"
    if key not in texts:
        return ""
    if event.what == "uses":
        question = text(state, f"{event.of}.prompt", {"who": event.by})[1]
        return texts.word(key, who=names[event.by].name, question=question, value=event.value)
    asked = SETTINGS[event.what].ask(state)
    value = person(state, int(event.value)) if isinstance(asked, Put) and asked.kind == "seat" else event.value
    return texts.word(key, value=names.get(value, value))


def _is_announced(state: State, event: e.Overridden) -> bool:
    """Whether all hear of it: of a death by day, and of the return of somebody whose death they know."""
    if event.what == "kill":
        return state.phase == "day"
    return event.what == "revive" and state.publicly_gone(int(event.value))


def _people(state: State, to: str | tuple[int, ...], texts: Texts) -> str:
    """Name who acts: a faction by its own name in its calls, else each by card and name, "Szeryf Darek"."""
    if isinstance(to, str):
        return texts.word("screen.moderator")
    cards = state.script.vocabulary[state.setup.names]
    role = state.turn.role if state.turn else ""
    if role and role not in state.cards and role in cards:
        return cards[role].name
    return ", ".join(
        person(state, seat) if seat in state.unseen else f"{cards[state.card(seat)]} {person(state, seat)}"
        for seat in to
    )


def person(state: State, seat: int) -> str:
    """The player's name, in the nominative; who has none goes by the seat's number."""
    return state.setup.name(seat) or str(seat)
