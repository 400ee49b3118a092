"""The compiled parser of TOML reads what Python's own reads, and refuses in the same words what that refuses."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import narrator
from narrator.computer import paths, toml_reader
from narrator.computer import tomllib as ours
from narrator.games import registry
from narrator.games.night.loading import shipped_script

REFUSED = (
    "a = tak",
    "a = 'x",
    'a = "\\x41"',
    'a = "\u0001"',
    "a = {\n b = 1 }",
    "a = {b = 1,}",
    "a = 1\na = 2",
    "a.b.c = 1\na.b = 2",
    "a = 1 b = 2",
    "x = 2020-99-99",
    "[a\n",
    "[[a]]\n[a]",
    "ą = 1",
    "a = 1__0",
    f"a = {'9' * 5000}",
)


def test_the_compiled_parser_is_there() -> None:
    assert ours.__name__ == "tomli"


@pytest.mark.parametrize("text", REFUSED)
def test_both_parsers_refuse_a_text_in_the_same_words(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as theirs:
        tomllib.loads(text)
    with pytest.raises(ValueError, match=r".") as told:
        ours.loads(text)
    assert str(told.value) == str(theirs.value)


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, "a = " + "{b = " * 5000])
def test_what_is_nested_too_deep_ends_no_program(text: str) -> None:
    with pytest.raises(RecursionError):
        ours.loads(text)


def test_both_parsers_read_every_shipped_file_alike() -> None:
    files = [*Path(narrator.__file__).parent.rglob("*.toml")]
    assert len(files) > 20
    for file in files:
        text = file.read_text("utf-8")
        assert ours.loads(text) == tomllib.loads(text), file


def test_what_all_look_at_stays_as_the_file_has_it() -> None:
    files = [*paths.shipped("scripts").rglob("*.toml")]
    seen = {file: toml_reader.look(file) for file in files}
    assert registry.offered()
    for variant in ("burza", "mafia"):
        assert shipped_script(variant, "en").language == "en"
    for file, data in seen.items():
        toml_reader.load(file).clear()
        assert toml_reader.look(file) is data
        assert data == tomllib.loads(file.read_text("utf-8")), file
