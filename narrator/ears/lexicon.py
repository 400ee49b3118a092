"""Read the words of a language, and see that no phrase of one question has two meanings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from narrator.answers import Lexicon, fold
from narrator.computer.toml_reader import read
from narrator.errors import BadData, Problem

SEATS = 30
"""How many players a table has at most."""

_FOLDER = Path(__file__).resolve().parent / "lexicons"


def languages() -> list[str]:
    """List the languages that have a lexicon."""
    return sorted(file.stem for file in _FOLDER.glob("*.toml"))


def read_lexicon(language: str) -> Lexicon:
    """Read a shipped language, or a file of one's own whose path is given. Raises BadData."""
    own = Path(language)
    path = own if own.suffix == ".toml" else _FOLDER / f"{language}.toml"
    if path != own and language not in languages():
        cure = f"there are: {', '.join(languages())}"
        raise BadData([Problem(f"language {language}", "it has no lexicon", cure)])
    lexicon = read(path, Lexicon)
    problems = list(_problems(lexicon, path.name))
    if problems:
        raise BadData(problems)
    return lexicon


def _problems(lexicon: Lexicon, place: str) -> Iterator[Problem]:
    if len(lexicon.numbers) != SEATS or not all(lexicon.numbers):
        cure = f"write one list with at least one phrase for each seat from 1 to {SEATS}"
        yield Problem(f"{place}: numbers", f"{len(lexicon.numbers)} numbers instead of {SEATS}", cure)
    meanings: dict[str, str] = {}
    for key, phrase in _phrases(lexicon):
        if not fold(phrase):
            yield Problem(f"{place}: {key}", "an empty phrase", "leave it out")
        elif meanings.setdefault(fold(phrase), key) != key:
            yield Problem(f"{place}: {key}", f"“{phrase}” already means {meanings[fold(phrase)]}", "keep one")
    for key, short in lexicon.keys.items():
        for other, keys in lexicon.keys.items():
            if other < key and set(map(fold, short)) & set(map(fold, keys)):
                yield Problem(f"{place}: keys.{key}", f"a key of {other} too", "keep one")


def _phrases(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """List what may be asked for together: answers, commands and numbers; choices come one kind at a time."""
    for key in ("yes", "no", "none", "ready", "repeat", "undo", "pause"):
        for phrase in getattr(lexicon, key):
            yield key, phrase
    for phrase in lexicon.go_on:
        yield "go-on", phrase
    for number, forms in enumerate(lexicon.numbers, start=1):
        for phrase in forms:
            yield str(number), phrase
