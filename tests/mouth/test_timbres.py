"""A timbre is as loud as the plain line and never clips; a signal sounds before its line; one key turns them off."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from narrator.computer.config import Config
from narrator.cues import SIGNALS, TIMBRES, Delivery, Part
from narrator.errors import BadData, ChannelLost
from narrator.games.night.loading import shipped_script
from narrator.mouth import Mouth, timbres
from narrator.mouth.sound import Sound, tidy, write_sound
from narrator.mouth.timbres import (
    LONGEST,
    PLAIN,
    REST,
    Finish,
    finish_of,
    finished,
    signal_of,
    speech_level,
    with_timbre,
)
from narrator.mouth.voice import Voice, load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of
from narrator.rooms import opening
from narrator.rooms.captions import NoMouth
from narrator.rooms.screen import Screen

from tests.speech.espeak import spoken
from tests.speech.speaker import VOICE, WORDS_A_MINUTE, loaded

RATE = 16_000
LINES = ("Szeryfie, otwórz oczy i wskaż, kogo zamykasz dziś w areszcie.", "Noc.", "Ufoki, zamknijcie oczy.")


def line(text: str = LINES[0], rate: int = RATE) -> Sound:
    samples = spoken(text, "pl")
    return Sound((samples * (0.8 / abs(samples).max())).astype(np.float32), rate)


def decibels(one: Sound, other: Sound) -> float:
    spoken_in = len(other.samples)  # what rings after it is softer
    return float(
        20 * np.log10(speech_level(one.samples[:spoken_in], one.rate) / speech_level(other.samples, other.rate))
    )


def test_there_is_a_sound_for_every_name() -> None:
    assert set(timbres.TIMBRES) == set(TIMBRES)
    assert set(timbres.SIGNALS) == set(SIGNALS)


@pytest.mark.parametrize("timbre", TIMBRES)
@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("loudness", [1.0, 0.2])
def test_a_timbre_is_as_loud_as_the_plain_line_and_never_clips(timbre: str, text: str, loudness: float) -> None:
    plain = line(text)
    plain = Sound(plain.samples * np.float32(loudness), plain.rate)
    made = with_timbre(plain, timbre)
    assert abs(decibels(made, plain)) < 1.0
    assert abs(made.samples).max() < 0.99
    assert plain.seconds - 0.1 < made.seconds < plain.seconds + 1.01
    assert made.samples.dtype == np.float32


@pytest.mark.parametrize("timbre", TIMBRES)
def test_a_timbre_can_be_told_from_the_plain_voice_and_is_the_same_each_time(timbre: str) -> None:
    plain = line()
    made = with_timbre(plain, timbre).samples
    length = max(len(made), len(plain.samples))
    changed = np.pad(made, (0, length - len(made))) - np.pad(plain.samples, (0, length - len(plain.samples)))
    assert np.sqrt(np.square(changed).sum() / np.square(plain.samples).sum()) > 0.05
    assert (made == with_timbre(plain, timbre).samples).all()


@pytest.mark.parametrize("timbre", TIMBRES)
def test_a_timbre_leaves_no_sound_behind_the_line(timbre: str) -> None:
    made = with_timbre(tidy(line()), timbre)
    assert abs(made.samples[-3:]).max() < 0.01


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100])
@pytest.mark.parametrize("timbre", TIMBRES)
def test_voices_of_every_rate_have_timbres(timbre: str, rate: int) -> None:
    plain = line(rate=rate)
    assert abs(decibels(with_timbre(plain, timbre), plain)) < 1.0


# ---- Signals ----


@pytest.mark.parametrize("signal", SIGNALS)
def test_a_signal_is_short_and_can_be_heard_and_the_line_follows_it(signal: str) -> None:
    plain = line()
    made = finished(plain, Finish(signal=signal))
    before = len(made.samples) - len(plain.samples)
    assert (made.samples[before:] == plain.samples).all()
    assert 1.0 < before / RATE < 3.5
    assert 0.1 < abs(made.samples[: before - round(REST * RATE)]).max() < 0.9
    assert abs(made.samples[before - round(REST * RATE) : before]).max() == 0.0


def test_signals_differ() -> None:
    lengths = {signal: signal_of(signal, RATE).samples for signal in SIGNALS}
    assert len({samples.tobytes() for samples in lengths.values()}) == len(SIGNALS)


def test_a_file_of_ones_own_is_a_signal_too(tmp_path: Path) -> None:
    write_sound(tmp_path / "owl.wav", Sound(np.sin(np.arange(10 * 8_000) * 0.3).astype(np.float32), 8_000))
    signal = signal_of(str(tmp_path / "owl.wav"), RATE)
    assert signal.seconds == pytest.approx(LONGEST)
    assert speech_level(signal.samples, RATE) == pytest.approx(timbres.SIGNAL_LEVEL, rel=0.1)
    assert abs(signal.samples[-10:]).max() < 0.01


def test_without_its_file_a_line_is_said_all_the_same(tmp_path: Path) -> None:
    plain = line()
    finish = Finish(signal=str(tmp_path / "gone.wav"))
    assert (finished(plain, finish).samples == plain.samples).all()
    with pytest.raises(ChannelLost):
        signal_of(str(tmp_path / "gone.wav"), RATE)


def test_a_file_that_changes_is_another_finish(tmp_path: Path) -> None:
    file = tmp_path / "owl.wav"
    keys = {PLAIN.key, Finish(timbre="cloud").key, Finish(signal="dawn").key, Finish(signal=str(file)).key}
    for seconds in (1, 2):
        write_sound(file, Sound(np.full(seconds * 8_000, 0.5, np.float32), 8_000))
        keys.add(Finish(signal=str(file)).key)
    assert len(keys) == 6
    assert PLAIN.key == ""


# ---- Which line has which ----


def test_a_faction_sounds_the_same_in_all_its_calls_whoever_has_its_cards() -> None:
    script = shipped_script()
    assert {script.timbres[line] for line in script.timbres if line.startswith("ufos.")} == {"ether"}
    assert {script.timbres[line] for line in script.timbres if line.startswith("gods.")} == {"cloud"}
    for call in (*script.zero, *script.night, *script.dawn):
        keys = {key for key in ("wake", "line", "sleep") if f"{call.id}.{key}" in script.wordings}
        assert len({script.timbres.get(f"{call.id}.{key}", "") for key in keys}) <= 1
    demo = load_table(Path("all-roles"))
    dealt = [player.card for player in demo.setup.player]
    others = tuple(replace(p, card=card) for p, card in zip(demo.setup.player, dealt[::-1], strict=True))
    assert delivery_of(demo) == delivery_of(replace(demo, setup=replace(demo.setup, player=others)))


def test_a_line_is_found_by_its_parts() -> None:
    delivery = Delivery(timbres={"ufos.signal.announce": "ether"}, signals={"dawn.wake": "dawn"})
    parts = (
        Part("number.7", "7"),
        Part("", ", "),
        Part("name.Ala", "Ala"),
        Part("ufos.signal.announce.2.b", " świeci."),
    )
    assert finish_of(parts, delivery, "cloud") == Finish(timbre="ether")
    assert finish_of((Part("dawn.wake.1", "Świta."),), delivery, "cloud") == Finish(timbre="cloud", signal="dawn")
    assert finish_of((Part("dawn.waked.1", "Świta."),), delivery) == PLAIN
    assert finish_of((), delivery) == PLAIN


def opened(config: Config, monkeypatch: pytest.MonkeyPatch, told: list[str]) -> tuple[str, Delivery]:
    """Open the sound of a table whose voice has a timbre; give what the mouth is asked for."""
    asked: list[Any] = []
    demo = load_table(Path("demo"))
    voice = replace(load_voice("system"), timbre="ether")
    monkeypatch.setattr("narrator.mouth.voice.load_voice", lambda *_: voice)

    def opening_sound(voice: Voice, *given: object, **_: object) -> tuple[Mouth, None]:
        asked.append((voice.timbre, given[-1]))
        return NoMouth(), None

    monkeypatch.setattr("narrator.mouth.open.open_sound", opening_sound)
    screen = Screen({})
    monkeypatch.setattr(screen, "notice", lambda words: told.append(screen.texts.told(words)))
    opening.mouth_of(demo.setup, config, screen.notice, delivery_of(demo))
    timbre, delivery = asked[0]
    return timbre, delivery


def test_one_key_turns_all_of_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    timbre, delivery = opened(Config(), monkeypatch, [])
    assert timbre == "ether"
    assert delivery.timbres
    assert set(delivery.signals.values()) == set(SIGNALS)
    timbre, delivery = opened(Config(effects=False), monkeypatch, [])
    assert (timbre, delivery.timbres, delivery.signals) == ("", {}, {})
    assert delivery.words


def test_ones_own_sounds_take_the_place_of_the_narrators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owl, broken = tmp_path / "owl.wav", tmp_path / "broken.wav"
    write_sound(owl, Sound(np.sin(np.arange(8_000) * 0.3).astype(np.float32), 8_000))
    broken.write_bytes(b"RIFF")
    told: list[str] = []
    _, delivery = opened(Config(nightfall=str(owl), win=str(broken)), monkeypatch, told)
    assert set(delivery.signals.values()) == {str(owl), "dawn", "win"}
    assert len(told) == 1


def test_a_wrong_timbre_of_a_voice_is_named(tmp_path: Path) -> None:
    path = tmp_path / "voice.toml"
    path.write_text('format = 1\nengine = "system"\nlanguage = "pl"\ntimbre = "ethe"\n')
    with pytest.raises(BadData) as refused:
        load_voice(str(path))
    assert [str(problem) for problem in refused.value.problems] == [
        "voice.toml:4: timbre: there is no timbre 'ethe' → did you mean ether?"
    ]


# ---- Words ----

WORDS = ("하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟")

HEARINGS = 3
"""How often each word is heard: the recogniser adds noise of its own, so that it hears the same sound otherwise."""


@pytest.mark.xdist_group("vosk")
def test_the_words_are_understood_in_every_timbre_as_without() -> None:
    import vosk

    model = loaded()._model

    def understood(timbre: str) -> int:
        sounds = {word: said(word, timbre) for word in WORDS}
        return sum(heard(sound) == word for word, sound in sounds.items() for _ in range(HEARINGS))

    def heard(sound: Sound) -> str:
        recogniser = vosk.KaldiRecognizer(model, RATE, json.dumps(WORDS, ensure_ascii=False))
        room = np.pad(sound.samples, (RATE // 2, RATE))
        recogniser.AcceptWaveform((room * 32767).astype(np.int16).tobytes())
        return str(json.loads(recogniser.FinalResult())["text"])

    plain = understood("")
    assert plain > HEARINGS * len(WORDS) / 2
    found = {timbre: understood(timbre) for timbre in TIMBRES}
    assert min(found.values()) >= plain - 2 * HEARINGS, found


def said(word: str, timbre: str) -> Sound:
    sound = tidy(Sound(spoken(word, VOICE, WORDS_A_MINUTE), RATE))
    return with_timbre(sound, timbre) if timbre else sound
