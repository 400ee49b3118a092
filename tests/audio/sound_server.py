"""A sound server of its own for a test: two loudspeakers that need no hardware, and a microphone in the room."""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.ears.sound import RATE as SPEECH_RATE
from narrator.mouth import device

RATE = 44_100
"""Samples a second of both loudspeakers and of every recording."""

SECONDS = 60.0
"""A generous bound; every wait ends as soon as what it waits for is there."""

HELD = 0.5
"""Seconds of sound that a device holds for this process."""

PROGRAMS = ("pulseaudio", "pactl", "paplay", "parec")

_MICROPHONE = "module-remap-source master=room.monitor source_name=mic"
_MODULES = (
    "module-native-protocol-unix",
    f"module-null-sink sink_name=speaker rate={RATE} channels=2",
    f"module-null-sink sink_name=room rate={RATE} channels=2",
    _MICROPHONE,
)


class InVain(AssertionError):
    """What was waited for did not come."""


def lacking(packages: str) -> NoReturn:
    """Say what is missing for a proof of sound: in CI that is a failure, elsewhere the test is left out."""
    told = f"no sound can be proved without the packages {packages}"
    if os.environ.get("CI") and sys.platform == "linux":
        pytest.fail(told)
    pytest.skip(told)


class SoundServer:
    """Carries what is played into `speaker` (the narrator's) or `room`, where the microphone `mic` stands."""

    def __init__(self, folder: Path) -> None:
        if not all(map(shutil.which, PROGRAMS)):
            lacking("pulseaudio and pulseaudio-utils")
        self.own_environment = _private(folder)
        self._log = folder / "pulse.log"
        self._process = self._start()
        try:
            wait_until(self._answers, "the sound server to start")
            self.control("set-default-sink", "speaker")
            self.control("set-default-source", "mic")
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> SoundServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a program that shall use this server."""
        return {**os.environ, **self.own_environment}

    def control(self, *words: str) -> str:
        """The server an order; what it says to that."""
        return self._run("pactl", *words, check=True).stdout.decode().strip()

    @contextmanager
    def loaded(self, *module: str) -> Iterator[None]:
        """Load a module for a while."""
        number = self.control("load-module", *module)
        try:
            yield
        finally:
            self.control("unload-module", number)

    def unplug(self, device: str) -> None:
        """Take a loudspeaker or the microphone away, whoever uses it."""
        for line in self.control("list", "short", "modules").splitlines():
            number, *module = line.split("\t")
            if f"_name={device} " in f"{' '.join(module)} ":
                self.control("unload-module", number)

    def plug(self, sink: str) -> None:
        """Put a loudspeaker there, as the usual one."""
        plain = (f"sink_name={sink}", f"rate={RATE}", "channels=2")
        self.control("load-module", "module-null-sink", *plain, "norewinds=1")  # so recordings begin at once
        self.control("set-default-sink", sink)

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Let the server hang for a while: it is there, and answers nobody."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def plug_microphone(self) -> None:
        """Put the microphone back, as the usual one."""
        self.control("load-module", *_MICROPHONE.split())
        self.control("set-default-source", "mic")

    def say(self, speech: bytes) -> None:
        """Let a player speak in the room (16 kHz, mono, 16 bit), and wait for the end of it."""
        form = ["--raw", "--format=s16le", f"--rate={SPEECH_RATE}", "--channels=1"]
        self._run("paplay", "--device=room", *form, given=speech, check=True)

    @contextmanager
    def noisy(self, seconds: float = 2 * SECONDS) -> Iterator[None]:
        """Give the room a faint noise of its own: without it the microphone gives nothing but zeros between words."""
        noise = np.random.default_rng(1).integers(-20, 20, int(seconds * SPEECH_RATE)).astype("<i2")
        file = Path(self.own_environment["HOME"], "noise.raw")
        file.write_bytes(noise.tobytes())
        form = ["--raw", "--format=s16le", f"--rate={SPEECH_RATE}", "--channels=1", str(file)]
        with subprocess.Popen(["paplay", "--device=room", *form], env=self.environment) as process:
            try:
                wait_until(lambda: self.control("list", "short", "sink-inputs"), "the noise to begin")
                yield
            finally:
                process.terminate()

    @contextmanager
    def recorded(self, source: str) -> Iterator[Recording]:
        """Record what sounds there, from the first moment on."""
        form = ["--raw", "--format=float32le", f"--rate={RATE}", "--channels=1", "--latency-msec=5"]
        command = ["parec", f"--device={source}", *form]
        with subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE) as process:
            recording = Recording(process)
            try:
                recording.go_on(0.01)
                yield recording
            finally:
                recording.end()

    def _start(self) -> subprocess.Popen[bytes]:
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes"]
        command += [f"--log-target=file:{self._log}", *(f"--load={module}" for module in _MODULES)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, env=self.environment, stdout=quiet, stderr=quiet)

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            pytest.fail(f"the sound server ended:\n{self._log.read_text()}")
        return self._run("pactl", "info").returncode == 0

    def _run(self, *command: str, given: bytes = b"", check: bool = False) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command, input=given, env=self.environment, capture_output=True, timeout=SECONDS, check=check
        )


def _private(folder: Path) -> dict[str, str]:
    """The environment in which nothing outside the folder is read or written."""
    runtime = folder / "pulse"
    runtime.mkdir(mode=0o700)
    paths = {"HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_RUNTIME_PATH": runtime}
    paths |= {f"XDG_{kind}_HOME": folder / kind.lower() for kind in ("CONFIG", "DATA", "CACHE")}
    return {**{key: str(path) for key, path in paths.items()}, "PULSE_SERVER": f"unix:{runtime}/native"}


class Recording:
    """A recording under way; its clock is the number of samples."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._sound = bytearray()
        self._begun = math.inf
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def now(self) -> int:
        """The number of samples that are there."""
        return len(self._sound) // 4

    def moment(self, sample: int) -> float:
        """The time, by the computer's clock, at which that sample sounded; recordings agree to a few ms."""
        return self._begun + sample / RATE

    def sample(self, moment: float) -> int:
        """The number of the sample that sounded at that time."""
        return max(round((moment - self._begun) * RATE), 0)

    def go_on(self, seconds: float) -> int:
        """Wait until that much more is recorded; give the number of samples that are there then."""
        wanted = self.now + round(seconds * RATE)
        return self._until(lambda: self.now >= wanted)

    def hear(self, since: int) -> int:
        """Wait for the first sound since that sample."""
        return self._until(lambda: self.peak(since) > 0.01)

    def end(self) -> None:
        """Stop recording; what is there stays."""
        self._process.terminate()
        self._reader.join()

    def samples(self, since: int = 0, until: int | None = None) -> NDArray[np.float32]:
        """A part of what is recorded."""
        end = self.now if until is None else until
        return np.frombuffer(bytes(self._sound[since * 4 : end * 4]), np.float32)

    def peak(self, since: int = 0, until: int | None = None) -> float:
        """The loudest sample of a part, 0…1."""
        return float(abs(self.samples(since, until)).max(initial=0.0))

    def _until(self, happened: Callable[[], bool]) -> int:
        with self._more:
            if not self._more.wait_for(happened, SECONDS):
                raise InVain("the recording does not get there")
            return self.now

    def _read(self) -> None:
        assert self._process.stdout is not None
        while piece := os.read(self._process.stdout.fileno(), 65536):
            with self._more:
                self._sound += piece
                # A recorder comes late, more or less: what came least late says when it began.
                self._begun = min(self._begun, time.monotonic() - self.now / RATE)
                self._more.notify_all()


def wait_until(happened: Callable[[], Any], what: str, seconds: float = SECONDS) -> None:
    """Look again and again until it has happened. Raises InVain."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() >= deadline:
            raise InVain(f"waited in vain for {what}")
        time.sleep(0.02)


@contextmanager
def used_here(server: SoundServer, held: float = HELD) -> Iterator[None]:
    """Let this process use the server: its sound library looks for devices anew, before and after.

    Devices hold more sound than at a table, or as much as is said, so that it is whole however busy the computer is.
    """
    try:
        import sounddevice
    except OSError:
        lacking("libportaudio2")

    def look_again() -> None:
        sounddevice._terminate()
        sounddevice._initialize()

    with pytest.MonkeyPatch.context() as patch:
        for key, value in server.own_environment.items():
            patch.setenv(key, value)
        patch.setattr(device, "AHEAD", held)
        look_again()
        if all(found["name"] != "pulse" for found in sounddevice.query_devices()):
            lacking("libasound2-plugins")
        yield
    look_again()
