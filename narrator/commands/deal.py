"""Deal, and offer to deal before a game whose cards nobody has seen yet, or everybody has."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from narrator.commands.options import ConfigFile, Names, SetupFile, settings_of, warn
from narrator.errors import NarratorError
from narrator.terminal.words import agreed, in_terminal, say

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.games.table import Table
    from narrator.texts import Texts


def deal(
    setup: SetupFile,
    *,
    again: Annotated[bool, typer.Option("--again", help="Deal again, for another game.")] = False,
    player: Annotated[str, typer.Option(help="Show one card again, by seat or name.")] = "",
    names: Names = "",
    config: ConfigFile = None,
) -> None:
    """Show each player their card in private, one by one."""
    from narrator.computer.shipped import setup_file
    from narrator.computer.texts import texts_of
    from narrator.play.calling import aloud
    from narrator.play.deal import deal_table
    from narrator.play.loading import load_table

    try:
        path = setup_file(setup)
        if (
            not (again or player)
            and in_terminal()
            and _finished(path, table := load_table(path), settings_of(config, None))
        ):
            texts = texts_of(table.setup.language)
            again = _agreed(texts.word("deal.anew", doubt=texts.word("deal.seen")), texts)
            if not again:
                say(texts.word("deal.none"))
                raise typer.Exit
        say(deal_table(path, again=again, profile=names, only=player, calling=aloud(settings_of(config, None))))
    except KeyboardInterrupt:
        say(texts_of().word("deal.stopped"))
        raise typer.Exit(130) from None


def seated_with_cards(
    setup: Path,
    seed: int | None,
    settings: "Config",
    names: str,
    voice: str,
    *,
    asked: bool = True,
    silent: bool = False,
    led: bool = False,
) -> "tuple[Table[Any, Any], int | None]":
    """The table of a setup, what is odd about it told, and the game's seed; if people are `asked`, they may deal.

    `silent` deals without a voice, as the game will be led. Where somebody leads, they may have a deck of their own:
    at every table that is `led`, else at those that say so.
    """
    from dataclasses import replace

    from narrator.play import session

    table = session.seated(setup, settings, names, voice)
    warn(table, settings)
    if asked:
        deck = table.setup.with_own_deck() if led or table.setup.answers == "moderator" else None
        seed, declined, dealt = deal_first(setup, table, seed, settings, silent=silent, deck=deck is not None)
        if dealt:
            table = session.seated(setup, settings, names, voice)  # with the seed that its file has got
        if deck is not None and declined:
            table = replace(table, setup=deck)
    return table, seed


class Offered(NamedTuple):
    """What became of the offer to deal."""

    seed: int | None = None
    """The game's; None for the setup's."""
    declined: bool = False
    dealt: bool = False
    """Whether the setup's file has another seed now."""


def deal_first(
    setup: Path,
    table: "Table[Any, Any]",
    seed: int | None,
    settings: "Config",
    *,
    silent: bool = False,
    deck: bool = False,
) -> Offered:
    """Offer to deal if nobody has seen the cards yet, or everybody has.

    Where nobody can be asked, a message says it. Those who can have a `deck` of their own play with that if they
    decline.
    """
    from secrets import randbits

    from narrator.computer.shipped import is_shipped, setup_file
    from narrator.computer.texts import texts_of
    from narrator.play.calling import aloud, in_silence
    from narrator.play.deal import deal_table, show_cards

    path, calling = setup_file(setup), in_silence if silent else aloud(settings, table.setup.voice)
    seen = _finished(path, table, settings)
    if not (seen or _never_dealt(table)):
        return Offered(seed)
    texts, shipped = texts_of(table.setup.language), is_shipped(path)
    doubt = texts.word("deal.seen" if seen else "deal.unseen")
    if not in_terminal():
        command = f"narrator deal {setup}{' --again' if seen else ''}"
        typer.echo(doubt if shipped else texts.word("deal.command", doubt=doubt, command=command), err=True)
        return Offered(seed)
    try:
        if not _agreed(texts.word("deal.now-or-deck" if deck else "deal.now", doubt=doubt), texts):
            if deck:
                say(texts.word("deal.deck"))
                seed = randbits(31) if seed is None else seed
            return Offered(seed, declined=True)
        if seen or not (shipped or seed is not None):
            deal_table(path, again=True, profile=table.setup.names, calling=calling)
            return Offered(dealt=True)
        seed = randbits(31) if seed is None else seed
        show_cards(table, seed, calling)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    return Offered(seed)


def _never_dealt(table: "Table[Any, Any]") -> bool:
    """Whether nobody can have seen the cards: they are drawn by a seed, and the setup has none yet."""
    return bool(table.setup.drawn) and table.setup.seed is None


def _finished(path: Path, table: "Table[Any, Any]", settings: "Config") -> bool:
    """Whether a game from this setup with these very cards is over; its end showed them to everybody."""
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


def _agreed(question: str, texts: "Texts") -> bool:
    """Ask until the answer is yes or no; Enter alone means yes."""
    try:
        return agreed(question, default=True, texts=texts)
    except EOFError:
        raise KeyboardInterrupt from None
