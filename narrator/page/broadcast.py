"""Hands the last snapshots out to whoever watches: each to those who may see it, and only if anything is new."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from narrator.page.board import Board
from narrator.page.snapshot import Json, clock_of


class Broadcast:
    """The last snapshots of one game, as JSON, and who is told of the next ones. Any thread may watch."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._watchers = dict[Callable[[], None], str]()
        self._room_shows: Json = {}
        self.snapshots: dict[str, str] = {"moderator": "{}", "table": "{}", "room": "{}"}
        """By who may see them."""

    @contextmanager
    def subscribed(self, changed: Callable[[], None], by: str = "moderator") -> Iterator[None]:
        """Have `changed` called, from any thread, whenever there is another snapshot for them."""
        self._watchers[changed] = by
        try:
            yield
        finally:
            self._watchers.pop(changed, None)

    def snapshot(self, by: str) -> str:
        """The snapshot for somebody who comes now: a clock that runs shows the time that is left."""
        shows = self._room_shows
        clock = clock_of(self._board.talk) if by == "room" and shows.get("clock") else None
        return _json({**shows, "clock": clock}) if clock else self.snapshots[by]

    def take(self, moderator: Json, table: Json, room: Json, *, aside: bool = False) -> bool:
        """Take these snapshots for the last ones; whether the room has anything new to see.

        One for the room at each answer would tell when it came. While a moderator is asked `aside`, the words that
        stood there stand on, as if nobody were asked, but for a line that was taken back.
        """
        if aside and self._room_shows and not room["dark"]:
            line, question = (self._room_shows[words] for words in ("line", "question"))
            room = {**room, "line": line if self._board.heard.stands(line) else room["line"], "question": question}
        clock = self._board.talk if room["clock"] else None
        shows = {**room, "clock": (clock.until() if clock.held is None else clock.held) if clock else None}
        new = shows != self._room_shows
        self._room_shows = shows
        shown = _json(room) if new else self.snapshots["room"]
        self.snapshots = {"moderator": _json(moderator), "table": _json(table), "room": shown}
        return new

    def tell(self, *, room: bool = True) -> None:
        """Tell whoever watches, the `room` too, that there is another snapshot."""
        for changed, by in [*self._watchers.items()]:
            if room or by != "room":
                changed()


def _json(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
