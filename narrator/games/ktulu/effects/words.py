"""The register of effects: a function's name becomes the word that a script's `do` may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.cues import AskKind
from narrator.games.ktulu.draft import Act, Chooser, others

Effect = Callable[..., None]
"""Called with the act and the answer: a seat, a tuple of seats, True for yes, or nothing if nothing is asked."""


@dataclass(frozen=True, slots=True)
class Word:
    """An effect, who may be picked for it, what comes before its question, and whether it happens without a pick too.

    An effect with `always` is called with None if nobody can choose, or nobody is chosen; without a turn if its call
    is left out. `tells` counts the private results that its call can have at most before anything of it is said
    aloud, `asks` the kinds of the questions that can follow the first one till then.
    """

    effect: Effect
    offer: Chooser
    before: Callable[[Act], None] | None
    always: bool
    tells: int
    asks: tuple[AskKind, ...]
    doc: str


EFFECTS: dict[str, Word] = {}
FOLLOW_UPS: dict[str, Callable[[Act, str, int], None]] = {}
"""What later questions of a call lead to: functions of the act, the answer, and the seat it is about."""


def effect(
    *,
    offer: Chooser = others,
    before: Callable[[Act], None] | None = None,
    always: bool = False,
    tells: int = 0,
    asks: tuple[AskKind, ...] = (),
) -> Callable[[Effect], Effect]:
    """Make a function a word for scripts; underscores become hyphens."""

    def register(function: Effect) -> Effect:
        word = function.__name__.replace("_", "-")
        EFFECTS[word] = Word(function, offer, before, always, tells, asks, (function.__doc__ or "").strip())
        return function

    return register


def follow_up(function: Callable[[Act, str, int], None]) -> Callable[[Act, str, int], None]:
    """Register what a later question of a call leads to, under the function's name."""
    FOLLOW_UPS[function.__name__.replace("_", "-")] = function
    return function
