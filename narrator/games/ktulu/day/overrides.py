"""A moderator's word above the rules: what the table decides differently is done, and recorded as such."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.steps import STEPS, ask_seat, find_statue, living, step
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.wins import judge_survivors

_WHAT = ("kill", "revive", "statue", "believed")


@step("day:override")
def ask_what(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask what shall be set."""
    kinds = _WHAT if act.state.dead else tuple(what for what in _WHAT if what != "revive")
    act.ask("day.override", "choice", to="moderator", line="ask.day.override", choices=kinds, optional=True)


@step("day.override")
def choose(act: Act, said: str, asked: e.Asked) -> None:
    """Ask whom or what it concerns, then do it."""
    if said == "none":
        return
    if not asked.stage:
        STEPS[f"override:{said}"](act, said, asked)
        return
    what = _WHAT[asked.stage - 1]
    act.emit(e.Overridden(what, said))
    if what in ("kill", "revive"):
        act.announce(f"day.override.{what}", seat=int(said))
    if what == "kill":
        act.announce("day.died", seat=int(said), card=act.state.card(int(said)))
    if what == "kill" and int(said) == act.state.holder:
        find_statue(act)
    else:
        judge_survivors(act)


def _ask_seat(act: Act, said: str, seats: list[int]) -> None:
    number = _WHAT.index(said) + 1
    ask_seat(act, "day.override", seats, to="moderator", optional=True, stage=number)


@step("override:kill")
def ask_killed(act: Act, said: str, _asked: e.Asked) -> None:
    """Ask who shall be dead; the card is shown, a holder's statue found, as after any death by day (R6, R14)."""
    _ask_seat(act, said, living(act))


@step("override:revive")
def ask_revived(act: Act, said: str, _asked: e.Asked) -> None:
    """Ask who shall live again."""
    _ask_seat(act, said, sorted(act.state.dead))


@step("override:statue")
def ask_holder(act: Act, said: str, _asked: e.Asked) -> None:
    """Ask with whom the statue shall be; nobody hears of it."""
    _ask_seat(act, said, living(act))


@step("override:believed")
def ask_believed(act: Act, said: str, _asked: e.Asked) -> None:
    """Ask with which faction everybody shall believe the statue, in the script's order, not that of the seats."""
    dealt = {act.state.faction(seat) for seat in act.state.seats()}
    factions = tuple(faction for faction in act.state.script.factions if faction in dealt)
    number = _WHAT.index(said) + 1
    act.ask("day.override", "choice", to="moderator", line="ask.day.override", choices=factions, stage=number)
