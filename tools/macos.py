"""Build the zip for macOS: the wheel, and the command beside it that installs it and starts the program."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from narrator import __version__
from tools import dist
from tools.deb import PACKAGING

COMMAND = PACKAGING / "macos" / "narrator.command"

RUNS = 0o100755
"""The mode of a file that a double click runs."""


def pack(wheel: Path, file: Path) -> None:
    """Pack the wheel and the command, which can be run, into one folder of this zip."""
    folder = f"narrator-{__version__}"
    command = ZipInfo(f"{folder}/{COMMAND.name}")
    command.external_attr = RUNS << 16
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        packed.writestr(command, COMMAND.read_bytes())
        packed.write(wheel, f"{folder}/{wheel.name}")


def main() -> None:
    """Build it in dist/."""
    dist.DIST.mkdir(exist_ok=True)
    file = dist.DIST / f"narrator-{__version__}-macos.zip"
    with TemporaryDirectory(prefix="narrator-macos-") as folder:
        pack(dist.wheel_in(Path(folder)), file)
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
