"""The rules of a night game that has none of its own: its factions win as its script says (`game = "night"`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from narrator.errors import Problem
from narrator.games.night import events as e
from narrator.games.night.flow.shots import due
from narrator.games.night.flow.winning import judge
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.texts import message

NIGHT = "night"
"""What setups and scripts of such a game have as their `game`."""

rules: Mapping[str, str] = {}
usual_wins: Mapping[str, tuple[str, ...]] = {}
steps: Mapping[str, tuple[str, ...]] = {}
repeated: tuple[str, ...] = ()
lines_of_traits: Mapping[str, tuple[str, ...]] = {
    "pardon": ("say.day.pardon", "ask.day.pardon", "day.pardoned"),
    "last-shot": ("say.day.last-shot", "ask.day.last-shot", "day.last-shot"),
}
usual_steps = ("timer", "poison", "hang", "reveal")
spare_lines: Mapping[str, tuple[str, ...]] = {}
believed = ""
unmanned: tuple[str, ...] = ()


def usual_line_ups() -> LineUps:
    """None: a script names its own."""
    return LineUps()


def faults_of_script(_script: Script, _place: str) -> Iterator[Problem]:
    """None: all that such a game needs is checked of any."""
    return iter(())


def faults_of_rules(_rules: HouseRules, _script: Script, _place: str) -> Iterator[Problem]:
    """None."""
    return iter(())


def faults_of_cards(cards: set[str], script: Script, place: str) -> Iterator[Problem]:
    """Find players who have nobody to play against."""
    factions = {script.sides[card] for card in cards}
    if len(factions) == 1:
        yield Problem(place, message("faults.one-faction"), about=(*factions,))


def judge_night(draft: Draft) -> None:
    """D81, D83 Who died by night may have been saved until now; a last shot comes before who has won."""
    if not due(draft.state):
        judge(draft)
        if not draft.state.winner:
            judge(draft, "dawn")


def judge_round(draft: Draft) -> None:
    """Somebody may have died of what was asked in the round (D60)."""
    judge_night(draft)


def killed(_draft: Draft, _seat: int, _call: str, _killer: int) -> None:
    """D81 Nothing follows before the night is over: a later call may save them."""


def died(draft: Draft, *_seats: int) -> None:
    """D81, D83 Somebody may have won by it, but not while it is night, nor while somebody has a last shot left."""
    if draft.state.phase != "night" and not due(draft.state):
        judge(draft)


def cards_changed(_draft: Draft, _before: State) -> None:
    """Nothing is held whose side could change with its holder's."""


def bury(_draft: Draft) -> None:
    """Nobody dies of anything that would wait for a card."""


def call_of(_state: State, _question: e.Asked) -> Call | None:
    """No question of the day is about a power of the night."""
    return None


def last_turn(_state: State, _winner: str, _rule: str) -> str:
    """A win has no turn of its own."""
    return ""


def habits() -> Mapping[str, Callable[[Any, State, e.Asked], str]]:
    """It has no questions of its own."""
    return {}


def leave(draft: Draft, seat: int) -> None:
    """D64 Somebody goes home, which may decide the game."""
    draft.emit(e.Left(seat))
    draft.emit(e.ShotAsked(seat))  # as journals of 0.3.0 have it
    draft.announce_out("day.leaves", seat)
    died(draft)
