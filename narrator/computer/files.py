"""The one door to files that people name: all that goes wrong there is told in words, and nothing waits for ever."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from narrator.errors import NarratorError
from narrator.texts import Words, message

LARGEST = 64 * 1024 * 1024
"""Bytes that a file may have at most: no text of this program comes near it."""

_KINDS = {stat.S_IFDIR: message("faults.is-folder"), stat.S_IFIFO: message("faults.is-pipe")}


class Unreadable(NarratorError):
    """A file cannot be read; `missing` says that there is none."""

    def __init__(self, path: Path, fault: Words, *, missing: bool = False) -> None:
        self.fault, self.missing = fault, missing
        super().__init__(message("refusals.unreadable", path=path, why=fault))


class Unwritable(NarratorError):
    """A file or folder cannot be written."""

    def __init__(self, path: Path, fault: Words) -> None:
        self.fault = fault
        super().__init__(message("refusals.unwritable", path=path, why=fault))


def meant(name: str, beside: Path) -> Path:
    """Resolve a name that stands in a file: `~` begins at home, all else beside that file."""
    try:
        return beside / Path(name).expanduser()
    except RuntimeError:  # nobody of that name has a home here
        return beside / name


_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
"""Names that stand for devices on Windows, whatever their ending."""


def nameable(name: str) -> bool:
    """Whether a file can have this name on every system, and people can type it again."""
    odd = set('<>:"/\\|?*{}').intersection(name) or not name.isprintable() or name != name.strip(" ").rstrip(".")
    return bool(name) and not odd and name.partition(".")[0].strip().casefold() not in _RESERVED


def has_home(name: str) -> bool:
    """Whether the `~` that a name begins with, if it does, is the home of somebody who has one here."""
    try:
        return bool(Path(name).expanduser())
    except RuntimeError:
        return False


def there(path: Path) -> bool:
    """Whether there is anything of this name, if only a link to nothing."""
    try:
        return bool(path.lstat())
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether this is a plain file, or a link to one."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether this is a folder, or a link to one."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def inside(folder: Path, pattern: str) -> list[Path]:
    """List the plain files of a folder whose names fit the pattern, but for hidden ones, such as `._a.toml` of a Mac.

    None if it is no folder that can be read.
    """
    try:
        return [path for path in folder.glob(pattern) if not path.name.startswith(".") and is_file(path)]
    except (OSError, ValueError):
        return []


def content(path: Path, most: int = LARGEST) -> bytes:
    """Read the whole of a plain file of at most so many bytes. Raises Unreadable."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable(path, _KINDS.get(stat.S_IFMT(found.st_mode), message("faults.is-device")))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        fault = message("faults.link-to-nothing" if there(path) else "faults.no-such-file")
        raise Unreadable(path, fault, missing=True) from None
    except (OSError, ValueError) as error:
        raise Unreadable(path, why(error)) from None
    if len(data) > most:
        raise Unreadable(path, message("faults.too-large", most=most // 1024**2))
    return data


def write(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write the file, whole or not at all, in place of one that is there. Raises Unwritable."""
    try:
        with replacing(path, private=private) as half:
            half.write_bytes(data)
    except (OSError, ValueError) as error:
        raise Unwritable(path, why(error)) from None


def keep(path: Path, data: bytes) -> None:
    """Write a file for its owner alone that can be done without, in a folder that need not be there; if it can be."""
    with suppress(NarratorError, OSError):
        make_folder(path.parent, 0o700)
        write(path, data, private=True)


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[Path]:
    """Open an empty file to write to, which takes the place of `path` in the end, or goes if anything is raised.

    A `private` one is for its owner alone; else one that replaces another may be read by whoever could read that.
    Raises OSError.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    if path.is_symlink() or (path.exists() and not path.is_file()):  # a link is left only where links go round
        raise OSError(errno.EINVAL, "not a plain file")
    half = path.with_name(f".{os.urandom(8).hex()}.part")
    os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600 if private else 0o666))
    try:
        if path.exists() and not private:
            shutil.copymode(path, half)
        yield half
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def make_folder(path: Path, mode: int = 0o777) -> Path:
    """Make the folder, and those above it, unless they are there. Raises Unwritable."""
    try:
        path.mkdir(mode, parents=True, exist_ok=True)
    except FileExistsError:
        fault = message("faults.link-to-nothing" if path.is_symlink() else "faults.is-file")
        raise Unwritable(path, fault) from None
    except (OSError, ValueError) as error:
        raise Unwritable(path, why(error)) from None
    return path


def why(error: OSError | ValueError) -> Words:
    """Put in words what the system refused."""
    if not isinstance(error, OSError):
        return message("faults.no-name-of-a-file")
    if isinstance(error, FileNotFoundError) and error.filename:
        return message("faults.no-folder", folder=Path(os.fsdecode(error.filename)).parent)
    known = {errno.ENOSPC: "downloads.full", errno.EACCES: "faults.forbidden", errno.EROFS: "faults.read-only"}
    return message(known[error.errno]) if error.errno in known else error.strerror or str(error)
