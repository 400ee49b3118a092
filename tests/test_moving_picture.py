"""The README's moving picture is drawn from a night as it is led, and tells nobody what one player reads alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from narrator.cues import Tell
from tools.evening_picture import frames, played

ROOT = Path(__file__).parent.parent
DRAWN = ROOT / "docs" / "evening.svg"


def test_the_picture_is_that_of_a_night_as_it_is_led(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.evening_picture", tmp_path], check=True, cwd=ROOT)
    assert (tmp_path / "evening.svg").read_bytes() == DRAWN.read_bytes(), "run python -m tools.evening_picture"
    assert DRAWN.stat().st_size < 200_000


def test_what_is_for_one_player_is_on_a_phone_and_not_said() -> None:
    kept, _ = played()
    private = {cue.text for cue, _ in kept if isinstance(cue, Tell)}
    shown = list(frames(kept))
    assert private & {frame.note for frame in shown}
    assert not private & {line for frame in shown for line in frame.said}
    assert all(frame.awake for frame in shown if frame.picked)
