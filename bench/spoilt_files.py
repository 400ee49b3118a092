"""Spoil files of every kind and read them as the commands do; count those that break something or take too long.

Fails if there are any. What is printed of one, its kind and number, makes the same file again.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import Progress, TimeRemainingColumn

from tests.spoiling.reading import TookTooLong, file_of, prepared, read

SHARES = {
    "setup": 15,
    "script": 5,
    "variant": 10,
    "voice": 15,
    "config": 15,
    "lexicon": 10,
    "group": 5,
    "pack": 5,
    "journal": 20,
}
"""So many of a hundred files are of each kind."""

ROUND = 100


def read_round(number: int) -> Counter[tuple[str, str]]:
    """Read a hundred spoilt files; count by kind which could be used, and which not, or what they broke."""
    found: Counter[tuple[str, str]] = Counter()
    with TemporaryDirectory() as folder:
        os.chdir(prepared(Path(folder)))
        for kind, share in SHARES.items():
            for one in range(share):
                name = f"{kind} {number}/{one}"
                found[kind, _read(kind, name, Path(folder))] += 1
        os.chdir("/")
    return found


def _read(kind: str, name: str, folder: Path) -> str:
    try:
        return "used" if read(kind, file_of(kind, name), folder) else "refused"
    except TookTooLong:
        return f"took too long: {name}"
    except Exception as error:  # noqa: BLE001 - to find them is what this is for
        at = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(at.filename).name}:{at.lineno}: {name}"


def rounds(first: int, count: int, jobs: int) -> Iterator[Counter[tuple[str, str]]]:
    """What was found in each round as it is finished."""
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(read_round, range(first, first + count))


def main() -> int:
    """Read the files, print what was found, and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the round to begin with: others for another number")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    found: Counter[tuple[str, str]] = Counter()
    with Progress(*Progress.get_default_columns(), TimeRemainingColumn()) as bar:
        task = bar.add_task("files", total=args.files)
        for one in rounds(args.first, -(-args.files // ROUND), args.jobs):
            found += one
            bar.update(task, advance=ROUND)
    for (kind, what), count in sorted(found.items()):
        print(f"{count:7}  {kind:8} {what}")
    broken = sum(count for (_, what), count in found.items() if what not in ("used", "refused"))
    print(f"{sum(found.values())} files, {broken} broke something or took too long")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
