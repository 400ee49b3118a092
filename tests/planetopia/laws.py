"""What must hold of any game of Planetopia, whatever is said: of each state, and of what is said in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from narrator.computer.texts import texts_of
from narrator.cues import Ask
from narrator.games.planetopia import Planetopia
from narrator.games.planetopia.cards import PROPHECY
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.games.planetopia.state import CAP, CROWD, State
from narrator.games.view import Slip

from tests.any_game import moments as any_games
from tests.any_game.moments import Laws

TEXTS = texts_of("pl", PlanetopiaPackage.folders[0])


Moment = any_games.Moment[Planetopia, State]
Law = Callable[[Moment], bool]

LAWS: Laws[Law] = Laws()
_law = LAWS.law


def _emptying(chance: Random) -> Callable[[Ask, State], str]:
    def habit(cue: Ask, state: State) -> str:
        if cue.kind == "open" and not state.asked and chance.random() < 0.25:
            return "pass" if not state.player.hand else f"set hand {state.seat} 0"
        return ""

    return habit


def moments(chance: Random) -> Iterator[Moment]:
    """All that is said and taken in a random game; hands are emptied now and then, so that turns end."""
    return any_games.moments(Planetopia, "planetopia", chance, _emptying(chance))


# ---- Of each state ----


@_law
def percents_are_in_their_bounds(at: Moment) -> bool:
    """PL3."""
    return all(0 <= one.morale <= 100 and one.population >= 0 for one in at.after.players)


@_law
def nobody_stays_without_morale_or_people(at: Moment) -> bool:
    """PL80, PL81."""
    return all(one.morale and one.population for one in at.after.players)


@_law
def a_crowd_caps_morale(at: Moment) -> bool:
    """PL82."""
    return all(
        one.crowded == (one.population >= CROWD) and (not one.crowded or one.morale <= CAP)
        for one in at.after.players
    )


@_law
def no_count_of_cards_is_negative(at: Moment) -> bool:
    state = at.after
    return min(state.pile, state.gone, *(one.hand for one in state.players)) >= 0


@_law
def no_card_lies_more_often_than_there_are_decks(at: Moment) -> bool:
    return all(count <= at.after.decks for count in Counter(at.after.table).values())


@_law
def what_keeps_the_trump_lies(at: Moment) -> bool:
    return {*at.after.aside} <= {*at.after.table}


@_law
def shares_add_up_and_leave_the_caster_out(at: Moment) -> bool:
    """PL52, PL53."""
    for one in at.after.pending:
        seats = [seat for seat, _ in one.shares]
        if sum(share for _, share in one.shares) != PROPHECY or {one.by, at.after.judge} & {*seats}:
            return False
    return True


@_law
def no_prophecy_outlives_the_next_turn(at: Moment) -> bool:
    """PL54: it is settled once."""
    return all(at.after.turn - one.turn in (0, 1) for one in at.after.pending)


@_law
def one_prophecy_a_turn(at: Moment) -> bool:
    """PL51."""
    turns = [one.turn for one in at.after.pending]
    return len({*turns}) == len(turns)


@_law
def no_target_is_the_judge(at: Moment) -> bool:
    """D17."""
    event = at.after.event
    return event is None or event.target in (0, *at.after.settlements)


@_law
def at_rest_nothing_is_under_way(at: Moment) -> bool:
    state = at.after
    return bool(state.asked) or (state.event, state.agenda, state.casting) == (None, (), None)


@_law
def one_player_is_asked_or_has_the_move(at: Moment) -> bool:
    seats = at.game.view(at.after, "all").seats
    marks = [seat.seat for seat in seats for mark in seat.marks if mark.id == "turn"]
    return len(marks) == bool(at.after.turn)


@_law
def all_that_lies_has_words(at: Moment) -> bool:
    return all(map(_told, at.game.view(at.after, "all").table))


def _told(slip: Slip) -> bool:
    return all(isinstance(one, str) or one.key in TEXTS for one in (slip.label, slip.text))


@_law
def whoever_has_what_victory_takes_has_won(at: Moment) -> bool:
    """PL90."""
    state = at.after
    return {*state.won} == {seat for seat in state.settlements if state.of(seat).wins}


# ---- Of what is said ----


@_law
def what_is_asked_of_the_narrator_changes_nothing(at: Moment) -> bool:
    light = at.word.startswith(("tell ", "strength ", "read ")) and at.before.question != "note"
    return not light or replace(at.after, to_say=()) == replace(at.before, to_say=())


@_law
def the_turn_ends_with_an_empty_hand_alone(at: Moment) -> bool:
    """PL6."""
    return at.word == "undo" or at.before.turn == 0 or at.after.turn == at.before.turn or _ended(at)


def _ended(at: Moment) -> bool:
    closes = at.word == "pass" and not at.before.player.hand
    return at.after.turn == at.before.turn + 1 and (closes or "close" in at.before.agenda)


@_law
def at_the_turns_end_each_share_due_is_called(at: Moment) -> bool:
    """PL54: none is forgotten, and none called twice."""
    if at.word != "pass":
        return True
    due = sum(len(one.shares) for one in at.before.pending if one.turn < at.before.turn)
    open_ones = [item for item in at.after.agenda if item.startswith("fulfil ")]
    called = len(open_ones) + (at.after.event is not None)
    return called == due or bool(at.after.won) or (due > 0 and not at.after.settlements)


@_law
def a_new_turn_begins_with_the_judge_without_trump(at: Moment) -> bool:
    """PL4, PL50."""
    if at.word == "undo" or at.before.turn == at.after.turn:
        return True
    state = at.after
    return (state.seat, state.trump, state.missed, state.holder) == (state.judge, "", (), None)


@_law
def an_entry_is_never_lost(at: Moment) -> bool:
    """PL14: what is over is crossed out, and stays."""
    if at.word == "undo":
        return True
    before, new = ([len(one.entries) for one in state.players] for state in (at.before, at.after))
    return all(had <= has for had, has in zip(before, new, strict=True))


@_law
def undo_leads_back(at: Moment) -> bool:
    return at.word != "undo" or at.after.turn <= at.before.turn
