"""Make the next state of a state and an event: the only place where the table changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, cast

from narrator.games.ktulu import events as e
from narrator.games.ktulu.state import Ballot, Outgoing, State, Today, Turn


def fold(state: State, event: e.Event) -> State:
    """Give the state after the event; the old one stays as it was."""
    if isinstance(event, e.Undone):
        return _undone(state)
    new = state.copy()
    write(new, event)
    if isinstance(event, e.Answered):
        new.before = state
    return new


def write(state: State, event: e.Event) -> None:
    """Write the event into a state that belongs to the caller (`Undone` has no place here: it goes back)."""
    _WRITERS[type(event)](state, event)


def _undone(state: State) -> State:
    if state.before is None:
        return state
    new = state.before.copy()
    new.queue = (Outgoing("say", new.at, "undo.notice"), *_wake(state, new), *_open_call(new))
    return new


def _wake(left: State, again: State) -> tuple[Outgoing, ...]:
    """Give the words that wake the call gone back to, unless that call is still open."""
    if again.turn is None or (left.turn is not None and left.turn.call == again.turn.call):
        return ()
    call = again.script.waker(again.phase, again.turn.call)
    return _lines(again, f"{call}.wake", at=again.at, who=again.turn.role)


def _open_call(state: State) -> tuple[Outgoing, ...]:
    """Give the instruction of the open call, to be heard again."""
    if state.turn is None:
        return ()
    return _lines(state, f"{state.turn.call}.line", who=state.turn.role)


def _repeated(state: State, _: e.Repeated) -> None:
    state.queue = _open_call(state)


def _lines(state: State, *lines: str, **data: Any) -> tuple[Outgoing, ...]:
    """Make the outgoing lines of those ids that the script has words for; at a quiet table none."""
    if state.quiet:
        return ()
    at = state.at
    return tuple(Outgoing("say", at, line, data=data) for line in lines if line in state.script.wordings)


def _send(state: State, kind: Literal["say", "tell", "pause"], *rest: Any) -> None:
    if not state.quiet:
        state.queue += (Outgoing(kind, state.at, *rest),)


def _began(state: State, event: e.Began) -> None:
    state.seed, state.cards = event.seed, event.cards
    state.__dict__.pop("seating", None)  # it followed from no cards
    state.queue += _lines(state, "game.welcome", "game.ready")


def _answered(state: State, event: e.Answered) -> None:
    state.question = None
    turn = state.turn
    if turn is not None:
        state.turn = Turn(turn.call, turn.role, turn.actors, turn.stage, (*turn.answers, event.answer))


def _delivered(state: State, _: e.Delivered) -> None:
    state.queue = state.queue[1:]


def _paused(state: State, _: e.Paused) -> None:
    state.paused = True
    state.queue = _lines(state, "pause.begins")


def _continued(state: State, _: e.Continued) -> None:
    state.paused = False
    state.queue = _lines(state, "pause.ends") + _open_call(state)


def _night_began(state: State, event: e.NightBegan) -> None:
    state.phase = "zero" if event.night == 0 else "night"
    state.night, state.place, state.turn = event.night, 0, None
    state.asleep, state.jailed, state.master, state.runner = frozenset(), 0, 0, 0
    state.ward_last_night, state.ward, state.guarded = state.ward, 0, 0
    state.took_over, state.gone_tonight, state.killed_tonight = frozenset(), (), ()
    state.trailed = 0
    line = "night.zero" if event.night == 0 else "night.falls"
    state.queue += _lines(state, line, night=event.night)


def _call_opened(state: State, event: e.CallOpened) -> None:
    state.turn = Turn(event.call, event.role, event.actors)
    state.queue += _lines(state, f"{event.call}.wake", f"{event.call}.line", who=event.role)


def _call_skipped(state: State, _: e.CallSkipped) -> None:
    state.place += 1


def _call_closed(state: State, _: e.CallClosed) -> None:
    turn = cast(Turn, state.turn)
    state.queue += _lines(state, f"{turn.call}.sleep", who=turn.role)
    state.turn = None
    state.place += 1


def _asked(state: State, event: e.Asked) -> None:
    state.question = event
    turn = state.turn
    if turn is not None:
        state.turn = Turn(turn.call, turn.role, turn.actors, "acting", turn.answers)


def _announced(state: State, event: e.Announced) -> None:
    _send(state, "say", event.line, "all", event.values)


def _told(state: State, event: e.Told) -> None:
    _send(state, "tell", event.line, event.to, event.data)


def _waited(state: State, _: e.Waited) -> None:
    _send(state, "pause")


def _acted(state: State, _: e.Acted) -> None:
    turn = cast(Turn, state.turn)
    state.turn = Turn(turn.call, turn.role, turn.actors, "acted", turn.answers)


def _use_spent(state: State, event: e.UseSpent) -> None:
    key = (event.call, event.role)
    state.uses = state.uses | {key: state.uses.get(key, 0) + 1}


def _statue_moved(state: State, event: e.StatueMoved) -> None:
    state.holder, state.planted = event.to, event.planted
    state.planted_on = state.night if event.planted else 0


def _taken_over(state: State, event: e.TakenOver) -> None:
    state.believed = event.faction
    state.took_over |= {event.faction}


def _jailed(state: State, event: e.Jailed) -> None:
    state.jailed = event.seat
    state.asleep |= {event.seat}


def _put_to_sleep(state: State, event: e.PutToSleep) -> None:
    state.asleep |= {event.seat}


def _guarded(state: State, event: e.Guarded) -> None:
    state.ward = event.seat
    if state.alive(event.seat):
        state.guarded = event.seat


def _killed(state: State, event: e.Killed) -> None:
    state.dead |= {event.seat}
    if state.phase != "day":
        state.gone_tonight += (event.seat,)
        state.killed_tonight += (event.seat,)
    if state.faction(event.seat) == "fugitives":
        state.fugitives_killed |= {event.seat}


def _escaped(state: State, event: e.Escaped) -> None:
    state.escaped |= {event.seat}
    state.gone_tonight += (event.seat,)
    state.scrapes, state.fugitives_killed = 0, frozenset()


def _revived(state: State, event: e.Revived) -> None:
    state.dead -= {event.seat}
    state.fugitives_killed -= {event.seat}
    state.gone_tonight = tuple(seat for seat in state.gone_tonight if seat != event.seat)
    state.killed_tonight = tuple(seat for seat in state.killed_tonight if seat != event.seat)


def _trailed(state: State, event: e.Trailed) -> None:
    state.trailed = event.seat


def _possessed(state: State, event: e.Possessed) -> None:
    state.possessed = event.seat


def _poisoned(state: State, event: e.Poisoned) -> None:
    state.poisoned = event.seat


def _bound(state: State, event: e.Bound) -> None:
    state.bound += ((event.role, event.seat),)


def _master_chosen(state: State, event: e.MasterChosen) -> None:
    state.master = event.seat


def _runner_chosen(state: State, event: e.RunnerChosen) -> None:
    state.runner = event.seat


def _scraped(state: State, _: e.Scraped) -> None:
    state.scrapes += 1


def _signalled(state: State, _: e.Signalled) -> None:
    state.signals += 1


def _statue_hit(state: State, _: e.StatueHit) -> None:
    state.hits += 1


def _gift_left(state: State, event: e.GiftLeft) -> None:
    state.gift = event.seat


def _dawn_broke(state: State, _: e.DawnBroke) -> None:
    state.phase, state.place = "dawn", 0


def _day_began(state: State, _: e.DayBegan) -> None:
    state.phase, state.place, state.today = "day", 0, Today()
    state.asleep, state.jailed, state.gift = frozenset(), 0, 0
    state.gone_tonight, state.killed_tonight = (), ()


def _today(state: State, **changes: Any) -> None:
    state.today = replace(state.today, **changes)


def _challenged(state: State, event: e.Challenged) -> None:
    _today(state, duel=(event.attacker, event.defender), votes=(), doomed=())


def _duel_over(state: State, _: e.DuelRefused | e.DuelEnded) -> None:
    _today(state, duel=(), votes=(), doomed=())


def _duel_began(state: State, _: e.DuelBegan) -> None:
    _today(state, duels=state.today.duels + 1)


def _voted(state: State, event: e.Voted) -> None:
    _today(state, votes=(*state.today.votes, (event.seat, event.votes)))


def _doomed(state: State, event: e.Doomed) -> None:
    _today(state, doomed=event.seats)


def _card_shown(state: State, event: e.CardShown) -> None:
    state.shown |= {event.seat}


def _poison_asked(state: State, _: e.PoisonAsked) -> None:
    _today(state, poison=True)


def _poison_struck(state: State, _: e.PoisonStruck) -> None:
    state.poisoned = 0
    _today(state, poison=True)


def _ballot_opened(state: State, event: e.BallotOpened) -> None:
    ballot = Ballot(event.purpose, event.nominees, event.places, event.votes, event.elected, event.runoff)
    _today(state, ballot=ballot)


def _counted(state: State, event: e.Counted) -> None:
    ballot = cast(Ballot, state.today.ballot)
    _today(state, ballot=replace(ballot, counted=(*ballot.counted, event.votes)))


def _ballot_closed(state: State, _: e.BallotClosed) -> None:
    _today(state, ballot=None)


def _searched(state: State, event: e.Searched) -> None:
    _today(state, voted=True, searched=event.seats)


def _condemned(state: State, _: e.Condemned) -> None:
    _today(state, hanged=True)


def _overridden(state: State, event: e.Overridden) -> None:
    if event.what == "kill":
        _killed(state, e.Killed(int(event.value), "override"))
    elif event.what == "revive":
        _revived(state, e.Revived(int(event.value)))
    elif event.what == "statue":
        state.holder, state.planted = int(event.value), False
    else:
        state.believed = event.value


def _won(state: State, event: e.Won) -> None:
    state.winner, state.rule, state.phase = event.winner, event.rule, "over"
    state.turn, state.question = None, None


_Writer = Callable[[State, Any], None]
_WRITERS: dict[type[e.Event], _Writer] = {
    e.Began: _began,
    e.Answered: _answered,
    e.Delivered: _delivered,
    e.Repeated: _repeated,
    e.Paused: _paused,
    e.Continued: _continued,
    e.NightBegan: _night_began,
    e.CallOpened: _call_opened,
    e.CallSkipped: _call_skipped,
    e.CallClosed: _call_closed,
    e.Asked: _asked,
    e.Announced: _announced,
    e.Told: _told,
    e.Waited: _waited,
    e.Acted: _acted,
    e.UseSpent: _use_spent,
    e.StatueMoved: _statue_moved,
    e.TakenOver: _taken_over,
    e.Jailed: _jailed,
    e.PutToSleep: _put_to_sleep,
    e.Guarded: _guarded,
    e.Killed: _killed,
    e.Escaped: _escaped,
    e.Revived: _revived,
    e.Trailed: _trailed,
    e.Possessed: _possessed,
    e.Poisoned: _poisoned,
    e.Bound: _bound,
    e.MasterChosen: _master_chosen,
    e.RunnerChosen: _runner_chosen,
    e.Scraped: _scraped,
    e.Signalled: _signalled,
    e.StatueHit: _statue_hit,
    e.GiftLeft: _gift_left,
    e.DawnBroke: _dawn_broke,
    e.DayBegan: _day_began,
    e.Challenged: _challenged,
    e.DuelRefused: _duel_over,
    e.DuelBegan: _duel_began,
    e.Voted: _voted,
    e.Doomed: _doomed,
    e.DuelEnded: _duel_over,
    e.CardShown: _card_shown,
    e.PoisonAsked: _poison_asked,
    e.PoisonStruck: _poison_struck,
    e.BallotOpened: _ballot_opened,
    e.Counted: _counted,
    e.BallotClosed: _ballot_closed,
    e.Searched: _searched,
    e.Condemned: _condemned,
    e.Overridden: _overridden,
    e.Won: _won,
}
