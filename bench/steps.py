"""Take single steps from states that agree in everything public and differ in secrets, and compare them.

Fails if everybody at a table could notice any difference. With `--endgames`, lead the games to their end by day. With
`--leaks`, plant each known fault instead, and tell after how many steps it shows; fails if one does not.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from time import process_time

import pytest
from rich.progress import Progress, TimeRemainingColumn

from narrator.games.night.loading import shipped_script

from tests.book_line_ups import LINE_UPS
from tests.secrecy.leaks import LEAKS
from tests.secrecy.leaks.telling import a_win_by_day_closes_eyes_as_at_night
from tests.secrecy.steps.endgames import ENDGAMES
from tests.secrecy.steps.pairs import ANY, Drawing, Report, compare, tries

SCRIPT = shipped_script()
MISSED = 40_000
"""Steps after which a planted leak counts as missed."""
FEW = 10
"""People at most at a table that is to come to its end, or to show a leak, soon."""


def table(seed: int, drawing: Drawing, number: int) -> Report:
    """Take steps from the game with this number."""
    return compare(SCRIPT, f"{seed}/{number}", most=LINE_UPS.most if drawing == ANY else FEW, drawing=drawing)


def reports(jobs: int, seed: int, drawing: Drawing) -> Iterator[Report]:
    """The report of one game after the other, as each is finished."""
    with get_context("spawn").Pool(jobs, os.nice, (10,)) as pool:
        number = 0
        while True:
            yield from pool.map(partial(table, seed, drawing), range(number, number + 8 * jobs))
            number += 8 * jobs


def total(steps: int, jobs: int, seed: int, drawing: Drawing) -> Report:
    """Take at least so many steps, with a progress bar."""
    report = Report()
    with Progress(*Progress.get_default_columns()[:-1], TimeRemainingColumn()) as bar:
        task = bar.add_task("steps", total=steps)
        for part in reports(jobs, seed, drawing):
            report.join(part)
            bar.update(task, completed=report.steps, description=f"steps ({len(report.leaks)} leaks)")
            if report.steps >= steps:
                break
    return report


def tell(report: Report) -> None:
    """Print what was compared, and each leak."""
    phases = ", ".join(f"{phase} {count}" for phase, count in report.phases.most_common())
    differing = ", ".join(f"{secret} {count}" for secret, count in report.differing.most_common())
    print(f"steps: {report.steps} from {report.tables} games, {report.commanded} with commands")
    print(f"noticed and compared: {report.noticed}, and {report.air} pages of all phones")
    print(f"places: {phases}")
    print(f"secrets that differ: {differing}")
    for leak in report.leaks:
        print(leak)
    print(f"leaks: {len(report.leaks)}")


def planted() -> int:
    """Plant each leak, print after how many steps it shows, and give how many never do."""
    missed = 0
    known = [(*leak, ANY) for leak in LEAKS]
    for plant, cards, drawing in [*known, (a_win_by_day_closes_eyes_as_at_night, (), ENDGAMES)]:
        began = process_time()
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            taken = tries(SCRIPT, "planted", most=FEW, steps=MISSED, among=cards, drawing=drawing)
        missed += not taken
        print(f"{taken or 'missed':>6} {process_time() - began:6.1f} s  {plant.__name__}", flush=True)
    print(f"planted: {len(LEAKS) + 1}, missed: {missed}")
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--leaks", action="store_true", help="plant leaks instead")
    parser.add_argument("--endgames", action="store_true", help="lead games to their end by day")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.leaks:
        return 1 if planted() else 0
    report = total(asked.steps, asked.jobs, asked.seed, ENDGAMES if asked.endgames else ANY)
    tell(report)
    return 1 if report.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
