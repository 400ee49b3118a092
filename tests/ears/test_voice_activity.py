"""When a voice is noticed."""

from __future__ import annotations

import pytest

from narrator.ears.sound import BLOCK
from narrator.ears.voice_activity import VoiceActivity

from tests.speech.speaker import silence, speak


def noticed(word: str, quiet: float) -> int:
    """In which block of a word somebody is heard to speak, so long after another word."""
    voices = VoiceActivity()
    before, said = speak("번호 하나") + silence(quiet), speak(word)
    for at in range(0, len(before), 2 * BLOCK):
        voices.take(before[at : at + 2 * BLOCK])
    for at in range(0, len(said), 2 * BLOCK):
        voices.take(said[at : at + 2 * BLOCK])
        if voices.speaking:
            return at // (2 * BLOCK)
    raise AssertionError(f"nobody was heard to say {word}")


@pytest.mark.parametrize("quiet", [5.0, 16.0, 31.0])
@pytest.mark.parametrize("word", ["두번째", "정지", "여섯"])
def test_a_voice_is_noticed_as_soon_after_a_long_quiet_as_after_a_short_one(word: str, quiet: float) -> None:
    assert noticed(word, quiet) <= noticed(word, 1.0)
