"""A night goes on while its loudspeaker comes and goes: a short form of bench/devices.py."""

from __future__ import annotations

import pytest

from tests.audio.headset import HEADSET
from tests.audio.losing import Place
from tests.audio.sound_server import SoundServer
from tests.audio.unplugged import WHOLE, lose

pytestmark = pytest.mark.audio


def test_a_lost_loudspeaker_is_told_of_and_found_again(server: SoundServer) -> None:
    server.unplug("room")
    found = lose(server, Place("a headset, and no other", HEADSET), times=1, seed=2)
    assert found.faults == []
    assert found.shares[0] >= WHOLE
    assert found.shares[-1] >= WHOLE
    assert min(found.shares) < WHOLE  # so there was a loss
