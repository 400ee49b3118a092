"""A voice engine in one module: it hums as long as a line is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from narrator.computer.worker import Packet
from narrator.errors import Problem
from narrator.mouth.engines import Engine, Render, serve
from narrator.mouth.sound import tone, write_sound
from narrator.mouth.voice import Voice


def problems_of(voice: Voice, path: Path) -> Iterator[Problem]:
    if not 100 <= voice.rate <= 200:
        yield Problem(f"{path.name}: rate", "nobody hums like that", "from 100 to 200")


ENGINE = Engine(settings=lambda voice: {"rate": voice.rate}, problems=problems_of)


def begin(settings: Packet) -> tuple[str, Render]:
    if settings["rate"] == 199:
        raise LookupError("the hummer is hoarse")

    def render(text: str, path: str) -> None:
        write_sound(Path(path), tone(220.0, len(text) * 10 / settings["rate"], 16_000, 0.5))

    return "toy 1", render


if __name__ == "__main__":
    serve(begin)
