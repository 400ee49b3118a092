"""Proofread a setup: who sits at the table, the cards, and how the narrator shall behave."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, suggest
from narrator.games.ktulu.draft import always_others
from narrator.games.ktulu.effects import EFFECTS
from narrator.games.ktulu.proofreading.cards import proofread_cards
from narrator.games.ktulu.proofreading.clauses import MOST_COUNTED
from narrator.games.ktulu.proofreading.reach import proofread_reach_tonight
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import HouseRules, Setup
from narrator.games.naming import alike, sayable

FEWEST, MANY, SPOKEN, MOST = 3, 20, 30, 60
"""Players: at least; more than the older edition advises; the last seat that can be spoken; at most."""

AT_LEAST = {
    "ship_night": 1,
    "searches": 1,
    "duels_per_day": 0,
    "gambler_from_night": 1,
    "drinks": 1,
    "kali_thefts": 1,
    "signals_to_win": 1,
    "hits_to_win": 1,
}
_CHANCES = ("shot_success", "possession_success")
_NEVER_ITSELF = tuple(word for word, effect in EFFECTS.items() if effect.offer is always_others)
"""The effects that nobody can have on themselves (D6)."""


def proofread_setup(setup: Setup, script: Script, place: str) -> list[Problem]:
    """List the setup's faults and warnings."""
    found = [
        *_behaviour(setup, script, place),
        *_number(setup, place),
        *_names(setup, place),
        *proofread_cards(setup, script, place),
        *proofread_rules(setup.rules, script, place),
    ]
    sound = all(problem.warning for problem in found)
    return [*found, *(proofread_reach_tonight(setup, script, place) if sound else ())]


def _behaviour(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    if setup.game != script.game:
        yield Problem(f"{place}: game", f"the script is for {script.game!r}", f'write game = "{script.game}"')
    if setup.language != script.language:
        fault = f"the script speaks {script.language!r}, not {setup.language!r}"
        cure = f'write language = "{script.language}", or give it a translation: docs/languages.md'
        yield Problem(f"{place}: language", fault, cure)
    profiles = [profile.id for profile in script.profile]
    if setup.names not in profiles:
        yield Problem(f"{place}: names", f"there is no name profile {setup.names!r}", suggest(setup.names, profiles))
    if setup.answers == "open" and setup.policy != "open":
        fault = f"a spoken answer gives its speaker away, which policy = {setup.policy!r} is to prevent"
        cure = 'choose "moderator", "keys" or "counting"'
        yield Problem(f"{place}: answers", fault, cure, warning=True, key="spoken-answers")
    if setup.answers == "counting" and setup.policy == "open":
        fault = "answers are counted in every secret call's time, and an open table has none"
        yield Problem(f"{place}: answers", fault, 'write policy = "masked", or choose "keys"')
    if setup.answers == "counting" and setup.dice == "table":
        fault = "the program would ask for the dice, and nobody has their eyes open"
        yield Problem(f"{place}: dice", fault, 'write dice = "engine"')
    if setup.deal == "table":
        yield from _own_deck(setup, f"{place}: deal")


def _own_deck(setup: Setup, where: str) -> Iterator[Problem]:
    if setup.answers != "moderator":
        fault = "a moderator sees who has which card of the table's deck, and here nobody leads"
        yield Problem(where, fault, 'write answers = "moderator", or deal = "engine"')
    if setup.player and not setup.cards and all(player.card for player in setup.player):
        fault = "the players have their cards already, and none is dealt at the table"
        yield Problem(where, fault, 'list them under cards instead, or write deal = "engine"')


def _number(setup: Setup, place: str) -> Iterator[Problem]:
    players, where = len(setup.player), f"{place}: player"
    if players < FEWEST:
        fault = f"{players} players cannot play: one hides the statue, one looks for it, one is suspected"
        yield Problem(where, fault, f"seat at least {FEWEST}, each under [[player]]")
    elif players > MOST:
        yield Problem(where, f"{players} players are too many", f"seat at most {MOST}")
    elif players > SPOKEN:
        fault = f"the book's tables end at {SPOKEN}, and seats above {SPOKEN} can be typed, not spoken"
        yield Problem(where, fault, "play two tables", warning=True, key="too-many-to-say")
    elif players > MANY:
        fault = f"the older edition advises against more than {MANY} players"
        yield Problem(where, fault, "play two tables, or be patient", warning=True, key="many")


def _names(setup: Setup, place: str) -> Iterator[Problem]:
    for seat, player in enumerate(setup.player, 1):
        name = " ".join(player.name.split())
        like = next((one for one, other in enumerate(setup.player[: seat - 1], 1) if alike(other.name, name)), 0)
        where = f"{place}: player[{name or seat}]: name"
        if not name:
            yield Problem(where, "the player has no name", f'write one, if only "Player {seat}"')
        elif not sayable(name) or not player.name.isprintable():
            yield Problem(where, f"{player.name!r} cannot be said as a name", "write letters")
        elif like:
            before = setup.player[like - 1].name
            same = " ".join(before.split()).casefold() == name.casefold()
            fault = f"seat {like} has {'this name too' if same else 'a name that looks the same'}"
            yield Problem(where, fault, f'tell them apart, such as "{name} K."')
        if player.say and not any(letter.isalpha() for letter in player.say):
            place_of_say = where.removesuffix("name") + "say"
            yield Problem(place_of_say, f"{player.say!r} has no letters", 'write what is heard, such as "Nikol"')


def proofread_rules(rules: HouseRules, script: Script, place: str) -> Iterator[Problem]:
    """Check the numbers of the house rules, and who may act on themselves."""
    for key, least in AT_LEAST.items():
        value = getattr(rules, key)
        if value is not None and not least <= value <= MOST_COUNTED:
            fault, cure = ("little", f"{least} or more") if value < least else ("much", f"{MOST_COUNTED} or less")
            yield Problem(f"{place}: rules: {key}", f"{value} is too {fault}", f"write {cure}")
    for key in _CHANCES:
        value = getattr(rules, key)
        if not 0 <= value <= 1:
            yield Problem(f"{place}: rules: {key}", f"{value} is not a probability", "write a number from 0 to 1")
    for role in rules.self_target:
        where = f"{place}: rules: self_target"
        if role not in script.roles:
            yield Problem(where, f"there is no role {role!r}", suggest(role, script.roles))
        elif any({role, script.roles[role].faction} & script.holders.get(effect, set()) for effect in _NEVER_ITSELF):
            yield Problem(where, f"the {role} can never name himself", "take him out", warning=True)
    yield from _barred(rules, script, f"{place}: rules: no_self_target")


def _barred(rules: HouseRules, script: Script, where: str) -> Iterator[Problem]:
    """Check that whoever may not decide about themselves decides about anybody."""
    deciding = deciding_roles(script)
    for role in rules.no_self_target:
        if role not in script.roles:
            yield Problem(where, f"there is no role {role!r}", suggest(role, script.roles))
        elif role not in deciding:
            fault = f"the {role} neither pardons nor judges duels"
            yield Problem(where, fault, f"take him out; those who do: {', '.join(deciding)}")


def deciding_roles(script: Script) -> list[str]:
    """The roles that decide by day about somebody, who may be themselves (R88)."""
    return [role.id for role in script.role if {*role.traits} & {"pardon", "judge-duels"}]
