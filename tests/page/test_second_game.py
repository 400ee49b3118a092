"""A game that listens is led from a page as any other: its commands are tapped, and what it counts is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.games import registry

from tests.harvest import HarvestPackage
from tests.page.led import Led, led

TABLE = 'format = 1\ngame = "harvest"\n[[player]]\nname = "Ala"\n[[player]]\nname = "Bartek"\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Led]:
    """Led up to its first rest."""
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    setup = tmp_path / "table.toml"
    setup.write_text(TABLE, encoding="utf-8")
    with led(tmp_path / "a.jsonl", str(setup)) as found:
        while found.now["now"].get("answer") != "open":
            found.go_on()
        yield found


def test_it_takes_commands_and_counts(game: Led) -> None:
    calls = [(group["label"], [one["id"] for one in group["choices"]]) for group in game.now["now"]["commands"]]
    assert calls == [
        ("burza", ["storm"]),
        ("spichlerz", ["granary"]),
        ("deszcz", ["rain 1", "rain 2", "rain 3"]),
        ("następna runda", ["next"]),
    ]
    assert game.now["now"]["choices"] == []
    now = game.do("answer", said="rain 2")
    assert [seat["counters"] for seat in now["seats"]] == [[{"id": "sheaves", "label": "snopy", "count": 7}]] * 2
    now = game.do("answer", said="storm")
    assert now["counters"] == [{"id": "storms", "label": "burze", "count": 1}]
    assert [seat["counters"][0]["count"] for seat in game.room["seats"]] == [6, 6]
    assert game.room["counters"] == now["counters"]
    status, _ = game.send("answer", said="rain 4")
    assert status == 409


def test_its_past_is_told_and_changed_and_gone_back_to(game: Led) -> None:
    game.do("answer", said="rain 3")
    game.do("answer", said="storm")
    rain, storm = game.entries[-2:]
    assert (rain["answer"], storm["answer"]) == ("deszcz trzy", "burza")
    assert [one["id"] for one in rain["choices"]][:2] == ["rain 1", "rain 2"]
    now = game.do("change", step=rain["step"], said="rain 1")
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [5, 5]
    now = game.do("undo")
    assert now["can"]["redo"]
    assert [seat["counters"][0]["count"] for seat in now["seats"]] == [6, 6]
    now = game.do("redo")
    assert now["counters"][0]["count"] == 1
    now = game.do("jump", step=game.entries[0]["step"])
    assert now["now"]["answer"] == "count"
