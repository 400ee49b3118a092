"""The rules of each game of nights by the name that setups give it, and what scripts leave to their game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from narrator.games.night.events import Event
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import DaySteps, Script
from narrator.games.night.script.setup import Setup
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.values import replace

if TYPE_CHECKING:  # they judge by what asks for them here
    from narrator.games.night.plain import NightRules

W = TypeVar("W")

RULES: dict[str, NightRules] = {}
"""By the game's name in setups."""


def of_game(game: object) -> NightRules:
    """The rules of the game of this name; of one that is unknown, those that came last."""
    return RULES.get(str(game)) or next(reversed(RULES.values()))


def of_script(script: Script | None) -> NightRules:
    """The rules of the script's game, as `of_game` finds it; without a script, those that came last."""
    return of_game(script.game if script else "")


def known(words: Mapping[str, W], script: Script, function: Callable[[W], Callable[..., object]]) -> dict[str, W]:
    """Of words that are registered, each with its `function`, those of the engine and of the script's own game."""
    own = type(of_script(script)).__module__
    return {word: one for word, one in words.items() if _is_of(own, function(one).__module__)}


@lru_cache(maxsize=1024)  # all words are looked up for each clause of a script
def _is_of(own: str, module: str) -> bool:
    engine = __name__.rsplit(".", 2)[0]
    homes = f"{engine}.", f"{own.rpartition('.')[0] or own}."
    return f"{module}.".startswith(homes)


def line_ups_of(script: Script | None) -> LineUps:
    """The script's line-ups, else those of its game, as `of_script` finds it."""
    return script.line_ups if script and script.line_ups.sizes else of_script(script).usual_line_ups()


@lru_cache(maxsize=16)
def day_of(script: Script) -> DaySteps:
    """The script's day, with the steps of its game if it names none."""
    return script.day if script.day.steps else replace(script.day, steps=of_script(script).usual_steps)


def steps_today(state: State) -> tuple[str, ...]:
    """The steps of the day that this is, or that follows this night."""
    return _steps_of(state.script, state.night + 1)


@lru_cache(maxsize=64)
def _steps_of(script: Script, number: int) -> tuple[str, ...]:
    day = day_of(script)
    return tuple(step for step in day.steps if day.first.get(step, 1) <= number)


def of(setup: Setup) -> NightRules:
    """The rules of the game that is played at this table."""
    return RULES[setup.game]


def change_cards(draft: Draft, event: Event) -> None:
    """Let players change cards by this event, and let follow what follows from it."""
    before = draft.state.copy()
    draft.emit(event)
    of(before.setup).cards_changed(draft, before)
