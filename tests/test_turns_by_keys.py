"""The example turns of FLUXX's booklet, typed into a terminal from its scenarios: what they expect is shown."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from narrator.page import commands

from tests.listening_scenario import FOLDER, load
from tests.page.led import Led, led
from tests.page.test_turns_by_taps import TURNS, setup_of
from tests.sitting import SECONDS, Sitting, sitting
from tests.sweeps import every

WORDS = {"none": "nikt", "undo": "cofnij", "yes": "tak"}


def words_of(beside: Led, said: str) -> str:
    """A command as people type it: as it stands on a page."""
    groups = beside.now["now"].get("commands", ())
    labels = {one["id"]: one["label"] for group in groups for one in group["choices"]}
    return WORDS.get(said) or str(labels.get(said, said))


def typed(one: Sitting, words: str) -> None:
    """Type an answer, and wait for the next question."""
    one.answer("pomoc", words)
    over = time.monotonic() + SECONDS
    while (after := one.words.rpartition(f"› {words}"))[1] == "" or "pomoc" not in after[2]:
        one._read(over)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
@pytest.mark.parametrize("name", every(4, TURNS))
def test_a_turn_of_the_booklet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(commands, "TWICE", 0.0)
    scenario = load(FOLDER / "cthulhu-fluxx" / f"{name}.toml")
    setup, journal = tmp_path / "table.toml", tmp_path / "b.jsonl"
    setup.write_text(setup_of(scenario), encoding="utf-8")
    command = ("play", str(setup), "--silent", "--pace", "0", "--journal", str(journal))
    with led(tmp_path / "a.jsonl", str(setup)) as beside, sitting(tmp_path, *command, width=160, height=60) as one:
        for step in scenario.step:
            for said in step.say:
                typed(one, words_of(beside, said))
                beside.do("undo") if said == "undo" else beside.do("answer", said=said)
            for words in (*step.words, step.asked):
                one.see(words)
