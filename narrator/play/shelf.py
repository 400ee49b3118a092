"""The folder of journals: which game began last, and the name of the next journal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from narrator.computer import files
from narrator.computer.append_only import names_like
from narrator.errors import BadData, NarratorError, Problem
from narrator.play.journal import read_begun
from narrator.texts import message

_NAME = "%Y-%m-%d_%H-%M-%S"


def latest(folder: Path) -> Path:
    """Find the journal of the game that began last. Raises BadData if there is none."""
    found = latest_first(folder)
    if not found:
        raise BadData([Problem(str(folder), message("faults.no-journal-in-it"))])
    return found[0]


def latest_first(folder: Path) -> list[Path]:
    """List the journals of all games but those for practice, that of the game that began last first."""
    games = [(path, *_began(path)) for path in files.inside(folder, "*.jsonl")]
    found = [(began or _touched(path), path.stem, path) for path, began, practice in games if not practice]
    return [path for *_, path in sorted(found, reverse=True)]


def new_name(folder: Path) -> Path:
    """Name a new journal by the date and time."""
    stamp = datetime.now().strftime(_NAME)
    return next(path for path in names_like(folder / f"{stamp}.jsonl") if not files.there(path))


def begins_now(folder: Path) -> str:
    """The time for a new journal's header, in ISO 8601: later than all others, even if the clock was set back."""
    now = datetime.now().astimezone().replace(microsecond=0)
    before = max(_times(folder), default=now - timedelta(seconds=1))
    try:
        return max(now, before.astimezone(now.tzinfo) + timedelta(seconds=1)).isoformat()
    except OverflowError:
        return now.isoformat()


def _times(folder: Path) -> Iterator[datetime]:
    for path in files.inside(folder, "*.jsonl"):
        began, _ = _began(path)
        if began:
            yield began


def _began(path: Path) -> tuple[datetime | None, bool]:
    """When the game began, None if its header does not say (earlier formats); and whether it was for practice."""
    practice = False
    try:
        begun, practice = read_begun(path)
        return datetime.fromisoformat(begun).astimezone(), practice
    except (NarratorError, ValueError, OverflowError, OSError):
        return None, practice


def _touched(path: Path) -> datetime:
    """When the file was last written."""
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
