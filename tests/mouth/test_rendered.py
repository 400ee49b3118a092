"""The system voice renders a line once, keeps it for its owner alone, and heals what was damaged."""

from __future__ import annotations

import os
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from narrator.cues import Delivery, Part
from narrator.mouth.cache import LineCache
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import Sound, read_sound
from narrator.mouth.timbres import speech_level
from narrator.mouth.voice import Voice

VOICE = Voice(engine="system", language="pl", pause=0.0)
NIGHT = "Zapada noc."
TONE = Sound((0.5 * np.sin(np.arange(22050) / 10)).astype(np.float32), 22050)


class QuietRoom:
    """A player for a computer without sound: it keeps what it was given; `long` plays until it is stopped."""

    ahead = 0.0
    begins: Callable[[float], None] = staticmethod(lambda _: None)

    def __init__(self, long: bool = False) -> None:
        self.played: list[Path] = []
        self.begun = threading.Event()
        self._end = threading.Event()
        self._long = long

    def play(self, path: Path) -> None:
        self.played.append(path)
        self.begun.set()
        if self._long:
            self._end.wait()

    def rest(self, seconds: float) -> None:
        pass

    def chime(self) -> None: ...

    def surround(self, ambience: object) -> None:
        pass

    def fade(self, gain: float, seconds: float) -> None:
        pass

    def stop(self) -> None:
        self._end.set()

    def close(self) -> None:
        self.stop()


@pytest.fixture
def room() -> QuietRoom:
    return QuietRoom()


@pytest.fixture
def mouth(tmp_path: Path, room: QuietRoom) -> Iterator[RenderedMouth]:
    mouth = RenderedMouth(VOICE, room, LineCache(tmp_path / "lines"))
    yield mouth
    mouth.close()


def files(tmp_path: Path) -> dict[str, int]:
    return {file.name: file.stat().st_ino for file in (tmp_path / "lines").glob("*.wav")}


def test_prepared_lines_are_spoken_from_the_cache(mouth: RenderedMouth, room: QuietRoom, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    mouth.prepare(
        [Part("", text) for text in (NIGHT, "Nastaje świt.", NIGHT, "…")],
        lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 2), (2, 2)]
    rendered = files(tmp_path)
    mouth.speak(NIGHT)
    mouth.speak("Nastaje świt.")
    assert files(tmp_path) == rendered
    assert {path.name for path in room.played} == set(rendered)
    assert len(room.played) == 2


def test_once_all_is_prepared_one_process_is_left(mouth: RenderedMouth) -> None:
    psutil = pytest.importorskip("psutil")
    before = psutil.Process().children()  # one of them is this mouth's
    mouth.prepare([Part("", f"{NIGHT} Numer {number}.") for number in range(8)], lambda *_: None)
    assert len(psutil.Process().children()) == len(before)
    mouth.speak(f"{NIGHT} Numer 30.")


def test_preparing_again_renders_nothing(mouth: RenderedMouth, tmp_path: Path) -> None:
    mouth.prepare([Part("", NIGHT)], lambda *_: None)
    once = files(tmp_path)
    mouth.prepare([Part("", NIGHT)], lambda *_: None)
    assert files(tmp_path) == once


def test_how_long_a_line_takes_is_known_once_it_is_ready(tmp_path: Path, room: QuietRoom) -> None:
    mouth = RenderedMouth(replace(VOICE, pause=0.5), room, LineCache(tmp_path / "lines"))
    assert mouth.seconds(NIGHT) == 0.0
    assert files(tmp_path) == {}
    mouth.prepare([Part("", NIGHT)], lambda *_: None)
    rendered = next((tmp_path / "lines").glob("*.wav"))
    assert mouth.seconds(NIGHT) == pytest.approx(read_sound(rendered).seconds + 0.5)
    mouth.close()


def test_on_another_day_known_lines_need_no_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = LineCache(tmp_path / "lines")
    first = RenderedMouth(VOICE, QuietRoom(), cache)
    first.prepare([Part("", NIGHT)], lambda *_: None)
    first.close()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))  # no voice's process can start
    room, told = QuietRoom(), list[object]()
    later = RenderedMouth(VOICE, room, cache)
    later.prepare([Part("", NIGHT)], lambda *step: told.append(step))
    later.speak(NIGHT)
    later.close()
    assert len(room.played) == 1
    assert told == []


def test_a_voice_that_has_changed_speaks_the_next_line(mouth: RenderedMouth, room: QuietRoom, tmp_path: Path) -> None:
    cache = LineCache(tmp_path / "lines")
    engine = cache.engine(VOICE)
    cache.remember(VOICE, "a voice of last year")
    cache.keep(NIGHT, VOICE, "a voice of last year", TONE)
    later = RenderedMouth(VOICE, room, cache)
    later.speak(NIGHT)
    later.close()  # it has looked by then
    assert cache.engine(VOICE) == engine != "a voice of last year"
    mouth.speak(NIGHT)
    assert room.played[0] != room.played[1]


def test_a_line_that_was_not_prepared_is_rendered_when_spoken(mouth: RenderedMouth, room: QuietRoom) -> None:
    mouth.speak("Numer siedem.")
    assert read_sound(room.played[0]).seconds > 0.5


def test_a_line_without_words_plays_nothing(mouth: RenderedMouth, room: QuietRoom) -> None:
    mouth.speak("…")
    assert room.played == []


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:2000])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def blank(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:44] + bytes(path.stat().st_size - 44))


@pytest.mark.parametrize("damage", [cut, empty, blank])
def test_a_damaged_line_is_rendered_anew(mouth: RenderedMouth, room: QuietRoom, damage: object) -> None:
    mouth.speak(NIGHT)
    whole = room.played[0].read_bytes()
    assert callable(damage)
    damage(room.played[0])
    mouth.speak(NIGHT)
    assert room.played[1] == room.played[0]
    assert len(room.played[1].read_bytes()) == pytest.approx(len(whole), rel=0.02)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps other permissions")
def test_lines_are_for_their_owner_alone_and_named_after_nothing(mouth: RenderedMouth, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        mouth.prepare([Part("", NIGHT)], lambda *_: None)
    finally:
        os.umask(before)
    (file,) = (tmp_path / "lines").glob("*.wav")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert set(file.stem) <= set("0123456789abcdef")


def test_a_hushed_line_returns_and_the_next_one_speaks(tmp_path: Path) -> None:
    room = QuietRoom(long=True)
    mouth = RenderedMouth(replace(VOICE, pause=3600.0), room, LineCache(tmp_path))
    speaking = threading.Thread(target=mouth.speak, args=(NIGHT,), daemon=True)
    speaking.start()
    assert room.begun.wait(60)
    mouth.hush()
    speaking.join(60)
    assert not speaking.is_alive()
    room.begun.clear()
    again = threading.Thread(target=mouth.speak, args=(NIGHT,), daemon=True)
    again.start()
    assert room.begun.wait(60)
    mouth.hush()
    again.join(60)
    mouth.close()


def test_only_what_is_heard_decides_the_file(tmp_path: Path) -> None:
    cache = LineCache(tmp_path)
    kept = {
        cache.keep(NIGHT, VOICE, "espeak", TONE),
        cache.keep(NIGHT + " ", VOICE, "espeak", TONE),
        cache.keep(NIGHT, replace(VOICE, rate=90), "espeak", TONE),
        cache.keep(NIGHT, VOICE, "sapi5", TONE),
    }
    assert len(kept) == 4
    assert cache.keep(NIGHT, replace(VOICE, id="other", pause=2.0), "espeak", TONE) in kept


def test_the_longest_unused_lines_make_room(tmp_path: Path) -> None:
    cache = LineCache(tmp_path, most_bytes=100_000)  # two lines of 44 kB fit
    old, used = (cache.keep(text, VOICE, "espeak", TONE) for text in ("Noc pierwsza.", "Noc druga."))
    os.utime(old, (1000, 1000))
    os.utime(used, (900, 900))
    assert cache.find("Noc druga.", VOICE, "espeak") == used
    cache.keep("Noc trzecia.", VOICE, "espeak", TONE)
    cache.keep("Noc czwarta.", VOICE, "espeak", TONE)
    assert not old.exists()
    assert used.exists()
    assert cache.find("Noc czwarta.", VOICE, "espeak")


def test_what_tonight_wants_is_not_the_first_to_go(tmp_path: Path) -> None:
    cache = LineCache(tmp_path, most_bytes=100_000)
    wanted, other = (cache.keep(text, VOICE, "espeak", TONE) for text in ("Noc pierwsza.", "Noc druga."))
    os.utime(wanted, (900, 900))
    os.utime(other, (1000, 1000))
    assert cache.has("Noc pierwsza.", VOICE, "espeak")
    assert not cache.has("Noc druga.", VOICE, "another engine")
    cache.keep("Noc trzecia.", VOICE, "espeak", TONE)
    cache.keep("Noc czwarta.", VOICE, "espeak", TONE)
    assert wanted.exists()
    assert not other.exists()


def test_a_line_with_a_timbre_is_made_ahead_and_kept_apart(room: QuietRoom, tmp_path: Path) -> None:
    delivery = Delivery(timbres={"ufos.signal.wake": "ether"}, signals={"dawn.wake": "dawn"})
    mouth = RenderedMouth(VOICE, room, LineCache(tmp_path / "lines"), delivery)
    lines = [Part("ufos.signal.wake.1", NIGHT), Part("sheriff.jail.wake.1", NIGHT), Part("dawn.wake.3", NIGHT)]
    told: list[tuple[int, int]] = []
    mouth.prepare([*lines, *lines], lambda *step: told.append(step))
    assert told == [(1, 3), (2, 3), (3, 3)]
    rendered = files(tmp_path)
    for line in lines:
        mouth.speak(line.text, (line,))
    mouth.close()
    assert files(tmp_path) == rendered
    ether, plain, dawn = map(read_sound, room.played)
    assert len({path.name for path in room.played}) == 3
    assert speech_level(ether.samples, ether.rate) == pytest.approx(speech_level(plain.samples, plain.rate), rel=0.12)
    assert dawn.seconds > plain.seconds + 1.0
    assert mouth.seconds(NIGHT, (lines[2],)) == pytest.approx(dawn.seconds)
