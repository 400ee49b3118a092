"""The journal: every fact of a game as one JSON line, on disk before the next cue goes out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from narrator.problems import BadData, NarratorError, Problem

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a journal begins with: enough to know whether it belongs to a table, and to begin the game again."""

    game: str
    setup: str
    table: str
    seed: int


@dataclass(frozen=True, slots=True)
class Batch:
    """An input (an answer, or empty for a cue that went out) and the facts that followed, as JSON objects."""

    input: str
    facts: list[dict[str, Any]]


class Journal:
    """An open journal that facts are appended to."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self.path, self._file = path, file

    @classmethod
    def begin(cls, path: Path, header: Header) -> Journal:
        """Begin a journal of this header; the file must be new. Raises NarratorError if it cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")
        except FileExistsError:
            raise NarratorError(
                f"{path} exists already: name another journal, or go on with narrator resume"
            ) from None
        except OSError as error:
            raise NarratorError(f"{path} cannot be written: {error.strerror}") from None
        journal = cls(path, file)
        head = {"journal": FORMAT, "game": header.game, "setup": header.setup}
        journal._write([{**head, "table": header.table, "seed": header.seed}])
        return journal

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Open a journal to go on writing after its last whole line."""
        whole = sum(len(line) for line in _whole_lines(path))
        try:
            with path.open("r+b") as file:
                file.truncate(whole)
            return cls(path, path.open("a", encoding="utf-8"))
        except OSError as error:
            raise NarratorError(f"{path} cannot be written: {error.strerror}") from None

    def append(self, said: str | None, facts: Iterable[dict[str, Any]]) -> None:
        """Write the facts; the first carries the input that led to them. Raises NarratorError if the disk is full.

        `said` is None when the facts complete what a power cut left half written.
        """
        lines = list(facts)
        if lines and said is not None:
            lines[0] = {**lines[0], "input": said}
        if lines:
            self._write(lines)

    def _write(self, lines: list[dict[str, Any]]) -> None:
        try:
            self._file.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise NarratorError(f"{self.path} cannot be written: {error.strerror}. Nothing before is lost") from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read(path: Path) -> tuple[Header, list[Batch]]:
    """Read a journal: its header and its batches. A line that a power cut left half written is passed over."""
    lines = list(_objects(path))
    if not lines or lines[0].get("journal") != FORMAT:
        raise BadData([Problem(str(path), "this is no journal of narrator", "name a .jsonl file that it wrote")])
    head = lines[0]
    header = Header(game=head["game"], setup=head["setup"], table=head["table"], seed=head["seed"])
    batches: list[Batch] = []
    for line in lines[1:]:
        if "input" in line:
            batches.append(Batch(line.pop("input"), [line]))
        elif batches:
            batches[-1].facts.append(line)
    return header, batches


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(_whole_lines(path), 1):
        try:
            yield json.loads(line)
        except ValueError:
            raise BadData([Problem(f"{path}: line {number}", "the journal is damaged here")]) from None


def _whole_lines(path: Path) -> list[bytes]:
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise NarratorError(f"{path} cannot be read: {error.strerror}") from None
    return [line for line in lines if line.endswith(b"\n")]
