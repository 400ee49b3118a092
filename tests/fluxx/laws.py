"""What must hold of any game of Cthulhu FLUXX, whatever is said: of each state, and of what is said in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from narrator.games.fluxx import Fluxx
from narrator.games.fluxx.state import State

from tests.any_game import moments as any_games
from tests.any_game.moments import Laws

Moment = any_games.Moment[Fluxx, State]
Law = Callable[[Moment], bool]

LAWS: Laws[Law] = Laws()
_law = LAWS.law


def moments(chance: Random) -> Iterator[Moment]:
    """All that is said and taken in a random game."""
    return any_games.moments(Fluxx, "cthulhu-fluxx", chance)


# ---- Of each state ----


@_law
def nothing_that_is_counted_is_negative(at: Moment) -> bool:
    state, left = at.after, at.after.left() if at.after.seat else 0
    counts = [state.turn, state.drawn, state.owed, state.played, 0 if isinstance(left, str) else left]
    people = [count for one in state.players for count in (one.doom, one.rescue, one.hand, one.keepers, one.net)]
    return all(count is None or count >= 0 for count in (*counts, *people))


@_law
def no_count_is_beyond_its_bounds(at: Moment) -> bool:
    """A new rule has 1 to 7, or 8 under inflation; more is drawn and played only where it was set so (up to 20)."""
    state = at.after
    return state.rules.draws <= 8 and state.drawn <= 20 and state.turns in (1, 2)


@_law
def no_more_is_owed_than_was_called_for(at: Moment) -> bool:
    return at.after.owed <= at.after.drawn


@_law
def a_category_has_one_card(at: Moment) -> bool:
    """FX11."""
    lies = [slip.id for slip in at.game.view(at.after, "all").table]
    return len(lies) == len({*lies}) and {"draw", "play", "hand", "keepers", "goal"} <= {*lies}


@_law
def one_player_has_the_turn(at: Moment) -> bool:
    seats = at.game.view(at.after, "all").seats
    marks = [seat.seat for seat in seats for mark in seat.marks if mark.id == "turn"]
    return marks == ([at.after.seat] if at.after.seat else [])


@_law
def no_two_players_have_one_name(at: Moment) -> bool:
    names = [player.name for player in at.after.players]
    return len({*names}) == len(names)


@_law
def temporary_hands_are_open_only_while_they_are_played(at: Moment) -> bool:
    """FX32: those below the top one may wait for it with nothing left."""
    frames = at.after.frames
    return all(0 <= one.done <= one.must <= one.of for one in frames) and (
        not frames or frames[-1].done < frames[-1].must
    )


@_law
def dooms_sum_is_that_of_the_table(at: Moment) -> bool:
    """FX71, D4."""
    nets = [one.doom - one.rescue for one in at.after.players]
    alone = at.game.setup.doom == "players"
    total = sum(max(0, net) for net in nets) if alone else max(0, sum(nets))
    return [str(slip.text) for slip in at.game.view(at.after, "all").table if slip.id == "doom"] == [str(total)]


# ---- Of what is said ----


@_law
def drawn_does_not_fall_within_a_turn(at: Moment) -> bool:
    """FX13."""
    before, new = at.before, at.after
    if at.word == "undo" or at.word.startswith("set ") or before.turn != new.turn:
        return True
    if not at.word.startswith(("rule ", "drop ")) or before.rules.draws == new.rules.draws:
        return new.drawn >= before.drawn
    return new.drawn == max(before.drawn, new.rules.draws)


@_law
def a_turn_begins_counted_anew_with_the_next_player(at: Moment) -> bool:
    """FX3, D10."""
    before, new = at.before, at.after
    if at.word == "undo" or before.turn == new.turn or not before.seat:
        return True
    follows = before.seat if before.extra else before.seat % len(before.players) + 1
    drawn = 0 if new.asked == "before" else new.rules.draws
    anew = (new.turn, new.played, new.drawn, new.frames) == (before.turn + 1, 0, drawn, ())
    return anew and (at.word.startswith("set turn") or new.seat == follows or not before.turn)


@_law
def what_is_asked_changes_nothing(at: Moment) -> bool:
    light = at.word.startswith(("tell ", "faq "))
    return not light or replace(at.after, to_say=()) == replace(at.before, to_say=())


@_law
def others_keep_to_a_new_limit(at: Moment) -> bool:
    """FX16, FX19."""
    if not at.word.startswith(("rule hand", "rule keepers")):
        return True
    of = at.word.split()[1]
    limit = at.after.rules.limit(of)
    had = at.before.rules.limit(of)
    if limit is None or (had is not None and had <= limit):
        return True
    counts = [getattr(one, of) for seat, one in enumerate(at.after.players, 1) if seat != at.after.seat]
    return all(count is None or count <= limit for count in counts)


@_law
def players_come_by_joining_alone_and_nobody_leaves(at: Moment) -> bool:
    """FX63."""
    before, new = ([one.name for one in state.players] for state in (at.before, at.after))
    joined = at.before.asked == "join" and at.word not in ("none", "undo", "pause", "repeat")
    return at.word == "undo" or new == before or (joined and sorted(new) == sorted([*before, at.word]))


@_law
def nobody_wins_without_a_goal_and_a_second_word(at: Moment) -> bool:
    """FX20, D14."""
    return at.after.winner is None or (at.before.asked.startswith("win") and at.word == "end" and at.after.goal != "")


@_law
def undo_leads_back(at: Moment) -> bool:
    return at.word != "undo" or at.before.before is None or at.after.turn <= at.before.turn
