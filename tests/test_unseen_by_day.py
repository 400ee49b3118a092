"""A table with its own deck by day, in other rooms than a page: who is called is called alike, seen before or not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from narrator.play import session
from narrator.play.replay import JournalEars, replay
from narrator.rooms.captions import NoMouth
from narrator.rooms.headless import HeadlessRoom
from narrator.rooms.plain import PlainScreen
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.screen import Screen
from narrator.rooms.scripted import WrittenAnswers
from narrator.rooms.table import RoomSettings, TableRoom

from tests.unseen import ALL, at_day

CALLED = {
    "a mayor": (3, "search 2,5 hang 2 no", "urmistrz"),
    "a judge": (6, "duel 2 5 yes 3 2 none none", "ędzia"),
}
"""Whose card is called by day, what is answered where nobody comes forward, and who is called."""

AT_ONCE = RoomSettings(pace=0.0)
Made = Callable[[Console, WrittenAnswers], TableRoom]


def _paged(console: Console, ears: WrittenAnswers) -> TableRoom:
    return TableRoom(NoMouth(), ears, Screen({}, console=console), AT_ONCE, computer=lambda: ["low"])


def _plain(console: Console, ears: WrittenAnswers) -> TableRoom:
    return TableRoom(NoMouth(), ears, PlainScreen({}, console=console), AT_ONCE, computer=lambda: ["low"])


def _prompter(console: Console, ears: WrittenAnswers) -> TableRoom:
    return PrompterRoom(NoMouth(), ears, Screen({}, console=console, paged=False), AT_ONCE, computer=lambda: ["low"])


@pytest.mark.parametrize("room", [_paged, _plain, _prompter])
@pytest.mark.parametrize("called", CALLED)
def test_a_terminal_shows_the_same(called: str, room: Made, tmp_path: Path) -> None:
    seat, day, name = CALLED[called]
    seen, unseen = (_shown(at_day(tmp_path, *seats), day, room) for seats in _both(seat))
    assert name in seen
    assert seen == unseen


@pytest.mark.parametrize("called", CALLED)
def test_a_replay_tells_the_same(called: str, tmp_path: Path) -> None:
    seat, day, name = CALLED[called]
    seen, unseen = (_replayed(at_day(tmp_path, *seats), day) for seats in _both(seat))
    assert name in seen
    assert seen == unseen


def _both(seat: int) -> tuple[list[int], list[int]]:
    """The seats whose cards were seen: all, or all but this one and another."""
    return [*ALL], [one for one in ALL if one not in (seat, 4)]


def _shown(journal: Path, day: str, room: Made) -> str:
    """What a terminal is sent on this day."""
    written = StringIO()
    console = Console(file=written, width=100, height=40, force_terminal=True)
    _, stage, _ = session.resume(journal, "", "")
    with closing(stage.journal):
        stage.run(room(console, WrittenAnswers(iter(day.split()))))
    assert not stage.state.alive(2)
    return written.getvalue()


def _replayed(journal: Path, day: str) -> str:
    """What a replay of an unfinished game writes of this day."""
    before = len(session.recall(journal).batches)
    _shown(journal, day, _plain)
    kept, written = session.recall(journal), StringIO()
    steps = [*kept.steps()][before:]
    replay(
        kept.table.game(),
        steps,
        HeadlessRoom(StringIO("said\n" * len(steps)), written),
        JournalEars(),
        everything=False,
    )
    return written.getvalue()
