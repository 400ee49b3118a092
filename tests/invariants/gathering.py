"""Tables drawn at random: who comes, which cards are dealt, and what the house plays differently."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from narrator.errors import BadData
from narrator.games.night.flow.own_rules import day_of, of_script
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.proofreading.setups import deciding_roles
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import HouseRules, Setup
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.table import Answerers
from narrator.values import PartOf

from tests.book_line_ups import LINE_UPS

CHANCES = (0.0, 0.25, 0.5, 0.75, 1.0)
OPTIONS: dict[str, tuple[Any, ...]] = {
    "ship_night": (None, 1, 2, 5),
    "searches": (None, 1, 3, 4),
    "duels_per_day": (2, 0, 1, 3),
    "gambler_from_night": (2, 1, 3),
    "drinks": (2, 1, 3),
    "kali_thefts": (2, 1, 3),
    "signals_to_win": (3, 1, 2),
    "hits_to_win": (3, 1, 2),
    "shot_success": CHANCES,
    "possession_success": CHANCES,
    "warrior": ("once", "after-takeover"),
    "dead": ("faction", "nothing"),
    "statue_announced": (True, False),
}
"""What is drawn for house rules that are not a yes or no."""


def gather(chance: Random, script: Script) -> Setup:
    """Draw a table of 8 to 30: any cards with a bandit among them, any house rules, policy, dice and answers."""
    line_ups = LINE_UPS if of_script(script).believed else script.line_ups
    players = chance.randint(line_ups.fewest, line_ups.most)
    cards = _line_up(chance, line_ups, players) if chance.random() < 0.5 else _any_cards(chance, script, players)
    drawn = setup_with(
        cards,
        game=script.game,
        script=script.id,
        rules=_rules(chance, script),
        policy=chance.choice(["masked", "private", "open"]),
        dice=chance.choice(["engine", "table"]),
    )
    countable = drawn.policy != "open" and drawn.dice == "engine"
    answers: Answerers = chance.choice(["moderator", "keys", "counting" if countable else "open"])
    return replace(drawn, answers=answers, known=players % 2 == 1)


VOTES: tuple[dict[str, Any], ...] = (
    {},
    {"rounds": 2, "tie": "lot", "abstain": True},
    {"rounds": 2, "tie": "all", "majority": "of-votes"},
    {"tie": "decide", "majority": "of-living", "abstain": True},
    {"rounds": 3, "tie": "decide", "decides": "mayor", "abstain": True},
    {"rounds": 2, "tie": "nobody", "majority": "of-votes", "abstain": True},
)
"""How the steps of a day may be voted on; the first is the script's own way."""


@cache
def voting(script: Script, number: int) -> Script:
    """The script with the votes of this number for all steps, of which it then has the lines."""
    words = {
        key: word for key, word in VOTES[number % len(VOTES)].items() if key != "decides" or word in script.roles
    }
    steps = [step for step in day_of(script).steps if DAY_STEPS[step].vote] if words else []
    day = replace(script.day, vote={**script.day.vote, **{step: PartOf(words) for step in steps}})
    return replace(script, day=day) if steps else script


def with_own_deck(setup: Setup) -> Setup:
    """The same table, led, but with a deck of its own: what lies where is as people say when they are asked."""
    players = tuple(replace(player, card=None) for player in setup.player)
    return replace(setup, answers="moderator", deal="table", player=players, cards=setup.in_play)


def _line_up(chance: Random, line_ups: LineUps, players: int) -> tuple[str, ...]:
    """Take the suggested line-up with extra factions, as many as there is room for."""
    extra = chance.sample(tuple(line_ups.extra), chance.randrange(len(line_ups.extra) + 1))
    while True:
        try:
            return line_ups.suggest(players, chance.getrandbits(32), extra)
        except BadData:
            extra.pop()


def _any_cards(chance: Random, script: Script, players: int) -> tuple[str, ...]:
    """Take any roles of any factions, some of them more than once where that is allowed."""
    plain = [role.id for role in script.role if role.many]
    believed = of_script(script).believed
    first = chance.choice([role.id for role in script.role if role.faction == believed and not role.many] or plain)
    unique = [role.id for role in script.role if not role.many and role.id != first]
    number = chance.randint(players // 2, players - 1)
    others = chance.sample(unique, min(number, len(unique)))
    return (first, *others, *chance.choices(plain, k=players - 1 - len(others)))


def _rules(chance: Random, script: Script) -> HouseRules:
    """Draw every house rule, which is as likely the book's as not, by a chance of its own: another shifts none."""
    kind, drawn, number = type(script.rules), dict[str, Any](), chance.getrandbits(32)
    usual, options = kind(), {key: OPTIONS[key] for key in sorted(OPTIONS) if key in kind.single()}
    for key in kind.single():
        own = Random(f"{key} {number}")
        if own.random() < 0.5:
            continue
        if key == "self_target":
            drawn[key] = tuple(own.sample(sorted(script.roles), min(5, len(script.roles))))
        elif key == "no_self_target":
            deciding = deciding_roles(script)
            drawn[key] = tuple(own.sample(deciding, min(2, len(deciding))))
        else:
            drawn[key] = own.choice(options[key]) if key in options else not getattr(usual, key)
    own = Random(f"from_players {number}")
    few = min(3, len(options))
    later = {key: own.choice(options[key]) for key in own.sample([*options], few)} if own.random() < 0.5 else {}
    return kind(**drawn, from_players={str(own.randint(8, 30)): PartOf(later)} if later else {})
