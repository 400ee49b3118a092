"""The files of texts: one a language for the program, and one beside it for each game (docs/languages.md).

A user's own language lies in a folder of the user's data; what is wrong there is passed over, and `check` names it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

import narrator.texts
from narrator.computer import tomllib
from narrator.texts import DEFAULT, SECOND, Message, Texts
from narrator.texts.plurals import chooses

MARK = "texts"
"""The key that says of a file that it holds texts, and in which language; and the folder of a game's texts."""

LEFT_OUT = "left-out"
"""The key that lists the tables of which a language has nothing: they are told in English."""

_LONGEST = 35
"""The letters that a language's code has at most, which is part of a file's name."""

SELDOM = ("faults", "help")
"""The folders, in one of texts, of those that are told seldom, and read only then: of faults, and the help."""

OWN_KEYS = ("format", MARK, "game", LEFT_OUT)
"""The keys of a file that are no texts."""

FOLDER = Path(narrator.texts.__file__).resolve().parent
"""Where the program's own texts lie."""

LEXICONS = FOLDER.parent / "ears" / "lexicons"
"""Where the languages' own words lie, a file a language: heard, and said as numbers are."""


def own_languages() -> Path:
    """Name the folder of the languages that the user has made, each in a folder by its code."""
    return Path(platformdirs.user_data_dir("narrator", appauthor=False)) / "languages"


def own_file(language: str, kind: str, game: Path | None = None) -> Path:
    """The user's own file of this language, such as `texts`: of the program, or of a game, whose folder it is."""
    return own_languages() / language / (game.name if game else "") / f"{kind}.toml"


def file_of(language: str, kind: str, shipped: Path, game: Path | None = None) -> Path:
    """The file of a language: the user's own if there is one, else the shipped one, whether or not it is there."""
    own = own_file(language, kind, game)
    return own if own.is_file() else shipped / f"{language}.toml"


def languages(kind: str = MARK, shipped: Path = FOLDER) -> list[str]:
    """List the languages that have files of this kind, shipped ones and the user's own."""
    own = [file.parent.name for file in own_languages().glob(f"*/{kind}.toml")]
    return sorted({*(file.stem for file in shipped.glob("*.toml")), *own})


def texts_of(language: str, *games: Path) -> Texts:
    """The texts of the program and of a game, whose folder it is; gaps are filled from English, then from Polish."""
    return _texts(language if len(language) <= _LONGEST else SECOND, games, own_languages())


@cache
def _texts(language: str, games: tuple[Path, ...], _: Path) -> Texts:
    places = [(game / MARK, own_file(language, MARK, game)) for game in games] + [(FOLDER, own_file(language, MARK))]
    own = [_fitting(mine, complete_files(folder)) for folder, mine in places if mine.is_file()]
    shipped = _shipped(language, [folder for folder, _ in places])
    return Texts(language, *own, *shipped, rest=lambda: _seldom(language))


def name_of(language: str) -> str:
    """A language's name for itself; its code where it says none, and English fills the gap."""
    name = texts_of(language).word("language.name")
    return name if language == SECOND or name != texts_of(SECOND).word("language.name") else language


def help_texts(language: str) -> Texts:
    """The texts of the help, alone: to read all others would take longer than to tell it."""
    if own_file(language, MARK).is_file():
        return texts_of(language)
    files = (FOLDER / "help" / f"{each}.toml" for each in (language, SECOND))
    return Texts(language, _read(next(file for file in files if file.is_file())))


@cache
def _seldom(language: str) -> dict[str, str]:
    """The texts that are told seldom, of the program and of all games."""
    folders = [FOLDER, *sorted(FOLDER.parent.glob(f"games/*/{MARK}"))]
    return dict(ChainMap(*_shipped(language, [folder / kind for folder in folders for kind in SELDOM])))


def _shipped(language: str, folders: list[Path]) -> list[dict[str, str]]:
    """The files of these folders, the language's own before those that fill its gaps."""
    wanted = dict.fromkeys((language, *([] if language == DEFAULT else [SECOND]), DEFAULT))
    files = [folder / f"{each}.toml" for each in wanted for folder in folders]
    return [_read(file) for file in files if file.is_file()]


def complete_files(folder: Path, language: str = DEFAULT) -> list[Path]:
    """The files of a folder that have all its texts in this language, which the default has whole."""
    files = (folder / kind / f"{language}.toml" for kind in ("", *SELDOM))
    return [file for file in files if file.is_file()]


def _fitting(own: Path, complete: list[Path]) -> dict[str, str]:
    """The texts of a user's own file that can be told: some words, filled in with no more than complete ones are."""
    whole = {key: text for file in complete for key, text in _read(file).items()}
    try:
        found = _read(own)
    except (OSError, ValueError, RecursionError):
        return {}
    return {key: text for key, text in found.items() if text.strip() and key in whole and _fits(text, whole[key])}


def _fits(text: str, like: str) -> bool:
    try:
        found, known = blanks(text), blanks(like)
    except ValueError:
        return False
    names = {name for name, _ in found} <= {name for name, _ in known}
    return names and all(not form or (name, form) in known or is_chosen(form) for name, form in found)


def blanks(text: str) -> set[tuple[str, str]]:
    """What is filled in, each with what follows its name in the braces. Raises ValueError if those are wrong."""
    from string import Formatter

    return {
        (name, (f"!{conversion}" if conversion else "") + (f":{form}" if form else ""))
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


def is_chosen(form: str) -> bool:
    """Whether what follows a blank's name are forms of a word, which go with any number."""
    return form.startswith(":") and chooses(form.removeprefix(":"))


@cache
def _read(file: Path) -> dict[str, str]:
    return {key: text for key, text in texts_in(tomllib.loads(file.read_text("utf-8"))) if isinstance(text, str)}


def texts_in(data: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """List what a file's tables hold, each by its whole key such as `screen.night`."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from texts_in(value, f"{above}{key}.")
        elif above or key not in OWN_KEYS:
            yield f"{above}{key}", value


Message.english = lambda words: texts_of(SECOND).told(words)
