"""The command that deals, and what is asked before a game whose cards nobody has seen, or everybody."""

import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from narrator.commands.options import ConfigFile, Names, SetupFile, settings_of
from narrator.errors import NarratorError

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.games.table import Table

_UNSEEN = "Kart z tego stołu nikt jeszcze nie widział."
_SEEN = "Te karty wszyscy już widzieli: gra z nimi jest skończona."


def deal(
    setup: SetupFile,
    *,
    again: Annotated[bool, typer.Option("--again", help="Deal random cards anew, for another game.")] = False,
    names: Names = "",
    config: ConfigFile = None,
) -> None:
    """Show each player their card alone, one after the other."""
    from narrator.computer.shipped import setup_file
    from narrator.play.deal import deal_table
    from narrator.play.loading import load_table

    try:
        path = setup_file(setup)
        if not again and _in_terminal() and _finished(path, load_table(path), settings_of(config, None)):
            again = _agreed(f"{_SEEN} Rozdać nowe? [T/n]")
        typer.echo(deal_table(path, again=again, profile=names))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def deal_first(setup: Path, table: "Table[Any, Any]", seed: int | None, settings: "Config") -> int | None:
    """Offer to deal if nobody has seen the cards yet, or everybody has; give the seed that the game shall have.

    Where nobody can be asked, the screen says it. The setup's file may have another seed afterwards.
    """
    from narrator.computer.shipped import is_shipped, setup_file
    from narrator.play.deal import deal_table, show_cards

    path = setup_file(setup)
    seen = _finished(path, table, settings)
    if not (seen or _never_dealt(table)):
        return seed
    doubt, shipped = _SEEN if seen else _UNSEEN, is_shipped(path)
    if not _in_terminal():
        command = "" if shipped else f" Rozda je: narrator deal {setup}{' --again' if seen else ''}"
        typer.echo(f"{doubt}{command}", err=True)
        return seed
    try:
        if not _agreed(f"{doubt} Rozdać teraz, każdemu z osobna? [T/n]"):
            return seed
        if seen or not (shipped or seed is not None):
            deal_table(path, again=True, profile=table.setup.names)
            return None
        seed = secrets.randbits(31) if seed is None else seed
        show_cards(table, seed)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    return seed


def _never_dealt(table: "Table[Any, Any]") -> bool:
    """Tell whether nobody has seen the cards: they are drawn by chance, and no seed was written for them."""
    return bool(table.setup.drawn) and table.setup.seed is None


def _finished(path: Path, table: "Table[Any, Any]", settings: "Config") -> bool:
    """Tell whether a game from this setup, with these very cards, is over: its end has shown them to all."""
    from narrator.play import session

    if not table.setup.drawn or table.setup.seed is None:
        return False
    now = table.setup
    for kept in session.games_from(path, settings):
        then = kept.table.setup
        if (kept.header.seed, then.drawn, len(then.player)) == (now.seed, now.drawn, len(now.player)):
            with suppress(NarratorError):
                if session.is_over(kept):
                    return True
    return False


def _in_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _agreed(question: str) -> bool:
    """Ask until it is answered; Enter alone is a yes."""
    while True:
        try:
            said = str(typer.prompt(question, default="", show_default=False, prompt_suffix=" ")).strip().casefold()
        except typer.Abort:
            raise KeyboardInterrupt from None
        if said in ("", "t", "tak", "n", "nie"):
            return said in ("", "t", "tak")
