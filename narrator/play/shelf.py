"""The folder of journals: which game began last, and the name of the next journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
    """List one journal of each game but those for practice, that of the game that began last first."""
    begun = {path: _began(path) for path in files.inside(folder, "*.jsonl")}
    games = [path for path, *_ in by_game({path: began for path, (began, practice) in begun.items() if not practice})]
    return sorted(games, key=lambda path: (begun[path][0] or _touched(path), path.stem), reverse=True)


def each_once(journals: Iterable[Path]) -> Iterator[Path]:
    """One journal of each game."""
    yield from (path for path, *_ in by_game({path: _began(path)[0] for path in journals}))


def copies(journal: Path) -> tuple[list[Path], list[Path]]:
    """The other journals of this one's game beside it: those that are further, the furthest first, and the rest."""
    began, _ = _began(journal)
    alike = [path for path in files.inside(journal.parent, "*.jsonl") if path == journal or _began(path)[0] == began]
    game = next((game for game in by_game(dict.fromkeys(alike, began)) if journal in game), [journal])
    place = game.index(journal)
    return game[:place], game[place + 1 :]


def by_game(begun: Mapping[Path, datetime | None]) -> Iterator[list[Path]]:
    """Journals game by game, given when each began; of copies, as a synchronised folder makes, the furthest first."""
    at: dict[datetime | Path, list[Path]] = {}
    for path, began in begun.items():
        at.setdefault(began or path, []).append(path)
    for paths in at.values():
        yield from [paths] if len(paths) == 1 else _with_one_header(paths)


def _with_one_header(paths: Iterable[Path]) -> Iterable[list[Path]]:
    lines: dict[Path, int] = {}
    games: dict[bytes, list[Path]] = {}
    for path in paths:
        header, _, rest = files.content(path).partition(b"\n")
        lines[path] = rest.count(b"\n")
        games.setdefault(header, []).append(path)
    for game in games.values():
        game.sort(key=lambda path: (-lines[path], len(path.stem), path.stem))
    return games.values()


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
