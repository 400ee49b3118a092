"""Whole games of the shipped setups, from files of answers, by the real command: to the end, and to that winner."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from narrator.rooms.headless import answer_lines

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tests" / "games"


def play(setup: Path, answers: Path, journal: Path) -> list[dict[str, Any]]:
    """Play the game and give its cues."""
    program = Path(sysconfig.get_path("scripts")) / "narrator"
    command: list[str | Path] = [program, "play", setup, "--headless", "--answers", answers, "--journal", journal]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("name", "winner", "rule", "night"), [("demo", "bandits", "R92", 3), ("all-roles", "fugitives", "R95", 4)]
)
def test_a_whole_game_is_played(name: str, winner: str, rule: str, night: int, tmp_path: Path) -> None:
    answers = GAMES / f"{name}.answers"
    cues = play(ROOT / "setups" / f"{name}.toml", answers, tmp_path / "journal.jsonl")
    assert [cue for cue in cues if cue["cue"] == "refused"] == []
    end = cues[-1]
    assert (end["cue"], end["night"], end["data"]["winner"], end["data"]["rule"]) == ("end", night, winner, rule)
    with answers.open(encoding="utf-8") as lines:
        given = len(list(answer_lines(lines)))
    assert given == len([cue for cue in cues if cue["cue"] == "ask"]), "answers are left over"
    days = {cue["night"] for cue in cues if cue["phase"] == "day"}
    assert days == set(range(night)), "each day before the last night is led"


def test_every_file_of_answers_is_played() -> None:
    assert {path.stem for path in GAMES.glob("*.answers")} == {"demo", "all-roles"}
