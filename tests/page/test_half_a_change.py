"""A power cut within a change loses no answer: the change was made, or it was not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.play import session
from narrator.play.journal import Batch

from tests.page.led import Led, led, led_again

Changed = tuple[bytes, bytes, list[tuple[str, str]], list[tuple[str, str]]]

QUESTION = "Kogo zamyka szeryf?"


def answers(game: Led) -> list[tuple[str, str]]:
    """What was answered to which question, as the past has it."""
    entries = game.entries
    return [(entry["question"], entry["said"]) for entry in entries if "step" in entry]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Changed:
    """A journal before a change, what the change adds, and the answers before and after it."""
    path = tmp_path_factory.mktemp("changed") / "a.jsonl"
    with led(path) as game:
        game.go_to("Kto z bandytów bierze posążek?")
        game.go_on()
        before, first = answers(game), path.read_bytes()
        entries = game.entries
        step = next(entry["step"] for entry in entries if entry.get("question") == QUESTION)
        game.do("change", step=step, said="7")
        return first, path.read_bytes().removeprefix(first), before, answers(game)


def test_a_change_is_whole_or_was_not_made(changed: Changed, tmp_path: Path) -> None:
    first, added, before, after = changed
    lines = added.splitlines(keepends=True)
    lines = lines[: json.loads(lines[0])["piece"]]  # the game has gone on since
    assert len(lines) > 3
    assert (QUESTION, "7") in {*after} - {*before}
    ends = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    cuts = {*ends, *(end + 1 for end in ends[:-1]), *(end - 1 for end in ends[1:])}
    path = tmp_path / "a.jsonl"
    kept, whole = {}, [batch.input for batch in batches(path, first + added[: ends[-1]])]
    for cut in cuts:
        kept[cut] = [batch.input for batch in batches(path, first + added[:cut])]
    assert kept.pop(ends[-1]) == whole != kept[0]
    assert all(inputs == kept[0] for inputs in kept.values())


def batches(path: Path, journal: bytes) -> list[Batch]:
    path.write_bytes(journal)
    return session.recall(path).batches


@pytest.mark.parametrize("part", [0.4, 0.9])
def test_after_the_cut_all_that_was_answered_stands(changed: Changed, tmp_path: Path, part: float) -> None:
    first, added, before, after = changed
    path = tmp_path / "a.jsonl"
    path.write_bytes(first + added[: int(added.index(b"\n") + part * 400)])
    with led_again(path) as game:
        assert answers(game) == before
        if game.now["now"]["kind"] == "ready":
            game.do("go")
        entries = game.entries
        step = next(entry["step"] for entry in entries if entry.get("question") == QUESTION)
        game.do("change", step=step, said="7")
        assert answers(game) == after
    assert path.read_bytes().startswith(first)  # and what was left of the change is gone
    session.recall(path).last()
