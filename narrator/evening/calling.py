"""Call the players to their cards aloud, and get the evening's lines ready meanwhile; no deal waits for either."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol

from narrator.computer.config import Config
from narrator.cues import Part
from narrator.errors import ChannelLost
from narrator.games.package import HasCalls, require_door
from narrator.games.table import Table
from narrator.mouth import Mouth
from narrator.mouth.fallback import LACKS


class Calling(Protocol):
    """Whoever calls the players; both return at once."""

    def call(self, seat: int) -> None:
        """Call the player to the screen."""

    def hush(self) -> None:
        """Let the player be called no longer."""


CallingAt = Callable[[Table[Any, Any], int], AbstractContextManager[Calling | None]]
"""Who calls at this table, where this seed deals, if anybody does."""


def in_silence(_table: Table[Any, Any], _seed: int) -> AbstractContextManager[Calling | None]:
    """Call nobody at any table."""
    return nullcontext()


def aloud(config: Config, voice: str = "") -> CallingAt:
    """Call with this voice, else the settings' or the table's; a moderator calls people without one."""

    def at(table: Table[Any, Any], seed: int) -> AbstractContextManager[Calling | None]:
        chosen = voice or config.voice or table.setup.voice
        if table.setup.answers == "moderator" or not isinstance(table.package, HasCalls):
            return in_silence(table, seed)
        return _called(table.with_setup(voice=chosen), seed, config)

    return at


@contextmanager
def _called(table: Table[Any, Any], seed: int, config: Config) -> Iterator[Calling]:
    from narrator.play.session import delivery_of
    from narrator.rooms.opening import mouth_of

    def opened() -> Mouth:
        return mouth_of(table.setup, config, lambda _: None, delivery_of(table))[0]

    herald = Herald(
        opened, require_door(table.package, HasCalls, "refusals.call").calls(table, seed), _lines(table, seed)
    )
    try:
        yield herald
    finally:
        herald.close()


def _lines(table: Table[Any, Any], seed: int) -> list[Part]:
    """All that the room will want ready when the game begins."""
    from narrator.rooms.counting import numbers, words_of

    game = table.game()
    state = game.begin(seed)
    for event in game.opening(state):
        state = game.fold(state, event)
    setup = table.setup
    counted = numbers(len(setup.people), words_of(setup.language, setup.game)) if setup.answers == "counting" else []
    return [*game.texts_to_prepare(state), *counted]


_AT_ONCE = 4
"""Lines that are made ready between two looks at who is called: a second's work on a slow computer."""

_LEAVING = 3.0
"""Seconds that a device may take to be let go; the game opens it again."""

_NOBODY, _OVER = 0, -1


class Herald:
    """Calls aloud, and gets lines ready, in a thread of its own: one mouth does one thing at a time.

    Only who was called last is called. Where there is no voice, or it is lost, nobody is.
    """

    def __init__(
        self, opened: Callable[[], Mouth], calls: Mapping[int, Sequence[Part]], lines: Sequence[Part]
    ) -> None:
        """`opened` opens the mouth, which may take a while; `calls` are the parts of each seat's call."""
        self._opened, self._calls, self._lines = opened, calls, lines
        self._mouth: Mouth | None = None
        self._called = SimpleQueue[int]()
        self._thread = Thread(target=self._run, name="calling", daemon=True)
        self._thread.start()

    def call(self, seat: int) -> None:
        """Call the player to the screen."""
        self._called.put(seat)

    def hush(self) -> None:
        """Let the player be called no longer."""
        self._called.put(_NOBODY)
        if self._mouth:
            self._mouth.hush()

    def close(self) -> None:
        """Stop, and let go of the device."""
        self._called.put(_OVER)
        if self._mouth:
            self._mouth.hush()
        self._thread.join(_LEAVING)

    def _run(self) -> None:
        with suppress(ChannelLost, *LACKS):  # the game says what its voice lacks
            self._mouth = self._opened()
            try:
                self._serve(self._mouth)
            finally:
                self._mouth.close()

    def _serve(self, mouth: Mouth) -> None:
        lines = [*self._lines]
        while (seat := self._wanted(wait=not lines)) != _OVER:
            if parts := tuple(self._calls.get(seat, ())):
                mouth.speak("".join(part.text for part in parts), parts)
            else:
                mouth.prepare(lines[:_AT_ONCE], lambda _done, _all: None)
                del lines[:_AT_ONCE]

    def _wanted(self, *, wait: bool) -> int:
        """The seat that was called last, or nobody's."""
        seat = _NOBODY
        with suppress(Empty):
            seat = self._called.get(block=wait)
            while True:
                seat = self._called.get_nowait()
        return seat
