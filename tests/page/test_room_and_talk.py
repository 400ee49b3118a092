"""The room's page, votes in the circle, and the clock of a talk."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from narrator.rooms import clock

from tests.page import snapshots
from tests.page.browsing import new_page
from tests.page.led import led
from tests.page.served import Served
from tests.written import players


def test_the_room_sees_by_day_what_everybody_may_and_by_night_nothing(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Kogo zamyka szeryf?")
        assert game.room["seats"] == []
        assert game.room["line"] == game.room["question"] == ""
        assert game.room["title"] == "Noc zerowa"
        game.go_to("Co teraz?")
        assert [seat["card"] for seat in game.room["seats"]] == [""] * 8
        assert game.room["question"] == "Co teraz?"
        text = json.dumps(game.room, ensure_ascii=False)
        assert not any(seat["card"] in text for seat in game.now["seats"])


def test_who_is_out_has_the_same_shape_for_the_room_as_for_the_moderator(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="died")
        game.do("answer", said="2")
        assert game.room["seats"][1]["card"] == "Szeryf"
        assert game.room["seats"][1]["shape"] == game.now["seats"][1]["shape"]


def test_the_room_counts_the_votes_with_everybody(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="search-vote")
        game.do("answer", said="1,2,3,4")
        assert game.now["now"]["answer"] == "count"
        game.do("answer", said="3")
        assert [one["count"] for one in game.room["tally"]] == [3, None, None, None]


def test_a_talk_has_a_clock_that_everybody_sees(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="timer")
        game.do("answer", said="5")
        assert 200 < game.now["clock"]["left"] <= 300
        assert game.room["clock"]["of"] == "talk"
        assert "time" not in [choice["id"] for choice in game.now["now"]["choices"]]
        assert game.do("answer", said="over")["clock"] is None


@pytest.mark.parametrize("reader", ["moderator", "laptop"])
def test_a_talk_can_be_made_longer_and_shorter(tmp_path: Path, reader: str) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        assert not game.now["can"]["hold"]
        if reader == "laptop":
            game.do("reader", to=reader)
        game.do("answer", said="timer")
        game.do("answer", said="5")
        game.see(lambda: game.now["can"]["hold"])
        for act, left in (("hold", 360), ("hurry", 300), *(("hurry", 60 * count) for count in (4, 3, 2, 1))):
            game.do(act)
            assert left - 20 < game.now["clock"]["left"] <= left
            assert left - 20 < json.loads(game.leading.broadcast.snapshot("room"))["clock"]["left"] <= left


def test_a_talk_has_the_time_that_was_left_whoever_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        game.do("answer", said="timer")
        game.do("answer", said="5")
        later = clock.now() + 100
        monkeypatch.setattr("narrator.rooms.clock.time.monotonic", lambda: later)
        before = game.now["version"]
        game.send("reader", to="laptop")
        left = game.until("ask", after=before)["clock"]["left"]
        assert 195 < left < 201


@pytest.mark.parametrize("reader", ["moderator", "laptop"])
def test_the_rooms_clock_stands_while_something_is_set(
    tmp_path: Path, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        if reader == "laptop":
            game.do("reader", to=reader)
        game.do("answer", said="timer")
        game.do("answer", said="5")
        assert game.room["clock"]["held"] is False
        game.do("override")
        held = game.room["clock"]
        assert held["held"]
        assert 200 < held["left"] <= 300
        assert game.now["clock"] is None, "no time runs for what is set"
        usual = time.monotonic  # a line is on the screen for a while, so the clock goes on
        monkeypatch.setattr("narrator.rooms.clock.time.monotonic", lambda: usual() + 100)
        game.do("answer", said="believed")
        assert game.room["clock"] == json.loads(game.leading.broadcast.snapshot("room"))["clock"] == held
        game.do("answer", said="none")
        assert (game.room["clock"]["held"], round(game.room["clock"]["left"])) == (False, round(held["left"]))
        game.do("answer", said="over")
        assert game.room["clock"] is None
        game.do("override")
        assert game.room["clock"] is None


def test_a_clock_that_stands_does_not_run_on_the_television(browser: Browser, served: Served) -> None:
    page = new_page(browser)
    page.goto(f"{served.url}/room")
    talk = snapshots.room(8)["talk"]
    for held in (True, False):
        served.show_room(talk | {"clock": {"left": 100, "of": "talk", "held": held}, "title": str(held)})
        page.wait_for_function("title => document.title === title", arg=str(held))
        page.wait_for_timeout(1500)
        assert (page.inner_text(".clock") == "1:40") is held
    page.close()


def test_the_two_of_a_duel_have_no_vote_in_it(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        game.go_to("Co teraz?")
        for said in ("duel", "1", "2", "yes", "over", "over"):
            game.do("answer", said=said)
        now = game.now["now"]
        assert (now["hands"], now["voters"]) == (True, [3, 4, 5, 6, 7, 8])


def test_the_room_reads_who_is_to_hang_while_the_mayor_is_asked(tmp_path: Path) -> None:
    cards = ("sheriff", "boss", "chief", "mayor", "thief", "shaman", "pastor", "warrior")
    setup = f'format = 1\nanswers = "moderator"\npolicy = "masked"\n{players("ABCDEFGH", cards)}'
    (tmp_path / "own.toml").write_text(setup)
    with led(tmp_path / "a.jsonl", str(tmp_path / "own.toml")) as game:
        game.go_to("Co teraz?")
        for said in ("search", "1,2", "hang", "2"):
            before = game.room["line"]
            game.do("answer", said=said)
        assert "Czy burmistrz" in game.now["now"]["text"]
        assert game.room["line"] != before
        assert "numer 2, B" in game.room["line"]
