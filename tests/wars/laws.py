"""What must hold of any game of Cthulhu Wars, whatever is said: of each state, and of what is said in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from narrator.games.wars import CthulhuWars, ledger
from narrator.games.wars.state import State, half_up

from tests.any_game import moments as any_games
from tests.any_game.moments import Laws

Moment = any_games.Moment[CthulhuWars, State]
Law = Callable[[Moment], bool]

LAWS: Laws[Law] = Laws()
_law = LAWS.law


def moments(chance: Random) -> Iterator[Moment]:
    """All that is said and taken in a random game."""
    return any_games.moments(CthulhuWars, "cthulhu-wars", chance)


# ---- Of each state ----


@_law
def every_counter_is_in_its_bounds(at: Moment) -> bool:
    state = at.after
    within = 0 <= state.marker <= len(state.track) and state.turn >= 0 and 0 <= state.abandoned <= 14
    return within and all(
        one.power >= 0
        and 0 <= one.doom <= 99 + 3 * 36  # after the last signs
        and 0 <= one.signs <= 36
        and 0 <= one.books <= 6
        and 0 <= one.cultists <= 9
        and 0 <= one.gates <= 14
        for one in state.players
    )


@_law
def the_end_is_due_exactly_while_its_cause_is_there(at: Moment) -> bool:
    """CW70, D13, D14."""
    state = at.after
    cause = any(one.doom >= 30 for one in state.players) or state.instant_death
    return state.phase == "end" or bool(state.ending) == cause


@_law
def turn_order_has_each_seat_once(at: Moment) -> bool:
    """CW3."""
    state = at.after
    return not state.first or (
        sorted(state.order) == [*range(1, len(state.players) + 1)] and state.order[0] == state.first
    )


@_law
def one_seat_is_marked(at: Moment) -> bool:
    seats = at.game.view(at.after, "all").seats
    marks = [seat.seat for seat in seats for mark in seat.marks if mark.id == "turn"]
    return marks == ([at.after.seat] if at.after.seat else [])


@_law
def nothing_lies_twice_on_the_table(at: Moment) -> bool:
    lies = [slip.id for slip in at.game.view(at.after, "all").table]
    return len(lies) == len({*lies})


@_law
def whoever_wins_has_six_books_and_the_most_doom_of_those(at: Moment) -> bool:
    """CW73, CW74."""
    state = at.after
    if state.winners is None:
        return True
    doom = {seat: one.doom for seat, one in enumerate(state.players, 1) if one.books == 6}
    return {*state.winners} == {seat for seat, count in doom.items() if count == max(doom.values())}


@_law
def whoever_could_win_today_is_among_the_hopeful(at: Moment) -> bool:
    """Signs may be worth one to some and three to others."""
    state = at.after
    with_books = [(seat, one) for seat, one in enumerate(state.players, 1) if one.books == 6]
    able = {
        seat
        for seat, one in with_books
        if all(one.doom + 3 * one.signs >= other.doom + other.signs for _, other in with_books)
    }
    return {*state.hopeful} == able


# ---- Of what is said ----


def _left(state: State, seat: int) -> int:
    return state.of(seat).power


@_law
def an_action_is_paid_once_by_whoever_acts(at: Moment) -> bool:
    """CW14."""
    what, _, rest = at.word.partition(" ")
    paying = at.game.setup.paid and not at.before.asked and what in ledger.ACTIONS
    if not paying or (what == "battle" and at.game.setup.battle == "guided"):
        return True
    count = int(rest) if what in ("move", "summon", "awaken", "special") else 1
    seat, price = at.before.seat, 3 if what == "gate" else count
    return _left(at.after, seat) == _left(at.before, seat) - price and _left(at.after, seat) >= 0


@_law
def nobody_else_pays(at: Moment) -> bool:
    """Power of others changes by words that name them, and between phases."""
    named = at.word.startswith(("power ", "set power ", "gather", "undo", "repeat"))
    if named or at.before.phase != "action" or at.after.phase != "action":
        return True
    others = (seat for seat in range(1, len(at.before.players) + 1) if seat != at.before.seat)
    fight = at.before.fight
    return all(_left(at.after, one) == _left(at.before, one) for one in others if not fight or one != fight.attacker)


@_law
def the_initiative_goes_to_somebody_with_power(at: Moment) -> bool:
    """CW10."""
    before, new = at.before, at.after
    moved = before.phase == new.phase == "action" and not new.asked and not before.fight and before.seat != new.seat
    return not (moved and at.goes_on) or new.player.power > 0


@_law
def doom_grows_by_gates_signs_and_words_alone(at: Moment) -> bool:
    """CW5, CW60, CW61, CW72."""
    by_word = ("doom ", "set doom ", "reveal ")
    told = at.before.question in ("doom.same", "doom.gates", "doom.old-ones", "end.reveal")
    same = [one.doom for one in at.before.players] == [one.doom for one in at.after.players]
    return same or not at.goes_on or told or at.word.startswith(by_word)


@_law
def a_ritual_is_paid_at_its_price_and_moves_the_marker_by_one(at: Moment) -> bool:
    """CW61, CW62."""
    before, new = at.before, at.after
    one, then = before.player, new.of(before.seat)
    if before.question == "doom.ritual" and at.word == "yes":
        return then.power == one.power - before.price >= 0
    if before.question != "doom.old-ones" or not at.word.isdecimal():
        return not at.goes_on or before.marker == new.marker or at.word.startswith("set marker")
    grown = then.doom == min(99, one.doom + one.gates) and then.power == one.power
    return grown and new.marker == min(before.marker + 1, len(before.track))


@_law
def nobody_is_asked_for_a_ritual_that_they_cannot_pay(at: Moment) -> bool:
    """CW61."""
    asked = at.after.question == "doom.ritual" and at.before.question != "doom.ritual" and at.goes_on
    return not asked or at.after.player.power >= at.after.price


@_law
def after_gathering_nobody_has_less_than_half_of_the_most(at: Moment) -> bool:
    """CW41, CW42."""
    if (at.before.phase, at.after.phase) != ("gather", "order") or not at.goes_on:
        return True
    powers = [one.power for one in at.after.players]
    return min(powers) >= half_up(max(powers)) and not any(one.captives for one in at.after.players)


@_law
def the_first_player_has_the_most_power(at: Moment) -> bool:
    """CW50."""
    chosen = at.before.question in ("gather.cultists", "gather.captives", "order.tie") and at.goes_on
    if not chosen or at.after.question != "order.direction":
        return True
    return at.after.of(at.after.first).power == max(one.power for one in at.after.players)


@_law
def what_is_asked_of_the_narrator_changes_nothing(at: Moment) -> bool:
    light = at.word.startswith(("tell ", "cost ", "may-capture "))
    return not light or replace(at.after, to_say=()) == replace(at.before, to_say=())


@_law
def time_that_runs_out_takes_nothing_away(at: Moment) -> bool:
    told = replace(at.after, to_say=(), late=False)
    return at.word != "time" or told == replace(at.before, to_say=(), late=False)


@_law
def nobody_comes_or_goes(at: Moment) -> bool:
    return [one.id for one in at.before.players] == [one.id for one in at.after.players]


@_law
def undo_leads_back(at: Moment) -> bool:
    return at.goes_on or at.before.before is None or at.after.turn <= at.before.turn
