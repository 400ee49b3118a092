"""Overrides: the moderator kills, revives, or moves the statue by decree, and the journal says so."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.steps import STEPS, ask_seat, find_statue, living, step
from narrator.games.ktulu.draft import Draft
from narrator.games.ktulu.outcomes import judge_survivors

_WHAT = ("kill", "revive", "statue", "believed")


@step("day:override")
def ask_what(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Ask what is to be set."""
    kinds = _WHAT if draft.state.dead else tuple(what for what in _WHAT if what != "revive")
    draft.ask("day.override", "choice", to="moderator", line="ask.day.override", choices=kinds, optional=True)


@step("day.override")
def override(draft: Draft, said: str, asked: e.Asked) -> None:
    """Ask for the seat or faction, then do it."""
    if said == "none":
        return
    if not asked.stage:
        STEPS[f"override:{said}"](draft, said, asked)
        return
    what = _WHAT[asked.stage - 1]
    draft.emit(e.Overridden(what, said))
    if what in ("kill", "revive"):
        draft.announce(f"day.override.{what}", seat=int(said))
    if what == "kill":
        draft.announce("day.died", seat=int(said), card=draft.state.card(int(said)))
    if what == "kill" and int(said) == draft.state.holder:
        find_statue(draft)
    else:
        judge_survivors(draft)


def _ask_seat(draft: Draft, said: str, seats: list[int]) -> None:
    number = _WHAT.index(said) + 1
    line = f"ask.day.override.{said}"
    ask_seat(draft, "day.override", seats, to="moderator", line=line, optional=True, stage=number)


@step("override:kill")
def ask_killed(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Ask who is to die; the card is shown and a statue found, as after any death by day (R6, R14)."""
    _ask_seat(draft, said, living(draft))


@step("override:revive")
def ask_revived(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Ask who is to live again."""
    _ask_seat(draft, said, sorted(draft.state.dead))


@step("override:statue")
def ask_holder(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Ask who gets the statue; the room hears nothing of it."""
    _ask_seat(draft, said, living(draft))


@step("override:believed")
def ask_believed(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Ask which faction everybody is to believe has the statue; in the script's order, which gives no seat away."""
    dealt = {draft.state.faction(seat) for seat in draft.state.seats()}
    factions = tuple(faction for faction in draft.state.script.factions if faction in dealt)
    number = _WHAT.index(said) + 1
    line = "ask.day.override.believed"
    draft.ask("day.override", "choice", to="moderator", line=line, choices=factions, stage=number)
