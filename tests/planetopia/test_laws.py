"""The laws of Planetopia hold in random games, and each is broken once, to know that it sees what it forbids."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.games.planetopia import Planetopia
from narrator.games.planetopia.state import Entry, Incident, Prophecy, Settlement, State
from narrator.games.view import Slip
from narrator.texts import message

from tests.any_game.tables import TABLES
from tests.planetopia import laws
from tests.planetopia.laws import LAWS, Law, Moment, moments
from tests.sweeps import every

SHARE = 100
"""Games of a part; all parts are 10,000."""


@pytest.mark.parametrize("part", every(100, range(100)))
def test_the_laws_hold(part: int) -> None:
    for number in range(SHARE):
        for at in moments(Random(f"planetopia {part} {number}")):
            broken = [law.__name__ for law in LAWS if not law(at)]
            assert not broken, f"{broken} in game {part} {number}: {at.word}: {at.before} -> {at.after}"


PEOPLE = tuple(Settlement(name=name, hand=5) for name in ("Adam", "Bartek", "Sonia"))


def table(**changes: Any) -> State:
    """Sonia's move, who judges."""
    return State(**{"seed": 1, "players": PEOPLE, "judge": 3, "seat": 3, "turn": 2, **changes})


def adam(**changes: Any) -> State:
    """The same with something changed of Adam."""
    return table(players=(replace(PEOPLE[0], **changes), *PEOPLE[1:]))


class SeesTwice(Planetopia):
    """Shows twice whose move it is, and a slip that nobody can read."""

    def view(self, state: State, audience: Any) -> Any:
        view = super().view(state, audience)
        seats = tuple(replace(seat, marks=seat.marks * 2) for seat in view.seats)
        return replace(view, seats=seats, table=(Slip(id="x", label=message("planetopia.table.x"), text="x"),))


FORETOLD = Prophecy(turn=1, suit="s", by=1, shares=((2, 30),))

BROKEN: dict[Law, tuple[State, str, State]] = {
    laws.percents_are_in_their_bounds: (table(), "morale 1 +5", adam(morale=105)),
    laws.nobody_stays_without_morale_or_people: (table(), "morale 1 -5", adam(morale=0)),
    laws.a_crowd_caps_morale: (table(), "morale 1 +5", adam(population=500, crowded=True, morale=85)),
    laws.no_count_of_cards_is_negative: (table(), "throw 2s", adam(hand=-1)),
    laws.no_card_lies_more_often_than_there_are_decks: (table(), "throw 2s", table(table=("2s", "2s"))),
    laws.what_keeps_the_trump_lies: (table(), "prophecy s", table(aside=("ks",))),
    laws.shares_add_up_and_leave_the_caster_out: (
        table(),
        "share 2 30",
        table(pending=(replace(FORETOLD, shares=((1, 30),)),)),
    ),
    laws.no_prophecy_outlives_the_next_turn: (table(), "pass", table(turn=3, pending=(FORETOLD,))),
    laws.one_prophecy_a_turn: (table(), "share 2 30", table(pending=(FORETOLD, FORETOLD))),
    laws.no_target_is_the_judge: (
        table(),
        "3",
        table(asked="effect", event=Incident(by=1, suit="", base=5, target=3)),
    ),
    laws.at_rest_nothing_is_under_way: (table(), "nothing", table(agenda=("entry",))),
    laws.one_player_is_asked_or_has_the_move: (table(), "shuffle", table()),
    laws.all_that_lies_has_words: (table(), "shuffle", table()),
    laws.whoever_has_what_victory_takes_has_won: (table(), "morale 1 +5", adam(morale=100, population=80)),
    laws.what_is_asked_of_the_narrator_changes_nothing: (table(), "tell trump", table(trump="s")),
    laws.the_turn_ends_with_an_empty_hand_alone: (table(), "pass", table(turn=3)),
    laws.at_the_turns_end_each_share_due_is_called: (table(pending=(FORETOLD,)), "pass", table(turn=3)),
    laws.a_new_turn_begins_with_the_judge_without_trump: (table(), "pass", table(turn=3, trump="s")),
    laws.an_entry_is_never_lost: (adam(entries=(Entry(kind="fact", note="Most"),)), "strike fact 1 1", table()),
    laws.undo_leads_back: (table(), "undo", table(turn=3)),
}
"""What each law forbids."""


def test_each_law_sees_what_it_forbids() -> None:
    seated = TABLES["planetopia"](Random(1))
    honest, twice = seated.game(), SeesTwice(seated.setup, seated.script)
    assert isinstance(honest, Planetopia)
    assert [*BROKEN] == LAWS
    for law in LAWS:
        before, word, after = BROKEN[law]
        shows = law in (laws.one_player_is_asked_or_has_the_move, laws.all_that_lies_has_words)
        assert not law(Moment(twice if shows else honest, before, word, after)), law.__name__
        assert law(Moment(honest, table(), "shuffle", table())), law.__name__
