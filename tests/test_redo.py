"""*Redo* gives the answer again that was undone last, wherever it is typed, and where it is no hint to anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.program import narrator

SETUP = Path("setups/short.toml")


def asked(tmp_path: Path, setup: Path | str, *answers: str) -> list[dict[str, Any]]:
    """What follows the last answer."""
    said = "\n".join(answers)
    done = narrator("play", setup, "--headless", "--journal", tmp_path / f"{len(answers)}.jsonl", said=said)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_it_leads_where_the_answer_did(tmp_path: Path) -> None:
    once = asked(tmp_path, SETUP, "ready", "3")
    twice = asked(tmp_path, SETUP, "ready", "3", "undo", "undo", "redo")
    assert [cue for cue in twice if cue["cue"] == "ask"][-1] == once[-1]
    assert sum(cue.get("line") == "sheriff.jail.announce.1" for cue in twice) == 2
    assert [cue["commands"][-1] for cue in twice if cue["cue"] == "ask"][-3:] == ["override", "redo", "override"]


def test_after_another_answer_there_is_nothing_to_redo(tmp_path: Path) -> None:
    cues = asked(tmp_path, SETUP, "ready", "3", "undo", "undo", "4", "redo")
    assert [cue["cue"] for cue in cues][-2:] == ["refused", "ask"]


@pytest.mark.parametrize(("answers", "offered"), [("moderator", True), ("keys", False), ("counting", False)])
def test_at_night_it_is_offered_to_a_moderator_alone(answers: str, offered: bool, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(SETUP.read_text("utf-8").replace('answers = "moderator"', f'answers = "{answers}"'), "utf-8")
    assert f'answers = "{answers}"' in table.read_text("utf-8")
    cues = asked(tmp_path, table, *["ready", "3", *["undo"] * 4, *["ready"] * 4])
    at_night = [cue for cue in cues if cue["cue"] == "ask" and cue["phase"] not in ("start", "day")]
    assert any("redo" in cue["commands"] for cue in at_night) == offered


def test_a_counted_game_has_it_too(tmp_path: Path) -> None:
    cues = asked(tmp_path, "demo-fluxx", "no", "undo", "redo")
    offers = ["redo" in cue["commands"] for cue in cues if cue["cue"] == "ask"]
    assert offers[:3] == [False, False, True]
    assert offers[3] is False
