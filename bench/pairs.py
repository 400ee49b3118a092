"""Play pairs of tables that agree in everything public and differ in secrets, and count what the room could tell.

Fails if it could tell any two apart.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from os import cpu_count

from rich.progress import Progress, TimeRemainingColumn

from narrator.games.night.loading import shipped_script

from tests.book_line_ups import LINE_UPS
from tests.secrecy.twins.pairs import Report, compare, told_to_all

SCRIPT = shipped_script()
TWINS = 8
"""Second tables to each first one."""

ROUND = 25
"""So many first tables are played by one process before their report is handed in."""


def round_of(seed: int, numbers: tuple[int, int]) -> Report:
    """Play the first tables with these numbers, and their twins."""
    report = Report()
    for number in range(*numbers):
        report.join(compare(SCRIPT, f"{seed}/{number}", twins=TWINS, most=LINE_UPS.most))
    return report


def reports(pairs: int, jobs: int, seed: int) -> Iterator[Report]:
    """The report of each round as it is finished."""
    firsts = -(-pairs // TWINS)
    rounds = list(pairwise([*range(0, firsts, ROUND), firsts]))
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(partial(round_of, seed), rounds)


def total(pairs: int, jobs: int, seed: int) -> Report:
    """Play the pairs with a progress bar, and join their reports."""
    report = Report()
    with Progress(*Progress.get_default_columns()[:-1], TimeRemainingColumn()) as progress:
        task = progress.add_task("pairs", total=pairs)
        for part in reports(pairs, jobs, seed):
            report.join(part)
            progress.update(task, completed=report.pairs, description=f"pairs ({len(report.leaks)} leaks)")
    return report


def tell(report: Report) -> None:
    """Print what was compared, and each leak."""
    pairs = report.pairs
    nights = ", ".join(f"{night}: {count}" for night, count in sorted(report.nights.items()))
    unheard = sorted(told_to_all(SCRIPT) - {*report.lines})
    print(f"pairs: {pairs}, of which {report.moved} have their cards dealt otherwise, {report.whole} whole games")
    print(f"cues compared: {report.cues}, {report.cues / pairs:.0f} a pair")
    print(f"secret answers that differ: {report.secrets}, {report.secrets / pairs:.1f} a pair")
    print(f"pairs by the last night compared: {nights}")
    print(f"lines that were never compared: {', '.join(unheard) or 'none'}")
    for leak in report.leaks:
        print(leak)
    print(f"leaks: {len(report.leaks)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    report = total(asked.pairs, asked.jobs, asked.seed)
    tell(report)
    return 1 if report.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
