"""The stage: what it asks of a room beside the cues."""

from __future__ import annotations

import io
from pathlib import Path

from narrator import places, tables
from narrator.journal import Header, Journal
from narrator.rooms.headless import HeadlessRoom
from narrator.stage import Stage


class Preparing(HeadlessRoom):
    """A room that counts what it is asked to make ready."""

    def __init__(self, answers: str) -> None:
        super().__init__(io.StringIO(answers), io.StringIO())
        self.nights: list[list[str]] = []

    def prepare(self, texts: list[str]) -> None:
        self.nights.append(texts)


def test_each_night_is_made_ready_once(tmp_path: Path) -> None:
    table = tables.load_table(places.shipped("setups") / "demo.toml")
    header = Header(game="ktulu", setup="", table="", seed=7, data={})
    journal = Journal.begin(tmp_path / "journal.jsonl", header)
    answers = (places.shipped("setups") / "demo.answers").read_text(encoding="utf-8")
    room = Preparing(answers + "\ntimer\n5\nover\n")
    Stage.begin(table.game(), 7, journal).run(room)
    journal.close()
    assert len(room.nights) == 3
    assert len({tuple(texts) for texts in room.nights}) == 3
