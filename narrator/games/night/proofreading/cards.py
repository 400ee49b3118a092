"""Proofread the cards of a setup: known, given or dealt to everybody, and a line-up that can work."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, fault, suggest, warn, write
from narrator.games.night.flow import own_rules
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Setup
from narrator.texts import message

Placed = list[tuple[str, str]]
"""Each card with its place in the file."""


def proofread_cards(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of the cards; if there are none, what is odd about the line-up."""
    cards = _placed(setup, place)
    faults = [*_dealt(setup, place), *_known(cards, script), *_unique(cards, script)]
    dealt, odd = {card for _, card in cards}, list[Problem]()
    if dealt and dealt <= script.roles.keys():
        odd = [*own_rules.of_script(script).faults_of_cards(dealt, script, f"{place}: cards")]
        faults += [problem for problem in odd if not problem.warning]
    yield from faults or (
        *odd,
        *_advice(dealt, script, {role for one in odd for role in one.about}, f"{place}: cards"),
    )


def _placed(setup: Setup, place: str) -> Placed:
    listed = [(f"{place}: cards[{number}]", card) for number, card in enumerate(setup.cards, 1)]
    given = [
        (f"{place}: player[{player.name or seat}]: card", player.card)
        for seat, player in enumerate(setup.player, 1)
        if player.card is not None
    ]
    return listed + given


def _dealt(setup: Setup, place: str) -> Iterator[Problem]:
    players, cards = len(setup.player), len(setup.cards)
    without = [player.name for player in setup.player if player.card is None]
    if cards and len(without) < players:
        yield fault(f"{place}: cards", "faults.cards-twice")
    elif cards and cards != players:
        yield fault(f"{place}: cards", "faults.cards-for-players", cards=cards, players=players)
    elif not cards and without and len(without) < players:
        yield fault(f"{place}: player", "faults.no-card-for", people=", ".join(without))
    elif not cards and without:
        yield fault(f"{place}: cards", "faults.no-cards")


def _known(cards: Placed, script: Script) -> Iterator[Problem]:
    for where, card in cards:
        if card not in script.roles:
            meant = _by_name(card, script)
            cure = write(f'"{meant}"') if meant else suggest(card, script.roles)
            yield fault(where, "faults.no-role", cure, name=card)


def _by_name(word: str, script: Script) -> str:
    """Find the role that some name profile calls by this word."""
    names = ((role, names[role].name) for names in script.vocabulary.values() for role in script.roles)
    return next((role for role, name in names if name.casefold() == word.casefold()), "")


def _unique(cards: Placed, script: Script) -> Iterator[Problem]:
    seen: set[str] = set()
    for where, card in cards:
        role = script.roles.get(card)
        if role and card in seen and not role.many:
            plain = [other.id for other in script.role if other.many and other.faction == role.faction]
            such = message("faults.another-role-such-as", role=plain[0]) if plain else ""
            yield fault(where, "faults.only-one-player", such or message("faults.another-role"), role=card)
        seen.add(card)


def _advice(cards: set[str], script: Script, told: set[str], place: str) -> Iterator[Problem]:
    """Warn of line-ups without key roles, but for those that are told of, or with all of many factions."""
    factions = {script.roles[card].faction for card in cards}
    known = [role for role in own_rules.line_ups_of(script).key if role in script.roles]
    key = [role for role in known if script.roles[role].faction in factions]
    missing = [role for role in key if role not in cards | told]
    if missing:
        yield warn(place, "faults.key-roles", about=tuple(missing), roles=", ".join(missing))
    if len(factions) == len(script.factions) > 4:
        yield warn(place, "faults.all-factions", count=len(factions))
