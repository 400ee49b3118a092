"""The folder of journals: which game began last, and what the next is called."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from narrator.computer import files
from narrator.computer.append_only import names_like
from narrator.errors import NarratorError
from narrator.play.journal import read_header

_NAME = "%Y-%m-%d_%H-%M-%S"


def latest(folder: Path) -> Path:
    """Find the journal of the game that began last. Raises NarratorError if there is none."""
    found = files.inside(folder, "*.jsonl")
    if not found:
        raise NarratorError(f"there is no journal in {folder}: begin a game with narrator play")
    return max(found, key=lambda path: (_began(path) or _touched(path), path.stem))


def new_name(folder: Path) -> Path:
    """Name a new journal by the date and time."""
    stamp = datetime.now().strftime(_NAME)
    return next(path for path in names_like(folder / f"{stamp}.jsonl") if not files.there(path))


def begins_now(folder: Path) -> str:
    """The time for a new journal's header: later than that of all the others, were the clock set back since."""
    now = datetime.now().astimezone().replace(microsecond=0)
    before = max(_times(folder), default=now - timedelta(seconds=1))
    try:
        return max(now, before.astimezone(now.tzinfo) + timedelta(seconds=1)).isoformat()
    except OverflowError:
        return now.isoformat()


def _times(folder: Path) -> Iterator[datetime]:
    for path in files.inside(folder, "*.jsonl"):
        began = _began(path)
        if began:
            yield began


def _began(path: Path) -> datetime | None:
    """Say when the game began, by its header; by its name, if that tells no time, as in the second format."""
    try:
        told = read_header(path).begun
    except NarratorError:
        told = ""
    try:
        return (
            datetime.fromisoformat(told).astimezone()
            if told
            else datetime.strptime(path.stem[:19], _NAME).astimezone()
        )
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def _touched(path: Path) -> datetime:
    """Say when the file was written: all that there is where neither header nor name tells a time."""
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
