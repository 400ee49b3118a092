"""The phrases that an ear is taught by: what players say to every game, and sentences that answer nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from narrator.computer import toml_reader
from narrator.ears.letter_head import LETTERS
from narrator.ears.lexicon import read_lexicon
from narrator.lexicon import as_typed, declined, every_word, normalise
from narrator.mouth.spelling import spelling_of

OTHERS = 0.3
"""The share of sentences that answer nothing."""

NAMES = Path(__file__).with_name("names.txt").read_text("utf-8").split()
"""First names as friends use them."""

_SLOT = re.compile(r"\{[^}]*\}|<[^>]*>|`[^`]*`|\[[^\]]*\]")
_WORD = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
_COMMON = 15_000
_SHORT = (
    "to",
    "on",
    "ja",
    "ty",
    "my",
    "co",
    "za",
    "na",
    "do",
    "od",
    "po",
    "ze",
    "mu",
    "go",
    "ma",
    "są",
)  # of two letters
_HERE = Path(__file__).parents[3]
_SPOKEN = 100  # the largest number that is said


class Shares(NamedTuple):
    """How much of what is drawn is no phrase of a game: common words in a row, and phrases of one's own."""

    words: float = 0.0
    own: float = 0.0
    phrases: Sequence[str] = ()


GAMES = Shares()
"""Phrases of the games and sentences alone."""


def drawn(count: int, chance: np.random.Generator, shares: Shares = GAMES, language: str = "pl") -> list[str]:
    """Draw phrases: small letters and spaces alone, as they are read."""
    kinds, others = _kinds(language), sentences(language)
    common = common_words(language) if shares.words else []
    weights = np.array([weight for weight, _ in kinds])
    found = []
    for _ in range(count):
        if shares.words and chance.random() < shares.words:
            found.append(" ".join(_one(common, chance) for _ in range(1 + int(chance.integers(4)))))
        elif shares.own and chance.random() < shares.own:
            found.append(letters_of(_one(shares.phrases, chance)))
        elif chance.random() < OTHERS:
            found.append(_snatch(others, chance))
        else:
            kind = int(chance.choice(len(kinds), p=weights / weights.sum()))
            found.append(letters_of(kinds[kind][1](chance)))
    return found


@cache
def common_words(language: str) -> list[str]:
    """The commonest words of a language, which a head meets in no game but must be able to spell."""
    from wordfreq import top_n_list

    spoken = (word for word in top_n_list(language, _COMMON) if len(word) > 2 or word in _SHORT)
    return [word for word in spoken if not set(word) - set(LETTERS) and re.search("[aąeęioóuy]", word)]


def letters_of(text: str) -> str:
    """A text without marks, as an ear is to write it."""
    return normalise(re.sub(r"[^\w\s]|_", " ", text))


def _kinds(language: str) -> list[tuple[float, Callable[[np.random.Generator], str]]]:
    """What players say, each kind with how often it is drawn."""
    lexicon = as_typed(
        read_lexicon(language, *sorted(file.parent for file in _HERE.glob("narrator/games/*/lexicon")))
    )
    spelling = spelling_of(language)
    words = sorted({letters_of(one) for one in every_word(lexicon)})
    choices = sorted({letters_of(one) for forms in (*lexicon.choices.values(), lexicon.done) for one in forms})
    counts = [one for forms in lexicon.counts.values() for one in forms]
    names = [letters_of(form) for name in NAMES for form in declined(normalise(name), lexicon)]
    joiners = [*map(letters_of, lexicon.joiners), ""]

    def number(chance: np.random.Generator) -> str:
        said = spelling.number(int(chance.integers(1, _SPOKEN + 1)))
        return " ".join([*_some((*lexicon.seat,), 0.3, chance), said, *_some(lexicon.units, 0.2, chance)])

    def name(chance: np.random.Generator) -> str:
        return " ".join([*_some(lexicon.numbers[int(chance.integers(30))][:1], 0.15, chance), _one(names, chance)])

    def seats(chance: np.random.Generator) -> str:
        said = [
            _one((_one(words, chance), name(chance), number(chance)), chance)
            for _ in range(1 + int(chance.integers(3)))
        ]
        return f" {_one(joiners, chance)} ".join(said)

    said: list[tuple[float, Callable[[np.random.Generator], str]]] = [
        (0.2, lambda chance: _one(words, chance)),
        (0.2, lambda chance: _one(choices, chance)),
        (0.05, lambda chance: _one(counts, chance)),
        (0.15, number),
        (0.25, name),
        (0.15, seats),
    ]
    return said


def _one(among: Sequence[str], chance: np.random.Generator) -> str:
    return among[int(chance.integers(len(among)))]


def _some(among: Sequence[str], share: float, chance: np.random.Generator) -> list[str]:
    return [_one(among, chance)] if len(among) and chance.random() < share else []


def _snatch(others: Sequence[str], chance: np.random.Generator) -> str:
    """Up to six words out of a sentence: talk is cut anywhere."""
    words = _one(others, chance).split()
    count = min(len(words), 1 + int(chance.integers(6)))
    begins = int(chance.integers(len(words) - count + 1))
    return " ".join(words[begins : begins + count])


def sentences(language: str) -> list[str]:
    """Sentences in all that the narrator itself writes and says in a language: they stand for talk."""
    files = [file for folder in ("narrator/texts", "scripts") for file in _HERE.glob(f"{folder}/**/*.toml")]
    files = [file for file in files if _language_of(file) == language]
    spelling = spelling_of(language)
    found = dict.fromkeys(
        letters_of(spelling.read(part))
        for file in sorted(files)
        for text in _texts(toml_reader.load(file))
        for part in re.split(r"[.!?;:\n]", _SLOT.sub(" ", text))
    )
    return [one for one in found if len(one.split()) > 1]


def _language_of(file: Path) -> str:
    """A file of texts is called by its language, which a Polish script leaves out."""
    last = file.stem.rpartition(".")[2]
    return last if len(last) == 2 else "pl"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if " " in value and "=" not in value and "--" not in value:
            yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
