"""A problem is told with its line, whatever the file: a walk through whole files finds everything where it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.computer import paths, positions
from narrator.computer.positions import Way, lines_of, located
from narrator.ears import lexicon
from narrator.errors import Problem
from narrator.texts import DEFAULT

from tests.program import narrator

TRICKY = """
format = 1  # ] and [[
'quoted key' = "# no comment"
a.b.c = [1, 2,
  [3,
   4]]
inline = { x = 1, y = { z = "}" }, w = [5,6] }
text = \"\"\"
[not a table]
\"\"\"
raw = '''
x = 1'''
when = 1979-05-27 07:32:00
point = 1.5

[[item]]
id = "one"
[item.deep."er.r"]
key = 1
[[item]]
name = "two"
[[item.inner]]
n = 1
[[item.inner]]
n = 2
"""
FILES = {
    "tricky": TRICKY,
    "script": (paths.shipped("scripts") / "ktulu.toml").read_text("utf-8"),
    "setup": (paths.shipped("setups") / "demo.toml").read_text("utf-8"),
    "lexicon": (Path(lexicon.__file__).parent / "lexicons" / f"{DEFAULT}.toml").read_text("utf-8"),
}


def ways(data: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Everything in the data, by its way."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*way, key), value
        if isinstance(value, dict | list):
            yield from ways(value, (*way, key))


@pytest.mark.parametrize("name", FILES)
def test_everything_in_a_file_stands_on_its_line(name: str) -> None:
    text, found = FILES[name], lines_of(FILES[name])
    lines = text.split("\n")
    everything = dict(ways(tomllib.loads(text)))
    tables = {way for way, value in everything.items() if isinstance(value, list) and heads(lines, found, way)}
    assert found.keys() == everything.keys() - tables
    for way, line in found.items():
        written = lines[line - 1].replace('"er.r"', "er.r").replace('\\"', '"')
        assert sign_of(way, everything[way]) in written, way


def sign_of(way: Way, value: Any) -> str:
    """What can be read on the line of a thing: its key, or the item itself."""
    while isinstance(value, list) and value and isinstance(way[-1], int):
        value = value[0]
    key = next(step for step in reversed(way) if isinstance(step, str))
    return key if isinstance(way[-1], str) or isinstance(value, dict) else str(value)


def heads(lines: list[str], found: dict[Way, int], way: Way) -> bool:
    """Whether the list is one of tables with a head each, and so stands on no line itself."""
    return (*way, 0) in found and lines[found[(*way, 0)] - 1].startswith("[[")


@pytest.mark.parametrize(
    ("place", "begins"),
    [
        ("night[sheriff.jail]", "[[night]]"),
        ("night[sheriff.jail]: id", 'id = "sheriff.jail"'),
        ("night[sheriff.jail]: nothing: of[3]", "[[night]]"),
        ("role[sheriff]: name", 'name = "Szeryf"'),
        ("profile[book]: names: courtesan: voc", "voc ="),
        ("timing: window (of all)", "[timing]"),
        ("say: Manitou", 'Manitou = "Manitu"'),
    ],
)
def test_a_place_leads_as_far_as_it_is_there(place: str, begins: str) -> None:
    line = line_of(FILES["script"], place)
    assert FILES["script"].split("\n")[line - 1].startswith(begins)
    assert line > (FILES["script"][: FILES["script"].index("[[night]]")].count("\n") if "night" in place else 1)


def line_of(text: str, place: str) -> int:
    data, lines = positions._read(text)
    return positions._nearest(lines, positions._way(data, place))


def test_of_two_with_one_id_the_second_is_told() -> None:
    assert line_of('[[item]]\nid = "a"\n[[item]]\nid = "a"\n', "item[a]") == 3


def test_a_number_in_the_place_of_a_name_is_no_label_however_long_it_is() -> None:
    assert line_of(f'[[item]]\nid = 0x{"f" * 9000}\n[[item]]\nid = "a"\n', "item[a]") == 3


def test_what_is_nowhere_has_no_line() -> None:
    assert line_of(TRICKY, "night[sheriff.jail]") == 0
    assert line_of(TRICKY, "item") == 0


def test_play_and_check_tell_the_line(tmp_path: Path) -> None:
    setup = tmp_path / "mine.toml"
    setup.write_text(
        '\ufeffformat = 1\r\n\r\n# a\r\nvoice = "none"\r\nnames = "boook"\r\nscript = "ktulu"\r\n', "utf-8"
    )
    for command in ("check", "play"):
        done = narrator(command, setup)
        assert "mine.toml:5: names: nie ma profilu nazw „boook”" in done.stdout + done.stderr


def test_of_thousands_of_problems_the_first_have_their_line(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text("cards = [\n" + "  1,\n" * 600 + "]\n", "utf-8")
    found = located([Problem(f"cards.toml: cards[{number}]", "no") for number in range(1, 601)], path)
    assert [one.line for one in found[:2]] == [2, 3]
    assert [bool(one.line) for one in found] == [True] * 500 + [False] * 100
