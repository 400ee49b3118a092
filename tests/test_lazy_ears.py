"""Ears may open late: the first question waits for them, and a narrator that ends does not."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as threads

import pytest

from narrator.answers import Answer, Heard
from narrator.cues import Ask, At
from narrator.ears import Together
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon
from narrator.errors import ChannelLost
from narrator.mouth.player import ProgramPlayer
from narrator.rooms.lazy_ears import LazyEars

from tests.polish import in_polish

SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("7",))


def ears(typed: str) -> Together:
    return Together([Keyboard(read_lexicon("pl"), {7: "Ala"}, source=StringIO(typed))], in_polish(pytest.fail))


def test_the_first_question_waits_until_they_are_open() -> None:
    loaded, heard = Event(), list[Heard]()

    def opening() -> Together:
        loaded.wait()
        return ears("Ala\n")

    late = LazyEars(opening)
    asking = Thread(target=lambda: heard.append(late.hear(SEAT)))
    asking.start()
    assert heard == []
    loaded.set()
    asking.join()
    assert heard == [Answer("7")]


def test_ears_that_open_after_the_end_are_closed() -> None:
    loaded, closed = Event(), Event()

    class Noted(Together):
        def close(self) -> None:
            closed.set()

    def opening() -> Together:
        loaded.wait()
        return Noted([], in_polish(pytest.fail))

    late = LazyEars(opening)
    late.close()
    loaded.set()
    assert closed.wait(60)


def test_what_keeps_them_from_opening_is_told_with_the_question() -> None:
    def opening() -> Together:
        raise ChannelLost("There is no keyboard.")

    with pytest.raises(ChannelLost, match="no keyboard"):
        LazyEars(opening).hear(SEAT)


@pytest.fixture
def player() -> ProgramPlayer:
    """One whose lines are over at once."""
    program = shutil.which("true")
    if program is None:
        pytest.skip("needs a program that does nothing")
    return ProgramPlayer(program)


def test_they_open_once_the_first_line_sounds(player: ProgramPlayer) -> None:
    loaded = Event()

    def opening() -> Together:
        loaded.wait()
        return ears("Ala\n")

    late = LazyEars(opening, player=player)
    assert "ears" not in [thread.name for thread in threads()]
    for _ in range(2):
        player.play(Path("line.wav"))
    assert "ears" in [thread.name for thread in threads()]
    loaded.set()
    assert late.hear(SEAT) == Answer("7")


def test_a_question_before_the_first_line_opens_them(player: ProgramPlayer) -> None:
    assert LazyEars(lambda: ears("Ala\n"), player=player).hear(SEAT) == Answer("7")
