"""The setups and scripts that people name: their own files, or those that came with the program."""

from __future__ import annotations

import os
from pathlib import Path

from narrator.computer import files, paths
from narrator.errors import BadData, Problem, nearest, suggest


def setup_file(path: Path) -> Path:
    """Find the setup: the file itself, or the shipped one that a bare name means (`demo`).

    Raises BadData with the names that are near if there is neither.
    """
    shipped = paths.shipped("setups") / f"{path}.toml"
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
    """Whether the file came with the program: everybody on the computer plays it, so nobody writes to it."""
    return Path(os.path.realpath(path)).parent in {
        paths.shipped(kind).resolve() for kind in ("scripts", "setups", "voices")
    }


def script_file(name: str, beside: Path, place: str = "script") -> Path:
    """Find the script of this name: a file beside the setup, or a shipped one by its id. Raises BadData."""
    if name.endswith(".toml"):
        return files.meant(name, beside)
    known = _shipped("scripts")
    if name not in known:
        cure = suggest(name, known) or "name a file that ends in .toml"
        raise BadData([Problem(place, f"there is no script {name!r}", cure)])
    return paths.shipped("scripts") / f"{name}.toml"


def _shipped(kind: str) -> list[str]:
    return [file.stem for file in paths.shipped(kind).glob("*.toml")]
