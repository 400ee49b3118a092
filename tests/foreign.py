"""Words of another language on a screen: those of its files that the files of the screen's own language have not.

The calls of Ktulu are among them, in Polish and in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from narrator.computer.texts import FOLDER, MARK, texts_in
from narrator.games.night.loading import shipped_script
from narrator.games.parts import CASES
from narrator.games.registry import GAMES, folders

TEXTS = (FOLDER, *(folder / MARK for folder in dict.fromkeys(one for game in GAMES for one in folders(game))))
"""The folders of what the program says, of itself and of each game."""

OTHERS = {"en": ("pl",), "pl": ("en",), "sv": ("en", "pl")}
"""The languages whose words are looked for, by that of the screen."""

POLISH_LETTER = re.compile("[ąćęłńóśźż]")
POLISH = re.compile(
    "nie|jest|kto|czy|dla|przy|tylko|albo|lub|oraz|gdy|jeszcze|tego|nikt|nic|gracz|kart[ay]|grze|nocy"
)
"""Polish words that a text left in Polish would have, though it stands in the files of the screen's language."""

SYSTEM = set(
    re.findall(
        r"\w+",
        """
the and you your this that with what which is are was not have has for from press any key there it will would of
error aborted invalid input cancelled user use arrow keys choose answer warning cannot file no such yes new
""",
    )
)
"""English words that a library or the system might slip in."""

ALIKE = {"narrator", "play", "tables", "share", "data", "on", "but", "program", "ktulu", "english", "polski"}
"""What a hint names as it is typed, folders of the system, words that Polish has too, a game, and what languages call
themselves."""


def of_page(html: str) -> str:
    """What people read on it."""
    return re.sub("<(style|script).*?</\\1>|<[^>]*>", " ", html, flags=re.DOTALL)


def words(text: str) -> set[str]:
    """Its words in small letters, but for those of one letter, and names of what is filled in."""
    return {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+", " ", text))}


@cache
def words_of(language: str, places: tuple[Path, ...] = TEXTS) -> frozenset[str]:
    """All words of a language's files in these folders."""
    files = [file for place in places if (file := place / f"{language}.toml").is_file()]
    tables = [tomllib.loads(file.read_text("utf-8")) for file in files]
    texts = [str(text) for table in tables for _, text in texts_in(table)]
    return frozenset(word for text in (*texts, *called(language)) for word in words(text))


def called(language: str) -> Iterator[str]:
    """What Ktulu's script says in this language, and the names in it; nothing if it is not in it."""
    if language in ("en", "pl"):
        script = shipped_script(language=language)
        yield from (text for wordings in script.wordings.values() for text in wordings)
        names = [one for names in script.vocabulary.values() for one in names.values()]
        yield from (one.form(case) for one in names for case in CASES)


def foreign(
    told: str,
    language: str,
    allowed: Collection[str] = (),
    places: tuple[Path, ...] = TEXTS,
    judged: tuple[Path, ...] = (),
) -> set[str]:
    """The words of another language in what is told, but for those `allowed`, such as people's names.

    `judged` are folders that may themselves have files with words of another language in them.
    """
    shown = words(told) - ALIKE - words(" ".join(allowed))
    others = frozenset().union(*(words_of(other, (*places, *judged)) for other in OTHERS[language]))
    found = shown & ((others | (SYSTEM if "en" in OTHERS[language] else set())) - words_of(language, places))
    if "pl" in OTHERS[language]:
        found |= {word for word in shown if POLISH.fullmatch(word) or POLISH_LETTER.search(word)}
    return found
