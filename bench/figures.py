"""Print the figures that were kept of each bench; benches compare what they measure with them, and keep new ones.

A figure is judged beside one of the same computer alone, by the tolerance that its bench names.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import tomlkit

FILE = Path(__file__).with_name("figures.toml")


class Figure(NamedTuple):
    """Something measured, how it is written, and by which share it may be worse than what was kept.

    Without a tolerance it is not judged; `more` says that more is better.
    """

    name: str
    value: float
    form: str = "{:.0f}"
    tolerance: float | None = None
    more: bool = False

    def worse(self, kept: str) -> bool:
        """Whether it is worse than the kept figure by more than is tolerated."""
        if self.tolerance is None:
            return False
        before = float(kept.split()[0])
        share = 1 + self.tolerance
        return self.value * share < before if self.more else self.value > before * share


def within(figures: Sequence[Figure], bounds: Sequence[float]) -> bool:
    """Print the figures, and the names of those above their bounds; tell if none is."""
    for figure in figures:
        print(f"{figure.name:56} {figure.form.format(figure.value):>10}")
    missed = [one.name for one, bound in zip(figures, bounds, strict=True) if one.value > bound]
    for name in missed:
        print(f"out of bounds: {name}")
    return not missed


def settle(bench: str, figures: Sequence[Figure], *, keep: bool, file: Path = FILE) -> bool:
    """Keep the bench's figures in place of the old ones, or print what is worse than those; tell if nothing is."""
    document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
    if keep:
        document[bench] = _entry(figures)
        file.write_text(tomlkit.dumps(document), encoding="utf-8")
        return True
    kept = document.unwrap().get(bench)
    if kept is None or kept["computer"] != computer():
        print(f"no figures of {bench} were kept on this computer: nothing to compare with (--keep)", file=sys.stderr)
        return True
    before = kept["figures"]
    worse = [figure for figure in figures if figure.name in before and figure.worse(before[figure.name])]
    for figure in worse:
        now, then = figure.form.format(figure.value), before[figure.name]
        print(f"{figure.name}: {now} now, {then} on {kept['date']}", file=sys.stderr)
    return not worse


def _entry(figures: Sequence[Figure]) -> tomlkit.items.Table:
    entry, written = tomlkit.table(), tomlkit.table()
    entry["date"] = datetime.now(UTC).date()
    entry["commit"] = _commit()
    entry["computer"] = computer()
    for figure in figures:
        written[figure.name] = figure.form.format(figure.value)
    entry["figures"] = written
    return entry


def _commit() -> str:
    ask = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(ask, cwd=FILE.parent, capture_output=True, encoding="utf-8", check=True).stdout.strip()


def computer() -> str:
    """Describe the computer."""
    return f"{os.cpu_count()} cores, {_processor()}, {_system()}, Python {platform.python_version()}"


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    names = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.platform(terse=True)


def told(file: Path = FILE) -> Iterator[str]:
    """Write what was kept, bench by bench."""
    for bench, kept in tomlkit.parse(file.read_text(encoding="utf-8")).unwrap().items():
        yield f"{bench}: {kept['date']}, {kept['commit']}, {kept['computer']}"
        yield from (f"  {name:<60} {figure:>10}" for name, figure in kept["figures"].items())


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in told())
