"""Where leaks are listed as they are planted, and how one changes what goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from narrator.games.night.game import NightGame
from narrator.games.night.state.state import State

C = TypeVar("C")

Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: list[tuple[Leak, tuple[str, ...]]] = []
"""Each with the cards without which it cannot be heard."""


def leak(*cards: str) -> Callable[[Leak], Leak]:
    def register(plant: Leak) -> Leak:
        LEAKS.append((plant, cards))
        return plant

    return register


def otherwise(patch: pytest.MonkeyPatch, kind: type[C], change: Callable[[State, C], C]) -> None:
    """Let cues of this kind, lines or a call's time, be others."""
    usual = NightGame.cue

    def cue(state: State) -> Any:
        given = usual(state)
        return change(state, given) if isinstance(given, kind) else given

    patch.setattr(NightGame, "cue", staticmethod(cue))
