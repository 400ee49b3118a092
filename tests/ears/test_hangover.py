"""When an utterance is over."""

from __future__ import annotations

import pytest

from narrator.ears.hangover import LONG, SHORT, is_over
from narrator.ears.sound import BLOCK, level

TABLE = ("siedem", "dwadzieścia", "dwadzieścia pięć")


@pytest.mark.parametrize(
    ("partial", "several", "quiet", "over"),
    [
        ("siedem", False, SHORT, True),
        ("siedem", False, SHORT - 1, False),
        ("siedem", True, SHORT, False),
        ("dwadzieścia", False, SHORT, False),
        ("dwadzieścia", False, LONG - 1, False),
        ("dwadzieścia", False, LONG, True),
        ("dwadzieścia pięć", False, SHORT, True),
    ],
)
def test_a_phrase_that_may_go_on_is_waited_for_longer(partial: str, several: bool, quiet: int, over: bool) -> None:
    levels = [50.0, 3000.0, 2000.0, *[60.0] * quiet]
    assert is_over(partial, levels, TABLE, several=several) is over


def test_a_noisy_room_is_never_quiet() -> None:
    assert not is_over("siedem", [3000.0, *[900.0] * 25], TABLE, several=False)


def test_loudness_is_measured() -> None:
    assert level(bytes(2 * BLOCK)) == 0.0
    assert level((1000).to_bytes(2, "little", signed=True) * BLOCK) == 1000.0
    assert level(b"") == level(b"\x01") == 0.0
