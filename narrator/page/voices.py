"""Who reads aloud: a room for a moderator who does, or one whose laptop speaks; changed between two answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from narrator.computer.config import Config
from narrator.games.table import Table
from narrator.mouth import Mouth
from narrator.page.board import Board
from narrator.page.ears import PageEars
from narrator.page.room import ReadingRoom, SpeakingRoom
from narrator.play.session import delivery_of
from narrator.rooms.opening import NoMouth, sound
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom


class Voices:
    """The rooms of one game that is led from pages. The voice is opened when it is first wanted."""

    def __init__(
        self, table: Table[Any, Any], settings: Config, ears: PageEars, board: Board, people: dict[int, str]
    ) -> None:
        self._table, self._settings, self._ears, self._board = table, settings, ears, board
        self._people = people
        self._opened = ExitStack()
        self._spoken: tuple[Mouth, Soundscape] | None = None
        self._left: dict[object, float] = {}

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
        room.left, room.people = self._left, self._people
        return room

    def _voice(self) -> tuple[Mouth, Soundscape]:
        if self._spoken is None:
            mouth, soundscape = sound(self._table.setup, self._settings, self._board, delivery_of(self._table))
            self._opened.callback(mouth.close)
            self._spoken = mouth, soundscape
        return self._spoken

    def hush(self) -> None:
        """Break off what is being said."""
        if self._spoken:
            self._spoken[0].hush()

    def close(self) -> None:
        """Close the voice."""
        self._opened.close()
