"""Nothing is ever lost: a game that dies at any point goes on at the same question, at the same table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from narrator.computer import paths
from narrator.cues import Ask, as_json
from narrator.play.journal import FORMAT, Batch, Header, Journal, read
from narrator.play.stage import Stage

from tests.played import SETUP, Notebook, Played, whole_game
from tests.sweeps import every, trial

DEMO = (paths.shipped("setups") / "demo.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=["small", "demo"])
def game(request: pytest.FixtureRequest) -> Played:
    return whole_game() if request.param == "small" else whole_game(DEMO, 1, 60)


def cuts(game: Played) -> Iterator[tuple[int, int]]:
    """The end of every line, with the number of batches that must be there after a cut.

    A batch is complete once its first line is, which holds the input.
    """
    place, batches = 0, 0
    for line in game.journal.splitlines(keepends=True):
        place, batches = place + len(line), batches + (b'"input": ' in line)
        yield place, batches


def memories(state: Any) -> list[Any]:
    """List the tables that undoing would come back to."""
    found = []
    while state is not None:
        found.append(state)
        state = state.before
    return found


def test_the_game_is_worth_dying_in(game: Played) -> None:
    assert {"pause", "repeat", "undo", "time"} <= {*game.answers}
    assert len(list(cuts(game))) > 200
    assert len(game.states) == len(game.ends) - 1 == len(game.cues)


def chosen(game: Played, nth: int) -> list[tuple[int, int]]:
    """Every nth cut, those at either end, and the first after each kind of line."""
    found = list(cuts(game))
    kinds = [json.loads(line).get("event", "") for line in game.journal.splitlines()]
    wanted = {*range(0, len(found), nth), *map(kinds.index, kinds), len(found) - 1}
    return [found[number] for number in sorted(wanted)]


TORN = b"\0" * 4096
"""What a power cut may leave of a line that was being written."""


@pytest.mark.parametrize("nth", [24, trial(1)])
def test_a_game_cut_after_any_line_goes_on_at_the_same_question(game: Played, nth: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    ends, rules = game.ends, game.table.game()
    for place, batches in chosen(game, nth):
        path.write_bytes(game.journal[:place] + TORN)
        header, found = read(path)
        assert len(found) == batches, place
        journal = Journal.reopen(path)
        stage: Stage[Any, Any] = Stage.resume(rules, header.seed, found, journal)
        going = max(batches, 1)  # a game cut before its opening begins anew
        assert memories(stage.state) == memories(game.states[going - 1]), place
        assert path.read_bytes()[: ends[going]] == game.journal[: ends[going]], place
        room = Notebook(iter(()))
        stage.run(room)
        journal.close()
        assert room.cues == until_asked(game, going - 1), place
        written = path.read_bytes().removesuffix(TORN)  # left as it is if nothing more happened
        assert game.journal.startswith(written), place
        assert len(written) in ends, place


def until_asked(game: Played, first: int) -> list[Any]:
    """List the cues that must follow from this one on, to the next question: none twice, none swallowed."""
    following = game.cues[first:]
    stop = next((number for number, cue in enumerate(following) if isinstance(cue, Ask)), len(following))
    return following[: stop + 1]


def test_a_cut_inside_a_line_is_a_cut_before_it(tmp_path: Path) -> None:
    game = whole_game()
    path = tmp_path / "journal.jsonl"
    lines = [place for place, _ in cuts(game)]
    whole = read_after(game, lines[0], path)
    for start, end in pairwise(lines):
        every = 1 if end == lines[-1] or not game.journal[start:end].isascii() else (end - start) // 2
        for place in range(start + 1, end, every):
            assert read_after(game, place, path) == whole, place
        whole = read_after(game, end, path)


def read_after(game: Played, place: int, path: Path) -> list[Batch]:
    """Read the journal cut at this byte; its header is shortened, since all of it is before every cut."""
    header = game.journal.index(b"\n") + 1
    short = (
        json.dumps({"journal": FORMAT, **asdict(Header(game="", setup="", fingerprint="", seed=1))}).encode() + b"\n"
    )
    path.write_bytes(short + game.journal[header:place])
    return read(path)[1]


# ---- Real processes, really killed ----


class Process:
    """A narrator in its own process, which answers are given to until it is killed."""

    def __init__(self, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "narrator", *map(str, arguments), "--headless"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": "random"},
        )

    def cues(self) -> Iterator[dict[str, Any]]:
        """Read cue by cue to the next question, or to the end."""
        assert self._process.stdout
        for line in self._process.stdout:
            yield json.loads(line)
            if '"cue": "ask"' in line:
                break

    def answer(self, said: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{said}\n")
        self._process.stdin.flush()

    def kill(self) -> list[dict[str, Any]]:
        """Kill it, and give what it had still said."""
        self._process.kill()
        said = list(self.cues())
        self.close()
        return said

    def close(self) -> None:
        with self._process:
            pass


PARTS = 4


@pytest.mark.parametrize("part", every(PARTS, range(PARTS)))
def test_a_process_killed_at_every_answer_loses_nothing(tmp_path: Path, part: int) -> None:
    game = whole_game()
    setup, path = tmp_path / "table.toml", tmp_path / "journal.jsonl"
    setup.write_text(SETUP, encoding="utf-8")
    narrator = Process("play", setup, "--seed", game.seed, "--journal", path)
    assert list(narrator.cues()) == told(game, 0)
    heard = len(told(game, 0))
    for number, said in enumerate(game.answers):
        narrator.answer(said)
        due = told(game, heard)
        before = [next(narrator.cues())]  # so the answer is on the disk
        if number % PARTS == part:
            before += narrator.kill()
            narrator = Process("resume", path)
            again = list(narrator.cues())
            assert again in (due[len(before) :], due[len(before) - 1 :]), number
        elif before != due:
            before += narrator.cues()
        assert before == due[: len(before)], number
        heard += len(due)
    assert heard == len(game.cues)
    narrator.close()
    assert path.read_bytes().splitlines()[1:] == game.journal.splitlines()[1:]


def told(game: Played, first: int) -> list[dict[str, Any]]:
    """List the cues from this one to the next question, as a program reads them."""
    return [json.loads(json.dumps(as_json(cue))) for cue in until_asked(game, first)]
