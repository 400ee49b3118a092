"""The files of texts: one a language for the program, and one beside it for each game (docs/languages.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import narrator.texts
from narrator.texts import DEFAULT, Texts

MARK = "texts"
"""The key that says of a file that it holds texts, and in which language; and the folder of a game's texts."""

OWN_KEYS = ("format", MARK, "game")
"""The keys of a file that are no texts."""

SECOND = "en"
"""The language of those who have none here."""

FOLDER = Path(narrator.texts.__file__).resolve().parent
"""Where the program's own texts lie."""


def languages() -> list[str]:
    """List the languages that have texts."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


@cache
def texts_of(language: str = DEFAULT, *games: Path) -> Texts:
    """The texts of the program and of a game, whose folder it is; gaps are filled from the complete language.

    A language in which the program has no texts of its own has English ones before.
    """
    wanted = dict.fromkeys((language, *([] if language in languages() else [SECOND]), DEFAULT))
    files = [folder / f"{each}.toml" for each in wanted for folder in (*(game / MARK for game in games), FOLDER)]
    return Texts(language, *(_read(file) for file in files if file.is_file()))


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
