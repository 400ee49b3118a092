"""Every scenario file holds: straight, resumed from its journal after every answer, and undone step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.again import BackAndOn, BrokenOff
from tests.scenario import FOLDER, Playing, Scenario, files, load, verify
from tests.sweeps import every


def name_of(path: Path) -> str:
    """Its area, and its name."""
    return str(path.relative_to(FOLDER).with_suffix(""))


@pytest.mark.parametrize("path", files(), ids=name_of)
def test_scenario(path: Path) -> None:
    playing = Playing(load(path))
    playing.play()
    verify(playing)


class Resumed(Playing):
    """A scenario whose program dies after every answer and is begun again from the journal on disk."""

    def __init__(self, path: Path, journal: Path) -> None:
        scenario = load(path)
        self._broken_off = BrokenOff(journal, scenario.seed)
        super().__init__(scenario)

    def answered(self) -> None:
        state = self._broken_off.resumed(self.scenario.game(), self.batches)
        assert state == self.state
        self.state = state


@pytest.mark.parametrize("path", every(6, files()), ids=name_of)
def test_scenario_resumed_after_every_answer(path: Path, tmp_path: Path) -> None:
    playing = Resumed(path, tmp_path / "journal.jsonl")
    playing.play()
    verify(playing)


class Undone(Playing):
    """A scenario of which every answer is taken back and given again."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self._back_and_on = BackAndOn(self.game)

    def _take(self, answer: str) -> None:
        before = self.state
        super()._take(answer)
        self._back_and_on.answered(before, answer, self.state)  # where undo leads is the law of any game


@pytest.mark.parametrize("path", every(8, files()), ids=name_of)
def test_scenario_undone_step_by_step(path: Path) -> None:
    playing = Undone(load(path))
    playing.play()
    verify(playing)
