"""The dawn: wins that it brings, the ship, and what everybody learns when they wake (R80)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import wins
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.public import Public, project
from narrator.games.ktulu.sides import TOWN


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
    if state.holder in state.dead or (not state.planted and state.holder and state.faction(state.holder) == TOWN):
        wins.win(act, TOWN)


def _to_be_told(public: Public) -> int:
    """R74 Count the gifts to sleepers that, for all that is known, there may have been tonight: one by each giver."""
    givers = public.holders("gift").intersection(public.standing)
    lately = bool(public.took_over) or public.believed in {public.factions[giver] for giver in givers}
    return len(givers) if lately else 0


def _wake(act: Act) -> None:
    state = act.state
    may_be_told = _to_be_told(project(state)) if state.secret else 0
    if may_be_told:
        act.emit(e.Waited("dawn", may_be_told))
    for gift in state.marks.of("gift"):
        act.tell([gift.seat], "tell.gift", seat=state.seat_of(gift.by), holder=state.holder)
    first = state.night == 0
    act.announce("dawn.wake")
    wins.tell_losses(act)
    if not first and not state.gone_tonight:
        act.announce("dawn.quiet")
    act.emit(e.DayBegan())
    act.announce("day.first" if first else "day.begins")
