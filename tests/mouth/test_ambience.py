"""The ambience is steady, and nobody hears where its round ends."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from narrator.computer.config import AMBIENCES
from narrator.errors import ChannelLost
from narrator.mouth.ambience import LEVEL, ambience_of, from_file

Samples = NDArray[np.float32]

RATE = 8000
WINDOW = 2000


@pytest.fixture(scope="module", params=[name for name in AMBIENCES if name != "none"])
def loop(request: pytest.FixtureRequest) -> Samples:
    ambience = ambience_of(request.param)
    assert ambience
    return ambience(RATE)


def level(samples: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(samples))))


def bands(samples: Samples) -> Samples:
    """The level (dB) of six bands of a window's spectrum."""
    power = np.abs(np.fft.rfft(samples * np.hanning(len(samples)))) ** 2
    return np.array([10 * np.log10(part.mean()) for part in np.array_split(power, 6)], np.float32)


def test_all_are_equally_loud(loop: Samples) -> None:
    assert level(loop) == pytest.approx(LEVEL, rel=0.02)
    assert abs(loop).max() <= 0.9


def test_it_is_steady(loop: Samples) -> None:
    parts = [level(part) for part in loop.reshape(-1, RATE)]
    assert 20 * np.log10(max(parts) / min(parts)) < 6


def test_the_seam_is_no_louder_step_than_others(loop: Samples) -> None:
    steps = abs(np.diff(loop))
    assert abs(loop[0] - loop[-1]) <= np.quantile(steps, 0.999)


def test_the_seam_sounds_like_the_rest(loop: Samples) -> None:
    """Compare level and spectrum of the windows across the seam with those of every other place."""
    around = np.concatenate([loop[-WINDOW:], loop[:WINDOW]])
    steps = [abs(bands(part[:WINDOW]) - bands(part[WINDOW:])).max() for part in _pairs(loop)]
    at_seam = abs(bands(around[:WINDOW]) - bands(around[WINDOW:])).max()
    across = [level(part) for part in sliding_window_view(loop, WINDOW)[:: WINDOW // 2]]
    assert at_seam <= max(steps)
    assert min(across) <= level(around[WINDOW // 2 : -WINDOW // 2]) <= max(across)


def _pairs(loop: Samples) -> Samples:
    return sliding_window_view(loop, 2 * WINDOW)[:: WINDOW // 2]


def test_none_is_none() -> None:
    assert ambience_of("none") is None


def test_a_file_goes_round_without_a_step(tmp_path: Path) -> None:
    time = np.arange(6 * 22050) / 22050
    path = tmp_path / "lake.flac"  # loud at its end, silent at its beginning: a seam that would be heard
    soundfile.write(path, np.stack([time / 6 * np.sin(2 * np.pi * 220.3 * time)] * 2, axis=1), 22050)
    ambience = ambience_of(str(path))
    assert ambience
    loop = ambience(RATE)
    assert len(loop) == 4 * RATE  # two seconds lie over the beginning
    assert abs(loop[0] - loop[-1]) <= abs(np.diff(loop)).max()
    assert level(loop) == pytest.approx(LEVEL, rel=0.02)


def test_a_file_that_is_no_sound_is_told(tmp_path: Path) -> None:
    (tmp_path / "lake.ogg").write_text("glug")
    with pytest.raises(ChannelLost, match=r"lake\.ogg cannot be read"):
        from_file(tmp_path / "lake.ogg", RATE)
    soundfile.write(tmp_path / "mute.wav", np.zeros(8000), 8000)
    with pytest.raises(ChannelLost, match=r"mute\.wav is silent"):
        from_file(tmp_path / "mute.wav", RATE)


@pytest.mark.parametrize("samples", [0, 1])
@pytest.mark.parametrize("rate", [RATE, 48_000])
def test_a_file_with_nothing_in_it_is_told(tmp_path: Path, samples: int, rate: int) -> None:
    path = tmp_path / "empty.wav"
    soundfile.write(path, np.zeros(samples), rate)
    with pytest.raises(ChannelLost, match=r"empty\.wav is silent"):
        from_file(path, RATE)
