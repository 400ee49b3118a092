"""Pull the narrator's loudspeaker out and plug it in again, over and over, and count what the room missed.

It happens at random moments, the same from the same seed: within a line, in a pause, in a call's time; with another
loudspeaker to go on with, and with none. Fails if the narrator crashed or stalled, if a line was lost though there
was a loudspeaker, or if a loss was not told on the screen, was told twice, or was told aloud.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median

import numpy as np

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path += [str(TESTS / part) for part in ("audio", "ears")]  # the room is the tests' own

from losing import PLACES, Loss, Place, Socket, laid, onset  # noqa: E402
from sound_server import Recording, SoundServer, used_here  # noqa: E402
from telling import Line, Phase, Stalled, Telling, heard, told_aloud  # noqa: E402

from narrator.mouth.device import AHEAD  # noqa: E402
from narrator.mouth.outputs import look_again  # noqa: E402

PHASES: tuple[Phase, ...] = ("line", "pause", "window")
"""What a loudspeaker is pulled out in, in turn; every fourth time it is plugged in again soon."""

LATE = 5.0
"""Seconds that the narrator may take to notice that a loudspeaker is gone, and to find another."""

WHOLE, NOTHING = 0.99, 0.01
"""The share of a line from which on it was heard whole, and up to which not at all."""

HEAD = (
    "| loudspeaker | losses | lines | whole | in part | not heard | longest delay | elsewhere after | again after |"
)


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


def row(place: Place, found: Found) -> str:
    """Write a line of the table."""
    whole = sum(share >= WHOLE for share in found.shares)
    nothing = sum(share <= NOTHING for share in found.shares)
    counts = [len(found.losses), len(found.shares), whole, len(found.shares) - whole - nothing, nothing]
    again = [max(loss.again - loss.plugged, 0.0) for loss in found.losses]
    delay = f"{max(found.delays, default=0.0):.1f} s"
    cells = [place.name, *map(str, counts), delay, _spread(found.elsewhere), _spread(again)]
    return f"| {' | '.join(cells)} |"


def _spread(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.1f} s, at most {max(seconds):.1f} s" if seconds else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20, help="how often a loudspeaker is pulled out")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    folder, faults = Path(tempfile.mkdtemp(prefix="narrator-")), list[str]()
    print(f"{HEAD}\n|{'---|' * HEAD.count(' | ')}---|")
    try:
        with SoundServer(folder) as server, used_here(server, held=AHEAD):
            server.unplug("room")
            for number, place in enumerate(PLACES):
                times = len(range(number, wanted.times, len(PLACES)))
                found = lose(server, place, times, wanted.seed + number)
                print(row(place, found), flush=True)
                faults += found.faults
    finally:
        shutil.rmtree(folder)
    print("\n".join(["", *faults, f"faults: {len(faults)}"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
