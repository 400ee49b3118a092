"""Players: what carries a rendered line to the room, the sound device or else a program that reaches it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from narrator.errors import ChannelLost
from narrator.mouth.device import DevicePlayer
from narrator.mouth.outputs import load_libraries
from narrator.mouth.timeouts import with_timeout
from narrator.texts import Words, message

if TYPE_CHECKING:
    from narrator.mouth.ambience import Ambience

__all__ = ["DevicePlayer", "ProgramPlayer", "SoundPlayer", "open_player"]

PROGRAMS = {"pw-play": "--target", "paplay": "--device", "aplay": "--device"}
"""Programs that play a WAV file, best first, and how each is told the device."""

_TRIAL = 5.0  # seconds for a program to play a moment of silence


class SoundPlayer(Protocol):
    """Anything that plays one rendered line at a time."""

    ahead: float
    """Seconds before a line is due at which it should be handed over."""

    begins: Callable[[float], None]
    """Told when each line begins to sound (`time.monotonic()`), as soon as that is known; again if it begins anew."""

    def play(self, path: Path) -> None:
        """Play the WAV file and return when its last sample has sounded. Raises ChannelLost."""

    def rest(self, seconds: float) -> None:
        """Begin the next line no earlier than this many seconds after the last one."""

    def surround(self, ambience: Ambience) -> None:
        """Put an ambience under the lines; it begins unheard. Raises ChannelLost where there can be none."""

    def fade(self, gain: float, seconds: float) -> None:
        """Bring the ambience to this gain."""

    def chime(self) -> None:
        """Sound a short tone beside whatever sounds, without waiting; do nothing where only one sound fits."""

    def stop(self) -> None:
        """Stop what is playing, at once, but for the ambience; may be called from another thread."""

    def close(self) -> None:
        """Release the device; twice is harmless."""


class ProgramPlayer:
    """Plays through a system program, one process a line. Raises ChannelLost at once if it cannot play here."""

    ahead = 0.0

    def __init__(self, program: str, device: str | None = None) -> None:
        self._name = Path(program).name
        self._command = [program, *([f"{PROGRAMS[self._name]}={device}"] if device else [])]
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = threading.Event()
        self._due = self._ended = 0.0
        self.begins: Callable[[float], None] = lambda _: None
        self._try_out()

    def play(self, path: Path) -> None:
        """Play the WAV file through the program. Raises ChannelLost."""
        self._stopped.clear()
        if not self._stopped.wait(max(self._due - time.monotonic(), 0.0)):
            self.begins(time.monotonic())
            self._run(path)
            self._ended = time.monotonic()

    def rest(self, seconds: float) -> None:
        """Begin the next line no earlier than this many seconds after the last one."""
        self._due = self._ended + seconds

    def surround(self, ambience: Ambience) -> None:  # noqa: ARG002 - players that mix do
        """Raise ChannelLost: a program plays one sound at a time."""
        why = message("mouth.one-sound", program=self._name)
        raise ChannelLost(message("mouth.no-ambience", why=why))

    def fade(self, gain: float, seconds: float) -> None:
        """Do nothing: there is no ambience."""

    def chime(self) -> None:
        """Do nothing: a program plays one sound at a time, and a line may be due."""

    def stop(self) -> None:
        """End the program that plays."""
        self._stopped.set()
        process = self._process
        if process:
            process.terminate()

    def close(self) -> None:
        """End the program that plays."""
        self.stop()

    def _run(self, path: Path, timeout: float | None = None) -> None:
        command = [*self._command, str(path)]
        quiet = subprocess.DEVNULL
        try:
            process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE)
        except OSError as error:
            raise ChannelLost(message("mouth.not-run", program=self._name, why=error.strerror)) from None
        self._process = process
        with process:
            try:
                _, said = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                raise ChannelLost(message("mouth.no-answer", program=self._name)) from None
        if process.returncode and not self._stopped.is_set():
            raise self._failed(said.decode("utf-8", "replace").strip().splitlines())

    def _failed(self, said: list[str]) -> ChannelLost:
        """The program's own last words, if it had any."""
        why: Words = said[-1] if said else message("mouth.failed")
        return ChannelLost(message("mouth.player-failed", program=self._name, why=why))

    def _try_out(self) -> None:
        import numpy as np

        from narrator.mouth.sound import Sound, write_sound

        with tempfile.TemporaryDirectory(prefix="narrator-") as folder:
            path = Path(folder) / "silence.wav"
            write_sound(path, Sound(np.zeros(1000, dtype=np.float32), 22050))
            self._run(path, timeout=_TRIAL)


def open_player(device: str | None = None, notice: Callable[[Words], None] = lambda _: None) -> SoundPlayer:
    """Open the sound device, or else the first program that can play; `notice` hears why it is a program.

    `device` is part of a device's name. Raises ChannelLost if nothing here plays sound.
    """
    with_timeout(load_libraries)
    try:
        return DevicePlayer(device, notice)
    except ChannelLost as lost:
        fault = lost
    found = [program for program in map(shutil.which, PROGRAMS) if program]
    for program in found:
        try:
            player = ProgramPlayer(program, device)
        except ChannelLost:
            continue
        notice(message("mouth.through", program=Path(program).name, why=fault.table))
        return player
    names = ", ".join(Path(program).name for program in found)
    if not names:
        raise fault
    raise type(fault)(message("mouth.none-plays", why=fault.table, programs=names))
