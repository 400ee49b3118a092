"""Which game, and which table: the lists that the menu lets people choose a journal or a setup from."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from narrator.commands.options import settings_of
from narrator.terminal.choosing import choose
from narrator.terminal.words import agreed, in_terminal, say

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.play.session import Kept, Unfinished
    from narrator.texts import Texts

Act = Callable[["Texts"], object]
"""What the menu does where something is chosen."""

MOST = 9
"""Games and tables that are offered at once: as many as there are digits."""


# ---- Games ----


def going_on() -> "list[Unfinished]":
    """The games that can go on, the latest first."""
    from narrator.errors import NarratorError
    from narrator.play import session

    try:
        return [*session.unfinished(session.last_games(settings_of(None, None), MOST))]
    except NarratorError:
        return []  # the settings are at fault, which whatever is chosen will tell


def to_go_on_with(setup: Path, settings: "Config") -> Path | None:
    """The journal of this table's last game, if it is not over and people would rather go on with it.

    None where nobody can be asked.
    """
    from narrator.computer.shipped import setup_file
    from narrator.computer.texts import texts_of
    from narrator.play import session

    last = islice(session.games_from(setup_file(setup), settings), 1) if in_terminal() else ()
    for game in session.unfinished(last):
        texts = texts_of(game.kept.table.setup.language)
        question = texts.word("terminal.unfinished", game=game_words(game, texts))
        try:
            return game.kept.path if agreed(question, default=True, texts=texts) else None
        except (EOFError, KeyboardInterrupt):
            raise typer.Exit(130) from None
    return None


def game_words(game: "Unfinished", texts: "Texts") -> str:
    """Tell a game from others: when it began, at which table, and how far it is."""
    at = game.at
    if at.phase == "start":
        place = texts.word("menu.at-start")
    elif at.dark:
        place = texts.word("screen.zero") if at.night == 0 else texts.word("screen.night", night=at.night)
    else:
        place = texts.word("menu.at-day", number=at.night + 1)
    return " · ".join([*_when(game.kept, texts), _table(game.kept, texts), place[:1].lower() + place[1:]])


def _when(kept: "Kept", texts: "Texts") -> list[str]:
    with suppress(ValueError):
        began = datetime.fromisoformat(kept.header.begun).astimezone()
        month = texts.word("menu.months").split()[began.month - 1]
        return [texts.word("menu.date", day=began.day, month=month, time=f"{began:%H:%M}")]
    return []


def _table(kept: "Kept", texts: "Texts") -> str:
    if kept.header.setup:
        return texts.word("menu.table", name=Path(kept.header.setup).stem)
    return texts.word("menu.rematch", count=len(kept.table.setup.player))


def chosen_journal(texts: "Texts") -> Path | None:
    """Let people choose one of the last games."""
    from narrator.play import session

    games = session.last_games(settings_of(None, None), MOST)
    if not games:
        say(texts.word("menu.no-journal"))
        return None
    options = [" · ".join([*_when(kept, texts), _table(kept, texts)]) for kept in games]
    chosen = choose(texts.word("menu.which-game"), options, texts.word("menu.back"), texts)
    return None if chosen is None else games[chosen].path


def of_a_game(do: Callable[[Path], object]) -> Act:
    """Do something with a game, once it was chosen."""

    def done(texts: "Texts") -> None:
        if journal := chosen_journal(texts):
            do(journal)

    return done


# ---- Tables ----


def tables() -> list[tuple[Path, int]]:
    """The tables of the menu and of the folder where the program was started, and how many play; the last first."""
    from narrator.computer import files, paths
    from narrator.errors import NarratorError
    from narrator.play.loading import load_table

    found = {path.resolve() for folder in (paths.user_tables(), Path()) for path in files.inside(folder, "*.toml")}
    usable: list[tuple[Path, int]] = []
    for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True):
        with suppress(NarratorError):
            usable.append((path, len(load_table(path).setup.player)))
        if len(usable) == MOST - 1:
            break
    return usable


def table_words(path: Path, count: int, texts: "Texts") -> str:
    """Tell a table from others: its name, and how many play there."""
    return texts.word("menu.seats", name=path.stem, count=count)


def of_a_table(do: Callable[[Path], object]) -> Act:
    """Do something with a table, once it was chosen."""

    def done(texts: "Texts") -> None:
        found = tables()
        if not found:
            say(texts.word("menu.no-table"))
            return
        options = [table_words(path, count, texts) for path, count in found]
        chosen = choose(texts.word("menu.which-table"), options, texts.word("menu.back"), texts)
        if chosen is not None:
            do(found[chosen][0])

    return done
