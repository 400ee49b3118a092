"""Evenings added up: what all games of a folder come to."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import ConfigFile, settings_of
from narrator.terminal.words import in_terminal, say_by_pages

if TYPE_CHECKING:
    from rich.console import Console


def stats(
    folder: Annotated[Path | None, typer.Argument(help="A folder of journals; default: your own.")] = None,
    *,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    plot: Annotated[Path | None, typer.Option("--plot", help="Also draw the result, as SVG.")] = None,
    config: ConfigFile = None,
) -> None:
    """Add up all games that are over: who won, with which card, how long, and whom it befell."""
    from narrator.computer import files
    from narrator.computer.texts import texts_of
    from narrator.errors import NarratorError
    from narrator.games import registry
    from narrator.play import session
    from narrator.play import stats as counting
    from narrator.texts import DEFAULT

    settings = settings_of(config, None)
    if folder and not files.is_folder(folder):
        raise NarratorError(f"there is no folder {folder}")
    found = counting.stats_of(sorted(files.inside(folder or session.journal_folder(settings), "*.jsonl")))
    texts = texts_of(DEFAULT, *registry.folders())
    if json:
        from json import dumps

        typer.echo(dumps(found.data(), ensure_ascii=False, indent=2))
    else:
        _shown(partial(counting.show, found, texts=texts))
    if plot is not None:
        files.write(plot, counting.drawing(found, texts).encode(), "Name another file")


def _shown(show: "Callable[[Console], None]") -> None:
    """Show what is written to a console; in a terminal a screenful at a time."""
    from io import StringIO
    from shutil import get_terminal_size

    from rich.console import Console

    if not in_terminal():
        show(Console())
        return
    page = StringIO()
    show(Console(file=page, width=get_terminal_size().columns - 1))
    say_by_pages(page.getvalue().rstrip())
