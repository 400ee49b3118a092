"""The day, told to the narrator in short: who died, and when night falls again."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import wins
from narrator.games.ktulu.act import Act, Offer, publicly_alive


def advance(act: Act) -> None:
    """Ask what happens next while the people play their day."""
    if act.state.phase == "start":
        act.ask("start", "ready", to="all", line="ask.ready", choices=("ready",))
    else:
        act.ask("day", "choice", to="all", line="ask.day", choices=("night", "died"))


def answer(act: Act, said: str) -> None:
    """Take the answer to a question outside the night."""
    question = act.state.question
    assert question is not None
    act.emit(e.Answered(said))
    if said == "ready":
        act.emit(e.NightBegan(0))
    elif said == "night":
        act.emit(e.NightBegan(act.state.night + 1))
    elif said == "died":
        act.ask("died", "seat", to="all", line="ask.died", offer=Offer(publicly_alive(act)), optional=True)
    elif said != "none":
        _die(act, int(said))


def _die(act: Act, seat: int) -> None:
    """Record a death by day: a holder's statue is found and the town wins (R14), before anything else (R90)."""
    act.emit(e.Killed(seat, "day"))
    act.announce("day.died", seat=seat, card=act.state.card(seat))
    if act.state.holder == seat:
        act.announce("day.found")
        wins.win(act, "town")
    else:
        wins.judge_survivors(act)
