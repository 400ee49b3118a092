"""Two who are bound and of different sides win together (D87), in views, statistics, finale and simulator."""

from __future__ import annotations

from functools import cache

from narrator.games.night import events as e
from narrator.games.night.game import NightGame
from narrator.games.night.printed.evenings import counted
from narrator.games.night.simulation.evening import SimulatedGame, begin, chance_of, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tally import as_data, factions_of, tallied
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.state import State
from narrator.games.night.told import ending
from narrator.play.steps import as_fact
from narrator.values import asdict

from tests.polish import KTULU
from tests.scenario import shipped_script

WEREWOLF = shipped_script("werewolf")
CARDS = ("cupid", "villager", "villager", "villager", "werewolf", "white-wolf")
GAME = NightGame(setup_with(CARDS, game="night", script="werewolf"), WEREWOLF)
MOST = 400


@cache
def ended() -> tuple[list[tuple[State, e.Event]], State]:
    """What happened in a game that two lovers won, and how the table stood then."""
    for number in range(MOST):
        chance = chance_of(87, number)
        state = begin(GAME, chance)
        steps: list[tuple[State, e.Event]] = []
        for draft in drafts(GAME, state, chance, sensible):
            for event in draft.events:
                steps.append((state, event))
                state = GAME.fold(state, event)
        if state.winner == "lovers":
            return steps, state
    raise AssertionError("no two lovers have won")


def test_they_are_shown_as_of_their_own_side_in_every_view() -> None:
    state = ended()[1]
    two = {*state.living()}
    assert len(two) == 2
    assert len({state.faction(seat) for seat in two}) == 2
    for audience in ("all", "moderator", (min(two),)):
        view = GAME.view(state, audience)
        assert view.outcome is not None
        assert (view.outcome.winners, view.outcome.rule) == (("lovers",), "last-bound")
        assert {one.seat for one in view.seats if one.side == "lovers"} == two
        assert view.names["lovers"] == "Zakochani"
        assert all(view.seats[seat - 1].card == state.cards[seat - 1] for seat in two)


def test_statistics_count_them_and_nobody_else_as_winners() -> None:
    steps, state = ended()
    setup = {"player": [{"name": name} for name in "ABCDEF"], "names": "gentle"}
    script = asdict(WEREWOLF)
    found = counted(setup, script, [as_fact(event) for _, event in steps])
    assert found is not None
    assert found.winner == "Zakochani"
    assert {one.name for one in found.participants if one.won} == {"ABCDEF"[seat - 1] for seat in state.living()}
    assert {one.side for one in found.participants if one.won} == {"Zakochani"}


def test_the_finale_takes_no_death_for_one_of_theirs() -> None:
    steps, state = ended()
    found = ending.Outline(KTULU).finale(steps)
    assert found.turns
    assert {*found.fates} == {seat for seat in state.seats() if not state.alive(seat)}


def test_the_simulator_lists_them_where_somebody_binds() -> None:
    unbound = NightGame(setup_with(CARDS[1:], game="night", script="werewolf"), WEREWOLF)
    tally = tallied([SimulatedGame("lovers", 3, (), ())])
    assert as_data(tally, factions_of(GAME))["wins"]["lovers"]["games"] == 1
    assert "lovers" not in as_data(tally, factions_of(unbound))["wins"]
