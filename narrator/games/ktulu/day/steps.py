"""The register of the day's questions, and what several of its steps share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from narrator.games.ktulu import events as e
from narrator.games.ktulu import wins
from narrator.games.ktulu.draft import Act, Offer
from narrator.games.ktulu.sides import TOWN

Step = Callable[[Act, str, e.Asked], None]
STEPS: dict[str, Step] = {}
"""What an answer to each of the day's questions leads to: a function of the act, the answer and the question."""


def step(key: str) -> Callable[[Step], Step]:
    """Register what the answers to the question `key` lead to."""

    def register(function: Step) -> Step:
        STEPS[key] = function
        return function

    return register


def living(act: Act) -> list[int]:
    """List the living; by day everybody knows them."""
    return act.state.living()


def ask_seat(act: Act, key: str, seats: Iterable[int], **more: Any) -> None:
    """Ask everybody for one of the seats; for the others say that they are not offered."""
    act.ask(key, "seat", to=more.pop("to", "all"), line=f"ask.{key}", offer=Offer(list(seats)), **more)


def ask_count(act: Act, key: str, least: int, most: int, about: int = 0) -> None:
    """Ask everybody for a number from `least` to `most`."""
    numbers = tuple(map(str, range(least, most + 1)))
    act.ask(key, "count", to="all", line=f"ask.{key}", choices=numbers, about=about)


def ask_timed(act: Act, key: str, seconds: float, *, about: int = 0, stage: int = 0) -> None:
    """Let everybody listen until the time is up, or somebody says that it is over."""
    choices = ("over", "time")
    line = f"ask.{key}"
    act.ask(key, "choice", to="all", line=line, choices=choices, about=about, stage=stage, seconds=seconds)


def ask_yes(act: Act, key: str, seat: int) -> None:
    """Ask the seat for a yes or no that everybody may hear."""
    act.ask(key, "yes-no", to=(seat,), line=f"ask.{key}", about=seat)


def die(act: Act, seats: Iterable[int], by: str) -> None:
    """Let people die by day: cards are shown, and if the holder is among them the town wins before all else (R14)."""
    doomed = sorted(seats)
    for seat in doomed:
        act.emit(e.Killed(seat, by))
        act.announce("day.died", seat=seat, card=act.state.card(seat))
    if act.state.holder in doomed:
        find_statue(act)
    else:
        wins.judge_survivors(act)


def find_statue(act: Act) -> None:
    """Let the town find the statue and win (R14)."""
    act.announce("day.found")
    wins.win(act, TOWN)


def strike_poison(act: Act) -> None:
    """Let tonight's poison kill, if it has not yet (R37, R82); without a victim nothing is heard."""
    poisoned = sorted(act.state.marks.on("poison"))
    for seat in poisoned:
        act.emit(e.PoisonStruck(seat))
    dying = [seat for seat in poisoned if act.state.alive(seat)]
    for seat in dying:
        act.announce("day.poisoned", seat=seat)
    if dying:
        die(act, dying, "poison")
