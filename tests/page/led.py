"""A game that tests lead as pages do: commands go in, and the next snapshot is waited for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from threading import Condition
from typing import Any

from narrator.computer.config import Config
from narrator.computer.paths import setup_file
from narrator.page.leading import Leading
from narrator.play import session

SECONDS = 20.0
"""How long anything may take before a test fails: far longer than it does."""

_NUMBERS = count(1)


class Led:
    """A game under way, as one page sees it."""

    waiting: Callable[[Callable[[], bool]], AbstractContextManager[object]] = nullcontext
    """What lasts while something is waited for."""

    def __init__(self, leading: Leading) -> None:
        self.leading = leading
        self._changed = Condition()

    def changed(self) -> None:
        with self._changed:
            self._changed.notify_all()

    @property
    def now(self) -> dict[str, Any]:
        """The last snapshot."""
        found: dict[str, Any] = json.loads(self.leading.broadcast.snapshots["moderator"])
        return found

    @property
    def room(self) -> dict[str, Any]:
        """The room's last snapshot."""
        found: dict[str, Any] = json.loads(self.leading.broadcast.snapshots["room"])
        return found

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What the past tells, one after another, whatever the chapter."""
        return [entry for chapter in self.leading.told_past()["chapters"] for entry in chapter["entries"]]

    def until(self, *kinds: str, after: str = "") -> dict[str, Any]:
        """Wait for a prompt of one of these kinds, any by default, that is not the one of this version."""
        return self.see(lambda: self._is(kinds, after))

    def see(self, happened: Callable[[], bool]) -> dict[str, Any]:
        """Wait for a snapshot of which this is true."""
        with self.waiting(happened), self._changed:
            assert self._changed.wait_for(happened, SECONDS), self.now["now"]
        return self.now

    def _is(self, kinds: tuple[str, ...], after: str) -> bool:
        now = self.now
        kind = now.get("now", {}).get("kind", "listen")
        return kind != "listen" and now["version"] != after and (not kinds or kind in kinds)

    def send(self, do: str, **more: Any) -> tuple[int, dict[str, Any]]:
        """Send a command that saw the last snapshot; wait for nothing."""
        return self.leading.commands.result(
            {"id": f"c{next(_NUMBERS)}", "version": self.now["version"], "do": do, **more}
        )

    def do(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a command, which must be taken, and wait for the next prompt."""
        before = self.now["version"]
        status, told = self.send(do, **more)
        assert status == 200, told
        return self.until(after=before)

    def set(self, *said: str) -> dict[str, Any]:
        """Set something, as whoever leads decides: what it is, and what is answered to that."""
        now = self.do("override")
        for one in said:
            now = self.do("answer", said=one)
        return now

    def go_on(self) -> dict[str, Any]:
        """Do what comes next: go on, or choose the first that is offered; by day it is night again."""
        now = self.now["now"]
        if now["kind"] != "ask":
            return self.do("go")
        choices = [choice["id"] for choice in now["choices"]]
        return self.do("answer", said="night" if "night" in choices else choices[0])

    def go_to(self, call: str) -> dict[str, Any]:
        """Go on until a question has these words."""
        for _ in range(100):
            if call in self.now["now"].get("text", "") and self.now["now"]["kind"] == "ask":
                return self.now
            self.go_on()
        raise AssertionError(f"nobody asks {call}")


def said_to(game: Led, question: str) -> list[str]:
    """What was answered to a question, as the past has it."""
    entries = game.entries
    return [entry["said"] for entry in entries if entry.get("question") == question]


@contextmanager
def led(journal: Path, setup: str = "small", seed: int = 3, pace: float = 1.0, **options: Any) -> Iterator[Led]:
    """Lead a new game from a shipped setup, until the block ends."""
    settings = Config(voice="none", pace=pace)
    table = session.load(setup_file(Path(setup)), settings, "", "")
    stage = session.begin(Path(setup), table, seed, journal, settings)
    try:
        with _run(Leading(stage, table, settings, **options)) as game:
            yield game
    finally:
        stage.journal.close()


@contextmanager
def led_again(journal: Path, pace: float = 1.0, **options: Any) -> Iterator[Led]:
    """Go on with a game from its journal, as after a break-off."""
    table, stage, _ = session.resume(journal, "", "")
    stage.again()
    try:
        with _run(Leading(stage, table, Config(voice="none", pace=pace), **options)) as game:
            yield game
    finally:
        stage.journal.close()


@contextmanager
def _run(leading: Leading) -> Iterator[Led]:
    game = Led(leading)
    with leading.broadcast.subscribed(game.changed):
        leading.start()
        try:
            game.until()
            yield game
        finally:
            leading.close()
    if leading.fault:
        raise leading.fault
