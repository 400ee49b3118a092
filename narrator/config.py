"""The user's settings: voice, devices, model, times (config.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import platformdirs

from narrator import files, places, reading
from narrator.problems import BadData, Problem, suggest

AMBIENCES = ("none", "wind", "rain", "crickets", "fire")
"""The ambiences that need no file."""

BOUNDS = {"pace": (0.0, 10.0), "show_seconds": (0.0, 600.0), "ambience_volume": (0.0, 1.0)}
"""The least and the greatest that each of these numbers may be."""


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
    chosen = path or (own if files.there(own) else places.shipped("config.toml"))
    config = reading.read(chosen, Config)
    problems = [*_out_of_bounds(config, f"{chosen.name}: "), *_problems(config, chosen)]
    if problems:
        raise BadData(problems)
    return _with_file(config, chosen)


def within_bounds(config: Config, place: str) -> Config:
    """Give the settings if their numbers are within bounds; `place` stands before a number's name. Raises BadData."""
    problems = list(_out_of_bounds(config, place))
    if problems:
        raise BadData(problems)
    return config


def _out_of_bounds(config: Config, place: str) -> Iterator[Problem]:
    for key, (least, most) in BOUNDS.items():
        if not least <= getattr(config, key) <= most:  # which nan is not either
            yield Problem(f"{place}{key}", f"{getattr(config, key)} is out of range", f"from {least} to {most}")


def _problems(config: Config, path: Path) -> Iterator[Problem]:
    if config.ambience not in AMBIENCES and not files.is_file(files.meant(config.ambience, path.parent)):
        fault = f"there is no ambience {config.ambience!r}, and no such file"
        yield Problem(f"{path.name}: ambience", fault, suggest(config.ambience, AMBIENCES))


def _with_file(config: Config, path: Path) -> Config:
    """Take an ambience that is a file as standing beside the settings that name it."""
    if config.ambience in AMBIENCES:
        return config
    return replace(config, ambience=str(files.meant(config.ambience, path.parent)))
