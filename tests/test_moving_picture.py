"""The moving pictures of the READMEs are those of a night as it is led, and keep its secrets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from narrator.cues import Tell
from tools.evening_picture import frames, played

ROOT = Path(__file__).parent.parent


def test_the_pictures_are_those_of_a_night_as_it_is_led(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.evening_picture", tmp_path], check=True, cwd=ROOT)
    for name in ("evening.svg", "pl/wieczor.svg"):
        drawn = (ROOT / "docs" / name).read_bytes()
        assert (tmp_path / name).read_bytes() == drawn, "run python -m tools.evening_picture"
        assert len(drawn) < 200_000


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_is_for_one_player_is_on_a_phone_and_not_said(language: str) -> None:
    kept, _ = played(language)
    private = {cue.text for cue, _ in kept if isinstance(cue, Tell)}
    shown = list(frames(kept))
    assert private & {frame.note for frame in shown}
    assert not private & {line for frame in shown for line in frame.said}
    assert all(frame.awake for frame in shown if frame.picked)
