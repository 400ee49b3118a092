"""Files fetched over HTTP, on from where an earlier try was cut off; loaded only by what downloads, as it is slow."""

from __future__ import annotations

import http.client
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from narrator.computer.downloads import Progress, unwritable
from narrator.errors import ChannelLost
from narrator.texts import message

_PIECE = 256 * 1024
_TRIES = 3
_TIMEOUT = 30.0


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
