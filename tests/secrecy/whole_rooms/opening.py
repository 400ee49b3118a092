"""A room as the program opens it, but for its mouth and ears: its terminal is the tests' own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from io import StringIO
from typing import Any, Literal
from unittest.mock import patch

from narrator.computer.config import Config
from narrator.ears import keyboard
from narrator.games.night.script.setup import Setup
from narrator.games.table import Answerers
from narrator.mouth import Mouth
from narrator.rooms import opening
from narrator.rooms.listener import Hearing
from narrator.rooms.opening import Companions
from narrator.rooms.table import TableRoom

from tests.secrecy.whole_rooms.keys import Keys
from tests.secrecy.whole_rooms.terminal import Terminal

Kind = Literal["moderator", "keys", "counting", "phones", "led", "page"]
KINDS: tuple[Kind, ...] = ("moderator", "keys", "counting", "phones", "led", "page")
"""How people answer; `led` has a moderator and phones, at a `page` its moderator answers, and the laptop reads."""

ANSWERS: dict[Kind, Answerers] = {
    "moderator": "moderator",
    "keys": "keys",
    "counting": "counting",
    "phones": "phones",
    "led": "moderator",
    "page": "moderator",
}
"""What a setup calls these kinds."""

WITH_PHONES: tuple[Kind, ...] = ("phones", "led")

LIT: tuple[Kind, ...] = ("keys", "counting", "phones")
"""Where players alone look at a screen."""


@contextmanager
def opened(
    setup: Setup,
    config: Config,
    sound: tuple[Mouth, Any],
    people: Hearing,
    at: tuple[Terminal, Keys] | None,
    handsets: Companions | None = None,
) -> Iterator[TableRoom]:
    """Open the room that the setup asks for; without a terminal and keys, nobody sees its screen."""
    terminal, keys = at or (StringIO(), None)
    replaced: dict[str, Callable[..., Any]] = {
        "mouth_of": lambda *_, **_more: sound,
        "_ears": lambda *given, **more: _ears(people, keys, [*given, *more.values()]),
        "LazyEars": lambda opened, *_: opened(),  # which would wait by another clock
        "kept_awake": lambda: nullcontext(list),  # as does the computer's own sleep
    }
    stdin = keys.stdin if keys else StringIO()
    with ExitStack() as patched:
        for name, own in replaced.items():
            patched.enter_context(patch.object(opening, name, own))
        patched.enter_context(patch.object(sys, "stdout", terminal))
        patched.enter_context(patch.object(sys, "stdin", stdin))
        patched.enter_context(patch.object(keyboard, "own_stdin", lambda: stdin))
        patched.enter_context(patch.dict(os.environ, _environment(terminal)))
        yield patched.enter_context(opening.open_room(setup, config, silent=False, companions=handsets))


def _ears(people: Hearing, keys: Keys | None, given: list[Any]) -> Hearing:
    """The people for ears; they sit at the keyboard that the room would listen to."""
    if keys:
        keys.at(next(thing for thing in given if isinstance(thing, keyboard.Keyboard)))
    return people


def _environment(terminal: StringIO) -> dict[str, str]:
    if not isinstance(terminal, Terminal):
        return {}
    return {"TERM": "xterm", "COLUMNS": str(terminal.size.columns), "LINES": str(terminal.size.rows)}
