"""Single steps compared: from two states that agree in everything public, everybody notices the same (R103)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, zip_longest
from random import Random
from typing import Any

from narrator.cues import Say
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import Script
from narrator.games.night.state.state import State

from tests.counts import add_up
from tests.secrecy.steps.moves import Move, Noticed
from tests.secrecy.steps.others import other
from tests.secrecy.steps.starts import Noted, Start, starts
from tests.secrecy.twins.first import Crowd
from tests.secrecy.twins.sitting import Interruptions
from tests.secrecy.twins.tables import Wanted, draw_like, draw_setup, draw_theme

OTHERS = 3
"""So many states with other secrets to each."""

TAKEN = 0.35
"""The share of the places at night from which a step is taken; by day from each."""

SAID = (("undo",), ("undo", "undo"), ("repeat",), ("pause",), ("pause", "undo"), ("resume",), ("repeat", "undo"))
"""What may be said to the narrator in a step, without an answer between."""


def draw_spoken(chance: Random) -> Interruptions:
    """Draw what is said aloud in half of the steps."""
    places = sorted(chance.choices(range(8), k=chance.choice((0, 1, 2))))
    return [(place, word) for place in places for word in chance.choice(SAID)]


def take_from(chance: Random, state: State) -> bool:
    """Whether steps are taken from a place like this one."""
    return state.phase == "day" or chance.random() < TAKEN


@dataclass(frozen=True)
class Drawing:
    """How tables and steps are drawn: cards among others, the people, what is said, from which places, how long."""

    theme: Callable[[Random, Script], tuple[str, ...]] = draw_theme
    people: type[Crowd] = Crowd
    spoken: Callable[[Random], Interruptions] = draw_spoken
    take_from: Callable[[Random, State], bool] = take_from
    longer: int = 0


ANY = Drawing()


@dataclass(frozen=True)
class Leak:
    """The first thing that everybody notices otherwise, though they know the same."""

    seed: str
    step: int
    first: Noticed | None
    second: Noticed | None
    secrets: str

    def __str__(self) -> str:
        return f"{self.seed}:\n  first:  {self.first}\n  second: {self.second}\n  secrets: {self.secrets}"


@dataclass
class Report:
    """What was compared: steps, tables, what was noticed, and pages of all phones; steps with commands, by phase."""

    steps: int = 0
    tables: int = 0
    noticed: int = 0
    air: int = 0
    commanded: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    def join(self, more: Report) -> None:
        """Take in what another report has."""
        add_up(self, more)


def compare(
    script: Script,
    seed: str,
    *,
    most: int,
    among: tuple[str, ...] = (),
    rules: Mapping[str, Any] | None = None,
    on: bool = True,
    drawing: Drawing = ANY,
) -> Report:
    """Play a game drawn by the seed, and take steps from places in it, each beside others with other secrets.

    These cards are dealt, and these house rules hold. It goes on after a leak only if it is to go `on`.
    """
    chance = Random(seed)
    script, among, rules = draw_like(seed, Wanted(script, among, rules))
    theme = drawing.theme(chance, script)
    game = NightGame(draw_setup(chance, script, most, among or theme, rules), script)
    said = {line: chance.randrange(5) for line in script.wordings}
    report = Report(tables=1)
    for number, start in enumerate(starts(game, chance.getrandbits(32), chance, drawing.people)):
        if drawing.take_from(chance, start.state):
            _steps(report, f"{seed}/{number}", _loud(start, said), chance, drawing)
        if report.leaks and not on:
            break
    return report


def _loud(start: Start, said: dict[str, int]) -> Start:
    """The same at a table where lines go out, some of which have been heard before; nothing can be undone yet."""
    state = start.state
    state.quiet, state.times_said = False, said
    state.before = state.began = None
    return start


def _steps(report: Report, seed: str, start: Start, chance: Random, drawing: Drawing) -> None:
    spoken = drawing.spoken(chance)
    most, preparing = _length(start.state, chance, spoken) + drawing.longer, chance.random() < 0.04
    numbers: dict[Any, int] = {}
    known = Noted(start.knowledge, numbers)
    first = Move(start.state, known.of(start.state), Random(f"{seed} first"), spoken, {}, drawing.people)
    noticed = first.take(most, preparing=preparing)
    for number in range(OTHERS):
        state = other(start.state, chance)
        if state is None:
            continue
        second = Move(state, known.of(state), Random(f"{seed} {number}"), spoken, first.said, drawing.people)
        others = second.take(most, preparing=preparing)
        report.steps += 1
        report.commanded += bool(spoken)
        report.phases[f"{state.phase}{' with a round' if state.dues else ''}"] += 1
        report.differing.update(secrets_between(start.state, state))
        if not _same(report, noticed, others):
            report.leaks.append(_leak(f"{seed} {number}", report.steps, (noticed, others), (start.state, state)))


def _length(state: State, chance: Random, spoken: Interruptions) -> int:
    """Draw how much is noticed in a step: a call, a few if something is said, or a whole round."""
    calls = state.seating.dealt.calls.get(state.phase, [])
    if state.dues and state.place >= len(calls) - 1 and chance.random() < 0.7:
        return 12 + 4 * len(state.cards)
    longer = 12 * bool(spoken) + 20 * (state.phase == "day")
    return chance.choice((8, 12)) + longer


def _same(report: Report, first: list[Noticed], second: list[Noticed]) -> bool:
    """Whether both notice the same as long as they know the same."""
    for one, two in zip_longest(first, second):
        if one is None or two is None:
            return False
        if one.known != two.known:
            return True
        if not one.same(two):
            return False
        report.noticed += 1
        report.air += len(one.air)
        if isinstance(one.what, Say):
            report.lines[one.what.line.rsplit(".", 1)[0]] += 1
    return True


def _leak(seed: str, step: int, noticed: tuple[list[Noticed], list[Noticed]], states: tuple[State, State]) -> Leak:
    pairs = ((one, two) for one, two in zip_longest(*noticed) if one is None or two is None or not one.same(two))
    first, second = next(pairs)
    return Leak(seed, step, first, second, "; ".join(differences(*states)))


SECRETS = (
    *("cards", "gone_tonight", "killed_tonight", "dead", "holder", "planted", "planter", "planted_on", "marks"),
    *("uses", "scrapes", "signals", "hits", "letters", "killed_since"),
)


def secrets_between(one: State, two: State) -> Iterator[str]:
    """Name the secrets in which two states differ."""
    yield from (name for name in SECRETS if getattr(one, name) != getattr(two, name))


def differences(one: State, two: State) -> Iterator[str]:
    """Tell the secrets in which two states differ."""
    yield from (f"{name}: {getattr(one, name)} | {getattr(two, name)}" for name in secrets_between(one, two))


def tries(
    script: Script,
    seed: str,
    *,
    most: int,
    steps: int,
    among: tuple[str, ...] = (),
    first: int = 0,
    drawing: Drawing = ANY,
) -> int:
    """Count the steps from this first table on until the first difference; 0 if there is none in so many."""
    taken = 0
    for number in count(first):
        report = compare(script, f"{seed} {number}", most=most, among=among, on=False, drawing=drawing)
        if report.leaks:
            return taken + report.leaks[0].step
        taken += report.steps
        if taken >= steps:
            return 0
    return 0
