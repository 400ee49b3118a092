"""The user's settings: voice, devices, model, times (config.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import platformdirs

from narrator import places, reading
from narrator.problems import BadData, Problem, suggest

AMBIENCES = ("none", "wind", "rain", "crickets", "fire")
"""The ambiences that need no file."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """What config.toml says. An empty text means: the usual one. Files and folders are absolute once it is loaded."""

    format: int = 1
    voice: str = ""
    names: str = ""
    speaker: str = ""
    microphone: str = ""
    ears: Literal["auto", "keys"] = "auto"
    model: str = ""
    ambience: str = "wind"
    ambience_volume: float = 0.3
    pace: float = 1.0
    show_seconds: float = 6.0
    journals: str = ""


def load_config(path: Path | None = None) -> Config:
    """Read the config named, else the user's own, else the shipped one. Raises BadData."""
    own = Path(platformdirs.user_config_dir("narrator", appauthor=False)) / "config.toml"
    chosen = path or (own if own.exists() else places.shipped("config.toml"))
    config = reading.read(chosen, Config)
    problems = list(_problems(config, chosen))
    if problems:
        raise BadData(problems)
    return _with_places(config, chosen)


def _problems(config: Config, path: Path) -> Iterator[Problem]:
    if config.pace < 0 or config.show_seconds < 0:
        yield Problem(path.name, "pace and show_seconds cannot be negative", "1.0 is the usual pace")
    for key, name in _named(config):
        if _beside(path, name) is None:
            yield Problem(f"{path.name}: {key}", f"{name!r} names a home that is not here", "write the whole path")
        elif key == "ambience" and not _is_file(path, name):
            fault = f"there is no ambience {name!r}, and no such file"
            yield Problem(f"{path.name}: {key}", fault, suggest(name, AMBIENCES))
    if not 0 <= config.ambience_volume <= 1:
        yield Problem(f"{path.name}: ambience_volume", f"{config.ambience_volume} is out of range", "from 0.0 to 1.0")


def _named(config: Config) -> Iterator[tuple[str, str]]:
    """List the files and folders that are named, by key."""
    for key in ("journals", "model", "ambience"):
        name = getattr(config, key)
        if name and not (key == "ambience" and name in AMBIENCES):
            yield key, name


def _with_places(config: Config, path: Path) -> Config:
    """Take files and folders as standing beside the settings that name them; `~` is the user's home."""
    found: dict[str, Any] = {key: str(_beside(path, name)) for key, name in _named(config)}
    return replace(config, **found)


def _is_file(path: Path, name: str) -> bool:
    found = _beside(path, name)
    return found is not None and found.is_file()


def _beside(path: Path, name: str) -> Path | None:
    """Find the file; None if it is in the home of somebody who has none here."""
    try:
        return path.absolute().parent / Path(name).expanduser()
    except RuntimeError:
        return None
