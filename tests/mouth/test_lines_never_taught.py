"""Some lines are never taught, and always the same, so that a voice can be judged by what it never learnt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from narrator.computer.paths import setup_file
from narrator.play.loading import load_table
from tools.teach.kept_out import is_kept_out

from tests.speech.lines import wordings

LINES = [f"Zdanie numer {number}." for number in range(2000)]


def test_one_line_in_twenty_is_kept_out_and_stays_so() -> None:
    kept = [number for number, line in enumerate(LINES) if is_kept_out(line)]
    assert 60 < len(kept) < 140
    assert kept[:3] == [14, 15, 16]


def test_the_script_has_lines_to_judge_by() -> None:
    script = load_table(setup_file(Path("all-roles"))).script
    kept = [parts for _, parts in wordings(script, "gentle") if all(is_kept_out(part.text) for part in parts)]
    assert len(kept) >= 10


def test_only_these_are_judged_if_asked() -> None:
    pytest.importorskip("jiwer", reason="NO VOICE WAS JUDGED: pip install --group judge")
    code = (
        "from narrator.cues import Part; from bench.intelligible import is_untaught as is_; print(is_(%r), is_(%r))"
    )
    yes, no = (next(one for one in LINES if is_kept_out(one) is kept) for kept in (True, False))
    parts = ((yes, ", "), (yes, no))
    asked = code.replace("%r", "[Part('', one) for one in %r]") % parts
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["True", "False"]
