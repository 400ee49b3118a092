"""The games and the tables that people may choose from, each told from others in words."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from narrator.computer import files, parsing, paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.evening.leaving import left_by_ctrl_c
from narrator.games.package import HasVariants
from narrator.games.registry import folders
from narrator.play import session, shelf
from narrator.play.loading import load_table
from narrator.play.session import SavedGame, Unfinished
from narrator.terminal.words import agreed, in_terminal, say, terminal_texts
from narrator.texts import Texts, message

MOST = 9
"""Games and tables that are offered at once: as many as there are digits."""


# ---- Games ----


def to_go_on_with(setup: Path, settings: Config) -> Path | None:
    """The journal of this table's last game, if it is not over and people would rather go on with it.

    None where nobody can be asked.
    """
    last = islice(session.games_from(paths.setup_file(setup), settings), 1) if in_terminal() else ()
    for game in session.unfinished(last):
        texts = texts_of(game.kept.table.setup.language)
        question = texts.word("terminal.unfinished", game=game_words(game, texts))
        with left_by_ctrl_c():
            return game.kept.path if agreed(question, default=True, texts=texts) else None
    return None


def game_named(named: Path | None, settings: Config, command: str) -> Path:
    """The journal that is named, else that of the game that began last, for this command. Raises NarratorError.

    Of a table in its place it names the last game.
    """
    if named is None:
        return session.latest_journal(settings)
    setup = _table_named(named)
    if setup is None:
        return named
    last = next(session.games_from(setup, settings), None)
    key = "refusals.table-played" if last else "refusals.table-unplayed"
    told = {"journal": last.path} if last else {}
    raise NarratorError(message(key, table=named, command=command, **told))


def _table_named(named: Path) -> Path | None:
    """The setup that this file is, or that is called so; None if it is something else."""
    with suppress(NarratorError):
        setup = paths.setup_file(named)
        return setup if "player" in parsing.toml(setup) else None
    return None


def say_copies(journal: Path, settings: Config) -> None:
    """Name the other journals of this game, as a synchronised folder makes them, where people can read it."""
    for key, path in shelf.copies(journal, session.journal_folder(settings)):
        say(terminal_texts().word(key, journal=path), err=True)


def game_words(game: Unfinished, texts: Texts) -> str:
    """Tell a game from others: when it began, at which table, and how far it is."""
    at, texts = game.view.at, texts_of(texts.language, *folders(game.kept.table.setup.game))
    if at.phase == "start":
        place = texts.word("menu.at-start")
    elif at.dark:
        place = texts.word("screen.zero") if at.night == 0 else texts.word("screen.night", night=at.night)
    else:
        place = texts.told(game.view.title)
    return " · ".join(filter(None, (kept_words(game.kept, texts), place[:1].lower() + place[1:])))


def kept_words(kept: SavedGame, texts: Texts) -> str:
    """Tell a game that may be over from others: when it began, and at which table."""
    return " · ".join([*_when(kept, texts), _table(kept, texts)])


def _when(kept: SavedGame, texts: Texts) -> list[str]:
    with suppress(ValueError, IndexError):  # a language of one's own may name fewer months
        began = datetime.fromisoformat(kept.header.begun).astimezone()
        month = texts.word("menu.months").split()[began.month - 1]
        return [texts.word("menu.date", day=began.day, month=month, time=f"{began:%H:%M}")]
    return []


def _table(kept: SavedGame, texts: Texts) -> str:
    if kept.header.setup:
        return texts.word("menu.table", name=Path(kept.header.setup).stem)
    return texts.word("menu.rematch", count=len(kept.table.setup.player))


# ---- Tables ----


class OfferedTable(NamedTuple):
    """A table, how many play there, and what the variant is called that is played; empty for the usual game."""

    path: Path
    players: int
    variant: str


def table_files() -> list[Path]:
    """The files of setups in the menu's folder and where the program was started; what was written last first."""
    found = {path.resolve() for folder in (paths.user_tables(), Path()) for path in files.inside(folder, "*.toml")}
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def tables() -> list[OfferedTable]:
    """The tables of the menu and of the folder where the program was started; the last first."""
    usable: list[OfferedTable] = []
    for path in table_files():
        with suppress(NarratorError):
            table = load_table(path)
            variant = table.package.variant_of(table.script) if isinstance(table.package, HasVariants) else ""
            usable.append(OfferedTable(path, len(table.setup.player), variant))
        if len(usable) == MOST - 1:
            break
    return usable


def table_offered(table: OfferedTable, texts: Texts) -> str:
    """Tell a table from others: its name, how many play there, and which variant."""
    words = texts.word("menu.seats", name=table.path.stem, count=table.players)
    return f"{words}, {table.variant}" if table.variant else words
