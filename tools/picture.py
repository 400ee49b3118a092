"""Take the pictures of the screen, from real runs of the demonstration.

A few calls of its night are docs/table.svg, for the README; the day after it is docs/day.svg.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.cues import At, Part, Say
from narrator.games.registry import folders
from narrator.play import session
from narrator.rooms.counting import words_of
from narrator.rooms.screen import HOME, Screen
from narrator.rooms.table import RoomSettings, TableRoom

ROOT = Path(__file__).resolve().parent.parent
TITLE = "narrator play setups/demo.toml"
WIDTH, HEIGHT = 78, 24
FIRST, LAST = "sheriff.jail", "pastor.confess"
"""The calls of the first night that are in the picture."""


class StillMouth:
    """Says nothing: a picture has no sound."""

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        """Need no preparation."""

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        """Stay silent."""

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        """Take no time."""
        del text, parts
        return 0.0

    def hush(self) -> None:
        """Have nothing to stop."""

    def close(self) -> None:
        """Have nothing to let go of."""


class Taken(Exception):
    """The last call of the picture is over."""


class PhotographedRoom(TableRoom):
    """A table whose screen is recorded from the first call of the picture to the last."""

    def __init__(self, console: Console, screen: Screen, answers: Path) -> None:
        super().__init__(StillMouth(), session.scripted_ears(answers), screen, RoomSettings(pace=0.0, echo=True))
        self._console, self._place = console, At()

    def say(self, cue: Say) -> str:
        """Begin or end the picture where its calls do."""
        if cue.at != self._place and cue.at.night == 1:
            if cue.at.call == FIRST:
                self._console.export_text(clear=True)
            elif self._place.call == LAST:
                raise Taken
        self._place = cue.at
        return super().say(cue)


def night() -> str:
    """Take the picture of the night."""
    console = recording()
    played(console, lambda screen, answers: PhotographedRoom(console, screen, answers))
    return drawn(console)


def day() -> str:
    """Take the picture of the last page that is shown: the day at which the answers end."""
    shown = io.StringIO()
    terminal = Console(file=shown, width=WIDTH, height=HEIGHT, force_terminal=True, highlight=False)
    settings = RoomSettings(pace=0.0)
    played(
        terminal,
        lambda screen, answers: TableRoom(StillMouth(), session.scripted_ears(answers), screen, settings),
    )
    console = recording()
    console.print(Text.from_ansi(shown.getvalue().rpartition(HOME)[2].rstrip()))
    return drawn(console)


def recording() -> Console:
    """Make a terminal of which a picture can be taken."""
    return Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)


def played(console: Console, room: Callable[[Screen, Path], TableRoom]) -> None:
    """Play the demonstration until the picture is taken, or its answers end."""
    setup, config = ROOT / "setups" / "demo.toml", load_config(ROOT / "config.toml")
    table = session.seated(setup, config, "", "")
    own = folders(table.setup.game)
    words, texts = words_of(table.setup.language, table.setup.game), texts_of(table.setup.language, *own)
    screen = Screen(table.setup.people, words, console, texts)
    with tempfile.TemporaryDirectory() as folder:
        stage = session.begin(setup, table, None, Path(folder) / "journal.jsonl", config)
        with suppress(Taken):
            stage.run(room(screen, setup.with_suffix(".answers")))
        stage.journal.close()


def drawn(console: Console) -> str:
    """Give the picture as SVG, in the fonts of whoever looks at it."""
    picture = console.export_svg(title=TITLE, unique_id="narrator")
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


def main() -> None:
    """Write the pictures into docs, or into another folder if one is named."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs"
    (folder / "table.svg").write_text(night(), encoding="utf-8")
    (folder / "day.svg").write_text(day(), encoding="utf-8")


if __name__ == "__main__":
    main()
