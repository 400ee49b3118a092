"""The rooms led from a page: of a moderator who reads aloud, a prompter whose waiting is drawn, and of a laptop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.cues import Ask, Part, Pause, Say
from narrator.mouth import Mouth
from narrator.page.board import Board, Idle
from narrator.page.ears import PageEars
from narrator.rooms.clock import now
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.rooms.wording import why_idle as reason
from narrator.texts import message

_OF_ITSELF = "undo."
"""How the ids of lines begin that tell of a step back."""


class ReadingRoom(PrompterRoom):
    """A prompter on a page.

    `why_idle` says why nobody can act in the call whose time begins, `won` whether the game is decided.
    """

    def __init__(
        self,
        mouth: Mouth,
        ears: PageEars,
        board: Board,
        settings: RoomSettings,
        why_idle: Callable[[], str],
        won: Callable[[], bool],
    ) -> None:
        super().__init__(mouth, ears, board, settings)
        self._board, self._why_idle, self._won = board, why_idle, won
        self._why = ""

    def say(self, cue: Say) -> str:
        """Show the line; once somebody has won, wait for a word to each, so that a slip can still be taken back."""
        return super().say(cue) or (self.confirm() if self._won() else "")

    def brief_on(self, cue: Ask) -> None:
        """Do nothing: the page shows all of it."""

    def prepare(self, lines: list[Part]) -> None:
        """Need no preparation: nothing is spoken."""

    def pause(self, cue: Pause) -> None:
        """Keep in mind why nobody can act, in case nobody is asked."""
        super().pause(cue)
        self._why = self._why_idle()

    def lengths(self) -> tuple[str, ...]:
        """List nothing: whoever reads takes their time."""
        return ()

    def show(self, cue: Say) -> None:
        """Show the line; that the program goes back is said where it has a voice, and read to nobody."""
        if cue.line.startswith(_OF_ITSELF):
            self._board.notice(cue.text)
        else:
            super().show(cue)

    def nobody(self, seconds: float) -> None:
        """Show that the call is to be acted out."""
        self._board.nobody(Idle(seconds, self._why))

    def hint(self) -> None:
        """Need no words: the page has a button."""


class SpeakingRoom(TableRoom):
    """A circle to which the laptop reads; `before_line` is called before each line, once the open call is over.

    `why_idle` says why nobody can act in the call whose time begins.
    """

    def __init__(
        self,
        mouth: Mouth,
        ears: PageEars,
        board: Board,
        settings: RoomSettings,
        soundscape: Soundscape,
        before_line: Callable[[], None],
        why_idle: Callable[[], str],
    ) -> None:
        super().__init__(mouth, ears, board, settings, soundscape)
        self._before_line, self._why_idle, self._why = before_line, why_idle, ""
        self._page = ears

    def speak(self, text: str, parts: Sequence[Part]) -> None:
        """Say the text, unless somebody has tapped already what is to be done next."""
        if self._page.awaited:
            self._ended = now()
        else:
            super().speak(text, parts)

    def pause(self, cue: Pause) -> None:
        """Keep in mind why nobody can act, in case nobody is asked."""
        self._why = self._why_idle()
        super().pause(cue)

    def nobody(self, seconds: float) -> None:
        """Tell whoever leads why nobody acts, too."""
        super().nobody(seconds)
        if why := reason(self._why, self._screen.texts):
            self._screen.notice(message("prompter.why", why=why))

    def see_out(self) -> str:
        """Let another voice, or reader, go on once the call's time is over."""
        called = super().see_out()
        if not called:
            self._before_line()
        return called
