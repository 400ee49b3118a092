"""What the voices say: answers of every game, numbers and names in all cases, lists, and other words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from narrator.cues import COMMANDS, HOLD, HURRY, Ask, AskKind, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.pronunciation import pronounced
from narrator.games import registry
from narrator.lexicon import SEATS, Lexicon, count_forms, declined, normalise, seat_forms
from narrator.mouth.spelling import spelling_of
from narrator.phrases import grammar
from narrator.play.loading import load_table, table_words
from tools.teach_ear.languages import LESSONS, ROOT

LONGEST = 44
"""Letters of a text: what is longer is no answer."""

_TALK = 0.3
"""The share of other words of the language."""


def drawn(language: str, names: Sequence[str], prose: Sequence[str], chance: Random) -> Iterator[str]:
    """Draw texts without end: answers to questions of a table, lists of seats, and pieces of prose."""
    lexicon = read_lexicon(language, *registry.folders())
    answers, cards = _answers(lexicon), _cards(language)
    while True:
        kind = chance.random()
        if kind < _TALK:
            text = _piece(prose, chance)
        elif kind < _TALK + 0.25:
            text = _player(names, lexicon, chance)
        elif kind < _TALK + 0.35:
            joiner = chance.choice([*lexicon.joiners, "", ""])
            text = f" {joiner} ".join(_player(names, lexicon, chance) for _ in range(chance.choice((2, 2, 3))))
        elif kind < _TALK + 0.45:
            text = _number(lexicon, chance)
        elif kind < _TALK + 0.5:
            text = " ".join(chance.choices(lexicon.decoys, k=chance.choice((1, 1, 2))))
        else:
            text = chance.choice(cards if kind > 0.92 else answers)
        if 1 < len(text) <= LONGEST and pronounced(text, language):
            yield text


def _player(names: Sequence[str], lexicon: Lexicon, chance: Random) -> str:
    number = chance.randint(1, SEATS)
    name = chance.choice(names)
    forms = seat_forms(str(number), lexicon)
    kind = chance.random()
    if kind < 0.45:
        return chance.choice([*declined(normalise(name), lexicon)])
    if kind < 0.6:
        return f"{chance.choice(('', lexicon.seat[0] + ' '))}{forms[0]} {normalise(name)}"
    return forms[0] if kind < 0.75 else chance.choice(forms)


def _number(lexicon: Lexicon, chance: Random) -> str:
    if chance.random() < 0.4:
        return chance.choice(count_forms(str(chance.randint(0, SEATS)), lexicon))
    return chance.choice(["", "", lexicon.seat[0] + " "]) + chance.choice(_numbers(lexicon.language))


@cache
def _numbers(language: str) -> list[str]:
    """Say the numbers to a hundred, or as many as the lexicon has where no voice of letters knows more."""
    try:
        return [*map(spelling_of(language).number, range(1, 101))]
    except LookupError:
        lexicon = read_lexicon(language)
        return [forms[0] for forms in (*lexicon.numbers, *lexicon.counts.values())]


def _piece(prose: Sequence[str], chance: Random) -> str:
    at, words = chance.randrange(len(prose)), chance.choice((1, 1, 2, 2, 3, 3, 4, 5, 6))
    return " ".join(prose[at : at + words])


def _answers(lexicon: Lexicon) -> list[str]:
    """Every phrase of a question at a table of thirty whose players have no names, and every choice of every game."""
    commands = (*COMMANDS, HOLD, HURRY)

    def asked(kind: AskKind, *choices: str) -> Ask:
        return Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, commands=commands)

    asks = (asked("yes-no", "yes", "no"), asked("ready", "ready"), asked("card", *lexicon.choices))
    said = dict.fromkeys(phrase for ask in asks for phrase in grammar(ask, lexicon, {}))
    return [*said, *lexicon.none, *lexicon.done, *lexicon.yes, *lexicon.no, *lexicon.ready]


def _cards(language: str) -> list[str]:
    """What the cards of the practice tables are called."""
    tables = [load_table(file, language) for file in sorted(ROOT.glob("setups/practice/*.toml"))]
    own = [table_words(table.package, table.setup, table.script) for table in tables]
    return [phrase for words in own for phrases in words.choices.values() for phrase in phrases]


@cache
def prose_of(language: str, folder: Path = ROOT) -> tuple[str, ...]:
    """Every word of the project's own pages in the language, and of the lines of its scripts, in order."""
    texts = [_plain(path.read_text("utf-8")) for path in sorted(folder.glob(LESSONS[language].pages))]
    for path in sorted(folder.glob("scripts/**/*.toml")):
        script = tomllib.loads(path.read_text("utf-8"))
        if script.get("language", "pl") == language:
            texts += _strings(script)
    letters = r"[a-ząćęłńóśźż]{2,}" if language == "pl" else r"(?:[a-z]{2,}|\b[ai]\b)(?:'[a-z]+)?"
    return tuple(re.findall(letters, " ".join(texts).casefold().replace("’", "'")))


def _plain(page: str) -> str:
    """A page without its code and addresses."""
    return re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)|<[^>]*>", " ", page, flags=re.DOTALL)


def _strings(value: Any) -> Iterator[str]:
    """Every text of several words in a file of TOML."""
    if isinstance(value, str) and " " in value:
        yield re.sub(r"\{[^}]*\}", " ", value)
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)
