"""What can be downloaded and installed, and is known by its checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from narrator.computer import files
from narrator.computer.toml_reader import read
from narrator.errors import BadData, ChannelLost, Problem, fault, suggest
from narrator.texts import Words, message
from narrator.values import dataclass

Progress = Callable[[int, int], None]
"""Is told how many bytes are there, and how many there will be (0 while that is not known)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One of several archives that hold what is offered."""

    url: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """Something that can be downloaded. Without a `sha256`, the first install's checksum is trusted from then on."""

    name: str
    language: str
    url: str
    sha256: str
    megabytes: int
    licence: str
    rest: tuple[Piece, ...] = ()
    """The archives after the first, if there are several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    format: int
    offer: tuple[Download, ...]


def offers(table: Path) -> tuple[Download, ...]:
    """Read the offers from a TOML file."""
    return read(table, _Table).offer


def offer_of(name: str, offers: Iterable[tuple[str, Download]], place: str, words: Words) -> Download:
    """Find the offer that goes by this name. Raises BadData with the place and fault."""
    known = dict(offers)
    if name not in known:
        raise BadData([Problem(place, words, suggest(name, known))])
    return known[name]


def unwritable(place: Path, error: OSError) -> ChannelLost:
    """Say that a file cannot be written here, or that the disk is full."""
    return ChannelLost(message("downloads.unwritable", path=place, why=files.why(error)))


def not_there(file: Path, cure: Words = "") -> Problem:
    """Say that a file is missing."""
    return fault(str(file), "faults.no-such-file", cure)


@contextmanager
def used_up(*parts: Path) -> Iterator[None]:
    """Throw these files away in the end: a whole download is never resumed, be it right or wrong."""
    try:
        yield
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def sum_of(file: Path) -> str:
    """Give the file's SHA-256."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


@contextmanager
def verified(file: Path, record: Path, expected: str = "") -> Iterator[None]:
    """Install a file with the expected SHA-256, else with that of the first install, which is kept in `record`.

    The first one is kept once the install has worked. Raises BadData.
    """
    found = sum_of(file)
    first = record.read_text("utf-8").strip() if record.exists() else ""
    if found != (expected or first or found):
        words = message("faults.other-checksum") if expected else message("faults.not-the-first", record=record)
        raise BadData([Problem(file.name, words)])
    yield
    record.write_text(found + "\n", "utf-8")
