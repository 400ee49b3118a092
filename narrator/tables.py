"""Load what a table needs: the setup file and the script that it names."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from narrator import places, reading
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.proof import proofread_script, proofread_setup
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup
from narrator.problems import BadData, Problem, suggest


@dataclass(frozen=True, slots=True)
class Table:
    """A setup with its script, both without faults; `warnings` are worth a look before the game."""

    setup: Setup
    script: Script
    warnings: list[Problem]

    def game(self) -> Ktulu:
        """Give the rules at this table."""
        return Ktulu(self.setup, self.script)


def load_table(path: Path) -> Table:
    """Load the setup file and its script. Raises BadData with every fault of both."""
    path = setup_file(path)
    setup, found = reading.build_anyway(reading.load(path), Setup, path.name)
    if setup is None:
        raise BadData(found)
    script, faults = _script_and_faults(script_file(setup.script, path.parent))
    found += [*faults, *proofread_setup(setup, script, path.name)]
    if any(not problem.warning for problem in found):
        raise BadData(found)
    return Table(setup, script, found)


def as_data(table: Table) -> dict[str, Any]:
    """Give setup and script as plain JSON values, for a journal to keep."""
    return {"setup": reading.plain(table.setup), "script": reading.plain(table.script)}


def from_data(data: dict[str, Any], place: str) -> Table:
    """Make the table again that `as_data` gave. Raises BadData if this version cannot use it."""
    setup = reading.build(data.get("setup", {}), Setup, f"{place}: setup")
    script = reading.build(data.get("script", {}), Script, f"{place}: script")
    return Table(setup, script, [])


def fingerprint(data: dict[str, Any]) -> str:
    """Sum up what `as_data` gave, as far as the rules depend on it: not who answers, nor how the game sounds."""
    setup = {key: value for key, value in data["setup"].items() if key not in ("voice", "names", "answers")}
    plain = json.dumps([setup, data["script"]], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def load_script(path: Path) -> Script:
    """Load a narration script. Raises BadData with every fault."""
    script, found = _script_and_faults(path)
    if any(not problem.warning for problem in found):
        raise BadData(found)
    return script


def _script_and_faults(path: Path) -> tuple[Script, list[Problem]]:
    script = reading.read(path, Script)
    return script, proofread_script(script, path.name)


def faults_of(path: Path) -> list[Problem]:
    """List every fault and warning of a setup or script file."""
    try:
        path = setup_file(path)
        if {"role", "faction", "zero", "night", "dawn"}.intersection(reading.load(path)):
            return _script_and_faults(path)[1]
        return load_table(path).warnings
    except BadData as bad:
        return bad.problems


def setup_file(path: Path) -> Path:
    """Find the setup: the file itself, or the shipped one that a bare name means (`demo`).

    Raises BadData with the names that are near if there is neither.
    """
    shipped = places.shipped("setups") / f"{path}.toml"
    if _is_bare(path) and not path.is_file() and shipped.is_file():
        return shipped
    if path.exists():
        return path
    fault = f"there is no setup {path.name!r}" if _is_bare(path) else "there is no such file"
    raise BadData([Problem(str(path), fault, _nearest(path))])


def _is_bare(path: Path) -> bool:
    """Tell a name from a file: it has neither a folder nor an ending."""
    return path.name == str(path) and not path.suffix


def _nearest(path: Path) -> str:
    """Say which setup was probably meant, a file in that folder or a shipped one, or which there are."""
    files, shipped = {file.stem: str(file) for file in path.parent.glob("*.toml")}, _shipped("setups")
    if _is_bare(path):
        return suggest(path.name, [*shipped, *files.values()])
    near = get_close_matches(path.stem, [*shipped, *files], n=1)
    if near and near[0] in files:
        return f"did you mean {files[near[0]]}?"
    if near:
        return f'a shipped table is called by its bare name: write "{near[0]}"'
    return suggest(str(path), files.values()) if path.parent.is_dir() else f"there is no folder {path.parent}"


def is_shipped(path: Path) -> bool:
    """Say whether the file came with the program: everybody on the computer plays it, so nobody writes to it."""
    return path.resolve().parent in {places.shipped(kind).resolve() for kind in ("scripts", "setups", "voices")}


def script_file(name: str, beside: Path) -> Path:
    """Find the script that a setup names: a file beside the setup, or a shipped one by its id."""
    if name.endswith(".toml"):
        return beside / name
    shipped = places.shipped("scripts") / f"{name}.toml"
    if not shipped.exists():
        cure = suggest(name, _shipped("scripts")) or "name a file that ends in .toml"
        raise BadData([Problem("script", f"there is no script {name!r}", cure)])
    return shipped


def _shipped(kind: str) -> list[str]:
    return [file.stem for file in places.shipped(kind).glob("*.toml")]
