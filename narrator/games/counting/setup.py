"""What every table has at which everybody plays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from narrator.games import table
from narrator.games.parts import fields_of
from narrator.texts import Message, message
from narrator.values import dataclass, field, replace


@dataclass(frozen=True, kw_only=True)
class Setup(table.Setup):
    """Who plays; `beat` are seconds of silence after what is said of a play."""

    format: int = 1
    game: str = ""
    language: str = "pl"
    names: str = ""
    answers: table.Answerers = "open"
    voice: str = ""
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
    wrong = {place for place, _ in misfits(own, whole)}
    fitting = {
        line: tuple(one for number, one in enumerate(wordings, 1) if f"line: {line}[{number}]" not in wrong)
        for line, wordings in own.line.items()
        if line in whole.line
    }
    return replace(own, line=whole.line | {line: wordings for line, wordings in fitting.items() if wordings})


def misfits(own: Script, whole: Script) -> Iterator[tuple[str, Message]]:
    """What is wrong in the own lines beside a whole script's, each with its place."""
    counts = {word for wordings in whole.line.values() for word, _, forms in _blanks(wordings) if forms}
    for line, wordings in own.line.items():
        if line not in whole.line:
            yield f"line: {line}", message("faults.text-not-asked-for")
            continue
        known = {(word, case) for word, case, _ in _blanks(whole.line[line])}
        for number, wording in enumerate(wordings, 1):
            if words := _misfit(wording, known, counts):
                yield f"line: {line}[{number}]", words


def _misfit(wording: str, known: Collection[tuple[str, str]], counts: Collection[str]) -> Message | None:
    if not wording.strip():
        return message("faults.no-text")
    try:
        blanks = sorted(_blanks([wording]))
    except ValueError:
        return message("faults.wrong-braces-in-text")
    for word, case, forms in blanks:
        if (word, case) not in known:
            return message("faults.not-filled-in", name=f"{word}.{case}" if case else word)
        if forms and word not in counts:
            return message("faults.filled-in-otherwise", name=word)
    return None


def _blanks(wordings: Iterable[str]) -> set[tuple[str, str, bool]]:
    """What is filled in: by which word and case, and whether a word's form goes with it. Raises ValueError."""
    return {(word, case, bool(forms)) for one in wordings for _, word, case, forms in fields_of(one) if word}
