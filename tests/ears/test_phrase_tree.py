"""A phrase's chance is that of all ways to write it: by trying every way, for phrases and for lists of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.ears.phrase_tree import Tree, freely
from narrator.ears.whisper_model import Floats

LETTERS = " ab"
SPACE = 1


def spelling(text: str) -> list[int]:
    return [1 + LETTERS.index(letter) for letter in text]


def tree(*texts: str) -> Tree:
    return Tree({text: spelling(text) for text in texts})


def chances(moments: int, seed: int, spread: float = 2.0) -> Floats:
    scores = np.random.default_rng(seed).normal(0, spread, (moments, 1 + len(LETTERS)))
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)


def written(outputs: Sequence[int]) -> str:
    """What is written if there is this output at each moment."""
    kept = [one for one, before in zip(outputs, [0, *outputs], strict=False) if one not in (0, before)]
    return "".join(LETTERS[one - 1] for one in kept)


def every_text(likely: Floats) -> dict[str, float]:
    """The chance of every text at all, by trying every output at every moment."""
    found: dict[str, float] = defaultdict(float)
    for outputs in product(range(likely.shape[1]), repeat=len(likely)):
        found[written(outputs)] += float(np.exp(sum(likely[moment, one] for moment, one in enumerate(outputs))))
    return found


@given(st.lists(st.text("ab ", min_size=1, max_size=4), min_size=1, max_size=6, unique=True), st.integers(0, 99))
def test_each_phrase_has_the_chance_of_all_ways_to_write_it(texts: list[str], seed: int) -> None:
    likely = chances(5, seed)
    wanted = every_text(likely)
    found = tree(*texts).scores(likely)
    assert found.keys() == set(texts)
    for text, score in found.items():
        assert np.exp(score) == pytest.approx(wanted.get(text, 0.0), rel=1e-4, abs=1e-12)


@given(st.integers(0, 99))
def test_each_list_has_the_chance_of_its_text(seed: int) -> None:
    likely = chances(5, seed, 1.0)
    wanted = every_text(likely)
    found = tree("a", "b", "ab", "aa").lists(likely, SPACE)
    assert found is not None
    assert {"a", "b", "a b", "b a", "aa", "a a"} <= {" ".join(phrases) for phrases in found}
    for phrases, score in found.items():
        assert np.exp(score) == pytest.approx(wanted[" ".join(phrases)], rel=1e-3)


def test_of_lists_the_likeliest_is_found_in_a_long_sound() -> None:
    said = "".join(f"{letter}_" for letter in "ab aa a".replace("aa", "a_a"))
    likely = np.full((len(said), 4), np.log(0.01), np.float32)
    for moment, letter in enumerate(said):
        likely[moment, 0 if letter == "_" else 1 + LETTERS.index(letter)] = np.log(0.97)
    found = tree("a", "b", "ab", "aa", "ba").lists(likely, SPACE)
    assert found is not None
    assert max(found, key=found.__getitem__) == ("ab", "aa", "a")


def test_who_speaks_on_stops_a_reading() -> None:
    assert tree("a").lists(chances(5, 1), SPACE, lambda: True) is None


def test_a_sound_of_seconds_loses_no_phrase_to_small_numbers() -> None:
    likely = np.full((400, 4), np.log(1e-4), np.float32)
    likely[:, 0] = np.log(1 - 3e-4)
    found = tree("ab", "b").scores(likely)
    assert -40 < found["ab"] < found["b"] < 0


@pytest.mark.parametrize("text", ["", "ab", "aab b"])
def test_freely_the_likeliest_letters_are_written(text: str) -> None:
    likely = np.full((2 * len(text) + 2, 4), np.log(0.02), np.float32)
    likely[:, 0] = np.log(0.94)
    for place, letter in enumerate(text):
        likely[2 * place + 1, [0, 1 + LETTERS.index(letter)]] = np.log([0.02, 0.94])
    letters, score = freely(likely)
    assert letters == spelling(text)
    assert score == pytest.approx(tree(text).scores(likely)[text] if text else likely[:, 0].sum())
