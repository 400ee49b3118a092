"""Where the files are: shipped data, the user's own, and the setups and scripts that people name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

import platformdirs

from narrator.computer import files, parsing
from narrator.computer.texts import own_languages
from narrator.errors import BadData, NarratorError, Problem, did_you_mean, fault, nearest, suggest
from narrator.texts import Words, message

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


def user_scripts() -> Path:
    """Name the folder of the user's own scripts."""
    return user_data() / "scripts"


def user_voices() -> Path:
    """Name the folder of the user's own voices."""
    return user_data() / "voices"


def user_cache() -> Path:
    """Name the folder of what can be made again: rendered lines, and what was found in journals."""
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
    words = message("faults.no-setup", name=path.name) if _is_bare(path) else message("faults.no-such-file")
    raise BadData([Problem(str(path), words, _nearest(path))])


def setup_or_script(path: Path) -> Path:
    """Find the setup, as `setup_file` does, or the script that a bare name means. Raises BadData of setups."""
    try:
        return setup_file(path)
    except BadData:
        with suppress(BadData):
            if _is_bare(path):
                return script_file(str(path), Path())
        raise


def _is_bare(path: Path) -> bool:
    """Tell a name from a file: it has neither a folder nor an ending."""
    return path.name == str(path) and not path.suffix


def _nearest(path: Path) -> Words:
    """Say which setup was probably meant, one in that folder, a saved or a shipped one, or which there are."""
    beside = {file.stem: str(file) for file in files.inside(path.parent, "*.toml") if _is_setup(file)}
    if _is_bare(path):
        return suggest(path.name, [*setup_names(), *beside.values()])
    near = nearest(path.stem, [*setup_names(), *beside])
    if near in beside:
        return did_you_mean(beside[near])
    if near:
        return message("faults.a-saved-table" if near in _saved() else "faults.a-shipped-table", name=near)
    if not files.is_folder(path.parent):
        return message("faults.no-folder", folder=path.parent)
    return suggest(str(path), beside.values())


def setup_names() -> list[str]:
    """The bare names that mean a setup: of those made in the menu, and of those that came with the program."""
    return sorted({*_saved(), *(file.stem for file in shipped("setups").glob("*.toml"))})


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
    above = Path(os.path.realpath(path)).parents
    return any(shipped(kind).resolve() in above for kind in ("scripts", "setups", "voices"))


def script_file(name: str, beside: Path, place: str = "script") -> Path:
    """Find the script of this name: a shipped one, the user's own, or a file beside what names it.

    Raises BadData if none has it; one that ends in `.toml` is left to its reader, unless it means one of these.
    """
    if name.endswith(".toml"):
        file = beside_or_in(user_scripts(), name, beside)
        if name != Path(name).name or files.there(file) or not (meant := _called().get(_letters(name[:-5]))):
            return file
        raise BadData([fault(place, "faults.no-script", did_you_mean(meant), name=name)])
    if name in shipped_scripts():
        return next(file for folder in _shipped_scripts() if files.is_file(file := folder / f"{name}.toml"))
    found = (folder / f"{name}.toml" for folder in (user_scripts(), beside) if name == Path(name).name)
    if own := next((file for file in found if files.is_file(file) and _is_script(file)), None):
        return own
    if files.is_file(file := files.meant(name, beside)):
        return file  # of another kind, as its reader says
    known = script_names(beside)
    meant = _script_called(name, known, beside)
    cure = did_you_mean(meant) if meant else suggest(name, known) or message("faults.name-a-file")
    raise BadData([fault(place, "faults.no-script", cure, name=name)])


def translations_of(script: Path, language: str) -> list[Path]:
    """The files of this script's words in another language: the user's own, and the one beside it.

    What the first lacks, the next may have.
    """
    if not language or language != Path(language).name:
        return []
    name = f"{script.stem}.{language}.toml"
    places = own_languages() / language / "scripts" / name, user_scripts() / name, script.with_name(name)
    return [file for file in dict.fromkeys(places) if files.is_file(file)]


def beside_or_in(folder: Path, name: str, beside: Path) -> Path:
    """The file of this name beside what names it, else in the folder of the user's own if it is there."""
    near, own = files.meant(name, beside), folder / name
    return own if name == own.name and files.is_file(own) and not files.there(near) else near


def script_names(beside: Path | None = None) -> list[str]:
    """The bare names that mean a script: of shipped ones, the user's own, and if asked of those beside."""
    own = [file.stem for file in files.inside(user_scripts(), "*.toml") if _is_script(file)]
    near = [file.stem for file in files.inside(beside, "*.toml") if _is_script(file)] if beside else []
    return sorted({*shipped_scripts(), *own, *near})


_LONG = 5
"""Letters of a game's name that are no chance in a longer one."""


def _script_called(name: str, known: list[str], beside: Path) -> str:
    """The script that was probably meant: whose game is called so, which is spelt like it, or which it contains."""
    called, said = _called(beside), _letters(name)
    inside_it = (one for word, one in called.items() if len(word) >= _LONG and word in said)
    return called.get(said) or nearest(name, known) or next(inside_it, "")


def _called(beside: Path | None = None) -> dict[str, str]:
    """The scripts by what they, their games and variants are called in any language, in bare letters."""
    found = dict[str, str]()
    for script in script_names(beside):
        for word in (script, *_titles(script, beside)):
            found.setdefault(_letters(word), script)
    return found


def _titles(script: str, beside: Path | None) -> Iterator[str]:
    """What a script and its translations call its game, and the variant."""
    folders = (*_shipped_scripts(), user_scripts(), *([beside] if beside else []))
    every = (file for folder in folders for file in files.inside(folder, "*.toml"))
    for file in (file for file in every if file.name.startswith(f"{script}.")):
        with suppress(NarratorError):
            data = parsing.toml(file)
            meta = data.get("meta")
            for word in (data.get("title"), meta.get("name") if isinstance(meta, dict) else None):
                if isinstance(word, str):
                    yield word.partition(":")[0]


def _letters(text: str) -> str:
    """The letters and digits of a name without their accents."""
    return "".join(filter(str.isalnum, normalize("NFKD", text.casefold().replace("\u0142", "l"))))


def shipped_scripts() -> list[str]:
    """The names of the scripts that came with the program."""
    return [file.stem for folder in _shipped_scripts() for file in folder.glob("*.toml") if "." not in file.stem]


def _shipped_scripts() -> tuple[Path, Path]:
    return shipped("scripts"), shipped("scripts") / "variants"


def _is_script(file: Path) -> bool:
    """Whether a file may be a script, if a damaged one: setups and translations lie beside it."""
    try:
        return parsing.toml(file).keys().isdisjoint(("player", "translates"))
    except NarratorError:
        return True
