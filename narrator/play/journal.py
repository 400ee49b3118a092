"""The journal: every fact of a game as one JSON line, on disk before the next cue goes out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, TypeGuard

import narrator
from narrator.computer import files, parsing, toml_reader
from narrator.computer.append_only import GrowingFile, Held, Vanished
from narrator.errors import BadData, NarratorError, Problem, fault
from narrator.texts import message
from narrator.values import dataclass, field, fields

_PIECE = b'{"piece": '
_BEGINNING = b'{"journal": '

FORMAT = 4
"""The version of the lines, of the facts in them, and of the rules from which the facts follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """A journal's first line: all that is needed to begin the game again, even if every other file is lost.

    program      the version that wrote it
    game         the game's id
    setup        the setup's file; empty if it has none
    fingerprint  the hash of `data` (play.loading.fingerprint)
    seed         the game's seed
    data         the setup and script as they were read
    begun        when the game began (ISO 8601)
    manner       the options that the game began with
    """

    program: str = narrator.__version__
    game: str
    setup: str
    fingerprint: str
    seed: int
    data: dict[str, Any] = field(default_factory=dict)
    begun: str = ""
    manner: dict[str, Any] = field(default_factory=dict)


_BEGUN = re.compile(rb'\{"journal": %d, .*, "begun": "([\d:T+-]+)", "manner": (\{.*)' % FORMAT)
"""What follows the script in a header; in a text of it there would be other quotes."""


@dataclass(frozen=True, slots=True)
class Batch:
    """An input (an answer, or empty for a cue that went out) and the facts that followed, as JSON objects.

    `line` is the number of its first line in the file.
    """

    input: str
    facts: list[dict[str, Any]]
    line: int = field(default=0, compare=False)


class Journal:
    """An open journal to append facts to; nobody else can open it until it is closed or its process dies."""

    def __init__(self, file: GrowingFile) -> None:
        self._file = file
        self._writing = Lock()  # notes come from other threads

    @property
    def path(self) -> Path:
        """Its file; it has another name than at first if the file vanished and something else took its place."""
        return self._file.path

    @classmethod
    def begin(cls, path: Path, header: Header) -> Journal:
        """Begin a journal with this header. Raises NarratorError if the file exists already or cannot be written."""
        try:
            journal = cls(GrowingFile.begin(path))
        except FileExistsError:
            raise NarratorError(message("refusals.journal-there", path=path)) from None
        except (OSError, ValueError) as error:
            raise _not_opened(path, error) from None
        try:
            journal._write([{"journal": FORMAT, **{one.name: getattr(header, one.name) for one in fields(header)}}])
        except BaseException:
            journal.close()
            path.unlink(missing_ok=True)
            raise
        journal._notes = []
        return journal

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Open a journal to go on after its last whole line; the file stays as it is until something is appended."""
        _whole_lines(path)  # before the lock, which would leave its file beside nothing
        try:
            return cls(GrowingFile.reopen(path, lambda: b"".join(_whole_lines(path))))
        except OSError as error:
            raise _not_opened(path, error) from None

    def append(self, said: str | None, facts: Iterable[dict[str, Any]]) -> None:
        """Write the facts, all or none; the first carries the input that led to them. Raises NarratorError.

        `said` is None when the facts complete what a power cut left half written.
        """
        self._write(_batch_lines(said, facts))

    def append_all(self, batches: Iterable[tuple[str, Iterable[dict[str, Any]]]]) -> None:
        """Write several inputs with their facts in one piece, all or none. Raises NarratorError.

        The first line says how many there are: what a power cut left of fewer was never written.
        """
        lines = [line for said, facts in batches for line in _batch_lines(said, facts)]
        self._write([{"piece": len(lines), **line} if not number else line for number, line in enumerate(lines)])

    def note(self, seat: int, text: str) -> None:
        """Write a note on a seat, or the table (0); an empty one takes the last away. Raises NarratorError."""
        self._write([{"note": text, "seat": seat}])

    def note_left(self, timer: str, seconds: float) -> None:
        """Write how much time is left of a talk or a turn; it goes on with that when the game is resumed."""
        with suppress(NarratorError):  # what broke the game off matters more
            self.keep(timer=timer, left=round(seconds, 2))

    def keep(self, **values: Any) -> None:
        """Write what no rule reads, but must be known when the game is resumed. Raises NarratorError."""
        notes, new = self._notes, {"note": "", **values}
        self._write([new])
        notes.append(new)

    def kept(self, key: str) -> list[dict[str, Any]]:
        """All that was kept and has this key, the oldest first; nothing if the file could not be read."""
        return [line for line in self._notes if key in line]

    @cached_property
    def _notes(self) -> list[dict[str, Any]]:
        """The notes of the file, which is read once."""
        with suppress(NarratorError):
            return [line for _, line in _objects(self.path) if "note" in line]
        return []

    @cached_property
    def left(self) -> dict[str, float]:
        """The seconds that were left of talks and turns when the game was broken off."""
        found = {timer: one.get("left") for one in self.kept("timer") if isinstance(timer := one["timer"], str)}
        return {timer: float(left) for timer, left in found.items() if _is_rest(left)}

    @property
    def saved_again(self) -> int:
        """How often others deleted or changed the file since it was opened, so that all of it was written again."""
        return self._file.rewrites

    def _write(self, lines: list[dict[str, Any]]) -> None:
        if not lines:
            return
        try:
            with self._writing:
                self._file.add("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode())
        except Vanished as error:
            raise NarratorError(message("refusals.journal-lost", path=self.path, why=files.why(error))) from None
        except OSError as error:
            key = "refusals.journal-full" if self._file.empty else "refusals.journal-full-safe"
            raise NarratorError(message(key, path=self.path, why=files.why(error))) from None

    def close(self) -> None:
        """Close the file; others may open it again."""
        self._file.close()


def _batch_lines(said: str | None, facts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = list(facts)
    if lines and said is not None:
        lines[0] = {**lines[0], "input": said}
    return lines


class InUse(NarratorError):
    """Another narrator leads the game of this journal."""


def _not_opened(path: Path, error: OSError | ValueError) -> NarratorError:
    if isinstance(error, Held):
        return InUse(message("terminal.in-use", journal=path))
    return files.Unwritable(path, files.why(error))


def read(path: Path) -> tuple[Header, list[Batch]]:
    """Read a journal: its header and its batches. A last line that a power cut left half written is ignored.

    Raises NarratorError if it cannot be read; BadData if it is not a journal, has another format, or is damaged.
    """
    lines = _objects(path)
    header = _header(path, next(lines, None))
    batches: list[Batch] = []
    for number, line in lines:
        if "note" in line:
            continue
        if "input" in line:
            batches.append(Batch(str(line.pop("input")), [line], number))
        elif batches:
            batches[-1].facts.append(line)
        else:
            raise _damaged(path, number)
    return header, batches


def read_notes(path: Path) -> dict[int, str]:
    """Read the notes that moderators left on seats, the last one of each. Raises as `read` does."""
    found = [line for _, line in _objects(path) if "note" in line]
    notes = {line["seat"]: line["note"] for line in found if _is_note(line)}
    return {seat: text for seat, text in notes.items() if text}


def _is_rest(left: Any) -> TypeGuard[float]:
    return type(left) in (int, float) and 0 < left < math.inf


def _is_note(line: dict[str, Any]) -> bool:
    return isinstance(line.get("seat"), int) and isinstance(line["note"], str)


def read_begun(path: Path) -> tuple[str, bool]:
    """Read from the header when the game began, if it says so, and whether it was for practice. Raises NarratorError.

    The script is not read.
    """
    line, end, _ = files.content(path).partition(b"\n")
    if found := _BEGUN.fullmatch(line) if end else None:
        return found[1].decode(), b'"practice": true' in found[2]
    header = read_header(path)
    return header.begun, is_practice(header.manner)


def is_practice(manner: Any) -> bool:
    """Whether a game that began in this manner was for practice. Raises TypeError if no header has such a manner."""
    if not isinstance(manner, dict):
        raise TypeError(manner)
    return manner.get("practice") is True


def read_header(path: Path) -> Header:
    """Read a journal's header alone. Raises NarratorError or BadData as `read` does."""
    return _header(path, next(_objects(path), None))


def _header(path: Path, first: tuple[int, dict[str, Any]] | None) -> Header:
    if first is None:
        raise _without_header(path)
    head = first[1]
    written = head.pop("journal", None)
    if written is None:
        raise _no_journal(path)
    if written != FORMAT:
        versions = {"version": narrator.__version__, "other": head.get("program", "?")}
        raise BadData([fault(str(path), "faults.journal-format", found=str(written), known=FORMAT, **versions)])
    if set(head) != {part.name for part in fields(Header)}:
        raise _damaged(path, 1)
    try:
        return toml_reader.build(head, Header, f"{path}:1")
    except BadData:
        raise _damaged(path, 1) from None


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_whole_lines(path), 1):
        found = parsing.json_object(line)
        if found is not None:
            found.pop("piece", None)
            yield number, found
        else:
            raise _no_journal(path) if number == 1 else _damaged(path, number)


def _without_header(path: Path) -> BadData:
    """That a file has no whole line: it is empty, or was cut off amid its header."""
    cut = files.content(path)
    if not cut:
        key = "faults.empty-journal" if path.suffix == ".jsonl" else "faults.empty-no-journal"
        return BadData([fault(str(path), key)])
    whole = [other for other in files.inside(path.parent, "*.jsonl") if _goes_on(other, cut)]
    told = {"copies": ", ".join(map(str, sorted(whole)))} if whole else {}
    return BadData([fault(str(path), "faults.journal-cut-copies" if whole else "faults.journal-cut", **told)])


def _goes_on(path: Path, cut: bytes) -> bool:
    """Whether a journal begins with these bytes, and has a whole header."""
    with suppress(OSError), path.open("rb") as file:
        return len(cut) > len(_BEGINNING) and file.read(len(cut)) == cut and bool(file.readline().endswith(b"\n"))
    return False


def _no_journal(path: Path) -> BadData:
    return BadData([fault(str(path), "faults.no-journal")])


def _damaged(path: Path, line: int) -> BadData:
    words = message("faults.journal-begins-damaged" if line == 1 else "faults.journal-damaged")
    return BadData([Problem(str(path), words, line=line)])


def _whole_lines(path: Path) -> list[bytes]:
    """The lines that end in a line feed, so all but a half-written last one, or a piece of which some are missing."""
    try:
        data = files.content(path)
    except files.Unreadable as error:
        if error.missing:
            told = message("refusals.no-journal", path=path, why=error.fault)
            raise NarratorError(told) from None
        raise
    *lines, rest = data.split(b"\n")
    if not lines and rest and not _BEGINNING.startswith(rest[:12]):
        raise _no_journal(path)
    return [line + b"\n" for line in _whole_pieces(lines)]


def _whole_pieces(lines: list[bytes]) -> list[bytes]:
    """All lines, but for a last piece that is not whole."""
    last = next((number for number in reversed(range(len(lines))) if lines[number].startswith(_PIECE)), None)
    if last is None:
        return lines
    size = (parsing.json_object(lines[last]) or {}).get("piece")
    return lines[:last] if isinstance(size, int) and last + size > len(lines) else lines
