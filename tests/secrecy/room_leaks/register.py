"""Where leaks in rooms are listed as they are planted, and how one does something more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tests.secrecy.whole_rooms.acts import Cluster
from tests.secrecy.whole_rooms.opening import Kind

Leak = Callable[[pytest.MonkeyPatch], None]


class Planted(NamedTuple):
    """A leak, where it can be noticed and by which sense, and without which cards or acts it cannot.

    Some show at few tables only: `table` is where such a one is sought first, which saves up to a minute. Where each
    shows follows from what `python -m bench.rooms --leaks` tells: four pairs are a table.
    """

    leak: Leak
    kind: Kind
    sense: str
    among: tuple[str, ...] = ()
    doing: tuple[Cluster, ...] = ()
    table: int = 0


LEAKS: list[Planted] = []


def leak(
    kind: Kind, sense: str, *among: str, doing: tuple[Cluster, ...] = (), table: int = 0
) -> Callable[[Leak], Leak]:
    def register(plant: Leak) -> Leak:
        LEAKS.append(Planted(plant, kind, sense, among, doing, table))
        return plant

    return register


def around(patch: pytest.MonkeyPatch, owner: Any, name: str, also: Callable[..., object]) -> None:
    """Do something more after every call of a method; `also` gets its result, then its arguments."""
    usual = getattr(owner, name)

    def doing(*given: Any, **more: Any) -> Any:
        result = usual(*given, **more)
        also(result, *given)
        return result

    patch.setattr(owner, name, doing)
