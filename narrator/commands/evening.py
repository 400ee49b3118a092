"""The commands of an evening: a table made, cards dealt, a game led, gone on with, and led again."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from narrator.commands.options import SILENT_OR_ALOUD, ConfigFile, LastJournal, Names, SetupFile, of_an_evening
from narrator.evening.options import RunOptions
from narrator.games.registry import DEFAULT


@of_an_evening("headless", "silent", "phones", "seed", "journal", "answers")
def play(options: RunOptions, setup: SetupFile) -> None:
    """Lead a game: aloud, as a moderator's prompter, or for programs."""
    from narrator.evening import leading

    leading.play(setup, replace(options, page=False, silent=bool(options.silent)))


@of_an_evening("share", "aloud", "port", "browser", "seed", "journal")
def lead(options: RunOptions, setup: SetupFile) -> None:
    """Lead a game from a page in the browser, on this computer or on a phone."""
    from narrator.evening import leading

    leading.play(setup, replace(options, page=True))


@of_an_evening("headless", "page", "share", "phones", "port", "browser", "answers", silent=SILENT_OR_ALOUD)
def resume(options: RunOptions, game: LastJournal = None) -> None:
    """Continue an interrupted game from its journal, with the options it began with."""
    from narrator.evening import leading

    leading.resume(game, options)


@of_an_evening("headless", "silent", "page", "share", "phones", "seed", "journal", "answers")
def again(options: RunOptions, game: LastJournal = None) -> None:
    """Start a rematch: the same people, with the same cards dealt again."""
    from narrator.evening import leading

    leading.again(game, options)


def deal(
    setup: SetupFile,
    *,
    again: Annotated[bool, typer.Option("--again")] = False,
    player: str = "",
    names: Names = "",
    config: ConfigFile = None,
) -> None:
    """Show each player their card in private, one by one."""
    from narrator.computer.config import load_config
    from narrator.evening import cards

    cards.deal(setup, load_config(config), again=again, player=player, names=names)


def new(file: Annotated[Path | None, typer.Argument()] = None, *, game: str = DEFAULT) -> None:
    """Ask about players and cards, write a setup file, and go on to the cards and the game."""
    from narrator.evening import leading, tables
    from narrator.terminal.words import in_terminal

    path, go = tables.new_table(file, Path(), game)
    leading.begin_first(path, go) if in_terminal() else leading.say_later(path)


def demo(game: Annotated[str, typer.Argument()] = DEFAULT) -> None:
    """Show two minutes of an evening: a night and the dawn, with scripted players."""
    from narrator.evening import demo as evening

    evening.demo(game)


@of_an_evening("silent", "phones")
def teach(options: RunOptions, game: Annotated[str, typer.Argument()] = DEFAULT) -> None:
    """Teach a game aloud: setting the table up, a lesson of a minute, and a round for practice."""
    from narrator.evening import teaching

    teaching.teach(game, options)
