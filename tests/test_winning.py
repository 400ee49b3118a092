"""The ways to win that a script's factions name: when each is true, and who wins if several are."""

from __future__ import annotations

import pytest

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow.winning import When, judge, sides
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import Script
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.draft import Draft
from narrator.values import replace

from tests.scenario import SCRIPT, shipped_script

CARDS = ("sheriff", "pastor", "boss", "kali", "chief", "shaman")
"""Two of the town, a bandit, a fugitive, two Indians, in seats 1 to 6."""


def script(**wins: tuple[str, ...]) -> Script:
    """Ktulu's script, in which these factions alone win, and by these clauses."""
    return replace(SCRIPT, faction=tuple(replace(one, wins=wins.get(one.id, ())) for one in SCRIPT.faction))


def won(given: Script, *dead: int, when: When = "deaths", holder: int = 3) -> tuple[str, str]:
    """Who wins, and by which rule, once these are dead and the statue is with the holder."""
    game = Ktulu(setup_with(CARDS), given)
    state = game.begin(1, quiet=True)
    for event in (e.Began(1, CARDS), e.NightBegan(1), e.StatueMoved(holder), *(e.Killed(seat, "") for seat in dead)):
        state = game.fold(state, event)
    draft = Draft(state)
    judge(draft, when)
    found = [(event.winner, event.rule) for event in draft.events if isinstance(event, e.Won)]
    return found[0] if found else ("", "")


def test_the_last_standing_win_when_nobody_else_lives() -> None:
    given = script(indians=("last-standing",))
    assert won(given, 1, 2, 3) == ("", "")
    assert won(given, 1, 2, 3, 4) == ("indians", "R91")
    assert won(given, 1, 2, 3, 4, 5) == ("indians", "R91")


def test_at_parity_win_as_many_as_all_others() -> None:
    given = script(indians=("parity",))
    assert won(given, 1) == ("", ""), "two among five"
    assert won(given, 1, 2) == ("indians", "parity")
    assert won(given, 1, 2, 3) == ("indians", "parity")
    assert won(given, 5, 6, 1, 2) == ("", ""), "none of them lives"


def test_when_all_of_others_are_gone_win_those_who_live() -> None:
    given = script(town=("all-gone indians fugitives",))
    assert won(given, 5, 6) == ("", ""), "the fugitive lives"
    assert won(given, 4, 5, 6) == ("town", "all-gone")
    assert won(given, 1, 2, 4, 5, 6) == ("", ""), "nobody of the town lives"


def test_who_was_not_dealt_is_not_gone() -> None:
    assert won(script(town=("all-gone ufos",)), 6) == ("", "")


def test_any_clause_is_enough_and_the_first_faction_of_the_script_wins() -> None:
    given = script(bandits=("all-gone town",), indians=("all-gone ufos", "parity"))
    assert won(given, 1, 2) == ("bandits", "all-gone")
    assert won(given, 3, 4) == ("indians", "parity")


def test_nobody_wins_when_nobody_lives() -> None:
    assert won(script(town=("all-gone indians",)), *range(1, 7)) == (NOBODY, "R97")


@pytest.mark.parametrize(
    ("holder", "dead", "winner"), [(1, (), "town"), (3, (), ""), (3, (3,), "town"), (5, (1,), "")]
)
def test_at_dawn_wins_whoever_holds_the_statue_or_the_town_that_finds_it_on_a_body(
    holder: int, dead: tuple[int, ...], winner: str
) -> None:
    assert won(SCRIPT, *dead, when="dawn", holder=holder)[0] == winner


def test_a_way_at_dawn_is_anybodys() -> None:
    assert won(script(indians=("holds-at-dawn",)), when="dawn", holder=5) == ("indians", "R90")


def test_a_script_of_an_earlier_version_wins_as_the_book_has_it() -> None:
    given = replace(SCRIPT, faction=tuple(replace(one, wins=None) for one in SCRIPT.faction))
    assert won(given, 1, 2, 3, 4) == ("indians", "R91")
    assert won(given, when="dawn", holder=1) == ("town", "R90")


def lovers(cards: tuple[str, ...], bound: tuple[int, ...], *dead: int) -> list[e.Won]:
    """How a game of Werewolf ends with these cards, once Cupid has bound these and these others are dead."""
    game = NightGame(setup_with(cards, game="night", script="werewolf"), shipped_script("werewolf"))
    state = game.begin(1, quiet=True)
    marks = (e.Marked("bound", seat, "cupid", "end") for seat in bound)
    for event in (e.Began(1, cards), *marks, e.NightBegan(1), *(e.Killed(seat, "") for seat in dead)):
        state = game.fold(state, event)
    draft = Draft(state)
    judge(draft)
    return [event for event in draft.events if isinstance(event, e.Won)]


VILLAGE = ("cupid", "seer", "werewolf", "werewolf", "white-wolf")


@pytest.mark.parametrize(("bound", "dead"), [((2, 3), (1, 4, 5)), ((3, 5), (1, 2, 4)), ((1, 5), (2, 3, 4))])
def test_the_last_two_of_two_sides_win_together(bound: tuple[int, ...], dead: tuple[int, ...]) -> None:
    assert lovers(VILLAGE, bound, *dead) == [e.Won("lovers", "last-bound", bound)]


def test_lovers_of_one_side_win_with_it_and_a_third_stands_in_the_way() -> None:
    assert lovers(VILLAGE, (1, 2), 3, 4, 5) == [e.Won("village", "all-gone")]
    assert lovers(VILLAGE, (3, 4), 1, 2, 5) == [e.Won("wolves", "parity")]
    assert lovers(VILLAGE, (1, 3), 4, 5) == [], "the seer lives"
    assert lovers(VILLAGE, (2, 4), 1, 5, 2) == [e.Won("wolves", "parity")], "one of them is dead"
    assert lovers(VILLAGE, (1, 3, 5), 2, 4) == [], "three are bound, one to the next"
    assert lovers(VILLAGE, (1, 4), 1, 2, 3, 5) == [e.Won("wolves", "parity")], "nobody else lives, but only one"


def test_a_script_whose_side_of_lovers_is_gone_lets_them_win_no_more() -> None:
    given = shipped_script("werewolf")
    alone = replace(given, faction=tuple(one for one in given.faction if one.id != "lovers"))
    assert sides(given, VILLAGE) == ("village", "wolves", "loner", "lovers")
    assert sides(given, VILLAGE[1:]) == ("village", "wolves", "loner"), "nobody binds"
    assert sides(alone, VILLAGE) == ("village", "wolves", "loner")
