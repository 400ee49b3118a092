"""Cards that change hands (D89): told by night, theirs from the morning on, and nobody else hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.night.effects import swap_cards
from narrator.games.night.flow import dawn, own_rules
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.game import NightGame
from narrator.games.night.printed.evenings import FACTS, counted
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Turn
from narrator.play.steps import as_fact
from narrator.values import asdict, replace

from tests.scenario import shipped_script

CARDS = ("changeling", "seer", "villager", "werewolf", "villager")
WEREWOLF = shipped_script("werewolf")
SETUP = setup_with(CARDS, game="night", script="werewolf")
GAME = NightGame(SETUP, WEREWOLF)


def at_night(game: NightGame = GAME, *more: e.Event) -> Draft:
    """The second night, in the changeling's call."""
    state = game.begin(1, quiet=True)
    for event in (e.Began(1, CARDS), e.NightBegan(1), *more):
        state = game.fold(state, event)
    draft = Draft(state)
    draft.state.turn = Turn("changeling.swap", "changeling", (1,), "acting")
    return draft


def told(draft: Draft) -> dict[int, str]:
    """Who is told of which card."""
    return {event.to[0]: event.data["card"] for event in draft.events if isinstance(event, e.Told)}  # type: ignore[misc]


def test_both_are_told_and_have_their_own_cards_until_the_night_is_over() -> None:
    draft = at_night()
    swap_cards(draft, 4)
    assert told(draft) == {1: "werewolf", 4: "changeling"}
    assert draft.state.cards == CARDS
    draft.state.turn = None
    dawn.after(draft)
    assert draft.state.cards == ("werewolf", "seer", "villager", "changeling", "villager")
    assert draft.state.members("wolves") == (1,)
    assert GAME.view(draft.state, (1,)).seats[0].card == "werewolf"


def test_of_two_changes_the_second_is_of_what_the_first_has_brought() -> None:
    draft = at_night()
    swap_cards(draft, 4)
    swap_cards(draft, 2)
    assert told(draft) == {1: "seer", 4: "changeling", 2: "werewolf"}
    draft.state.change_cards()
    assert draft.state.cards == ("seer", "werewolf", "villager", "changeling", "villager")


def test_with_a_body_nobody_changes_cards() -> None:
    draft = at_night(GAME, e.Killed(4, "wolves.kill"))
    swap_cards(draft, 4)
    assert told(draft) == {1: "changeling"}
    assert not draft.state.swaps


@pytest.mark.parametrize(("seen", "offered"), [(0, [2, 3, 4, 5]), (3, [2, 4, 5]), (1, [])])
def test_a_card_that_all_have_seen_stays(seen: int, offered: list[int]) -> None:
    draft = at_night(GAME, *([e.CardShown(seen)] if seen else []))
    found = EFFECTS["swap-cards"].offer(draft)
    assert found.seats == offered
    assert {*found.barred.values()} == {"oneself", *(["card-shown"] if seen else [])}


def test_players_alone_read_it_in_the_round() -> None:
    draft = at_night(NightGame(replace(SETUP, answers="keys"), WEREWOLF))
    swap_cards(draft, 4)
    assert told(draft) == {1: "werewolf"}
    kept = [(one.seat, one.line, one.data) for one in draft.state.letters]
    assert kept == [(4, "tell.new-card", {"card": "changeling"})]


def test_statistics_count_by_the_cards_of_the_end() -> None:
    setup: dict[str, Any] = {"player": [{"name": name} for name in "ABCDE"], "names": "gentle"}
    happened = (e.Began(1, CARDS), e.CardsChanged(((1, 4), (4, 2))), e.Won("wolves", "parity"))
    assert {type(event).__name__ for event in happened} <= FACTS, "of a journal nothing else is read"
    found = counted(setup, asdict(WEREWOLF), [as_fact(event) for event in happened])
    assert found is not None
    assert {one.name: one.role for one in found.participants if one.won} == {"A": "Wilkołak"}
    assert {one.name for one in found.participants if one.role == "Odmieniec"} == {"B"}
    assert found.people == {}, "nobody there is ever jailed or searched"


def test_what_nobody_has_seen_of_a_real_deck_goes_along() -> None:
    state: State = at_night().state
    state.unseen = frozenset({3, 4})
    state.swaps = ((2, 4),)
    state.change_cards()
    assert (state.cards[1], state.unseen) == ("werewolf", frozenset({2, 3}))


DEALT = ("chief", "townsman", "sheriff", "boss")
KTULU = Ktulu(setup_with(DEALT, game="ktulu", script="ktulu"), shipped_script())
GIVEN = e.Overridden("card", "boss", "1")
SWAPPED = e.CardsChanged(((1, 4),))


@pytest.mark.parametrize("change", [GIVEN, SWAPPED], ids=["by a moderator", "by the night"])
@pytest.mark.parametrize(
    ("held", "heard"),
    [
        ((e.StatueMoved(4),), "indians"),
        ((e.StatueMoved(1), e.TakenOver("indians")), "bandits"),
        ((e.StatueMoved(3), e.TakenOver("town")), ""),
        ((e.StatueMoved(3),), ""),  # a moderator has put it there, and the room has heard nothing of it
        ((e.StatueMoved(4, planted=True, by="quiet-foot"),), ""),
        ((e.StatueMoved(4), e.Killed(4, "luke.kill")), ""),
        ((), ""),
    ],
    ids=["theirs", "others'", "a third's", "a third's, unheard", "planted", "on a body", "out of play"],
)
def test_the_statue_comes_to_the_new_side_of_its_holder(
    held: tuple[e.Event, ...], heard: str, change: e.Event
) -> None:
    state = KTULU.begin(1)
    for event in (e.Began(1, DEALT), e.NightBegan(1), e.CardsSwapped(1, 4), *held):
        state = KTULU.fold(state, event)
    draft = Draft(state)
    own_rules.change_cards(draft, change)
    assert [event.faction for event in draft.events if isinstance(event, e.TakenOver)] == [heard] * bool(heard)
    assert [event.line for event in draft.events if isinstance(event, e.Announced)] == (
        [f"statue.taken.{heard}"] if heard else []
    )


def test_nobody_hears_where_the_statue_is_before_the_holders_card_is_known() -> None:
    state = KTULU.begin(1)
    for event in (e.Began(1, DEALT), e.NightBegan(1), e.StatueMoved(4)):
        state = KTULU.fold(state, event)
    draft = Draft(state)
    draft.state.unseen = frozenset({2, 3})
    own_rules.change_cards(draft, e.Overridden("card", "boss", "3"))
    assert draft.state.unseen == {2, 4}, "it is not known which of the two the holder has"
    assert len(draft.events) == 1
    own_rules.change_cards(draft, e.Overridden("card", "sheriff", "4"))
    assert e.TakenOver("town") in draft.events
