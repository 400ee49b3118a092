"""What was said in Cthulhu Wars is changed afterwards, led once more by the same people, or asked for at first."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.games.package import SetupQuestions
from narrator.games.wars.package import WarsPackage
from narrator.page import commands
from narrator.play.loading import load_table

from tests.page.led import Led, led
from tests.program import narrator

ROUND = ("clockwise", "captive 1 2", "next", "gather", "1", "counts 3 2 1", "5", "2", "0", "same", "2", "0", "0")
"""Until somebody is to choose of two with the same Power."""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Led]:
    monkeypatch.setattr(commands, "TWICE", 0.0)
    with led(tmp_path / "a.jsonl", "demo-wars") as found:
        for said in ROUND:
            found.do("answer", said=said)
        yield found


def step_of(game: Led, said: str, place: int = 0) -> int:
    """The step that was this answer."""
    return [int(one["step"]) for one in game.entries if one.get("said") == said][place]


def power(game: Led) -> list[int]:
    return [next(one["count"] for one in seat["counters"] if one["id"] == "power") for seat in game.now["seats"]]


def test_a_number_is_changed_with_all_that_follows_and_it_is_told_what_that_is(game: Led) -> None:
    assert power(game) == [9, 10, 9, 5]
    step, what = step_of(game, "5"), ["2 Czarna Koza: moc: 14", "4 Żółty Znak: moc: 7"]
    _, tried = game.send("change", step=step, said="9", **{"try": True})
    assert (tried["kept"], tried["misfits"], tried["changes"]) == (7, [], what)
    assert power(game) == [9, 10, 9, 5]
    now = game.do("change", step=step, said="9")
    assert power(game) == [9, 14, 9, 7]
    assert now["corrected"].endswith("; ".join(what))
    assert (now["now"]["text"], now["title"]) == ("Czarna Koza: w którą stronę?", "Runda 1 · kolejność · Czarna Koza")


def test_three_numbers_in_one_breath_may_have_been_as_last_time(game: Led) -> None:
    game.do("change", step=step_of(game, "counts 3 2 1"), said="same")
    assert power(game)[0] == 6 + 2 + 1 + 1
    assert not [one for one in game.entries if one.get("said") == "counts 3 2 1"]


def test_a_change_after_which_nothing_fits_says_so_and_a_way_back_asks_again(game: Led) -> None:
    step = step_of(game, "gather")
    _, tried = game.send("change", step=step, said="next", **{"try": True})
    assert (tried["kept"], len(tried["misfits"])) == (1, 10)
    now = game.do("jump", step=step)
    assert (now["title"], now["now"]["answer"]) == ("Runda 1 · akcja · Czarna Koza", "open")
    assert game.do("redo")["now"]["text"] == "Ile porzuconych bram na mapie?"


def test_the_same_people_play_their_factions_again(tmp_path: Path) -> None:
    answers = tmp_path / "said"
    answers.write_text("\n".join(("clockwise", "set doom 2 30", "next", "none")) + "\n", "utf-8")
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    played = ("--answers", answers, "--silent", "--pace", 0)
    narrator("play", "demo-wars", *played, "--journal", tmp_path / "a.jsonl", env=env)
    assert "Nikt nie wygrywa." in narrator("log", tmp_path / "a.jsonl").stdout
    done = narrator("again", tmp_path / "a.jsonl", *played, "--journal", tmp_path / "b.jsonl", env=env)
    assert done.returncode == 0, done.stderr
    first, second = (narrator("log", tmp_path / f"{name}.jsonl").stdout for name in "ab")
    assert second == first
    assert narrator("stats", tmp_path, "--json").stdout.count('"games": 2') >= 4


# ---- What a new table is asked ----

PEOPLE = ("Ala", "Bartek", "Celina")
BEFORE = (", ".join(PEOPLE), "")
AFTER = ("", "", "", "później")


def new_table(tmp_path: Path, *said: str, kept: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table that comes of these answers; an empty one takes the default."""
    left = [*said]

    def ask(_: str, default: str) -> str:
        return left.pop(0) or default

    document = WarsPackage().new_setup(SetupQuestions(ask, lambda _: None, kept={} if kept is None else kept))
    assert left == []
    path = tmp_path / "new.toml"
    path.write_text(document.as_string(), "utf-8")
    assert load_table(path).warnings == []
    return tomllib.loads(path.read_text("utf-8"))


def factions(table: dict[str, Any]) -> list[str]:
    return [one["faction"] for one in table["player"]]


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        (("", "", ""), ["great-cthulhu", "black-goat", "crawling-chaos"]),
        (("zielony", "żółty", "2"), ["great-cthulhu", "yellow-sign", "crawling-chaos"]),
        (("koza", "koza", "śpi", "KROCZĄCY"), ["black-goat", "sleeper", "windwalker"]),
        (("zielony", "koza", "wstecz", "chaos", ""), ["great-cthulhu", "crawling-chaos", "black-goat"]),
        (("wstecz", "Darek", "", "zielony", "wstecz", "koza", "", "", ""), None),
        (("?", "sułtan", "b", "chaos"), ["daemon-sultan", "bubastis", "crawling-chaos"]),
    ],
)
def test_each_player_is_asked_for_a_faction_that_nobody_has(
    tmp_path: Path, said: tuple[str, ...], chosen: list[str] | None
) -> None:
    table = new_table(tmp_path, *BEFORE, *said, *AFTER)
    found = factions(table)
    assert len({*found}) == len(found) == len(table["player"])
    assert found == (chosen or ["black-goat", "great-cthulhu", "crawling-chaos", "yellow-sign"])


def test_factions_that_were_chosen_before_a_break_are_offered_first(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}
    with pytest.raises(IndexError):  # somebody leaves
        new_table(tmp_path, *BEFORE, "koza", "śpiący", kept=kept)
    assert factions(new_table(tmp_path, "", "", "", "", *AFTER, kept=kept)) == [
        "black-goat",
        "sleeper",
        "great-cthulhu",
    ]


@pytest.mark.parametrize(("said", "seconds"), [("", 0), ("dwie", 120), ("bez", 0), ("4", 300)])
def test_a_turn_clock_is_asked_for(tmp_path: Path, said: str, seconds: int) -> None:
    assert new_table(tmp_path, *BEFORE, "", "", "", "", "", said, "później")["clock"] == seconds
