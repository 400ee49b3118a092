"""A game of nights that is not Ktulu, written as data alone: it is read, played and won by its own words."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod, sqrt
from random import Random

import pytest

from narrator.games.night import plain
from narrator.games.night.game import NightGame
from narrator.games.night.loading import load_script, read_script
from narrator.games.night.proofreading.lines import needed
from narrator.games.night.script.script import Script
from narrator.games.night.simulation.evening import begin, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import setup_with

from tests.mafia_model import FILE, cards_of, exact, mafia_wins, won_by_mafia
from tests.sweeps import trial

POWERS = ("seer", "guardian", "healer")


def wolves() -> Script:
    """The game, as anybody would load it."""
    return load_script(FILE)


def game(cards: tuple[str, ...], script: Script | None = None) -> NightGame:
    """A table of this game with these cards."""
    setup = setup_with(cards, language="en", game=plain.NIGHT, script="wolves", policy="masked")
    return NightGame(setup, script or wolves())


def test_it_needs_nothing_of_ktulu() -> None:
    assert [str(problem) for problem in read_script(FILE)[1]] == []
    assert not {line for line in needed(wolves()) if line.startswith(("day.duel", "day.search", "statue."))}


@pytest.mark.parametrize("players", range(5, 16, 2))
def test_whoever_has_won_has_won_by_the_words_of_the_script(players: int) -> None:
    found = Counter[str]()
    for number in range(20):
        chance = Random(f"{players} {number}")
        cards = wolves().line_ups.suggest(players, number, sides=wolves().sides)
        table = game(cards)
        for draft in drafts(table, begin(table, chance), chance, sensible):
            state = draft.state
            packed = sum(state.card(seat) == "wolf" for seat in state.living())
            others = len(state.living()) - packed
            over = "village" if not packed else "wolves" if packed >= others else ""
            assert state.winner in (over, "", "nobody"), "nobody wins but by its clause"
            assert not (over and state.question and state.question.key == "day"), "and nobody plays on who has won"
        found[state.winner] += 1
    assert {"village", "wolves"} <= {*found}


def test_nobody_is_hanged_before_the_second_day() -> None:
    table = game((*POWERS, "villager", "villager", "villager", "wolf"))
    hanging = []
    for draft in drafts(table, begin(table, Random(1)), Random(1), sensible):
        asked = draft.state.question
        if asked is not None and asked.key == "day" and not draft.state.today.hanged:
            hanging.append((draft.state.night >= 1, "hang" in asked.choices))
    assert {*hanging} == {(False, False), (True, True)}


# ---- Judged by what is not ours ----


@pytest.mark.parametrize("players", range(5, 22, 2))
def test_one_of_them_wins_as_often_as_the_formula_says(players: int) -> None:
    """Migdał, A mathematical model of the Mafia game (arXiv 1009.1031): (n − 1)!! / n!! for an odd n."""
    formula = Fraction(prod(range(players - 1, 0, -2)), prod(range(players, 0, -2)))
    assert mafia_wins(players, 1) == pytest.approx(float(formula))


SOME = [(5, 1), (7, 2)]
ALL = [(players, packed) for players in range(5, 22) for packed in range(1, 4) if packed * 2 < players]


@pytest.mark.timeout(1800)  # a trial plays 20,000 games: minutes, where others use the computer too
@pytest.mark.parametrize("led", [False, True], ids=["alone", "a-detective"])
@pytest.mark.parametrize(
    ("players", "packed", "games"), [*((*one, 1500) for one in SOME), *(trial(*one, 20_000) for one in ALL)]
)
def test_mafia_wins_as_often_as_it_must(players: int, packed: int, games: int, *, led: bool) -> None:
    expected = exact(players, packed, led=led)
    won = won_by_mafia(cards_of(players, packed, led), games)
    assert abs(won - expected) < 2.576 * sqrt(expected * (1 - expected) / games), "within its 99 % interval"


def test_a_detective_helps() -> None:
    assert all(exact(*table, led=True) < exact(*table, led=False) for table in ALL)
