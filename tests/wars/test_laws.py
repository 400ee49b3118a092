"""The laws of Cthulhu Wars hold in random games, and each is broken once, to know that it sees what it forbids."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.games.wars import CthulhuWars
from narrator.games.wars.package import WarsPackage
from narrator.games.wars.setup import Player, Setup
from narrator.games.wars.state import Force, State

from tests.sweeps import every
from tests.wars import laws
from tests.wars.laws import LAWS, Law, Moment, moments

SHARE = 100
"""Games of a part; all parts are 10,000."""


@pytest.mark.parametrize("part", every(100, range(100)))
def test_the_laws_hold(part: int) -> None:
    for number in range(SHARE):
        for at in moments(Random(f"wars {part} {number}")):
            broken = [law.__name__ for law in LAWS if not law(at)]
            assert not broken, f"{broken} in game {part} {number}: {at.word}: {at.before} -> {at.after}"


GOAT, SIGN, CHAOS = (Force(name=one, id=one) for one in ("black-goat", "yellow-sign", "crawling-chaos"))
SETUP = Setup(player=tuple(Player(name=one.id, faction=one.id) for one in (GOAT, SIGN, CHAOS)), ledger="actions")  # type: ignore[arg-type]


def table(*players: Force, **changes: Any) -> State:
    """The goat's turn at a table of three."""
    return State(
        **{"seed": 1, "players": players or (GOAT, SIGN, CHAOS), "seat": 1, "first": 1, "turn": 1, **changes}
    )


def goat(**changes: Any) -> tuple[Force, ...]:
    """The goat with this changed, and the others."""
    return replace(GOAT, **changes), SIGN, CHAOS


class SeesTwice(CthulhuWars):
    """Shows each slip, and whose turn it is, twice."""

    def view(self, state: State, audience: Any) -> Any:
        view = super().view(state, audience)
        seats = tuple(replace(seat, marks=view.seats[0].marks * 2) for seat in view.seats)
        return replace(view, table=view.table * 2, seats=seats)


class Scattered(State):
    """A turn order that leaves somebody out, and hopes that are none."""

    __slots__ = ()

    @property
    def order(self) -> tuple[int, ...]:
        return (1, 1, 2)

    @property
    def hopeful(self) -> tuple[int, ...]:
        return (3,)


SCATTERED = Scattered(seed=1, players=(GOAT, SIGN, CHAOS), seat=1, first=1, turn=1)
ASKED = table(asked="doom.old-ones", phase="doom")
BROKEN: dict[Law, tuple[State, str, State]] = {
    laws.every_counter_is_in_its_bounds: (table(), "move 1", table(*goat(signs=-1))),
    laws.the_end_is_due_exactly_while_its_cause_is_there: (table(), "doom 1 +1", table(*goat(doom=30))),
    laws.turn_order_has_each_seat_once: (table(), "move 1", SCATTERED),
    laws.whoever_could_win_today_is_among_the_hopeful: (table(), "move 1", SCATTERED),
    laws.whoever_wins_has_six_books_and_the_most_doom_of_those: (table(), "none", table(winners=(1,), phase="end")),
    laws.an_action_is_paid_once_by_whoever_acts: (table(), "gate", table(*goat(power=2))),
    laws.nobody_else_pays: (table(), "move 1", table(GOAT, replace(SIGN, power=7), CHAOS)),
    laws.the_initiative_goes_to_somebody_with_power: (
        table(),
        "move 1",
        table(GOAT, replace(SIGN, power=0), CHAOS, seat=2),
    ),
    laws.doom_grows_by_gates_signs_and_words_alone: (table(), "move 1", table(*goat(doom=1))),
    laws.a_ritual_is_paid_at_its_price_and_moves_the_marker_by_one: (ASKED, "1", table(*goat(power=3, doom=1))),
    laws.nobody_is_asked_for_a_ritual_that_they_cannot_pay: (
        ASKED,
        "1",
        table(*goat(power=4), asked="doom.ritual", phase="doom"),
    ),
    laws.after_gathering_nobody_has_less_than_half_of_the_most: (
        table(phase="gather"),
        "0",
        table(*goat(power=17), phase="order"),
    ),
    laws.the_first_player_has_the_most_power: (
        table(asked="order.tie", phase="order"),
        "1",
        table(*goat(power=5), asked="order.direction", phase="order"),
    ),
    laws.what_is_asked_of_the_narrator_changes_nothing: (table(), "tell status", table(marker=1)),
    laws.time_that_runs_out_takes_nothing_away: (table(), "time", table(*goat(power=7))),
    laws.nobody_comes_or_goes: (table(), "move 1", table(GOAT, SIGN)),
    laws.undo_leads_back: (table(before=table()), "undo", table(turn=2)),
    laws.one_seat_is_marked: (table(), "move 1", table()),
    laws.nothing_lies_twice_on_the_table: (table(), "move 1", table()),
}
"""What each law forbids; the last two see it in the view of a game that shows all twice."""


def test_each_law_sees_what_it_forbids() -> None:
    script = WarsPackage().script_of("pl", "")[0]
    honest, twice = CthulhuWars(SETUP, script), SeesTwice(SETUP, script)
    for law in LAWS:
        before, word, after = BROKEN[law]
        views = [*BROKEN].index(law) >= len(BROKEN) - 2
        assert not law(Moment(twice if views else honest, before, word, after)), law.__name__
        assert law(Moment(honest, table(), "move 1", table(*goat(power=7)))), law.__name__
