"""Build a zip and an installer for Windows, of uv, the wheels of everything, and two command files.

All of it is made on Linux, with `makensis` (Debian's nsis), `rsvg-convert` (librsvg2-bin) and `icotool` (icoutils).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from narrator import __version__
from tools import dist
from tools.deb import PACKAGING, draw
from tools.frozen import add_licences

PYTHON = "3.12"
TARGET = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", PYTHON)
ICON_SIZES = (16, 32, 48, 256)
UV = [sys.executable, "-m", "uv"]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]

SOURCE_ONLY = ("srt",)
"""Packages of plain Python that come as source alone; their wheels are built here."""

OF_WINDOWS = {
    *(
        "advapi32.dll",
        "iphlpapi.dll",
        "kernel32.dll",
        "msvcrt.dll",
        "ole32.dll",
        "pdh.dll",
        "powrprof.dll",
        "psapi.dll",
    ),
    *("setupapi.dll", "shell32.dll", "shlwapi.dll", "user32.dll", "winmm.dll", "ws2_32.dll"),
    *("python3.dll", "python312.dll", "vcruntime140.dll", "vcruntime140_1.dll"),  # these are Python's
    *("msvcp140.dll", "vcomp140.dll"),  # the Visual C++ runtime: install.cmd says if it is not there
}
"""Libraries that the wheels ask for and need not bring."""

UNUSED = ("bin", "isapi", "pythonwin", "pywin32_system32", "win32", "win32comext", "_sounddevice_data")
"""Folders that are not looked over: what pywin32 and PortAudio have for other uses, and copies."""


def wheelhouse(wheel: Path, folder: Path) -> None:
    """Gather the wheel and the wheels for Windows of all that it needs; one that has none is built of its source."""
    folder.mkdir()
    shutil.copy(wheel, folder)
    compile_ = [*UV, "pip", "compile", "--quiet", "--no-header", "--no-annotate", *TARGET, "-"]
    wanted = f"ktulu-narrator @ {wheel.resolve().as_uri()}"
    compiled = subprocess.run(compile_, input=wanted, capture_output=True, text=True, check=True)
    pins = [pin for pin in compiled.stdout.split("\n") if "==" in pin]
    for pin in (one for one in pins if one.split("==")[0] in SOURCE_ONLY):
        subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", str(folder), pin], check=True)
    fetch([pin for pin in pins if pin.split("==")[0] not in SOURCE_ONLY], folder)


def fetch(pins: list[str], folder: Path) -> None:
    """Download these wheels for Windows. Raises CalledProcessError if any is not there."""
    wheels = ["--platform", "win_amd64", "--python-version", PYTHON, "--only-binary", ":all:"]
    subprocess.run([*PIP, "download", "--no-deps", *wheels, "--dest", str(folder), *pins], check=True)


def uv_for_windows(folder: Path) -> None:
    """Take uv.exe out of its wheel."""
    with TemporaryDirectory() as apart:
        fetch([f"uv=={version('uv')}"], Path(apart))
        (wheel,) = Path(apart).iterdir()
        with ZipFile(wheel) as packed:
            name = next(one for one in packed.namelist() if one.endswith("/uv.exe"))
            (folder / "uv.exe").write_bytes(packed.read(name))


def icon(file: Path) -> None:
    """Draw the icon in the sizes that Windows shows."""
    with TemporaryDirectory() as apart:
        pictures = [Path(apart) / f"{size}.png" for size in ICON_SIZES]
        for size, picture in zip(ICON_SIZES, pictures, strict=True):
            draw(size, picture)
        subprocess.run(["icotool", "--create", f"--output={file}", *map(str, pictures)], check=True)


def command_files(folder: Path) -> None:
    """Write the command files, with Windows' line ends."""
    for name in ("install.cmd", "narrator.cmd"):
        text = (PACKAGING / "windows" / name).read_text(encoding="utf-8").replace("@VERSION@", __version__)
        (folder / name).write_text(text, encoding="utf-8", newline="\r\n")


def look_over(wheels: Path, apart: Path) -> list[str]:
    """Install the wheels as on Windows, from nothing else; list the libraries that nobody there has."""
    install = [*UV, "pip", "install", "--quiet", *TARGET, "--target", str(apart), "--no-index"]
    subprocess.run([*install, f"--find-links={wheels}", f"ktulu-narrator=={__version__}"], check=True)
    libraries = [file for file in apart.rglob("*") if file.suffix.lower() in (".dll", ".pyd")]
    brought = {file.name.lower() for file in libraries}
    asked = {
        f"{file.name}: {name}"
        for file in libraries
        if file.relative_to(apart).parts[0] not in UNUSED
        for name in asked_by(file) - OF_WINDOWS - brought
        if not name.startswith("api-ms-win-")
    }
    return sorted(asked)


def asked_by(library: Path) -> set[str]:
    """The libraries that one for Windows asks for, in small letters."""
    shown = subprocess.run(["objdump", "-p", str(library)], capture_output=True, text=True, check=True).stdout
    return {name.lower() for name in re.findall(r"DLL Name: (\S+)", shown)}


def main() -> None:
    dist.DIST.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="narrator-windows-") as name:
        folder = Path(name) / f"narrator-{__version__}"
        folder.mkdir()
        wheelhouse(dist.wheel_in(Path(name)), folder / "wheels")
        uv_for_windows(folder)
        icon(folder / "narrator.ico")
        command_files(folder)
        add_licences(folder)
        if lacking := look_over(folder / "wheels", Path(name) / "installed"):
            sys.exit("\n".join(lacking))
        installer = dist.DIST / f"narrator-{__version__}-windows-x64.exe"
        built = installer.with_suffix(".zip"), installer
        with ZipFile(built[0], "w", ZIP_DEFLATED) as packed:
            for file in sorted(folder.rglob("*")):
                packed.write(file, file.relative_to(name))
        given = [f"-DVERSION={__version__}", f"-DSOURCE={folder}", f"-DOUTPUT={installer}"]
        script = PACKAGING / "windows" / "narrator.nsi"
        subprocess.run(["makensis", "-V2", *given, str(script)], check=True)
    for file in built:
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
