"""Proofread a script's line-ups: who is in them, and that there is a card for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.errors import BadData, Problem, fault, unknown, warn, write
from narrator.games.night.flow.own_rules import line_ups_of
from narrator.games.night.proofreading.cards import proofread_cards
from narrator.games.night.proofreading.setups import FEWEST, MOST
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Player, Setup
from narrator.texts import message


def proofread_line_ups(script: Script, place: str) -> Iterator[Problem]:
    """List the faults of the line-ups."""
    found, where = script.line_ups, f"{place}: line-ups"
    if not found.sizes:
        if not line_ups_of(script).sizes:
            yield fault(where, "faults.no-line-ups")
        return
    faults = [*_unknown(script, where), *_only_once(script, where), *_numbers(script, where)]
    yield from (*faults, *_of_others(script, where))


def proofread_suggested(script: Script, place: str) -> Iterator[Problem]:
    """The first table that cannot be dealt as suggested; a larger one for which there are no cards is a warning."""
    found, where = script.line_ups, f"{place}: line-ups: sizes"
    for players in range(found.fewest, max(found.fewest, found.most) + 1) if found.sizes else ():
        try:
            cards = found.suggest(players, 0, sides=script.sides)
        except BadData as bad:
            yield from _too_few(bad, players, found.fewest, where)
            return
        setup = Setup(player=tuple(Player(name="") for _ in cards), cards=cards)
        for problem in proofread_cards(setup, script, ""):
            if not problem.warning:
                yield fault(where, "faults.of-a-line-up", problem.cure, players=players, fault=problem.words)
                return


def _too_few(bad: BadData, players: int, fewest: int, where: str) -> Iterator[Problem]:
    if players == fewest:
        yield Problem(where, bad.problems[0].words)
    else:
        yield warn(where, "faults.no-cards-for-so-many", write(f"most = {players - 1}"), players=players)


def _unknown(script: Script, where: str) -> Iterator[Problem]:
    """Factions and roles that there are not, each where it is named first."""
    found, told = script.line_ups, set[str]()
    sides: list[tuple[str, Iterable[str]]] = [("rest", [found.rest])]
    sides += [(key, getattr(found, key)) for key in ("extra", "least", "drawn", "first", "more", "plain")]
    sides += [(f"sizes: {least}", row) for least, row in found.sizes.items()]
    roles = [("key", found.key), *((key, of_side) for key, _, of_side in _by_side(script))]
    for kind, known, lists in (("faction", script.factions, sides), ("role", script.roles, roles)):
        for key, name in ((key, name) for key, named in lists for name in named if name not in known):
            if name not in told:
                yield unknown(f"{where}: {key}", _NONE[kind], name, known)
            told.add(name)


_NONE = {"faction": "faults.no-faction", "role": "faults.no-role"}


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
            words = message("faults.no-number-of-players", found=least, fewest=FEWEST, most=MOST)
            yield Problem(f"{where}: sizes: {least}", words)
        elif min(row.values(), default=0) < 0 or sum(found.row_for(int(least)).values()) > int(least):
            yield fault(f"{where}: sizes: {least}", "faults.more-than-play", players=least)
    if found.most > MOST:
        yield fault(f"{where}: most", "faults.too-much", value=str(found.most), most=MOST)
