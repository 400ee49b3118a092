"""No number is cut at a pause in it: a short form of bench/cut_numbers.py, with a recogniser that is right."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from narrator.ears import listening
from narrator.ears.lexicon import read_lexicon
from narrator.ears.sound import BLOCK, RATE
from narrator.studio.mixing import Samples

from tests.ears.toy_recogniser import LOUD, Toy
from tests.speech.espeak import spoken
from tests.speech.numbers import Said, asked, numbers
from tests.speech.timing import Ears

POLISH = read_lexicon("pl")
WORDS = asked(POLISH).words


def say(_chance: Random, first: str, second: str) -> tuple[Samples, Samples]:
    return spoken(first, "pl"), spoken(second, "pl")


def loud(sound: Samples) -> float:
    """How many seconds of it are loud."""
    blocks = sound[: len(sound) // BLOCK * BLOCK].reshape(-1, BLOCK) * 32768
    return float(((blocks**2).mean(axis=1) > LOUD**2).sum()) * BLOCK / RATE


def heard(said: Said) -> tuple[str, bool]:
    """What is taken, and whether before the end."""
    seconds = {said.text.split()[0]: loud(said.sound[: round(said.second * RATE)]), said.text: loud(said.sound)}
    taken = next(Ears(Toy(seconds)).take(WORDS, said.sound))
    return taken.utterance.text, taken.at < said.end - 0.1


SAID = [*islice(numbers(POLISH, say, 1), 40)]


def test_a_number_with_a_pause_in_it_is_never_cut() -> None:
    assert [heard(one) for one in SAID] == [(one.text, False) for one in SAID]


def test_it_would_be_cut_if_what_may_go_on_were_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "LONG", listening.SHORT)
    cut = [one.pause for one in SAID if heard(one)[1]]
    assert len(cut) > len(SAID) / 2
    assert min(cut) > 0.1
