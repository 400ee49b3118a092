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
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from narrator.mouth.device import AHEAD

from tests.audio.losing import PLACES, Place
from tests.audio.sound_server import SoundServer, used_here
from tests.audio.unplugged import NOTHING, WHOLE, Found, lose

HEAD = (
    "| loudspeaker | losses | lines | whole | in part | not heard | longest delay | elsewhere after | again after |"
)


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
