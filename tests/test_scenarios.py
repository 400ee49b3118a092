"""Every scenario file holds: played straight, and resumed from its journal after every answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.play.journal import Header, Journal, read
from narrator.play.stage import Stage

from tests.scenario import FOLDER, Playing, files, load, verify
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
        self.journal, self._written = journal, 0
        Journal.begin(journal, Header(game="ktulu", setup="", fingerprint="", seed=scenario.seed)).close()
        super().__init__(scenario)

    def answered(self) -> None:
        with self.journal.open("a", encoding="utf-8") as file:
            for batch in self.batches[self._written :]:
                first, *rest = batch.facts
                for fact in ({**first, "input": batch.input}, *rest):
                    file.write(json.dumps(fact) + "\n")
        self._written = len(self.batches)
        header, batches = read(self.journal)
        open_journal = Journal.reopen(self.journal)
        stage = Stage.resume(self.scenario.game(), header.seed, batches, open_journal)
        open_journal.close()
        assert stage.state == self.state
        self.state = stage.state


@pytest.mark.parametrize("path", every(4, files()), ids=name_of)
def test_scenario_resumed_after_every_answer(path: Path, tmp_path: Path) -> None:
    playing = Resumed(path, tmp_path / "journal.jsonl")
    playing.play()
    verify(playing)
