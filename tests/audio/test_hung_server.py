"""A sound server that hangs takes the sound away, and not the night."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audio.evening import SOUND_NOTICES, lay_table, played
from tests.audio.sound_server import SoundServer

pytestmark = [pytest.mark.audio, pytest.mark.long]


def test_a_night_goes_on_without_its_sound_server_and_ends_too(server: SoundServer, tmp_path: Path) -> None:
    setup = lay_table(tmp_path, config='format = 1\nears = "keys"\n')
    with played(server, setup) as game:
        game.wait_for_question()
        with server.hung():
            game.key_in("ready\n")
            game.wait_for_question()
        with server.recorded("speaker.monitor") as recording:
            game.key_in("6\n")
            recording.hear(0)
            game.wait_for_question()
        with server.hung():
            assert game.end() == 0
    shown = " ".join(game.shown().split())
    assert [shown.count(notice) for notice in SOUND_NOTICES] == [1, 1]
