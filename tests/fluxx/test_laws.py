"""The laws of Cthulhu FLUXX hold in random games, and each is broken once, to know that it sees what it forbids."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.games.fluxx import Fluxx
from narrator.games.fluxx.state import Person, Rules, State, TemporaryHand

from tests.any_game.tables import TABLES
from tests.fluxx import laws
from tests.fluxx.laws import LAWS, Law, Moment, moments
from tests.sweeps import every

SHARE = 100
"""Games of a part; all parts are 10,000."""


@pytest.mark.parametrize("part", every(100, range(100)))
def test_the_laws_hold(part: int) -> None:
    for number in range(SHARE):
        for at in moments(Random(f"fluxx {part} {number}")):
            broken = [law.__name__ for law in LAWS if not law(at)]
            assert not broken, f"{broken} in game {part} {number}: {at.word}: {at.before} -> {at.after}"


ANNA, BARTEK = Person(name="Anna"), Person(name="Bartek")


def table(**changes: Any) -> State:
    """Anna's turn at a table of two, all basic."""
    return State(**{"seed": 1, "players": (ANNA, BARTEK), "seat": 1, "turn": 1, "drawn": 1, **changes})


class SeesTwice(Fluxx):
    """Shows each card, and whose turn it is, twice."""

    def view(self, state: State, audience: Any) -> Any:
        view = super().view(state, audience)
        seats = tuple(replace(seat, marks=view.seats[0].marks * 2) for seat in view.seats)
        return replace(view, table=view.table * 2, seats=seats)


BROKEN: dict[Law, tuple[State, str, State]] = {
    laws.nothing_that_is_counted_is_negative: (table(), "played", table(played=-1)),
    laws.no_count_is_beyond_its_bounds: (table(), "extra-turn", table(turns=3)),
    laws.no_more_is_owed_than_was_called_for: (table(), "drew", table(owed=2)),
    laws.no_two_players_have_one_name: (table(), "Anna", table(players=(ANNA, ANNA))),
    laws.temporary_hands_are_open_only_while_they_are_played: (
        table(),
        "played",
        table(frames=(TemporaryHand(of=2, must=2, done=2),)),
    ),
    laws.drawn_does_not_fall_within_a_turn: (table(drawn=4), "rule draw 2", table(drawn=2, rules=Rules(draw=2))),
    laws.a_turn_begins_counted_anew_with_the_next_player: (table(), "end-turn", table(turn=2)),
    laws.what_is_asked_changes_nothing: (table(), "tell rules", table(played=1)),
    laws.others_keep_to_a_new_limit: (
        table(),
        "rule hand 1",
        table(players=(ANNA, Person(name="Bartek", hand=2)), rules=Rules(hand=1)),
    ),
    laws.players_come_by_joining_alone_and_nobody_leaves: (table(), "skip", table(players=(ANNA,))),
    laws.nobody_wins_without_a_goal_and_a_second_word: (table(goal="goal"), "win 1", table(goal="goal", winner=1)),
    laws.undo_leads_back: (table(before=table()), "undo", table(turn=2)),
    laws.a_category_has_one_card: (table(), "played", table()),
    laws.one_player_has_the_turn: (table(), "played", table()),
    laws.dooms_sum_is_that_of_the_table: (table(), "played", table()),
}
"""What each law forbids; the last three see it in the view of a game that shows all twice."""


def test_each_law_sees_what_it_forbids() -> None:
    seated = TABLES["cthulhu-fluxx"](Random(1))
    honest, twice = seated.game(), SeesTwice(seated.setup, seated.script)
    assert isinstance(honest, Fluxx)
    for law in LAWS:
        before, word, after = BROKEN[law]
        views = [*BROKEN].index(law) >= len(BROKEN) - 3
        assert not law(Moment(twice if views else honest, before, word, after)), law.__name__
        assert law(Moment(honest, table(), "played", table(played=1))), law.__name__
