"""The folder of journals: which game began last, and the name of the next journal."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, get_args

from narrator.computer import files
from narrator.computer.append_only import names_like
from narrator.computer.remembered import found_in
from narrator.cues import Phase
from narrator.errors import BadData, NarratorError, fault
from narrator.play.history import History
from narrator.play.journal import read, read_begun, read_header
from narrator.play.loading import from_data
from narrator.play.steps import retrace

_NAME = "%Y-%m-%d_%H-%M-%S"
_OWN = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(_\d+)?")
"""The name that the program gives to a journal; no copy made by others has it."""


def latest(folder: Path) -> Path:
    """Find the journal of the game that began last. Raises BadData if there is none."""
    found = latest_first(folder)
    if not found:
        raise BadData([fault(str(folder), "faults.no-journal-in-it")])
    return found[0]


def latest_first(folder: Path) -> list[Path]:
    """List one journal of each game but those for practice, that of the game that began last first."""
    begun = _begun(files.inside(folder, "*.jsonl"))
    games = [path for path, *_ in by_game({path: began for path, (began, practice) in begun.items() if not practice})]
    earlier = [path for path in games if not begun[path][0]]  # formats without a time
    whole = found_in(earlier, _has_header, "whole")
    when = {path: begun[path][0] or _touched(path) for path in games}
    return sorted(games, key=lambda path: (whole.get(path, True), when[path], path.stem), reverse=True)


def each_once(journals: Iterable[Path]) -> tuple[list[Path], list[Path], list[Path]]:
    """One journal of each game, those of the others that go another way, and damaged ones with more in them."""
    games = [*by_game({path: began for path, (began, _) in _begun(journals).items()})]
    others = [(path, bool(far.place)) for game in games for path, far in _with_more(game)]
    apart, damaged = ([path for path, whole in others if whole is kind] for kind in (True, False))
    return [path for path, *_ in games], apart, damaged


def _with_more(game: Mapping[Path, _Far]) -> Iterator[tuple[Path, _Far]]:
    furthest, *others = game
    return ((path, game[path]) for path in others if not game[path].leads_to(game[furthest]))


def copies(journal: Path, *folders: Path) -> Iterator[tuple[str, Path]]:
    """The other journals of this one's game beside it and in the folders, the furthest first, with a key each.

    The key names what is said of it: it is further, or behind as one that is as far is, or apart if both go on
    otherwise; or its name alone says that it is a copy.
    """
    named = Path(os.path.realpath(journal))
    near = {Path(os.path.realpath(folder)): folder for folder in (*folders, journal.parent)}
    others = ((real, path) for real, folder in near.items() for path in files.inside(folder, "*.jsonl"))
    begun = _begun([journal, *(path for real, path in others if real / path.name != named)])
    began = begun[journal][0]
    alike = [path for path in begun if path == journal or begun[path][0] == began]
    far = next((game for game in by_game(dict.fromkeys(alike, began)) if journal in game), {journal: _Far()})
    game, here = [*far], [*far].index(journal)
    for path in game[:here]:
        if far[path].place and far[path] == far[journal]:
            yield "terminal.copy-behind", path
        elif far[path].place:
            on = not far[journal].place or far[journal].leads_to(far[path])
            yield "terminal.copy-further" if on else "terminal.copy-apart", path
    for path in game[here + 1 :]:
        lost = "terminal.copy-apart" if far[path].place else "terminal.copy-unread"
        yield "terminal.copy-behind" if far[path].leads_to(far[journal]) else lost, path
    for path in begun if began else ():
        if not begun[path][0] and any(one.stem in path.stem for one in game):
            yield "terminal.copy-unread", path


def by_game(begun: Mapping[Path, datetime | None]) -> Iterator[Mapping[Path, _Far]]:
    """Journals game by game, given when each began; of copies, as a synchronised folder makes, the furthest first.

    How far is known where a game has more than one.
    """
    at: dict[datetime | Path, list[Path]] = {}
    for path, began in begun.items():
        at.setdefault(began or path, []).append(path)
    for paths in at.values():
        yield from [{paths[0]: _Far()}] if len(paths) == 1 else _with_one_header(paths)


def _with_one_header(paths: Iterable[Path]) -> Iterator[Mapping[Path, _Far]]:
    """Journals of one game together, however their rows are written."""
    games: dict[object, list[Path]] = {}
    for path in paths:
        key: object = path
        with suppress(NarratorError):
            header = read_header(path)
            key = header.game, header.fingerprint, header.seed
        games.setdefault(key, []).append(path)
    for game in games.values():
        far = _far_in(game)
        game.sort(key=_age)
        game.sort(key=lambda path: far[path].rank(far.values()), reverse=True)
        yield {path: far[path] for path in game}


def _age(path: Path) -> tuple[bool, int, float, int, str]:
    """What is least for the journal that the game itself wrote, else for the oldest file."""
    own = bool(_OWN.fullmatch(path.stem))
    return not own, len(path.stem) if own else 0, _touched(path).timestamp(), len(path.stem), path.stem


_UNREAD = "\0"
"""What is said in a journal that cannot be read: no other one has it all."""


class _Far(NamedTuple):
    """What was said in a journal, the answers that stand, a line each, and how far they led; no place from a hole."""

    inputs: str = ""
    answers: str = ""
    place: Sequence[int] = ()

    def leads_to(self, other: _Far) -> bool:
        """Whether the other one has all of this and may go on from there."""
        played = bool(self.place) and other.answers.startswith(self.answers)
        return other.inputs.startswith(self.inputs) or played

    def rank(self, others: Iterable[_Far]) -> tuple[bool, bool, list[int], int]:
        """What is greater the further it is; whatever another one only goes on from is behind all that do."""
        longer = (one for one in others if one.place and len(one.inputs) > len(self.inputs))
        begins = any(one.inputs.startswith(self.inputs) for one in longer)
        return bool(self.place), not begins, [] if begins else [*self.place], len(self.inputs)


def _far_in(game: list[Path]) -> dict[Path, _Far]:
    """How far each of these journals of one game is; nobody asks of one alone."""
    found = found_in(game, _far, "far") if len(game) > 1 else {}
    return {path: _Far(*found.get(path, ())) for path in game}


def _far(path: Path) -> list[Any]:
    inputs = _UNREAD
    with suppress(NarratorError, OSError):
        header, batches = read(path)
        inputs = "".join(f"{batch.input}\n" for batch in batches)
        game = from_data(header.game, header.data, str(path)).game()
        history, steps = History(game), list(retrace(game, header.seed, batches, path))
        if not steps:  # it only began
            return [inputs, "", [False, 0, 0, 0, 0]]
        history.follow(steps)
        at, over = game.view(steps[-1].after, "all").at, game.over(steps[-1].after) is not None
        heard = {getattr(game.cue(history.before(number)), "at", None) for number, _ in history.standing()}
        answers = "".join(f"{one.ask.line} {one.said}\n" for one in history.given)
        return [inputs, answers, [over, at.night, get_args(Phase).index(at.phase), len(history.given), len(heard)]]
    return [inputs]


def _has_header(path: Path) -> bool:
    """Whether a file's first line is a journal's, and whole, in whatever format."""
    with suppress(NarratorError, ValueError, RecursionError):
        first = json.loads(files.content(path).partition(b"\n")[0])
        return isinstance(first, dict) and "journal" in first
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
    """When the file was last written; long ago if it is gone by now."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except (OSError, ValueError, OverflowError):
        return datetime.fromtimestamp(0).astimezone()
