"""The demonstration: two minutes of an evening, with players whose answers are written down."""

from __future__ import annotations

from io import StringIO
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from narrator.computer import paths
from narrator.computer.config import Config, load_config
from narrator.computer.texts import texts_of
from narrator.evening.options import RunOptions
from narrator.evening.rooms import Evening, answers_file, opened
from narrator.evening.teaching import table_for
from narrator.games.package import HasPractice, require_door
from narrator.games.registry import DEFAULT, chosen, folders
from narrator.games.table import Table
from narrator.play import session
from narrator.play.stage import Stage
from narrator.rooms.headless import HeadlessRoom, answer_lines
from narrator.terminal.words import own_command, say

PACE = 0.1
"""How long calls last there: nobody has to think."""

SEED = 7

NIGHT = "night"
"""The answer at which it begins to be heard: what comes before, the zero night, is played in silence."""


def has_demo(game: str) -> bool:
    """Whether there is a night of this game to show."""
    return game == DEFAULT or isinstance(chosen(game), HasPractice)


def demo(game: str = DEFAULT) -> None:
    """Show two minutes of an evening of this game: a night and the dawn, with scripted players.

    Raises NarratorError if it has no such night.
    """
    settings, setups = load_config(pace=PACE), paths.shipped("setups")
    if game == DEFAULT:
        table = session.load(setups / "short.toml", settings, "", "")
        _shown(table, [*answer_lines(answers_file(setups / "short.answers"))], settings)
        return
    package = require_door(chosen(game), HasPractice, "refusals.demo")
    with table_for(game, "refusals.demo") as practice:
        table = session.load(practice, settings, "", "").with_setup(answers="moderator", policy="masked")
        _shown(table, package.first_night(table, SEED), settings)


def _shown(table: Table[Any, Any], lines: list[str], settings: Config) -> None:
    texts = texts_of(settings.language, *folders(table.setup.game))
    say(texts.word("demonstration.begins", count=len(table.setup.player)))
    with TemporaryDirectory(prefix="narrator-") as folder:
        answers, journal = Path(folder) / "answers", Path(folder) / "demo.jsonl"
        stage = session.begin(None, table, SEED, journal, settings)
        try:
            answers.write_text("\n".join(_after_zero_night(stage, lines)), encoding="utf-8")
            with opened(Evening(stage, table, settings, RunOptions(answers=answers))) as room:
                stage.run(room)
        finally:
            stage.journal.close()
    say(f"\n{texts.word('demonstration.over', command=own_command())}")


def _after_zero_night(stage: Stage[Any, Any], lines: list[str]) -> list[str]:
    """Play the zero night, which nobody hears, where another one follows; give the answers that are left."""
    if NIGHT not in lines:
        return lines
    before = [*takewhile(lambda line: line != NIGHT, lines)]
    stage.run(HeadlessRoom(StringIO("\n".join(before)), StringIO()))
    return lines[len(before) :]
