"""What can be downloaded and installed: fetched on from where an earlier try was cut off, known by its checksum."""

from __future__ import annotations

import hashlib
import http.client
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from narrator.computer import files
from narrator.computer.toml_reader import read
from narrator.errors import BadData, ChannelLost, Problem, suggest
from narrator.texts import Words, message
from narrator.values import dataclass

Progress = Callable[[int, int], None]
"""Is told how many bytes are there, and how many there will be (0 while that is not known)."""

_PIECE = 256 * 1024
_TRIES = 3
_TIMEOUT = 30.0


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


def offer_of(name: str, offers: Iterable[tuple[str, Download]], place: str, fault: Words) -> Download:
    """Find the offer that goes by this name. Raises BadData with the place and fault."""
    known = dict(offers)
    if name not in known:
        raise BadData([Problem(place, fault, suggest(name, known))])
    return known[name]


def reachable(url: str, seconds: float = 5.0) -> bool:
    """Whether a server answers for this address within about so many seconds."""
    try:
        with urlopen(Request(url, method="HEAD"), timeout=seconds):
            return True
    except HTTPError:
        return True  # what it answers, the download will tell
    except (OSError, http.client.HTTPException):
        return False


def download(url: str, part: Path, progress: Progress) -> None:
    """Fetch the whole of `url` into `part`; what `part` holds already is not fetched again, if unchanged since.

    `progress` gets bytes there and bytes wanted (0 if unknown). Raises ChannelLost after three tries in vain;
    `part` then keeps what came.
    """
    mark = part.with_name(part.name + ".mark")
    tries = 0
    while True:
        had = _size(part)
        try:
            if _fetch(url, part, mark, progress):
                mark.unlink(missing_ok=True)
                return
            why = message("downloads.cut-off")
        except HTTPError as error:
            why = message("downloads.refused", code=error.code)
            if error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.unlink(missing_ok=True)  # it is longer than the file: begin anew
        except (URLError, http.client.HTTPException, TimeoutError, ConnectionError):
            why = message("downloads.unreachable")
        except OSError as error:
            raise unwritable(part, error) from None
        tries = 0 if _size(part) > had else tries + 1
        if tries >= _TRIES:
            raise ChannelLost(message("downloads.failed", why=why))


def unwritable(place: Path, error: OSError) -> ChannelLost:
    """Say that a file cannot be written here, or that the disk is full."""
    return ChannelLost(message("downloads.unwritable", path=place, why=files.why(error)))


def not_there(file: Path, cure: Words = "") -> Problem:
    """Say that a file is missing."""
    return Problem(str(file), message("faults.no-such-file"), cure)


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


def _fetch(url: str, part: Path, mark: Path, progress: Progress) -> bool:
    """Fetch what is missing; True once the file is whole."""
    had = _size(part)
    request = Request(url)
    if had and mark.exists():
        request.add_header("Range", f"bytes={had}-")
        request.add_header("If-Range", mark.read_text("ascii"))
    with urlopen(request, timeout=_TIMEOUT) as answer:
        goes_on = answer.status == http.client.PARTIAL_CONTENT
        start = had if goes_on else 0
        length = int(answer.headers.get("Content-Length") or 0)
        total = start + length if length else 0
        if not goes_on:
            _remember(answer, mark)
        with part.open("ab" if goes_on else "wb") as file:
            _copy(answer, file, start, total, progress)
    return not total or _size(part) == total


def _copy(answer: Any, file: Any, done: int, total: int, progress: Progress) -> None:
    progress(done, total)
    while piece := answer.read(_PIECE):
        file.write(piece)
        done += len(piece)
        progress(done, total)


def _remember(answer: Any, mark: Path) -> None:
    """Keep what tells this version of the file from a later one; without it there is no going on."""
    version = answer.headers.get("ETag", "")
    if version.startswith("W/") or not version:
        version = answer.headers.get("Last-Modified", "")
    if version.isascii() and version:
        mark.write_text(version, "ascii")
    else:
        mark.unlink(missing_ok=True)


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0
