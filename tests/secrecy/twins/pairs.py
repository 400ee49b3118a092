"""Pairs of tables, and what the room could tell them apart by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any

from narrator.cues import Say
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import PHASES, Script

from tests.counts import add_up
from tests.secrecy.twins.first import Played, play_first
from tests.secrecy.twins.known import NIGHT
from tests.secrecy.twins.room import Heard
from tests.secrecy.twins.second import Second
from tests.secrecy.twins.sitting import Interruptions, listen
from tests.secrecy.twins.tables import Wanted, dealt, draw_deal, draw_like, draw_setup, draw_theme, seat


@dataclass(frozen=True)
class Leak:
    """The first difference that the room could hear between tables that agree in everything public."""

    seed: str
    first: Heard | None
    second: Heard | None

    def __str__(self) -> str:
        return f"{self.seed}:\n  first:  {self.first}\n  second: {self.second}"


@dataclass
class Report:
    """What was compared: pairs, cues, how often each line and card, how many pairs came to each night or the end."""

    pairs: int = 0
    cues: int = 0
    secrets: int = 0
    moved: int = 0
    whole: int = 0
    nights: Counter[int] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    leaks: list[Leak] = field(default_factory=list)

    def join(self, other: Report) -> None:
        """Take in what another report has."""
        add_up(self, other)


def compare(
    script: Script,
    seed: str,
    *,
    twins: int,
    most: int,
    among: tuple[str, ...] = (),
    rules: Mapping[str, Any] | None = None,
    seeing: bool = False,
) -> Report:
    """Play a first table drawn by the seed, and so many second ones, and compare what the room hears.

    Every other first table has a theme, unless it must have these cards. These house rules hold. `seeing` compares
    the public view too.
    """
    chance = Random(seed)
    script, among, rules = draw_like(seed, Wanted(script, among, rules))
    theme = draw_theme(chance, script)
    setup = draw_setup(chance, script, most, among or theme, rules)
    first = play_first(NightGame(setup, script), chance.getrandbits(32), chance)
    spoken = draw_interruptions(chance)
    report, heard = Report(), listen(first, Random(f"{seed} first"), spoken, seeing=seeing)
    for number in range(twins):
        second = play_second(first, chance)
        other = listen(second, Random(f"{seed} {number}"), spoken, seeing=seeing)
        _compare(report, f"{seed} {number}", (first, heard), (second, other))
    return report


SAID = (("undo",), ("undo",), ("repeat",), ("pause",), ("pause", "undo"), ("resume",))
"""What may be said to the narrator together, without an answer between."""


def draw_interruptions(chance: Random) -> Interruptions:
    """Draw what is said aloud, and where the game is broken off, at one table in three."""
    places = sorted(chance.choices(range(5, 90), k=chance.choice((0, 0, 5))))
    return [(place, word) for place in places for word in chance.choice(SAID)]


def play_second(first: Played, chance: Random) -> Played:
    """Play a second table beside the first: the same in everything public as long as that can be kept."""
    setup, script = first.game.setup, first.game.script
    cards = tuple(player.card or "" for player in setup.player)
    nights = chance.randint(0, max((fact.place[0] for fact in first.facts), default=0))
    known = first.exposed(nights)
    if chance.random() < 0.6:
        known |= first.picked(nights)
    unknown = [place for place in setup.seats if place not in known]
    deal = draw_deal(chance, cards, tuple(script.roles[card].faction for card in cards), unknown)
    game = NightGame(seat(setup, dealt(cards, deal)), script)
    return Second(game, first, deal, chance).play()


def _compare(report: Report, seed: str, one: tuple[Played, list[Heard]], two: tuple[Played, list[Heard]]) -> None:
    (first, heard), (second, other) = one, two
    agreed = len(second.facts)
    whole = agreed == len(first.facts) and bool(first.facts) and first.facts[-1].what[0] == "won"
    heard, other = agreeing(heard, agreed), agreeing(other, agreed)
    report.pairs += 1
    report.roles.update({player.card or "" for player in first.game.setup.player})
    report.whole += whole
    report.moved += first.game.setup.player != second.game.setup.player
    report.secrets += _differing(first, second)
    report.nights[max((fact.place[0] for fact in second.facts if fact.place[1] >= NIGHT), default=0)] += 1
    for left, right in zip(heard, other, strict=False):
        if left[:2] != right[:2] or left.seen != right.seen:
            report.leaks.append(Leak(seed, left, right))
            return
        _count(report, left)
    if whole and len(heard) != len(other):
        place = min(len(heard), len(other))
        report.leaks.append(Leak(seed, *(next(iter(items[place:]), None) for items in (heard, other))))


def agreeing(heard: list[Heard], facts: int) -> list[Heard]:
    """What is heard until more becomes known than so many facts."""
    return [*takewhile(lambda item: item.known <= facts, heard)]


def _differing(first: Played, second: Played) -> int:
    """Count the answers of the second table's secret questions that are others than at the first, or only there."""
    return sum(first.secrets.get(key) != said for key, said in second.secrets.items())


def _count(report: Report, item: Heard) -> None:
    report.cues += 1
    if isinstance(item.cue, Say):
        report.lines[item.cue.line.rsplit(".", 1)[0]] += 1


def told_to_all(script: Script) -> set[str]:
    """Name every line that everybody can hear where nights are secret, but those of the end and of an open table."""
    calls = [call for phase in PHASES for call in script.calls(phase)]
    shown = {f"{call.id}.prompt" for call in calls} | {f"{call.id}.announce" for call in calls if call.open}
    others = ("ask.", "tell.", "refused.", "page.", "say.step.", "does.", "aim.")
    silent = shown | {"game.cards", "day.policy.open"}
    return {line for line in script.wordings if line not in silent and not line.startswith(others)}
