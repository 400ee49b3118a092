"""The demonstration: two minutes of an evening, with players whose answers are written down."""

from __future__ import annotations

from io import StringIO
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from narrator.computer import paths
from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.evening.options import RunOptions
from narrator.evening.rooms import Evening, answers_file, opened
from narrator.games.registry import folders
from narrator.play import session
from narrator.play.stage import Stage
from narrator.rooms.headless import HeadlessRoom, answer_lines
from narrator.terminal.words import own_command, say

PACE = 0.1
"""How long calls last there: nobody has to think."""

SEED = 7

NIGHT = "night"
"""The answer at which it begins to be heard: what comes before, the zero night, is played in silence."""


def demo() -> None:
    """Show two minutes of an evening: a night and the dawn, with scripted players."""
    settings, setups = load_config(pace=PACE), paths.shipped("setups")
    table = session.load(setups / "short.toml", settings, "", "")
    texts = texts_of(settings.language, *folders(table.setup.game))
    say(texts.word("demonstration.begins", count=len(table.setup.player)))
    with TemporaryDirectory(prefix="narrator-") as folder:
        answers, journal = Path(folder) / "answers", Path(folder) / "demo.jsonl"
        stage = session.begin(None, table, SEED, journal, settings)
        try:
            answers.write_text(_after_zero_night(stage, setups / "short.answers"), encoding="utf-8")
            with opened(Evening(stage, table, settings, RunOptions(answers=answers))) as room:
                stage.run(room)
        finally:
            stage.journal.close()
    say(f"\n{texts.word('demonstration.over', command=own_command())}")


def _after_zero_night(stage: Stage[Any, Any], answers: Path) -> str:
    """Play the zero night, which nobody hears; give the answers that are left."""
    lines = [*answer_lines(answers_file(answers))]
    before = [*takewhile(lambda line: line != NIGHT, lines)]
    stage.run(HeadlessRoom(StringIO("\n".join(before)), StringIO()))
    return "\n".join(lines[len(before) :])
