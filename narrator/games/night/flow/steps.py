"""The register of the day's questions, and what several of its steps share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from narrator.cues import Audience
from narrator.games.night import events as e
from narrator.games.night.flow.effects import PERSON
from narrator.games.night.script.script import Vote
from narrator.games.night.state.draft import Draft, Offer, as_choices
from narrator.games.night.state.state import State
from narrator.games.night.told.public import may_live
from narrator.values import dataclass

Step = Callable[[Draft, str, e.Asked], None]
STEPS: dict[str, Step] = {}
"""What handles the answer to each of the day's questions: a function of the draft, the answer and the question."""


def step(key: str) -> Callable[[Step], Step]:
    """Register what handles the answers to the question `key`."""

    def register(function: Step) -> Step:
        STEPS[key] = function
        return function

    return register


Lines = Mapping[str, tuple[str, ...]]
"""Lines by their ids, with what each may name."""

Offered = Callable[[Draft], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class DayStep:
    """A step of a day that a script may name.

    offered  what of it may be chosen now; no secret may decide on that
    lines    the lines that a script must have for it, and what each may name
    spare    those that it may have for it too
    powers   the traits and effects that are about it; a trait means nothing without it
    vote     how it is voted on where the script says nothing else; None if it is not
    """

    offered: Offered
    lines: Lines
    spare: Lines
    powers: tuple[str, ...] = ()
    vote: Vote | None = None


DAY_STEPS: dict[str, DayStep] = {}
"""The steps of a day, by the words that a script has for them."""

COUNT_LINES: dict[str, tuple[str, ...]] = {
    "day.counted": ("count",),
    "day.miscounted": ("count", "total"),
    "day.left": (*PERSON, "count"),
    "ask.day.miscount": (),
}
"""The lines that a step has in which hands are counted."""


def day_step(name: str, lines: Lines, spare: Lines, **more: Any) -> Callable[[Offered], Offered]:
    """Make a function that lists what of a step may be chosen now a word for the `steps` of a script's day."""

    def register(function: Offered) -> Offered:
        DAY_STEPS[name] = DayStep(function, lines, spare, **more)
        return function

    return register


def ask_seat(draft: Draft, key: str, seats: Iterable[int], *, to: Audience = "all", **more: Any) -> None:
    """Ask everybody (or `to`) for one of these seats; any other is refused as not offered."""
    draft.ask(key, "seat", to=to, offer=Offer(list(seats)), **more)


def seats_in(said: str) -> tuple[int, ...]:
    """The seats that an answer names; none in a `none`."""
    return () if said == "none" else tuple(map(int, said.split(",")))


def may_settle(state: State, seat: int, whose: Iterable[int]) -> bool:
    """Whether this seat may pardon, or judge, one of these: by `no_self_target` some may not where it is themselves.

    They are asked all the same, for else all would know whose card it is; then their word counts for nothing (R88).
    So it is for one who is dead whose card stayed covered (D78).
    """
    return state.alive(seat) and (seat not in whose or state.card(seat) not in state.rules.no_self_target)


def may_come(state: State, seat: int) -> bool:
    """Whether the player of the card in this seat may come forward, for all that is known of the card (D78)."""
    return not state.publicly_gone(seat) or (state.covered(seat) and may_live(state, (state.cards[seat - 1],)))


def asks_seat(what: str, seats: Callable[[State], Iterable[int]], **more: Any) -> None:
    """Let the step of the day of this name begin with the question for one of these seats."""
    STEPS[f"day:{what}"] = lambda draft, *_: ask_seat(draft, f"day.{what}", seats(draft.state), **more)


def ask_count(draft: Draft, key: str, least: int, most: int, about: int = 0, line: str | None = None) -> None:
    """Ask everybody, by the question's own line or another, for a number from `least` to `most`.

    If it can be one only, say so and count it (D61).
    """
    if least == most:
        draft.announce("day.left", seat=about, count=most)
        STEPS[key](draft, str(most), e.Asked(key, "count", "all", (str(most),), line or f"ask.{key}", about=about))
        return
    draft.ask(key, "count", to="all", line=line, choices=as_choices(range(least, most + 1)), about=about)


def ask_timed(draft: Draft, key: str, seconds: float, *, about: int = 0, stage: int = 0) -> None:
    """Wait until the time is up, or somebody says that it is over."""
    draft.ask(key, "choice", to="all", choices=("over", "time"), about=about, stage=stage, seconds=seconds)


def take(draft: Draft, question: e.Asked, said: str) -> None:
    """Take the step to which the answer to a question outside the night led."""
    STEPS[question.key](draft, said, question)
