"""Build a package for Debian and Ubuntu, and a plain folder for other Linuxes, and try both.

The package is tried in a clean Debian; without root and debootstrap that is left out, and said so.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator import __version__
from narrator.computer.shortcut import ENTRY, ICON
from tools import dist, frozen

PACKAGING = dist.ROOT / "packaging"
ICON_SIZES = (48, 128, 256)
NEEDED = {"dpkg-deb": "dpkg", "rsvg-convert": "librsvg2-bin", "xz": "xz-utils"}
"""Programs, and the packages that bring them."""

TRIAL = """
set -eu
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
everything() {
  find / -xdev \\( -path /dev -o -path /proc -o -path /tmp -o -path /var/lib/dpkg -o -path /var/lib/apt \\
    -o -path /var/cache -o -path /var/log \\) -prune -o -print | sort
}
mount -t proc proc /proc
mkdir -p /dev/pts && mount -t devpts devpts /dev/pts
apt-get -qq update
if command -v python3; then exit 1; fi
useradd --create-home player
everything >/tmp/before
su player -c '/tmp/any*/narrator demo' </dev/null | grep -m 1 'Noc 1'  # the folder, where nothing is installed
apt-get -qq install --yes --no-install-recommends /tmp/narrator.deb >/dev/null
su player -c 'narrator --version'
su player -c 'narrator demo' </dev/null | grep -m 1 'Noc 1'
su player -c 'narrator doctor --json' >/tmp/doctor || true
grep -q 'letters 1 natan' /tmp/doctor  # the voice has spoken, in a process of its own
if grep 'PortAudio library not found' /tmp/doctor; then exit 1; fi
test -f /usr/share/applications/narrator.desktop
apt-get -qq purge --yes narrator >/dev/null
apt-get -qq autoremove --purge --yes >/dev/null
everything >/tmp/after
diff /tmp/before /tmp/after
echo 'purged: nothing is left'
"""


def staged(packed: Path, root: Path) -> None:
    """Lay out the package's files below `root`."""
    (library := root / "usr" / "lib").mkdir(parents=True)
    shutil.copytree(packed, library / "narrator", symlinks=True)
    for file in (library / "narrator").rglob("*.so*"):
        file.chmod(0o644)
    (programs := root / "usr" / "bin").mkdir()
    (programs / "narrator").symlink_to("../lib/narrator/narrator")
    shared = root / "usr" / "share"
    _copy(ENTRY, shared / "applications" / "narrator.desktop")
    _copy(ICON, shared / "icons" / "hicolor" / "scalable" / "apps" / "narrator.svg")
    for size in ICON_SIZES:
        draw(size, shared / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "narrator.png")
    about = shared / "doc" / "narrator"
    about.mkdir(parents=True)
    (about / "copyright").write_text(copyright_file(), encoding="utf-8")
    (about / "CHANGELOG.md.gz").write_bytes(gzip.compress((dist.ROOT / "CHANGELOG.md").read_bytes(), mtime=0))


def copyright_file() -> str:
    """The package's copyright file, with the licence's own text."""
    _, holder, *text = (dist.ROOT / "LICENSE").read_text(encoding="utf-8").strip().split("\n\n")
    indented = "\n .\n".join("\n".join(f" {line}" for line in part.splitlines()) for part in text)
    written = (PACKAGING / "deb" / "copyright").read_text(encoding="utf-8")
    return written.format(copyright=holder.removeprefix("Copyright (c) "), licence=indented)


def draw(size: int, file: Path) -> None:
    """Draw the icon as a PNG, by Debian's librsvg2-bin."""
    file.parent.mkdir(parents=True, exist_ok=True)
    command = ["rsvg-convert", "--width", str(size), "--output", str(file), str(ICON)]
    subprocess.run(command, check=True)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def control_file(root: Path, glibc: str, architecture: str) -> str:
    """What dpkg is to know of the files below `root`."""
    kilobytes = (
        sum(file.stat().st_size for file in root.rglob("*") if file.is_file() and not file.is_symlink()) // 1024
    )
    written = (PACKAGING / "deb" / "control").read_text(encoding="utf-8")
    return written.format(version=__version__, architecture=architecture, glibc=glibc, kilobytes=kilobytes)


def package(packed: Path, folder: Path) -> Path:
    """Build the .deb of the packed program into dist/."""
    root = folder / "root"
    staged(packed, root)
    shown = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True)
    architecture = shown.stdout.strip()
    control = control_file(root, frozen.glibc_of(packed), architecture)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    subprocess.run(["chmod", "-R", "u=rwX,go=rX", str(root)], check=True)
    file = dist.DIST / f"narrator_{__version__}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(file)], check=True)
    return file


def archive(packed: Path) -> Path:
    """Pack the folder for other Linuxes into dist/."""
    file = dist.DIST / f"narrator-{__version__}-linux-{os.uname().machine}.tar.xz"
    name = f"--transform=s/^narrator/narrator-{__version__}/"
    command = ["tar", "--create", f"--file={file}", "--use-compress-program=xz -T0", "--owner=0", "--group=0", name]
    subprocess.run([*command, f"--directory={packed.parent}", packed.name], check=True)
    return file


@contextmanager
def clean_debian(suite: str) -> Iterator[Path]:
    """A Debian with its smallest set of packages, without Python, in a folder that goes afterwards."""
    with TemporaryDirectory(prefix="narrator-debian-") as folder:
        root = Path(folder) / "root"
        subprocess.run(["debootstrap", "--variant=minbase", suite, str(root)], stdout=subprocess.DEVNULL, check=True)
        yield root


def unpacked(file: Path, folder: Path) -> Path:
    """Unpack the archive there, under another name than its own, and give the program."""
    (place := folder / "any folder, even Łódź").mkdir()
    subprocess.run(["tar", "--extract", f"--file={file}", f"--directory={place}", "--strip-components=1"], check=True)
    return place / "narrator"


def try_out(file: Path, other: Path, suite: str) -> None:
    """Run the folder, and install, run and purge the package, in a clean Debian. Raises CalledProcessError."""
    with clean_debian(suite) as root:
        unpacked(other, root / "tmp")
        shutil.copyfile(file, root / "tmp" / "narrator.deb")
        shutil.copyfile("/etc/resolv.conf", root / "etc" / "resolv.conf")
        apart = ["unshare", "--mount", "--pid", "--fork", "chroot", str(root), "sh", "-c", TRIAL]
        subprocess.run(apart, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="the interpreter that is packed")
    parser.add_argument("--suite", action="append", help="a Debian to try it in; bookworm and trixie")
    options = parser.parse_args()
    missing = {program: package for program, package in NEEDED.items() if not shutil.which(program)}
    if missing:
        parser.exit(1, f"{', '.join(missing)}: not installed (Debian: {' '.join(missing.values())})\n")
    with TemporaryDirectory(prefix="narrator-deb-") as folder:
        wheel = dist.wheel_in(Path(folder))
        packed = frozen.freeze(wheel, Path(folder), options.python)
        dist.DIST.mkdir(exist_ok=True)
        built = package(packed, Path(folder)), archive(packed)
    for file in built:
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    with TemporaryDirectory(prefix="narrator-folder-") as folder:
        print(f"the folder: {dist.played(unpacked(built[1], Path(folder)), Path(folder) / 'home')}")
    if os.geteuid() or not shutil.which("debootstrap"):
        print("not tried in a clean Debian: that needs root and debootstrap")
        return
    for suite in options.suite or ["bookworm", "trixie"]:
        print(f"in a clean {suite}:", flush=True)
        try_out(*built, suite)


if __name__ == "__main__":
    main()
