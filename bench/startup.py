"""Measure the work of `narrator --help` beside Python importing Typer; the ratio must stay within the limit.

It is time of a processor, in turn and at best, so that others may use the computer too. Fails if the ratio does not
stay within the limit, or grew beyond what was kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from bench.figures import Figure, settle

RUNS = 40
LIMIT = 1.4
GROWTH = 0.1
"""The share by which the ratio may be more than the one that was kept."""

NARRATOR = str(Path(sysconfig.get_path("scripts")) / "narrator")
COMMANDS = {
    "import typer": [sys.executable, "-c", "import typer"],
    "narrator --help": [NARRATOR, "--help"],
}


def seconds(command: list[str]) -> float:
    """Run the command once, and give the seconds of a processor that it took."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure() -> dict[str, float]:
    """Each command's least time; they take turns, so that a busy moment hits both."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its modules compiled
    for run in range(RUNS + 1):
        for name, command in COMMANDS.items():
            taken = seconds(command)
            times[name] += [taken] if run else []  # the first run fills the disk's cache
    return {name: min(values) for name, values in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures, to compare later ones with")
    keep, found = parser.parse_args().keep, measure()
    ratio = found["narrator --help"] / found["import typer"]
    print(f"the least of {RUNS} runs, in milliseconds of a processor")
    for name, value in found.items():
        print(f"{name:<16} {1000 * value:7.1f}")
    print(f"{'ratio':<16} {ratio:7.2f}  (limit {LIMIT})")
    figures = [Figure(name, 1000 * value, "{:.1f} ms") for name, value in found.items()]
    as_before = settle("startup", [*figures, Figure("ratio", ratio, "{:.2f}", GROWTH)], keep=keep and ratio <= LIMIT)
    return 0 if ratio <= LIMIT and as_before else 1


if __name__ == "__main__":
    sys.exit(main())
