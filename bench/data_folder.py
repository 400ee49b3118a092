"""Measure how long a data folder of 2,000 evenings holds up the menu, `resume`, a new game and `stats`.

A few evenings are played by random people first; each is in the folder again and again, begun at another time.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from narrator.computer import files
from narrator.play import session, shelf
from narrator.play.stats import stats_of

from bench.figures import Figure, settle
from bench.stats import play

EVENINGS, PLAYED = 2000, 40
"""Evenings in the folder, and how many different ones they are."""

GATE = 0.3
"""Seconds of this process that each may take."""

ROUNDS = 5
"""How often each is measured; the quickest counts, since others may use the computer too."""


def fill(folder: Path, evenings: int) -> None:
    """Lay the evenings into the folder, each begun a day after the one before."""
    for number in range(PLAYED):
        play(folder, number)
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]
    for number in range(evenings):
        begun = (datetime(2020, 1, 1, 20, tzinfo=UTC) + timedelta(days=number)).isoformat()
        path = folder / f"{number:05}.jsonl"
        path.write_text(texts[number % PLAYED].replace('"begun": ""', f'"begun": "{begun}"', 1), encoding="utf-8")


def last(folder: Path) -> None:
    """What the menu and `resume` look for: the last game, and whether it is over."""
    path = shelf.latest_first(folder)[0]
    deque(session.unfinished([session.recall(path)]), maxlen=0)


def new(folder: Path) -> None:
    """What a new game does: it begins after all others."""
    shelf.begins_now(folder)


def stats(folder: Path) -> None:
    """What `stats` does."""
    journals = files.inside(folder, "*.jsonl")
    once, *others = shelf.each_once(journals)
    found = stats_of(sorted(once), *others)
    assert found.games + found.unfinished == len(journals), found.unread


MEASURED: dict[str, Callable[[Path], None]] = {"menu and resume": last, "a new game": new, "stats": stats}


def seconds(work: Callable[[Path], None], folder: Path) -> float:
    """The seconds of this process that it takes at best, so not when all journals are read for the first time."""
    found = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work(folder)
        found.append(time.process_time() - begin)
    return min(found)


def main() -> int:
    """Lay the folder, measure, and print the figures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--evenings", type=int, default=EVENINGS)
    asked.add_argument("--keep", action="store_true", help="keep the figures to compare with later")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_CACHE_HOME"] = f"{name}/cache"
        folder = Path(name, "games")
        folder.mkdir()
        fill(folder, wanted.evenings)
        found = {what: seconds(work, folder) for what, work in MEASURED.items()}
    for what, value in found.items():
        print(f"{what:<16} {1000 * value:6.0f} ms, gate {1000 * GATE:.0f} ms")
    figures = [Figure(what, 1000 * value, "{:.0f} ms", 0.5) for what, value in found.items()]
    as_before = settle("data_folder", figures, keep=wanted.keep)
    return 0 if as_before and max(found.values()) <= GATE else 1


if __name__ == "__main__":
    sys.exit(main())
