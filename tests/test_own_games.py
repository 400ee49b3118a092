"""A game that did not come along, written as docs/night.md says: short, without a fault, and led like any other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.games.night.loading import read_script
from narrator.play.loading import script_problems

from tests.page.led import led
from tests.program import at_home, narrator
from tests.sitting import sitting

FILE = Path(__file__).parent / "own_games" / "parliament.toml"
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")
CARDS = ("leader", "conspirator", "liberal", "conspirator", "liberal", "liberal", "liberal")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table of seven, whose cards are known, with the game beside it."""
    (tmp_path / FILE.name).write_bytes(FILE.read_bytes())
    people = "".join(
        f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip(NAMES, CARDS, strict=True)
    )
    file = tmp_path / "table.toml"
    head = (
        'format = 1\nlanguage = "en"\ngame = "night"\nscript = "parliament.toml"\nvoice = "none"\nanswers = "keys"\n'
    )
    file.write_text(f"{head}{people}", "utf-8")
    return file


def test_it_is_short_and_nothing_is_to_be_said_of_it() -> None:
    assert len(FILE.read_text("utf-8").splitlines()) <= 80
    assert [str(problem) for problem in read_script(FILE)[1]] == []
    assert [str(problem) for problem in script_problems(FILE) or []] == []


def test_conspirators_see_each_other_and_the_leader_who_sees_nobody(table: Path) -> None:
    done = narrator("play", table, "--headless", said="ready\n", cwd=table.parent, env=at_home(table.parent))
    cues = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(cue["to"], cue["data"]) for cue in cues if cue["cue"] == "tell"]
    assert told == [([2, 4], {"members": [1, 2, 4]})]


def test_it_is_led_by_keys_to_its_end(table: Path) -> None:
    with sitting(table.parent, "play", str(table), "--silent", hurried=True) as one:
        one.answer("Choices: ready", "").answer("Enter: go on", "").answer("What now?", "game over")
        one.answer("Who has won?", "conspirators").see("The winner: Conspirators")
        one.answer("What now?", "the end")


def test_it_is_led_on_the_page_to_its_end(table: Path) -> None:
    with led(table.parent / "a.jsonl", str(table)) as game:
        shown = game.do("go")["now"]
        assert (shown["kind"], shown["to"], shown["text"]) == (
            "show",
            [2, 4],
            "You see these, by seats: 1 Ann, 2 Ben, 4 Dan.",
        )
        assert "night" not in _offered(game.do("go"))
        won = game.do("answer", said="declare")
        assert _offered(won) == ["liberals", "conspirators", "leadership", "nobody"]
        over = game.do("answer", said="conspirators")
        assert (over["phase"], over["lines"][0]["text"]) == (
            "over",
            "The game is over. Victory goes to: Conspirators.",
        )


def _offered(snapshot: dict[str, Any]) -> list[str]:
    return [choice["id"] for choice in snapshot["now"]["choices"]]


def test_what_can_never_win_is_told_the_way_that_the_day_has(tmp_path: Path) -> None:
    file = tmp_path / FILE.name
    leader = 'wins = ["declared"]\naim = "You win with the conspirators."'
    text = FILE.read_text("utf-8")
    assert leader in text
    file.write_text(text.replace(leader, leader.partition("\n")[2]), "utf-8")
    (problem,) = read_script(file)[1]
    assert 'wins = ["declared"]' in str(problem)
