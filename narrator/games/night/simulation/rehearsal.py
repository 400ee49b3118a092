"""Rehearse a script or a table: play it before anybody does, and tell what never happened, and how it went."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import mean

from narrator.errors import Problem, warn
from narrator.games.night import events as e
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import own_rules, winning
from narrator.games.night.flow.conditions import parse
from narrator.games.night.game import NightGame
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.proofreading.reach import never
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules, Setup
from narrator.games.night.simulation.evening import begin, chance_of, drafts
from narrator.games.night.simulation.lengths import longest_line, nights, seconds_of
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tally import add_up, quantile
from narrator.games.night.simulation.tournament import processes, setup_with
from narrator.games.package import Rehearsal
from narrator.games.parts import Vocabulary
from narrator.texts import Texts, message
from narrator.values import dataclass, field, replace

SIZES = (8, 12, 18)
"""Players at the tables at which a script is tried."""

TABLES = 6
"""Among how many line-ups the games of each size are shared out."""

ENOUGH = 24
"""What happened so often in the shipped script, and never here, is missing: of what happens a third as often none
comes by chance once in 3,000 times."""

OFTEN = 100
"""How many games somebody must have been dealt in before it is odd that their own call never came."""


@dataclass(slots=True)
class Played:
    """What happened in games: who was dealt and who won, and in which calls (`night/x.y`) somebody could act."""

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    nights: Counter[int] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    acted: Counter[str] = field(default_factory=Counter)


def rehearse(
    script: Script, shipped: Script, place: str, texts: Texts, games: int, setup: Setup | None = None
) -> Rehearsal:
    """Play a setup's table, or some of each usual size, and compare with the shipped script what never happened."""
    by_size = {len(setup.player): [setup]} if setup else tables(script)
    seated = [table for tables_of_size in by_size.values() for table in tables_of_size]
    each = -(-games * len(by_size) // max(len(seated), 1))  # rounded up
    played = _played(script, seated, each)
    names = script.vocabulary[setup.names if setup else next(iter(script.vocabulary))]
    problems = [*_missing(script, shipped, seated, each, played, place)]
    return Rehearsal(problems, [*_summary(script, by_size, played, names, texts)])


def tables(script: Script) -> dict[int, list[Setup]]:
    """Tables by size, in which the script's roles take turns; smaller ones where its roles are too few."""
    used: Counter[str] = Counter()
    found: dict[int, list[Setup]] = {}
    line_ups = own_rules.line_ups_of(script)
    sizes = sorted({line_ups.fewest, *(min(size, line_ups.most) for size in SIZES if size > line_ups.fewest)})
    for size in sizes:
        for number in range(TABLES):
            cards = _cards(script, size, number, used)
            names = next(iter(script.vocabulary))
            setup = setup_with(
                tuple(cards), game=script.game, language=script.language, names=names, rules=script.rules
            )
            if all(problem.warning for problem in proofread_setup(setup, script, "")):
                used.update(cards)
                found.setdefault(len(cards), []).append(setup)
    return found


def _cards(script: Script, players: int, number: int, used: Counter[str]) -> list[str]:
    """The suggested cards as far as the script has them, a quarter of them roles that were used least."""
    line_ups = own_rules.line_ups_of(script)
    cards = [card for card in line_ups.suggest(players, number) if card in script.roles]
    waiting = sorted((role for role in script.roles if role not in cards), key=lambda role: used[role])
    plain = [role.id for role in script.role if role.many]
    cards += (waiting + plain * players)[: players - len(cards)]
    spare = [at for at, card in enumerate(cards) if card not in line_ups.key]
    fresh = [role for role in waiting if role not in cards][: players // 4]
    sides = Counter(script.sides[card] for card in cards)
    for at in reversed(spare):
        if fresh and sides[script.sides[cards[at]]] > 1:  # else its side would be gone
            sides[script.sides[cards[at]]] -= 1
            cards[at] = fresh.pop(0)
            sides[script.sides[cards[at]]] += 1
    return cards


def _played(script: Script, seated: list[Setup], games: int) -> Played:
    """Play this number of games at each table, in processes if they are many."""
    found, games_of = Played(), [(_game(script, setup), number, games) for number, setup in enumerate(seated)]
    jobs = min(os.cpu_count() or 1, len(games_of))
    if jobs == 1 or games * len(games_of) <= 300:  # by the time that processes have begun, they would be over
        parts = [_at_table(*table) for table in games_of]
    else:
        with processes(jobs) as pool:
            parts = pool.starmap(_at_table, games_of, chunksize=1)
    for part in parts:
        add_up(found, part)
    return found


def _at_table(game: NightGame, seed: int, games: int) -> Played:
    found = Played(games, dealt=Counter(dict.fromkeys(_about(game.script, game.setup), games)))
    for number in range(games):
        chance, phase = chance_of(seed, number), ""
        for draft in drafts(game, begin(game, chance), chance, sensible):
            phase = _count_calls(draft.events, phase, found.acted)
        found.wins[draft.state.winner] += 1
        found.nights[draft.state.night] += 1
    return found


def _count_calls(events: Iterable[e.Event], phase: str, acted: Counter[str]) -> str:
    """Count the calls in which somebody could act, and tell the phase in which the events leave the game."""
    for event in events:
        if type(event) is e.CallOpened:
            acted[f"{phase}/{event.call}"] += bool(event.actors)
        elif type(event) is e.NightBegan:
            phase = "zero" if event.night == 0 else "night"
        elif type(event) is e.DawnBroke:
            phase = "dawn"
    return phase


def _missing(
    script: Script, shipped: Script, seated: list[Setup], games: int, played: Played, place: str
) -> Iterator[Problem]:
    """Warn of wins and calls that never came."""
    rules = seated[0].rules if seated else script.rules
    calls = {
        f"{phase}/{one.id}": one for phase, one in script.every_call if not _kept_away(script, phase, one, rules)
    }
    idle = {name: sum(played.dealt[who] for who in calls[name].who) for name in calls if not played.acted[name]}
    sides = [side for side in script.factions if played.dealt[side] and not played.wins[side]]
    missed = {*sides, *(who for name, dealt in idle.items() if dealt for who in calls[name].who)}
    usual = _usually(script, shipped, [one for one in seated if missed & _about(script, one)], games)
    for side in sides:
        if usual.wins[side] >= ENOUGH:
            words = message("faults.never-won", games=played.dealt[side], usual=usual.wins[side], base=shipped.id)
            yield Problem(f"{place}: faction[{side}]", words, warning=True)
    known = {f"{phase}/{call.id}" for phase, call in shipped.every_call}
    for name, dealt in idle.items():
        if dealt and (usual.acted[name] >= ENOUGH or (name not in known and dealt >= OFTEN)):
            phase, _, call = name.partition("/")
            yield warn(f"{place}: {phase}[{call}]", "faults.never-came", games=dealt)


def _kept_away(script: Script, phase: str, call: Call, rules: HouseRules) -> bool:
    """Whether a house rule is why the call never comes."""
    return any(parse(clause)[1] == "rule" and never(script, phase, call, clause, rules) for clause in call.when)


def _about(script: Script, setup: Setup) -> set[str]:
    """The roles and factions at a table."""
    return {*setup.in_play, *winning.sides(script, setup.in_play)}


def _usually(script: Script, shipped: Script, seated: list[Setup], games: int) -> Played:
    """What happens at such tables with the shipped script; nothing if it is that script itself."""
    if script is shipped and all(setup.rules == shipped.rules for setup in seated):
        return Played()
    return _played(shipped, [_as_shipped(setup, script, shipped) for setup in seated], games)


def _as_shipped(setup: Setup, script: Script, shipped: Script) -> Setup:
    """The same table with the shipped script, its rules, and one of its cards for each that it does not know."""
    cards: list[str] = []
    for card in setup.in_play:
        spare = [role.id for role in shipped.role if role.many or role.id not in (*setup.in_play, *cards)]
        mates = [role for role in spare if shipped.roles[role].faction == script.roles[card].faction]
        cards.append(card if card in shipped.roles else next(iter((*mates, *spare))))
    return setup_with(tuple(cards), game=shipped.game, rules=shipped.rules, policy=setup.policy)


def _summary(
    script: Script, by_size: dict[int, list[Setup]], played: Played, names: Vocabulary, texts: Texts
) -> Iterator[str]:
    calls, wordings = len(script.every_call), sum(map(len, script.wordings.values()))
    counts = {"calls": calls, "wordings": wordings, "roles": len(script.role), "factions": len(script.faction)}
    yield texts.word("rehearsal.size", **counts)
    line, text = longest_line(script)
    yield texts.word("rehearsal.longest", line=line, seconds=seconds_of(text))
    if not played.games:
        return
    yield night_lengths(script, texts, by_size)
    spread = {"fewest": quantile(played.nights, 5), "most": quantile(played.nights, 95)}
    yield texts.word("rehearsal.games", games=played.games, **spread)
    sides = [side for side in (*script.factions, NOBODY) if played.dealt[side] or played.wins[side]]
    called = {side: names[side].name if side in names else texts.word("simulation.nobody") for side in sides}
    rates = {side: played.wins[side] / (played.dealt[side] or played.games) for side in sides}
    yield texts.word("rehearsal.wins", wins=", ".join(f"{called[side]} {rates[side]:.0%}" for side in sides))


def night_lengths(script: Script, texts: Texts, by_size: dict[int, list[Setup]] | None = None) -> str:
    """In words, how many minutes the first two nights take, on average: at these tables, else at all usual ones."""
    found = []
    for size, seated in (by_size or tables(script)).items():
        lasted = [nights(_game(script, seated[number % len(seated)]), number) for number in range(TABLES)]
        zero, first = (mean([one[night] / 60 for one in lasted if night in one] or [0.0]) for night in (0, 1))
        found.append(texts.word("rehearsal.night", players=size, zero=zero, first=first))
    return texts.word("rehearsal.nights", nights="; ".join(found))


def _game(script: Script, setup: Setup) -> NightGame:
    """The game at the table; nobody here has a deck to look into."""
    return NightGame(replace(setup, deal="engine"), script)
