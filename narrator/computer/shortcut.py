"""A shortcut on the desktop, as each system has them: a double click opens a terminal with this very program."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shlex import quote

import platformdirs

from narrator.computer import files

ENTRY = Path(__file__).parent / "desktop" / "narrator.desktop"
"""The program's entry in a menu; a package for Debian has it as it is."""

ICON = ENTRY.with_suffix(".svg")

_NAME = "Narrator"
_ENDINGS = {"linux": ".desktop", "win32": ".bat", "darwin": ".command"}


def file_in(folder: Path, platform: str = sys.platform) -> Path:
    """The shortcut's file in this folder."""
    return folder / f"{_NAME}{ending(platform)}"


def place(platform: str) -> Path:
    """The user's desktop; where there is none their list of programs, or their home where there is no such folder."""
    found = Path(platformdirs.user_desktop_dir())
    elsewhere = programs() if ending(platform) == ".desktop" else Path.home()
    return found if found.is_dir() else elsewhere


def programs() -> Path:
    """Where a desktop of freedesktop.org looks for its user's programs."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "applications"


def running() -> list[str]:
    """The command, by its full path, that starts this very program again."""
    program = Path(sys.executable).with_name("narrator.exe" if sys.platform == "win32" else "narrator")
    return [str(program)] if program.is_file() else [sys.executable, "-m", "narrator"]


def ending(platform: str) -> str:
    """How a shortcut's file is called there; any other system is taken for a desktop of freedesktop.org."""
    return _ENDINGS.get(platform, ".desktop")


def content(platform: str, command: list[str]) -> bytes:
    """What stands in a shortcut that runs the command in a terminal."""
    if platform == "win32":
        line = " ".join(f'"{word}"' for word in command).replace("%", "%%")
        return f"@echo off\r\nchcp 65001 >nul\r\n{line}\r\nif errorlevel 1 pause\r\n".encode()
    if platform == "darwin":
        return f"#!/bin/sh\nexec {' '.join(map(quote, command))}\n".encode()
    line = " ".join(map(_for_desktop, command))
    icon = str(ICON).replace("\\", "\\\\")
    own = {"Exec=narrator": f"Exec={line}", "Icon=narrator": f"Icon={icon}"}
    return "".join(f"{own.get(row, row)}\n" for row in ENTRY.read_text("utf-8").splitlines()).encode()


def _for_desktop(word: str) -> str:
    """Quote a word as the Desktop Entry Specification has it: for the command, and then for the file."""
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    return '"{}"'.format(word.replace("\\", "\\\\").replace("%", "%%"))


def put(path: Path, data: bytes, platform: str) -> None:
    """Write the shortcut so that a double click runs it. Raises Unwritable."""
    files.write(path, data)
    if platform == "win32":
        return
    path.chmod(0o755)
    if ending(platform) == ".desktop":
        _trust(path)


def _trust(path: Path) -> None:
    """Tell GNOME, where it is, that this shortcut may be run; other desktops look at the file's mode alone."""
    with suppress(OSError, subprocess.TimeoutExpired):
        command = ["gio", "set", str(path), "metadata::trusted", "true"]
        quiet = subprocess.DEVNULL
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=5, check=False)
