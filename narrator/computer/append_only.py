"""A file that only grows, one narrator's alone under whatever name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import BaseFileLock

_FAR = 2**31 - 2
"""A place in a file that nobody reads: on Windows nobody else can read what is locked."""


class Held(OSError):
    """Another narrator has the file open."""


class GrowingFile:
    """Whole pieces are added to it, each on the disk before the next.

    What it held when it was opened stays until something is added; then what stood behind its last whole piece goes.
    """

    def __init__(self, path: Path, file: FileIO, lock: BaseFileLock) -> None:
        self.path = path
        self._file, self._lock = file, lock
        self._size = 0
        self._clean = False

    @classmethod
    def begin(cls, path: Path) -> GrowingFile:
        """Begin a new file that only its owner may read. Raises OSError: FileExistsError, Held."""
        make_private_folder(path.parent)
        file = FileIO(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600))
        try:
            _keep_name(path.parent)
            return cls(path, file, _hold(path, file))
        except BaseException:
            file.close()
            path.unlink(missing_ok=True)
            raise

    @classmethod
    def reopen(cls, path: Path, whole: Callable[[], int]) -> GrowingFile:
        """Open a file to go on behind its whole pieces, whose bytes `whole` counts once nobody else can write.

        Raises OSError, Held if another narrator has it open under this name or another.
        """
        file = FileIO(path, "r+b")
        try:
            opened = cls(path, file, _hold(path, file))
        except BaseException:
            file.close()
            raise
        try:
            opened._size = whole()
        except BaseException:
            opened.close()
            raise
        return opened

    @property
    def empty(self) -> bool:
        """Whether nothing whole was ever written."""
        return not self._size

    def add(self, piece: bytes) -> None:
        """Write the piece whole, or not at all. Raises OSError, with all before it safe."""
        try:
            if not self._clean:
                self._cut()
            self._put(piece)
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._size += len(piece)

    def _put(self, left: bytes) -> None:
        while left:
            left = left[self._file.write(left) :]
        os.fsync(self._file.fileno())

    def _cut(self) -> None:
        """Drop what stands behind the last whole piece, and let only the owner read what follows."""
        self._clean = False
        with suppress(OSError):
            self.path.chmod(0o600)
        self._file.truncate(self._size)
        self._file.seek(self._size)
        self._clean = True

    def close(self) -> None:
        """Close the file, and let others at it."""
        with suppress(OSError):
            self._file.close()
        self._lock.release()


def names_like(path: Path) -> Iterator[Path]:
    """Yield this name, then the next ones, such as `a.jsonl`, `a_2.jsonl`, `a_3.jsonl`."""
    yield path
    for number in range(2, 1000):
        yield path.with_stem(f"{path.stem}_{number}")


def make_private_folder(folder: Path) -> None:
    """Make the folder and those above it that are missing, each for its owner alone. Raises OSError."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def _keep_name(folder: Path) -> None:
    """Put a new file's name on disk too, where folders can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _hold(path: Path, file: FileIO) -> BaseFileLock:
    """Hold the file against a second narrator, by its name and by itself; the system lets go when this process dies.

    The name holds where files cannot be locked, the file where it has several names. Raises Held.
    """
    from filelock import FileLock, Timeout

    real = Path(os.path.realpath(path))  # a loop of links leads to itself
    # Whoever ends the game lets go, in whatever thread that is.
    lock = FileLock(real.with_name(f".{real.name}.lock"), timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise Held(str(path)) from None
    if not _locked(file):
        lock.release()
        raise Held(str(path))
    return lock


def _locked(file: FileIO) -> bool:
    """Lock the file itself, and tell whether no other narrator has; where files cannot be locked, none has."""
    with suppress(OSError):
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            return False
    return True


def _lock(file: FileIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(0)
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
