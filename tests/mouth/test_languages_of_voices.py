"""A voice reads its own language alone: at a table in another one, the system's voice of that speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.mouth.catalogue import catalogue
from narrator.mouth.voice import load_voice, system_voice
from narrator.play.checking import check

from tests.played import SETUP


@pytest.mark.parametrize(
    ("name", "language", "taken"),
    [
        ("system", "pl", "system"),
        ("system", "en", "english"),
        ("system", "sv", "swedish"),
        ("slow", "pl", "slow"),
        ("gosia", "en", "english"),
        ("english", "pl", "system"),
        ("none", "en", "none"),
        ("gosia", "xx", "gosia"),
        ("system", "xx", "english"),
        ("system", "", "system"),
    ],
)
def test_a_table_hears_a_voice_of_its_language(name: str, language: str, taken: str) -> None:
    assert load_voice(name, language).id == taken


def test_a_language_without_a_voice_has_none() -> None:
    assert system_voice("xx") == ""


def test_where_a_language_has_no_voice_the_english_ones_are_offered() -> None:
    assert [one.voice.id for one in catalogue("xx")] == [one.voice.id for one in catalogue("en")] != []


def test_check_names_a_voice_of_another_language(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    for voice, told in (("gosia", True), ("system", False), ("english", False)):
        table.write_text(f'language = "en"\nvoice = "{voice}"\n' + SETUP.replace('voice = "none"\n', ""), "utf-8")
        found = [
            one.parts()[0] for _, problems in check([table]) for one in problems if one.place.endswith(": voice")
        ]
        assert found == ["it speaks 'pl', and the table 'en': 'english' speaks instead"] * told
