"""The demonstration: two minutes of an evening, with players whose answers are written down."""

from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.commands.options import settings_of
from narrator.terminal.words import say, terminal_texts

if TYPE_CHECKING:
    from narrator.play.stage import Stage

PACE = 0.1
"""How long calls last there: nobody has to think."""

SEED = 7

NIGHT = "night"
"""The answer at which it begins to be heard: what comes before, the zero night, is played in silence."""


def demo() -> None:
    """Show two minutes of an evening: a night and the dawn, with scripted players."""
    from tempfile import TemporaryDirectory

    from narrator.computer import paths
    from narrator.play import session

    settings, setups = settings_of(None, PACE), paths.shipped("setups")
    texts = terminal_texts(settings)
    table = session.seated(setups / "short.toml", settings, "", "")
    say(texts.word("demonstration.begins", count=len(table.setup.player)))
    with TemporaryDirectory(prefix="narrator-") as folder:
        answers, journal = Path(folder) / "answers", Path(folder) / "demo.jsonl"
        stage = session.begin(None, table, SEED, journal, settings)
        try:
            answers.write_text(_after_zero_night(stage, setups / "short.answers"), encoding="utf-8")
            with session.opened(session.Manner(answers=answers), table, settings) as room:
                stage.run(room)
        finally:
            stage.journal.close()
    say(f"\n{texts.word('demonstration.over')}")


def _after_zero_night(stage: "Stage[Any, Any]", answers: Path) -> str:
    """Play the zero night, which nobody hears; give the answers that are left."""
    from io import StringIO

    from narrator.play import session
    from narrator.rooms.headless import HeadlessRoom, answer_lines

    lines = [*answer_lines(session.answers_file(answers))]
    before = [*takewhile(lambda line: line != NIGHT, lines)]
    stage.run(HeadlessRoom(StringIO("\n".join(before)), StringIO()))
    return "\n".join(lines[len(before) :])
