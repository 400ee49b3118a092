"""Names with more in them than letters: in files, typed, and in messages."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from narrator.answers import Answer, typed
from narrator.commands.setups import check
from narrator.computer.paths import shipped
from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.errors import Problem, escaped
from narrator.lexicon import unshared
from narrator.play import loading

from tests.checked import faults_of

PEOPLE = {
    1: "1. Ala",
    2: "Bartek 👑",
    3: "dr Celina Nowak",
    4: "(Darek)",
    5: "امیر\u200cحسین",
    6: "Ewa Nowak",
    7: "Jan",
    8: "Jan Maria",
}


SEAT = Ask(
    at=At(phase="night", night=1, call="x"), line="", text="", to="all", kind="seat", choices=tuple("12345678")
)


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        *(
            ("ala", "1"),
            ("al", "1"),
            ("bartek", "2"),
            ("celina", "3"),
            ("cel", "3"),
            ("celina nowak", "3"),
            ("dr celina", "3"),
        ),
        *(
            ("darek", "4"),
            ("امیرحسین", "5"),
            ("\u200eAla", "1"),
            ("ewa", "6"),
            ("jan", "7"),
            ("jan maria", "8"),
            ("maria", "8"),
        ),
    ],
)
def test_who_types_the_proper_name_is_understood(said: str, seat: str) -> None:
    assert typed(said, SEAT, read_lexicon("pl"), PEOPLE) == Answer(seat)


def test_who_says_it_too() -> None:
    called = unshared(PEOPLE)
    assert [called.get(name) for name in ("ala", "bartek", "celina", "ewa nowak", "jan", "nowak")] == [
        1,
        2,
        3,
        6,
        7,
        None,
    ]


@pytest.mark.parametrize("name", ["1. Ala", "Ala (szeryf)", "Ala, Olek", "Ala +1"])
def test_a_name_in_a_file_that_is_more_than_a_name_is_warned_of_with_its_cure(name: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    text = Path(shipped("setups") / "small.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(text.replace(f'"{first}"', f'"{name}"'), "utf-8")
    (warned,) = [one for one in faults_of(path) if one.key == "more-than-a-name"]
    assert warned.warning
    assert "Ala" in str(warned.cure)
    path.write_text(text.replace(f'"{first}"', '"\u200eA\u200bla\ufe0f"'), "utf-8")
    assert [one for one in faults_of(path) if not one.warning or "name" in one.place] == []
    assert loading.load_table(path).setup.people[1] == "Ala"


@pytest.mark.parametrize("space", [*"\u00a0\u1680\u2000\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000"])
@pytest.mark.parametrize("setup", ["small", "demo-wars"])
def test_a_space_of_any_width_in_the_name_of_a_file_is_a_space(setup: str, space: str, tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    text = Path(shipped("setups") / f"{setup}.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(text.replace(f'"{first}"', f'"Filip{space}K."'), "utf-8")
    assert [one for one in faults_of(path) if "name" in one.place] == []
    assert "Filip K." in loading.load_table(path).setup.people.values()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ola 🧑\u200d🚀", "Ola 🧑\u200d🚀"),
        ("👩🏽\u200d❤\ufe0f\u200d👨", "👩🏽\u200d❤\ufe0f\u200d👨"),
        ("امیر\u200cحسین", "امیر\u200cحسین"),
        ("sher\u200diff", r"sher\u200diff"),  # which is no sheriff, and looks like one
        ("ł\u200dł", r"ł\u200dł"),
        ("🧑\u200d", r"🧑\u200d"),
        ("\u200d🧑\u200b🚀", r"\u200d🧑\u200b🚀"),
    ],
)
def test_a_message_shows_joiners_where_a_name_needs_them_and_as_codes_elsewhere(written: str, shown: str) -> None:
    assert escaped(written) == shown
    assert Problem(written, written).told() == f"{shown}: {shown}"


def test_check_names_a_player_as_the_file_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    text = Path(shipped("setups") / "small.toml").read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(text.replace(f'"{first}"', '"1. Ola 🧑\u200d🚀"'), "utf-8")
    with pytest.raises(typer.Exit):
        check([path])
    told = capsys.readouterr()
    assert "Ola 🧑\u200d🚀" in told.out
    assert "u200d" not in told.out + told.err
