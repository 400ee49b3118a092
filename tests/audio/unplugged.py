"""A night whose loudspeaker is pulled out and plugged in again, and what the room missed of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle

import numpy as np

from narrator.mouth.outputs import look_again

from tests.audio.losing import Loss, Place, Socket, laid, onset
from tests.audio.sound_server import Recording, SoundServer
from tests.audio.telling import Line, Phase, Stalled, Telling, heard, told_aloud

PHASES: tuple[Phase, ...] = ("line", "pause", "window")
"""What a loudspeaker is pulled out in, in turn; every fourth time it is plugged in again soon."""

LATE = 5.0
"""Seconds that the narrator may take to notice that a loudspeaker is gone, and to find another."""

WHOLE, NOTHING = 0.99, 0.01
"""The share of a line from which on it was heard whole, and up to which not at all."""


@dataclass
class Found:
    """What came of one place: how much of each line was heard and how late it ended, and what must not be."""

    losses: list[Loss] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    elsewhere: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def lose(server: SoundServer, place: Place, times: int, seed: int) -> Found:
    """Let the narrator tell a night at that place, and lose its loudspeaker so many times."""
    chance, found = np.random.default_rng(seed), Found()
    with laid(server, place) as (plug, other):
        socket = Socket(plug)
        socket.plug()
        look_again()
        telling = Telling(place.device)
        try:
            telling.wait_for("pause")
            for number, phase in zip(range(times), cycle(PHASES), strict=False):
                found.losses.append(socket.lose(telling, phase, chance, brief=number % 4 == 3))
            telling.end()
        except Stalled as stalled:
            found.faults.append(str(stalled))
        _hear(found, telling.lines, socket.recordings, other)
        socket.pull()
    found.faults += [fault for loss in found.losses for fault in _untold(loss)]
    found.faults += [f"told aloud: {text}" for text in dict.fromkeys(telling.screen.remarks) if told_aloud(text)]
    return found


def _hear(found: Found, lines: Sequence[Line], recordings: Sequence[Recording], other: Recording | None) -> None:
    """Find how much of each line was heard, and how late it was."""
    rooms = [*recordings, *([other] if other else [])]
    for line in lines:
        if not line.ended:
            continue
        losses = [loss for loss in found.losses if loss.during(line.begun, line.ended)]
        share = heard(line, rooms)
        delay = line.ended - line.seconds - max([line.begun, *(loss.pulled for loss in losses)])
        found.shares.append(share)
        found.delays.append(delay)
        if share <= NOTHING and (other or not losses):
            found.faults.append(f"not heard, though there was a loudspeaker: {line.text}")
        if delay > LATE:
            found.faults.append(f"{delay:.1f} s late: {line.text}")
    if other:
        moments = {loss: onset(other, other.sample(loss.pulled), other.sample(loss.again)) for loss in found.losses}
        found.elsewhere += [moment - loss.pulled for loss, moment in moments.items() if moment]


def _untold(loss: Loss) -> Iterator[str]:
    """Say what is wrong with what the screen told: a loss and a return once each, of a brief loss something."""
    if len(loss.told) < (1 if loss.brief else 2):
        yield f"not told that a loudspeaker was gone, or was back; but: {loss.told}"
    if len({*loss.told}) < len(loss.told):
        yield f"told twice: {loss.told}"
