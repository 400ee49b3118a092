"""Pairs of tables that chance seldom brings together, by hand: the room cannot tell them apart (R103).

What is wrong about poison in a body shows here alone: bench/steps.py did not come to it in 40,000 steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import HouseRules, Player, Setup
from narrator.games.night.simulation.evening import answered

from tests.scenario import SCRIPT
from tests.secrecy.leaks import Leak
from tests.secrecy.leaks.calls import (
    nobody_waits_at_dawn_unless_a_sleeper_is_told,
    nobody_waits_for_a_gambler_who_is_dead,
    what_was_done_in_silence_is_known_once_nobody_lies_covered,
)
from tests.secrecy.leaks.telling import poison_that_found_a_body_is_struck_off
from tests.secrecy.twins.first import Played, key_of
from tests.secrecy.twins.room import Heard
from tests.secrecy.twins.sitting import listen

Answers = dict[str, str]
"""What is answered by night, by call or question, `call@2` in one night alone; who is not named is too late."""


EARLY = HouseRules(gambler_from_night=1)


@dataclass(frozen=True)
class Pair:
    """Two tables: their cards, what both answer and what each does, the day after it, and how long they agree."""

    cards: tuple[str, ...]
    other_cards: tuple[str, ...]
    answers: Answers
    own: tuple[Answers, Answers]
    until: str
    day: tuple[str, ...] = ()
    rules: HouseRules = EARLY


GODS = ("forgotten", "drunkard", "boss", "bandit", "townsman", "kaszabara")
A_GIFT = Pair(
    GODS,
    GODS,
    {"drunkard.drink": "4", "gods.shoot": "3", "roll": "yes", "take": "yes", "gods.statue": "1"},
    ({"forgotten.gift": "4"}, {"forgotten.gift": "3"}),
    until="ask.day",
)
"""A bandit who is drunk is told of the gift at dawn, the boss at once; everybody hears that the bandits have it."""

POISONED = ("shamaness", "boss", "green-tentacle", "townsman", "townsman", "townsman")
POISON = Pair(
    POISONED,
    POISONED,
    {"indians.kill": "6", "green-tentacle.kill": "5", "ufos.search": "4"},
    ({"shamaness.poison": "5"}, {"shamaness.poison": "none"}),
    until="ask.day",
    day=("search", "4"),
)
"""Poison in somebody who dies in the same night, or none."""

ROULETTE = Pair(
    ("gambler", "boss", "townsman", "bandit", "townsman"),
    ("gambler", "boss", "bandit", "townsman", "townsman"),
    {"gambler.roulette": "3", "point-again": "time"},
    ({}, {}),
    until="dawn.died",
)
"""The gambler dies by his pick, or kills it and has time to point again; nobody knows before the dawn."""

CARDS = ("drunkard", "boss", "bandit", "chief", "townsman", "townsman", "townsman", "townsman")
ALIVE_AGAIN = Pair(
    CARDS,
    CARDS,
    {"indians.kill@1": "7"},
    ({"drunkard.drink@2": "5"}, {}),
    until="dawn.wake",
    day=("night", "override", "revive", "7", "night"),
    rules=HouseRules(dead="nothing", drinks=1),
)
"""While all may think that he is out, the drunkard drinks, or does not; then the one who was out lives again."""

PAIRS = [
    (A_GIFT, nobody_waits_at_dawn_unless_a_sleeper_is_told),
    (POISON, poison_that_found_a_body_is_struck_off),
    (ROULETTE, nobody_waits_for_a_gambler_who_is_dead),
    (ALIVE_AGAIN, what_was_done_in_silence_is_known_once_nobody_lies_covered),
]
"""Each with a leak by which the two could be told apart."""


def played(pair: Pair, cards: tuple[str, ...], own: Answers) -> Played:
    """Play a zero night in which nobody answers, the nights after it, and their days."""
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(cards, 1))
    game = Ktulu(Setup(player=players, dice="table", rules=pair.rules), SCRIPT)
    table, act, days = Played(game, 1), game.draft_opening(game.begin(1, quiet=True)), iter(("night", *pair.day))
    while (question := act.state.question) is not None:
        state = act.state
        if state.windowed:
            named = (pair.answers | own) if state.night else {}
            call = state.at.call
            said = named.get(question.key) or named.get(call) or named.get(f"{call}@{state.night}", "time")
        else:
            said = "ready" if question.kind == "ready" else next(days, "")
        if not said:
            break
        table.steps.append((key_of(state, question), said))
        act = answered(game, state, said)
    return table


def heard(pair: Pair, cards: tuple[str, ...], own: Answers) -> list[tuple[object, ...]]:
    """What the room hears, and when, up to the last time that the pair's last line begins."""
    items: list[Heard] = listen(played(pair, cards, own), Random(repr(own)), [])
    ends = [place for place, item in enumerate(items) if getattr(item.cue, "line", "").startswith(pair.until)]
    assert ends, [getattr(item.cue, "line", "") for item in items]
    return [item[:2] for item in items[: ends[-1] + (pair.until.startswith("ask"))]]


def same(pair: Pair) -> bool:
    """Whether both tables sound the same."""
    one, other = pair.own
    return heard(pair, pair.cards, one) == heard(pair, pair.other_cards, other)


@pytest.mark.parametrize(("pair", "leak"), PAIRS, ids=["a-gift", "poison", "roulette", "alive-again"])
def test_the_room_cannot_tell_them_apart(pair: Pair, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    assert same(pair)
    leak(monkeypatch)
    assert not same(pair)
