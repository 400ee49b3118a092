"""The laptop's voice on the moderator's page: heard by day alone, chosen at any time, and spoken from a day on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import platformdirs
import pytest
from playwright.sync_api import Page

from narrator.computer import config, transfer
from narrator.errors import ChannelLost
from narrator.page import voice_choice, voices
from narrator.rooms.captions import NoMouth
from narrator.rooms.soundscape import Soundscape
from narrator.texts import message

from tests.page.asking import Asking
from tests.page.led import Led, led
from tests.page.served import Served
from tests.page.shown import serious
from tests.page.test_read_aloud import by_day, read_aloud


class Voiced(NoMouth):
    """A mouth that notes in which voice each line is said, and whether eyes are closed then."""

    closed: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(self, voice: str, said: list[tuple[str, str]]) -> None:
        self._voice, self._said = voice, said

    def speak(self, text: str, parts: object = ()) -> None:
        del parts
        del text
        self._said.append((self._voice, "night" if Voiced.closed() else "day"))


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, str]]:
    """What the laptop says, and in which voice; nothing is kept outside this folder, and there is no network."""
    lines: list[tuple[str, str]] = []
    monkeypatch.setattr(voices, "sound", lambda setup, *_: (Voiced(setup.voice, lines), Soundscape()))
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path / "own"))
    monkeypatch.setattr(transfer, "reachable", lambda *_: False)
    return lines


class Samples:
    """The samples that were played; each lasts until it is let go on or hushed."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.begun, self.over = Event(), Event()
        self.fault: ChannelLost | None = None

    def __call__(self, voice: Any, *_: object, **__: object) -> Samples:
        self.said.append(voice.id)
        return self

    def say(self, _: str) -> None:
        self.begun.set()
        if self.fault:
            raise self.fault
        assert self.over.wait(20)

    def hush(self) -> None:
        self.over.set()


@pytest.fixture
def samples(monkeypatch: pytest.MonkeyPatch) -> Iterator[Samples]:
    played = Samples()
    monkeypatch.setattr(voice_choice, "Sample", played)
    yield played
    played.over.set()


def until(true: Callable[[], bool]) -> None:
    """Wait until what is done in another thread has come about."""
    pause = Event()
    for _ in range(2000):
        if true():
            return
        pause.wait(0.01)
    raise AssertionError("it did not come about")


def idle(game: Led) -> bool:
    return game.leading.looked_up("voices")["doing"] is None


def current(game: Led) -> list[str]:
    return [one["id"] for one in game.leading.looked_up("voices")["voices"] if one["current"]]


def test_a_voice_is_heard_before_the_game_and_by_day_alone(
    tmp_path: Path, said: list[tuple[str, str]], samples: Samples
) -> None:
    del said
    with led(tmp_path / "j.jsonl", "demo") as game:
        assert game.now["phase"] == "start"
        samples.over.set()
        assert game.send("voice", what="listen", voice="slow")[0] == 200
        until(lambda: idle(game))
        assert samples.said == ["slow"]
        while game.now["phase"] == "start":
            game.go_on()
        status, told = game.send("voice", what="listen", voice="slow")
        assert (status, told["why"]) == (409, "Głosów słucha się przed grą albo w dzień: teraz oczy są zamknięte.")
        assert game.leading.looked_up("voices")["why_not"] == told["why"]
        assert samples.said == ["slow"]
        while game.now["phase"] != "day":
            game.go_on()
        assert game.send("voice", what="listen", voice="system")[0] == 200
        until(lambda: idle(game))
        assert samples.said == ["slow", "system"]


def test_a_line_of_the_game_breaks_a_sample_off(
    tmp_path: Path, said: list[tuple[str, str]], samples: Samples
) -> None:
    del said
    with led(tmp_path / "j.jsonl", "demo") as game:
        game.send("voice", what="listen", voice="slow")
        assert samples.begun.wait(20)
        assert game.send("voice", what="listen", voice="system")[1]["why"] == "Chwila: jeszcze trwa to, co przedtem."
        game.go_on()
        assert samples.over.is_set()


def test_without_a_loudspeaker_the_page_says_so(
    tmp_path: Path, said: list[tuple[str, str]], samples: Samples
) -> None:
    del said
    samples.fault = ChannelLost(message("voices.no-loudspeaker", why="PortAudio"))
    with led(tmp_path / "j.jsonl", "demo") as game:
        game.send("voice", what="listen", voice="slow")
        until(lambda: idle(game))
        assert game.leading.looked_up("voices")["told"] == "Nie ma głośnika, więc głosu nie słychać. (PortAudio)"


def test_what_is_chosen_is_kept_for_all_tables(tmp_path: Path, said: list[tuple[str, str]]) -> None:
    del said
    with led(tmp_path / "j.jsonl", "demo") as game:
        game.send("voice", what="choose", voice="slow")
        until(lambda: idle(game))
        assert current(game) == ["slow"]
        assert config.load_config().voice == "slow"
        assert game.send("voice", what="choose", voice="gosja")[0] == 409
        assert game.send("voice", what="sing", voice="slow")[0] == 409
        assert game.send("voice", what=["listen"], voice=["slow"])[0] == 409


def spoken(said: list[tuple[str, str]]) -> list[str]:
    return [voice for voice, _ in said]


@pytest.mark.usefixtures("standing")
def test_by_day_the_laptop_goes_on_in_the_new_voice_at_once(tmp_path: Path, said: list[tuple[str, str]]) -> None:
    with read_aloud(tmp_path / "a") as client:
        by_day(client)
        game, before = client.game, [*said]
        choose(client, "slow")
        until(lambda: voice_of(client) == "slow")
        assert said == before, "nothing is said twice"
        until(lambda: game.send("answer", said="night")[0] == 200)  # what was asked is put anew meanwhile
        until(lambda: len(said) > len(before))
        assert {*spoken(said[len(before) :])} == {"slow"}


@pytest.mark.usefixtures("standing")
def test_by_night_the_voice_stays_until_it_is_day(
    tmp_path: Path, said: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with read_aloud(tmp_path / "a") as client:
        game = client.game
        game.see(lambda: game.now["now"]["kind"] == "ready")
        game.send("go")
        until(lambda: game.now["phase"] in ("zero", "night"))
        monkeypatch.setattr(Voiced, "closed", game.leading.reading.choice._eyes_are_closed)
        choose(client, "slow")
        chosen_at = len(said)
        game.see(lambda: game.now["now"].get("text") == "Co teraz?")
    assert ("none", "night") in said[chosen_at:], "the night went on in its own voice"
    assert {voice for voice, when in said if when == "night"} == {"none"}
    assert said[-1] == ("slow", "day")


def choose(client: Asking, voice: str) -> None:
    assert client.game.send("voice", what="choose", voice=voice)[0] == 200
    until(lambda: idle(client.game))


def voice_of(client: Asking) -> str:
    return client.game.leading.reading.voices._table.setup.voice  # type: ignore[no-any-return]


def test_a_voice_is_listened_to_and_chosen_by_taps(page: Page, served: Served) -> None:
    page.click('[data-tool="menu"]')
    page.click('[data-open="voices"]')
    page.wait_for_selector('[data-voice="listen natan"]')
    assert serious(page) == []
    page.click('[data-voice="listen natan"]')
    page.click('[data-voice="choose natan"]')
    until(lambda: len(served.commands) == 2)
    page.click('[data-voice="fetch gosia"]')
    page.wait_for_selector("text=CC0")  # the licence is read first
    assert len(served.commands) == 2
    page.click('[data-voice="fetch gosia"]')
    until(lambda: len(served.commands) == 3)
    assert [(one["do"], one["what"], one["voice"]) for one in served.commands] == [
        ("voice", "listen", "natan"),
        ("voice", "choose", "natan"),
        ("voice", "fetch", "gosia"),
    ]
    assert not page.locator('[data-voice="choose system"]').count()
