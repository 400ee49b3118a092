"""The dawn: wins that it brings, the ship, and what everybody learns when they wake (R80)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import wins
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.public import Public, project


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
    if state.holder in state.dead or (not state.planted and state.holder and state.faction(state.holder) == "town"):
        wins.win(act, "town")


def _somebody_may_be_told(public: Public) -> bool:
    """R74 Tell whether, for all that is known, a sleeper may have been given the statue tonight."""
    givers = public.holders("gift").intersection(public.standing)
    lately = bool(public.took_over) or public.believed in {public.factions[giver] for giver in givers}
    return bool(givers) and lately


def _wake(act: Act) -> None:
    state = act.state
    if state.secret and _somebody_may_be_told(project(state)):
        act.emit(e.Waited("dawn", 1))
    if state.gift:
        act.tell([state.gift], "tell.gift", seat=state.giver, holder=state.holder)
    first = state.night == 0
    act.announce("dawn.wake")
    wins.tell_losses(act)
    if not first and not state.gone_tonight:
        act.announce("dawn.quiet")
    act.emit(e.DayBegan())
    act.announce("day.first" if first else "day.begins")
