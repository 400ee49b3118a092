"""Teach a game aloud: how the table is set up, a lesson of a minute, and a first round that counts for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import ChannelLost, NarratorError
from narrator.evening.leading import play
from narrator.evening.options import RunOptions
from narrator.evening.phoned import with_phones
from narrator.games.registry import chosen, folders
from narrator.games.table import Table
from narrator.mouth import Mouth
from narrator.play.loading import load_table
from narrator.terminal.exits import BrokenOff
from narrator.terminal.words import agreed, ask, say
from narrator.texts import Texts, Words, message

PARTS = ("setup", "lesson")
"""What is taught, in this order: texts of the game, a step each."""


def teach(game: str, options: RunOptions) -> None:
    """Say each step, and go on when people are ready; then play a round for practice, if they want one.

    A step is repeated by a word; Ctrl-C ends the lesson. Raises BadData or NarratorError.
    """
    package, practice = chosen(game), paths.shipped("setups") / "practice" / f"{game}.toml"
    if not practice.is_file():
        raise NarratorError(message("refusals.practice", game=game))
    table, settings = with_phones(load_table(practice), options), options.settings()
    texts = texts_of(table.setup.language, *folders(package.id))
    mouth = _mouth(table, settings, quiet=options.quiet)
    try:
        _lesson(texts, mouth, phones=options.phones)
        wanted = agreed(texts.word("teaching.practice"), default=True, texts=texts)
    except EOFError:
        raise BrokenOff from None
    finally:
        if mouth:
            mouth.close()
    if wanted:
        play(practice, replace(options, silent=bool(options.silent), page=False, practice=True))


def _lesson(texts: Texts, mouth: Mouth | None, *, phones: bool) -> None:
    for part in PARTS:
        _part(texts.word(f"teaching.{part}"), texts.group(f"teach.{part}").values(), mouth, texts)
    if phones:
        _part(texts.word("teaching.phones"), texts.group("teaching.by-phone").values(), mouth, texts)
    say(f"\n{texts.word('teaching.practice-phones' if phones else 'teach.practice')}")


def _part(title: str, steps: Iterable[str], mouth: Mouth | None, texts: Texts) -> None:
    say(f"\n{title}")
    for step in steps:
        _step(step, mouth, texts)


def _step(words: str, mouth: Mouth | None, texts: Texts) -> None:
    """Show a step, say it, and wait; a word for it shows and says it again."""
    while True:
        say(f"\n{words}")
        with suppress(ChannelLost):
            if mouth:
                mouth.speak(words)
        if ask(texts.word("teaching.next")).strip().casefold() not in texts.word("teaching.again").split():
            return


def _mouth(table: Table[Any, Any], settings: Config, *, quiet: bool) -> Mouth | None:
    """What speaks the lesson; nothing where it is to be silent."""
    from narrator.play.session import delivery_of
    from narrator.rooms.opening import mouth_of

    if quiet:
        return None
    setup = table.with_setup(voice=settings.voice or table.setup.voice).setup

    def told(words: Words) -> None:
        say(texts_of(setup.language).told(words))

    return mouth_of(setup, settings, told, delivery_of(table))[0]
