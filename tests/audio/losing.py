"""A loudspeaker that is pulled out while the narrator tells a night, and plugged in again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np

from tests.audio.headset import HEADSET, known, plugged
from tests.audio.sound_server import SECONDS, Recording, SoundServer
from tests.audio.telling import Phase, Stalled, Telling

BRIEFLY, LONG = (0.1, 1.0), (0.5, 6.0)
"""Seconds that a loudspeaker is gone: briefly, or so long from the beginning of the next line on."""

SOUND = 0.0005
"""Above this a sample is a sound; the ambience is one."""

Plug = Callable[[], AbstractContextManager[Recording]]
"""Plugs a loudspeaker in, and records what sounds in it until it is pulled out."""


@dataclass(frozen=True)
class Place:
    """Which loudspeaker comes and goes, by its name if it has one, and whether there is another."""

    name: str
    device: str | None = None
    other: bool = False


PLACES = (
    Place("a headset, beside the laptop's own", HEADSET, other=True),
    Place("a headset, and no other", HEADSET),
    Place("the laptop's own, and no other"),
)


@dataclass(frozen=True)
class Loss:
    """A loudspeaker was pulled out, plugged in, and heard again; `told` is what the screen said meanwhile."""

    pulled: float
    plugged: float
    again: float
    brief: bool
    told: tuple[str, ...]

    def during(self, begun: float, ended: float) -> bool:
        """Whether the loudspeaker was gone at any time between these moments."""
        return self.pulled < ended and self.plugged > begun


class Socket:
    """Where the loudspeaker is plugged in and pulled out, and all that sounded in it."""

    def __init__(self, plug: Plug) -> None:
        self.recordings: list[Recording] = []
        self._plug, self._plugged = plug, ExitStack()

    def plug(self) -> Recording:
        """Plug the loudspeaker in."""
        self.recordings.append(self._plugged.enter_context(self._plug()))
        return self.recordings[-1]

    def pull(self) -> None:
        """Pull the loudspeaker out."""
        self._plugged.close()

    def lose(self, telling: Telling, phase: Phase, chance: np.random.Generator, *, brief: bool) -> Loss:
        """Pull it out in the midst of that, plug it in again, and wait for a line through it. Raises Stalled."""
        said = len(telling.screen.remarks)
        time.sleep(chance.uniform(0.0, telling.wait_for(phase)))
        self.pull()
        pulled = time.monotonic()
        if not brief:
            telling.wait_for("line")
        time.sleep(chance.uniform(*(BRIEFLY if brief else LONG)))
        recording = self.plug()
        plugged_in = time.monotonic()
        again = _first_sound(recording)
        telling.wait_for("pause")
        return Loss(pulled, plugged_in, again, brief, tuple(telling.screen.remarks[said:]))


@contextmanager
def laid(server: SoundServer, place: Place) -> Iterator[tuple[Plug, Recording | None]]:
    """Lay the place: give how its loudspeaker is plugged in, and what sounds in the other one, if there is one."""
    with known(server) as folder:
        if place.other:
            with server.recorded("speaker.monitor") as other:
                yield partial(plugged, folder), other
        else:
            server.unplug("speaker")
            yield partial(plugged, folder) if place.device else partial(_plugged, server), None
            server.plug("speaker")


@contextmanager
def _plugged(server: SoundServer) -> Iterator[Recording]:
    server.plug("speaker")
    with server.recorded("speaker.monitor") as recording:
        yield recording
    server.unplug("speaker")


def onset(recording: Recording, since: int, until: int | None = None) -> float | None:
    """The moment of the first sound in that part of the recording, if there is one."""
    loud = np.flatnonzero(abs(recording.samples(since, until)) > SOUND)
    return recording.moment(since + int(loud[0])) if len(loud) else None


def _first_sound(recording: Recording) -> float:
    since, deadline = 0, time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        until = recording.go_on(0.1)
        moment = onset(recording, since, until)
        if moment is not None:
            return moment
        since = until
    raise Stalled("nothing sounds through a loudspeaker that was plugged in again")
