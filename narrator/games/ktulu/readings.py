"""What must be read aloud to record a voice: numbers, names, cards, and every spoken line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from narrator.computer import shipped, toml_reader
from narrator.cues import Part
from narrator.errors import BadData, Problem, suggest
from narrator.games.ktulu import segments
from narrator.games.ktulu.day.menu import warnings
from narrator.games.ktulu.loading import Table, read_setup, shipped_script
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup
from narrator.games.ktulu.spoken_lines import NIGHTS, Line, all_lines, lines_at
from narrator.games.ktulu.wording import AWAKE
from narrator.games.package import Package, Reading

_SEATS = 30
_GAP = "gap"


def wanted(
    package: Package, setup: Path | None, script: str, profile: str, counted: Callable[[str], Sequence[Part]]
) -> tuple[list[Reading], str]:
    """What has to be read for a setup, else for any table of this script; and its language. Raises BadData."""
    table = _table_of(package, shipped.setup_file(setup)) if setup else None
    read = table.script if table else shipped_script(script)
    chosen = profile or (table.setup.names if table else next(iter(read.vocabulary)))
    if chosen not in read.vocabulary:
        cure = suggest(chosen, read.vocabulary)
        raise BadData([Problem("names", f"there is no name profile {chosen!r}", cure)])
    found = readings(read, chosen, table.setup if table else None, counted(read.language))
    return found, read.language


def _table_of(package: Package, path: Path) -> Table:
    return read_setup(package, path, toml_reader.load(path)).table()


def readings(script: Script, profile: str, setup: Setup | None = None, counted: Sequence[Part] = ()) -> list[Reading]:
    """List what has to be read for a table, or for any table of up to 30 without one, in a good order.

    `counted` is what is said beside the numbers where answers are counted.
    """
    lines = _lines_of(script, setup) if setup else list(all_lines(script))
    wordings = [words for line, _ in lines for words in script.wordings[line]]
    found = [
        *_numbers(script, setup),
        *(counted if setup is None or setup.answers == "counting" else ()),
        *_names(setup),
        *_cards(script, profile, setup, wordings),
    ]
    alone = [Reading(part.id, part.text, (part,)) for part in found]
    ways = [(line, numbered) for line in lines for numbered in _ways(line[0], setup)]
    phrases = chain.from_iterable(_phrases(script, profile, line, numbered=numbered) for line, numbered in ways)
    return list({reading.id: reading for reading in (*alone, *phrases)}.values())


def _numbers(script: Script, setup: Setup | None) -> Iterator[Part]:
    most = max(len(setup.player), NIGHTS) if setup else _SEATS
    yield from map(segments.number, [*range(most + 1), *warnings(script.timing)])


def _names(setup: Setup | None) -> Iterator[Part]:
    yield from (segments.person(player.name) for player in (setup.player if setup else ()))


def _cards(script: Script, profile: str, setup: Setup | None, wordings: list[str]) -> Iterator[Part]:
    """The names that lines have a place for, in the cases that they use."""
    dealt = setup.in_play if setup else tuple(script.roles)
    factions = tuple(dict.fromkeys(script.roles[card].faction for card in dealt))
    pools = {"card": dealt, "role": dealt, "faction": factions}
    used = dict.fromkeys((word, case) for words in wordings for _, word, case in segments.fields_of(words))
    for word, case in used:
        for key in dict.fromkeys(pools.get(word, ())):
            yield segments.card(script.vocabulary[profile][key], case, segments.renamed(script, profile))


def _lines_of(script: Script, setup: Setup) -> list[Line]:
    return lines_at(script, setup, setup.in_play, setup.policy)


def _ways(line: str, setup: Setup | None) -> tuple[bool, ...]:
    """Whether players have their numbers in the line as it is spoken, or not, or either if the table is not known."""
    if not line.startswith(AWAKE):
        return (True,)
    return (True, False) if setup is None else (not setup.by_name,)


def _phrases(script: Script, profile: str, line: Line, *, numbered: bool) -> Iterator[Reading]:
    line_id, who = line
    names = script.vocabulary[profile]
    for number, words in enumerate(script.wordings[line_id], 1):
        called = who if any(word == "who" for _, word, _ in segments.fields_of(words)) else ("",)
        for one in called:
            known: dict[str, Any] = {**names, **({"who": names[one]} if one else {})}
            values = defaultdict(_gap, known)
            known_as = f"{line_id}.{number}"
            yield from _reading(segments.split(words, values, known_as, script, profile, numbered=numbered))


def _gap() -> tuple[Part, ...]:
    return (Part(_GAP, "…"),)


def _reading(pieces: tuple[Part, ...]) -> Iterator[Reading]:
    phrases = tuple(part for part in pieces if part.id not in ("", _GAP))
    if not phrases:
        return
    whole = len(pieces) == 1
    text = phrases[0].text if whole else _with_gaps(pieces)
    yield Reading(phrases[0].id if whole else phrases[0].id.rpartition(".")[0], text, phrases)


def _with_gaps(pieces: tuple[Part, ...]) -> str:
    """Show one gap where names and numbers follow each other."""
    shown: list[str] = []
    for part in pieces:
        if part.id == _GAP and shown[-1:] != ["…"]:
            shown.append("…")
        elif part.id not in ("", _GAP):
            shown.append(part.text.strip() if not shown else part.text.lstrip(" ,;:.").rstrip())
    return " ".join(shown)
