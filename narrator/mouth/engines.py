"""The engines that make a voice's sound, each a module that also runs as a process of its own: the table of them.

An engine's module is imported to check a profile too, so it imports what takes time only where it renders.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from narrator.errors import Problem
from narrator.texts import Message
from narrator.values import dataclass

if TYPE_CHECKING:
    from narrator.computer.worker import Packet
    from narrator.mouth.voice import Voice

ENGINES = {
    "system": "narrator.mouth.system",
    "letters": "narrator.mouth.letters",
    "piper": "narrator.mouth.piper",
    "rhvoice": "narrator.mouth.rhvoice",
}
"""Each engine's module, which holds its `ENGINE` and, run by itself, serves as its worker."""

Render = Callable[[str, str], None]
"""Makes the sound of a text, the first argument, in the file named by the second."""

Begin = Callable[["Packet"], tuple[str, Render]]
"""Takes an engine's settings; returns the name and versions of what speaks, and what renders. Raises LookupError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """How lines are rendered with a voice profile of this engine."""

    settings: Callable[[Voice], Packet]
    """What the worker is told first. Raises ChannelLost if the engine or the voice is not installed."""
    problems: Callable[[Voice, Path], Iterable[Problem]] = lambda _voice, _path: ()
    """What is wrong with a profile, beside what can be wrong with any."""
    workers: int = 1
    """Processes side by side."""
    lines: int = sys.maxsize
    """As many may a process render before it is replaced."""
    optional: bool = False
    """Whether a computer may lack it: then the profile's fallback speaks."""
    called: tuple[Message, Message] | None = None
    """Its name on the screen: who speaks, and instead of whom; without one the voice's name stands there."""
    advice: str = ""
    """What to do on this system if there is no voice."""
    trouble: str = "no-voice"
    """The doctor's cure if it does not speak."""


def engine_of(voice: Voice) -> Engine:
    """Import the engine of a voice that is rendered."""
    return cast(Engine, import_module(ENGINES[voice.engine]).ENGINE)


def optional_engines() -> tuple[str, ...]:
    """List the engines that a computer may lack."""
    return tuple(name for name, module in ENGINES.items() if import_module(module).ENGINE.optional)


def serve(begin: Begin) -> None:
    """Be an engine's worker: take the settings, then make line after line, until the requests end."""
    from narrator.computer.worker import reporter, requests

    report = reporter()
    for reply in _replies(begin, requests()):
        report(reply)


def _replies(begin: Begin, requests: Iterator[Packet]) -> Iterator[Packet]:
    try:
        engine, render = begin(next(requests))
    except LookupError as fault:
        yield {"fault": str(fault)}
        return
    yield {"engine": engine}
    for request in requests:
        try:
            render(request["text"], request["path"])
            yield {}
        except Exception as fault:  # noqa: BLE001 - the engines raise anything; the parent is told
            yield {"fault": f"{type(fault).__name__}: {fault}"}
