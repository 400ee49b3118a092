"""The stage: cues go out to the room, answers come back, and every fact is journalled before the next cue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Generic, Protocol, runtime_checkable

from narrator.cues import REDO, TIME, Ask, At, End, Part, Pause, Refused, Say, Tell
from narrator.errors import OutOfTurn
from narrator.games import E, Game, HasModerator, HasNames, S
from narrator.games.view import View
from narrator.play.history import History
from narrator.play.journal import Batch, Journal
from narrator.play.steps import Step, as_fact, retrace, step_of
from narrator.rooms.talks import Talks


class Room(Protocol):
    """Where a game is led: aloud, on a moderator's screen, or as JSON lines."""

    def prepare(self, lines: list[Part]) -> None:
        """Prepare these lines, which may be spoken later."""

    def say(self, cue: Say) -> str:
        """Say a line to everybody; or return the command that somebody gave before it could be said."""

    def tell(self, cue: Tell) -> str:
        """Show a private result; or return the command that somebody gave meanwhile: then it counts as not shown."""

    def pause(self, cue: Pause) -> None:
        """Begin the time of a call, in which somebody may be choosing."""

    def ask(self, cue: Ask) -> str | None:
        """Wait for an answer or a command (canonical form); None if the input has ended."""

    def refuse(self, cue: Refused) -> None:
        """Show why an answer was refused."""

    def saved_again(self, journal: Path) -> None:
        """Show that others deleted or changed the journal, and that it was written again under this name."""

    def end(self, cue: End) -> None:
        """Say that the game is over."""


@runtime_checkable
class ForPeople(Protocol):
    """A room where people sit: it calls them by their names, shows them where the game stands, and times talks."""

    talks: Talks

    def led(self, led: bool, /) -> None:  # noqa: FBT001 - it is a fact, not a manner
        """Note whether somebody who is not playing watches, shows and answers from now on."""

    def call(self, names: Mapping[int, str], /) -> None:
        """Call the players so from now on; it comes before each cue."""

    def see(self, view: View, /) -> None:
        """Take what everybody may see from now on; it comes before each cue of a day, and before the end."""


@runtime_checkable
class TakesBrief(Protocol):
    """A room that shows whoever leads, and nobody else, where the game stands."""

    def brief(self, view: View, /) -> None:
        """Take what whoever leads may see; it comes before each cue."""


@runtime_checkable
class ReadsTogether(Protocol):
    """A room in which the pages of a round can be read all at once."""

    def round(self, pages: Sequence[Ask], lines: int, /) -> None:
        """Take the pages that are read next, in turn, after so many lines; it comes before each cue of a dawn."""


class Stage(Generic[S, E]):
    """One game under way."""

    def __init__(self, game: Game[S, E], state: S, journal: Journal) -> None:
        self.game, self.state, self.journal = game, state, journal
        # Looked up at each cue, what protocols are followed took a twentieth of an evening.
        self._with_moderator = game if isinstance(game, HasModerator) else None
        self._with_names = game if isinstance(game, HasNames) else None
        self.past: list[Step[S, E]] = []
        """Every input so far, and what it led to."""
        self._history = History(game)
        """The answers as they stand; it follows once something was undone."""
        self._saved_again = 0

    @classmethod
    def begin(cls, game: Game[S, E], seed: int, journal: Journal) -> Stage[S, E]:
        """Begin a new game."""
        stage = cls(game, game.begin(seed), journal)
        stage._commit("", game.opening(stage.state))
        return stage

    @classmethod
    def resume(cls, game: Game[S, E], seed: int, batches: list[Batch], journal: Journal) -> Stage[S, E]:
        """Go on with a game: play its inputs again, and complete a batch that a power cut left half written.

        Raises BadData, and leaves the journal alone, if the inputs lead to other facts than are written.
        """
        stage = cls(game, game.begin(seed), journal)
        for step in retrace(game, seed, batches, journal.path):
            stage.state = step.after
            stage.past.append(step)
            journal.append(None, step.missing)
        if not batches:
            stage._commit("", game.opening(stage.state))
        return stage

    def again(self) -> None:
        """Go on after a break-off: the open call is heard again, whoever was acting."""
        result = self.game.take(self.state, "resume")
        assert not isinstance(result, Refused)
        self._commit("resume", result)

    @property
    def over(self) -> bool:
        """Whether nothing but the end is left to play."""
        return isinstance(self.game.cue(self.state), End | None)

    @property
    def ending(self) -> str:
        """The words of the end, if it is over and there are some."""
        cue = self.game.cue(self.state)
        return cue.text if isinstance(cue, End) else ""

    def run(self, room: Room) -> None:
        """Lead the game until it is over or the room's input ends."""
        room.prepare(self.game.texts_to_prepare(self.state))
        if isinstance(room, ForPeople):
            room.talks.left, room.talks.note = self.journal.left, self.journal.note_left
        self._lead(room)
        self._look_after_journal(room)

    def _lead(self, room: Room) -> None:
        for_people = room if isinstance(room, ForPeople) else None
        takes_brief = room if isinstance(room, TakesBrief) else None
        reads_together = room if isinstance(room, ReadsTogether) else None
        while (cue := self.game.cue(self.state)) is not None:
            if for_people:
                self._show_people(for_people, cue.at)
            if takes_brief:
                takes_brief.brief(self.game.view(self.state, "moderator"))
            if reads_together and cue.at.phase == "dawn":
                reads_together.round(*self._round())
            if isinstance(cue, End):
                room.end(cue)
                return
            if isinstance(cue, Ask):
                if not self._ask(cue, room):
                    return
            else:
                assert not isinstance(cue, Refused), "a refusal is no cue of the game's own"
                self._send(cue, room)

    def _show_people(self, room: ForPeople, at: At) -> None:
        if self._with_moderator:
            room.led(self._with_moderator.led(self.state))
        if self._with_names:
            room.call(self._with_names.names(self.state))
        if not at.dark:
            room.see(self.game.view(self.state, "all"))

    def _round(self) -> tuple[list[Ask], int]:
        """The pages that come next, whatever is answered on them, and how many lines are said before the first."""
        state, pages, lines = self.state, list[Ask](), 0
        while isinstance(cue := self.game.cue(state), Say) or (isinstance(cue, Ask) and cue.kind == "page"):
            if isinstance(cue, Ask):
                pages.append(cue)
            lines += not pages
            result = self.game.take(state, TIME) if isinstance(cue, Ask) else self.game.delivered(state)
            assert not isinstance(result, Refused), "a page that is not read in time is no error"
            state = step_of(self.game, state, "", result).after
        return pages, lines if pages else 0

    def _send(self, cue: Say | Tell | Pause, room: Room) -> None:
        called = ""
        if isinstance(cue, Say):
            called = room.say(cue)
            if not cue.at.dark:
                self._look_after_journal(room)
        elif isinstance(cue, Tell):
            called = room.tell(cue)
        else:
            room.pause(cue)
        result = self.game.take(self.state, called) if called else self.game.delivered(self.state)
        if isinstance(result, Refused):
            room.refuse(result)
        else:
            self._commit(called, result)

    def _look_after_journal(self, room: Room) -> None:
        """Tell the room if the journal was written again; by day, so that nobody sees when an answer came."""
        if self.journal.saved_again != self._saved_again:
            self._saved_again = self.journal.saved_again
            room.saved_again(self.journal.path)

    def _ask(self, cue: Ask, room: Room) -> bool:
        undone = self._undone(cue)
        said = room.ask(replace(cue, commands=(*cue.commands, REDO)) if undone else cue)
        if said is None:
            return False
        said = undone if said == REDO else said
        result = self.game.take(self.state, said)
        if isinstance(result, Refused):
            room.refuse(result)
        else:
            self._commit(said, result)
        return True

    def _undone(self, cue: Ask) -> str:
        """The answer to this question that was undone last, if whoever reads may know it; else empty."""
        led = self._with_moderator is not None and self._with_moderator.led(self.state)
        if "undo" not in cue.commands or (cue.at.dark and not led) or all(step.said != "undo" for step in self.past):
            return ""
        self._history.follow(self.past)
        return self._history.undone_to(cue)

    def _commit(self, said: str, events: list[E]) -> None:
        """Write the events to the journal and apply them; none that the game cannot apply is ever written."""
        step = step_of(self.game, self.state, said, events)
        self.journal.append(said, map(as_fact, events))
        self._go(step)

    def carry_out(self, steps: list[Step[S, E]]) -> None:
        """Take over steps that were worked out from where the game stands; all are written, or none.

        Raises OutOfTurn if the game has gone on since.
        """
        if steps and steps[0].before is not self.state:
            raise OutOfTurn("the game has gone on since these steps were worked out")
        self.journal.append_all((step.said, map(as_fact, step.events)) for step in steps)
        for step in steps:
            self._go(step)

    def _go(self, step: Step[S, E]) -> None:
        self.state = step.after
        self.past.append(step)
