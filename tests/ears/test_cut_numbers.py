"""No number is cut at a pause between its words: a short form of bench/cut_numbers.py."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from narrator.ears.lexicon import read_lexicon
from narrator.ears.vosk import load
from narrator.studio.mixing import Samples

from tests.speech.espeak import spoken
from tests.speech.numbers import asked, numbers
from tests.speech.speaker import MODEL, VOICE
from tests.speech.timing import Ears

pytestmark = pytest.mark.xdist_group("vosk")


def say(_chance: Random, first: str, second: str) -> tuple[Samples, Samples]:
    return spoken(first, VOICE), spoken(second, VOICE)


def test_a_number_with_a_pause_in_it_is_never_cut() -> None:
    lexicon = read_lexicon("ko")
    ears, words = Ears(load(MODEL)), asked(lexicon).words
    known = (
        one for one in numbers(lexicon, say, 1) if not one.text.startswith("서른")
    )  # often heard as another word
    said = [*islice(known, 12)]
    taken = [next(ears.take(words, one.sound)) for one in said]
    assert [one.text for one, found in zip(said, taken, strict=True) if found.at < one.end - 0.1] == []
    assert any(one.text == found.utterance.text for one, found in zip(said, taken, strict=True))
