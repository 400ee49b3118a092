"""Lead pairs of tables through whole rooms, and count what anybody could tell them apart by: in sound, and in light.

Fails if any two can be told apart.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

from rich.progress import Progress, TimeRemainingColumn

from narrator.games.ktulu.loading import shipped_script

from tests.secrecy.whole_rooms.opening import KINDS, Kind
from tests.secrecy.whole_rooms.pairs import Report, Wanted, compare

SCRIPT = shipped_script()

WANTED = Wanted(twins=8, most=12)

ROUND = 5
"""So many first tables are led by one process before their report is handed in."""


def round_of(kind: Kind, seed: int, numbers: tuple[int, int]) -> Report:
    """Lead the first tables with these numbers, and their twins."""
    report = Report()
    for number in range(*numbers):
        report.join(compare(SCRIPT, f"{seed}/{number}", kind, WANTED))
    return report


def total(kind: Kind, pairs: int, jobs: int, seed: int) -> Report:
    """Lead the pairs with a progress bar, and join their reports."""
    report, firsts = Report(), -(-pairs // WANTED.twins)
    rounds = list(pairwise([*range(0, firsts, ROUND), firsts]))
    bar = Progress(*Progress.get_default_columns()[:-1], TimeRemainingColumn())
    with get_context("spawn").Pool(jobs, os.nice, (10,)) as pool, bar:
        task = bar.add_task(kind, total=pairs)
        for part in pool.imap_unordered(partial(round_of, kind, seed), rounds):
            report.join(part)
            bar.update(task, completed=report.pairs, description=f"{kind} ({len(report.leaks)} leaks)")
    return report


def tell(kind: Kind, report: Report) -> None:
    """Print what was compared, and each leak."""
    pairs, hours = report.pairs, report.seconds / 3600
    print(f"{kind}: {pairs} pairs, of which {report.moved} have their cards dealt otherwise; {hours:.0f} hours")
    print(f"  compared: {report.sounds} sounds, {report.lights} changes of light")
    print(f"  secret answers that differ: {report.secrets}, {report.secrets / pairs:.1f} a pair")
    print(f"  cards never dealt: {', '.join(sorted({*SCRIPT.roles} - {*report.roles})) or 'none'}")
    print(f"  done aloud: {', '.join(f'{word} {count}' for word, count in report.acts.most_common()) or 'nothing'}")
    print(f"  pairs of which one table took another answer than was meant: {report.astray}")
    for leak in report.leaks:
        print(f"  {leak}")
    print(f"  leaks: {len(report.leaks)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, help="of each kind of room")
    parser.add_argument("--kind", choices=KINDS, help="all by default")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    leaks = 0
    for kind in [asked.kind] if asked.kind else KINDS:
        report = total(kind, asked.pairs, asked.jobs, asked.seed)
        tell(kind, report)
        leaks += len(report.leaks)
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
