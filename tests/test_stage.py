"""The stage: what it asks of a room beside the cues."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.cues import Ask, Part, Pause, Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.play import loading
from narrator.play.journal import Header, Journal, read
from narrator.play.stage import Stage
from narrator.rooms.headless import HeadlessRoom

from tests.played import Notebook
from tests.scenario import SCRIPT


class Preparing(HeadlessRoom):
    """A room that notes what it is asked to make ready, and whether anything went out before."""

    def __init__(self, answers: str) -> None:
        self.written = io.StringIO()
        super().__init__(io.StringIO(answers), self.written)
        self.ready: list[tuple[list[Part], str]] = []

    def prepare(self, lines: list[Part]) -> None:
        self.ready.append((lines, self.written.getvalue()))


def test_all_that_is_known_is_made_ready_once_before_the_first_word(tmp_path: Path) -> None:
    table = loading.load_table(paths.shipped("setups") / "demo.toml")
    header = Header(game="ktulu", setup="", fingerprint="", seed=7, data={})
    journal = Journal.begin(tmp_path / "journal.jsonl", header)
    answers = (paths.shipped("setups") / "demo.answers").read_text(encoding="utf-8")
    room = Preparing(answers + "\ntimer\n5\nover\n")
    Stage.begin(table.game(), 7, journal).run(room)
    journal.close()
    ((texts, before),) = room.ready
    assert before == ""
    game = Ktulu(table.setup, table.script)
    assert texts == game.texts_to_prepare(game.draft_opening(game.begin(1)).state)


class BrokenOff(Notebook):
    """A room whose computer dies in the pastor's time."""

    def pause(self, cue: Pause) -> None:
        super().pause(cue)
        if cue.at.call == "pastor.confess":
            self.say = self.ask = self.tell = self._die  # type: ignore[method-assign]

    def _die(self, cue: object) -> str:
        raise EOFError(cue)


@pytest.mark.parametrize("jailed", ["2", "4"])
def test_a_game_broken_off_in_a_calls_time_begins_that_anew_whoever_acts(jailed: str, tmp_path: Path) -> None:
    cards = ["sheriff", "pastor", "boss", "townsman", "townsman"]
    game = Ktulu(Setup(player=tuple(Player(name=card, card=card) for card in cards)), SCRIPT)
    path, header = tmp_path / "journal.jsonl", Header(game="ktulu", setup="", fingerprint="", seed=7, data={})
    stage = Stage.begin(game, 7, Journal.begin(path, header))
    with pytest.raises(EOFError):
        stage.run(BrokenOff(iter(["ready", jailed])))
    stage.journal.close()
    stage = Stage.resume(game, 7, read(path)[1], Journal.reopen(path))
    stage.again()
    room = Notebook(iter(["ready"]))
    stage.run(room)
    stage.journal.close()
    lines = [cue.line.rpartition(".")[0] for cue in room.cues if isinstance(cue, Say | Ask)]
    assert lines[:5] == ["night.again", "ask.ready", "pause.ends", "pastor.confess.wake", "pastor.confess.line"]
    pause, then = room.cues[5:7]
    assert isinstance(pause, Pause)
    assert isinstance(then, Say if jailed == "2" else Ask)
