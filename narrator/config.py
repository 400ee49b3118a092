"""The user's settings: voice, devices, model, times (config.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import platformdirs

from narrator import places, reading
from narrator.problems import BadData, Problem, suggest

AMBIENCES = ("none", "wind", "rain", "crickets", "fire")
"""The ambiences that need no file."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """What config.toml says. An empty text means: the usual one."""

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
    return _with_file(config, chosen)


def _problems(config: Config, path: Path) -> Iterator[Problem]:
    if config.pace < 0 or config.show_seconds < 0:
        yield Problem(path.name, "pace and show_seconds cannot be negative", "1.0 is the usual pace")
    if config.ambience not in AMBIENCES and not _beside(path, config.ambience).is_file():
        fault = f"there is no ambience {config.ambience!r}, and no such file"
        yield Problem(f"{path.name}: ambience", fault, suggest(config.ambience, AMBIENCES))
    if not 0 <= config.ambience_volume <= 1:
        yield Problem(f"{path.name}: ambience_volume", f"{config.ambience_volume} is out of range", "from 0.0 to 1.0")


def _with_file(config: Config, path: Path) -> Config:
    """Take an ambience that is a file as standing beside the settings that name it."""
    if config.ambience in AMBIENCES:
        return config
    return replace(config, ambience=str(_beside(path, config.ambience)))


def _beside(path: Path, name: str) -> Path:
    return path.parent / Path(name).expanduser()
