"""What the voices say: answers of every game, numbers and names in all cases, lists, and other Polish."""

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
from narrator.ears.pronunciation import pronounced, signs_of
from narrator.games import registry
from narrator.lexicon import SEATS, Lexicon, count_forms, declined, normalise, seat_forms
from narrator.mouth.spelling import spelling_of
from narrator.phrases import grammar
from narrator.play.loading import load_table, table_words

ROOT = Path(__file__).parents[2]

SIGNS = signs_of("pl")
"""The sounds that a text is written in."""

LONGEST = 44
"""Letters of a text: what is longer is no answer."""

_spelling = cache(spelling_of)

_TALK = 0.3
"""The share of other Polish."""


def written(text: str) -> str:
    """The text as it is said, one sign a sound."""
    return pronounced(text, "pl")


def drawn(names: Sequence[str], prose: Sequence[str], chance: Random) -> Iterator[str]:
    """Draw texts without end: answers to questions of a table, lists of seats, and pieces of prose."""
    lexicon = read_lexicon("pl", *registry.folders())
    answers, cards = _answers(lexicon), _cards(lexicon)
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
        if 1 < len(text) <= LONGEST:
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
    return chance.choice(["", "", "numer "]) + _spelling("pl").number(chance.randint(1, 100))


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


def _cards(lexicon: Lexicon) -> list[str]:
    """What the cards of the games' own tables are called."""
    table = load_table(Path("demo"))
    own = table_words(table.package, table.setup, table.script)
    return [phrase for phrases in (own.choices or lexicon.choices).values() for phrase in phrases]


@cache
def prose_of(folder: Path) -> tuple[str, ...]:
    """Every word of the project's own Polish, in order: its pages, and the lines of its scripts."""
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("docs/pl/*.md"))]
    for path in sorted(folder.glob("scripts/**/*.toml")):
        script = tomllib.loads(path.read_text("utf-8"))
        if script.get("language", "pl") == "pl":
            texts += _strings(script)
    return tuple(re.findall(r"[a-ząćęłńóśźż]{2,}", " ".join(texts).casefold()))


def _strings(value: Any) -> Iterator[str]:
    """Every text of several words in a file of TOML."""
    if isinstance(value, str) and " " in value:
        yield re.sub(r"\{[^}]*\}", " ", value)
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)
