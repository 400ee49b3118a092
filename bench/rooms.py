"""Lead pairs of tables through whole rooms, and count what anybody could tell them apart by: in sound, and in light.

Fails if any two can be told apart. With `--leaks`, plant each known fault instead, and tell after how many pairs it
is noticed; fails if one is not.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from time import process_time

import pytest
from rich.progress import Progress, TimeRemainingColumn

from narrator.games.night.loading import shipped_script

from tests.secrecy.room_leaks import LEAKS
from tests.secrecy.whole_rooms.opening import KINDS, Kind
from tests.secrecy.whole_rooms.pairs import Report, Wanted, compare, tries

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
    print(
        f"  compared: {report.sounds} sounds, {report.lights} changes of light, {report.air} of phones and television"
    )
    print(f"  secret answers that differ: {report.secrets}, {report.secrets / pairs:.1f} a pair")
    print(f"  cards never dealt: {', '.join(sorted({*SCRIPT.roles} - {*report.roles})) or 'none'}")
    print(f"  done aloud: {', '.join(f'{word} {count}' for word, count in report.acts.most_common()) or 'nothing'}")
    print(f"  pairs of which one table took another answer than was meant: {report.astray}")
    for leak in report.leaks:
        print(f"  {leak}")
    print(f"  leaks: {len(report.leaks)}")


def planted(kinds: tuple[Kind, ...]) -> int:
    """Plant each leak of these rooms, print after how many pairs it is noticed, and give how many never are."""
    leaks = [leak for leak in LEAKS if leak.kind in kinds]
    missed = 0
    for leak in leaks:
        began = process_time()
        with pytest.MonkeyPatch.context() as patch:
            leak.leak(patch)
            taken = tries(SCRIPT, "planted", leak.kind, Wanted(among=leak.among, doing=leak.doing), leak.sense)
        missed += not taken
        spent = process_time() - began
        print(f"{taken or 'missed':>6} {spent:6.1f} s  {leak.kind}: {leak.leak.__name__}", flush=True)
    print(f"planted: {len(leaks)}, missed: {missed}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, help="of each kind of room")
    parser.add_argument("--kind", choices=KINDS, help="all by default")
    parser.add_argument("--leaks", action="store_true", help="plant leaks instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kinds: tuple[Kind, ...] = (asked.kind,) if asked.kind else KINDS
    if asked.leaks:
        return 1 if planted(kinds) else 0
    leaks = 0
    for kind in kinds:
        report = total(kind, asked.pairs, asked.jobs, asked.seed)
        tell(kind, report)
        leaks += len(report.leaks)
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
