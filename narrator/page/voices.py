"""Who reads aloud: a room for a moderator who does, or one whose laptop speaks; changed between two answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from narrator.computer.config import Config
from narrator.cues import Part
from narrator.games.table import Table
from narrator.mouth import Mouth
from narrator.mouth.voice import usual_voice
from narrator.page.board import Board
from narrator.page.ears import PageEars
from narrator.page.room import ReadingRoom, SpeakingRoom
from narrator.play.session import delivery_of
from narrator.rooms.captions import NoMouth
from narrator.rooms.opening import sound
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.rooms.talks import Talks


class Voices:
    """The rooms of one game that is led from pages. The voice is opened when it is first wanted."""

    def __init__(
        self, table: Table[Any, Any], settings: Config, ears: PageEars, board: Board, people: dict[int, str]
    ) -> None:
        self._table, self._settings, self._ears, self._board = table, settings, ears, board
        self._people = people
        self._spoken: tuple[Mouth, Soundscape] | None = None
        self._next: tuple[str, Mouth, Soundscape] | None = None
        self._talks = Talks(lasting=settings.pace > 0)
        self._closed = False

    def room(
        self, reader: str, why_idle: Callable[[], str], won: Callable[[], bool], before_line: Callable[[], None]
    ) -> TableRoom:
        """The room in which the game goes on, for this reader; see narrator.page.room. Raises NarratorError."""
        own = self._settings
        # The page wants a second tap itself.
        settings = RoomSettings(
            moderated=True, pace=own.pace, show_seconds=own.show_seconds, careful=False, move=True
        )
        self._board.live = reader == "laptop"
        room: TableRoom
        if reader == "moderator":
            room = ReadingRoom(NoMouth(), self._ears, self._board, settings, why_idle, won)
        else:
            mouth, soundscape = self._voice()
            room = SpeakingRoom(mouth, self._ears, self._board, settings, soundscape, before_line, why_idle)
        room.talks, room.people = self._talks, self._people
        return room

    @property
    def current(self) -> str:
        """The voice in which the game goes on."""
        setup = self._table.setup
        return str(self._next[0] if self._next else setup.voice or usual_voice(setup.language))

    @property
    def due(self) -> bool:
        """Whether another voice is ready to speak from now on."""
        return self._next is not None

    def make_ready(self, voice: str, lines: list[Part], progress: Callable[[int, int], None]) -> None:
        """Open another voice, and make all lines ready in it, while the one that speaks goes on."""
        mouth, soundscape = self._opened(voice)
        try:
            mouth.prepare(lines, progress)
        except BaseException:
            mouth.close()
            raise
        self._let_go_of_next()
        self._next = voice, mouth, soundscape
        if self._closed:
            self._let_go_of_next()

    def name(self, voice: str) -> None:
        """Let this voice speak once one is wanted; none speaks now."""
        self._table = self._table.with_setup(voice=voice)
        self._close_spoken()

    def change(self) -> None:
        """Speak from now on in the voice that was made ready."""
        if self._next:
            voice, mouth, soundscape = self._next
            self.name(voice)
            self._spoken, self._next = (mouth, soundscape), None

    def _voice(self) -> tuple[Mouth, Soundscape]:
        if self._spoken is None:
            self._spoken = self._opened(self._table.setup.voice)
        return self._spoken

    def _opened(self, voice: str) -> tuple[Mouth, Soundscape]:
        setup = replace(self._table.setup, voice=voice)
        return sound(setup, self._settings, self._board, delivery_of(self._table))

    def hush(self) -> None:
        """Break off what is being said."""
        if self._spoken:
            self._spoken[0].hush()

    def close(self) -> None:
        """Close the voices."""
        self._closed = True
        self._close_spoken()
        self._let_go_of_next()

    def _let_go_of_next(self) -> None:
        if self._next:
            self._next[1].close()
            self._next = None

    def _close_spoken(self) -> None:
        if self._spoken:
            self._spoken[0].close()
            self._spoken = None
