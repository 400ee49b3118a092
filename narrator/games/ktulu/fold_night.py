"""Write the night's events into the table: statue, sleep, deaths, spells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.games.ktulu import events as e
from narrator.games.ktulu.state import State


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


def _would_have_slept(state: State, event: e.WouldHaveSlept) -> None:
    state.undreaming |= {event.seat}


def _guarded(state: State, event: e.Guarded) -> None:
    state.ward = event.seat
    if state.alive(event.seat):
        state.guarded = event.seat


def killed(state: State, event: e.Killed) -> None:
    """Write a death, by night or day."""
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


def revived(state: State, event: e.Revived) -> None:
    """Write that somebody lives again."""
    state.dead -= {event.seat}
    state.undreaming -= {event.seat}
    state.fugitives_killed -= {event.seat}
    state.gone_tonight = tuple(seat for seat in state.gone_tonight if seat != event.seat)
    state.killed_tonight = tuple(seat for seat in state.killed_tonight if seat != event.seat)


def _trailed(state: State, event: e.Trailed) -> None:
    state.trailed = event.seat


def _possessed(state: State, event: e.Possessed) -> None:
    state.possessed = event.seat


def _poisoned(state: State, event: e.Poisoned) -> None:
    state.poisoned = event.seat


def _bound(_: State, __: e.Bound) -> None:
    """Leave the table as it is: the narrator reminds and enforces nothing (R18); journal and story keep it."""


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
    state.gift, state.giver = event.seat, event.by


WRITERS: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.UseSpent: _use_spent,
    e.StatueMoved: _statue_moved,
    e.TakenOver: _taken_over,
    e.Jailed: _jailed,
    e.PutToSleep: _put_to_sleep,
    e.WouldHaveSlept: _would_have_slept,
    e.Guarded: _guarded,
    e.Killed: killed,
    e.Escaped: _escaped,
    e.Revived: revived,
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
}
