"""Whole evenings as text: what went out, what was said, and what the room, each seat and the moderator know by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from narrator.cues import Ask, Audience, Cue, End, Pause, Refused, Say, Tell
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.script.setup import Policy
from narrator.games.table import Player as Reaper
from narrator.games.table import Table
from narrator.games.view import View

from tests import harvest
from tests.any_game.evening import after, begun
from tests.harvest import HarvestPackage
from tests.mishaps.happenings import PROMPT, legal
from tests.scenario import SCRIPT

FOLDER = Path(__file__).parent
CARDS = ("sheriff", "bodyguard", "boss", "avenger", "chief")
SEED, LONGEST = 3, 22
"""The seed of each evening, and the questions after which people go home."""


def _ktulu(policy: Policy) -> Table[Any, Any]:
    players = tuple(Player(name=card.capitalize(), card=card) for card in CARDS)
    return Table(KtuluPackage(), Setup(policy=policy, player=players), SCRIPT, [])


def tables() -> dict[str, Table[Any, Any]]:
    """The table of each evening, by the name of its file."""
    people = tuple(Reaper(name=name) for name in ("Ala", "Bartek"))
    reaped = Table(HarvestPackage(), harvest.Setup(player=people), harvest.Script(2), [])
    return {**{policy: _ktulu(policy) for policy in ("masked", "private", "open")}, "harvest": reaped}


def told(table: Table[Any, Any]) -> str:
    """The whole evening at this table."""
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Table[Any, Any]) -> Iterator[str]:
    game, chance, left = table.game(), Random(SEED), LONGEST
    audiences: list[Audience] = ["all", *((seat,) for seat in table.setup.seats), "moderator"]
    state = begun(game, SEED)
    known: dict[Audience, set[str]] = {one: set() for one in audiences}
    while True:
        now = {one: {*_known(game.view(state, one))} for one in audiences}
        yield from _news(known, now)
        known, cue = now, game.cue(state)
        if cue is None or isinstance(cue, End) or not left:
            yield f"end: {cue.text if isinstance(cue, End) else 'people go home'}"
            return
        said = legal(cue, chance, PROMPT) if isinstance(cue, Ask) else ""
        left -= isinstance(cue, Ask)
        yield _line(cue, said)
        result = game.take(state, said) if isinstance(cue, Ask) else game.delivered(state)
        assert not isinstance(result, Refused)
        state = after(game, state, result)


def _news(known: dict[Audience, set[str]], now: dict[Audience, set[str]]) -> Iterator[str]:
    """What each knows now and did not know before, or the other way round, besides what the whole room does."""
    common = {*_changes(known["all"], now["all"])}
    for one in now:
        news = [what for what in _changes(known[one], now[one]) if one == "all" or what not in common]
        if news:
            yield f"    {one if isinstance(one, str) else f'seat {one[0]}'}: {'; '.join(news)}"


def _changes(before: set[str], now: set[str]) -> list[str]:
    return [*(f"+{what}" for what in sorted(now - before)), *(f"-{what}" for what in sorted(before - now))]


def _line(cue: Cue, said: str) -> str:
    """The cue, for whom it is, and what was said to it."""
    if isinstance(cue, Pause):
        return f"wait: {cue.seconds} s"
    if isinstance(cue, Say):
        return f"say: {cue.text}"
    to = cue.to if isinstance(cue, Tell | Ask) else "all"
    whom = to if isinstance(to, str) else "seat " + ", ".join(map(str, to))
    return f"ask {whom}: {cue.text} > {said}" if isinstance(cue, Ask) else f"tell {whom}: {cue.text}"


def _known(view: View) -> Iterator[str]:
    """All that a view tells of the table, one by one."""
    for one in view.seats:
        yield from (f"{one.seat} {key} {getattr(one, key)}" for key in ("card", "side") if getattr(one, key))
        yield from (f"{one.seat} out" for _ in range(one.out))
        yield from (f"{one.seat} marked {mark.id} by {mark.by}" for mark in one.marks)
        yield from (f"{one.seat} {name} {count}" for name, count in one.counters.items())
    yield from (f"{name} {value}" for name, value in view.facts.items())
    yield from (f"{name} {count}" for name, count in view.counters.items() if count)
    if view.outcome:
        yield f"won by {'+'.join(view.outcome.winners) or 'nobody'}"
