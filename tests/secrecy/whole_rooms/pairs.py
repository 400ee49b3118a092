"""Pairs of tables in whole rooms, and what anybody could tell them apart by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from narrator.games.night.game import NightGame
from narrator.games.night.script.script import Script

from tests.counts import add_up
from tests.secrecy.twins.first import Played, play_first
from tests.secrecy.twins.pairs import play_second
from tests.secrecy.twins.tables import draw_setup, draw_theme
from tests.secrecy.whole_rooms.acts import DOUBTS, ON_A_PAGE, Cluster, draw_acts
from tests.secrecy.whole_rooms.evening import Manners, lead
from tests.secrecy.whole_rooms.notes import Notes, Noticed, first_difference
from tests.secrecy.whole_rooms.opening import ANSWERS, Kind
from tests.secrecy.whole_rooms.terminal import Size

OWN: dict[Kind, tuple[Cluster, ...]] = {"moderator": DOUBTS, "led": DOUBTS, "page": ON_A_PAGE}
"""What is done in this kind of room alone: only where people speak is anything doubtful."""

SIZES = (Size(80, 24), Size(100, 30), Size(60, 20), Size(132, 50))


@dataclass(frozen=True)
class Leak:
    """The first difference that could be noticed between two tables that agree in everything public."""

    seed: str
    sense: str
    first: Noticed | None
    second: Noticed | None
    before: str

    def __str__(self) -> str:
        return f"{self.seed}, {self.sense}, after {self.before}:\n  first:  {self.first}\n  second: {self.second}"


@dataclass
class Report:
    """What was compared: pairs, sounds, changes of light, and what phones are sent; seconds, roles, what was done.

    `astray` counts the pairs of which one table took another answer than was meant, and was compared so far only.
    """

    pairs: int = 0
    sounds: int = 0
    lights: int = 0
    air: int = 0
    seconds: float = 0.0
    moved: int = 0
    secrets: int = 0
    astray: int = 0
    roles: Counter[str] = field(default_factory=Counter)
    acts: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    def join(self, other: Report) -> None:
        """Take in what another report has."""
        add_up(self, other)


@dataclass(frozen=True)
class Wanted:
    """What pairs are drawn: second tables to each first, people at most, and cards or acts that must be there."""

    twins: int = 4
    most: int = 10
    among: tuple[str, ...] = ()
    doing: tuple[Cluster, ...] = ()


def draw_manners(chance: Random, kind: Kind, doing: tuple[Cluster, ...]) -> Manners:
    """Draw how a pair's evening goes."""
    pace, ahead = chance.choice((1.0, 1.0, 0.6, 0.3)), chance.random() < 0.5
    acts = draw_acts(chance, clusters=OWN.get(kind, ()), doing=doing)
    return Manners(kind, pace, ahead, chance.choice(SIZES), tuple(acts))


def compare(script: Script, seed: str, kind: Kind, wanted: Wanted) -> Report:
    """Play a first table drawn by the seed, and second ones, and compare what everybody notices of them."""
    report = Report()
    for pair in pair_by_pair(script, seed, kind, wanted):
        report.join(pair)
    return report


def pair_by_pair(script: Script, seed: str, kind: Kind, wanted: Wanted) -> Iterator[Report]:
    """Compare one pair after the other. Every other first table has a theme, unless it must have certain cards."""
    chance = Random(seed)
    theme = draw_theme(chance, script)
    setup = draw_setup(chance, script, wanted.most, wanted.among or theme)
    setup = replace(setup, answers=ANSWERS[kind])
    first = play_first(NightGame(setup, script), chance.getrandbits(32), chance)
    manners = replace(draw_manners(chance, kind, wanted.doing), public=f"{seed} public")
    notes = lead(first, manners, Random(f"{seed} first"))
    for number in range(wanted.twins):
        second = play_second(first, chance)
        other, report = lead(second, manners, Random(f"{seed} {number}"), len(second.facts)), Report()
        _compare(report, f"{seed} {number} {kind}", (first, notes), (second, other))
        _count(report, manners, (first, notes), (second, other))
        yield report


def _compare(report: Report, seed: str, one: tuple[Played, Notes], two: tuple[Played, Notes]) -> None:
    (_, notes), (second, other) = one, two
    until = _until(notes, other, len(second.facts))
    helped = any(said == "helper" for _, said in second.steps)  # then the screen is for whoever helps
    for sense in ("sounds", "air") if helped else ("sounds", "lights", "air"):
        place, left, right = first_difference(getattr(notes, sense), getattr(other, sense), until)
        if place >= 0:
            before = " | ".join(str(item.what)[:80] for item in getattr(notes, sense)[max(place - 3, 0) : place])
            report.leaks.append(Leak(seed, sense, left, right, before))


def _until(notes: Notes, other: Notes, agreed: int) -> float:
    """The moment up to which both tables agree in all that is known."""
    return min(table.parted(agreed) for table in (notes, other))


def _count(report: Report, manners: Manners, one: tuple[Played, Notes], two: tuple[Played, Notes]) -> None:
    (first, notes), (second, other) = one, two
    until = _until(notes, other, len(second.facts))
    report.pairs += 1
    report.astray += notes.astray or other.astray
    report.sounds += sum(item.moments[0] < until for item in other.sounds)
    report.lights += sum(item.moments[0] < until for item in other.lights)
    report.air += sum(item.moments[0] < until for item in other.air)
    report.seconds += until - 1000.0
    report.moved += first.game.setup.player != second.game.setup.player
    report.secrets += sum(first.secrets.get(key) != said for key, said in second.secrets.items())
    report.roles.update({player.card or "" for player in first.game.setup.player})
    report.acts.update(act.word for act in manners.acts if act.due < until)


MOST_TABLES = 60
"""First tables after which a leak counts as missed; most show at the first few."""


def tries(script: Script, seed: str, kind: Kind, wanted: Wanted, sense: str, first: int = 0) -> int:
    """Count the pairs from this first table on until one is told apart by this sense; 0 if none is at so many."""
    pairs = 0
    for number in range(first, first + MOST_TABLES):
        for report in pair_by_pair(script, f"{seed} {number}", kind, wanted):
            pairs += 1
            if any(leak.sense == sense for leak in report.leaks):
                return pairs
    return 0
