"""Voices to measure with say a text the same way every time."""

from __future__ import annotations

import numpy as np

from tests.speech.espeak import spoken


def test_how_a_text_sounds_does_not_depend_on_what_was_said_before() -> None:
    once = spoken.__wrapped__("osiem", "pl+f2")
    spoken.__wrapped__("trzydzieści jeden", "pl+m3", 200)
    assert np.array_equal(spoken.__wrapped__("osiem", "pl+f2"), once)
