"""Score how well people are understood: labelled clips, clean and amid talk, heard by the game's own ears.

The folder holds one folder of clips for each reader, as `narrator ears record` makes them: docs/accuracy.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from narrator.ears.clips import group_of
from narrator.ears.models import check_model
from narrator.ears.recognisers import module_of, recogniser_for
from narrator.errors import BadData, NarratorError
from narrator.lexicon import Lexicon
from narrator.studio.scoring import RESULTS, enough_talk, scores, summary
from narrator.studio.trials import Clip, questions, read_clips, trials
from narrator.studio.trying import listened_for

from tests.speech.mixing import rendered_talk

ROOMS = {"clean": None, "10 dB": 10.0, "5 dB": 5.0}
"""How far the voice stands above the talk around it."""


def lines(room: str, found: dict[str, Any]) -> Iterator[str]:
    """Write a room's results as a table."""
    yield f"\n{room:<10}{'n':>6}" + "".join(f"{result:>26}" for result in RESULTS)
    for group, counts in found["groups"].items():
        cells = []
        for result in RESULTS:
            count, (low, high) = counts[result]["count"], counts[result]["bounds"]
            cells.append(f"{count:>5}{count / counts['clips']:>8.1%} ({low:.0%}–{high:.0%})".rjust(26))
        yield f"{group:<10}{counts['clips']:>6}" + "".join(cells)
    yield from (f"  “{said}” taken for “{heard}”: {n}" for said, heard, n in found["mistaken"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="the folder of a speech model")
    parser.add_argument("--clips", type=Path, required=True, help="a folder of clips")
    parser.add_argument("--language", default="", help="the clips' language; group.toml says it")
    parser.add_argument(
        "--rooms", nargs="+", choices=ROOMS, default=list(ROOMS), help="only these; quiet, and amid talk"
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    wanted = parser.parse_args()
    try:
        found = _measured(wanted.model, wanted.clips, wanted.language, wanted.rooms)
    except BadData as bad:
        sys.exit("\n".join(map(str, bad.problems)))
    except NarratorError as error:
        sys.exit(str(error))
    if wanted.json:
        print(json.dumps(found, ensure_ascii=False))
        return
    print(f"{found['clips']} clips of {found['readers']} readers; 95 % bounds in brackets")
    for room, counted in found["rooms"].items():
        print("\n".join(lines(room, counted)))


def _measured(model: Path, folder: Path, language: str, rooms: Sequence[str]) -> dict[str, Any]:
    group = group_of(folder)
    lexicon, _ = listened_for(None, language or (group.language if group else "pl"))
    check_model(model)
    clips = read_clips(folder)
    recogniser = module_of(recogniser_for(model)).load(model, lexicon.language)
    return measure(recogniser, clips, group.names if group else (), lexicon, rooms)


def measure(
    model: Any, clips: Sequence[Clip], names: Sequence[str], lexicon: Lexicon, rooms: Sequence[str]
) -> dict[str, Any]:
    """Score all clips in these rooms; rendered voices talk where too few people have read."""
    tried = trials(clips, list(questions(lexicon, names).values()), lexicon)
    rendered = [] if enough_talk(clips) else rendered_talk(lexicon)
    found = {room: summary(list(scores(model, tried, clips, ROOMS[room], rendered))) for room in rooms}
    return {"readers": len({clip.reader for clip in clips}), "clips": len(clips), "rooms": found}


if __name__ == "__main__":
    main()
