"""Many games of one table, shared out among processes; who plays which makes no difference to the tally."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import Any

from narrator.computer.texts import texts_of
from narrator.games.night.flow import own_rules
from narrator.games.night.game import NightGame
from narrator.games.night.layers import SHIPPED
from narrator.games.night.loading import FOLDER
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Player, Setup
from narrator.games.night.simulation.evening import chance_of, play
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tally import Tally, tallied
from narrator.texts import DEFAULT

ROUND = 50
"""The number of games that one process plays before it hands in their tally."""

_worker: tuple[NightGame, int] | None = None
"""The table at which this process plays, and the seed."""


def setup_with(cards: tuple[str, ...], *, game: str = SHIPPED, language: str = DEFAULT, **more: Any) -> Setup:
    """A setup in which these cards are dealt anew each game, to as many players."""
    texts = texts_of(language, FOLDER)
    names = (texts.word("wizard.player", seat=seat) for seat in range(1, len(cards) + 1))
    players, kind = tuple(Player(name=name) for name in names), own_rules.of_game(game).setup
    return kind(game=game, player=players, cards=cards, language=language, **more)


def line_up(players: int, seed: int, script: Script | None = None, language: str = DEFAULT) -> Setup:
    """A table of this many players with the suggested cards of a script. Raises BadData where there is no line-up."""
    cards = own_rules.line_ups_of(script).suggest(players, seed, sides=script.sides if script else None)
    game = {"game": script.game, "script": script.id} if script else {}
    return setup_with(cards, language=script.language if script else language, **game)


def tournament(game: NightGame, games: int, seed: int, jobs: int = 1) -> Iterator[Tally]:
    """Play the games with sensible people, and give the tally of each round as it is finished.

    Each game's chance follows from the seed and its number alone.
    """
    edges = [*range(0, games, ROUND), games]
    rounds = list(pairwise(edges))
    jobs = min(jobs, len(rounds))
    if jobs <= 1:
        yield from (_played(game, seed, numbers) for numbers in rounds)
        return
    with processes(jobs, _sit_down, (game, seed)) as pool:
        yield from pool.imap_unordered(_play_round, rounds)


def processes(jobs: int, start: Callable[..., object] | None = None, values: tuple[Any, ...] = ()) -> Pool:
    """Begin the processes. Ctrl-C is for this one alone; they inherit that they pass it over.

    A signal to end waits until all have begun: what one is being sent would be cut off.
    """
    ended: list[int] = []
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    ending = signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    try:
        pool = get_context("spawn").Pool(jobs, start, values)
    finally:
        signal.signal(signal.SIGINT, usual)
        signal.signal(signal.SIGTERM, ending)
    if ended:
        pool.terminate()
        signal.raise_signal(signal.SIGTERM)
    return pool


def collect_seldom() -> None:
    """Look for garbage seldom, and never among what is loaded by now: a game leaves hardly any circles behind."""
    gc.freeze()
    gc.set_threshold(50_000)


def _sit_down(game: NightGame, seed: int) -> None:
    global _worker
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # not inherited on Windows
    _worker = game, seed


def _play_round(numbers: tuple[int, int]) -> Tally:
    assert _worker is not None
    return _played(*_worker, numbers)


def _played(game: NightGame, seed: int, numbers: tuple[int, int]) -> Tally:
    return tallied(play(game, chance_of(seed, number), sensible) for number in range(*numbers))
