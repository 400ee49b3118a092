"""What is checked of Ktulu alone: how the statue comes into play, its house rules, and what the book advises."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, fault, warn
from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.sides import BANDITS
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import HouseRules
from narrator.texts import message

ENTRY = "meet-with-statue"
"""The effect that brings the statue into play."""

_APART = (
    ("drunkard", "drunken-judge", message("faults.instead-of-the-first")),
    ("gambler", "bodyguard", message("faults.not-both")),
)
"""Two roles that the book keeps apart, and why."""


def faults_of_script(script: Script, place: str) -> Iterator[Problem]:
    """Find a statue that does not come into play once, in the zero night, with the bandits (R22, D2)."""
    if BANDITS not in script.factions:
        yield fault(f"{place}: faction", "faults.bandits-missing", faction=BANDITS)
        return
    entries = [(phase, call) for phase, call in script.every_call if call.do == ENTRY]
    if not any(phase == "zero" for phase, _ in entries):
        yield fault(f"{place}: zero", "faults.no-statue")
    for number, (phase, call) in enumerate(entries):
        where = f"{place}: {phase}[{call.id}]"
        if phase != "zero" or number:
            yield fault(f"{where}: do", "faults.statue-already")
        elif call.who != (BANDITS,):
            yield fault(f"{where}: who", "faults.statue-of-others", who=f'["{BANDITS}"]')


def faults_of_rules(rules: HouseRules, script: Script, place: str) -> Iterator[Problem]:
    """Warn of a roulette that stops on a statue of which nobody hears."""
    own = ours(rules)
    stops = own.gambler_stops_on_statue and not (own.gambler_finds_statue or own.announced)
    if stops and script.holders.get("roulette"):
        yield warn(f"{place}: gambler_stops_on_statue", "faults.stop-tells-holder")


def faults_of_cards(cards: set[str], script: Script, place: str) -> Iterator[Problem]:
    """Find line-ups without a bandit, or of bandits alone; warn of those that the book advises against."""
    factions = {script.roles[card].faction for card in cards}
    if BANDITS not in factions:
        own = tuple(role.id for role in script.role if role.faction == BANDITS)
        yield Problem(place, message("faults.no-bandit"), about=own[:1])
        return
    if len(factions) == 1:
        yield Problem(place, message("faults.all-bandits"), about=(*factions,))
        return
    if "sheriff" in script.roles and "sheriff" not in cards:
        yield warn(place, "faults.no-sheriff", about=("sheriff",))
    for one, other, why in _APART:
        if {one, other} <= cards:
            yield warn(place, "faults.apart", about=(one, other), one=one, other=other, why=why)
