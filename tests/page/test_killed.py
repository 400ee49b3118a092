"""A server that dies at any step of a night: the same table, the same browser, and nothing twice."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from narrator.play import session

from tests.page.led import led
from tests.page.program import Program, free_port, running
from tests.sweeps import trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed so on Windows")

STEPS = 12


def act(now: dict[str, Any]) -> dict[str, Any]:
    """What a moderator does next: go on, or choose what is offered last."""
    if now["now"]["kind"] != "ask":
        return {"do": "go"}
    choices = [choice["id"] for choice in now["now"]["choices"]]
    return {"do": "answer", "said": "night" if "night" in choices else choices[-1]}


def seats(now: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What lies on the table."""
    return [(one["seat"], one["card"], one["out"], one["marks"], one["charges"]) for one in now["seats"]]


def given(journal: Path) -> list[str]:
    """The answers in a journal."""
    return [batch.input for batch in session.recall(journal).batches if batch.input not in ("", "ready", "resume")]


@pytest.mark.parametrize("nth", [4, trial(1)])
def test_killed_at_each_step_of_a_night_nothing_is_lost_or_counted_twice(tmp_path: Path, nth: int) -> None:
    journal = tmp_path / "a.jsonl"
    answers: list[str] = []
    with Program(tmp_path) as program:
        program.start("lead", "small", "--seed", 3, "--journal", journal, "--no-browser", "--port", free_port())
        for step in range(STEPS):
            now = program.now
            while now["now"]["kind"] != "ask":
                assert program.send(program.command(now, **act(now)))[0] == 200
                now = program.now
            sent = program.command(now, **act(now))
            assert program.send(sent)[0] == 200
            answers.append(sent["said"])
            after = program.now
            if step % nth:
                continue
            program.kill()
            program.start("resume", journal, "--page")
            assert given(journal) == answers
            again = program.now
            assert seats(again) == seats(after)
            status, told = program.send(sent)
            assert status == 409, told
            assert given(journal) == answers


def test_a_page_goes_on_at_the_same_address_after_the_server_died(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    with Program(tmp_path) as program:
        program.start("lead", "small", "--seed", 3, "--journal", journal, "--no-browser", "--port", free_port())
        before = program.address
        program.kill()
        program.start("resume", journal)
        assert program.address == before
        assert program.now["seats"]


def test_a_new_game_lets_nobody_in_who_was_in_the_last(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        program.start(
            "lead", "small", "--seed", 3, "--journal", tmp_path / "a.jsonl", "--no-browser", "--port", free_port()
        )
        old = program.cookie
        assert program.stop()[0] != 0
        program.cookie = ""
        program.start(
            "lead", "small", "--seed", 3, "--journal", tmp_path / "b.jsonl", "--no-browser", "--port", free_port()
        )
        program.cookie = old
        assert program.request("GET", "/")[0] == 401


def test_it_ends_with_a_word_on_how_to_go_on(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    with running(
        tmp_path, "lead", "small", "--seed", 3, "--journal", journal, "--no-browser", "--port", free_port()
    ) as program:
        code, said = program.stop()
    assert code == 143
    assert f"narrator resume {journal}" in said
    assert "Traceback" not in said


def test_a_table_of_players_alone_is_led_by_somebody_now(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    with running(tmp_path, "lead", "demo", "--journal", journal, "--no-browser", "--port", free_port()) as program:
        assert program.now["now"]["kind"] == "ready"
    assert session.recall(journal).table.setup.answers == "moderator"


def test_a_game_goes_on_at_the_port_that_is_named(tmp_path: Path) -> None:
    journal, port = tmp_path / "a.jsonl", free_port()
    with led(journal, "small"):
        pass
    with running(tmp_path, "resume", journal, "--page", "--no-browser", "--port", port) as program:
        assert program.address == f"127.0.0.1:{port}"
        assert program.now["reader"] == "moderator"
        assert program.now["now"]["kind"] == "ready"


def test_a_game_goes_on_with_the_laptop_reading(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    with led(journal, "small"):
        pass
    with running(tmp_path, "resume", journal, "--page", "--aloud", "--voice", "none", "--no-browser") as program:
        assert next(program.snapshots())["reader"] == "laptop"
