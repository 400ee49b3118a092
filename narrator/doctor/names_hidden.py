"""What stands in a report in place of names: of players, in any form and spelling, and of whose computer it is.

A word by which the program itself calls something stays, also where a player is called like it.
"""

from __future__ import annotations

import getpass
import platform
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from narrator.computer import paths, tomllib
from narrator.lexicon import plain

HIDDEN = "…"
"""What stands in the place of a text."""

_ID = re.compile(r"[a-z0-9_.:,+-]+(?: [a-z0-9_.:,+-]+)*|[A-Z]{1,2}\d+")
"""What the program itself calls things: ids, several of them, numbers, versions; and rules, such as D67."""

_WORD = re.compile(r"[^\W\d_]+")

_ENDING = re.compile(r"(e[cklnr]|[dgkrst]?[aeiouy]|.)$")
"""What other forms of a name do without: Bart(ek), Mar(ta), Luc(ja)."""

_OWNER = re.compile(r"[\w-]+(?=['’]s\b)")
"""Whose a device is, as systems name them: Kasia's AirPods."""

_PACKAGE = Path(__file__).parent.parent
_TEXTS = ("texts", "lexicon")

_NOBODY = {"root", "user", "admin", "administrator", "localhost", "narrator"}
"""Names of users and computers that say nothing about anybody."""


class NamesHidden:
    """The names of a game's players, and what stands in their place."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._whole = {name.casefold(): other for name, other in names.items()}
        words = {plain(word) for name in self._whole for word in _WORD.findall(name) if len(word) > 1}
        self._words = words - {"gracz", "player", "spelare"}  # so are players called who have no names

    def id_or_hidden(self, text: str) -> str:
        """The text itself if it is an id, for a name the number of the seat, and otherwise a sign for any text."""
        own = [word for word in _WORD.findall(text) if word not in game_words()]
        if own and (seat := self._whole.get(text.casefold())):
            return seat
        written = any(len(word) > 3 for word in own) and (" " in text or text.endswith(".toml"))
        fits = not text or _ID.fullmatch(text)
        return text if fits and not (written or any(self._is_form(word) for word in own)) else HIDDEN

    def hidden_in(self, text: str) -> str:
        """The text without the names, and without other forms of those that have three letters or more."""
        return _WORD.sub(lambda found: HIDDEN if self._is_form(found[0]) else found[0], text)

    def _is_form(self, written: str) -> bool:
        word = plain(written.casefold())
        return word in self._words or any(_is_form_of(word, name) for name in self._words)


def _is_form_of(word: str, name: str) -> bool:
    if len(name) < 4:
        return len(name) == 3 and bool(re.fullmatch(rf"{name[:2]}(?:[aeiouy]|ie)", word)) and name[2] in "aeiouy"
    stem = _ENDING.sub("", name)
    return word.startswith(stem) and len(word) < len(name) + 4


def without_owners(text: str) -> str:
    """The text without the user's home, their name, the computer's, and whose a device is."""
    text = _OWNER.sub(HIDDEN, text.replace(str(Path.home()), "~"))
    for name in {*_users(), platform.node()} - {""}:
        if name.casefold() not in _NOBODY:
            text = re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", HIDDEN, text, flags=re.IGNORECASE)
    return text


def _users() -> Iterator[str]:
    yield Path.home().name
    with suppress(OSError, KeyError, ImportError):  # nobody of that number is known to the system
        yield getpass.getuser()


@cache
def game_words() -> frozenset[str]:
    """The words of the ids in shipped scripts, and of those that have texts."""
    scripts = [text for file in paths.shipped("scripts").rglob("*.toml") for text in _texts(_read(file))]
    texts = [key for file in _PACKAGE.rglob("en.toml") if file.parent.name in _TEXTS for key in _keys(_read(file))]
    ids = [text for text in (*scripts, *texts) if _ID.fullmatch(text) and " " not in text]
    return frozenset(word for text in ids for word in _WORD.findall(text))


def _read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def _keys(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        yield from data
        for value in data.values():
            yield from _keys(value)


def _texts(data: Any) -> Iterator[str]:
    yield from _keys(data)
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _texts(value)
