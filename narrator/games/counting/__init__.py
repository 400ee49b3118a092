"""What games share in which nobody sleeps, everybody plays at a table, and the narrator keeps the count.

The laptop believes what it is told, by anybody, and says what follows. Nothing is secret. Between two plays nothing
is asked: any of the game's commands may come.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from narrator import patterns
from narrator.cues import (
    COMMANDS,
    RESUME,
    TIME,
    UNDO_UNHEARD,
    UNHEARD,
    Ask,
    At,
    Audience,
    Cue,
    End,
    Part,
    Refused,
    Say,
    Weight,
)
from narrator.errors import OutOfTurn
from narrator.games import StoryEntry
from narrator.games.counting import recap
from narrator.games.counting.commands import Asking, Deeds
from narrator.games.counting.setup import Script, Setup
from narrator.games.counting.state import NOTHING, Said, State
from narrator.games.lines import Line, Lines
from narrator.games.naming import alike, is_taken, sayable
from narrator.games.parts import Vocabulary, person
from narrator.games.view import Finale, MarkView, Outcome, SeatView, View
from narrator.texts import DEFAULT, Texts, message
from narrator.values import dataclass, replace

LONGEST = 200
"""How long a command may be, in signs."""

Played = TypeVar("Played", bound=State[Any])
Seated = TypeVar("Seated", bound=Setup)


@dataclass(frozen=True, slots=True)
class Did:
    """Something happened: the game began, a line was said, an answer or a command was given, a step taken back."""

    what: str


class CountingGame(ABC, Generic[Played, Seated]):
    """The rules of such a game (narrator.games.Game), but for its own."""

    deeds: ClassVar[Deeds[Any, Any]]
    questions: ClassVar[Mapping[str, Asking[Any, Any]]]
    weights: ClassVar[Mapping[str, Weight]]
    praised: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What the finale tells who did it most often: a text of `finale.most`, and how those commands begin."""
    not_now: ClassVar[Mapping[str, str]] = {}
    """Why a command is not legal now, by its first word."""
    heading: ClassVar[str]
    """The key of the text that heads what is told of a turn."""
    before: ClassVar[str] = ""
    """The same for what comes before the first turn, where that has a name of its own."""
    unready: ClassVar[tuple[str, ...]] = ()
    """How the lines begin that are read alone, or hold what nobody can know before."""
    counts: ClassVar[Mapping[str, int]] = {}
    """How far a line counts, where that is not to the number of players."""

    def __init__(self, setup: Seated, script: Script) -> None:
        self.setup, self.lines = setup, self.lines_of(script)
        self.taken: Collection[str] = ()
        self._last: tuple[Played, Cue | None] | None = None

    # ---- What each game has of its own ----

    @abstractmethod
    def begin(self, seed: int) -> Played:
        """The state before anything has happened."""

    @abstractmethod
    def begun(self, state: Played) -> Played:
        """The game with its first words and its first question."""

    @abstractmethod
    def offered(self, state: Played) -> tuple[str, ...]:
        """All that may be said while nothing is asked, the most frequent first."""

    @abstractmethod
    def over(self, state: Played) -> Outcome | None:
        """How the game ended, once it has."""

    @abstractmethod
    def seen(self, state: Played, view: View) -> View:
        """The view with what lies on the table and is counted; all see the same."""

    def anytime(self, _state: Played) -> tuple[str, ...]:
        """What may be said besides while something is asked, which then is still asked."""
        return ()

    def clock(self, _state: Played) -> tuple[float, str]:
        """The seconds for what comes while nothing is asked, 0 for any time, and what shares them (Ask.timer)."""
        return 0.0, ""

    def late(self, state: Played) -> Played:
        """The game once they have run out."""
        return state

    def asked_of(self, state: Played) -> tuple[str, dict[str, Any]]:
        """The line that asks, and what stands in it."""
        return state.question or "rest", {"name": state.part() if state.seat else ()}

    def undone(self, back: Played, _gone: Played) -> Played:
        """The game after a deed was taken back, with what has to be said besides."""
        return back

    def repeated(self, state: Played) -> Played:
        """The game in which is said again how things stand."""
        return state

    def objection(self, _state: Played, _said: str) -> Said | None:
        """Why this cannot be, though its pattern can: a line of `refused`, and what stands in it."""
        return None

    def not_legal(self, _state: Played, said: str) -> Said:
        """Why no pattern has this now, in the same way."""
        return self.not_now.get(said.partition(" ")[0], "not-understood"), {}

    def told(self, state: Played, what: str) -> str:
        """What happened, as the story has it; empty for what is no part of it."""
        words = self.deed_of(state, what) if not state.asked else ""
        return f"{state.player.name}: {words}." if words and state.seat else ""

    @classmethod
    def lines_of(cls, script: Script) -> Lines:
        """The wordings of a script; nothing in them is declined but what goes with a count."""
        return Lines(script.line, Vocabulary({}, script.language, fallback=DEFAULT))

    @classmethod
    def heard(cls, lines: Lines, players: int) -> list[Line]:
        """The lines that can be heard at a table of so many, with the numbers that are to be expected."""
        lines_heard = (line for line in lines.wordings if not line.startswith(cls.unready))
        return [(line, {"count": range(cls.counts.get(line, max(8, players)) + 1)}) for line in lines_heard]

    # ---- The protocol ----

    def opening(self, _: Played) -> list[Did]:
        """The first words, and the first question."""
        return [Did("began")]

    def cue(self, state: Played) -> Cue | None:
        """What goes out now; whoever shows, asks and judges one state makes it but once."""
        last = self._last
        if last is None or last[0] is not state:
            last = self._last = state, self._cue(state)
        return last[1]

    def _cue(self, state: Played) -> Cue | None:
        at = self.at(state)
        if state.to_say:
            line, values = state.to_say[0]
            wording, parts = self.lines.said(line, self._named(values), state.seed, state.heard)
            pause = self.setup.beat if len(state.to_say) == 1 else 0.0
            return Say(at=at, line=wording, text="".join(one.text for one in parts), parts=parts, pause=pause)
        ask = self._ask(state)
        if state.paused:
            return replace(ask, kind="ready", choices=("ready",), commands=())
        if outcome := self.over(state):
            won = "+".join(outcome.winners) or None
            return End(at=at, text="", data={"winner": won, "rule": outcome.rule})
        if not state.asked:
            seconds, timer = self.clock(state)
            weights = {**ask.weights, TIME: "light"} if seconds else ask.weights
            return replace(ask, commands=self.offered(state), seconds=seconds, timer=timer, weights=weights)
        asked = self.questions[state.question]
        legal = asked.choices(state)
        if asked.kind == "open":
            return replace(ask, commands=(*legal, *self.anytime(state), *COMMANDS))
        own = (*asked.besides(state), *(() if asked.kind == "text" else self.anytime(state)))
        return replace(ask, kind=asked.kind, choices=legal, optional=asked.optional, commands=(*own, *COMMANDS))

    def delivered(self, state: Played) -> list[Did]:
        """The line went out."""
        if not state.to_say:
            raise OutOfTurn("nothing was to be said")
        return [Did("said")]

    def take(self, state: Played, said: str) -> list[Did] | Refused:
        """What an answer or command leads to, or why it cannot be."""
        if said == RESUME:
            return []
        if said == UNHEARD and state.to_say:
            return self.delivered(state)
        said = "undo" if said == UNDO_UNHEARD else said
        if said == "undo" and state.before and not state.paused:
            return [Did("undo")]
        cue = self.cue(state)
        if len(said) > LONGEST and not (isinstance(cue, Ask) and cue.kind == "text"):
            return self.refused(state, said[:LONGEST], "not-understood")
        if not isinstance(cue, Ask) or said == "undo":
            return self.refused(state, said, "nothing-to-undo" if said == "undo" else "not-understood")
        if cue.kind == "text" and not cue.command(said):
            return self.worded(state, said)
        if _takes(cue, said):
            objection = self.objection(state, said)
            return self.refused(state, said, *objection) if objection else [Did(said)]
        return self.refused(state, said, *(self.not_legal(state, said) if cue.own else ("not-understood",)))

    def worded(self, state: Played, said: str) -> list[Did] | Refused:
        """What follows from words of one's own: a name that somebody new gives."""
        if said != "none" and (not sayable(said) or is_taken(said, self.taken)):
            return self.refused(state, said, "no-name")
        if any(alike(player.name, said) for player in state.players):
            return self.refused(state, said, "name-taken")
        return [Did("none" if said == "none" else f"called {said}")]

    def fold(self, state: Played, event: Did) -> Played:
        """The state after the event."""
        what = event.what
        if what == "said":
            return replace(state, to_say=state.to_say[1:], heard=state.heard + 1)
        if what == "undo":
            assert state.before is not None
            back = cast(Played, replace(state.before, heard=state.heard))
            return self._taken_back(back, state) if state.deed else back
        if what == "pause" or (what == "ready" and state.paused):
            return replace(state, paused=what == "pause")
        if what == "repeat":
            return self.repeated(state) if not state.asked and state.seat else state
        if what == TIME:
            return self.late(state)
        if what == "began":
            return self.begun(state)
        if state.asked and not patterns.command_of(self.anytime(state), what):
            new: Played = self.questions[state.question].follows(state, self.setup, what.removeprefix("called "))
            return replace(new, before=state, deed="")
        new = self.deeds.done(state, self.setup, what)
        light = self.weights.get(patterns.command_of(self.weights, what)) == "light"
        return new if light else replace(new, before=state, deed=what)

    def _taken_back(self, back: Played, gone: Played) -> Played:
        """Say what was taken back."""
        return self.undone(back.says("undone", deed=(Part("", self.deed_of(back, gone.deed)),)), gone)

    def view(self, state: Played, audience: Audience) -> View:
        """The table; all see the same."""
        cue, outcome, people = self.cue(state), self.over(state), self.names(state)
        names = {seat: people[int(seat)] for seat in outcome.winners} if outcome else {}
        due = cue if isinstance(cue, Ask) else None
        turn = {state.seat: (MarkView(id="turn"),)}
        seats = tuple(SeatView(seat=seat, name=name, marks=turn.get(seat, ())) for seat, name in people.items())
        view = View(audience=audience, at=self.at(state), seats=seats, due=due, outcome=outcome, names=names)
        return self.seen(state, view)

    def texts_to_prepare(self, state: Played) -> list[Part]:
        """The lines that are known already."""
        known = {"name": [(person(player.name),) for player in state.players]}
        return self.lines.prepared(self.heard(self.lines, len(state.players)), known)

    def story(self, steps: Iterable[tuple[Played, Did]], texts: Texts) -> list[StoryEntry]:
        """Tell what was done, turn by turn."""
        return [
            StoryEntry(self.chapter(state, texts), told, public=True)
            for state, event in self.remaining(steps)
            if (told := self.told(state, event.what))
        ]

    def finale(self, steps: Iterable[tuple[Played, Did]], texts: Texts) -> Finale:
        """Who did what most often, and the last deeds (narrator.games.HasFinale)."""
        done, turns = list[tuple[str, str, str]](), 0
        for state, event in self.remaining(steps):
            turns = max(turns, state.turn)
            if state.seat and (told := self.told(state, event.what)):
                done.append(("" if state.asked else event.what, self.doer(state, event.what), told))
        return recap.finale(done, self.praised, turns, texts)

    def doer(self, state: Played, command: str) -> str:
        """Whose deed it was: theirs whom the command names, else theirs whose turn it is."""
        values = self.deeds.line(state, command)[1]
        return "".join(part.text for part in values.get("name", ())) or state.player.name

    def remaining(self, steps: Iterable[tuple[Played, Did]]) -> list[tuple[Played, Did]]:
        """Leave out what was undone."""
        left: list[tuple[Played, Did]] = []
        for state, event in steps:
            if event.what == "undo":
                while left and left.pop()[0] is not state.before:
                    pass
            else:
                left.append((state, event))
        return left

    def chapter(self, state: Played, texts: Texts) -> str:
        """The turn, or what comes before the first."""
        if self.before and not state.turn:
            return texts.word(self.before)
        return texts.told(message(self.heading, number=max(1, state.turn)))

    def names(self, state: Played) -> dict[int, str]:
        """The players' names by seat; others may have joined (narrator.games.HasNames)."""
        return {seat: player.name for seat, player in enumerate(state.players, 1)}

    # ---- Words ----

    def deed_of(self, state: Played, command: str) -> str:
        """A command in words, as it is told and taken back; empty if it changed nothing."""
        line, values = self.deeds.line(state, command)
        values = self._named(values)
        wordings = self.lines.wordings.get(line)
        return self.lines.text(wordings[0], values) if wordings else ""

    def at(self, state: Played) -> At:
        """The place in the game."""
        return At(call=state.question or "turn", night=state.turn, phase="day")

    def _named(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a line, with the names of what is named by its id."""
        names = self.lines.vocabulary
        return {word: names.get(one, one) if isinstance(one, str) else one for word, one in values.items()}

    def _ask(self, state: Played) -> Ask:
        """The state of rest, in the words of what is asked."""
        line, values = ("paused", {}) if state.paused else self.asked_of(state)
        line = line if line in ("paused", "rest") else f"ask.{line}"
        wording, parts = self.lines.said(line, self._named(values), state.seed, state.turn)
        text = "".join(part.text for part in parts)
        return Ask(
            at=self.at(state), line=wording, text=text, to="all", kind="open", choices=(), weights=self.weights
        )

    def refused(self, state: Played, said: str, reason: str, values: Mapping[str, Any] = NOTHING) -> Refused:
        """An answer that cannot be taken, and why."""
        text = self.lines.text(self.lines.wordings[f"refused.{reason}"][0], values)
        return Refused(at=self.at(state), answer=said, reason=reason, text=text, to="all")


def _takes(cue: Ask, said: str) -> bool:
    """Whether this is an answer to the question, one of its commands, or that its time has run out."""
    late = said == TIME and bool(cue.timer)
    return late or said in cue.choices or (said == "none" and cue.optional) or bool(cue.command(said))
