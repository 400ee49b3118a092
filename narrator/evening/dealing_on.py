"""A dealing that was broken off: which one that was, and whether its people want to go on with it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from narrator.computer.config import Config
from narrator.errors import NarratorError
from narrator.evening import unseen
from narrator.evening.cards import left_unseen, some_unseen, wants_dealing_on
from narrator.evening.offers import MOST, table_files
from narrator.evening.options import RunOptions
from narrator.play import session
from narrator.play.loading import load_table


def half_dealt(settings: Config) -> Path | None:
    """The table whose dealing was broken off after all else that evening, if people want to go on with that.

    No game was begun there yet, so that no journal knows of it.
    """
    since, found = _since_the_last_game(settings), dict[float, Path]()
    for path in table_files()[:MOST]:
        with suppress(NarratorError):
            setup = load_table(path).setup
            if unseen.left(setup) and unseen.since(setup) > since:
                found.setdefault(unseen.since(setup), path)
    if not found:
        return None
    table = load_table(path := found[max(found)])
    return path if wants_dealing_on(table, some_unseen(table, None)) else None


def _since_the_last_game(settings: Config) -> float:
    """When the last game was gone on with, or its cards were shown; 0 if there is none."""
    with suppress(NarratorError, OSError):
        last = session.recall(session.latest_journal(settings))
        dealt = unseen.since(last.table.with_setup(seed=last.header.seed).setup)
        return max(last.path.stat().st_mtime, dealt)
    return 0.0


def goes_on_dealing(last: session.SavedGame, options: RunOptions) -> bool:
    """Whether the dealing of this game was broken off, and people want to go on with it."""
    for game in session.unfinished([last]):
        doubt = left_unseen(last.table, last.header.seed, game.view.at.phase, options.seed)
        return bool(doubt) and wants_dealing_on(last.table, doubt)
    return False


def latest_with_people_of(before: session.SavedGame, settings: Config) -> session.SavedGame:
    """The latest game, if the people of this one play it, else this one."""
    with suppress(NarratorError):
        last = session.recall(session.latest_journal(settings))
        if {*last.table.setup.people.values()} == {*session.as_they_sit(before).people.values()}:
            return last
    return before
