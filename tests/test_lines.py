"""The lines of any game are said, made ready and recorded by their ids: tried on the second game's, tests/harvest."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from narrator.commands.app import app
from narrator.cues import Ask, Part, Say
from narrator.games import registry
from narrator.games.lines import Lines, readings
from narrator.games.package import Reading
from narrator.games.parts import Named, Vocabulary, split
from narrator.games.table import Player, Table
from narrator.mouth.packs import words
from narrator.rooms.counting import words_counted
from narrator.studio.profiles import pack_to_record

from tests.harvest import Harvest, HarvestPackage, Script, Setup
from tests.harvest.lines import LINES, MOST, heard
from tests.test_recording import Reader
from tests.test_second_game import TABLE

CARDS = "{count:jedna karta|2=dwie karty|# karty|# kart}"

COUNTED = [
    ("pl", CARDS, {0: "0 kart", 1: "jedna karta", 2: "dwie karty", 3: "3 karty", 5: "5 kart", 12: "12 kart"}),
    ("pl", CARDS, {21: "21 kart", 22: "22 karty", 25: "25 kart", 102: "102 karty", 112: "112 kart"}),
    ("en", "{count:one gate|# gates}", {0: "0 gates", 1: "one gate", 2: "2 gates", 21: "21 gates"}),
    ("sv", "{count:en port|# portar}", {0: "0 portar", 1: "en port", 2: "2 portar", 21: "21 portar"}),
]


@pytest.mark.parametrize(("language", "written", "said"), COUNTED)
def test_a_word_has_the_form_that_its_number_wants(language: str, written: str, said: dict[int, str]) -> None:
    lines = Lines({}, Vocabulary({}, language))
    assert {count: lines.text(written, {"count": count}) for count in said} == said


def test_a_phrase_with_a_form_has_an_id_of_its_own_and_the_number_stays_apart() -> None:
    vocabulary = Vocabulary({}, "pl")
    found = {count: split(f"Masz {CARDS}.", {"count": count}, "a.1", vocabulary) for count in (2, 4, 22, 100)}
    assert {count: [(part.id, part.text) for part in parts] for count, parts in found.items()} == {
        2: [("a.1.n2", "Masz dwie karty.")],
        4: [("a.1.n3.a", "Masz "), ("number.4", "4"), ("a.1.n3.b", " karty.")],
        22: [("a.1.n3.a", "Masz "), ("number.22", "22"), ("a.1.n3.b", " karty.")],
        100: [("a.1.n0.a", "Masz "), ("number.100", "100"), ("a.1.n0.b", " kart.")],
    }


def test_each_form_and_each_name_is_read_once_whatever_the_number() -> None:
    rye = Named(id="rye", name="żyto", gen="żyta")
    wording = f"Masz {CARDS} {{grain.gen}}. {{count:Zwiąż ją|Zwiąż je|Zwiąż je}}."
    lines = Lines({"a": (wording,)}, Vocabulary({"rye": rye}, "pl"))
    found = {reading.id: reading.text for reading in readings(lines, [("a", {"grain": ["rye"], "count": range(9)})])}
    assert found == {
        "a.1.n1.rye": "Masz jedna karta żyta. Zwiąż ją.",
        "a.1.n2.rye.n0": "Masz dwie karty żyta. Zwiąż je.",
        "a.1.n3.rye.n0": "Masz … karty żyta. Zwiąż je.",
        "a.1.n0.rye": "Masz … kart żyta. Zwiąż je.",
    }


SETUP = Setup(player=tuple(Player(name=name) for name in ("Ala", "Bartek", "Celina")))


def said(seed: int) -> list[Say]:
    """What is said in a game of three in which anything may be answered, and storms are frequent."""
    game, chance, spoken = Harvest(SETUP, Script(4)), Random(seed), list[Say]()
    state = game.begin(seed)
    events = game.opening(state)
    while game.over(state) is None:
        for event in events:
            state = game.fold(state, event)
        cue = game.cue(state)
        spoken += [cue] if isinstance(cue, Say) else []
        answer = chance.choice((*(cue.choices or ("next", "rain 2")), "storm")) if isinstance(cue, Ask) else ""
        found = game.take(state, answer) if answer else game.delivered(state)
        assert isinstance(found, list)
        events = found
    return spoken


@cache
def everything_said() -> list[Say]:
    return [cue for seed in range(40) for cue in said(seed)]


def test_what_a_game_says_was_made_ready_unless_it_names_people() -> None:
    ready = {part.text for part in LINES.prepared(heard(), {})}
    few = [
        cue
        for cue in everything_said()
        if all(int(part.text) <= MOST for part in cue.parts if part.id.startswith("number."))
    ]
    assert {cue.line.rpartition(".")[0] for cue in few if cue.text not in ready} == {"reaped"}
    storms = {cue.text for cue in few if cue.line.startswith("storm")}
    for sight in ("Został jeden snop ", "Zostały dwa snopy ", "Zostały 3 snopy ", "Zostało 5 snopów pszenicy."):
        assert [text for text in storms if sight in text], sight


def recorded() -> list[Reading]:
    """What has to be read for the table of these tests."""
    package = HarvestPackage()
    return package.readings(Table(package, SETUP, Script(), []), "", "", words_counted)[0]


def test_every_part_of_what_a_game_says_can_be_recorded() -> None:
    wanted = {part.id: words(part.text) for reading in recorded() for part in reading.parts}
    parts = [part for cue in everything_said() for part in cue.parts if part.id]
    assert all(cue.spoken == cue.text for cue in everything_said())
    assert {part for part in parts if wanted.get(part.id) != words(part.text) and not _large(part)} == set()
    assert len({part.id for part in parts if part.id.startswith("storm.")}) >= 12


def _large(part: Part) -> bool:
    return part.id.startswith("number.") and int(part.text) > MOST


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in ("mouth.voice", "studio.profiles"):
        monkeypatch.setattr(f"narrator.{module}.user_voices", lambda: tmp_path / "data" / "voices")
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    (tmp_path / "table.toml").write_text(TABLE, encoding="utf-8")
    return tmp_path


def checked(home: Path) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["voice", "check", "ala", "--setup", str(home / "table.toml"), "--json"])
    told: dict[str, Any] = json.loads(done.output)
    assert done.exit_code == bool(told["problems"])
    return told


def test_a_reader_records_lines_with_gaps_and_the_check_tells_what_is_left(home: Path) -> None:
    pack, everything = pack_to_record("ala", "pl"), recorded()
    read = [one for one in everything if one.id in ("begins.1", "number.3", "storm.1.n2.rye", "storm.1.n3.rye")]
    assert [one.text for one in read] == [
        *("3", "Czas żniw.", "Burza! Zostały dwa snopy żyta.", "Burza! Zostały … snopy żyta."),
    ]
    before = checked(home)
    assert before["lacking"] == before["readings"] == len(everything) - 1  # nobody there is called Celina
    Reader(pack, "_" * 2 * len(read)).studio.record(read)
    after = checked(home)
    assert before["lacking"] - after["lacking"] == len(read)
    assert "ala/storm.1.n3.wheat.a.wav" in {one["place"] for one in after["problems"]}
    assert "ala/storm.1.n3.rye.a.wav" not in {one["place"] for one in after["problems"]}
