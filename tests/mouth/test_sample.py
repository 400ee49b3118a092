"""A sample is a line in one voice and in no other: rendered or recorded, broken off, or told why it cannot be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from narrator.cues import Part
from narrator.errors import ChannelLost
from narrator.mouth import rhvoice, sample
from narrator.mouth.cache import LineCache
from narrator.mouth.packs import Pack
from narrator.mouth.sample import LONGEST, Sample
from narrator.mouth.sound import Sound
from narrator.mouth.voice import Voice, load_voice
from narrator.texts import Message

from tests.mouth.test_piper import QuietRoom
from tests.polish import in_polish

LINE = "Zapada noc. Zamknijcie oczy."


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> QuietRoom:
    quiet = QuietRoom()
    monkeypatch.setattr(sample, "open_player", lambda *_: quiet)
    monkeypatch.setattr(sample, "LineCache", lambda: LineCache(tmp_path / "lines"))
    return quiet


def recorded(folder: Path, *texts: str) -> Voice:
    """A pack in which these lines were read."""
    sound = Sound(np.full(2_000, 0.3, np.float32), 22_050)
    Pack(folder).keep([(Part(f"line.{place}", text), sound) for place, text in enumerate(texts)])
    return Voice(id="ala", engine="recorded", language="pl", pack=str(folder))


def test_a_rendered_voice_says_the_line(room: QuietRoom) -> None:
    Sample(load_voice("system"), "").say(LINE)
    assert len(room.played) == 1
    assert room.closed


def test_a_recorded_voice_plays_its_longest_line_that_is_not_long(room: QuietRoom, tmp_path: Path) -> None:
    voice = recorded(tmp_path / "ala", "Noc.", LINE, "a " * LONGEST)
    Sample(voice, "").say("never read")
    assert room.played == [tmp_path / "ala" / "line.1.wav"]
    Sample(recorded(tmp_path / "ola", "a " * LONGEST), "").say("never read")
    assert room.played[1:] == [tmp_path / "ola" / "line.0.wav"]


def test_an_empty_pack_and_a_voice_without_sound_are_told(room: QuietRoom, tmp_path: Path) -> None:
    (tmp_path / "ala").mkdir()
    empty = Voice(id="ala", engine="recorded", language="pl", pack=str(tmp_path / "ala"))
    assert why(Sample(empty, "")) == "W tym głosie nic nie nagrano."
    assert why(Sample(load_voice("none"), "")) == "To głos bez dźwięku: słowa są na ekranie."
    assert room.played == []


def test_the_fallback_never_speaks_for_a_voice_that_is_not_there(
    room: QuietRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rhvoice, "which", lambda _: None)
    assert "RHVoice" in why(Sample(load_voice("natan-rhvoice"), ""))
    assert room.played == []
    assert room.closed


def test_without_a_loudspeaker_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> QuietRoom:
        raise ChannelLost(Message("mouth.no-device"))

    monkeypatch.setattr(sample, "open_player", none)
    told = why(Sample(load_voice("system"), ""))
    assert told == "Nie ma głośnika, więc głosu nie słychać. (Ten komputer nie ma głośnika.)"


def test_a_computer_without_room_is_told_in_words(room: QuietRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path) -> None:
        raise MemoryError

    monkeypatch.setattr(room, "play", full)
    assert why(Sample(load_voice("system"), "")) == "Nie udało się: MemoryError."
    assert room.closed


@pytest.mark.parametrize("engine", ["system", "recorded"])
def test_a_sample_that_was_hushed_before_it_began_is_not_heard(engine: str, room: QuietRoom, tmp_path: Path) -> None:
    voice = load_voice("system") if engine == "system" else recorded(tmp_path / "ala", LINE)
    one = Sample(voice, "")
    one.hush()
    one.say(LINE)
    assert room.played == []


def why(one: Sample) -> str:
    """Why this sample cannot be heard, in Polish."""
    told: list[str] = []
    with pytest.raises(ChannelLost) as lost:
        one.say(LINE)
    in_polish(told.append)(lost.value.table)
    return told[0]
