"""The ears are deaf while the mouth speaks, though the loudspeaker sounds in the room."""

from __future__ import annotations

import pytest

from narrator.answers import Answer

from tests.audio.echoing import table
from tests.audio.sound_server import SoundServer
from tests.audio.table_words import KOREAN
from tests.sweeps import trial

pytestmark = pytest.mark.audio

SIX, THREE = KOREAN.seats["6"], KOREAN.seats["3"]


@pytest.mark.parametrize(("decibels", "delay"), [trial(-20.0, 100), (0.0, 250)])
def test_the_narrator_is_not_heard(server: SoundServer, decibels: float, delay: int) -> None:
    with table(server, decibels, delay) as around:
        around.ask()
        around.narrate(SIX)
        assert around.heard() == [Answer("6")]  # so the loudspeaker does sound in the room
        for line in KOREAN.narrated:
            around.narrate(line)
            around.ask()
            around.answer(THREE)
            assert around.heard() == [Answer("3")]
