"""Play random games in which everything happens that can, read each back, and lead evenings through trouble.

Fails if anything is raised but a message for people, if what is told of a game is another game, or if an evening goes
on and on after its trouble.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from narrator.games.night.loading import shipped_script

from tests.memory import write_to_memory
from tests.mishaps.clock import Stuck
from tests.mishaps.evening import KINDS, Kind, Report, evening
from tests.mishaps.games import LONGEST, fuzzed
from tests.mishaps.retelling import read_back, retold

T = TypeVar("T")

GAMES, EVENINGS, SEED = 10_000, 1_000, 1
SCRIPT = shipped_script()


def tried(number: int, play: Callable[[int, Path], T]) -> T | str:
    """Play the game or evening of that number, with a journal of its own; or give what went wrong."""
    with TemporaryDirectory() as folder:
        try:
            return play(number, Path(folder) / "journal.jsonl")
        except (Exception, Stuck):  # noqa: BLE001 - it is printed, and the next one is played
            return f"{number}: {traceback.format_exc(limit=-4)}"


def one_game(number: int) -> Counter[str] | str:
    """Play and read back the game of that number; give what happened how often."""
    return tried(number, game)


def game(number: int, path: Path) -> Counter[str]:
    """Play the game to its end, or break it off, then tell it, show it, and go on with it."""
    chance = Random(f"{SEED} game {number}")
    played = fuzzed(SCRIPT, chance, path, longest=chance.choice((20, 60, LONGEST)))
    retold(played, chance)
    said = Counter(said for _, said, _ in played.batches)
    counted = {word: said[word] for word in ("time", "undo", "pause", "repeat")}
    over = {"games": 1, "ended": bool(played.last.winner), "answers": said.total() - said[""]}
    return Counter({**over, **counted, "refused": len(played.refused)})


def one_evening(kind: Kind | None, number: int) -> Report | str:
    """Lead and read back the evening of that number, in this kind of room or any; give how it went."""
    return tried(number, partial(led, kind))


def led(kind: Kind | None, number: int, path: Path) -> Report:
    """Lead the evening to its end, then tell it, and show it in a room for people."""
    report = evening(SCRIPT, f"{SEED} evening {number}", path, kind)
    read_back(path)
    return report


def all_of(play: Callable[[int], T | str], number: int) -> tuple[list[T], list[str]]:
    """Play so many, on every core; give what came of them, and what went wrong."""
    begin = time.monotonic()
    with get_context("spawn").Pool(cpu_count()) as pool:
        found: list[Any] = pool.map(play, range(number), chunksize=10)
    faults = [result for result in found if isinstance(result, str)]
    print(f"\n{number} in {time.monotonic() - begin:.0f} s: {len(faults)} faults", *faults[:5], sep="\n", flush=True)
    return [result for result in found if not isinstance(result, str)], faults


def tell_games(games: Iterable[Counter[str]]) -> None:
    """Print what happened in the games."""
    total: Counter[str] = sum(games, Counter())
    print("games: " + ", ".join(f"{count} {what}" for what, count in total.items() if what != "games"))


def tell_evenings(reports: list[Report]) -> None:
    """Print how the evenings went, by room."""
    print("room       evenings  of which calm again  gone on with  most cues and seconds, of their bounds")
    for kind in KINDS:
        own = [report for report in reports if report.kind == kind]
        calm, gone_on = sum(report.cues > 0 for report in own), sum(report.gone_on for report in own)
        cues, seconds = (max((getattr(one, key) for one in own), default=0.0) for key in ("cues", "seconds"))
        print(f"{kind:9}  {len(own):8}  {calm:19}  {gone_on:12}  {100 * cues:.0f}% and {100 * seconds:.0f}%")
    struck: Counter[str] = sum((report.struck for report in reports), Counter())
    print("struck: " + ", ".join(f"{kind} {count}" for kind, count in struck.most_common()))


def main(games: int, evenings: int, kind: Kind | None) -> int:
    """Play them all; give 1 if anything went wrong."""
    played, faults = all_of(one_game, games)
    tell_games(played)
    reports, more = all_of(partial(one_evening, kind), evenings)
    tell_evenings(reports)
    return 1 if faults or more else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--evenings", type=int, default=EVENINGS)
    parser.add_argument("--kind", choices=KINDS, help="the room of all evenings; else each has any")
    asked = parser.parse_args()
    write_to_memory()
    sys.exit(main(asked.games, asked.evenings, asked.kind))
