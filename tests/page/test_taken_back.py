"""What was announced on the room's page goes with the answer that led to it, once that is taken back or changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.page.led import Led, led, led_again
from tests.unseen import at_day, looked_up


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Led]:
    with led(tmp_path / "a.jsonl", "all-roles") as game:
        game.go_to("Co teraz?")
        yield game


def _asks(game: Led, text: str) -> bool:
    return bool(game.now["now"].get("text") == text)


def dies(game: Led, seat: str) -> None:
    """Somebody dies, and all that is read to that end is read."""
    for said, asked in (("died", "Kto zginął?"), (seat, "Co teraz?")):
        game.do("answer", said=said)
        game.see(partial(_asks, game, asked))  # the laptop may read before it asks
    assert f"numer {seat}" in game.room["line"]


def test_a_death_that_is_taken_back_is_announced_no_more(day: Led) -> None:
    before = day.room["line"]
    dies(day, "2")
    day.do("undo")
    assert not day.room["seats"][1]["out"]
    assert (day.room["question"], day.room["line"]) == ("Kto zginął?", before)
    day.do("undo")
    assert (day.room["question"], day.room["line"]) == ("Co teraz?", before)
    dies(day, "2")


@pytest.mark.usefixtures("standing")
def test_where_the_laptop_reads_nothing_is_left_of_it_either(day: Led) -> None:
    day.do("reader", to="laptop")
    dies(day, "2")
    for question in ("Kto zginął?", "Co teraz?"):
        day.do("undo")
        assert day.room["question"] == question
        assert "numer 2" not in day.room["line"]


def test_the_one_before_is_announced_again(day: Led) -> None:
    dies(day, "2")
    told = day.room["line"]
    dies(day, "3")
    for _ in range(2):
        day.do("undo")
        assert day.room["line"] == told
    day.do("answer", said="timer")
    assert day.room["line"] == told


def test_another_answer_leads_to_another_announcement(day: Led) -> None:
    dies(day, "2")
    step = next(one["step"] for one in day.entries if one.get("question") == "Kto zginął?")
    day.do("change", step=step, said="3")
    day.see(lambda: day.now["now"].get("text") == "Co teraz?")
    assert "numer 3" in day.room["line"]


def test_a_card_that_was_asked_for_is_announced_no_more(tmp_path: Path) -> None:
    with led_again(at_day(tmp_path), pace=0.0) as game:
        before = game.room["line"]
        for said in ("died", "4"):
            game.do("answer", said=said)
        game.do("answer", said=looked_up(game.leading.game.stage.state))
        assert "Ginie numer 4" in game.room["line"]
        while game.now["now"].get("text") != "Co teraz?" or game.room["seats"][3]["out"]:
            game.do("undo")
            assert "numer 4" not in game.room["line"]
        assert game.room["line"] == before


def test_nothing_of_the_day_comes_back_after_the_night(day: Led) -> None:
    dies(day, "2")
    told = day.room["line"]
    day.do("answer", said="night")
    while day.now["dark"]:
        assert day.room["line"] == ""
        day.go_on()
    day.go_to("Co teraz?")
    day.do("answer", said="timer")
    for _ in range(2):
        day.do("undo")
        assert day.room["line"] != told


@pytest.mark.parametrize("reader", ["moderator", "laptop"])
def test_a_secret_that_is_put_right_amid_a_duel_is_seen_by_nobody(reader: str, tmp_path: Path) -> None:
    same, other = (_frames(tmp_path / f"{other}.jsonl", reader, other=other) for other in (False, True))
    assert same == other
    assert same[-1]["question"] == "Kto wyzywa na pojedynek?"
    assert same[-1]["line"]


def _frames(journal: Path, reader: str, *, other: bool) -> list[dict[str, Any]]:
    """Every snapshot that the room gets while the courtesan's client becomes the same again, or another one."""
    frames: list[dict[str, Any]] = []
    with led(journal, "all-roles", pace=0.0) as game:
        game.go_to("Co teraz?")
        if reader == "laptop":
            game.do("reader", to=reader)
        client = next(one for one in game.leading.game.past.given if one.ask.at.call == "courtesan.client")
        said = next(choice for choice in client.ask.choices if (choice != client.said) is other)
        with game.leading.broadcast.subscribed(lambda: frames.append(game.room), "room"):
            game.do("answer", said="duel")
            game.do("change", step=client.step, said=said)
            game.see(lambda: game.now["now"]["kind"] == "ask")
    return frames
