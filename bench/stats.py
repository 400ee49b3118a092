"""Measure how long the statistics of many evenings take; the evenings are played by random people first."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import deque
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from rich.progress import track

from narrator.cues import Ask, End, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.events import Event
from narrator.games.night.loading import shipped_script
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import line_up
from narrator.games.night.state.state import State
from narrator.games.table import Table
from narrator.play.journal import FORMAT, Header
from narrator.play.loading import as_data, fingerprint
from narrator.play.stats import stats_of
from narrator.play.steps import as_fact

from bench.figures import Figure, settle
from tests.people import late

GATE = 2.0
"""Seconds that a thousand evenings may take."""

SIZES = (8, 12, 16, 20)
"""Players at the tables, in turn."""

ROUNDS = 3
"""How often it is measured; the quickest counts, since others may use the computer too."""


def play(folder: Path, number: int) -> None:
    """Play one evening, with every cue, and write its journal line by line as the stage does."""
    setup, script, chance = line_up(SIZES[number % len(SIZES)], number), shipped_script(), Random(number)
    game, people = Ktulu(setup, script), late(sensible)
    data = as_data(Table(KtuluPackage(), setup, script, []))
    header = Header(game="ktulu", setup="", fingerprint=fingerprint(data), seed=number, data=data)
    lines: list[dict[str, Any]] = [{"journal": FORMAT, **asdict(header)}]
    state = game.begin(number)
    state = happen(game, state, "", game.opening(state), lines)
    while (cue := game.cue(state)) is not None and not isinstance(cue, End):
        said = ""
        if isinstance(cue, Ask):
            said = people(chance, state, state.question) if state.question else "ready"
        result = game.take(state, said) if said else game.delivered(state)
        assert not isinstance(result, Refused)
        state = happen(game, state, said, result, lines)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / f"{number:05}.jsonl").write_text(text, encoding="utf-8")


def happen(game: Ktulu, state: State, said: str, events: list[Event], lines: list[dict[str, Any]]) -> State:
    """Write down what happened, and give the state after it."""
    facts = [as_fact(event) for event in events]
    lines += [{**facts[0], "input": said}, *facts[1:]] if facts else []
    for event in events:
        state = game.fold(state, event)
    return state


def main() -> int:
    """Play the evenings, count them, and print the figures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--keep", action="store_true", help="keep the figure to compare with later")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as name, get_context("spawn").Pool() as pool:
        folder = Path(name)
        played = pool.imap_unordered(partial(play, folder), range(wanted.games))
        deque(track(played, total=wanted.games, description="playing"), maxlen=0)
        journals = sorted(folder.iterdir())
        size = sum(path.stat().st_size for path in journals) / 1e6
        seconds = min(timed(journals) for _ in range(ROUNDS))
    print(f"{len(journals)} journals of {size:.0f} MB together: {seconds:.2f} s, gate {GATE:.1f} s")
    as_before = settle("stats", [Figure("seconds for a thousand", seconds, "{:.2f}", 0.5)], keep=wanted.keep)
    return 0 if as_before and seconds * 1000 / wanted.games <= GATE else 1


def timed(journals: list[Path]) -> float:
    """Count the games; give the seconds that it took."""
    begin = time.perf_counter()
    found = stats_of(journals)
    assert found.games + found.unfinished == len(journals), found.unread
    return time.perf_counter() - begin


if __name__ == "__main__":
    sys.exit(main())
