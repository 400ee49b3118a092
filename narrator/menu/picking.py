"""What the menu does with a game or a table, once it was chosen from the last ones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from narrator.computer.config import load_config
from narrator.errors import NarratorError
from narrator.evening import unseen
from narrator.evening.dealing_on import dealt_last
from narrator.evening.offers import MOST, game_words, kept_words, table_offered, tables
from narrator.evening.options import RunOptions
from narrator.play import session
from narrator.play.loading import load_table
from narrator.terminal.choosing import choose
from narrator.terminal.words import say
from narrator.texts import Texts

Act = Callable[[Texts], object]
"""What the menu does where something is chosen."""


def going_on(texts: Texts) -> list[tuple[str, Callable[[], object]]]:
    """What can go on, in words: a table whose cards were shown last, then the games, the latest first."""
    from narrator.evening.leading import lead_if_wanted, resume

    found: list[tuple[str, Callable[[], object]]] = []
    with suppress(NarratorError):  # the settings may be at fault, which whatever is chosen will tell
        settings = load_config()
        if dealt := dealt_last(settings):
            key = "menu.dealing" if unseen.left(load_table(dealt).setup) else "menu.dealt"
            found.append((texts.word(key, name=dealt.stem), partial(lead_if_wanted, dealt)))
        games = session.unfinished(session.last_games(settings, MOST - len(found)))
        found += [(game_words(game, texts), partial(resume, game.kept.path, RunOptions())) for game in games]
    return found


def choose_game_then(do: Callable[[Path], object]) -> Act:
    """Do something with one of the last games, once it was chosen."""

    def found(texts: Texts) -> list[tuple[Path, str]]:
        return [(kept.path, kept_words(kept, texts)) for kept in session.last_games(load_config(), MOST)]

    return _of_one("menu.which-game", found, "menu.no-journal", do)


def choose_table_then(do: Callable[[Path], object]) -> Act:
    """Do something with a table, once it was chosen."""

    def found(texts: Texts) -> list[tuple[Path, str]]:
        return [(table.path, table_offered(table, texts)) for table in tables()]

    return _of_one("menu.which-table", found, "menu.no-table", do)


def _of_one(
    title: str, find: Callable[[Texts], list[tuple[Path, str]]], nothing: str, do: Callable[[Path], object]
) -> Act:
    """Let people choose one of the files that are found, and do something with it; tell them if there is none."""

    def done(texts: Texts) -> None:
        found = find(texts)
        if not found:
            say(texts.word(nothing))
            return
        chosen = choose(texts.word(title), [words for _, words in found], texts.word("menu.back"), texts)
        if chosen is not None:
            do(found[chosen][0])

    return done
