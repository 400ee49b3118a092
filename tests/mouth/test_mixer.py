"""Lines sound where they are placed, to the sample, and the ambience under them goes round without a seam."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.mouth.mixer import Mixer

BLOCK = 256
LINE = np.linspace(0.1, 0.9, 1000, dtype=np.float32)
LOOP = np.linspace(-0.5, 0.5, 700, dtype=np.float32)


def taken(mixer: Mixer, frames: int, channels: int = 1, block: int = BLOCK) -> NDArray[np.float32]:
    """Take blocks as a device does, and give the first channel."""
    blocks = []
    for _ in range(0, frames, block):
        out = np.full((block, channels), 7.0, np.float32)
        mixer.fill(out, block)
        assert (out == out[:, :1]).all()
        blocks.append(out[:, 0])
    return np.concatenate(blocks)


@pytest.mark.parametrize("start", [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 5])
def test_a_line_begins_at_its_frame_and_is_whole(start: int) -> None:
    mixer = Mixer()
    line = mixer.place(LINE, start)
    heard = taken(mixer, 3000, channels=2)
    assert (heard[:start] == 0).all()
    assert (heard[start : start + len(LINE)] == LINE).all()
    assert (heard[start + len(LINE) :] == 0).all()
    assert line.whole
    assert line.over.is_set()


def test_a_line_that_is_due_already_begins_with_the_next_block() -> None:
    mixer = Mixer()
    taken(mixer, 1024)
    line = mixer.place(LINE, 10)
    taken(mixer, 1024)
    assert (line.start, line.whole) == (1024, True)


def test_a_dropped_line_is_over_but_not_whole() -> None:
    mixer = Mixer()
    line = mixer.place(LINE, 0)
    assert taken(mixer, BLOCK).any()
    mixer.drop()
    assert (line.over.is_set(), line.whole) == (True, False)
    assert not taken(mixer, 2000).any()


def test_the_ambience_goes_round_to_the_sample() -> None:
    mixer = Mixer()
    mixer.fade(1.0, 1)
    mixer.surround(LOOP)
    heard = taken(mixer, 48_000 + 10 * BLOCK)[48_000:]  # it has risen by then
    assert (heard == np.resize(np.roll(LOOP, -(48_000 % len(LOOP))), len(heard))).all()


def test_the_ambience_fades_evenly_and_stays() -> None:
    mixer = Mixer()
    mixer.surround(np.ones(100, np.float32))
    mixer.fade(0.8, 4 * BLOCK)
    heard = taken(mixer, 6 * BLOCK)
    assert np.diff(heard[: 4 * BLOCK]).max() == pytest.approx(0.8 / (4 * BLOCK), rel=0.02)
    assert (np.diff(heard) >= 0).all()
    assert heard[4 * BLOCK :] == pytest.approx(0.8)
    mixer.fade(0.2, 2 * BLOCK)
    assert taken(mixer, 3 * BLOCK)[-BLOCK:] == pytest.approx(0.2)


def test_lines_and_ambience_are_added_and_never_too_loud() -> None:
    mixer = Mixer()
    mixer.surround(np.full(100, 0.25, np.float32))
    mixer.fade(1.0, 1)
    taken(mixer, 1024)
    line = mixer.place(LINE, 0)
    heard = taken(mixer, 1024)
    assert heard[:1000] == pytest.approx(np.minimum(LINE + 0.25, 1.0), abs=1e-6)
    assert line.whole


class Interrupted(Mixer):
    """A mixer whose device takes a block between any two assignments of another thread."""

    blocks: list[NDArray[np.float32]]

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if "blocks" in vars(self) and not vars(self).get("filling"):
            vars(self)["filling"] = True
            self.blocks.append(taken(self, BLOCK))
            vars(self)["filling"] = False

    def heard(self) -> NDArray[np.float32]:
        return np.concatenate(self.blocks)


def test_another_ambience_never_leaves_a_moment_of_the_one_before_at_another_gain() -> None:
    mixer = Interrupted()
    mixer.fade(1.0, 1)
    mixer.surround(np.full(100, 0.5, np.float32))
    taken(mixer, 48_000 + BLOCK)
    mixer.blocks = []
    mixer.surround(np.full(100, -0.5, np.float32))
    heard = mixer.heard()
    assert ((heard == 0.5) | (heard <= 0.0)).all()
    assert heard[0] == 0.5 or heard[0] == pytest.approx(0.0, abs=0.01)


def test_another_fade_never_leaves_a_moment_of_the_one_before_at_another_speed() -> None:
    mixer = Interrupted()
    mixer.surround(np.ones(100, np.float32))
    mixer.fade(1.0, 100 * BLOCK)
    before = taken(mixer, 10 * BLOCK)[-1]
    mixer.blocks = []
    mixer.fade(0.0, 1)
    assert mixer.heard().max() <= before + 0.02  # one more block of the fade before, at most


def test_a_tone_sounds_once_beside_a_line_and_is_dropped_by_none() -> None:
    mixer = Mixer()
    mixer.place(LINE, 0)
    mixer.chime(LINE[:100])
    heard = taken(mixer, 2000)
    assert np.allclose(heard[:100], LINE[:100] * 2)
    assert (heard[100 : len(LINE)] == LINE[100:]).all()
    mixer.chime(LINE[:100])
    mixer.drop()
    heard = taken(mixer, 2000)
    assert (heard[:100] == LINE[:100]).all()
    assert not heard[100:].any()
