"""Measure how long `narrator --help` takes beside Python importing Typer; the ratio must stay within the limit."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from statistics import median

RUNS = 15
LIMIT = 1.5

NARRATOR = str(Path(sysconfig.get_path("scripts")) / "narrator")
COMMANDS = {
    "import typer": [sys.executable, "-c", "import typer"],
    "narrator --help": [NARRATOR, "--help"],
}


def seconds(command: list[str]) -> float:
    """Run the command once and give its wall time in seconds."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def measure() -> dict[str, float]:
    """Give each command's median time; they take turns, so that a busy moment hits both."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for run in range(RUNS + 1):
        for name, command in COMMANDS.items():
            taken = seconds(command)
            times[name] += [taken] if run else []  # the first run fills the disk's cache
    return {name: median(values) for name, values in times.items()}


def main() -> int:
    found = measure()
    ratio = found["narrator --help"] / found["import typer"]
    print(f"median of {RUNS} runs, in milliseconds")
    for name, value in found.items():
        print(f"{name:<16} {1000 * value:7.1f}")
    print(f"{'ratio':<16} {ratio:7.2f}  (limit {LIMIT})")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
