"""The programs that make a voice's sound, each in a process of its own: which one, and what it is told first."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Any

from narrator.mouth.piper import find_model
from narrator.mouth.voice import Voice

_CURES = {
    "win32": " Add one in Settings, Time & language, Speech.",
    "darwin": " Add one in System Settings, Accessibility, Spoken Content.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A module to run, with its first request; `lines` are as many as a process may render before it is replaced."""

    module: str
    settings: dict[str, Any]
    workers: int  # processes side by side
    lines: int
    cure: str = ""


def program_of(voice: Voice) -> Program:
    """Choose the program by the voice's engine. Raises ChannelLost if it is one that is not installed."""
    return _piper(voice) if voice.engine == "piper" else _system(voice)


def _system(voice: Voice) -> Program:
    return Program(
        module="narrator.mouth.system_worker",
        settings={name: getattr(voice, name) for name in ("language", "names", "rate", "pitch", "volume")},
        workers=min(os.cpu_count() or 1, 4),
        # macOS voices have been seen to hang when an engine follows another in one process.
        lines=1 if sys.platform == "darwin" else 60,
        cure=_CURES.get(sys.platform, ""),
    )


def _piper(voice: Voice) -> Program:
    return Program(
        module="narrator.mouth.piper_worker",
        settings={"model": str(find_model(voice.model)), "rate": voice.rate, "volume": voice.volume},
        workers=1,  # each takes some 250 MB, and all processors by itself
        lines=sys.maxsize,  # the model takes seconds to load
    )
