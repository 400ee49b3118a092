"""What a running program and its children cost: processor time and memory (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_MEGABYTE = 1_000_000


def family(pid: int) -> list[int]:
    """List the process and all that it started, as far as they live."""
    parents = {int(stat.parent.name): _facts(stat)[1] for stat in Path("/proc").glob("[0-9]*/stat")}
    found = [pid]
    for member in found:  # it grows meanwhile
        found += [child for child, parent in parents.items() if parent == str(member)]
    return found


def called(pid: int, name: str) -> bool:
    """Whether the name stands in the process's command."""
    return name in Path(f"/proc/{pid}/cmdline").read_text()


def spent(pid: int) -> float:
    """The processor's seconds that the process and its children, dead ones too, have used."""
    return sum(_seconds(member) for member in family(pid))


def _seconds(pid: int) -> float:
    return sum(map(int, _facts(Path(f"/proc/{pid}/stat"))[11:15])) / _TICKS


def _facts(stat: Path) -> list[str]:
    """The facts that follow the name: its state, its parent, ...; zeros for one that has just ended."""
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return ["0"] * 20


def memory(members: Iterable[int]) -> float:
    """The megabytes that the processes hold in memory (resident), each by itself."""
    return sum(_resident(member) for member in members)


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / _MEGABYTE
