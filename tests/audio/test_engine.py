"""The sound engine in a room: pauses to the sample, ambience that ducks, tones, and devices that come and go."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.cues import At, Say
from narrator.ears import Together
from narrator.errors import ChannelLost
from narrator.mouth import device
from narrator.mouth.ambience import LEVEL, ambience_of
from narrator.mouth.cache import LineCache
from narrator.mouth.mixer import Mixer
from narrator.mouth.outputs import look_again
from narrator.mouth.player import DevicePlayer
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import Sound, tone, write_sound
from narrator.mouth.voice import Voice
from narrator.rooms.screen import Screen
from narrator.rooms.soundscape import DUCKED, Soundscape
from narrator.rooms.table import RoomSettings, TableRoom

from tests.audio.headset import HEADSET, known, plugged
from tests.audio.sound_server import HELD, RATE, SECONDS, Recording, SoundServer, wait_until
from tests.polish import in_polish

pytestmark = pytest.mark.audio

QUIET = 0.004
PAUSE = 2.0
LONG = 5.0  # seconds of a line in which there is time to pull a device out


@pytest.fixture
def player(server: SoundServer) -> Iterator[DevicePlayer]:  # noqa: ARG001 - it plays there
    player = DevicePlayer()
    yield player
    player.close()


def line(folder: Path, seconds: float) -> Path:
    """Write a line that is a steady tone, with the silence around it that recordings have."""
    tone = 0.5 * np.sin(np.arange(round(seconds * 22_050)) * 0.1).astype(np.float32)
    write_sound(folder / "line.wav", Sound(np.pad(tone, 2000), 22_050))
    return folder / "line.wav"


def silences(recording: Recording) -> NDArray[np.float64]:
    """The lengths (seconds) of the silences between sounds, longest first."""
    loud = np.flatnonzero(abs(recording.samples()) > QUIET)
    return np.sort(np.diff(loud))[::-1] / RATE


def loudness(recording: Recording, seconds: float) -> float:
    """The level of what comes next."""
    since = recording.now
    return float(np.sqrt(np.mean(np.square(recording.samples(since, recording.go_on(seconds))))))


def test_the_pause_between_two_lines_is_the_scripts(
    server: SoundServer, player: DevicePlayer, tmp_path: Path
) -> None:
    player.ahead = 3 * HELD
    mouth = RenderedMouth(Voice(engine="system", language="pl"), player, LineCache(tmp_path))
    room = TableRoom(mouth, Together([], in_polish(pytest.fail)), Screen({}), RoomSettings(), Soundscape(player))
    with server.recorded("speaker.monitor") as recording:
        recording.go_on(0.3)
        for text in ("Noc.", "Świt.", "Dzień."):
            room.say(Say(at=At(), line="", text=text, pause=PAUSE))
        recording.go_on(0.3)
    mouth.close()
    assert silences(recording)[:2] == pytest.approx([PAUSE, PAUSE], abs=0.01)


def test_it_is_told_when_each_line_begins_to_sound(server: SoundServer, player: DevicePlayer, tmp_path: Path) -> None:
    path = line(tmp_path, 0.5)
    told: list[float] = []
    handed: list[float] = []
    player.begins = told.append
    with server.recorded("speaker.monitor") as recording:
        recording.go_on(0.3)
        for rest in (0.0, 1.0, 0.2):
            player.rest(rest)
            handed.append(time.monotonic())
            player.play(path)
        recording.go_on(0.3)
    loud = np.flatnonzero(abs(recording.samples()) > QUIET)
    onsets = loud[np.flatnonzero(np.diff(loud, prepend=-RATE) > 0.1 * RATE)] / RATE
    assert np.diff(told) == pytest.approx(np.diff(onsets), abs=0.05)
    assert all(0.0 < begins - given < 1.5 for begins, given in zip(told, handed, strict=True))


def test_the_ambience_ducks_and_returns_and_can_be_off(server: SoundServer, player: DevicePlayer) -> None:
    rain = ambience_of("rain")
    assert rain
    player.surround(rain)
    player.fade(0.5, 0.1)
    with server.recorded("speaker.monitor") as recording:
        recording.hear(0)
        recording.go_on(1.5)
        full = loudness(recording, 0.5)
        player.fade(0.5 * DUCKED, 0.1)
        recording.go_on(2 * HELD)
        ducked = loudness(recording, 0.5)
        player.fade(0.0, 0.1)
        recording.go_on(2 * HELD)
        assert loudness(recording, 0.2) == 0.0
    assert full == pytest.approx(0.5 * LEVEL, rel=0.2)
    assert 20 * np.log10(ducked / full) == pytest.approx(-12, abs=1.5)


def test_a_tone_sounds_at_its_pitch_and_softly(server: SoundServer, player: DevicePlayer) -> None:
    with server.recorded("speaker.monitor") as recording:
        recording.go_on(0.3)
        player.play_sound(tone(880, 0.5, player.rate, 0.3))
        recording.go_on(0.3)
    heard = recording.samples()
    loud = np.flatnonzero(abs(heard) > QUIET)
    sound = heard[loud[0] : loud[-1]]
    assert len(sound) / RATE == pytest.approx(0.5, abs=0.02)
    assert np.abs(np.fft.rfft(sound, RATE)).argmax() == pytest.approx(880, abs=2)
    assert abs(sound).max() == pytest.approx(0.3, abs=0.01)
    assert abs(sound[:100]).max() < 0.1  # it begins softly


def test_a_device_that_ran_dry_holds_more_sound_from_the_next_line_on(
    server: SoundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device, "AHEAD", 0.1)
    player, told, fill = DevicePlayer(), line(tmp_path, 0.3), Mixer.fill
    before = player.delay

    def fill_late(mixer: Mixer, *block: Any) -> None:
        if mixer.speaking:
            monkeypatch.setattr(Mixer, "fill", fill)
            Event().wait(1.0)  # the computer was busy with something else
        fill(mixer, *block)

    monkeypatch.setattr(Mixer, "fill", fill_late)
    player.play(told)
    with server.recorded("speaker.monitor") as recording:
        player.play(told)
        recording.hear(0)
    assert player.delay > before
    player.close()


@pytest.fixture
def headset(server: SoundServer) -> Iterator[Path]:
    """The folder of a headset's own server, beside the laptop's loudspeaker; it is not plugged in yet."""
    with known(server) as folder:
        yield folder


@pytest.mark.parametrize("seen", ["at once", "late"])
def test_a_line_whose_device_is_pulled_out_is_said_again_elsewhere(
    server: SoundServer, headset: Path, tmp_path: Path, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    if seen == "late":  # a sound library may say for a moment yet that the device is there
        monkeypatch.setattr(device, "takes_samples", lambda _: True)
    with ThreadPoolExecutor(1) as thread, server.recorded("speaker.monitor") as laptop:
        with plugged(headset) as sound:
            look_again()
            player = DevicePlayer(HEADSET, in_polish(told.append), look_after=0.0)
            playing = thread.submit(player.play, line(tmp_path, LONG))
            sound.hear(0)
        playing.result(SECONDS)
        laptop.go_on(0.2)
    assert np.count_nonzero(abs(laptop.samples()) > QUIET) > 0.95 * LONG * RATE  # the whole line
    assert told == ["Dźwięk idzie teraz przez: pulse."]
    player.close()


def test_a_device_that_is_plugged_in_again_is_found(server: SoundServer, headset: Path, tmp_path: Path) -> None:
    told: list[str] = []
    player = DevicePlayer(HEADSET, in_polish(told.append), look_after=0.0)
    short = line(tmp_path, 0.3)
    with server.recorded("speaker.monitor") as laptop:
        player.play(short)
        laptop.hear(0)
    with plugged(headset) as sound:
        player.play(short)
        sound.hear(0)
    player.close()
    assert len(told) == 2
    assert told[0].startswith("Nie ma głośnika „headset”, są: ")
    assert told[0].endswith("Dźwięk idzie teraz przez: pulse.")
    assert told[1] == "Dźwięk idzie teraz przez: headset."


def test_a_device_that_was_gone_between_two_lines_is_told_of(
    server: SoundServer,  # noqa: ARG001 - the laptop's, beside the headset
    headset: Path,
    tmp_path: Path,
) -> None:
    told: list[str] = []
    with plugged(headset):
        look_again()
        player = DevicePlayer(HEADSET, in_polish(told.append))
    wait_until(lambda: not player.sounding, "the device to be gone")
    with plugged(headset) as sound:
        player.play(line(tmp_path, 0.3))
        sound.hear(0)
    player.close()
    assert told == ["Dźwięk idzie teraz przez: headset."]


def test_sound_comes_back_with_the_server(server: SoundServer, tmp_path: Path) -> None:
    told: list[str] = []
    player = DevicePlayer(None, in_polish(told.append))
    for sink in ("room", "speaker"):
        server.unplug(sink)
    wait_until(lambda: not player.sounding, "the device to be gone")
    for _ in range(2):
        with pytest.raises(ChannelLost):
            player.play(line(tmp_path, 0.2))
    server.plug("speaker")
    with server.recorded("speaker.monitor") as recording:
        player.play(line(tmp_path, 0.2))
        recording.hear(0)
    player.close()
    assert [notice.split(".")[0] for notice in told] == [
        "Głośnik zniknął",
        "Dźwięk idzie teraz przez: pulse",
    ]


def test_the_line_after_a_loss_comes_when_its_rest_is_over(server: SoundServer, tmp_path: Path) -> None:
    player = DevicePlayer()
    server.unplug("room")
    with ThreadPoolExecutor(1) as thread:
        with server.recorded("speaker.monitor") as recording:
            playing = thread.submit(player.play, line(tmp_path, LONG))
            recording.hear(0)
            server.unplug("speaker")
        assert isinstance(playing.exception(SECONDS), ChannelLost)
    lost = time.monotonic()
    player.rest(PAUSE)
    server.plug("speaker")
    with server.recorded("speaker.monitor") as recording:
        player.play(line(tmp_path, 0.3))
        begun = recording.moment(int(np.flatnonzero(abs(recording.samples()) > QUIET)[0]))
    player.close()
    assert begun - lost == pytest.approx(PAUSE, abs=0.2)
