"""What an evening is made of, without the command line: how its game is led, and what it leads to."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.computer.config import load_config
from narrator.evening.leading import after, begin, spend
from narrator.evening.manner import Manner
from narrator.evening.rooms import Evening, Wanted
from narrator.play import session
from narrator.play.session import Begun

from tests.played import SETUP, whole_game
from tests.sitting import CTRL_C, ENTER, sitting

NOTHING = Manner()


@pytest.fixture
def evening(setup: Path, config: Path, tmp_path: Path) -> Evening:
    """A game that was begun in a pipe, with much that was said of it."""
    said = Manner(silent=True, seed=3, journal=tmp_path / "first.jsonl", names="book", pace=0.0, config=config)
    one = begin(setup, said, said.settings())
    one.stage.journal.close()
    return one


# ---- What a finished evening leads to ----


def followed(evening: Evening, wanted: Wanted) -> Evening:
    """The evening after, its journal closed."""
    one = after(evening, wanted)
    assert one
    one.stage.journal.close()
    return one


def test_a_rematch_deals_the_same_cards_anew_to_the_same_people(evening: Evening) -> None:
    one = followed(evening, Wanted(evening.manner))
    assert one.table.setup.people == evening.table.setup.people
    assert sorted(one.stage.state.cards) == sorted(evening.stage.state.cards)
    assert session.recall(one.journal).header.seed != 3
    assert one.settings is evening.settings


def test_a_rematch_is_led_as_the_game_was_but_for_what_was_said_of_that_alone(evening: Evening) -> None:
    one = followed(evening, Wanted(evening.manner))
    assert session.begun_with(one.journal) == session.begun_with(evening.journal)
    assert one.manner == replace(evening.manner, seed=None, journal=None, names="", browser=False)
    assert one.journal.parent == Path(evening.settings.journals)


def test_on_a_page_a_rematch_knows_whose_devices_are_in(evening: Evening) -> None:
    led = replace(evening.manner, page=True, share=True, aloud=True, port=8145)
    one = followed(evening, Wanted(led))
    assert (one.before, one.bound) == (evening.journal, None)
    assert session.begun_with(one.journal).share
    assert one.manner.aloud


def test_on_a_page_another_table_may_follow_and_somebody_leads_it(evening: Evening, setup: Path) -> None:
    other = setup.with_name("saturday.toml")
    other.write_text(SETUP.replace("Bartek", "Zofia").replace("format = 1", 'format = 1\nanswers = "keys"'), "utf-8")
    one = followed(evening, Wanted(replace(evening.manner, page=True), other))
    assert one.table.setup.name(2) == "Zofia"
    assert one.table.setup.answers == "moderator"
    assert one.before == evening.journal


def test_an_evening_of_programs_ends_with_its_game(
    setup: Path, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers"
    answers.write_text("ready\n", encoding="utf-8")
    said = Manner(headless=True, answers=answers, journal=tmp_path / "j.jsonl", config=config)
    spend(begin(setup, said, said.settings()))
    assert '"line": "game.welcome' in capsys.readouterr().out
    assert [*Path(said.settings().journals).iterdir()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_whoever_wants_a_rematch_at_the_table_is_dealt_to_at_once(tmp_path: Path, config: Path) -> None:
    game, journal = whole_game(), tmp_path / "j.jsonl"
    journal.write_bytes(game.journal[: game.ends[-3]])
    with sitting(tmp_path, "resume", str(journal), "--silent", "--pace", "0", "--config", str(config)) as one:
        one.see("rewanż · koniec").type("rewanż", ENTER).see("Zaczynamy?").type("t", ENTER)
        one.see("Gracz 1 z 5: Łucja").type(CTRL_C)
        assert one.end() == 130
    assert [*Path(load_config(config).journals).iterdir()] == []


# ---- How a game goes on ----

SHARED = Begun(page=True, share=True, pace=0.5)


@pytest.mark.parametrize(
    ("said", "begun", "meant"),
    [
        (NOTHING, Begun(), replace(NOTHING, silent=False, page=False)),
        (NOTHING, Begun(silent=True, pace=2.0), replace(NOTHING, silent=True, page=False, pace=2.0)),
        (NOTHING, SHARED, replace(NOTHING, silent=False, page=True, share=True, pace=0.5)),
        (Manner(page=False), SHARED, replace(NOTHING, silent=False, page=False, pace=0.5)),
        (Manner(page=True, aloud=True), Begun(silent=True), Manner(page=True, aloud=True, silent=False)),
        (Manner(page=True), Begun(), Manner(page=True, silent=False)),
        (Manner(share=True), Begun(), Manner(page=True, share=True, silent=False)),
        (Manner(silent=True), SHARED, Manner(silent=True, page=False, pace=0.5)),
        (Manner(silent=False), SHARED, Manner(silent=False, aloud=True, page=False, pace=0.5)),
        (Manner(silent=False), Begun(silent=True), Manner(silent=False, aloud=True, page=False)),
        (Manner(headless=True), SHARED, Manner(headless=True, silent=False, page=False, pace=0.5)),
        (Manner(pace=1.0), SHARED, Manner(silent=False, page=True, share=True, pace=1.0)),
    ],
)
def test_what_is_said_now_comes_before_how_a_game_began(said: Manner, begun: Begun, meant: Manner) -> None:
    assert said.as_begun(begun) == meant


def test_settings_that_are_gone_are_told_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = Begun(config=str(tmp_path / "gone.toml"))
    assert NOTHING.as_begun(gone).config is None
    assert "gone.toml" in capsys.readouterr().err
    assert Manner(config=tmp_path / "now.toml").as_begun(gone).config == tmp_path / "now.toml"
    assert capsys.readouterr().err == ""
