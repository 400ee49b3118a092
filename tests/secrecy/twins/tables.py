"""The cards on twin tables: a table drawn at random, and the same cards dealt another way round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from narrator.games.night.flow.own_rules import of_script
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Player, Policy, Setup
from narrator.games.parts import CASES

from tests.invariants.gathering import gather
from tests.scenario import SCRIPT, own_variant

Deal = tuple[int, ...]
"""For each seat 1…n of the first table, where the player with the same card sits at the second."""


THEMES: tuple[tuple[str, ...], ...] = (
    ("forgotten", "kaszabara", "drunkard"),
    ("doctor", "shamaness"),
    ("gambler", "bodyguard"),
    ("quiet-foot", "lucky-luke"),
    ("kali", "cleaner"),
    ("lone-coyote", "cardsharp"),
    ("choragiew", "courtesan"),
)
"""Cards that have to do with each other and seldom come together by chance."""


def draw_theme(chance: Random, script: Script) -> tuple[str, ...]:
    """Every other table of Ktulu has a theme."""
    return chance.choice((*THEMES, *[()] * len(THEMES))) if script.game == SCRIPT.game else ()


class Wanted(NamedTuple):
    """What a table must have: its script, cards among others, and house rules."""

    script: Script
    among: tuple[str, ...] = ()
    rules: Mapping[str, Any] | None = None


LIKE = (
    ("drunkard", "bandits"),
    ("drunken-judge", "ufos"),
    ("sheriff", "indians"),
    ("bodyguard", "bandits"),
    ("gambler", "indians"),
)
"""Roles whose picks are public, each with another side on which there may be a role like it."""


def draw_like(seed: str, wanted: Wanted) -> Wanted:
    """At one table of Ktulu in eight, if nothing is wanted of it, a role like another's, and cards that stay covered.

    It is drawn by a chance of its own: all other tables are as they would be without.
    """
    chance = Random(f"{seed} like")
    if wanted != Wanted(SCRIPT) or chance.random() > 1 / 8:
        return wanted
    role, side = chance.choice(LIKE)
    return Wanted(
        with_like(role, side), (role, "double"), {"dead": chance.choice(("faction", "nothing")), "from_players": {}}
    )


@cache
def with_like(role: str, side: str) -> Script:
    """The shipped script with a role of this side that can do what that role can."""
    own = SCRIPT.roles[role]
    cases = [f'{case} = "{form} bis"' for case in CASES if (form := getattr(own, case))]
    new = f'[new-role.double]\nlike = "{role}"\nfaction = "{side}"\nname = "{own.name} bis"\n'
    return own_variant(f'format = 1\nextends = "ktulu"\n{new}cases = {{ {", ".join(cases)} }}\n')


def draw_setup(
    chance: Random, script: Script, most: int, among: tuple[str, ...], rules: Mapping[str, Any] | None = None
) -> Setup:
    """Draw a table at which the room may hear public facts alone, of so many people at most, with its cards dealt.

    These cards are among them, and these house rules hold.
    """
    while True:
        setup = gather(chance, script)
        cards = _with(chance, script, list(setup.cards), among)
        if len(cards) <= most and {*among} <= {*cards}:
            policy: Policy = chance.choice(("masked", "private"))
            ruled = replace(setup, rules=replace(setup.rules, **(rules or {})))
            return seat(replace(ruled, policy=policy, language=script.language), chance.sample(cards, len(cards)))


def _with(chance: Random, script: Script, cards: list[str], among: tuple[str, ...]) -> list[str]:
    """Give those cards that are missing in the place of others, if there are enough; the bandits stay."""
    gang = {role.id for role in script.role if role.faction == of_script(script).believed}
    free = [place for place, card in enumerate(cards) if card not in among and card not in gang]
    missing = [card for card in among if card not in cards]
    for place, card in zip(chance.sample(free, min(len(free), len(missing))), missing, strict=False):
        cards[place] = card
    return cards


def seat(setup: Setup, cards: list[str]) -> Setup:
    """The players these cards."""
    players = tuple(Player(name=player.name, card=card) for player, card in zip(setup.player, cards, strict=True))
    return replace(setup, player=players, cards=())


def dealt(cards: tuple[str, ...], deal: Deal) -> list[str]:
    """The cards as the second table has them."""
    found = [""] * len(cards)
    for card, place in zip(cards, deal, strict=True):
        found[place - 1] = card
    return found


def draw_deal(chance: Random, cards: tuple[str, ...], factions: tuple[str, ...], unknown: list[int]) -> Deal:
    """Deal the cards of those who stay unknown anew: all of them, a few, each faction's among its own, or none."""
    deal = list(range(1, len(cards) + 1))
    kind = chance.choices(("none", "own", "few", "all"), weights=(3, 3, 5, 3))[0]
    if kind == "own":
        for faction in sorted(set(factions)):
            _mix(chance, deal, [place for place in unknown if factions[place - 1] == faction])
    elif kind == "few":
        _mix(chance, deal, chance.sample(unknown, min(len(unknown), chance.randint(2, 4))))
    elif kind == "all":
        _mix(chance, deal, unknown)
    return tuple(deal)


def _mix(chance: Random, deal: list[int], seats: list[int]) -> None:
    for place, other in zip(seats, chance.sample(seats, len(seats)), strict=True):
        deal[place - 1] = other
