"""Measure simulated games a second of one core's time, and play 10,000 games of each script under every law.

Fails below 200 games a second at 16 players, if a player's night costs more at larger tables, if fewer games a second
are played than was kept, if a law is broken, or if no game met one of the powers or marks.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from functools import partial
from multiprocessing import get_context
from os import cpu_count

from narrator.games.ktulu import Ktulu
from narrator.games.night.loading import shipped_script
from narrator.games.night.simulation.evening import SimulatedGame, chance_of, play
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import collect_seldom, line_up

from bench.figures import Figure, settle
from tests import scenario
from tests.invariants.witness import attend
from tests.sometimes import MET, OWN, Kind, never_met, rarest

SIZES = (8, 16, 24, 30)
GAMES, ROUNDS = 200, 5
"""Games in a measurement, and how often it is taken; the quickest counts, since others may use the computer too."""

LEAST = 200
"""Games a second wanted at 16 players."""

LOSS = 0.2
"""The share by which games a second may be fewer than was kept."""

FUZZED, SEED = 10_000, 1
UNENDING = {"werewolf": 0.02, "mafia": 0.02}
"""The share of games that may go on for ever: by random answers a village may hang nobody, and wolves miss."""

SCRIPTS = {**{name: scenario.shipped_script(name) for name in ("ktulu", "werewolf", "mafia", "avalon")}, "own": OWN}
"""The games of which so many are played under every law; one has powers that no shipped script has."""

KINDS: tuple[Kind, ...] = ("effects", "marks")
"""What simulated games must meet; at full tables hardly one in 10,000 is won by nobody."""

SCRIPT = shipped_script()


def measure(players: int) -> tuple[float, float]:
    """The games a second of processor time at the suggested line-up, and the nights a game."""
    collect_seldom()  # as the processes of narrator simulate
    game = Ktulu(line_up(players, 1), SCRIPT)
    quickest, nights = float("inf"), 0
    for _ in range(ROUNDS):
        begin = time.process_time()
        evenings = [play(game, chance_of(SEED, number), sensible) for number in range(GAMES)]
        quickest = min(quickest, time.process_time() - begin)
        nights = sum(evening.nights + 1 for evening in evenings)
    return GAMES / quickest, nights / GAMES


def speed(*, keep: bool) -> bool:
    """Print the speed at every size, and keep it if that is wanted; tell whether it is enough."""
    print("players  games/s a core  nights a game (the zero night too)  µs a player-night")
    costs, rates = {}, {}
    for players in SIZES:
        rates[players], nights = measure(players)
        costs[players] = 1e6 / rates[players] / players / nights
        print(f"{players:7}  {rates[players]:14.0f}  {nights:34.2f}  {costs[players]:17.1f}", flush=True)
    figures = [Figure(f"games a second, {size} players", rates[size], "{:.0f}", LOSS, more=True) for size in SIZES]
    as_before = settle("simulator", figures, keep=keep)
    return as_before and rates[16] >= LEAST and all(costs[players] <= costs[SIZES[0]] for players in SIZES)


def fuzz(script: str) -> bool:
    """Play random tables under every law, and print what came of it; tell whether they ended."""
    with get_context("spawn").Pool(cpu_count()) as pool:
        played = pool.map(partial(attended, script), range(FUZZED), chunksize=100)
    winners = Counter(evening.winner or "unfinished" for evening, _ in played)
    print(f"{script}: {len(played)} games at random tables, no law broken; {winners['unfinished']} unfinished")
    print(f"won by: {', '.join(f'{who} {count}' for who, count in winners.most_common())}")
    print(f"longest: {max(evening.nights for evening, _ in played)} nights", flush=True)
    for _, met in played:
        MET.update(met)
    return winners["unfinished"] <= FUZZED * UNENDING.get(script, 0)


def all_met() -> bool:
    """Whether the games of all scripts together met what they must; print what they met least."""
    print(f"met least: {rarest(*KINDS)}")
    return not never_met(*KINDS)


def attended(script: str, number: int) -> tuple[SimulatedGame, Counter[str]]:
    """Play and watch the game of that number; tell what was met in it."""
    MET.clear()
    return attend(SCRIPTS[script], SEED, number), MET.copy()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures, to compare later ones with")
    keep = parser.parse_args().keep
    return 0 if all([speed(keep=keep), *map(fuzz, SCRIPTS), all_met()]) else 1


if __name__ == "__main__":
    sys.exit(main())
