"""The journal: every fact of a game as one JSON line, on disk before the next cue goes out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import narrator
from narrator import documents, files, reading
from narrator.problems import BadData, NarratorError, Problem

if TYPE_CHECKING:
    from filelock import BaseFileLock

FORMAT = 2
"""The form of the lines and of the facts in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a journal begins with: all that is needed to begin the game again, were every other file lost.

    `setup` is the file it came from (empty: none), `data` the setup and script as they were read, `table` the sum
    over them, `program` the version that wrote it, `manner` what else the game was begun with.
    """

    program: str = narrator.__version__
    game: str
    setup: str
    table: str
    seed: int
    data: dict[str, Any] = field(default_factory=dict)
    manner: dict[str, Any] = field(default_factory=dict)


_MAY_LACK = {"manner"}
"""What the header leaves out where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Batch:
    """An input (an answer, or empty for a cue that went out) and the facts that followed, as JSON objects.

    `line` is where it begins in its file.
    """

    input: str
    facts: list[dict[str, Any]]
    line: int = field(default=0, compare=False)


class Journal:
    """An open journal that facts are appended to; nobody else can open it until it is closed, or its process dies."""

    def __init__(self, path: Path, file: FileIO, lock: BaseFileLock, end: int) -> None:
        self.path, self._file, self._lock, self._end, self._clean = path, file, lock, end, False

    @classmethod
    def begin(cls, path: Path, header: Header) -> Journal:
        """Begin a journal of this header; the file must be new. Raises NarratorError if it cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = _lock(path)
            file = FileIO(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600))
        except FileExistsError:
            cure = "name another journal, or go on with narrator resume"
            raise NarratorError(f"{path} exists already: {cure}") from None
        except (OSError, ValueError) as error:
            raise NarratorError(f"{path} cannot be written: {files.why(error)}") from None
        journal = cls(path, file, lock, 0)
        try:
            head = {key: value for key, value in asdict(header).items() if value or key not in _MAY_LACK}
            journal._write([{"journal": FORMAT, **head}])
            _keep_name(path.parent)
        except BaseException:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Open a journal to go on after its last whole line; it stays as it is until something is appended."""
        _whole_lines(path)  # before the lock, which would leave its file beside nothing
        try:
            lock = _lock(path)
            file = FileIO(path, "r+b")
        except OSError as error:
            raise NarratorError(f"{path} cannot be written: {error.strerror}") from None
        return cls(path, file, lock, sum(len(line) for line in _whole_lines(path)))

    def append(self, said: str | None, facts: Iterable[dict[str, Any]]) -> None:
        """Write the facts, all or none; the first carries the input that led to them. Raises NarratorError.

        `said` is None when the facts complete what a power cut left half written.
        """
        lines = list(facts)
        if lines and said is not None:
            lines[0] = {**lines[0], "input": said}
        if lines:
            self._write(lines)

    def _write(self, lines: list[dict[str, Any]]) -> None:
        left = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        try:
            if not self._clean:
                self._cut()
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
            self._end = self._file.tell()
        except OSError as error:
            with suppress(OSError):
                self._cut()
            safe = f"All before is safe. Make room, then go on with: narrator resume {self.path}"
            cure = safe if self._end else "Make room, or name another place with --journal"
            raise NarratorError(f"{self.path} cannot be written: {error.strerror}. {cure}") from None

    def _cut(self) -> None:
        """Drop what stands after the last whole line."""
        self._clean = False
        self._file.truncate(self._end)
        self._file.seek(self._end)
        self._clean = True

    def close(self) -> None:
        """Close the file, and let others at it."""
        with suppress(OSError):
            self._file.close()
        self._lock.release()


def _lock(path: Path) -> BaseFileLock:
    """Hold the journal against a second narrator; the system lets go when this process dies."""
    from filelock import FileLock, Timeout

    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        cure = "end it there first, or go on there"
        raise NarratorError(f"another narrator has {path} open and leads its game: {cure}") from None
    return lock


def _keep_name(folder: Path) -> None:
    """Have the new file's name on disk too, where folders can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read(path: Path) -> tuple[Header, list[Batch]]:
    """Read a journal: its header and its batches. A line that a power cut left half written is passed over.

    Raises NarratorError if it cannot be read; BadData if it is no journal, of another format, or damaged.
    """
    lines = _objects(path)
    header = _header(path, next(lines, None))
    batches: list[Batch] = []
    for number, line in lines:
        if "input" in line:
            batches.append(Batch(str(line.pop("input")), [line], number))
        elif batches:
            batches[-1].facts.append(line)
        else:
            raise _damaged(path, number)
    return header, batches


def _header(path: Path, first: tuple[int, dict[str, Any]] | None) -> Header:
    if first is None:
        cure = "begin it again with narrator play"
        raise BadData([Problem(str(path), "this game was broken off before it began; nothing is in it", cure)])
    head = first[1]
    written = head.pop("journal", None)
    if written is None:
        raise _no_journal(path)
    if written != FORMAT:
        fault = f"this journal has format {written}, this narrator ({narrator.__version__}) goes by {FORMAT}"
        raise BadData(
            [Problem(str(path), fault, f"go on with the version that wrote it: {head.get('program', '?')}")]
        )
    if set(head) | _MAY_LACK != {part.name for part in fields(Header)}:
        raise _damaged(path, 1)
    try:
        return reading.build(head, Header, f"{path}: line 1")
    except BadData:
        raise _damaged(path, 1) from None


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_whole_lines(path), 1):
        found = documents.json_object(line)
        if found is not None:
            yield number, found
        else:
            raise _no_journal(path) if number == 1 else _damaged(path, number)


def _no_journal(path: Path) -> BadData:
    return BadData([Problem(str(path), "this is no journal of narrator", "name a .jsonl file that it wrote")])


def _damaged(path: Path, line: int) -> BadData:
    place = f"{path}: line {line}"
    if line == 1:
        return BadData([Problem(place, "the journal's beginning is damaged", "put back a copy of the file")])
    cure = "put back a copy; or delete this line and all below it in a copy, and go on from the answer before"
    return BadData([Problem(place, "the journal is damaged here", cure)])


def _whole_lines(path: Path) -> list[bytes]:
    try:
        data = files.content(path)
    except files.Unreadable as error:
        if error.missing:
            raise NarratorError(f"{path}: {error.fault}. Without a name, the last journal is taken") from None
        raise
    lines = data.splitlines(keepends=True)
    if len(lines) == 1 and not data.endswith(b"\n") and not b'{"journal": '.startswith(data[:12]):
        raise _no_journal(path)
    return [line for line in lines if line.endswith(b"\n")]
