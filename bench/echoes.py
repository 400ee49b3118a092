"""Let the narrator say answers into its own microphone, and count what its ears take for one, in real time.

Fails if they took any, or the ears had something to say; what was counted until then is shown.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle, product
from pathlib import Path

from narrator.answers import Answer, Command
from narrator.mouth.voice import Voice, load_voice

from tests.audio.echoing import Table, table
from tests.audio.sound_server import SoundServer, used_here
from tests.audio.table_words import KOREAN, TableWords, with_model
from tests.counts import most

LEVELS = (-20.0, 0.0)
"""How loud the narrator is in the microphone beside a player, in dB."""

DELAYS = (100, 150, 200, 250)
"""Milliseconds by which the narrator's voice comes late to the microphone."""

OPEN = 1.5
"""Seconds that a question is open after a line."""

ROUND = 12
"""Lines in a row at one delay; then a player answers, who must be heard."""

NOISE = 600.0
"""Seconds of the room's own noise, longer than a round: ears that hear nothing but zeros call the microphone mute."""


@dataclass
class Echoes:
    """What came of one level: lines said, what the ears took for an answer, and other things that they heard."""

    lines: int = 0
    taken: list[str] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    answered: int = 0
    understood: int = 0
    broken_off: str = ""
    """Why there is no more: what the ears had to say, or what was waited for in vain."""


def echo(minutes: float, voice: Voice | None = None, words: TableWords = KOREAN) -> dict[float, Echoes]:
    """Spend so many minutes, half of them at each level."""
    found = {level: Echoes() for level in LEVELS}
    folder = Path(tempfile.mkdtemp(prefix="narrator-"))  # short: the name of a socket has little room
    try:
        with SoundServer(folder) as server, used_here(server):
            end = time.monotonic() + 60 * minutes
            for delay, level in cycle(product(DELAYS, LEVELS)):
                if time.monotonic() > end:
                    return found
                try:
                    with table(server, level, delay, voice, words) as around, server.noisy(NOISE):
                        _sit(around, words, found[level])
                except AssertionError as fault:
                    found[level].broken_off = str(fault)
                    return found
    finally:
        shutil.rmtree(folder)
    return found


def _sit(around: Table, words: TableWords, found: Echoes) -> None:
    for line, _ in zip(cycle(words.narrated), range(ROUND), strict=False):
        around.narrate(line)
        around.ask()
        for heard in around.overheard(OPEN):
            list_ = found.taken if isinstance(heard, Answer | Command) else found.heard
            list_.append(f"{line}: {heard}")
        found.lines += 1
    around.narrate(words.seats["6"])
    around.ask()
    around.answer(words.seats["3"])
    found.answered += 1
    found.understood += around.heard()[:1] == [Answer("3")]


def tell(found: dict[float, Echoes]) -> None:
    """Print what was found."""
    for level, echoes in found.items():
        print(f"narrator at {level:+.0f} dB: {echoes.lines} lines, each an answer, the question right after it")
        bound = 1000 * most(len(echoes.taken)) / max(echoes.lines, 1)
        print(f"  taken for answers: {len(echoes.taken)}, at most {bound:.1f} in a thousand lines (95 %)")
        print(f"  heard as something else: {len(echoes.heard)}")
        print(f"  players who answered then: {echoes.answered}, understood: {echoes.understood}")
        if echoes.broken_off:
            print(f"  broken off: {echoes.broken_off}")
        print("".join(f"  {heard}\n" for heard in [*echoes.taken, *echoes.heard]), end="")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--voice", help="a profile for a Polish voice; else the narrator speaks as the players do")
    parser.add_argument("--model", type=with_model, default=KOREAN, help="a model's folder, for a Polish table")
    wanted = parser.parse_args()
    found = echo(wanted.minutes, load_voice(wanted.voice) if wanted.voice else None, wanted.model)
    tell(found)
    return 1 if any(one.taken or one.broken_off for one in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
