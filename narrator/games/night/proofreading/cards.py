"""Proofread cards: those of a setup, and those that a script's line-ups suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.errors import BadData, Problem, fault, suggest, unknown, warn, write
from narrator.games.night.flow import own_rules
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import FEWEST, MOST, Player, Setup
from narrator.texts import message

Placed = list[tuple[str, str]]
"""Each card with its place in the file."""


def proofread_cards(setup: Setup, script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of a setup's cards; if there are none, what is odd about the line-up."""
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
    """Whether each player has a card, or there are as many to deal."""
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
    """Cards that the script has not; one of a name profile's names is meant by that."""
    called = [(names[role].name.casefold(), role) for names in script.vocabulary.values() for role in script.roles]
    for where, card in cards:
        if card not in script.roles:
            meant = next((role for name, role in called if name == card.casefold()), "")
            cure = write(f'"{meant}"') if meant else suggest(card, script.roles)
            yield fault(where, "faults.no-role", cure, name=card)


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


# ---- Line-ups ----


def proofread_line_ups(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of the line-ups: who is in them, and how many."""
    where = f"{place}: line-ups"
    if script.line_ups.sizes:
        yield from _unknown(script, where)
        yield from _only_once(script, where)
        yield from _numbers(script, where)
        yield from _of_others(script, where)
    elif not own_rules.line_ups_of(script).sizes:
        yield fault(where, "faults.no-line-ups")


def proofread_suggested(script: Script, place: str) -> Iterator[Problem]:
    """The first table that cannot be dealt as suggested; a larger one for which there are no cards is a warning."""
    found, where = script.line_ups, f"{place}: line-ups: sizes"
    for players in range(found.fewest, max(found.fewest, found.most) + 1) if found.sizes else ():
        try:
            cards = found.suggest(players, 0, sides=script.sides)
        except BadData as bad:
            most = write(f"most = {players - 1}")
            few = warn(where, "faults.no-cards-for-so-many", most, players=players)
            yield few if players > found.fewest else Problem(where, bad.problems[0].words)
            return
        setup = Setup(player=tuple(Player(name="") for _ in cards), cards=cards)
        for problem in proofread_cards(setup, script, ""):
            if not problem.warning:
                yield fault(where, "faults.of-a-line-up", problem.cure, players=players, fault=problem.words)
                return


def _unknown(script: Script, where: str) -> Iterator[Problem]:
    """Factions and roles that there are not, each where it is named first."""
    found, told = script.line_ups, set[str]()
    sides: list[tuple[str, Iterable[str]]] = [("rest", [found.rest])]
    sides += [(key, getattr(found, key)) for key in ("extra", "least", "drawn", "first", "more", "plain")]
    sides += [(f"sizes: {least}", row) for least, row in found.sizes.items()]
    roles = [("key", found.key), *((key, of_side) for key, _, of_side in _by_side(script))]
    for words, known, lists in (
        ("faults.no-faction", script.factions, sides),
        ("faults.no-role", script.roles, roles),
    ):
        for key, name in ((key, name) for key, named in lists for name in named if name not in known):
            if name not in told:
                yield unknown(f"{where}: {key}", words, name, known)
            told.add(name)


def _by_side(script: Script) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The place, the faction and the roles of each list."""
    found = script.line_ups
    for key, lists in (("first", found.first), ("more", found.more)):
        yield from ((f"{key}: {side}", side, roles) for side, roles in lists.items())
    yield from ((f"plain: {side}", side, (role,)) for side, role in found.plain.items())


def _of_others(script: Script, where: str) -> Iterator[Problem]:
    """Warn of roles in the list of another faction, from which they are not taken."""
    for key, side, roles in _by_side(script):
        for role in (script.roles[name] for name in roles if name in script.roles):
            if side in script.factions and role.faction != side:
                words = message("faults.of-another-faction", role=role.id, faction=role.faction, other=side)
                yield Problem(f"{where}: {key}", words, warning=True)


def _only_once(script: Script, where: str) -> Iterator[Problem]:
    """Roles that only one player may have, and a list has twice, or for any number of players."""
    for key, _, named in _by_side(script):
        most = 0 if key.startswith("plain") else 1
        for role in (script.roles[name] for name in dict.fromkeys(named) if name in script.roles):
            if named.count(role.id) > most and not role.many:
                yield fault(f"{where}: {key}", "faults.only-one-player", write("many = true"), role=role.id)


def _numbers(script: Script, where: str) -> Iterator[Problem]:
    found = script.line_ups
    for least, row in found.sizes.items():
        if not (least.isdecimal() and FEWEST <= int(least) <= MOST):
            yield fault(
                f"{where}: sizes: {least}", "faults.no-number-of-players", found=least, fewest=FEWEST, most=MOST
            )
        elif min(row.values(), default=0) < 0 or sum(found.row_for(int(least)).values()) > int(least):
            yield fault(f"{where}: sizes: {least}", "faults.more-than-play", players=least)
    if found.most > MOST:
        yield fault(f"{where}: most", "faults.too-much", value=str(found.most), most=MOST)
