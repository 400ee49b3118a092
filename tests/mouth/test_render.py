"""pyttsx3 in its own process makes whole Polish lines, and its faults cost a retry, not the night."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from narrator.errors import ChannelLost
from narrator.mouth.render import Renderer
from narrator.mouth.sound import Sound
from narrator.mouth.system import Listed, pick
from narrator.mouth.voice import Voice

from tests.sweeps import trial

VOICE = Voice(engine="system", language="pl", rate=150)
NIGHT = "Zapada noc, wszyscy zamykają oczy."
MORNING = "Nastaje świt, całe miasto się budzi."

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    renderer = Renderer(VOICE)
    yield renderer
    renderer.close()


def pid(renderer: Renderer) -> int:
    assert renderer.engine
    assert renderer._worker
    return renderer._worker.process.pid


def test_a_polish_sentence_is_whole_and_loud(renderer: Renderer) -> None:
    sound = renderer.render(NIGHT)
    assert sound.rate >= 16_000
    assert 1.5 < sound.seconds < 6
    assert 0.2 < abs(sound.samples).max() <= 0.8001
    assert np.sqrt((sound.samples**2).mean()) > 0.02


def test_lines_begin_and_end_without_long_silence(renderer: Renderer) -> None:
    sound = renderer.render(NIGHT)
    edge = round(0.06 * sound.rate)
    assert abs(sound.samples[:edge]).max() > 0.004
    assert abs(sound.samples[-edge:]).max() > 0.004


def test_each_line_gets_its_own_sound_from_one_warm_child(renderer: Renderer) -> None:
    first, second, again = (renderer.render(text) for text in (NIGHT, MORNING, NIGHT))
    assert len(first.samples) == pytest.approx(len(again.samples), rel=0.01)
    assert len(first.samples) != pytest.approx(len(second.samples), rel=0.01)


def test_a_long_line_is_whole(renderer: Renderer) -> None:
    once, tenfold = renderer.render(NIGHT), renderer.render(" ".join([NIGHT] * 10))
    assert tenfold.seconds > 9 * once.seconds


def rendered(voice: Voice) -> Sound:
    renderer = Renderer(voice)
    try:
        return renderer.render(NIGHT)
    finally:
        renderer.close()


def test_rate_is_heard(renderer: Renderer) -> None:
    assert rendered(replace(VOICE, rate=100)).seconds > 1.2 * renderer.render(NIGHT).seconds


@pytest.mark.parametrize("often", [30, trial(150)])
def test_a_line_is_spoken_as_fast_however_often_it_is_rendered(often: int) -> None:
    renderers = [Renderer(replace(VOICE, rate=400)) for _ in range(2)]  # side by side, as before a game
    lengths: list[float] = []

    def work(renderer: Renderer) -> None:
        lengths.extend(renderer.render("Bandyci, otwórzcie oczy.").seconds for _ in range(often))
        renderer.close()

    threads = [Thread(target=work, args=(renderer,)) for renderer in renderers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lengths) == 2 * often
    assert max(lengths) < 1.1 * min(lengths)


def test_volume_is_heard(renderer: Renderer) -> None:
    quiet, plain = rendered(replace(VOICE, volume=0.3)), renderer.render(NIGHT)
    assert abs(quiet.samples).max() < 0.6 * abs(plain.samples).max()


def test_language_is_heard(renderer: Renderer) -> None:
    assert rendered(replace(VOICE, language="en")).seconds != pytest.approx(renderer.render(NIGHT).seconds, rel=0.01)


def pitch(sound: Sound) -> float:
    """Measure the voice's median pitch in hertz, from the loud parts' own repetition."""
    found, width = [], 2048
    for start in range(0, len(sound.samples) - width, width):
        part = sound.samples[start : start + width]
        alike = np.fft.irfft(abs(np.fft.rfft(part, 2 * width)) ** 2)
        period = np.argmax(alike[sound.rate // 350 : sound.rate // 50]) + sound.rate // 350
        if abs(part).max() > 0.2:
            found.append(sound.rate / period)
    return float(np.median(found))


@pytest.mark.skipif(sys.platform != "linux", reason="only espeak-ng has a pitch")
def test_pitch_is_heard(renderer: Renderer) -> None:
    assert pitch(rendered(replace(VOICE, pitch=10))) < 0.9 * pitch(renderer.render(NIGHT))


@posix_only
def test_a_killed_child_is_replaced(renderer: Renderer) -> None:
    before = pid(renderer)
    os.kill(before, signal.SIGKILL)
    assert renderer.render(NIGHT).seconds > 1.5
    assert pid(renderer) != before


@posix_only
def test_a_stuck_child_is_killed_and_replaced() -> None:
    renderer = Renderer(VOICE, timeout=3.0)
    before = pid(renderer)
    os.kill(before, signal.SIGSTOP)
    assert renderer.render(NIGHT).seconds > 1.5
    assert pid(renderer) != before
    renderer.close()


def test_a_child_rests_after_its_share_of_lines() -> None:
    renderer = Renderer(VOICE, lines_a_worker=2)
    children = []
    for _ in range(5):
        renderer.render("Dzień.")
        children.append(renderer._worker.process.pid if renderer._worker else 0)
    renderer.close()
    assert children[0] == children[1] != children[2] == children[3] != children[4]


def test_a_line_without_sound_is_lost_clearly(renderer: Renderer) -> None:
    with pytest.raises(ChannelLost, match="could not be spoken"):
        renderer.render("…")
    assert renderer.render(NIGHT).seconds > 1.5


def test_a_language_without_a_voice_is_told() -> None:
    with pytest.raises(ChannelLost, match="no voice for the language 'zz'"):
        Renderer(replace(VOICE, language="zz")).render(NIGHT)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_espeak_comes_from_the_wheel_alone(renderer: Renderer) -> None:
    pytest.importorskip("espeakng_loader")
    maps = Path(f"/proc/{pid(renderer)}/maps").read_text()
    used = {line.split()[-1] for line in maps.splitlines() if "libespeak" in line}
    assert len(used) == 1
    assert "espeakng_loader" in used.pop()


ENGLISH = Listed("en", "English", ("en",))
LISTS = {
    "espeak": [ENGLISH, Listed("zlw/pl", "Polish", ("pl",))],
    "older espeak": [ENGLISH, Listed("Polish", "Polish", ("pl",))],
    "sapi": [Listed("ZIRA", "Microsoft Zira", ("en-US",)), Listed("PAULINA_11.0", "Microsoft Paulina", ("pl-PL",))],
    "macos": [
        Listed("com.apple.voice.compact.en-US.Samantha", "Samantha", ("en_US",)),
        Listed("com.apple.voice.compact.pl-PL.Zosia", "Zosia", ("pl_PL",)),
    ],
}


@pytest.mark.parametrize("engine", LISTS)
def test_a_polish_voice_is_found_by_its_locale(engine: str) -> None:
    assert pick(LISTS[engine], "pl", []) == LISTS[engine][1].id
    assert pick(LISTS[engine][:1], "pl", []) is None


def test_a_preferred_name_chooses_among_the_languages_voices_only() -> None:
    voices = [Listed("1", "Ewa", ("pl_PL",)), Listed("2", "Zosia", ("pl_PL",)), Listed("3", "Adam", ("en_US",))]
    assert pick(voices, "pl", ["Adam", "zosia", "Ewa"]) == "2"
    assert pick(voices, "pl", ["Paulina"]) == "1"


def test_a_longer_code_is_not_taken_for_the_language() -> None:
    assert pick([Listed("1", "Palau", ("plx",))], "pl", []) is None
