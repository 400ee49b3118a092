"""Clips: what is read, how files are named, and what is cut out of the sound of a room."""

from __future__ import annotations

import random
import tomllib
import wave
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.ears.clips import (
    Clip,
    ClipText,
    Group,
    group_of,
    keep_group,
    label,
    left,
    minutes,
    reader_folder,
    readings,
    take,
    write_clip,
)
from narrator.ears.lexicon import languages, read_lexicon
from narrator.ears.sound import BLOCK, RATE
from narrator.errors import NarratorError
from narrator.lexicon import normalise

from tests.polish import OWN_WORDS
from tests.speech.speaker import silence, speak

WORDS = "번호 여섯"
CLIPS = Path(label.__code__.co_filename).with_name("clips.toml")
POLISH = read_lexicon("pl", *OWN_WORDS)
NAMES = ("Ala", "Łukasz z Krakowa")


def blocks(*sounds: bytes) -> Iterator[bytes]:
    sound = b"".join(sounds)
    for begin in range(0, len(sound), 2 * BLOCK):
        yield sound[begin : begin + 2 * BLOCK].ljust(2 * BLOCK, b"\0")


def noise(seconds: float, loudest: int) -> bytes:
    drawn = array("h", random.Random(1).randbytes(int(seconds * RATE) * 2))
    return array("h", (one * loudest // 32768 for one in drawn)).tobytes()


def louder(sound: bytes, times: float) -> bytes:
    return array("h", (max(-32768, min(32767, int(one * times))) for one in array("h", sound))).tobytes()


def seconds(sound: bytes) -> float:
    return len(sound) / 2 / RATE


SAID = speak(WORDS)
VOICE = seconds(SAID) - 2.0
"""How long the words last: the speaker puts half a second before and one and a half after them."""


def test_what_is_said_is_cut_out_of_the_silence() -> None:
    clip = take(blocks(silence(1.0), SAID, silence(3.0)))
    assert clip.fault == ""
    assert clip.sound in silence(1.0) + SAID + silence(3.0)
    assert VOICE + 0.2 < seconds(clip.sound) < VOICE + 0.8


def test_what_is_said_is_cut_out_of_a_room() -> None:
    clip = take(blocks(noise(1.0, 200), SAID[: -int(RATE * 1.5) * 2], noise(3.0, 200)))
    assert clip.fault == ""
    assert VOICE < seconds(clip.sound) < VOICE + 1.0


def test_a_reader_who_begins_at_once_is_heard_whole() -> None:
    spoken = SAID[RATE:]  # without the half second before
    clip = take(blocks(spoken, silence(3.0)))
    assert clip.fault == ""
    assert spoken.startswith(clip.sound[: 2 * RATE])


def test_a_pause_between_two_words_does_not_end_the_clip() -> None:
    voice = SAID[RATE : -3 * RATE]
    clip = take(blocks(silence(0.5), voice, silence(0.5), voice, silence(2.0)))
    assert seconds(clip.sound) > 2 * VOICE + 0.5


@pytest.mark.parametrize(
    ("sound", "fault"),
    [
        (silence(12.0), "silent"),
        (noise(12.0, 300), "silent"),
        (silence(1.0) + noise(0.05, 20_000) + silence(12.0), "silent"),  # a click is no voice
        (silence(0.5), "silent"),
        (louder(SAID, 0.01), "faint"),
        (louder(SAID, 30.0), "loud"),
        (silence(0.5) + SAID[RATE : -3 * RATE] * 30, "long"),
    ],
)
def test_a_bad_clip_is_told(sound: bytes, fault: str) -> None:
    assert take(blocks(sound)).fault == fault


@pytest.mark.parametrize("language", languages())
def test_every_reading_is_known_again_by_its_file(language: str) -> None:
    wanted = readings(read_lexicon(language), NAMES)
    assert len({reading.file.casefold() for reading in wanted}) == len(wanted)
    for reading in wanted:
        assert label(Path("folder") / reading.file) == reading
        assert label(Path(reading.file.replace(".wav", ".2.wav"))) == reading
        assert not set(reading.file) & set('\\/:*?"<>|')
    assert sum(reading.other for reading in wanted) >= 5


def test_numbers_answers_commands_and_names_are_read() -> None:
    wanted = readings(POLISH, NAMES)
    said = (
        "trzy",
        "numer trzy",
        "numer dwadzieścia",
        "tak",
        "nikt",
        "cofnij",
        "potwierdzam",
        "noc",
        "łukasz z krakowa",
    )
    assert {ClipText(text) for text in said} <= set(wanted)
    answers = {reading.text for reading in wanted if not reading.other}
    assert all(reading.text not in answers for reading in wanted if reading.other)


def test_names_are_read_as_questions_ask_for_them_but_not_where_two_share_the_form() -> None:
    wanted = {reading.text for reading in readings(POLISH, ("Karol", "Karola", "Kasia"))}
    assert {"kasia", "kasię", "karol", "karolę"} <= wanted
    assert "karola" not in wanted
    assert ClipText("karol, przestań", other=True) in readings(POLISH, ("Karol",))


def test_a_table_is_read_in_ten_minutes() -> None:
    names = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Henryk")
    assert minutes(len(readings(POLISH, names))) <= 11
    assert minutes(len(readings(POLISH, ()))) <= 10
    assert minutes(1) == 1


def test_every_word_that_matters_is_a_word_of_the_language() -> None:
    shipped = tomllib.loads(CLIPS.read_text("utf-8"))["words"]
    for language in shipped:
        read = {reading.text for reading in readings(read_lexicon(language, *OWN_WORDS), ())}
        assert {normalise(word) for word in shipped[language]} <= read


def test_what_a_lexicon_of_ones_own_lacks_is_not_read(tmp_path: Path) -> None:
    text = Path(read_lexicon.__code__.co_filename).with_name("lexicons").joinpath("pl.toml").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace('["cofnij", ', '["wróć", '), "utf-8")
    texts = {reading.text for reading in readings(read_lexicon(str(own)), ())}
    assert "pomyłka" in texts
    assert not {"cofnij", "noc"} & texts


def test_of_a_language_without_a_list_the_first_forms_are_read() -> None:
    wanted = {reading.text for reading in readings(replace(POLISH, language="xx"), ())}
    assert {"tak", "tak tak", "gotowe", "noc", "trzy"} <= wanted
    assert "no tak" not in wanted


def test_a_reader_goes_on_where_they_stopped(tmp_path: Path) -> None:
    wanted = readings(POLISH, ())
    first = left(tmp_path, wanted, "ola")
    assert sorted(map(str, first)) == sorted(map(str, wanted))
    assert first != left(tmp_path, wanted, "jan")
    for reading in first[:3]:
        write_clip(tmp_path / reading.file, Clip(SAID))
    assert left(tmp_path, wanted, "ola") == first[3:]


def test_a_clip_is_written_in_the_form_of_the_ears(tmp_path: Path) -> None:
    path = tmp_path / "ola" / ClipText("tak").file
    write_clip(path, Clip(SAID))
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        assert file.readframes(file.getnframes()) == SAID
    assert [file.name for file in path.parent.iterdir()] == ["tak.wav"]


def test_the_folder_says_whose_clips_it_holds(tmp_path: Path) -> None:
    folder = tmp_path / "clips"
    assert group_of(tmp_path) is None
    keep_group(folder, "pl", {1: "Ala"})
    keep_group(folder, "pl", {1: "Łukasz „Kot”", 2: "Ala"})
    assert group_of(folder) == Group(language="pl", names=("Ala", "Łukasz „Kot”"))
    with pytest.raises(NarratorError, match="another folder"):
        keep_group(folder, "ko", {})


def test_a_readers_folder_lies_in_the_groups(tmp_path: Path) -> None:
    assert reader_folder(tmp_path, "Mała Ola").name == "mała-ola"
    assert reader_folder(tmp_path, "../../x").parent == tmp_path
    with pytest.raises(NarratorError, match="letters"):
        reader_folder(tmp_path, "..")


@pytest.mark.parametrize("language", ["C:\\clips\\own.toml", 'a"b.toml', "pl"])
def test_what_is_written_down_of_a_group_can_be_read(language: str, tmp_path: Path) -> None:
    names = {1: 'Basia "B"', 2: "Krzy\\ś"}
    assert keep_group(tmp_path, language, names) == group_of(tmp_path)
