"""Whoever is to act has so long, if the table wants that: it is seen, its end is said, and no more."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

from narrator.answers import EndOfInput, Heard, Silence, typed
from narrator.computer import paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.games import HasNames
from narrator.games.registry import folders
from narrator.play import session
from narrator.play.stage import Stage
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.page.asking import asking
from tests.page.led import led_again
from tests.page.shown import CUT
from tests.page.tables import visited
from tests.test_windows import Spoken
from tests.waiting import wait

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DEMO = paths.shipped("setups") / "demo-wars.toml"


class Typing:
    """Ears that hear what is typed, each so many seconds after the last; then the table goes home."""

    def __init__(self, names: dict[int, str], *lines: tuple[float, str]) -> None:
        self._names, self._lines = names, [(seconds, line) for seconds, line in lines]

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        if not self._lines:
            return EndOfInput()
        left, line = self._lines[0]
        if seconds is not None and seconds < left:
            wait(seconds)
            self._lines[0] = left - seconds, line
            return Silence()
        wait(left)
        del self._lines[0]
        return typed(line, ask, read_lexicon("pl", *folders("cthulhu-wars")), self._names)

    def close(self) -> None:
        """Have nothing to close."""


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    """A table with a minute for each turn, at which battles are led."""
    path = tmp_path / "clock.toml"
    path.write_text(DEMO.read_text("utf-8").replace("ledger", 'clock = 60\nbattle = "guided"\nledger'), "utf-8")
    return path


def led_by(
    setup: Path, *lines: tuple[float, str], pace: float = 1.0, goes_on: bool = False
) -> tuple[Stage[Any, Any], list[tuple[str, float]], str]:
    """Lead it by what is typed; give what was said, each with the seconds since the beginning, and what was drawn."""
    table, page, mouth = session.load(setup, settings := Config(voice="none"), "", ""), io.StringIO(), Spoken()
    journal = setup.with_suffix(".jsonl")
    if goes_on:
        stage = session.resume(journal, "", "")[1]
        stage.again()
    else:
        journal.unlink(missing_ok=True)
        stage = session.begin(setup, table, 1, journal, settings)
    assert isinstance(stage.game, HasNames)
    names = dict(stage.game.names(stage.state))
    console = Console(file=page, width=80, height=24, force_terminal=True)
    own = folders("cthulhu-wars")
    screen = Screen(names, words_of("pl", "cthulhu-wars"), console, texts_of("pl", *own))
    begins = now()
    stage.run(TableRoom(mouth, Typing(names, *lines), screen, RoomSettings(moderated=False, pace=pace)))
    stage.journal.close()
    return stage, [(text, round(moment - begins)) for text, moment in mouth.lines], page.getvalue()


def late(said: list[tuple[str, float]]) -> dict[float, str]:
    return {moment: text for text, moment in said if "czas minął" in text}


GOES = (0, "zgodnie z zegarem")
NEXT = "następny"
"""What begins the game, and what ends a turn."""


@pytest.mark.usefixtures("clock")
def test_the_end_of_a_turns_time_is_said_once_and_the_next_has_its_own(setup: Path) -> None:
    stage, said, _ = led_by(setup, GOES, (500, NEXT), (59, NEXT), (61, NEXT), (10, "stan"))
    assert late(said) == {60: "Wielki Cthulhu: czas minął.", 619: "Pełzający Chaos: czas minął."}
    assert stage.state.player.name == "Żółty Znak"
    assert [one.power for one in stage.state.players] == [8] * 4


@pytest.mark.usefixtures("clock")
def test_what_is_counted_asked_fought_or_waited_for_meanwhile_leaves_what_is_left(setup: Path) -> None:
    fight = ((5, "walczę 2"), *((100, one) for one in ("dalej", "dalej", "1 0", "0 0", "1", "1")))
    lines = (GOES, (20, "zagłada 2 2"), (10, "stan"), (5, "pauza"), (900, "dalej"), *fight, (10, NEXT))
    _, said, _ = led_by(setup, *lines, (59, "wielki cthulhu plus jeden mocy"))
    assert late(said) == {}
    _, said, _ = led_by(setup, *lines[:-1], (30, NEXT))
    assert late(said) == {1560: "Wielki Cthulhu: czas minął."}


@pytest.mark.usefixtures("clock")
def test_whoever_alone_has_power_begins_each_turn_anew(setup: Path) -> None:
    out = (1, "bez mocy")
    _, said, _ = led_by(setup, GOES, out, out, out, (50, NEXT), (50, NEXT), (50, NEXT), (1, "stan"))
    assert late(said) == {}


@pytest.mark.usefixtures("clock")
def test_what_was_taken_back_has_its_time_again_and_nobody_is_late_twice(setup: Path) -> None:
    _, said, _ = led_by(setup, GOES, (70, NEXT), (20, "cofnij"), (30, "cofnij"), (1, "zgodnie z zegarem"), (61, NEXT))
    assert [*late(said)] == [60, 181]


@pytest.mark.usefixtures("clock")
def test_a_terminal_shows_the_time_run_down_and_not_where_nothing_waits(setup: Path) -> None:
    _, _, drawn = led_by(setup, GOES, (18, "stan"), (4, NEXT))
    assert [*dict.fromkeys(re.findall(r"\d:\d\d", drawn))] == ["1:00", "0:42"]
    _, said, drawn = led_by(setup, GOES, (70, NEXT), pace=0.0)
    assert "0:" not in drawn
    assert late(said) == {}


@pytest.mark.usefixtures("clock")
def test_without_a_clock_nothing_runs(setup: Path) -> None:
    setup.write_text(DEMO.read_text("utf-8"), "utf-8")
    stage, said, drawn = led_by(setup, GOES, (5000, NEXT))
    assert not late(said)
    assert not re.search(r"\d:\d\d", drawn)
    cue = stage.game.cue(stage.state)
    assert isinstance(cue, Ask)
    assert (cue.seconds, cue.timer) == (0.0, "")


@pytest.mark.usefixtures("clock")
def test_a_game_goes_on_from_its_journal_with_time_that_ran_out_and_tells_nothing_of_it(setup: Path) -> None:
    stage, _, _ = led_by(setup, GOES, (70, "zagłada 2 2"), (70, NEXT))
    with led_again(setup.with_suffix(".jsonl")) as game:
        assert game.now["title"].endswith("Czarna Koza")
        assert [entry["text"] for entry in game.entries if "czas" in entry["text"]] == []
        assert [one["said"] for one in game.entries if one.get("said")]
    assert stage.state.player.name == "Czarna Koza"


@pytest.mark.usefixtures("clock")
def test_a_game_that_was_broken_off_goes_on_with_what_is_left(setup: Path) -> None:
    journal = setup.with_suffix(".jsonl")
    led_by(setup, GOES, (20, "zagłada 2 2"))
    _, said, _ = led_by(setup, (30, "stan"), goes_on=True)
    assert late(said) == {}
    _, said, _ = led_by(setup, (70, NEXT), (30, "stan"), goes_on=True)
    assert late(said) == {10: "Wielki Cthulhu: czas minął."}
    facts = [line for line in journal.read_text("utf-8").splitlines() if '"note"' not in line]
    journal.write_text("\n".join([*facts, ""]), "utf-8")  # as an earlier version wrote it
    _, said, _ = led_by(setup, (70, NEXT), goes_on=True)
    assert late(said) == {60: "Czarna Koza: czas minął."}


@pytest.mark.parametrize("left", ["-5", "true", "null", '"x"', "1e999", "NaN", "[]"])
@pytest.mark.usefixtures("clock")
def test_a_rest_that_is_none_is_left_alone(setup: Path, left: str) -> None:
    led_by(setup, GOES, (20, "zagłada 2 2"))
    journal = setup.with_suffix(".jsonl")
    text = re.sub(r'"left": [\d.]+', f'"left": {left}', journal.read_text("utf-8"))
    journal.write_text(text, "utf-8")
    _, said, _ = led_by(setup, (70, NEXT), goes_on=True)
    assert late(said) == {60: "Wielki Cthulhu: czas minął."}


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_the_page_and_the_television_show_it(
    browser: Browser, tmp_path: Path, setup: Path, size: tuple[int, int]
) -> None:
    with asking(tmp_path, setup=str(setup)) as served:
        game = served.game
        for said in ("clockwise", "next", "doom 2 +2"):
            game.do("answer", said=said)
        assert 40 < game.now["clock"]["left"] <= 60
        for scope, place in (("table", ".head .clock"), ("room", ".says .clock")):
            with visited(browser, served, scope, size) as page:  # type: ignore[arg-type]
                assert re.fullmatch(r"1:00|0:[45]\d", page.locator(place).inner_text())
                assert page.evaluate(CUT) == []
