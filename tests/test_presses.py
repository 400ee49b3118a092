"""A key means the word that sounds and stands there, or the next one, a moment early."""

from __future__ import annotations

import pytest

from narrator.rooms.counting import BEAT
from narrator.rooms.presses import BOUNCE, EARLY, Presses

TWELVE = tuple(str(seat) for seat in range(1, 13))
BEATS = (1.2, BEAT, 2.1)
STEPS = [step / 20 for step in range(20)]
BEGINS = 1000.0


def counted(beat: float, choices: tuple[str, ...] = TWELVE) -> Presses:
    """Count all the choices."""
    presses = Presses(choices, beat)
    for place in range(len(choices)):
        presses.begins(place, BEGINS + place * beat)
    return presses


def meant(beat: float, number: str, after: float) -> list[str]:
    """What a key means that is pressed so long after the number begins."""
    presses = counted(beat)
    presses.press(BEGINS + TWELVE.index(number) * beat + after)
    return presses.picks


@pytest.mark.parametrize(
    ("number", "after"), [("11", 0.35), ("5", 0.15), ("5", 0.6), ("12", 0.4), ("11", 0.0), ("9", 0.9)]
)
def test_a_key_pressed_at_a_number_means_it(number: str, after: float) -> None:
    assert meant(BEAT, number, after) == [number]


@pytest.mark.parametrize("beat", BEATS)
def test_it_does_so_until_shortly_before_the_next_one(beat: float) -> None:
    for step in STEPS:
        if step < 1 - EARLY:
            assert meant(beat, "5", step * beat) == ["5"], step
    assert meant(beat, "5", (1 - EARLY) * beat - 0.001) == ["5"]
    assert meant(beat, "5", (1 - EARLY) * beat + 0.001) == ["6"]


@pytest.mark.parametrize("beat", BEATS)
@pytest.mark.parametrize("by", [-0.15, -0.08, -0.03, 0.0, 0.02, 0.1])
def test_who_taps_on_the_beat_gets_the_number_of_the_beat(beat: float, by: float) -> None:
    assert meant(beat, "5", by) == ["5"]
    assert meant(beat, "12", by) == ["12"]


def test_before_the_first_number_a_key_means_nothing() -> None:
    presses = counted(BEAT)
    assert not presses.press(BEGINS - 0.001)
    assert presses.picks == []


@pytest.mark.parametrize("after", [0.0, BEAT / 2, BEAT - 0.01, BEAT + 0.5])
def test_the_last_number_has_its_whole_time_and_more(after: float) -> None:
    assert meant(BEAT, "12", after) == ["12"]


def test_a_number_that_is_late_has_not_begun() -> None:
    presses = Presses(TWELVE, BEAT)
    presses.begins(0, BEGINS)
    presses.press(BEGINS + BEAT + 0.2)  # the first one sounds still
    presses.begins(1, BEGINS + BEAT + 0.4)
    presses.press(BEGINS + 2 * BEAT)
    assert presses.picks == ["1", "2"]


def test_a_key_that_is_held_is_one_press() -> None:
    presses = counted(BEAT)
    moments = [0.9, *(0.9 + 0.66 + repeat / 30 for repeat in range(60))]  # as slow keyboards repeat
    assert [presses.press(BEGINS + moment) for moment in moments] == [True] + [False] * 60
    assert presses.picks == ["1"]


def test_each_number_is_picked_once_and_the_last_press_comes_last() -> None:
    presses = counted(BEAT)
    for moment in (0.1, 0.1 + BEAT, 0.1 + 2 * BEAT, 0.11 + 2 * BEAT + BOUNCE):
        assert presses.press(BEGINS + moment)
    assert presses.picks == ["1", "2", "3"]
