"""A lost voice is told once and loses no line; without sound the lines are read on the screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from narrator.cues import Part
from narrator.errors import ChannelLost
from narrator.mouth.fallback import Fallback
from narrator.mouth.open import open_sound
from narrator.mouth.timeouts import DeviceLost
from narrator.mouth.voice import Voice, load_voice

from tests.paper import Paper
from tests.polish import in_polish


class Hoarse:
    """A mouth that loses the lines it is told to lose."""

    def __init__(self, lost: set[str]) -> None:
        self.lost = lost
        self.said: list[str] = []
        self.asked = 0

    def prepare(self, lines: Sequence[Part], progress: Callable[[int, int], None]) -> None:
        for line in lines:
            self.speak(line.text)
        progress(len(lines), len(lines))

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        self.asked += 1
        if text in self.lost:
            raise ChannelLost(f"no air for {text}")
        self.said.append(text + "".join(part.id for part in parts))

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        del parts
        return 0.0 if text in self.lost else 1.0

    def hush(self) -> None:
        self.said.append("hushed")

    def close(self) -> None:
        self.said.append("closed")


class Cramped(Hoarse):
    """A mouth whose computer lacks something for some lines."""

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        if text in self.lost:
            raise OSError(24, "Too many open files")
        super().speak(text, parts)


def test_what_a_computer_lacks_loses_no_line_either() -> None:
    page = Paper()
    voice, told = Cramped({"b"}), list[str]()
    fallback = Fallback([voice, page], in_polish(told.append))
    for text in ("a", "b", "c"):
        fallback.speak(text)
    assert voice.said == ["a", "c"]
    assert page.lines == ["b"]
    assert told == ["[Errno 24] Too many open files"]


def test_no_line_is_lost_and_the_reason_is_told_once() -> None:
    page = Paper()
    voice, told = Hoarse({"b", "c", "d", "e"}), list[str]()
    fallback = Fallback([voice, page], in_polish(told.append))
    for text in "abcde":
        fallback.speak(text)
    assert voice.said == ["a"]
    assert page.lines == ["b", "c", "d", "e"]
    assert told == ["no air for b"]
    assert voice.asked == 3  # left after two lost lines in a row


def test_a_voice_that_recovers_is_kept() -> None:
    page = Paper()
    voice = Hoarse({"b", "d", "f"})
    fallback = Fallback([voice, page], lambda _: None)
    for text in "abcdefg":
        fallback.speak(text)
    assert voice.said == ["a", "c", "e", "g"]
    assert page.lines == ["b", "d", "f"]


class Unplugged(Hoarse):
    """A voice whose loudspeaker is away while it has lines to lose; it tells of that itself."""

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        try:
            super().speak(text, parts)
        except ChannelLost as lost:
            raise DeviceLost(str(lost)) from None


def test_a_lost_loudspeaker_is_tried_again_with_every_line() -> None:
    page = Paper()
    voice = Unplugged(set("bcdef"))
    fallback = Fallback([voice, page], in_polish(pytest.fail))
    for text in "abcdefg":
        fallback.speak(text)
    assert voice.said == ["a", "g"]
    assert page.lines == ["b", "c", "d", "e", "f"]


def test_preparing_goes_on_with_the_next_mouth() -> None:
    told: list[object] = []
    Fallback([Hoarse({"a"}), Paper()], told.append).prepare(
        [Part("", "a"), Part("", "b")], lambda *step: told.append(step)
    )
    assert told == ["no air for a", (2, 2)]


def test_the_last_mouth_may_not_hide_a_loss() -> None:
    with pytest.raises(ChannelLost):
        Fallback([Hoarse({"a"}), Hoarse({"a"})], lambda _: None).speak("a")


def test_a_line_takes_as_long_as_in_the_slowest_voice_that_may_say_it() -> None:
    fallback = Fallback([Hoarse({"a", "b"}), Hoarse({"b"}), Paper()], lambda _: None)
    assert [fallback.seconds(text) for text in "abc"] == [1.0, 0.0, 1.0]


def test_all_mouths_are_hushed_and_closed() -> None:
    first, second = Hoarse(set()), Hoarse(set())
    fallback = Fallback([first, second], lambda _: None)
    fallback.hush()
    fallback.close()
    assert first.said == second.said == ["hushed", "closed"]


def test_a_voice_without_an_engine_is_the_screen() -> None:
    page = Paper()
    assert open_sound(load_voice("none"), None, in_polish(pytest.fail), page) == (page, None)


@pytest.mark.skipif(sys.platform == "win32", reason="there is always sound to try")
def test_without_sound_it_is_told_once_and_the_lines_appear(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told, page = list[str](), Paper()
    mouth, _ = open_sound(Voice(engine="system", language="pl"), "no such device", in_polish(told.append), page)
    mouth.speak("Zapada noc.")
    mouth.close()
    assert page.lines == ["Zapada noc."]
    assert len(told) == 1
    assert told[0].startswith("Nie ma dźwięku: to, co mówię, pojawia się na ekranie.")
