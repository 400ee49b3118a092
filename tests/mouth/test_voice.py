"""Voice profiles are read strictly, and the shipped ones are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.errors import BadData
from narrator.mouth.voice import load_voice, voice_ids


@pytest.mark.parametrize("name", voice_ids())
def test_shipped_voices_load(name: str) -> None:
    voice = load_voice(name)
    assert voice.id == name
    assert voice.language == {"english": "en", "swedish": "sv"}.get(name, "pl")


def test_the_default_voice_is_shipped() -> None:
    assert {"system", "slow", "none"} <= set(voice_ids())


def test_an_unknown_voice_is_refused_with_the_likely_one() -> None:
    with pytest.raises(BadData) as refused:
        load_voice("sistem")
    assert [str(problem) for problem in refused.value.problems] == [
        "voice: there is no voice 'sistem' → did you mean system?"
    ]


def test_every_fault_of_a_profile_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "loud.toml"
    path.write_text(
        'format = 1\nid = "quiet"\nengine = "system"\nlanguage = "pl-PL"\nrate = 900\nvolume = 7\npitch = 101\n'
    )
    with pytest.raises(BadData) as refused:
        load_voice(str(path))
    places = [problem.place for problem in refused.value.problems]
    assert places == [f"loud.toml: {key}" for key in ("id", "language", "rate", "pitch", "volume")]


def test_an_unknown_key_and_engine_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "typo.toml"
    path.write_text('format = 1\nengine = "sistem"\nlanguage = "pl"\nrat = 120\n')
    with pytest.raises(BadData) as refused:
        load_voice(str(path))
    assert {problem.place for problem in refused.value.problems} == {"typo.toml: engine", "typo.toml: rat"}


def test_a_byte_order_mark_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b'\xef\xbb\xbfformat = 1\nengine = "system"\nlanguage = "pl"\n')
    assert load_voice(str(path)).id == "windows"
