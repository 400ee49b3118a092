"""A file that only grows: one narrator's alone under whatever name, and written again should it vanish."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from errno import EEXIST
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.computer import paths

if TYPE_CHECKING:
    from filelock import BaseFileLock

_FAR = 2**31 - 2
"""A place in a file that nobody reads: on Windows nobody else can read what is locked."""


class Held(OSError):
    """Another narrator has the file open."""


class Vanished(OSError):
    """The file was deleted, replaced or changed by others, and could not be written again."""


class GrowingFile:
    """Whole pieces are added to it, each on the disk before the next.

    What it held when it was opened stays until something is added; then what stood behind its last whole piece goes.
    """

    def __init__(self, path: Path, file: FileIO, lock: BaseFileLock) -> None:
        self.path = path
        self.rewrites = 0
        """How often it was written again since it was opened, because it had vanished."""
        self._real = _real(path)
        self._file, self._lock = file, lock
        self._opened = self._real.stat()
        self._stamp = self._opened.st_mtime_ns
        self._written = bytearray()
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
    def reopen(cls, path: Path, whole: Callable[[], bytes]) -> GrowingFile:
        """Open a file to go on behind the whole pieces that it holds, which `whole` reads once nobody else can write.

        Raises OSError, Held if another narrator has it open under this name or another.
        """
        file = FileIO(path, "r+b")
        try:
            opened = cls(path, file, _hold(path, file))
        except BaseException:
            file.close()
            raise
        try:
            opened._written += whole()
        except BaseException:
            opened.close()
            raise
        return opened

    @property
    def empty(self) -> bool:
        """Whether nothing whole was ever written."""
        return not self._written

    def add(self, piece: bytes) -> None:
        """Write the piece whole, or not at all. Raises OSError, with all before it safe, unless the file Vanished."""
        if not self._in_place():
            try:
                self._write_again()
            except OSError as error:
                raise Vanished(error.errno, error.strerror) from None
        try:
            if not self._clean:
                self._cut()
            self._put(piece)
        except OSError:
            with suppress(OSError):
                self._cut()
            raise
        self._written += piece

    def _put(self, left: bytes | bytearray) -> None:
        while left:
            left = left[self._file.write(left) :]
        os.fsync(self._file.fileno())
        self._stamp = os.fstat(self._file.fileno()).st_mtime_ns

    def _cut(self) -> None:
        """Drop what stands behind the last whole piece, and let only the owner read what follows."""
        self._clean = False
        with suppress(OSError):
            self._real.chmod(0o600)
        self._file.truncate(len(self._written))
        self._file.seek(len(self._written))
        self._clean = True

    def _in_place(self) -> bool:
        """Whether the file stands under its name as it was written: others may delete, replace or change it."""
        try:
            named = self._real.stat()
        except OSError:
            return False
        spare = named.st_size - len(self._written)
        if not os.path.samestat(named, self._opened) or not (spare == 0 if self._clean else spare >= 0):
            return False
        return named.st_mtime_ns == self._stamp or self._still_holds()

    def _still_holds(self) -> bool:
        """Whether a file that somebody may have written to still holds what was written, and remember that."""
        try:
            stamp, held = self._real.stat().st_mtime_ns, self._real.read_bytes()
        except OSError:
            return False
        if not held.startswith(self._written):
            return False
        self._stamp = stamp
        return True

    def _write_again(self) -> None:
        """Write all of it to a new file, and go on there; what stands in its place by now is left alone."""
        self._lock.release()
        again = _first_free(self._real)
        try:
            again._put(self._written)
        except BaseException:
            again.close()
            again.path.unlink(missing_ok=True)
            raise
        with suppress(OSError):
            self._file.close()
        self.path = self.path if again.path == self._real else again.path
        self._real, self._file, self._lock, self._opened = again.path, again._file, again._lock, again._opened
        self._stamp, self._clean, self.rewrites = again._stamp, True, self.rewrites + 1

    def close(self) -> None:
        """Close the file, and let others at it."""
        with suppress(OSError):
            self._file.close()
        self._lock.release()


def _real(path: Path) -> Path:
    """Follow links; a loop of them leads to itself."""
    return Path(os.path.realpath(path))


def names_like(path: Path) -> Iterator[Path]:
    """Yield this name, then the next ones, such as `a.jsonl`, `a_2.jsonl`, `a_3.jsonl`."""
    yield path
    for number in range(2, 1000):
        yield path.with_stem(f"{path.stem}_{number}")


def _first_free(path: Path) -> GrowingFile:
    """Begin a file of this name or the next, beside where it was, else among the user's journals. Raises OSError."""
    try:
        return _begin_like(path)
    except OSError:
        return _begin_like(paths.user_data() / "games" / path.name)


def _begin_like(path: Path) -> GrowingFile:
    for name in names_like(path):
        with suppress(FileExistsError, Held):
            return GrowingFile.begin(name)
    raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path))


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

    real = _real(path)
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
