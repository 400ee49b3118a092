"""What every table has at which everybody plays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from narrator.games import table
from narrator.games.parts import fields_of


@dataclass(frozen=True, kw_only=True)
class Setup(table.Setup):
    """Who plays; `beat` are seconds of silence after what is said of a play."""

    format: int = 1
    game: str = ""
    language: str = "pl"
    names: str = ""
    answers: table.Answerers = "open"
    voice: str = "system"
    seed: int | None = None
    player: tuple[table.Player, ...] = ()
    beat: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Script:
    """What the narrator says: the wordings of each line by its id."""

    format: int = 1
    language: str = "pl"
    line: dict[str, tuple[str, ...]] = field(default_factory=dict)


def completed(own: Script, whole: Script) -> Script:
    """A script in which the whole one says what the own lacks, or has with blanks that are never filled in."""
    counts = {word for lines in whole.line.values() for word, _, forms in _blanks(lines) if forms}

    def fits(wording: str, line: str) -> bool:
        known = {(word, case) for word, case, _ in _blanks(whole.line[line])}
        try:
            blanks = _blanks([wording])
        except ValueError:
            return False
        return all((word, case) in known and (not forms or word in counts) for word, case, forms in blanks)

    fitting = {line: tuple(one for one in own.line.get(line, ()) if one and fits(one, line)) for line in whole.line}
    return replace(own, line=whole.line | {line: wordings for line, wordings in fitting.items() if wordings})


def _blanks(wordings: Iterable[str]) -> set[tuple[str, str, bool]]:
    """What is filled in: by which word and case, and whether a word's form goes with it. Raises ValueError."""
    return {(word, case, bool(forms)) for one in wordings for _, word, case, forms in fields_of(one) if word}
