"""Cards that were dealt, or half of them, without a game yet: whose, and whether their people want to go on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.evening import unseen
from narrator.evening.cards import left_unseen, some_unseen, wants_dealing_on
from narrator.evening.leaving import left_by_ctrl_c
from narrator.evening.offers import MOST, table_files
from narrator.evening.options import RunOptions
from narrator.play import session
from narrator.play.loading import load_table
from narrator.terminal.words import agreed


def dealt_last(settings: Config) -> Path | None:
    """The table whose cards were shown after all else that evening, to some or to all.

    No game was begun there yet, so that no journal knows of it.
    """
    if unseen.shown_last() <= _went_on_last(settings):  # as in most menus: no table need be loaded
        return None
    since, found = _since_the_last_game(settings), dict[float, Path]()
    for path in table_files()[:MOST]:
        with suppress(NarratorError):
            setup = load_table(path).setup
            shown, led = unseen.since(setup), max(map(_touched, unseen.games(setup)), default=0.0)
            if shown > max(since, led):
                found.setdefault(shown, path)
    return found[max(found)] if found else None


def wanted_now(settings: Config) -> Path | None:
    """The table whose cards were shown last, if its people want to go on with the dealing, or begin."""
    if not (path := dealt_last(settings)):
        return None
    table = load_table(path)
    if doubt := some_unseen(table, None):
        return path if wants_dealing_on(table, doubt) else None
    texts = texts_of(table.setup.language)
    with left_by_ctrl_c():
        return path if agreed(texts.word("deal.begin", name=path.stem), default=True, texts=texts) else None


def _since_the_last_game(settings: Config) -> float:
    """When a game was gone on with last, or the cards of the latest were shown; 0 if there is none."""
    since = _went_on_last(settings)
    with suppress(NarratorError, OSError):
        last = session.recall(session.latest_journal(settings))
        return max(since, unseen.since(last.table.with_setup(seed=last.header.seed).setup))
    return since


def _went_on_last(settings: Config) -> float:
    """When a game was gone on with last; 0 if there is none."""
    with suppress(NarratorError, OSError):
        return max(map(_touched, session.journals(settings)[:MOST]), default=0.0)
    return 0.0


def _touched(journal: Path) -> float:
    with suppress(OSError):
        return journal.stat().st_mtime
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
