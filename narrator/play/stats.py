"""Evenings added up: who won, with which card, how long it took, from all journals of a folder."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer import files
from narrator.computer.remembered import found_in
from narrator.cues import plain
from narrator.errors import NarratorError
from narrator.games import registry
from narrator.games.package import GameStatistics, HasStatistics, Participant
from narrator.play.journal import FORMAT, is_practice
from narrator.play.log import happened
from narrator.play.steps import as_fact
from narrator.texts import Texts
from narrator.values import dataclass, field

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_FACT = rb'^\{(?:"piece": \d+, )?"event": "(?:%s)".*$'
"""A line of a journal with an event of one of these names, also of a past that was rewritten; notes are none."""

_UNDONE = re.compile(_FACT % b"Undone", re.MULTILINE)
_OWN = b'{"journal": '  # others write rows otherwise
_SCRIPT, _END = b', "script": {', b'}, "begun": '
"""What stands around the script in a journal's first line; it is the longest part of it by far."""

_MOST = 10
"""Rows of a list of people."""


@dataclass
class Wins:
    """How many games there were of something, and how many of them were won."""

    games: int = 0
    won: int = 0

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1."""
        return self.won / self.games if self.games else 0.0


class NotCounted(Exception):
    """A journal is of a game that has no statistics, or was for practice."""


@dataclass
class Stats:
    """What many games add up to. People are told apart by their names as they were typed, but for capitals."""

    games: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """How many games there were of each kind, by the name that setups give it."""
    unfinished: int = 0
    unread: list[Path] = field(default_factory=list)
    apart: list[Path] = field(default_factory=list)
    """Journals of games that are counted, but as another journal has them."""
    sides: dict[str, Wins] = field(default_factory=dict)
    variants: dict[str, dict[str, Wins]] = field(default_factory=dict)
    """The sides' wins by what the script of the game is called."""
    roles: dict[str, Wins] = field(default_factory=dict)
    players: dict[str, Wins] = field(default_factory=dict)
    draws: int = 0
    numbers: dict[str, list[int]] = field(default_factory=dict)
    people: dict[str, Counter[str]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, game: GameStatistics) -> None:
        """Add a game of this kind that is over."""
        self.games += 1
        self.kinds[kind] += 1
        self.draws += not game.winner
        for side in {one.side for one in game.participants if one.side}:
            for count in (self.sides, self.variants.setdefault(game.variant, {})):
                _count(count, side, won=side == game.winner)
        for one in game.participants:
            if one.role:
                _count(self.roles, one.role, won=one.won)
            _count(self.players, self._named(one.name), won=one.won)
        for key, number in game.numbers.items():
            self.numbers.setdefault(key, []).append(number)
        for key, names in game.people.items():
            self.people.setdefault(key, Counter()).update(map(self._named, names))

    def _named(self, name: str) -> str:
        """The name as it was typed first."""
        return self._names.setdefault(" ".join(name.split()).casefold(), name)

    def data(self) -> dict[str, Any]:
        """Give it as plain JSON values; those who won most come first."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "unread": [path.name for path in self.unread],
            "apart": [path.name for path in self.apart],
            "draws": self.draws,
            **{key: _plain(getattr(self, key)) for key in ("sides", "roles", "players")},
            "variants": {name: _plain(sides) for name, sides in sorted(self.variants.items())},
            "numbers": {
                key: {"mean": sum(found) / len(found), "least": min(found), "most": max(found)}
                for key, found in self.numbers.items()
            },
            "people": {key: dict(count.most_common()) for key, count in self.people.items()},
        }


def _count(wins: dict[str, Wins], who: str, *, won: bool) -> None:
    count = wins.get(who) or wins.setdefault(who, Wins())
    count.games += 1
    count.won += won


def _plain(wins: Mapping[str, Wins]) -> dict[str, dict[str, float]]:
    ordered = sorted(wins.items(), key=lambda item: (-item[1].won, -item[1].rate, item[0]))
    return {who: {"games": each.games, "won": each.won, "rate": each.rate} for who, each in ordered}


def stats_of(journals: Iterable[Path], apart: Iterable[Path] = (), damaged: Iterable[Path] = ()) -> Stats:
    """Add up the games of these journals that are over; one that cannot be used is named in `unread`.

    Those apart are the same games otherwise, and only named; `damaged` copies are named in `unread`.

    Of a game that has no statistics, or was for practice, nothing is said.
    """
    stats = Stats(apart=sorted(apart), unread=sorted(damaged))
    for path, found in found_in(journals, _counted, "counted").items():
        if found is None:
            stats.unread.append(path)
        elif len(found) == 1:
            stats.unfinished += 1
        elif found:
            stats.add(found[0], _rebuilt(**found[1]))
    return stats


def _counted(path: Path) -> list[Any] | None:
    """The name of the journal's game, and if it is over what it counts up to; nothing if it does not count.

    None if the journal cannot be used.
    """
    try:
        kind, game = _game(path)
    except NotCounted:
        return []
    except (NarratorError, LookupError, TypeError, ValueError):
        return None
    return [kind, plain(game)] if game else [kind]


def _rebuilt(participants: Iterable[Mapping[str, Any]], **others: Any) -> GameStatistics:
    return GameStatistics(participants=tuple(Participant(**one) for one in participants), **others)


def _game(path: Path) -> tuple[str, GameStatistics | None]:
    """Say which game the journal's is, and count it up.

    Raises NotCounted if that has no statistics or was for practice; NarratorError, LookupError, TypeError or
    ValueError if it is none.
    """
    data = files.content(path)
    header, script = _header(data[: data.index(b"\n")])
    package = registry.package(header["game"])
    if header["journal"] != FORMAT:
        raise ValueError(header["journal"])
    if not isinstance(package, HasStatistics) or is_practice(header["manner"]):
        raise NotCounted
    as_begun = data.startswith(_OWN) and not _UNDONE.search(data)
    facts = _facts(data, package) if as_begun else _replayed(path, package)
    return package.id, package.counted(header["data"]["setup"], script, facts, header["seed"])


def _header(line: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a journal's first line: all but the script, and the script, which many journals share."""
    start, end = line.find(_SCRIPT), line.rfind(_END)
    if start < 0 or end < start:
        whole = json.loads(line)
        return whole, whole["data"]["script"]
    return json.loads(line[:start] + line[end:]), _script(line[start + len(_SCRIPT) - 1 : end])


@lru_cache(maxsize=16)
def _script(text: bytes) -> dict[str, Any]:
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


def _facts(data: bytes, package: HasStatistics) -> list[dict[str, Any]]:
    """Read the facts that are counted, and no others, all at once; a half-written last line is skipped."""
    names = "|".join(package.counted_facts).encode()
    lines = re.findall(_FACT % names, data[: data.rfind(b"\n") + 1], re.MULTILINE)
    found: list[dict[str, Any]] = json.loads(b"[%s]" % b",".join(lines))
    return found


def _replayed(path: Path, package: HasStatistics) -> Iterator[dict[str, Any]]:
    """The facts of a game in which something was undone, without it."""
    from narrator.play.session import recall

    kept = recall(path)
    game = kept.table.game()
    for _, event in game.remaining(happened(game, kept.steps())):
        fact = as_fact(event)
        if fact["event"] in package.counted_facts:
            yield fact


# ---- For people ----


def show(stats: Stats, console: Console, texts: Texts) -> None:
    """Print the statistics as tables."""
    data = stats.data()
    for line in _remarks(stats, data, texts):
        console.print(line, highlight=False, markup=False)
    for key in [key for key in ("sides", "roles", "players") if data[key]]:
        console.print(_table(texts.word(f"stats.{key}"), data[key], texts))
        for name, sides in data["variants"].items() if key == "sides" and len(stats.variants) > 1 else ():
            console.print(_table(texts.word("stats.of-variant", name=name), sides, texts))
    for key, people in data["people"].items():
        listed = ", ".join(f"{name} {count}" for name, count in [*people.items()][:_MOST])
        if listed:
            console.print(f"{texts.word(f'stats.people.{key}')}: {listed}", highlight=False, markup=False)


def _remarks(stats: Stats, data: Mapping[str, Any], texts: Texts) -> Iterator[str]:
    ahead = [(side, count["won"]) for side, count in data["sides"].items()][:2]
    if ahead and (len(ahead) == 1 or ahead[0][1] > ahead[1][1]):
        second = ahead[1][1] if len(ahead) > 1 else 0
        yield texts.word("stats.ahead", side=ahead[0][0], won=ahead[0][1], second=second)
    yield texts.word("stats.games", games=stats.games)
    if stats.unfinished:
        yield texts.word("stats.unfinished", count=stats.unfinished)
    if stats.draws:
        yield texts.word("stats.draws", count=stats.draws)
    if stats.unread:
        yield texts.word("stats.unread", names=", ".join(data["unread"]))
    if stats.apart:
        yield texts.word("stats.apart", names=", ".join(data["apart"]))
    for key, number in data["numbers"].items():
        alike = f"stats.numbers.{key}-alike"
        yield texts.word(
            alike if alike in texts and number["least"] == number["most"] else f"stats.numbers.{key}", **number
        )


def _table(title: str, wins: Mapping[str, Mapping[str, float]], texts: Texts) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(title, title_justify="left")
    for heading in ("stats.played", "stats.won", "stats.rate"):
        table.add_column(texts.word(heading), justify="right")
    for who, count in wins.items():
        table.add_row(Text(who), str(count["games"]), str(count["won"]), f"{100 * count['rate']:.0f}%")
    return table
