"""A new table: under which name it is kept, what was answered before somebody broke off, and the file itself."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from tomlkit import TOMLDocument

from narrator.computer import files, parsing, paths
from narrator.computer.shipped import is_shipped
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.games.package import Back, Question, Show
from narrator.terminal.words import agreed


def place(file: Path | None, folder: Path, ask: Question, show: Show) -> Path:
    """Find where a new setup may go; ask where there is a file already. `folder` is where bare names lie.

    Without a `file` its name is asked for, and suggested by the day of the week.
    """
    texts = texts_of()
    while True:
        if file is None:
            free = by_day(folder).stem
            said = ask(texts.word("new.name"), free).strip() or free
            if said.casefold() in texts.word("new.no-names").split():
                show(texts.word("new.name-help"))
                continue
            file = Path(said)
        path = folder / file if file.suffix == ".toml" else folder / f"{file}.toml"
        fault = _fault(path)
        if not fault and (not files.there(path) or _replaced(ask, path)):
            return path
        if fault:
            show(fault)
        file = None


def _replaced(ask: Question, path: Path) -> bool:
    """Whether the file may be replaced; the way back leads to its name."""
    with suppress(Back):
        return agreed(texts_of().word("new.replace", path=path), default=False, put=ask)
    return False


def by_day(folder: Path) -> Path:
    """A file for a new setup, called by the day of the week and, where there is one already, a number."""
    day = texts_of().word(f"new.days.{date.today().isoweekday()}")
    names = (f"{day}.toml" if number == 1 else f"{day}-{number}.toml" for number in count(1))
    return next(folder / name for name in names if not files.there(folder / name))


def _fault(path: Path) -> str:
    texts = texts_of()
    if is_shipped(path) and files.there(path):
        return texts.word("new.shipped", path=path)
    return "" if files.is_folder(path.parent) else texts.word("new.no-folder", folder=path.parent)


def save(document: TOMLDocument, path: Path) -> None:
    """Write a new setup, whole or not at all. Raises NarratorError."""
    try:
        files.write(path, document.as_string().encode())
    except files.Unwritable as error:
        raise NarratorError(texts_of().word("new.unwritable", path=path, why=error.fault)) from None


class Kept:
    """The answers of questions that were broken off, kept until a table was made of them."""

    def __init__(self) -> None:
        self._path = paths.user_data() / "new-table.json"

    def recall(self) -> dict[str, Any]:
        """What was answered before; nothing if it cannot be read, or names nobody."""
        with suppress(NarratorError):
            found = parsing.json_object(files.content(self._path)) or {}
            players = found.get("players")
            if isinstance(players, list) and all(isinstance(one, str) for one in players):
                return {} if parsing.odd_signs("".join(players)) else found
        return {}

    def keep(self, answers: dict[str, Any]) -> bool:
        """Keep these answers; False if there are none, or they cannot be written."""
        if not answers.get("players"):
            return False
        with suppress(OSError, NarratorError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self._path, json.dumps(answers, ensure_ascii=False).encode())
            return True
        return False

    def forget(self) -> None:
        """Keep nothing any more."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
