"""Sound files are taken only whole, whatever their name, and keep their pitch at another rate."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.ears.sound import BLOCK, RATE
from narrator.ears.voice_activity import VoiceActivity
from narrator.errors import ChannelLost
from narrator.mouth.sound import Sound, at_rate, check_line, chime, read_sound, tidy, write_sound

TONE = Sound((0.5 * np.sin(2 * np.pi * 440 * np.arange(22050) / 22050)).astype(np.float32), 22050)
SILENCE = np.zeros(11025, dtype=np.float32)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_sound(tmp_path / "line.part", TONE)
    read = read_sound(tmp_path / "line.part")
    assert read.rate == 22050
    assert np.allclose(read.samples, TONE.samples, atol=1e-4)


def test_aiff_under_a_wav_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "line.wav"
    soundfile.write(path, np.stack([TONE.samples] * 2, axis=1), 22050, format="AIFF")
    assert np.allclose(read_sound(path).samples, TONE.samples, atol=1e-4)


@pytest.mark.parametrize("kind", ["WAV", "AIFF"])
def test_a_cut_file_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "line.wav"
    soundfile.write(path, TONE.samples, 22050, format=kind)
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(ChannelLost, match="cut short"):
        read_sound(path)


def test_what_is_no_sound_is_refused(tmp_path: Path) -> None:
    (tmp_path / "line.wav").write_bytes(b"RIFF\x04\x00\x00\x00 no sound at all")
    with pytest.raises(ChannelLost, match="cannot be read"):
        read_sound(tmp_path / "line.wav")
    with pytest.raises(ChannelLost):
        read_sound(tmp_path / "nothing.wav")


def test_silence_and_stumps_are_no_lines() -> None:
    with pytest.raises(ChannelLost, match="silent"):
        check_line(Sound(SILENCE, 22050), "Noc.", 150)
    with pytest.raises(ChannelLost, match="whole"):
        check_line(TONE, "Zapada noc. " * 20, 150)
    with pytest.raises(ChannelLost, match="whole"):
        check_line(Sound(np.tile(TONE.samples, 9), 22050), "Noc.", 150)
    check_line(TONE, "Zapada noc.", 150)


def test_silence_around_a_line_is_cut_and_room_is_left() -> None:
    loud = Sound(np.concatenate([SILENCE, 2 * TONE.samples, SILENCE]), 22050)
    tidied = tidy(loud)
    assert tidied.seconds == pytest.approx(1.06, abs=0.01)
    assert abs(tidied.samples).max() == pytest.approx(0.8, abs=0.001)


BREATH = np.random.default_rng(1).normal(0.0, 0.002, 2205).astype(np.float32)
"""A tenth of a second, far softer than any sound of speech; peaks are not."""


def test_breath_before_a_line_is_cut_and_none_within_or_after_it() -> None:
    line = Sound(np.concatenate([SILENCE, BREATH, TONE.samples, BREATH, TONE.samples, BREATH, SILENCE]), 22050)
    assert abs(BREATH).max() > 0.004
    assert tidy(line).seconds == pytest.approx(0.03 + 1 + 0.1 + 1 + 0.1 + 0.03, abs=0.015)


def test_a_soft_beginning_is_kept() -> None:
    burst = np.random.default_rng(1).normal(0.0, 0.015, 441).astype(np.float32)
    line = Sound(np.concatenate([SILENCE, BREATH, burst, BREATH, TONE.samples, SILENCE]), 22050)
    assert tidy(line).seconds == pytest.approx(0.03 + 0.02 + 0.1 + 1 + 0.03, abs=0.015)


def test_a_soft_line_keeps_its_beginning() -> None:
    soft = Sound(np.concatenate([SILENCE, BREATH, TONE.samples / 10, SILENCE]), 22050)
    assert tidy(soft).seconds == pytest.approx(0.03 + 0.1 + 1 + 0.03, abs=0.015)


@pytest.mark.parametrize("rate", [16000, 44100, 48000])
def test_another_rate_keeps_pitch_length_and_loudness(rate: int) -> None:
    other = at_rate(TONE, rate)
    assert other.seconds == pytest.approx(1.0)
    assert np.argmax(abs(np.fft.rfft(other.samples))) == 440
    assert abs(other.samples).max() == pytest.approx(0.5, abs=0.01)


def test_no_voice_is_heard_in_the_tone_that_asks_back() -> None:
    samples = np.concatenate([chime(RATE).samples, np.zeros(RATE, np.float32)])
    sound, voices = (samples * 32767).astype(np.int16).tobytes(), VoiceActivity()
    spoken = []
    for start in range(0, len(sound) - 2 * BLOCK, 2 * BLOCK):
        voices.take(sound[start : start + 2 * BLOCK])
        spoken.append(voices.speaking)
    assert not any(spoken)
