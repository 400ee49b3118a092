"""Take the README's picture: a real run of the demonstration, a few calls of it, as docs/table.svg."""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from narrator.computer.config import load_config
from narrator.cues import At, Part, Say
from narrator.play import session
from narrator.rooms.counting import words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "table.svg"
WIDTH = 78
FIRST, LAST = "sheriff.jail", "pastor.confess"
"""The calls of the first night that are in the picture."""


class StillMouth:
    """Says nothing: a picture has no sound."""

    def prepare(self, texts: Sequence[str], progress: Callable[[int, int], None]) -> None:
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


def drawn() -> str:
    """Play the demonstration and give the picture as SVG, in the fonts of whoever looks at it."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)
    setup, config = ROOT / "setups" / "demo.toml", load_config(ROOT / "config.toml")
    table = session.seated(setup, config, "", "")
    screen = Screen(table.setup.people, words_of(table.setup.language), console)
    with tempfile.TemporaryDirectory() as folder:
        stage = session.begin(setup, table, None, Path(folder) / "journal.jsonl", config)
        try:
            stage.run(PhotographedRoom(console, screen, setup.with_suffix(".answers")))
        except Taken:
            stage.journal.close()
    picture = console.export_svg(title="narrator play setups/demo.toml", unique_id="narrator")
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


def main() -> None:
    """Write the picture, or write it to another file if one is named."""
    file = Path(sys.argv[1]) if sys.argv[1:] else PICTURE
    file.write_text(drawn(), encoding="utf-8")


if __name__ == "__main__":
    main()
