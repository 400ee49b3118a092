"""Proofread the cards of a setup: known, given or dealt to everybody, and a line-up that can work."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, suggest
from narrator.games.ktulu.lineups import KEY
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup
from narrator.games.ktulu.sides import BANDITS

Placed = list[tuple[str, str]]
"""Each card with its place in the file."""

_APART = (
    ("drunkard", "drunken-judge", "the book deals the second instead of the first"),
    ("gambler", "bodyguard", "the book advises against having both"),
)


def proofread_cards(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of the cards; if there are none, what is odd about the line-up."""
    cards = _placed(setup, place)
    faults = [*_dealt(setup, place), *_known(cards, script), *_unique(cards, script)]
    dealt = {card for _, card in cards}
    if dealt and dealt <= script.roles.keys():
        faults += _sides(dealt, script, f"{place}: cards")
    yield from faults or _advice(dealt, script, f"{place}: cards")


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
        fault = "there are cards to deal, and players who have one already"
        yield Problem(f"{place}: cards", fault, "list cards, or give every player a card")
    elif cards and cards != players:
        yield Problem(f"{place}: cards", f"{cards} listed for {players} players", "list one card for each player")
    elif not cards and without and len(without) < players:
        fault = f"no card for {', '.join(without)}"
        yield Problem(f"{place}: player", fault, "give every player a card, or list cards to deal")
    elif not cards and without:
        yield Problem(f"{place}: cards", "there are no cards", "list cards to deal, or give every player a card")


def _known(cards: Placed, script: Script) -> Iterator[Problem]:
    for where, card in cards:
        if card not in script.roles:
            meant = _by_name(card, script)
            cure = f'write "{meant}"' if meant else suggest(card, script.roles)
            yield Problem(where, f"there is no role {card!r}", cure)


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
            cure = f"take another role, such as {plain[0]}" if plain else "take another role"
            yield Problem(where, f"only one player may be the {card}", cure)
        seen.add(card)


def _sides(cards: set[str], script: Script, place: str) -> Iterator[Problem]:
    factions = {script.roles[card].faction for card in cards}
    if BANDITS not in factions:
        fault = "nobody is a bandit, and the statue begins with the bandits"
        own = tuple(role.id for role in script.role if role.faction == BANDITS)
        yield Problem(place, fault, 'deal a "boss"', key="no-bandit", about=own[:1])
    elif len(factions) == 1:
        fault = "everybody is a bandit, so there is nobody to play against"
        yield Problem(place, fault, 'deal a "sheriff"', key="all-bandits", about=(BANDITS,))


def _advice(cards: set[str], script: Script, place: str) -> Iterator[Problem]:
    """Warn of line-ups that the book advises against."""
    factions = {script.roles[card].faction for card in cards}
    if "sheriff" in script.roles and "sheriff" not in cards:
        yield Problem(place, "there is no sheriff", "deal one", warning=True, key="no-sheriff", about=("sheriff",))
    key = [role for role in KEY if role in script.roles and script.roles[role].faction in factions]
    missing = [role for role in key if role not in cards and role != "sheriff"]
    if missing:
        fault, about = f"key roles are left out: {', '.join(missing)}", tuple(missing)
        yield Problem(place, fault, "take these first", warning=True, key="key-roles", about=about)
    for one, other, why in _APART:
        if {one, other} <= cards:
            fault, about = f"{one} and {other}: {why}", (one, other)
            yield Problem(place, fault, "leave one of them out", warning=True, key="apart", about=about)
    if len(factions) == len(script.factions) > 4:
        fault = f"all {len(factions)} factions play, which the book advises against"
        yield Problem(place, fault, "take one or two extra factions", warning=True, key="all-factions")
