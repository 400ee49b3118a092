"""Sound finds a way: the device, else the first program that can play, else a clear word about what is missing."""

from __future__ import annotations

import ctypes.util
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from narrator.errors import ChannelLost
from narrator.mouth.player import DevicePlayer, ProgramPlayer, open_player
from narrator.mouth.sound import Sound, write_sound

from tests.polish import in_polish

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere PortAudio comes with sounddevice")

PLAYS = 'echo "$@" >> "$0.played"'
FAILS = "echo connection refused >&2; exit 1"
LASTS = 'case "$1" in *silence.wav) ;; *) exec sleep 3600 ;; esac'


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the first of PATH, on a computer without PortAudio's library."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("sh", "sleep"):
        (folder / tool).symlink_to(f"/bin/{tool}")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", lambda _: None)
    return folder


def install(folder: Path, name: str, script: str) -> Path:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return folder / f"{name}.played"


@pytest.fixture
def line(tmp_path: Path) -> Path:
    write_sound(tmp_path / "line.wav", Sound(np.zeros(100, dtype=np.float32), 22050))
    return tmp_path / "line.wav"


def test_programs_are_tried_in_order(programs: Path, line: Path) -> None:
    install(programs, "aplay", PLAYS)
    told: list[str] = []
    for name in ("aplay", "paplay", "pw-play"):
        played = install(programs, name, PLAYS)
        open_player(None, in_polish(told.append)).play(line)
        assert played.read_text().splitlines()[-1] == str(line)
        assert told[-1].startswith(f"Dźwięk idzie przez: {name}.")
        assert "libportaudio2 (Debian, Ubuntu) albo portaudio (Fedora, Arch)" in told[-1]


def test_a_program_that_cannot_play_is_passed_over(programs: Path, line: Path) -> None:
    install(programs, "pw-play", FAILS)
    played = install(programs, "paplay", PLAYS)
    open_player("kino").play(line)
    assert played.read_text().splitlines()[-1] == f"--device=kino {line}"


def test_without_any_way_the_missing_package_is_named(programs: Path) -> None:
    with pytest.raises(ChannelLost, match=r"install the package libportaudio2"):
        open_player()
    install(programs, "aplay", FAILS)
    with pytest.raises(ChannelLost, match=r"libportaudio2.* Nor can any of these play it: .*aplay"):
        open_player()


def test_a_program_that_fails_loses_the_line_with_its_own_words(programs: Path, line: Path) -> None:
    install(programs, "paplay", PLAYS)
    player = open_player()
    install(programs, "paplay", FAILS)
    with pytest.raises(ChannelLost, match=r"paplay: connection refused"):
        player.play(line)


def test_a_playing_program_is_stopped(programs: Path, line: Path) -> None:
    install(programs, "paplay", LASTS)
    player = ProgramPlayer(str(programs / "paplay"))
    playing = threading.Thread(target=player.play, args=(line,), daemon=True)
    playing.start()
    while playing.is_alive():
        player.stop()
        playing.join(0.05)
    assert not playing.is_alive()


def test_an_unknown_device_is_told() -> None:
    told: list[str] = []
    try:
        DevicePlayer("trumpet of Jericho", in_polish(told.append)).close()
    except ChannelLost as lost:  # there is none at all
        told.append(str(lost))
    assert "trumpet of Jericho" in told[0] or "no loudspeaker" in told[0]
