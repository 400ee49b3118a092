"""Cthulhu FLUXX: nobody sleeps, everybody plays cards, and the narrator keeps the count (docs/fluxx.md).

The laptop sees no card and believes what it is told. It says what follows from it: cards still to be drawn, limits,
whose turn it is, Doom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from narrator import patterns
from narrator.cues import (
    COMMANDS,
    RESUME,
    UNDO_UNHEARD,
    UNHEARD,
    Ask,
    AskKind,
    At,
    Audience,
    Cue,
    End,
    Part,
    Refused,
    Say,
)
from narrator.errors import OutOfTurn
from narrator.games import StoryEntry
from narrator.games.fluxx import commands, plays, questions, turn, viewing
from narrator.games.fluxx.lines import deed, heard, lines_of
from narrator.games.fluxx.setup import Script, Setup
from narrator.games.fluxx.state import Person, State
from narrator.games.naming import alike, is_taken, sayable
from narrator.games.parts import person
from narrator.games.view import Outcome, View
from narrator.texts import Texts, message


@dataclass(frozen=True, slots=True)
class Did:
    """Something happened: the game began, a line was said, an answer or a command was given, a step taken back."""

    what: str


class Fluxx:
    """The rules (narrator.games.Game)."""

    def __init__(self, setup: Setup, script: Script) -> None:
        self.setup, self.lines = setup, lines_of(script)
        self.taken: Collection[str] = ()

    # ---- The protocol ----

    def begin(self, seed: int) -> State:
        """The state before anything has happened."""
        return State(seed=seed, players=tuple(Person(name=one.name) for one in self.setup.player))

    def opening(self, _: State) -> list[Did]:
        """The first words, and the first question."""
        return [Did("began")]

    def cue(self, state: State) -> Cue | None:
        """What goes out now."""
        at = self._at(state)
        if state.to_say:
            line, values = state.to_say[0]
            wording, parts = self.lines.said(line, values, state.seed, state.heard)
            pause = self.setup.beat if len(state.to_say) == 1 else 0.0
            return Say(at=at, line=wording, text="".join(one.text for one in parts), parts=parts, pause=pause)
        if state.paused:
            return self._ask(state, "paused", "ready", ("ready",), ())
        if state.winner is not None:
            won = str(state.winner) if state.winner else None
            return End(at=at, text="", data={"winner": won, "rule": "goal" if won else "antigoal"})
        if not state.asked:
            offered = commands.offered(state, self.setup.level, len(self.setup.goals))
            return self._ask(state, "rest", "open", (), offered)
        asked = questions.question(state)
        seats = tuple(str(seat) for seat in range(1, len(state.players) + 1))
        choices = seats if asked.choices == ("seats",) else asked.choices
        return replace(self._ask(state, "", asked.kind, choices, COMMANDS), optional=asked.optional)

    def delivered(self, state: State) -> list[Did]:
        """The line went out."""
        if not state.to_say:
            raise OutOfTurn("nothing was to be said")
        return [Did("said")]

    def take(self, state: State, said: str) -> list[Did] | Refused:
        """What an answer or command leads to, or why it cannot be."""
        if said == RESUME:
            return []
        if said == UNHEARD and state.to_say:
            return self.delivered(state)
        said = "undo" if said == UNDO_UNHEARD else said
        if said == "undo" and state.before and not state.paused:
            return [Did("undo")]
        cue = self.cue(state)
        if not isinstance(cue, Ask) or said == "undo":
            return self._refused(state, said, "nothing-to-undo" if said == "undo" else "not-understood")
        if cue.kind == "text" and said not in cue.commands:
            return self._named(state, said)
        if said in cue.choices or (said == "none" and cue.optional) or cue.command(said):
            return [Did(said)]
        head = said.partition(" ")[0]
        reason = commands.NOT_NOW.get(head, "not-understood") if cue.kind == "open" else "not-understood"
        return self._refused(state, said, reason)

    def _named(self, state: State, said: str) -> list[Did] | Refused:
        if said != "none" and (not sayable(said) or is_taken(said, self.taken)):
            return self._refused(state, said, "no-name")
        if any(alike(player.name, said) for player in state.players):
            return self._refused(state, said, "name-taken")
        return [Did("none" if said == "none" else f"called {said}")]

    def fold(self, state: State, event: Did) -> State:
        """The state after the event."""
        what = event.what
        if what == "said":
            return replace(state, to_say=state.to_say[1:], heard=state.heard + 1)
        if what == "undo":
            assert state.before is not None
            back = replace(state.before, heard=state.heard)
            return self._undone(back, state) if state.deed else back
        if what in ("pause", "ready"):
            return replace(state, paused=what == "pause")
        if what == "repeat":
            return turn.told(state, self.setup, "owed") if not state.asked and state.seat else state
        if what == "began":
            return questions.begun(state, self.setup)
        return self._done(state, what)

    def _undone(self, back: State, gone: State) -> State:
        """Say what was taken back, and who takes cards back that were put away for it."""
        told = back.says("undone", deed=(Part("", self.deed_of(back, gone.deed)),))
        ruled = gone.deed.startswith(("rule ", "drop "))
        return turn.taken_back(told, self.setup, gone.rules) if ruled else told

    def _done(self, state: State, what: str) -> State:
        """The game after an answer or a command."""
        if state.asked:
            new = questions.question(state).follows(state, self.setup, what.removeprefix("called "))
            return replace(new, before=state, deed="")
        new = plays.done(state, self.setup, what)
        light = patterns.command_of(commands.WEIGHTS, what)
        return new if light else replace(new, before=state, deed=what)

    def texts_to_prepare(self, state: State) -> list[Part]:
        """The lines that are known already."""
        known = {"name": [(person(player.name),) for player in state.players]}
        return self.lines.prepared(heard(self.lines, len(state.players)), known)

    def view(self, state: State, audience: Audience) -> View:
        """The table; all see the same."""
        cue = self.cue(state)
        due = cue if isinstance(cue, Ask) else None
        view = viewing.view(state, self.setup, audience, self._at(state), due)
        return replace(view, outcome=self.over(state))

    def over(self, state: State) -> Outcome | None:
        """Who won, or that all lost."""
        if state.winner is None:
            return None
        won = (str(state.winner),) if state.winner else ()
        return Outcome(winners=won, rule="goal" if won else "antigoal")

    def story(self, steps: Iterable[tuple[State, Did]], texts: Texts) -> list[StoryEntry]:
        """Tell what was done, turn by turn."""
        return [
            StoryEntry(self.chapter(state, texts), told, public=True)
            for state, event in self.remaining(steps)
            if (told := self._told(state, event.what))
        ]

    def _told(self, state: State, what: str) -> str:
        """What happened, as the story has it; empty for what is no part of it."""
        if (seat := state.claimed) is not None and what == "end":
            values = {"name": (person(state.of(seat).name),)} if seat else {}
            return self.lines.text(self.lines.wordings["won" if seat else "lost"][0], values)
        words = self.deed_of(state, what) if not state.asked else ""
        return f"{state.player.name}: {words}." if words and state.seat else ""

    def remaining(self, steps: Iterable[tuple[State, Did]]) -> list[tuple[State, Did]]:
        """Leave out what was undone."""
        left: list[tuple[State, Did]] = []
        for state, event in steps:
            if event.what == "undo":
                while left and left.pop()[0] is not state.before:
                    pass
            else:
                left.append((state, event))
        return left

    def chapter(self, state: State, texts: Texts) -> str:
        """The turn."""
        return texts.told(message("fluxx.turn", number=max(1, state.turn)))

    def names(self, state: State) -> dict[int, str]:
        """The players' names by seat; others may have joined (narrator.games.HasNames)."""
        return {seat: player.name for seat, player in enumerate(state.players, 1)}

    # ---- Words ----

    def deed_of(self, state: State, command: str) -> str:
        """A command in words, as it is told and taken back; empty if it changed nothing."""
        line, values = deed(state, command)
        wordings = self.lines.wordings.get(line)
        return self.lines.text(wordings[0], values) if wordings else ""

    def _at(self, state: State) -> At:
        return At(call=questions.name(state) or "turn", night=state.turn, phase="day")

    def _ask(self, state: State, line: str, kind: AskKind, choices: tuple[str, ...], offered: tuple[str, ...]) -> Ask:
        seat = state.seat if state.claimed is None else state.claimed
        line = line or ("ask.lose" if state.claimed == 0 else f"ask.{questions.name(state)}")
        values = {"name": (person(state.of(seat).name),) if seat else (), "count": turn.left_told(state)}
        wording, parts = self.lines.said(line, values, state.seed, state.turn)
        text = "".join(part.text for part in parts)
        return Ask(
            at=self._at(state),
            line=wording,
            text=text,
            to="all",
            kind=kind,
            choices=choices,
            commands=offered,
            weights=commands.WEIGHTS,
        )

    def _refused(self, state: State, said: str, reason: str) -> Refused:
        text = self.lines.text(self.lines.wordings[f"refused.{reason}"][0], {})
        return Refused(at=self._at(state), answer=said, reason=reason, text=text, to="all")
