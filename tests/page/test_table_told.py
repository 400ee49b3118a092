"""What a page is told of a game that lies on the table, and of its commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.games.view import Slip
from narrator.page.snapshot import Drawing
from narrator.patterns import every
from narrator.rooms import own_commands

from tests.page.led import Led, led
from tests.page.tables import groups, told

if TYPE_CHECKING:
    pass


def test_what_lies_on_the_table_is_told(game: Led) -> None:
    slips = {one["id"]: one for one in game.now["slips"]}
    assert slips["draw"] == {"id": "draw", "label": "Dobierz", "text": "1", "new": False}
    game.do("answer", said="rule draw 4")
    slips = {one["id"]: one for one in game.now["slips"]}
    assert (slips["draw"]["text"], slips["draw"]["new"]) == ("4", True)
    assert game.room["slips"] == game.now["slips"]
    assert [one["turn"] for one in game.room["seats"]] == [True, False, False, False]
    assert game.room["lines"][-1] == "Zagrania skończone."
    assert game.room["question"] == ""


def test_each_command_lies_in_one_place(game: Led) -> None:
    game.do("answer", said="rule draw 4")
    now = game.do("answer", said="play goal")
    asked = game.leading.game.ears.asked
    assert asked is not None
    assert Counter(told(now)) == Counter(command for pattern in asked.own for command in every(pattern))
    assert groups(now, slip="draw") == {
        "nowa zasada dobierz": [f"rule draw {n}" for n in range(1, 8)],
        "odrzucamy": ["drop draw"],
    }
    assert groups(now, slip="goal") == {"zagrywam": ["play goal", "play antigoal"], "odrzucamy": ["drop goal"]}
    at_seat = groups(now, seat=2)
    assert {"zagłada", "wygrywa", "niespodzianka", "ustaw zagładę"} <= {*at_seat}
    assert at_seat["zagłada"][0] == "doom 2 +1"
    free = [group for group in now["now"]["commands"] if not ({"slip", "seat"} & {*group})]
    assert [one["id"] for group in free for one in group["choices"]][:4] == [
        "end-turn",
        "play keeper",
        "play action",
        "played",
    ]
    assert {group["label"] for group in free if group.get("light")} == {"powiedz", "pytanie"}
    apart = [one["id"] for group in now["now"]["commands"] if group.get("apart") for one in group["choices"]]
    assert apart == [one for one in told(now) if one.startswith("set ")]


def test_a_slip_has_its_commands_before_a_player(game: Led) -> None:
    open_ = game.leading.game.ears.asked
    assert open_ is not None
    asked = replace(open_, commands=("win {seat:1-2}", "skip"))
    slip = Slip(id="goal", label="", text="", commands=("win {seat}",))
    words, names = {"win {seat}": "wygrywa {seat}"}, {1: "Anna", 2: "Bartek"}
    on, free = (
        group
        for one in asked.own
        for group in own_commands.places(one, "counted", own_commands.near(one, [slip]), words, names)
    )
    assert (on.slip, on.seat, [one.steps for one in on.commands]) == ("goal", 0, [("Anna",), ("Bartek",)])
    assert (free.slip, [one.said for one in free.commands]) == ("", ["skip"])


def test_what_was_drawn_before_is_as_if_drawn_anew(game: Led) -> None:
    one = game.leading.game
    for said in ("rule draw 4", "doom 2 +1", "play goal", "drop draw", "join", "Ewa", "rule inflation"):
        game.do("answer", said=said)
        known, asked = one.known, one.ears.asked
        assert asked is not None
        others = tuple(replace(seat, name=f"{seat.name}-Maria") for seat in known.seats)
        for view in (known, replace(known, seats=others), replace(known, table=known.table[1:])):
            if asked.kind == "open":
                anew = Drawing(one.texts, one.drawing._words, one.people)
                assert one.drawing._commands(view, asked) == anew._commands(view, asked), said


def test_a_tap_draws_no_more_commands_than_it_changes(game: Led, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, places = list[str](), own_commands.places

    def noted(pattern: str, *rest: Any) -> Iterator[own_commands.Placed]:
        drawn.append(pattern.partition(" ")[0])
        return places(pattern, *rest)

    monkeypatch.setattr(own_commands, "places", noted)
    game.do("answer", said="rule draw 4")
    assert {*drawn} == {"drop", "cancel"}
    before = len(drawn)
    for said in ("drop draw", "rule draw 3"):
        game.do("answer", said=said)
    assert len(drawn) == before, "what was there before is not drawn again"


def test_a_value_stands_alone_on_its_button(game: Led) -> None:
    doom = next(one for one in game.now["now"]["commands"] if one["label"] == "zagłada" and one["seat"] == 2)
    assert [one["steps"] for one in doom["choices"]] == [["+1"], ["+2"], ["+3"], ["−1"], ["−2"], ["−3"]]
    play = next(one for one in game.now["now"]["commands"] if one.get("slip") == "play")
    assert play["choices"][-1]["steps"] == ["wszystkie oprócz jednej"]


def test_who_has_joined_is_there_by_name(game: Led) -> None:
    game.do("answer", said="join")
    now = game.do("answer", said="Ewa")
    doom = next(one for one in now["now"]["commands"] if one["label"] == "zagłada" and one.get("seat") == 5)
    assert doom["choices"][0]["label"] == "zagłada Ewa +1"


def test_a_game_of_seats_is_told_as_ever(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl") as game:
        assert "slips" not in game.now
        assert "slips" not in game.room
        assert game.leading.broadcast.snapshots["table"] == "{}"
