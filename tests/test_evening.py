"""What an evening is made of, without the command line: how its game is led, and what it leads to."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest

from narrator.computer import paths
from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.evening.leading import after, begin, spend
from narrator.evening.options import RunOptions
from narrator.evening.rooms import Evening, Wanted, conclude, offers, offers_after
from narrator.play import session
from narrator.play.loading import load_table
from narrator.play.session import SavedOptions
from narrator.rooms.headless import HeadlessRoom
from narrator.rooms.table import TableRoom

from tests.played import SETUP, whole_game
from tests.sitting import CTRL_C, sitting

NOTHING = RunOptions()


@pytest.fixture
def evening(setup: Path, config: Path, tmp_path: Path) -> Evening:
    """A game that was begun in a pipe, with much that was said of it."""
    said = RunOptions(silent=True, seed=3, journal=tmp_path / "first.jsonl", names="book", pace=0.0, config=config)
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
    one = followed(evening, Wanted(evening.options))
    assert one.table.setup.people == evening.table.setup.people
    assert sorted(one.stage.state.cards) == sorted(evening.stage.state.cards)
    assert session.recall(one.journal).header.seed != 3
    assert one.settings is evening.settings


def test_a_rematch_is_led_as_the_game_was_but_for_what_was_said_of_that_alone(evening: Evening) -> None:
    one = followed(evening, Wanted(replace(evening.options, practice=True)))
    assert session.saved_options(one.journal) == session.saved_options(evening.journal)
    assert one.options == replace(evening.options, seed=None, journal=None, names="")
    assert one.journal.parent == Path(evening.settings.journals)


def test_on_a_page_a_rematch_knows_whose_devices_are_in(evening: Evening) -> None:
    led = replace(evening.options, page=True, share=True, aloud=True, port=8145)
    one = followed(evening, Wanted(led))
    assert (one.before, one.bound) == (evening.journal, None)
    assert session.saved_options(one.journal).share
    assert one.options.aloud


def test_on_a_page_another_table_may_follow_and_somebody_leads_it(evening: Evening, setup: Path) -> None:
    other = setup.with_name("saturday.toml")
    other.write_text(SETUP.replace("Bartek", "Zofia").replace("format = 1", 'format = 1\nanswers = "keys"'), "utf-8")
    one = followed(evening, Wanted(replace(evening.options, page=True), other))
    assert one.table.setup.name(2) == "Zofia"
    assert one.table.setup.answers == "moderator"
    assert one.before == evening.journal


def test_on_a_page_a_rematch_may_be_in_a_variant_told_with_what_differs(evening: Evening) -> None:
    offered = offers(evening.table, texts_of("pl"))
    assert offered["rematch burza"].startswith("Rewanż. Burza: Nocą słychać burzę")
    assert "rematch ktulu" not in offered
    one = followed(evening, Wanted(evening.options, variant="burza"))
    assert (one.table.setup.people, one.table.setup.script) == (evening.table.setup.people, "burza")
    assert sorted(one.stage.state.cards) == sorted(evening.stage.state.cards)
    assert session.recall(one.journal).table.script.meta.name == "Burza"
    assert "rematch ktulu" in offers(one.table, texts_of("pl"))


def test_what_may_follow_on_a_page_says_that_the_table_has_changed(
    evening: Evening, setup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, on_page = texts_of("pl"), Wanted(replace(evening.options, page=True))
    assert offers_after(session.recall(evening.journal), evening.table, texts)["rematch"] == "Rewanż"
    followed(evening, on_page)
    assert "się zmienił" not in capsys.readouterr().err
    setup.write_text(SETUP.replace("searches = 1", "searches = 2"), "utf-8")
    offered = offers_after(session.recall(evening.journal), evening.table, texts)
    assert offered["rematch"].startswith(f"Rewanż. Plik {setup} albo jego skrypt się zmienił")
    assert "się zmienił" in offered["rematch burza"]
    followed(evening, on_page)
    assert "się zmienił" in capsys.readouterr().err


def test_a_variant_that_lacks_a_card_of_the_table_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    paths.user_scripts().mkdir(parents=True)
    for name, more in (("with", ""), ("without", 'without = ["chief"]\n')):
        text = f'format = 1\nextends = "ktulu"\n{more}'
        (paths.user_scripts() / f"{name}.toml").write_text(text, "utf-8")
    offered = offers(load_table(paths.shipped("setups") / "small.toml"), texts_of("pl"))
    assert "rematch with" in offered
    assert "rematch without" not in offered


def test_whoever_joined_is_there_in_the_rematch(tmp_path: Path, config: Path) -> None:
    said = RunOptions(silent=True, seed=3, journal=tmp_path / "first.jsonl", pace=0.0, config=config)
    one = begin(paths.shipped("setups") / "demo-fluxx.toml", said, said.settings())
    ears = StringIO("no\n1\nnone\njoin\nEwa\nend-turn\n")
    one.stage.run(HeadlessRoom(ears, StringIO()))
    one.stage.journal.close()
    assert [*followed(one, Wanted(one.options)).table.setup.people.values()][3:] == ["Darek", "Ewa"]


def test_and_is_counted_when_one_is_offered(tmp_path: Path, config: Path) -> None:
    said = RunOptions(silent=True, seed=3, journal=tmp_path / "first.jsonl", pace=0.0, config=config)
    one = begin(paths.shipped("setups") / "demo-fluxx.toml", said, said.settings())
    one.stage.run(HeadlessRoom(StringIO("no\n1\nnone\njoin\nEwa\nend-turn\n"), StringIO()))
    one.stage.journal.close()
    room = Mock(spec=TableRoom)
    conclude(room, one.journal)
    assert "tych samych 5" in room.conclude.call_args.args[-1]


def test_an_evening_of_programs_ends_with_its_game(
    setup: Path, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tmp_path / "answers"
    answers.write_text("ready\n", encoding="utf-8")
    said = RunOptions(headless=True, answers=answers, journal=tmp_path / "j.jsonl", config=config)
    spend(begin(setup, said, said.settings()))
    assert '"line": "game.welcome' in capsys.readouterr().out
    assert [*Path(said.settings().journals).iterdir()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_whoever_wants_a_rematch_at_the_table_is_dealt_to_at_once(tmp_path: Path, config: Path) -> None:
    game, journal = whole_game(), tmp_path / "j.jsonl"
    journal.write_bytes(game.journal[: game.ends[-3]])
    with sitting(tmp_path, "resume", str(journal), "--silent", "--pace", "0", "--config", str(config)) as one:
        one.answer("Do wyboru: gotowe (Enter)", "")
        one.answer("rewanż · koniec", "rewanż").answer("Zaczynamy?", "t")
        one.see("Gracz 1 z 5: Łucja").type(CTRL_C)
        assert one.end() == 130
    assert len([*Path(load_config(config).journals).glob("[!.]*")]) == 1  # the rematch, to go on with


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_what_comes_after_the_finale_stands_below_it(tmp_path: Path, config: Path) -> None:
    game = whole_game()
    for wanted in ("rewanż", "koniec"):
        journal = tmp_path / f"{len(wanted)}.jsonl"
        journal.write_bytes(game.journal[: game.ends[-3]])
        said = ("resume", str(journal), "--voice", "none", "--pace", "0", "--config", str(config))
        with sitting(tmp_path, *said, height=30) as one:
            one.answer("Do wyboru: gotowe (Enter)", "").answer("Koniec gry", "").answer("rewanż · koniec", wanted)
            if wanted == "koniec":
                one.end()
            else:
                one.answer("Zaczynamy?", "n").answer("Zagrać w innym składzie?", "t").see("Gracz 6:")
            rows = one.shown.splitlines()
            assert one.row >= len(rows) - (wanted != "koniec"), one.shown
            assert not any("Do wyboru" in row for row in rows[-7:]) or wanted == "koniec", one.shown


# ---- How a game goes on ----

SHARED = SavedOptions(page=True, share=True, pace=0.5)


@pytest.mark.parametrize(
    ("said", "saved", "meant"),
    [
        (NOTHING, SavedOptions(), replace(NOTHING, silent=False, page=False)),
        (NOTHING, SavedOptions(silent=True, pace=2.0), replace(NOTHING, silent=True, page=False, pace=2.0)),
        (NOTHING, SHARED, replace(NOTHING, silent=False, page=True, share=True, pace=0.5)),
        (RunOptions(page=False), SHARED, replace(NOTHING, silent=False, page=False, pace=0.5)),
        (
            RunOptions(page=True, aloud=True),
            SavedOptions(silent=True),
            RunOptions(page=True, aloud=True, silent=False),
        ),
        (RunOptions(page=True), SavedOptions(), RunOptions(page=True, silent=False)),
        (RunOptions(share=True), SavedOptions(), RunOptions(page=True, share=True, silent=False)),
        (RunOptions(silent=True), SHARED, RunOptions(silent=True, page=False, pace=0.5)),
        (RunOptions(silent=False), SHARED, RunOptions(silent=False, aloud=True, page=False, pace=0.5)),
        (RunOptions(silent=False), SavedOptions(silent=True), RunOptions(silent=False, aloud=True, page=False)),
        (RunOptions(headless=True), SHARED, RunOptions(headless=True, silent=False, page=False, pace=0.5)),
        (RunOptions(pace=1.0), SHARED, RunOptions(silent=False, page=True, share=True, pace=1.0)),
    ],
)
def test_what_is_said_now_comes_before_how_a_game_began(
    said: RunOptions, saved: SavedOptions, meant: RunOptions
) -> None:
    assert said.resuming(saved) == meant


@pytest.mark.parametrize(
    ("said", "answers", "meant"),
    [
        (RunOptions(page=True, share=True), "moderator", RunOptions(page=True, share=True)),
        (RunOptions(page=True, share=True), "keys", RunOptions(page=False)),
        (RunOptions(page=True, share=True), "phones", RunOptions(page=False)),
        (RunOptions(phones=True), "keys", RunOptions()),
        (RunOptions(phones=True), "moderator", RunOptions(phones=True)),
        (RunOptions(keys=True), "phones", RunOptions()),
    ],
)
def test_how_other_people_want_to_answer_comes_before_how_the_last_game_was_led(
    said: RunOptions, answers: str, meant: RunOptions
) -> None:
    assert said.as_answered(answers) == replace(meant, page=meant.page or (False if said.page else None))


def test_settings_that_are_gone_are_told_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = SavedOptions(config=str(tmp_path / "gone.toml"))
    assert NOTHING.resuming(gone).config is None
    assert "gone.toml" in capsys.readouterr().err
    assert RunOptions(config=tmp_path / "now.toml").resuming(gone).config == tmp_path / "now.toml"
    assert capsys.readouterr().err == ""
