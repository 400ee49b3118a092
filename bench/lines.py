"""Render every spoken line of the shipped script once, and look at it: length, pace, level, silences, peak.

Fails if a line is no speech, begins late, has a hole in it, is far louder or softer than most, or clips.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.progress import track

from narrator.computer.paths import setup_file
from narrator.mouth.voice import load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of

from tests.speech.lines import MEASURES, Rendered, faults, rendered, wordings


def main() -> int:
    """Measure every line in each voice; 1 if one of them is at fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--voices", nargs="+", default=["system", "slow"], help="profiles, or files that end in .toml"
    )
    parser.add_argument("--profile", default="gentle", help="whose names are spoken")
    wanted = parser.parse_args()
    table = load_table(setup_file(Path("all-roles")))
    lines, wrong = list(wordings(table.script, wanted.profile)), list[str]()
    for voice in wanted.voices:
        made = rendered(lines, load_voice(voice), delivery_of(table))
        found = [line for line, _ in track(made, voice, total=len(lines))]
        tell(voice, found)
        wrong += [f"{voice}: {fault}" for fault in faults(found)]
    print(*wrong, sep="\n")
    return 1 if wrong else 0


def tell(voice: str, found: Sequence[Rendered]) -> None:
    """Print the least, the middle and the greatest of each measure, and whose they are."""
    print(f"{voice}: {len(found)} lines, {sum(line.seconds for line in found) / 60:.0f} min")
    for measure in MEASURES:
        least, *_, greatest = by = sorted(found, key=lambda line: float(getattr(line, measure)))
        ends = (f"{getattr(line, measure):.2f} ({line.line})" for line in (least, greatest))
        print(f"  {measure:8} {' … '.join(ends)}, median {getattr(by[len(by) // 2], measure):.2f}")


if __name__ == "__main__":
    sys.exit(main())
