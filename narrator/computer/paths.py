"""Where the files are: shipped data (scripts, voices, setups, config) and the user's own."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs

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
