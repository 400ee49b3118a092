"""A new table: asked for, kept under a name, and its first game; what was answered before a break-off is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from tomlkit import TOMLDocument

from narrator.computer import files, parsing, paths
from narrator.computer.settings import usual_language
from narrator.computer.toml_cures import other_kind
from narrator.ears.lexicon import languages
from narrator.errors import BadData, NarratorError, escaped, fault
from narrator.evening.hearing import would_hear
from narrator.evening.last_table import LastTable
from narrator.evening.phoned import phones_would_come
from narrator.games import registry
from narrator.games.interview import Piped
from narrator.games.package import (
    Back,
    HasVariants,
    HasWizard,
    OtherGame,
    Package,
    Question,
    SetupQuestions,
    Show,
    require_door,
)
from narrator.play.loading import name_forms, words_taken
from narrator.terminal.exits import BrokenOff
from narrator.terminal.words import agreed, ask, in_terminal, say, terminal_texts
from narrator.texts import SECOND, Texts
from narrator.values import replace


def new_table(
    file: Path | None,
    folder: Path,
    game: str = registry.DEFAULT,
    last: LastTable | None = None,
    *,
    players: Sequence[str] = (),
    others: bool = False,
) -> tuple[Path, str]:
    """Ask one's way to a setup of this game in that folder; give its file, and what is to be done then.

    What was asked before and broken off is offered first, but not to a pipe; where the people of a `last` table are
    those to begin with, that of theirs alone. Without one those of the table that was played or made last are
    offered. With them comes all else that the table had and is not asked. What was answered is kept at each
    question: a window may be shut. Those `players` who are listed for another game are taken before all of these.
    Raises BrokenOff, and OtherGame where there are `others`.
    """
    texts, kept, answers = terminal_texts(), KeptAnswers(game, last), dict[str, Any]()

    def keeping(question: str, default: str) -> str:
        kept.keep(answers)
        return ask(question, default)

    put, networked = (
        (keeping, phones_would_come) if in_terminal() else (Piped(ask, partial(say, err=True)), lambda: False)
    )
    chosen = registry.chosen(game)
    package = require_door(chosen, HasWizard, "refusals.questions")
    language = usual_language()
    _refuse_list(file, folder)
    known = language in languages()
    taken = words_taken(language, chosen.id) if known else frozenset[str]()
    forms = partial(name_forms, language=language if known else SECOND)
    try:
        path = place(file, folder, ask, say) if file else by_day(folder)
        listed: dict[str, Any] = {"players": [*players]}
        begun, answers = (None, listed) if players else _begun_with(kept, last, chosen, texts)
        if variant := chosen.variant if isinstance(chosen, HasVariants) else "":
            whole = begun is not None and begun.table.setup.script == variant
            begun = begun if begun is None or whole else replace(begun, whole=False)
            answers = by_script(variant, answers)
        while True:
            asking = SetupQuestions(put, say, None, answers, would_hear, taken, networked, forms, others)
            setup = package.new_setup(asking)
            try:
                path = place(None, folder, ask, say) if not file and answers.get("go") == "more" else path
            except Back:
                answers["back"] = True
                continue
            break
        path = path if file or answers.get("go") == "more" else by_day(folder)  # another one may have been made
        if begun and "from" in answers:  # they were not damaged, and asked anew
            setup = begun.complete(setup, path, answers.get("settled", ()))
        save(setup, path)
    except OtherGame:
        kept.forget()
        raise
    except (KeyboardInterrupt, EOFError):
        key = "new.broken-off-kept" if kept.keep(answers) else "new.broken-off"
        say(f"\n{texts.word(key)}", err=True)
        raise BrokenOff from None
    kept.forget()
    say(texts.word("new.written", path=path if file else path.stem))
    return path, answers.get("go", "more")


def _refuse_list(file: Path | None, folder: Path) -> None:
    """Refuse a file that is there and no table, likely a list of players, as a table's name. Raises NarratorError."""
    if file and file.suffix != ".toml" and files.is_file(folder / file):
        kind = other_kind(files.content(folder / file)[:200])
        if kind not in ("", "faults.is-list"):
            raise BadData([fault(str(file), kind, file=file)])
        raise NarratorError(terminal_texts().word("new.is-list", path=file))


def _begun_with(
    kept: KeptAnswers, last: LastTable | None, chosen: Package, texts: Texts
) -> tuple[LastTable | None, dict[str, Any]]:
    """The table to begin with, if there is one, and the answers: those that were kept, or what that table had."""
    answers = kept.recall() if in_terminal() else {}
    again = texts.word("new.again", players=", ".join(answers.get("players", [])))
    if answers and agreed(again, default=True):
        return LastTable.recalled(answers), answers
    root = chosen.root if isinstance(chosen, HasVariants) else chosen.id
    begun = last or _agreed_on(root, usual_language(), texts)
    return begun, begun.answers() if begun else {}


def by_script(variant: str, answers: dict[str, Any]) -> dict[str, Any]:
    """The answers for a table by this script; what was answered for another one is forgotten."""
    if answers.get("script") == variant:
        return answers
    return {key: one for key, one in answers.items() if key not in _OF_SCRIPT} | {"script": variant}


_OF_SCRIPT = ("script", "cards", "extra", "rules", "names")
"""What is answered for one script alone."""


def _agreed_on(game: str, language: str, texts: Texts) -> LastTable | None:
    """The last table of this game, if people can be asked and it is to begin with."""
    with suppress(NarratorError):
        if in_terminal() and (last := LastTable.found(game, language)):
            key = "new.last-people" if last.is_played else "new.last-table"
            if agreed(texts.word(key, players=", ".join(last.names), name=last.path.stem), default=True):
                return last
    return None


def place(file: Path | None, folder: Path, ask: Question, show: Show) -> Path:
    """Find where a new setup may go; ask where there is a file already. `folder` is where bare names lie.

    Without a `file` its name is asked for, and suggested by the day of the week; the way back from there raises Back.
    """
    texts, named = terminal_texts(), file is not None
    while True:
        if file is None:
            free = by_day(folder).stem
            said = ask(texts.word("new.name"), free).strip() or free
            back, helped = (texts.word(f"wizard.typed.{word}").split() for word in ("back", "help"))
            if not named and said.casefold() in back:
                raise Back
            if said.casefold() in (*back, *helped):
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
        return agreed(terminal_texts().word("new.replace", path=path), default=False, put=ask)
    return False


def by_day(folder: Path) -> Path:
    """A file for a new setup, called by the day of the week and, where there is one already, a number."""
    days = terminal_texts().word("new.days").split()
    day = days[date.today().weekday() % len(days)]  # a language of one's own may name fewer
    names = (f"{day}.toml" if number == 1 else f"{day}-{number}.toml" for number in count(1))
    return next(folder / name for name in names if not files.there(folder / name))


def _fault(path: Path) -> str:
    texts = terminal_texts()
    if paths.is_shipped(path) and files.there(path):
        return texts.word("new.shipped", path=path)
    if not files.nameable(path.stem):
        return texts.word("new.unnameable", name=escaped(path.stem))
    return "" if files.is_folder(path.parent) else texts.word("new.no-folder", folder=path.parent)


def save(document: TOMLDocument, path: Path) -> None:
    """Write a new setup, whole or not at all. Raises NarratorError."""
    try:
        files.write(path, document.as_string().encode())
    except files.Unwritable as error:
        raise NarratorError(terminal_texts().word("new.unwritable", path=path, why=error.fault)) from None


class KeptAnswers:
    """The answers of questions that were broken off, kept until a table was made of them."""

    def __init__(self, game: str = registry.DEFAULT, last: LastTable | None = None) -> None:
        """Keep those for a new table, or for one that begins with the people of the `last`, apart from the others."""
        name = "new-table" if game == registry.DEFAULT else f"new-table-{game}"
        self._others = paths.user_data() / f"{name}-others.json"
        self._path = self._others if last else paths.user_data() / f"{name}.json"
        self._from = str(last.path) if last else ""

    def recall(self) -> dict[str, Any]:
        """What was answered before; nothing if it cannot be read, or names nobody, or began with other people.

        Where a new table has none, the list for a rematch that was broken off is that of a new table.
        """
        found = self._read(self._path)
        if not found and not self._from and (found := self._read(self._others)):
            self._path = self._others
        return {} if self._from and found.get("from") != self._from else found

    @staticmethod
    def _read(path: Path) -> dict[str, Any]:
        with suppress(NarratorError):
            found = parsing.json_object(files.content(path)) or {}
            players = found.get("players")
            theirs = found.get("theirs", {})
            fit = isinstance(theirs, dict) and all(isinstance(one, dict) for one in theirs.values())
            if fit and isinstance(players, list) and all(isinstance(one, str) for one in players):
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
