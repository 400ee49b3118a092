"""A headset beside the laptop's loudspeaker: a device of its own, for its sound server can be pulled out alone."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.audio.sound_server import Recording, SoundServer

HEADSET = "headset"
"""The device's name."""

_DEVICES = """
pcm.{name} {{ type pulse server "unix:{folder}/pulse/native" device speaker hint {{ show on description {name} }} }}
"""


@contextmanager
def known(server: SoundServer) -> Iterator[Path]:
    """Let those who use the server know a headset; give the folder of its own server. It is not plugged in yet."""
    folder = Path(tempfile.mkdtemp(prefix="narrator-"))  # short: the name of a socket has little room
    devices = _DEVICES.format(name=HEADSET, folder=folder)
    Path(server.own_environment["HOME"], ".asoundrc").write_text(devices)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def plugged(folder: Path) -> Iterator[Recording]:
    """Plug the headset in, and record what sounds in it until it is pulled out."""
    with SoundServer(folder) as server:
        server.unplug("speaker")
        server.plug("speaker")
        with server.recorded("speaker.monitor") as recording:
            yield recording
    shutil.rmtree(folder / "pulse")
