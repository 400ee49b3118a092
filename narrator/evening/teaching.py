"""Teach a game aloud: how the table is set up, a lesson of a minute, and a first round that counts for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tomlkit

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import ChannelLost
from narrator.evening.leading import play
from narrator.evening.options import RunOptions
from narrator.evening.phoned import with_phones
from narrator.games.package import HasPractice, require_door
from narrator.games.registry import chosen, folders
from narrator.games.table import Table
from narrator.mouth import Mouth
from narrator.play.loading import load_table
from narrator.terminal.exits import BrokenOff
from narrator.terminal.words import agreed, ask, say
from narrator.texts import Texts, Words

PARTS = ("setup", "lesson")
"""What is taught, in this order: texts of the game, a step each."""


def teach(game: str, options: RunOptions) -> None:
    """Say each step, and go on when people are ready; then play a round for practice, if they want one.

    A step is repeated by a word; Ctrl-C ends the lesson. Raises BadData or NarratorError.
    """
    with table_for(game, "refusals.practice") as practice:
        _taught(practice, options)


@contextmanager
def table_for(game: str, refusal: str) -> Iterator[Path]:
    """The setup by which a game is practised: one that came along, else one by its script, for as long as it is used.

    Raises BadData or NarratorError, by the key of its text where there is neither.
    """
    package, setups = chosen(game), paths.shipped("setups")
    if (shipped := setups / "practice" / f"{game}.toml").is_file():
        yield shipped
        return
    people = [player.name for player in load_table(setups / "all-roles.toml").setup.player]
    with TemporaryDirectory(prefix="narrator-") as folder:
        file = Path(folder) / f"{game}.toml"
        made = require_door(package, HasPractice, refusal).practice(people)
        file.write_text(tomlkit.dumps(made), encoding="utf-8")
        yield file


def _taught(practice: Path, options: RunOptions) -> None:
    table, settings = with_phones(load_table(practice), options), options.settings()
    package = table.package
    texts = texts_of(table.setup.language, *folders(package.id))
    mouth = _mouth(table, settings, quiet=options.quiet)
    try:
        _lesson(table, texts, mouth, phones=options.phones)
        wanted = agreed(texts.word("teaching.practice"), default=True, texts=texts)
    except EOFError:
        raise BrokenOff from None
    finally:
        if mouth:
            mouth.close()
    if wanted:
        play(practice, replace(options, silent=bool(options.silent), page=False, practice=True))


def _lesson(table: Table[Any, Any], texts: Texts, mouth: Mouth | None, *, phones: bool) -> None:
    for part in PARTS:
        _part(texts.word(f"teaching.{part}"), steps_of(part, table, texts), mouth, texts)
    if phones:
        _part(texts.word("teaching.phones"), texts.group("teaching.by-phone").values(), mouth, texts)
    say(f"\n{texts.word('teaching.practice-phones' if phones else 'teach.practice', count=len(table.setup.player))}")


def steps_of(part: str, table: Table[Any, Any], texts: Texts) -> Iterable[str]:
    """What is taught there, a step each: by the game's texts, but how it is played its script may say."""
    if part == "lesson" and isinstance(table.package, HasPractice):
        return table.package.lesson(table, texts)
    return texts.group(f"teach.{part}").values()


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
