"""Load what a table needs, whatever game it plays: its setup file, and the script that this names."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from narrator.computer import toml_reader
from narrator.computer.shipped import setup_file
from narrator.errors import BadData, Problem
from narrator.games import registry
from narrator.games.package import HasScripts, Package
from narrator.games.table import Loaded, Table

_OF_THE_TABLE = ("voice", "names", "answers")
"""Keys of a setup on which no rule depends: who answers, and how the game sounds."""


def load_table(path: Path) -> Table[Any, Any]:
    """Load the setup file and its script. Raises BadData with every fault of both."""
    return draft_of(setup_file(path)).table()


def draft_of(path: Path) -> Loaded[Any, Any]:
    """Read the setup file, and the script that it names, as far as they can be read. Raises BadData."""
    data = toml_reader.load(path)
    package = _of(data)
    if isinstance(package, HasScripts) and package.is_script(data):
        cure = f'name it in a setup: script = "{path.name}"'
        raise BadData([Problem(path.name, "it is a script, not a setup", cure)])
    return package.draft(path, data)


def _of(data: dict[str, Any]) -> Package:
    """The game that the file is for; one that nobody knows is the default game's to refuse."""
    game = data.get("game")
    return registry.package(game if isinstance(game, str) and game in registry.GAMES else registry.DEFAULT)


def package_of(setup: Path | None) -> Package:
    """The game of this setup's file; the default one without. Raises BadData."""
    return _of(toml_reader.load(setup_file(setup))) if setup else registry.package()


def as_data(table: Table[Any, Any]) -> dict[str, Any]:
    """Turn setup and script into plain JSON values, for a journal to keep."""
    return {"setup": toml_reader.as_toml(table.setup), "script": toml_reader.as_toml(table.script)}


def is_data(data: dict[str, Any]) -> bool:
    """Whether this may be what `as_data` made."""
    return data.keys() == {"setup", "script"} and all(isinstance(part, dict) for part in data.values())


def from_data(game: str, data: dict[str, Any], place: str) -> Table[Any, Any]:
    """Make the table again of what `as_data` made of it. Raises BadData if this version cannot use it."""
    package = registry.package(game, f"{place}: game")
    return package.rebuild(data.get("setup", {}), data.get("script", {}), place).table()


def fingerprint(data: dict[str, Any]) -> str:
    """Sum up what `as_data` made, as far as the rules depend on it: not who answers, nor how the game sounds."""
    setup = {key: value for key, value in data["setup"].items() if key not in _OF_THE_TABLE}
    plain = json.dumps([setup, data["script"]], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()[:16]


def script_problems(path: Path) -> list[Problem] | None:
    """List what is wrong in a script file; None if it is a setup. Raises BadData if it is not TOML."""
    data = toml_reader.load(path)
    package = _of(data)
    if isinstance(package, HasScripts) and package.is_script(data):
        return package.script_problems(path)
    return None


def faults_of(path: Path) -> list[Problem]:
    """List every fault and warning of a setup or script file."""
    try:
        path = setup_file(path)
        found = script_problems(path)
        if found is not None:
            return found
        draft = draft_of(path)
        return [*draft.script_problems, *draft.problems]
    except BadData as bad:
        return bad.problems
