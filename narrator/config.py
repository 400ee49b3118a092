"""The user's settings: voice, devices, model, times (config.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import platformdirs

from narrator import places, reading
from narrator.problems import BadData, Problem


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
    pace: float = 1.0
    show_seconds: float = 6.0
    journals: str = ""


def load_config(path: Path | None = None) -> Config:
    """Read the config named, else the user's own, else the shipped one. Raises BadData."""
    own = Path(platformdirs.user_config_dir("narrator", appauthor=False)) / "config.toml"
    chosen = path or (own if own.exists() else places.shipped("config.toml"))
    config = reading.read(chosen, Config)
    if config.pace < 0 or config.show_seconds < 0:
        raise BadData([Problem(chosen.name, "pace and show_seconds cannot be negative", "1.0 is the usual pace")])
    return config
