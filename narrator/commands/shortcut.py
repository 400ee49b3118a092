"""A shortcut on the desktop: a double click opens a terminal with the menu."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from narrator.terminal.words import agreed, say, terminal_texts

_NAME = "Narrator"
_ENDINGS = {"linux": ".desktop", "win32": ".bat", "darwin": ".command"}


def shortcut(
    *,
    folder: Annotated[Path | None, typer.Option("--folder", help="Where to put it, instead of the desktop.")] = None,
) -> None:
    """Put a shortcut to the menu on the desktop, for a double click."""
    from narrator.computer import files

    texts = terminal_texts()
    path = (folder or place(sys.platform)) / f"{_NAME}{ending(sys.platform)}"
    if path.parent == programs():
        files.make_folder(path.parent)
    data = content(sys.platform, running())
    if files.is_file(path) and files.content(path) == data:
        say(texts.word("shortcut.there", path=path))
        return
    try:
        replaced = files.there(path) and not agreed(texts.word("new.replace", path=path), default=False, texts=texts)
    except EOFError:
        replaced = True
    if replaced:
        say(texts.word("shortcut.left", path=path))
        raise typer.Exit(1)
    put(path, data, sys.platform)
    say(texts.word("shortcut.listed" if path.parent == programs() else "shortcut.made", path=path))


def place(platform: str) -> Path:
    """The user's desktop; where there is none their list of programs, or their home where there is no such folder."""
    import platformdirs

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
        from shlex import quote

        return f"#!/bin/sh\nexec {' '.join(map(quote, command))}\n".encode()
    line = " ".join(map(_for_desktop, command))
    keys = (f"Name={_NAME}", f"Exec={line}", "Terminal=true", "Categories=Game;")
    return "\n".join(["[Desktop Entry]", "Type=Application", *keys, ""]).encode()


def _for_desktop(word: str) -> str:
    """Quote a word as the Desktop Entry Specification has it: for the command, and then for the file."""
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    return '"{}"'.format(word.replace("\\", "\\\\").replace("%", "%%"))


def put(path: Path, data: bytes, platform: str) -> None:
    """Write the shortcut so that a double click runs it. Raises Unwritable."""
    from narrator.computer import files

    files.write(path, data)
    if platform == "win32":
        return
    path.chmod(0o755)
    if ending(platform) == ".desktop":
        _trust(path)


def _trust(path: Path) -> None:
    """Tell GNOME, where it is, that this shortcut may be run; other desktops look at the file's mode alone."""
    import subprocess
    from contextlib import suppress

    with suppress(OSError, subprocess.TimeoutExpired):
        command = ["gio", "set", str(path), "metadata::trusted", "true"]
        quiet = subprocess.DEVNULL
        subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=5, check=False)
