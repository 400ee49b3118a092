"""Take the pictures of the screen, from real runs of the demonstration.

A few calls of its night, in English, are docs/table.svg; the day after it is docs/day.svg. The day in
Polish, what players alone see, a card and the end are in docs/pl, for the host's guide.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pyte
from rich.console import Console
from rich.text import Text

from narrator.answers import Answer, Heard
from narrator.computer import settings
from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, Part, Say
from narrator.evening.rooms import conclude, scripted_ears
from narrator.games.night.simulation.people import sensible
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.games.view import Finale
from narrator.play import session
from narrator.play.loading import load_table
from narrator.rooms.concluding import NEXT
from narrator.rooms.counting import words_of
from narrator.rooms.helping import unseen
from narrator.rooms.paper import wrapped
from narrator.rooms.screen import HOME, Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import message

ROOT = Path(__file__).resolve().parent.parent
TITLE = "narrator play setups/demo.toml"
WIDTH, HEIGHT = 78, 24
NIGHTS = 3
"""So many nights has the game whose end is in the picture, at least."""

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
        super().__init__(StillMouth(), scripted_ears(answers), screen, RoomSettings(pace=0.0, echo=True))
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
    played(console, lambda screen, answers: PhotographedRoom(console, screen, answers), language="en")
    return drawn(console)


def day(language: str) -> str:
    """Take the picture of the last page that is shown: the day at which the answers end."""
    shown = io.StringIO()
    terminal = Console(file=shown, width=WIDTH, height=HEIGHT, force_terminal=True, highlight=False)
    at_once = RoomSettings(pace=0.0)
    played(
        terminal,
        lambda screen, answers: TableRoom(StillMouth(), scripted_ears(answers), screen, at_once),
        language=language,
    )
    console = recording()
    console.print(Text.from_ansi(shown.getvalue().rpartition(HOME)[2].removesuffix("\x1b[1;1H").rstrip()))
    return drawn(console)


def page(answers: str, *, counted: str = "") -> str:
    """Take the picture of the first secret question at a table of players alone, or of what is counted over it."""
    shown = Shown()
    played(shown.console, lambda screen, given: PlayersRoom(screen, given, counted), answers=answers)
    return shown.drawn()


def card() -> str:
    """Take the picture of a card, as its player reads it alone."""
    table = load_table(ROOT / "setups" / "demo.toml")
    texts = texts_of(table.setup.language)
    shown = Shown()
    name, dealt = table.setup.people[1], table.package.dealt(table, 7, table.setup.names)[0]  # type: ignore[attr-defined]
    text = texts.word("deal.card", name=name, card=indent(dealt, " " * 6))
    shown.console.print("\n\n" + wrapped(text, WIDTH - 2), highlight=False)
    return shown.drawn()


def ends() -> dict[str, str]:
    """Take pictures of the finale, page by page, of a game that random people have played."""
    table = load_table(ROOT / "setups" / "demo.toml")
    for seed in count():
        shown, ears = Shown(), RandomEars(Random(seed))
        screen = screen_of(table, shown.console)
        with tempfile.TemporaryDirectory() as folder:
            config = load_config(ROOT / "config.toml")
            stage = session.begin(None, table, seed, Path(folder) / "journal.jsonl", config)
            ears.stage = stage
            stage.run(TableRoom(StillMouth(), ears, screen, RoomSettings(pace=0.0)))
            stage.journal.close()
            if stage.state.night >= NIGHTS:
                photographer = Photographer(shown, screen)
                conclude(photographer, stage.journal.path)
                return dict(zip(("wygrana", "final", "droga"), photographer.pictures, strict=True))
    raise AssertionError("some game lasts so long")


class Photographer(TableRoom):
    """A table that takes a picture of each page of the finale."""

    def __init__(self, shown: Shown, screen: Screen) -> None:
        super().__init__(StillMouth(), RandomEars(Random(0)), screen, RoomSettings(pace=0.0))
        self._shown, self.pictures = shown, list[str]()

    def conclude(
        self, finale: Finale, summary: Sequence[str], story: Callable[[], Iterable[str]], rematch: str
    ) -> str:
        """Show one page after the other, the last with its question."""
        more = True
        while more:
            more = self._screen.finale(finale, len(self.pictures))
            if not more:
                text = self._screen.texts.word("screen.what-next")
                self._screen.question(replace(NEXT, text=text), who=False)
            self.pictures.append(self._shown.drawn())
        del summary, story, rematch
        return "over"


class RandomEars:
    """People who answer as the simulator's do, a few times differently."""

    stage: Any

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        """Answer what the game asks; confirm what is asked back."""
        del seconds
        state = self.stage.state
        if "confirm" in ask.choices:
            return Answer("yes")
        return Answer(sensible(self._chance, state, state.question) if state.question else "ready")

    def close(self) -> None:
        """Have nothing to let go of."""


class PlayersRoom(TableRoom):
    """A table of players alone, whose screen is left as it is at the first secret question."""

    def __init__(self, screen: Screen, answers: Path, counted: str) -> None:
        alone = RoomSettings(moderated=False, pace=0.0)
        super().__init__(StillMouth(), scripted_ears(answers), screen, alone)
        self._counted = counted

    def ask(self, cue: Ask) -> str | None:
        """Show the question, and end the picture."""
        if not cue.window:
            return super().ask(cue)
        how = message("screen.press") if self._counted else unseen(cue)
        self._screen.secret_question(cue, self._screen.texts.told(how))
        if self._counted:
            self._screen.count(self._counted)
        raise Taken


class Shown:
    """A terminal, and what stands on it in the end."""

    def __init__(self) -> None:
        self._written = io.StringIO()
        self.console = Console(file=self._written, width=WIDTH, height=HEIGHT, force_terminal=True, highlight=False)

    def drawn(self) -> str:
        """Draw it as SVG."""
        screen = pyte.Screen(WIDTH, HEIGHT)
        stream = pyte.Stream(screen)
        stream.feed(self._written.getvalue().replace("\n", "\r\n"))
        console = recording()
        for row in screen.display:
            console.print(Text(row.rstrip()), no_wrap=True)
        return drawn(console)


def recording() -> Console:
    """Make a terminal of which a picture can be taken."""
    return Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False)


def screen_of(table: Table[Any, Any], console: Console) -> Screen:
    """Make the table's screen, on this terminal."""
    own = folders(table.setup.game)
    words, texts = words_of(table.setup.language, table.setup.game), texts_of(table.setup.language, *own)
    answers = table.setup.answers
    numbered, counting = answers == "moderator", answers == "counting"
    return Screen(table.setup.people, words, console, texts, numbered=numbered, counting=counting)


def played(
    console: Console, room: Callable[[Screen, Path], TableRoom], *, answers: str = "", language: str = "pl"
) -> None:
    """Play the demonstration, with this way to answer, until the picture is taken, or its answers end."""
    setup = ROOT / "setups" / "demo.toml"
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "config.toml"
        own.write_text(f'format = 1\nlanguage = "{language}"\n', encoding="utf-8")
        settings.use(own)
        config = load_config()
        table = session.load(setup, config, "", "")
        if answers:
            table = table.with_setup(answers=answers)
        screen = screen_of(table, console)
        stage = session.begin(None, table, None, Path(folder) / "journal.jsonl", config)
        with suppress(Taken):
            stage.run(room(screen, setup.with_suffix(".answers")))
        stage.journal.close()
    settings.use(None)


def drawn(console: Console) -> str:
    """Give the picture as SVG, in the fonts of whoever looks at it."""
    picture = console.export_svg(title=TITLE, unique_id="narrator")
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


def main() -> None:
    """Write the pictures into docs, or into another folder if one is named."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs"
    (folder / "table.svg").write_text(night(), encoding="utf-8")
    (folder / "day.svg").write_text(day("en"), encoding="utf-8")
    (folder / "pl").mkdir(exist_ok=True)
    for name, picture in {
        "dzien": day("pl"),
        "klawisze": page("keys"),
        "odliczanie": page("counting", counted="5"),
        "karta": card(),
        **ends(),
    }.items():
        (folder / "pl" / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
