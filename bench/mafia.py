"""Play Mafia with people who know nothing, or what a detective finds, and compare who wins with what must come of it.

The exact shares are computed apart from the rules (tests/mafia_model.py). Fails if one is missed by more than chance
does once in a thousand times.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from multiprocessing import get_context
from os import cpu_count

from bench.figures import Figure, settle
from tests.mafia_model import cards_of, exact, won_by_mafia

TABLES = [(players, mafia, led) for players, mafia in ((7, 1), (9, 2), (13, 3), (20, 3)) for led in (False, True)]
GAMES = 5_000
BEYOND = 3.29
"""Standard errors that chance exceeds once in a thousand times."""


def main() -> int:
    """Play every table, and print its share beside the exact one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the figures")
    parser.add_argument("--games", type=int, default=GAMES)
    asked, figures, missed = parser.parse_args(), list[Figure](), 0
    with get_context("spawn").Pool(cpu_count()) as pool:
        shares = pool.starmap(won_by_mafia, [(cards_of(*table), asked.games) for table in TABLES])
    print("players  mafia  detective  mafia wins  must win")
    for (players, mafia, led), share in zip(TABLES, shares, strict=True):
        due = exact(players, mafia, led=led)
        missed += abs(share - due) > BEYOND * sqrt(due * (1 - due) / asked.games)
        print(f"{players:7}  {mafia:5}  {'yes' if led else 'no':>9}  {share:10.1%}  {due:8.1%}")
        name = f"mafia wins, {mafia} of {players}{', a detective' * led}"
        figures.append(Figure(name, 100 * share, f"{{:.1f}} %, exactly {100 * due:.1f} %"))
    return 0 if settle("mafia", figures, keep=asked.keep) and not missed else 1


if __name__ == "__main__":
    sys.exit(main())
