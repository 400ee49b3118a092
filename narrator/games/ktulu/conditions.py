"""Conditions that Ktulu alone has: who holds the statue, who took it over, and what was planted, picked or struck."""

from __future__ import annotations

from narrator.games.ktulu.setup import ours
from narrator.games.ktulu.statue import is_with
from narrator.games.night.flow.cases import LineValues, fact
from narrator.games.night.flow.conditions import Known, condition, limit_of
from narrator.games.night.script.script import Call
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.state.state import State
from narrator.games.night.told.public import Public


def _with(public: Public, faction: str) -> Known:
    """Whether the statue is believed to be with that faction; where nobody hears of it, none knows (D79)."""
    return public.believed == faction if public.rules.announced else None


def _believed(public: Public, _call: Call, _role: str, faction: str) -> Known:
    """Only a planted statue (R36) is not where it is believed, and not every faction can plant."""
    may_plant = faction in {public.factions[role] for role in public.holders("plant")}
    return None if may_plant and _with(public, faction) else _with(public, faction)


def _may_hold(public: Public, _call: Call, _role: str, role: str) -> Known:
    return False if role not in public.factions or _with(public, public.factions[role]) is False else None


def _announced(public: Public, _call: Call, _role: str, faction: str) -> Known:
    return faction in public.took_over if public.rules.announced else None


def _warrior_known(public: Public, _call: Call, role: str) -> Known:
    if ours(public.rules).warrior == "once":
        return None
    return _announced(public, _call, role, public.factions[role])


def _planted_known(public: Public, _call: Call, role: str) -> Known:
    """Planting does not change what is believed: the statue is still believed to be with the planter's faction."""
    return None if role in public.holders("plant") and _with(public, public.factions[role]) is not False else False


def _unheard(rules: HouseRules) -> bool:
    """Whether nobody hears where the statue is or was (D79)."""
    return not rules.announced


@condition(
    "holds",
    "faction",
    unheard=_unheard,
    reason="believed",
    but="held",
    known=_believed,
    exact=True,
    for_all=True,
    unless="plant",
)
def holds(state: State, _call: Call, _role: str, faction: str) -> bool:
    """Hold if the statue is with that faction, unplanted (R16a)."""
    return is_with(state, faction)


@condition("holder-is", "role", unheard=_unheard, reason="believed", known=_may_hold, exact=True, settled=False)
def holder_is(state: State, _call: Call, _role: str, role: str) -> bool:
    """Hold if the player with that card holds the statue, unplanted (R16a)."""
    return not state.planted and bool(state.holder) and state.has_any(state.holder, (role,))


@condition("took-over", "faction", unheard=_unheard, reason="no-takeover", known=_announced, for_all=True)
def took_over(state: State, _call: Call, _role: str, faction: str) -> bool:
    """Hold if it was announced tonight that the statue came to that faction (R15)."""
    return faction in state.took_over


@condition("master-chosen", settled=False)
def master_chosen(state: State, call: Call, role: str) -> bool:
    """Hold if the call's own people picked a master tonight (R62a, D52)."""
    return bool(state.marks.left_by("master", call.called(role)))


@condition(
    "planted-last-night", unheard=_unheard, reason="believed", known=_planted_known, of_roles=True, settled=False
)
def planted_last_night(state: State, _call: Call, role: str) -> bool:
    """Hold if the statue is still where the role planted it in the night before (R36c)."""
    return state.planted and state.planter == role and state.planted_on == state.night - 1


@condition(
    "warriors-turn",
    unheard=lambda rules: _unheard(rules) and ours(rules).warrior != "once",
    reason="no-takeover",
    known=_warrior_known,
    limit=lambda rules: int(ours(rules).warrior == "once"),
    stands_for=lambda rules: "" if ours(rules).warrior == "once" else "took-over",
    of_roles=True,
    settled=False,
)
def warriors_turn(state: State, call: Call, role: str) -> bool:
    """Hold for a warrior with his kill left (`once`), or after a takeover (`after-takeover`, R35c)."""
    if ours(state.rules).warrior == "once":
        return state.spent(call.id, role) < 1
    return state.script.roles[role].faction in state.took_over


@fact("duels", "number", exact=True)
def duels(public: Public, _named: LineValues, about: tuple[str, ...]) -> bool:
    """Hold at just so many duels of today."""
    return public.bouts == limit_of(public.rules, about[0])
