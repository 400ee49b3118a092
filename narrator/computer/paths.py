"""Where the files are: shipped data, the user's own, and the setups and scripts that people name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import platformdirs

from narrator.computer import files, parsing
from narrator.computer.texts import texts_of
from narrator.errors import BadData, NarratorError, Problem, nearest, short_list, suggest
from narrator.texts import Message, message

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(kind: str) -> Path:
    """Find shipped data (`scripts`, `voices`, `setups`, `config.toml`), in a checkout or an installed wheel."""
    inside = _PACKAGE / "data" / kind
    return inside if inside.exists() else _PACKAGE.parent / kind


def user_data() -> Path:
    """Name the folder of what must not be lost: journals, models, recorded voices."""
    return Path(platformdirs.user_data_dir("narrator", appauthor=False))


def user_tables() -> Path:
    """Name the folder of the tables that are made in the menu."""
    return user_data() / "tables"


def user_cache() -> Path:
    """Name the folder of what can be made again: rendered lines."""
    return Path(platformdirs.user_cache_dir("narrator", appauthor=False))


def system(platform: str = sys.platform) -> str:
    """Name the system as the texts do: `linux`, `windows` or `macos`."""
    return {"win32": "windows", "darwin": "macos"}.get(platform, "linux")


def setup_file(path: Path) -> Path:
    """Find the setup: the file itself, or the one that a bare name means, saved in the menu or shipped (`demo`).

    Raises BadData with the names that are near if there is none.
    """
    if _is_bare(path) and not files.is_file(path):
        for folder in (user_tables(), shipped("setups")):
            if files.is_file(named := folder / f"{path}.toml"):
                return named
    if files.there(path):
        return path
    fault, cure = message("tables.none" if _is_bare(path) else "tables.no-file", name=path.name), _nearest(path)
    words = message("tables.problem" if cure else "tables.problem-alone", place=path, fault=fault, cure=cure or "")
    plain = texts_of("en")
    raise BadData([Problem(str(path), plain.told(fault), plain.told(cure or ""), words=words)])


def setup_or_script(path: Path) -> Path:
    """Find the setup, as `setup_file` does, or the script that a bare name means. Raises BadData of setups."""
    try:
        return setup_file(path)
    except BadData:
        with suppress(BadData):
            return script_file(str(path), Path())
        raise


def _is_bare(path: Path) -> bool:
    """Tell a name from a file: it has neither a folder nor an ending."""
    return path.name == str(path) and not path.suffix


def _nearest(path: Path) -> Message | None:
    """Say which setup was probably meant, one in that folder, a saved or a shipped one, or which there are."""
    beside = {file.stem: str(file) for file in files.inside(path.parent, "*.toml") if _is_setup(file)}
    if _is_bare(path):
        return _suggested(path.name, [*setup_names(), *beside.values()])
    near = nearest(path.stem, [*setup_names(), *beside])
    if near in beside:
        return message("tables.near", name=beside[near])
    if near:
        return message("tables.saved" if near in _saved() else "tables.shipped", name=near)
    if not files.is_folder(path.parent):
        return message("tables.no-folder", folder=path.parent)
    return _suggested(str(path), beside.values())


def _suggested(name: str, known: Iterable[str]) -> Message | None:
    """The same that `suggest` says of any word."""
    if near := nearest(name, known := sorted(set(known))):
        return message("tables.near", name=near)
    return message("tables.known", names=short_list(known)) if known else None


def setup_names() -> list[str]:
    """The bare names that mean a setup: of those made in the menu, and of those that came with the program."""
    return sorted({*_saved(), *_names("setups")})


def _saved() -> list[str]:
    return [file.stem for file in files.inside(user_tables(), "*.toml")]


def _is_setup(file: Path) -> bool:
    """Whether a file may be a setup, if a damaged one: other programs leave TOML beside it too."""
    try:
        return "player" in parsing.toml(file)
    except NarratorError:
        return True


def is_shipped(path: Path) -> bool:
    """Whether the file came with the program: everybody on the computer plays it, so nobody writes to it."""
    return Path(os.path.realpath(path)).parent in {
        shipped(kind).resolve() for kind in ("scripts", "setups", "voices")
    }


def script_file(name: str, beside: Path, place: str = "script") -> Path:
    """Find the script of this name: a file beside the setup, or a shipped one by its id. Raises BadData."""
    if name.endswith(".toml"):
        return files.meant(name, beside)
    known = _names("scripts")
    if name not in known:
        cure = suggest(name, known) or "name a file that ends in .toml"
        raise BadData([Problem(place, f"there is no script {name!r}", cure)])
    return shipped("scripts") / f"{name}.toml"


def _names(kind: str) -> list[str]:
    return [file.stem for file in shipped(kind).glob("*.toml")]
