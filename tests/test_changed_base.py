"""When a base has changed since a variant was checked against it: what of that the variant touches is told."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from narrator.errors import Problem
from narrator.games.night.loading import accepted, read_script
from narrator.games.night.variants.writing import as_toml_text

from tests.checked import faults_of
from tests.own_script import DATA
from tests.program import narrator

VARIANT = """\
format = 1
extends = "base.toml"

[meta]
name = "U nas"  # as we call it

[rules]
drinks = 3

[role.sheriff]
does = "Zamykasz."

[new-role.jailer]
like = "sheriff"
traits = []
name = "Klawisz"
does = "Trzymasz klucze."
cases = { voc = "Klawiszu", gen = "klawisza" }

[line."day.found"]
more = ["Koniec szukania."]

[line."sheriff.jail.sleep"]
text = ["Śpij."]

[call."night/bodyguard.guard"]
window = [9.0, 3.0]

[[order]]
remove = "zero/pastor.confess"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a base and a variant of it that was checked against it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    base_is(DATA)
    Path("my.toml").write_text(VARIANT, encoding="utf-8")
    accept()
    return tmp_path


def accept() -> None:
    """Note that the variant was checked, as the program does."""
    Path("my.toml").write_text(accepted(Path("my.toml")), encoding="utf-8", newline="")


def base_is(data: dict[str, Any]) -> None:
    Path("base.toml").write_text(as_toml_text(data), encoding="utf-8")


def of_id(data: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    return next(one for one in data[kind] if one["id"] == name)


def line_of(problem: Problem) -> str:
    """What stands on the line of the problem."""
    return Path("my.toml").read_text(encoding="utf-8").splitlines()[problem.line - 1]


def told() -> list[str]:
    return [problem.where for problem in faults_of(Path("my.toml"))]


def test_that_it_was_checked_stands_in_its_file_and_all_else_stays() -> None:
    Path("my.toml").write_text(VARIANT, encoding="utf-8")
    assert narrator("script", "accept", "my.toml").returncode == 0
    text = Path("my.toml").read_text(encoding="utf-8")
    assert text.startswith(VARIANT.partition("[meta]")[0].rstrip())
    assert VARIANT.partition("[meta]")[2].rstrip() in text
    data = tomllib.loads(text)
    assert data["base"] == 1
    assert [*data["checked"]] == [
        *("rules.drinks", "role.sheriff", "new-role.jailer", "line.day.found", "line.sheriff.jail.sleep"),
        *("call.night/bodyguard.guard", "order.zero/pastor.confess"),
    ]
    assert told() == []
    assert narrator("script", "accept", "my.toml").returncode == 0
    assert tomllib.loads(Path("my.toml").read_text(encoding="utf-8")) == data


def changed(part: str) -> dict[str, Any]:
    """The base after an update."""
    data = deepcopy(DATA)
    if part == "rules":
        data["rules"] = {"drinks": 1}
    elif part == "role":
        of_id(data, "role", "sheriff")["does"] = "Inaczej."
    elif part == "line":
        of_id(data, "line", "day.found")["text"] = ["Inaczej: {name}, {seat}."]
    elif part == "text":
        of_id(data, "zero", "sheriff.jail")["sleep"] = ["{sheriff.voc}, inaczej."]
    elif part == "call":
        of_id(data, "night", "bodyguard.guard")["when"] = ["from-night 2"]
    elif part == "order":
        of_id(data, "zero", "pastor.confess")["window"] = [30.0, 1.0]
    return data


@pytest.mark.parametrize(
    ("part", "places"),
    [
        ("rules", {"rules: drinks": "drinks = 3"}),
        ("role", {"role.sheriff": "[role.sheriff]", "new-role.jailer": "[new-role.jailer]"}),
        ("line", {"line.day.found": '[line."day.found"]'}),
        ("text", {"line.sheriff.jail.sleep": '[line."sheriff.jail.sleep"]'}),
        ("call", {"call.night/bodyguard.guard": '[call."night/bodyguard.guard"]'}),
        ("order", {"order[1]": "[[order]]"}),
    ],
)
def test_what_it_touches_is_told_at_its_place_when_the_base_has_it_otherwise(
    part: str, places: dict[str, str]
) -> None:
    base_is(changed(part))
    found = faults_of(Path("my.toml"))
    assert [(problem.place, line_of(problem)) for problem in found] == [
        (f"my.toml: {place}", line) for place, line in places.items()
    ]
    assert all(problem.warning and problem.parts()[1].endswith("narrator script accept my.toml") for problem in found)
    assert narrator("script", "diff", "my.toml").stdout.splitlines()[-1].startswith("W podstawie zmieniło się")
    accept()
    assert told() == []
    assert "W podstawie" not in narrator("script", "diff", "my.toml").stdout


def test_of_what_it_does_not_touch_nothing_is_told_though_the_version_is_another() -> None:
    data = deepcopy(DATA) | {"version": 2}
    of_id(data, "role", "kali")["does"] = "Inaczej."
    of_id(data, "line", "day.revealed")["text"] = ["Inaczej."]
    base_is(data)
    assert [place for place in told() if place.startswith("my.toml")] == []


def since_checked(path: Path, language: str) -> list[str]:
    """Where a table in this language is told that the base is otherwise than what was noted."""
    return [problem.place for problem in read_script(path, language=language)[1] if problem.key == "base-has-changed"]


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("table", ["pl", "en", ""])
def test_at_a_table_in_any_language_the_base_is_compared_in_the_one_in_which_it_was_noted(
    language: str, table: str
) -> None:
    path = Path("shipped.toml")
    said = VARIANT.replace("base.toml", "ktulu").replace("\n[meta]", f'language = "{language}"\n\n[meta]')
    path.write_text(said.replace("cases = {", 'cases = { nom = "klawisz",'), encoding="utf-8")
    path.write_text(accepted(path), encoding="utf-8")
    assert since_checked(path, table) == []
    noted = path.read_text(encoding="utf-8")
    path.write_text(noted.replace('"role.sheriff" = "', '"role.sheriff" = "0'), encoding="utf-8")
    assert since_checked(path, table) == ["shipped.toml: role.sheriff"]


def test_what_a_translation_noted_of_its_base_is_told_where_it_is_spoken() -> None:
    head = 'format = 1\ntranslates = "base"\nlanguage = "en"\n[role.sheriff]\nname = "Sheriff"\n'
    path, base = Path("base.en.toml"), Path("base.toml")
    path.write_text(head, encoding="utf-8")
    path.write_text(accepted(path).replace("Sheriff", "Marshal"), encoding="utf-8")  # what it says itself is no base
    for file in (base, path):
        assert since_checked(file, "en") == []
    base_is(changed("role"))
    for file in (base, path):
        assert since_checked(file, "en") == ["base.en.toml: role.sheriff"]
    assert since_checked(base, "pl") == []


def test_a_variant_with_faults_is_not_said_to_be_checked() -> None:
    Path("my.toml").write_text(VARIANT + '[role.sherif]\nname = "X"\n', encoding="utf-8")
    before = Path("my.toml").read_bytes()
    assert "może chodzi o sheriff?" in narrator("script", "accept", "my.toml").stderr
    assert "nie stoi na niczym" in narrator("script", "accept", "base.toml").stderr
    assert Path("my.toml").read_bytes() == before


@pytest.mark.parametrize("note", ["checked = 3", 'checked = ["role.sheriff"]', '[checked]\n"role.sheriff" = 3'])
def test_a_note_that_is_none_is_refused(note: str) -> None:
    head, _, rest = VARIANT.partition("\n[meta]")
    text = f"{head}{note}\n[meta]{rest}" if "[c" not in note else f"{VARIANT}{note}\n"
    Path("my.toml").write_text(text, encoding="utf-8")
    assert [problem.place.partition(": ")[2][:7] for problem in faults_of(Path("my.toml"))] == ["checked"]


@pytest.mark.parametrize(("broken", "place"), [("order = 3", "order"), ('call."night/luke.ride" = 3', "call.")])
def test_what_is_no_table_is_told_where_something_was_noted_too(broken: str, place: str) -> None:
    text = f'format = 1\nextends = "base.toml"\n{broken}\n[checked]\n'
    Path("my.toml").write_text(text, encoding="utf-8")
    (found,) = faults_of(Path("my.toml"))
    assert found.place.startswith(f"my.toml: {place}")
