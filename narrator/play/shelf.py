"""The folder of journals: which game began last, and the name of the next journal."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from narrator.computer import files
from narrator.computer.append_only import names_like
from narrator.computer.remembered import found_in
from narrator.errors import BadData, NarratorError, Problem
from narrator.play.journal import read, read_begun
from narrator.play.loading import from_data
from narrator.play.steps import retrace
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
    begun = _begun(files.inside(folder, "*.jsonl"))
    games = [path for path, *_ in by_game({path: began for path, (began, practice) in begun.items() if not practice})]
    earlier = [path for path in games if not begun[path][0]]  # formats without a time
    whole = found_in(earlier, _has_header, "whole")
    when = {path: begun[path][0] or _touched(path) for path in games}
    return sorted(games, key=lambda path: (whole.get(path, True), when[path], path.stem), reverse=True)


def each_once(journals: Iterable[Path]) -> Iterator[Path]:
    """One journal of each game."""
    yield from (path for path, *_ in by_game({path: began for path, (began, _) in _begun(journals).items()}))


def copies(journal: Path) -> tuple[list[Path], list[Path]]:
    """The other journals of this one's game beside it: those that are further, the furthest first, and the rest."""
    begun = _begun([journal, *files.inside(journal.parent, "*.jsonl")])
    began = begun[journal][0]
    alike = [path for path in begun if path == journal or begun[path][0] == began]
    game = next((game for game in by_game(dict.fromkeys(alike, began)) if journal in game), [journal])
    place = game.index(journal)
    plays = found_in(game[:place], _plays, "plays")
    return [path for path in plays if plays[path]], game[place + 1 :]


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
        plays = found_in(game, _plays, "plays") if len(game) > 1 else {}
        game.sort(key=lambda path: (not plays.get(path, True), -lines[path], len(path.stem), path.stem))
    return games.values()


def _plays(path: Path) -> bool:
    """Whether the game can be played again from this journal, as it cannot from one with a hole."""
    with suppress(NarratorError, OSError):
        header, batches = read(path)
        game = from_data(header.game, header.data, str(path)).game()
        deque(retrace(game, header.seed, batches, path), maxlen=0)
        return True
    return False


def _has_header(path: Path) -> bool:
    """Whether a journal's first line is whole, in whatever format."""
    with suppress(NarratorError, ValueError, RecursionError):
        return isinstance(json.loads(files.content(path).partition(b"\n")[0]), dict)
    return False


def new_name(folder: Path) -> Path:
    """Name a new journal by the date and time."""
    stamp = datetime.now().strftime(_NAME)
    return next(path for path in names_like(folder / f"{stamp}.jsonl") if not files.there(path))


def begins_now(folder: Path) -> str:
    """The time for a new journal's header, in ISO 8601: later than all others, even if the clock was set back."""
    now = datetime.now().astimezone().replace(microsecond=0)
    times = (began for began, _ in _begun(files.inside(folder, "*.jsonl")).values() if began)
    before = max(times, default=now - timedelta(seconds=1))
    try:
        return max(now, before.astimezone(now.tzinfo) + timedelta(seconds=1)).isoformat()
    except OverflowError:
        return now.isoformat()


def _begun(journals: Iterable[Path]) -> dict[Path, tuple[datetime | None, bool]]:
    """When each game began, None if its header does not say (earlier formats); and whether it was for practice."""
    return {path: (_time(begun), practice) for path, (begun, practice) in found_in(journals, _read, "begun").items()}


def _read(path: Path) -> tuple[str, bool]:
    try:
        return read_begun(path)
    except (NarratorError, ValueError, OSError):
        return "", False


def _time(begun: str) -> datetime | None:
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromisoformat(begun).astimezone()
    return None


def _touched(path: Path) -> datetime:
    """When the file was last written."""
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
