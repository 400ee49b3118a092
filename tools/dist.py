"""Build the wheel and the sdist, check their contents, and play the demo from the wheel in an empty environment.

`python -m tools.dist --python python3.12 --python python3.13` does the last with these interpreters.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from narrator import __version__

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
NAME = f"ktulu_narrator-{__version__}"

DATA = ("config.toml", "config.en.toml", "config.sv.toml", "scripts", "setups", "voices")
"""What is beside the package in a checkout, and in its folder `data` in the wheel."""

LEFT_OUT = (".ci", ".github")
"""What the sdist does without."""

LARGEST = {".whl": 11_000_000, ".tar.gz": 13_500_000}
"""Bytes: what makes either of them larger should be worth it."""

SHOWN = "Noc 1"
"""What the demonstration shows of the night."""


def tracked() -> list[str]:
    """The files of the checkout that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def in_wheel(files: Iterable[str]) -> set[str]:
    """The names that these files of a checkout have in the wheel, without its metadata."""
    names = set(files)
    package = {name for name in names if name.startswith("narrator/")}
    return package | {f"narrator/data/{name}" for name in names if name.partition("/")[0] in DATA}


def in_sdist(files: Iterable[str]) -> set[str]:
    """The names that these files of a checkout have in the sdist, without its metadata."""
    return {name for name in files if name.partition("/")[0] not in LEFT_OUT}


def differences(found: set[str], wanted: set[str]) -> list[str]:
    """What is missing and what is stray, a line each."""
    missing, stray = sorted(wanted - found), sorted(found - wanted)
    return [*(f"missing: {name}" for name in missing), *(f"stray: {name}" for name in stray)]


def build(folder: Path, *options: str) -> list[Path]:
    """Build the sdist, and of it the wheel, into the folder; with `--wheel` the wheel alone."""
    command = [sys.executable, "-m", "build", "--outdir", str(folder), *options]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return sorted(folder.iterdir())


def wheel_in(folder: Path) -> Path:
    """Build the wheel alone, into an empty folder of that name in this one."""
    return build(folder / "wheel", "--wheel")[0]


def faults(file: Path, files: Iterable[str]) -> list[str]:
    """What is wrong with the contents and the size of a wheel or an sdist of these files."""
    if file.suffix == ".whl":
        ending, wanted = ".whl", in_wheel(files)
        with ZipFile(file) as wheel:
            found = {name for name in wheel.namelist() if not name.startswith(f"{NAME}.dist-info/")}
    else:
        ending, wanted = ".tar.gz", in_sdist(files)
        with tarfile.open(file) as sdist:
            found = {one.name.partition("/")[2] for one in sdist if one.isfile()} - {"PKG-INFO"}
    size = file.stat().st_size
    large = [f"{size:,} bytes, more than {LARGEST[ending]:,}"] if size > LARGEST[ending] else []
    return [*differences(found, wanted), *large]


def environment(home: Path) -> dict[str, str]:
    """The environment of a user without any file of the program's, and without a checkout on the path."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE")}
    return kept | folders | {"HOME": str(home)}


def played(program: Path, home: Path) -> str:
    """Run the installed program's version and demonstration; describe how long each took. Raises RuntimeError."""
    home.mkdir(exist_ok=True)
    told = []
    for argument, wanted in (("--version", f"narrator {__version__}"), ("demo", SHOWN)):
        begun = time.monotonic()
        command = [str(program), argument]
        done = subprocess.run(
            command, cwd=home, env=environment(home), stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        shown = done.stdout.decode() + done.stderr.decode()
        if done.returncode or wanted not in shown:
            raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{shown}")
        told.append(f"{argument} {time.monotonic() - begun:.1f} s")
    return ", ".join(told)


def try_out(wheel: Path, python: str) -> str:
    """Install the wheel as people do, for this interpreter, and play; describe it. Raises what went wrong."""
    with TemporaryDirectory(prefix="narrator-") as folder:
        home = Path(folder)
        places = {"UV_TOOL_DIR": str(home / "tools"), "UV_TOOL_BIN_DIR": str(home / "bin")}
        begun = time.monotonic()
        subprocess.run(
            [sys.executable, "-m", "uv", "tool", "install", "--quiet", "--python", python, str(wheel)],
            cwd=home,
            env=environment(home) | places,
            check=True,
        )
        installed = time.monotonic() - begun
        size = sum(file.stat().st_size for file in (home / "tools").rglob("*") if not file.is_symlink())
        ran = played(home / "bin" / ("narrator.exe" if os.name == "nt" else "narrator"), home / "home")
        return f"{python}: installed in {installed:.1f} s, {size / 1e6:.0f} MB, {ran}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", action="append", help="an interpreter to try the wheel with")
    pythons = parser.parse_args().python or [sys.executable]
    files, wrong = tracked(), []
    shutil.rmtree(DIST, ignore_errors=True)
    built = build(DIST)
    for file in built:
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
        wrong += [f"{file.name}: {fault}" for fault in faults(file, files)]
    if wrong:
        sys.exit("\n".join(wrong))
    for python in pythons:
        print(try_out(next(file for file in built if file.suffix == ".whl"), python))


if __name__ == "__main__":
    main()
