"""The dawn: wins that it brings, the ship, and what everybody learns when they wake (R80)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.act import Act


def after(act: Act) -> None:
    """Go on from the last call of a phase: night to dawn, dawn to day."""
    if act.state.phase == "night":
        _judge(act)
        if not act.state.winner:
            act.emit(e.DawnBroke())
    else:
        _wake(act)


def _judge(act: Act) -> None:
    """Let the town win if the statue lies on a body (R12, R14), or a living townsperson holds it (R90)."""
    state = act.state
    if state.holder in state.dead:
        act.win("town", "R14")
    elif not state.planted and state.holder and state.faction(state.holder) == "town":
        act.win("town", "R90")


def _wake(act: Act) -> None:
    state = act.state
    if state.gift:
        act.tell([state.gift], "tell.gift", seat=state.seat_of("forgotten"), holder=state.holder)
    lost = [(seat, "dawn.escaped" if seat in state.escaped else "dawn.died") for seat in state.gone_tonight]
    first = state.night == 0
    act.emit(e.DayBegan())
    act.announce("dawn.wake")
    for seat, line in sorted(lost):
        act.announce(line, seat=seat, card=state.card(seat))
    if not first and not lost:
        act.announce("dawn.quiet")
    act.announce("day.first" if first else "day.begins")
