"""What the narrator plays sounds whole and without gaps; where a device is pulled out, text goes on (R104)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from narrator.mouth.cache import LineCache
from narrator.mouth.open import open_sound
from narrator.mouth.player import DevicePlayer
from narrator.mouth.sound import Sound, at_rate, write_sound
from narrator.mouth.voice import Voice, load_voice

from tests.audio.evening import SOUND_NOTICES, lay_table, played
from tests.audio.sound_server import RATE, SECONDS, Recording, SoundServer
from tests.paper import Paper
from tests.polish import in_polish

pytestmark = pytest.mark.audio

LINE_RATE = 22_050
NOTICES = (
    "Głośnik zniknął. Dopóki nie wróci, to, co mówię, pojawia się na ekranie.",
    "Dźwięk idzie teraz przez: pulse.",
)
CLOSE = 0.01


@pytest.fixture
def line(tmp_path: Path) -> tuple[Path, NDArray[np.float32]]:
    """A second that sounds the same at no two moments, and the samples that the device shall get."""
    drawn = np.random.default_rng(7).uniform(-0.5, 0.5, LINE_RATE).astype(np.float32)
    smooth = np.convolve(drawn, np.ones(4, np.float32) / 4, "same").astype(np.float32)
    path = tmp_path / "line.wav"
    write_sound(path, Sound(smooth, LINE_RATE))
    return path, at_rate(Sound(smooth, LINE_RATE), RATE).samples


def wholes(recording: Recording, line: NDArray[np.float32]) -> int:
    """Count how often the recording holds the whole line, sample for sample."""
    heard = recording.samples()
    begins = sliding_window_view(heard[: len(heard) - len(line)], 50)
    starts = np.flatnonzero(np.abs(begins - line[:50]).max(axis=1) < CLOSE)
    return sum(bool(np.abs(heard[start : start + len(line)] - line).max() < CLOSE) for start in starts)


def test_a_line_sounds_whole_before_play_returns(server: SoundServer, line: tuple[Path, NDArray[np.float32]]) -> None:
    path, samples = line
    player = DevicePlayer()
    with server.recorded("speaker.monitor") as recording:
        recording.go_on(0.5)  # a recorder misses the first moments of a new stream
        for _ in range(3):
            player.play(path)
        player.close()  # drops what has not sounded yet
        recording.go_on(0.5)
    assert wholes(recording, samples) == 3


def test_lines_appear_as_text_while_the_device_is_gone(
    server: SoundServer,
) -> None:
    notices, page = list[str](), Paper()
    server.unplug("room")
    mouth, _ = open_sound(Voice(engine="system", language="pl"), None, in_polish(notices.append), page)
    with ThreadPoolExecutor(1) as thread:
        with server.recorded("speaker.monitor") as recording:
            speaking = thread.submit(mouth.speak, "Noc zapada nad miasteczkiem, a wiatr niesie pył po pustej ulicy.")
            recording.hear(0)
            server.unplug("speaker")
            speaking.result(SECONDS)
        assert page.lines == ["Noc zapada nad miasteczkiem, a wiatr niesie pył po pustej ulicy."]
        server.plug("speaker")
        with server.recorded("speaker.monitor") as recording:
            mouth.speak("Szeryf się budzi.")
            recording.hear(0)
        assert len(page.lines) == 1
    server.unplug("speaker")
    mouth.speak("Wszyscy śpią.")
    assert page.lines[1:] == ["Wszyscy śpią."]
    mouth.close()
    gone, back = NOTICES
    assert notices == [gone, back, gone]


def test_a_night_goes_on_without_its_loudspeaker_and_the_loss_is_shown_but_not_said(
    server: SoundServer, tmp_path: Path
) -> None:
    setup = lay_table(tmp_path, config='format = 1\nears = "keys"\n')
    server.unplug("room")
    with played(server, setup) as game:
        game.wait_for_question()
        server.unplug("speaker")
        game.key_in("ready\n")
        game.wait_for_question()
        server.plug("speaker")
        with server.recorded("speaker.monitor") as recording:
            game.key_in("6\n")
            recording.hear(0)
            game.wait_for_question()
        assert game.end() == 0
    shown = " ".join(game.shown().split())
    assert [shown.count(notice) for notice in SOUND_NOTICES] == [1, 1]
    rendered, voice = LineCache(), load_voice(str(tmp_path / "voice.toml"))
    engine = rendered.engine(voice)
    assert rendered.has("Szeryfie, pora na obchód. Otwórz oczy.", voice, engine)
    assert not any(rendered.has(notice, voice, engine) for notice in SOUND_NOTICES)  # so none can have sounded
