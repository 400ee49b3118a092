"""What the engine needs of a game: rules of its own, which it registers under the name that setups give it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from narrator.errors import Problem
from narrator.games.night.events import Asked, Event
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Call, DaySteps, Script
from narrator.games.night.script.setup import HouseRules, Setup
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.values import replace


class OwnRules(Protocol):
    """The rules that a game has of its own: a module, by whose name another process loads them."""

    __name__: str

    @property
    def rules(self) -> Mapping[str, str]:
        """By which rule of the book a faction wins, or a way to win is judged."""

    @property
    def usual_wins(self) -> Mapping[str, tuple[str, ...]]:
        """The ways to win of factions whose script names none."""

    @property
    def steps(self) -> Mapping[str, tuple[str, ...]]:
        """The effects with which a faction wins by its own calls, all of which it needs."""

    @property
    def repeated(self) -> tuple[str, ...]:
        """The factions that win by taking such a step again and again."""

    @property
    def usual_steps(self) -> tuple[str, ...]:
        """The steps of a day of a script that names none (`DAY_STEPS`)."""

    def usual_line_ups(self) -> LineUps:
        """The line-ups of a script that says nothing of them."""

    @property
    def lines_of_traits(self) -> Mapping[str, tuple[str, ...]]:
        """The lines that tell what cards with a trait, or an effect by a call, may do."""

    @property
    def spare_lines(self) -> Mapping[str, tuple[str, ...]]:
        """Lines that its scripts may have besides, and what each may name."""

    def faults_of_script(self, script: Script, place: str) -> Iterator[Problem]:
        """Find what makes a script unfit for this game alone."""

    def faults_of_rules(self, rules: HouseRules, script: Script, place: str) -> Iterator[Problem]:
        """Find house rules that cannot be together in this game alone."""

    def faults_of_cards(self, cards: set[str], script: Script, place: str) -> Iterator[Problem]:
        """Find what is wrong with these cards, all of them known, or odd about them."""

    @property
    def believed(self) -> str:
        """Which side is believed, at first, to have what all fight for; empty if there is no such thing."""

    @property
    def unmanned(self) -> tuple[str, ...]:
        """Who can win without a player on their side."""

    def judge_night(self, draft: Draft) -> None:
        """End the game if somebody has won now that all calls of the night are made."""

    def judge_round(self, draft: Draft) -> None:
        """End the game if somebody has won now that all have read what was kept for them."""

    def killed(self, draft: Draft, seat: int, call: str, killer: int) -> None:
        """Let follow what follows from a death by night: by the open call, or by an earlier one with its killer."""

    def died(self, draft: Draft, *seats: int) -> None:
        """Let follow what follows from deaths of which the room has heard, or judge what a moderator has set."""

    def cards_changed(self, draft: Draft, before: State) -> None:
        """Let follow what follows for those who were on another side before: called by `change_cards`."""

    def bury(self, draft: Draft) -> None:
        """Let die whom a moderator was to look up, once their cards are known (deck.BURIAL)."""

    def call_of(self, state: State, question: Asked) -> Call | None:
        """The call of the night whose power a question of the day is about; None for most."""

    def last_turn(self, state: State, winner: str, rule: str) -> str:
        """How the win by this rule came about, as the finale has it (`finale.turns.…`); empty if it is none."""

    def habits(self) -> Mapping[str, Callable[[Any, State, Asked], str]]:
        """What people at simulated tables answer to questions of its own, by the question's key."""

    def leave(self, draft: Draft, seat: int) -> None:
        """Let somebody go home, and let follow what follows."""


W = TypeVar("W")

RULES: dict[str, OwnRules] = {}
"""By the game's name in setups."""


def of_script(script: Script | None) -> OwnRules:
    """The rules of the script's game; without a script, or of a game that is unknown, those that came last."""
    return RULES.get(script.game if script else "") or next(reversed(RULES.values()))


def known(words: Mapping[str, W], script: Script, function: Callable[[W], Callable[..., object]]) -> dict[str, W]:
    """Of words that are registered, each with its `function`, those of the engine and of the script's own game."""
    own = of_script(script).__name__
    homes = f"{_ENGINE}.", f"{own.rpartition('.')[0] or own}."
    return {word: one for word, one in words.items() if f"{function(one).__module__}.".startswith(homes)}


_ENGINE = __name__.rsplit(".", 2)[0]
"""Where the engine is, as its modules are called."""


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


def of(setup: Setup) -> OwnRules:
    """The rules of the game that is played at this table."""
    return RULES[setup.game]


def change_cards(draft: Draft, event: Event) -> None:
    """Let players change cards by this event, and let follow what follows from it."""
    before = draft.state.copy()
    draft.emit(event)
    of(before.setup).cards_changed(draft, before)
