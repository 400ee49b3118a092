"""The last table of a game, with which a new one may begin: its people, cards, house rules, and all else it had."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import tomlkit
from tomlkit import TOMLDocument

from narrator.computer import files, parsing, toml_reader
from narrator.computer.config import load_config
from narrator.errors import BadData, NarratorError
from narrator.evening.offers import MOST, table_files
from narrator.games import registry
from narrator.games.naming import by_seat
from narrator.games.table import Setup, Table
from narrator.play import session
from narrator.play.loading import load_table
from narrator.terminal.words import say, terminal_texts
from narrator.values import asdict, dataclass, fields, replace

_TONIGHT = ("player", "cards", "seed", "deal", "known", "format", "game", "language", "answers")
"""What is asked anew, or goes without saying."""


@dataclass(frozen=True, slots=True)
class LastTable:
    """The table of the game that was played last, or one that was made since and not played yet.

    Its `path` is the journal of the game, or the setup. `whole`, all else comes with its people.
    """

    path: Path
    table: Table[Any, Any]
    whole: bool = True
    gone: tuple[str, ...] = ()
    """Who went home amid the game, and so is not among its people any more."""

    @classmethod
    def of(cls, path: Path, *, whole: bool = True) -> Self:
        """Read it, its people with the names that they had in the end. Raises NarratorError or BadData."""
        if path.suffix == ".toml":
            return cls(path.resolve(), _by_whole_path(load_table(path), path), whole)
        kept = session.recall(path)
        table = replace(kept.table, setup=session.as_they_sit(kept))
        gone = tuple(session.gone_home(kept))
        return cls(path.resolve(), _by_whole_path(table, Path(kept.header.setup)), whole, gone)

    @classmethod
    def found(cls, game: str, language: str) -> Self | None:
        """Find that of this game, if there is one; of one in another language only its people are taken."""
        played = (kept.path for kept in session.last_games(load_config(), MOST) if _is_of(kept.table, game))
        journal = next(played, None)
        since = journal.stat().st_mtime if journal else 0.0
        made = (path for path in table_files() if path.stat().st_mtime > since)
        for path in (*[*made][:MOST], *([journal] if journal else [])):
            with suppress(NarratorError):
                one = cls.of(path)
                if _is_of(one.table, game):
                    return replace(one, whole=one.table.setup.language == language)
        return None

    @classmethod
    def recalled(cls, answers: dict[str, Any]) -> Self | None:
        """Find that with which these answers began; None if it is gone."""
        path, whole = answers.get("from"), answers.get("whole") is True
        if isinstance(path, str) and path and not parsing.odd_signs(path):
            with suppress(NarratorError, OSError):
                return cls.of(Path(path), whole=whole)
        return None

    @property
    def is_played(self) -> bool:
        """Whether a game of it was begun."""
        return self.path.suffix != ".toml"

    @property
    def names(self) -> list[str]:
        """The names of its people, in seat order."""
        return by_seat(name for name in self.table.setup.people.values() if name not in self.gone)

    def answers(self) -> dict[str, Any]:
        """What the questions for a new table begin with, as plain JSON values, and its place; say who is gone."""
        setup = self.table.setup
        if self.gone:
            say(terminal_texts().word("new.went-home", names=", ".join(self.gone)))
        theirs = {one.name: _own(one) for one in setup.player}
        deal = {"deal": setup.deal, "typed": bool(setup.given)} if hasattr(setup, "deal") else {}
        found = {"players": self.names, "answers": setup.answers, "theirs": theirs, **deal}
        if self.whole:
            cards = {"cards": [*setup.in_play]} if getattr(setup, "in_play", ()) and not self.gone else {}
            found |= self._as_known_now({**cards, **_changed(self.table)})
        return {**found, "from": str(self.path), "whole": self.whole}

    def _as_known_now(self, found: dict[str, Any]) -> dict[str, Any]:
        """The same without cards and rules that are not in its script any more, which may have been changed since."""
        try:
            registry.package(self.table.setup.game).read_setup(
                self.path, toml_reader.as_toml(self.table.setup)
            ).table()
        except BadData as bad:
            parts = {"cards": ("cards", "player"), "rules": ("rules",)}
            return {key: one for key, one in found.items() if not _faulty(bad, parts.get(key, ()))}
        return found

    def complete(self, document: TOMLDocument, path: Path, settled: Collection[str]) -> TOMLDocument:
        """The new table with what this one had and nobody was asked for, such as a voice; what is `settled` stays.

        What does not fit the people of now is left out, and named.
        """
        _with_their_own(document["player"], self.table.setup)
        if not self.whole:
            return document
        setup = self.table.setup
        left = {key: one for key, one in _changed(self.table).items() if key not in document and key not in settled}
        names = [player["name"] for player in document["player"]]
        for key in left.keys() & {*setup.of_seats}:
            name = setup.name(left.pop(key))
            left |= {key: names.index(name) + 1} if name in names else {}
        document["language"] = setup.language
        whole = _with(document, left)
        try:
            registry.package(setup.game).read_setup(path, whole.unwrap()).table()
        except BadData as bad:
            if unfit := [*_faulty(bad, left)]:
                say(terminal_texts().word("new.left-out", keys=", ".join(unfit)))
                return _with(document, {key: one for key, one in left.items() if key not in unfit})
        return whole


def _by_whole_path(table: Table[Any, Any], setup: Path) -> Table[Any, Any]:
    """The table with a script that lies beside its setup called by its whole path, for a table in another folder."""
    script = getattr(table.setup, "script", "")
    beside = setup.resolve().parent / script
    return table.with_setup(script=str(beside)) if script.endswith(".toml") and files.is_file(beside) else table


def _is_of(table: Table[Any, Any], game: str) -> bool:
    return registry.name_of(table.setup) == game


def _faulty(bad: BadData, keys: Iterable[str]) -> list[str]:
    """Those of these keys of a setup in which something is wrong."""
    places = [problem.place for problem in bad.problems if not problem.warning]
    return [key for key in keys if any(re.search(rf": {key}\b", place) for place in places)]


def _own(player: Any) -> dict[str, Any]:
    """What somebody has of their own, where it is not as usual: a name's spelling, a town, a faction; no card."""
    keys = [key for key in fields(player) if key.name not in ("name", "card")]
    return {key.name: one for key in keys if (one := getattr(player, key.name)) != key.default}


def _changed(table: Table[Any, Any]) -> dict[str, Any]:
    """What a table has otherwise than is usual, but for its people and their cards, as plain TOML values.

    Of what its script has too, such as house rules, that of the script is usual.
    """
    setup = table.setup
    usual = {one.name: one.default for one in fields(setup)}
    found = {key: one for key, one in asdict(setup).items() if key not in _TONIGHT and one != usual.get(key)}
    for key, one in found.items():
        if isinstance(one, dict):
            own, scripts = getattr(setup, key), getattr(table.script, key, None)
            whole: Any = scripts if isinstance(scripts, type(own)) else type(own)()
            found[key] = {name: value for name, value in one.items() if value != getattr(whole, name)}
    return {key: _plain(one) for key, one in found.items() if one or one is False}


def _plain(value: Any) -> Any:
    """The value as TOML and JSON have it: lists for tuples."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value


def _with(document: TOMLDocument, more: dict[str, Any]) -> TOMLDocument:
    """The document with more keys above its language, and more tables at its end."""
    tables = {key: one for key, one in more.items() if isinstance(one, dict) or _is_table(one)}
    keys = tomlkit.dumps({key: one for key, one in more.items() if key not in tables})
    text = document.as_string().replace("\nlanguage", f"\n{keys}language", 1)
    return tomlkit.parse(f"{text}\n{tomlkit.dumps(tables)}" if tables else text)


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, dict) for one in value)


def _with_their_own(players: Iterable[Any], last: Setup) -> None:
    """Give those who played last what was theirs and nobody was asked for."""
    before = {one.name: _own(one) for one in last.player}
    for player in players:
        player.update({key: one for key, one in before.get(player["name"], {}).items() if key not in player})
