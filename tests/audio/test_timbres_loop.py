"""In a room: a timbre and the signals of night, dawn and a win really sound, as they were made."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.cues import SIGNALS, TIMBRES, Delivery, Part
from narrator.mouth.cache import LineCache
from narrator.mouth.player import DevicePlayer
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import at_rate, read_sound
from narrator.mouth.timbres import REST, signal_of
from narrator.mouth.voice import Voice

from tests.audio.likeness import found, heard_of
from tests.audio.sound_server import RATE, SoundServer

pytestmark = pytest.mark.audio

TEXT = "Zapada noc. Wszyscy zamykają oczy."
VOICE = Voice(engine="system", language="pl")

Samples = NDArray[np.float32]


class Noting(DevicePlayer):
    """A player that keeps what it played last."""

    made: Samples

    def play(self, path: Path) -> None:
        self.made = at_rate(read_sound(path), RATE).samples
        super().play(path)


def sounded(server: SoundServer, mouth: RenderedMouth, line: str) -> Samples:
    """Let the mouth say the line; give what the loudspeaker sounded."""
    with server.recorded("speaker.monitor") as recording:
        recording.go_on(0.3)
        mouth.speak(TEXT, (Part(f"{line}.1", TEXT),))
        recording.go_on(0.3)
    return recording.samples()


@pytest.mark.trial
def test_timbres_and_signals_really_sound(server: SoundServer, tmp_path: Path) -> None:
    delivery = Delivery(
        timbres={f"timbre.{timbre}": timbre for timbre in TIMBRES},
        signals={f"signal.{signal}": signal for signal in SIGNALS},
    )
    player = Noting()
    mouth = RenderedMouth(VOICE, player, LineCache(tmp_path), delivery)
    heard, made = {}, {}
    for line in ("plain", *delivery.timbres, *delivery.signals):
        heard[line] = sounded(server, mouth, line)
        made[line] = player.made
    mouth.close()
    assert heard_of(made["plain"], heard["plain"])[1] > 0.8
    for line in delivery.timbres:
        assert heard_of(made[line], heard[line])[1] > 0.8, line
        assert heard_of(made["plain"], heard[line])[1] < 0.5, line
    for line, signal in delivery.signals.items():
        bell = at_rate(signal_of(signal, 22_050), RATE).samples
        follows, share = heard_of(made[line][len(bell) + round(REST * RATE) :], heard[line])
        assert share > 0.8, line
        assert found(bell, heard[line][:follows])[1] > 0.9, line
