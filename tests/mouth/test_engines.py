"""Another voice engine is one module and one line in the table: profiles, rendering, checks and doctor take it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.cues import Part
from narrator.doctor.words import try_voice
from narrator.doctor.words import voice as judged
from narrator.errors import BadData
from narrator.mouth.cache import LineCache
from narrator.mouth.engines import ENGINES, engine_of
from narrator.mouth.fallback import Fallback
from narrator.mouth.open import open_sound
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import read_sound
from narrator.mouth.voice import load_voice
from narrator.play.checking import check

from tests.polish import in_polish

LINE = "Zapada noc, wszyscy zamykają oczy."
SHIPPED = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toy", "tests.mouth.toy_engine")
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    )


def profile(folder: Path, *keys: str) -> str:
    path = folder / "hum.toml"
    path.write_text("\n".join(["format = 1", 'engine = "toy"', 'language = "pl"', *keys]), "utf-8")
    return str(path)


class Room:
    """A player that keeps what it is given."""

    ahead = 0.0
    begins: Callable[[float], None] = staticmethod(lambda _: None)

    def __init__(self) -> None:
        self.played: list[float] = []

    def play(self, path: Path) -> None:
        self.played.append(read_sound(path).seconds)

    def rest(self, seconds: float) -> None: ...

    def chime(self) -> None: ...

    def surround(self, ambience: object) -> None: ...

    def fade(self, gain: float, seconds: float) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


def test_its_lines_are_rendered_and_played(tmp_path: Path) -> None:
    room, cache = Room(), LineCache(tmp_path / "lines")
    mouth = RenderedMouth(load_voice(profile(tmp_path)), room, cache)
    mouth.prepare([Part("", LINE)], lambda *_: None)
    (kept,) = (tmp_path / "lines").glob("*.wav")
    mouth.speak(LINE)
    mouth.close()
    assert room.played == [read_sound(kept).seconds] == [pytest.approx(len(LINE) / 15, rel=0.05)]


def test_a_mouth_opens_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    monkeypatch.setattr("narrator.mouth.open.open_player", lambda *_: room)
    told = in_polish(pytest.fail)
    mouth, player = open_sound(load_voice(profile(tmp_path)), None, told, Fallback([], told))
    assert player is room
    mouth.speak(LINE)
    mouth.close()
    assert len(room.played) == 1


def test_a_faulty_profile_is_told_by_check(tmp_path: Path) -> None:
    setup = tmp_path / "small.toml"
    shipped = (SHIPPED / "setups" / "small.toml").read_text("utf-8")
    setup.write_text(f'voice = "{profile(tmp_path, "rate = 300")}"\n{shipped}', "utf-8")
    ((_, problems),) = check([setup])
    assert [problem.parts()[0] for problem in problems] == ["hum.toml:4: rate: nobody hums like that"]


def test_an_unknown_engine_is_told_from_the_known_ones(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('format = 1\nengine = "toi"\nlanguage = "pl"\n', "utf-8")
    with pytest.raises(BadData) as told:
        load_voice(str(path))
    known = ", ".join([*ENGINES, "recorded", "none"])
    fault = f"odd.toml:2: engine: 'toi' is not one of {known} → did you mean toy?"
    assert [str(problem) for problem in told.value.problems] == [fault]


def test_the_doctor_tries_it(tmp_path: Path) -> None:
    voice = load_voice(profile(tmp_path))
    found = judged(voice, try_voice(voice))
    assert (found.verdict, found.value["engine"]) == ("ok", "toy 1")


def test_the_doctor_has_a_cure_where_it_does_not_speak(tmp_path: Path) -> None:
    voice = load_voice(profile(tmp_path, "rate = 199"))
    found = judged(voice, try_voice(voice))
    assert (found.verdict, "hoarse" in str(found.text), bool(found.cure)) == ("fail", True, True)
    assert engine_of(voice).trouble == "no-voice"
