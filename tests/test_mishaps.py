"""Whatever happens in a game, it can be told, shown and gone on with; whatever goes wrong for a while, it ends."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.answers import Answer, Heard
from narrator.cues import Ask, At, Pause, Say
from narrator.errors import BadData
from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.play.journal import Journal
from narrator.rooms.listener import Listener
from narrator.texts import Texts

from tests.mishaps.clock import Stuck
from tests.mishaps.evening import KINDS, Kind, evening
from tests.mishaps.games import LONGEST, fuzzed
from tests.mishaps.happenings import CALLED, NONSENSE, USUAL, Guests, possible
from tests.mishaps.retelling import read_back, retold
from tests.mishaps.trouble import KINDS as TROUBLES
from tests.mishaps.trouble import Trouble
from tests.scenario import SCRIPT
from tests.sweeps import trial

GAMES, SHARE = 12, 6
"""Random games here, and in one test; bench/evenings.py plays 10,000."""

EVENINGS = (4, 7)
"""The evenings in each room, of which the second goes on; bench/evenings.py leads 1,000."""

SEATS = Ask(
    at=At(), line="", text="", to=(1,), kind="seats", choices=("1", "2", "5"), most=2, optional=True, window=9.0
)


def test_everything_that_can_happen_at_a_question_is_drawn() -> None:
    guests = Guests(Random(1), USUAL, seats=5)
    said = {guests.answer(SEATS) for _ in range(50_000)}
    assert {*possible(SEATS), "1,2", "1,5", "2,5", *CALLED, *NONSENSE, "0", "3", "6"} <= said
    assert {"none", "time"} <= {*possible(SEATS)}


def test_commands_are_called_for_in_a_calls_time_too() -> None:
    guests, line, time = Guests(Random(1)), Say(at=At(), line="", text=""), Pause(at=At(), seconds=1.0)
    assert {guests.call(cue) for _ in range(1000) for cue in (time, line)} == {"", *CALLED}
    assert {guests.call(line) for _ in range(1000)} == {""}
    assert guests.call(time) == ""


# ---- Games read back ----


def played(number: int, path: Path) -> None:
    chance = Random(f"mishaps {number}")
    retold(fuzzed(SCRIPT, chance, path, longest=chance.choice((20, 60, LONGEST))), chance)


@pytest.mark.parametrize("first", range(0, GAMES, SHARE))
def test_any_game_is_told_shown_and_gone_on_with(first: int, tmp_path: Path) -> None:
    for number in range(first, first + SHARE):
        played(number, tmp_path / f"{number}.jsonl")


def test_a_story_that_cannot_tell_late_answers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Ktulu.story

    def story(self: Ktulu, steps: Iterable[tuple[Any, e.Event]], texts: Texts) -> Any:
        told = list(steps)
        late = [event for _, event in told if isinstance(event, e.Answered) and event.answer == "time"]
        return [int(event.answer) for event in late] or usual(self, told, texts)

    monkeypatch.setattr(Ktulu, "story", story)
    with pytest.raises(ValueError, match="time"):
        played_on(tmp_path)


def test_a_journal_that_forgets_a_command_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Journal.append

    def append(self: Journal, said: str | None, facts: Iterable[dict[str, Any]]) -> None:
        if said != "undo":
            usual(self, said, facts)

    monkeypatch.setattr(Journal, "append", append)
    with pytest.raises((AssertionError, BadData)):
        played_on(tmp_path)


def played_on(folder: Path) -> None:
    for number in range(GAMES):
        played(number, folder / f"{number}.jsonl")


# ---- Evenings in rooms ----


@pytest.mark.parametrize("kind", [trial(kind) if kind in {"moderator", "prompter"} else kind for kind in KINDS])
def test_an_evening_comes_to_its_end_once_nothing_goes_wrong_any_more(kind: Kind, tmp_path: Path) -> None:
    reports = []
    for number in EVENINGS:
        path = tmp_path / f"{number}.jsonl"
        reports.append(evening(SCRIPT, f"evenings {number}", path, kind))
        read_back(path)
    assert any(report.gone_on for report in reports)
    assert any(report.cues for report in reports)


def test_every_trouble_strikes_and_stops() -> None:
    stopped: list[bool] = []
    trouble = Trouble(Random(1), 2000, lambda: stopped.append(True))
    while not trouble.over:
        assert stopped == []
        trouble.next()
    assert {*trouble.struck} == {*TROUBLES}
    assert stopped == [True]
    assert not any(trouble.breaks(1.0) for _ in range(9))


def test_a_room_that_understands_no_key_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Listener._understand

    def understand(self: Listener, cue: Ask, heard: Heard, *more: Any) -> str:
        typed = isinstance(heard, Answer) and not heard.spoken
        return "" if typed else usual(self, cue, heard, *more)

    monkeypatch.setattr(Listener, "_understand", understand)
    with pytest.raises(Stuck):
        evening(SCRIPT, "mishaps 1", tmp_path / "journal.jsonl", "keys")
