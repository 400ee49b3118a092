"""What editors are told of scripts and variants: all that `check` passes is right there too, and slips are not."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from narrator.commands import app
from narrator.computer import paths
from narrator.games.night.loading import shipped_script
from narrator.games.night.variants.schema import schema

from tests.test_variant_pages import examples

SCHEMA = schema(shipped_script())
VALIDATOR = Draft202012Validator(SCHEMA)
VARIANT = 'format = 1\nextends = "ktulu"\n'
SHIPPED = [paths.script_file(name, Path()) for name in sorted(paths.shipped_scripts())]


def faults(text: str) -> list[str]:
    """Where an editor would underline something."""
    return ["/".join(map(str, fault.absolute_path)) for fault in VALIDATOR.iter_errors(tomllib.loads(text))]


def test_it_is_a_schema_and_json() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_what_is_shipped_is_right(file: Path) -> None:
    assert faults(file.read_text("utf-8")) == []


@pytest.mark.parametrize("example", [*examples()])
def test_what_the_pages_show_is_right(example: str) -> None:
    assert faults(example) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[rules]\ntown_hang = true", "rules"),
        ('[rules]\nduels_per_day = "two"', "rules/duels_per_day"),
        ('[rules]\nwarrior = "twice"', "rules/warrior"),
        ('[role.sheriff]\nnam = "Strażnik"', "role/sheriff"),
        ('[call."night/sheriff.jail"]\ndo = "jale"', "call/night/sheriff.jail/do"),
        ('[call."night/sheriff.jail"]\nwhen = ["hold sheriff"]', "call/night/sheriff.jail/when/0"),
        ('[[order]]\nmove = "night/a"\nremove = "night/b"', "order/0"),
        ('[[order]]\nbefore = "night/a"', "order/0"),
        ('[line."dawn.quiet"]\ntext = "Cisza."', "line/dawn.quiet/text"),
        ('[night."sheriff.jail"]\nask = "seat"', ""),
    ],
)
def test_a_slip_is_underlined(text: str, place: str) -> None:
    assert faults(VARIANT + text) == [place]


def test_ids_of_the_base_are_offered() -> None:
    offered: dict[str, Any] = SCHEMA["then"]["properties"]
    assert {"sheriff", "boss"} <= {*offered["role"]["properties"]}
    assert {"night/sheriff.jail", "zero/sheriff.jail"} <= {*offered["call"]["properties"]}
    assert {"dawn.quiet", "sheriff.jail.sleep"} <= {*offered["line"]["properties"]}


def test_the_command_writes_it_and_says_how_it_is_used(tmp_path: Path) -> None:
    file = tmp_path / "ours.json"
    done = CliRunner().invoke(app.app, ["script", "schema", str(file)])
    assert json.loads(file.read_text("utf-8")) == SCHEMA
    assert "#:schema ./ours.json" in done.stdout


def test_a_schema_takes_no_scripts_place(tmp_path: Path) -> None:
    file = tmp_path / "our.toml"
    file.write_text(VARIANT, encoding="utf-8")
    done = CliRunner().invoke(app.app, ["script", "schema", str(file)])
    assert str(done.exception).endswith(".json")
    assert file.read_text("utf-8") == VARIANT


def test_a_translation_has_words_only() -> None:
    head = 'format = 1\ntranslates = "ktulu"\nlanguage = "en"\n'
    assert faults(head + '[role.sheriff]\nname = "Sheriff"\n[line."dawn.quiet"]\ntext = ["Quiet."]') == []
    assert faults(head + "[rules]\ndrinks = 3") == [""]
