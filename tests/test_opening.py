"""A room is opened with what the computer has: without room for sound or ears, lines are shown and answers typed."""

from __future__ import annotations

import errno
import io
import sys
from dataclasses import replace

import pytest

from narrator.computer.config import Config
from narrator.cues import Ask, At, Say
from narrator.games.ktulu.setup import Player, Setup
from narrator.rooms.opening import open_room

SETUP = Setup(player=(Player(name="Ala"), Player(name="Bartek")), answers="open")
SEAT = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("1", "2"))


class Refusing:
    """Lets nothing more be imported for sound and ears."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def find_spec(self, name: str, *_: object) -> None:
        if name in ("narrator.mouth.open", "narrator.ears.open"):
            raise self.fault


@pytest.mark.parametrize(
    "fault", [OSError(errno.EMFILE, "Too many open files"), MemoryError(), ImportError("no module")], ids=type
)
def test_a_computer_without_room_goes_on_with_screen_and_keys(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("narrator.mouth.open", "narrator.ears.open"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Refusing(fault), *sys.meta_path])
    monkeypatch.setattr("narrator.ears.keyboard.own_stdin", lambda: io.StringIO("ala\n"))
    with open_room(SETUP, Config(ambience="none"), silent=False) as room:
        room.say(Say(at=At(), line="", text="Zapada noc."))
        assert room.ask(SEAT) == "1"
    told = " ".join(capsys.readouterr().out.split())
    assert "Zapada noc." in told
    assert f"Nie ma dźwięku: komputerowi czegoś brakuje ({str(fault) or 'MemoryError'})" in told
    assert "Nie słychać was" in told
    assert "Odpowiadajcie z klawiatury." in told


def test_whoever_has_another_name_is_shown_and_typed_by_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("narrator.ears.keyboard.own_stdin", lambda: io.StringIO("Ela\nala\nola\n"))
    written = replace(SEAT, kind="text", choices=(), to="moderator")
    with open_room(replace(SETUP, answers="keys"), Config(ambience="none", voice="none"), silent=False) as room:
        assert room.ask(written) == "Ela"
        room.call({1: "Ola"})
        assert room.ask(SEAT) == "1"
    assert "Nie rozumiem" in capsys.readouterr().out  # nobody is called Ala any more
