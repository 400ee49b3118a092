"""Load what a table needs: the setup file and the script that it names."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrator.computer import files, toml_reader
from narrator.computer import paths as places
from narrator.errors import BadData, Problem, nearest, suggest
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.proofreading import proofread_script, proofread_setup
from narrator.games.ktulu.script import Script
from narrator.games.ktulu.setup import Setup


@dataclass(frozen=True, slots=True)
class Table:
    """A setup with its script, both without faults; `warnings` are worth a look before the game."""

    setup: Setup
    script: Script
    warnings: list[Problem]

    def game(self) -> Ktulu:
        """Give the rules at this table."""
        return Ktulu(self.setup, self.script)


@dataclass(frozen=True, slots=True)
class Draft:
    """A setup file as it is, without what is wrong in it: its setup, its script and the file that this is in.

    What cannot be used at all is None.
    """

    setup: Setup | None
    problems: list[Problem]
    script_file: Path | None = None
    script: Script | None = None
    script_problems: list[Problem] = field(default_factory=list)

    def table(self) -> Table:
        """Give the table. Raises BadData with every fault of setup and script."""
        found = [*self.script_problems, *self.problems]
        if self.setup is None or self.script is None or any(not problem.warning for problem in found):
            raise BadData(found)
        return Table(self.setup, self.script, found)


def load_table(path: Path) -> Table:
    """Load the setup file and its script. Raises BadData with every fault of both."""
    return draft_of(setup_file(path)).table()


def draft_of(path: Path) -> Draft:
    """Read the setup file, and the script that it names, as far as they can be read. Raises BadData."""
    setup, found = toml_reader.build_anyway(toml_reader.load(path), Setup, path.name)
    if setup is None:
        return Draft(None, found)
    place = f"{path.name}: script"
    try:
        file = script_file(setup.script, path.parent, place)
        script, faults = read_script(file, place)
    except BadData as bad:
        return Draft(setup, [*found, *bad.problems])
    more = proofread_setup(setup, script, path.name) if script else []
    return Draft(setup, [*found, *_others(more, found)], file, script, faults)


def as_data(table: Table) -> dict[str, Any]:
    """Give setup and script as plain JSON values, for a journal to keep."""
    return {"setup": toml_reader.as_toml(table.setup), "script": toml_reader.as_toml(table.script)}


def is_data(data: dict[str, Any]) -> bool:
    """Say whether this may be what `as_data` gave."""
    return data.keys() == {"setup", "script"} and all(isinstance(part, dict) for part in data.values())


def from_data(data: dict[str, Any], place: str) -> Table:
    """Make the table again that `as_data` gave. Raises BadData if this version cannot use it."""
    setup = toml_reader.build(data.get("setup", {}), Setup, f"{place}: setup")
    script = toml_reader.build(data.get("script", {}), Script, f"{place}: script")
    found = [*proofread_script(script, f"{place}: script"), *proofread_setup(setup, script, f"{place}: setup")]
    return Draft(setup, [problem for problem in found if not problem.warning], None, script).table()


def fingerprint(data: dict[str, Any]) -> str:
    """Sum up what `as_data` gave, as far as the rules depend on it: not who answers, nor how the game sounds."""
    setup = {key: value for key, value in data["setup"].items() if key not in ("voice", "names", "answers")}
    plain = json.dumps([setup, data["script"]], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()[:16]


def load_script(path: Path) -> Script:
    """Load a narration script. Raises BadData with every fault."""
    script, found = read_script(path)
    if script is None or any(not problem.warning for problem in found):
        raise BadData(found)
    return script


def read_script(path: Path, named: str = "") -> tuple[Script | None, list[Problem]]:
    """Read a script as far as it can be read, and list what is wrong in it; `named` is where it is named.

    Raises BadData if there is no such file, or it is not TOML.
    """
    script, found = toml_reader.build_anyway(toml_reader.load(path, named), Script, path.name)
    more = proofread_script(script, path.name) if script else []
    return script, [*found, *_others(more, found)]


def is_script(path: Path) -> bool:
    """Say whether the file is a script and no setup. Raises BadData if it is not TOML."""
    return not {"role", "faction", "zero", "night", "dawn"}.isdisjoint(toml_reader.load(path))


def faults_of(path: Path) -> list[Problem]:
    """List every fault and warning of a setup or script file."""
    try:
        path = setup_file(path)
        if is_script(path):
            return read_script(path)[1]
        draft = draft_of(path)
        return [*draft.script_problems, *draft.problems]
    except BadData as bad:
        return bad.problems


def _others(more: list[Problem], found: list[Problem]) -> list[Problem]:
    """Leave out what only follows from a problem that was found before, at the same place, in it or around it."""
    places = [f"{problem.place}:" for problem in found]

    def follows(place: str) -> bool:
        return any(place.startswith((told, told[:-1] + "[")) or _holds(place, told) for told in places)

    return [problem for problem in more if not follows(f"{problem.place}:")]


def _holds(place: str, told: str) -> bool:
    return told.startswith((place, place[:-1] + "["))


def setup_file(path: Path) -> Path:
    """Find the setup: the file itself, or the shipped one that a bare name means (`demo`).

    Raises BadData with the names that are near if there is neither.
    """
    shipped = places.shipped("setups") / f"{path}.toml"
    if _is_bare(path) and not files.is_file(path) and files.is_file(shipped):
        return shipped
    if files.there(path):
        return path
    fault = f"there is no setup {path.name!r}" if _is_bare(path) else "there is no such file"
    raise BadData([Problem(str(path), fault, _nearest(path))])


def _is_bare(path: Path) -> bool:
    """Tell a name from a file: it has neither a folder nor an ending."""
    return path.name == str(path) and not path.suffix


def _nearest(path: Path) -> str:
    """Say which setup was probably meant, a file in that folder or a shipped one, or which there are."""
    beside = {file.stem: str(file) for file in files.inside(path.parent, "*.toml")}
    shipped = _shipped("setups")
    if _is_bare(path):
        return suggest(path.name, [*shipped, *beside.values()])
    near = nearest(path.stem, [*shipped, *beside])
    if near in beside:
        return f"did you mean {beside[near]}?"
    if near:
        return f'a shipped table is called by its bare name: write "{near}"'
    if not files.is_folder(path.parent):
        return f"there is no folder {path.parent}"
    return suggest(str(path), beside.values())


def is_shipped(path: Path) -> bool:
    """Say whether the file came with the program: everybody on the computer plays it, so nobody writes to it."""
    return Path(os.path.realpath(path)).parent in {
        places.shipped(kind).resolve() for kind in ("scripts", "setups", "voices")
    }


def script_file(name: str, beside: Path, place: str = "script") -> Path:
    """Find the script of this name: a file beside the setup, or a shipped one by its id. Raises BadData."""
    if name.endswith(".toml"):
        return files.meant(name, beside)
    known = _shipped("scripts")
    if name not in known:
        cure = suggest(name, known) or "name a file that ends in .toml"
        raise BadData([Problem(place, f"there is no script {name!r}", cure)])
    return places.shipped("scripts") / f"{name}.toml"


def _shipped(kind: str) -> list[str]:
    return [file.stem for file in places.shipped(kind).glob("*.toml")]
