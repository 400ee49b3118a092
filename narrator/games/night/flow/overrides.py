"""Overrides: what a moderator sets at any time, whatever the rules say (D41, D65 to D67)."""

# An override is an aside. What was going on, the open call with its question and what was still to be said, is put by
# (`State.aside`); the moderator says what is to be set, and to what, in questions like all others; then it goes on
# where it stood. Nothing but `Overridden`, and what follows from it, has changed the table. By night the open call is
# put again, since who can act in it may be others now; by day a step that somebody has left is dropped.

from __future__ import annotations

from collections.abc import Callable, Iterable

from narrator.cues import AskKind
from narrator.games.night import events as e
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import deck, night, own_rules, winning
from narrator.games.night.flow.conditions import uses_of
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.eyes import by_night
from narrator.games.night.flow.steps import STEPS, step
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """What has to be asked before something can be set; `last`: nothing more after it."""

    kind: AskKind
    choices: tuple[str, ...]
    line: str = ""
    last: bool = True


Ask = Callable[..., Put | e.Overridden | None]
"""Given the state and what was answered so far: what to ask next, or what then is so, if anything is."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be set: when, and how it is asked for; some also by players alone, at the menu of the day.

    No question about these gives a card away.
    """

    there: Callable[[State], bool]
    ask: Ask
    for_all: bool = False


SETTINGS: dict[str, Setting] = {}
"""Everything that can be set, in the order in which it is offered."""


NAMING = ("name", "substitute")
"""What gives somebody another name, for all to hear, and touches nothing else."""


def under_way(state: State) -> bool:
    """Whether the first night has begun."""
    return state.phase != "start"


def a_seat(seats: Iterable[int], *, last: bool = True) -> Put:
    """Ask for one of these seats."""
    return Put(kind="seat", choices=tuple(map(str, seats)), last=last)


def a_count(most: int, line: str = "") -> Put:
    """Ask for a number, up to this one."""
    return Put(kind="count", choices=tuple(map(str, range(most + 1))), line=line)


# ---- What can be set ----


def once(
    what: str,
    put: Callable[[State], Put],
    there: Callable[[State], bool] = under_way,
    *,
    before: str = "",
    for_all: bool = False,
) -> None:
    """Let something be set by the answer to one question; it is offered last, or `before` what else can be set."""

    def ask(state: State, given: str = "") -> Put | e.Overridden:
        return e.Overridden(what, given) if given else put(state)

    _enter(what, Setting(there, ask, for_all), before)


def _enter(what: str, setting: Setting, before: str) -> None:
    later = {name: SETTINGS.pop(name) for name in [*SETTINGS][[*SETTINGS, before].index(before) :]}
    SETTINGS.update({what: setting} | later)


# Somebody is dead: by day the card is shown, and a statue found; by night as if killed in it (R6, R14, R7).
once("kill", lambda state: a_seat(state.living()), for_all=True)
once("revive", lambda state: a_seat(sorted(state.dead)), lambda state: bool(state.dead), for_all=True)
once("leaves", lambda state: a_seat(state.living()))  # somebody goes home (D64)


def marking(mark: str, *, by_day: bool = False, before: str = "") -> None:
    """Let a mark be put on a living seat, in the name of a role whose power leaves it, or be taken off."""

    def owners(state: State) -> list[str]:
        effects = [word for word, power in EFFECTS.items() if mark in [one.id for one in power.marks]]
        found = {role for effect in effects for role in state.seating.dealt.powers.get(effect, ())}
        return sorted(found, key=state.script.rank.__getitem__)

    def ask(state: State, seat: str = "") -> Put | e.Overridden:
        return e.Overridden(mark, seat, by=owners(state)[0]) if seat else a_seat(state.living())

    phases = ("zero", "night", *(("dawn", "day", "over") if by_day else ()))
    _enter(mark, Setting(lambda state: state.phase in phases and bool(owners(state)), ask), before)


marking("sleep")
marking("guard")
marking("poison", by_day=True)


def _uses(state: State, seat: str = "", *given: str) -> Put | e.Overridden | None:
    """How many uses of somebody's power are left; nothing to set if its uses are not counted."""
    if not seat:
        return a_seat(state.living(), last=False)
    card, calls = state.card(int(seat)), limited(state, int(seat))
    if not calls:
        return None
    if len(calls) > 1 and not given:
        return Put(kind="choice", choices=tuple(calls), line="uses-of", last=False)
    call, *left = given if len(calls) > 1 else (*calls, *given)
    if not left:
        return a_count(uses_of(state.rules, calls[call]), "uses-left")
    return e.Overridden("uses", str(uses_of(state.rules, calls[call]) - int(left[0])), call, card)


SETTINGS["uses"] = Setting(under_way, _uses)


def limited(state: State, seat: int) -> dict[str, Call]:
    """The calls whose power the player's card can use up, by their ids."""
    card = state.card(seat)
    calls = {call.id: call for _, call in state.script.every_call if card in call.who}
    return {name: call for name, call in calls.items() if uses_of(state.rules, call)}


def _card(state: State, seat: str = "", role: str = "") -> Put | e.Overridden:
    """Somebody has another card, and who had it gets theirs (D66)."""
    if not seat:
        return a_seat(state.seats(), last=False)
    if not role:
        roles = sorted({*state.cards}, key=state.script.rank.__getitem__)
        return Put(kind="choice", choices=tuple(roles), line="card-which")
    return e.Overridden("card", role, seat)


SETTINGS["card"] = Setting(lambda _: True, _card)


def _naming(what: str, seats: Callable[[State], Iterable[int]], there: Callable[[State], bool]) -> None:
    """Let somebody in one of these seats be called otherwise (D65)."""

    def ask(state: State, seat: str = "", called: str = "") -> Put | e.Overridden:
        if not seat:
            return a_seat(seats(state), last=False)
        return e.Overridden(what, called, seat) if called else Put(kind="text", choices=(), line=f"{what}-new")

    SETTINGS[what] = Setting(there, ask)


_naming("name", State.seats, lambda _: True)
_naming("substitute", State.living, under_way)  # somebody else takes the seat, and all that belongs to it


# The game is over, and this faction, or nobody, has won (D67).
once("win", lambda state: Put(kind="choice", choices=(*winning.may_win(state), NOBODY)))


# ---- The aside ----


def begin(state: State) -> list[e.Event]:
    """Put by what is going on, and ask what is to be set."""
    draft = Draft(state)
    _begin(draft)
    return draft.events


STEPS["day:override"] = lambda draft, *_: _begin(draft)  # from the menu of the day


def _begin(draft: Draft) -> None:
    draft.emit(e.OverrideBegan())
    found = (name for name, one in SETTINGS.items() if draft.state.led or one.for_all)
    asked = (name for name in found if f"ask.day.override.{name}" in draft.state.script.wordings)
    offered = tuple(name for name in asked if SETTINGS[name].there(draft.state))
    draft.ask("day.override", "choice", to="moderator", choices=offered, optional=True)


@step("day.override")
def go_on(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Ask what is still to be known, then set it; nothing is set after a `none`."""
    assert draft.state.aside is not None
    what, *given = draft.state.aside.given
    found = None if said == "none" else SETTINGS[what].ask(draft.state, *given)
    if found is None:
        _end(draft, "")
    elif isinstance(found, e.Overridden):
        _set(draft, found)
    else:
        draft.ask(
            *("day.override", found.kind),
            to="moderator",
            line=f"ask.day.override.{found.line or what}",
            choices=found.choices,
            optional=True,
            about=int(given[0]) if given else 0,
            final=found.last,
        )


def _set(draft: Draft, event: e.Overridden) -> None:
    """Set it, and let follow what follows from it: D41."""
    state = draft.state
    heard = event.what == "revive" and state.publicly_gone(int(event.value))
    if event.what == "card":
        own_rules.change_cards(draft, event)
    else:
        draft.emit(event)
    if event.what == "leaves":
        own_rules.of(state.setup).leave(draft, int(event.value))
    elif event.what == "win":
        winning.win(draft, event.value, "D67")
    elif event.what == "kill" and not by_night(state):
        _died(draft, int(event.value))
    else:
        if heard:
            draft.announce("day.override.revive", seat=int(event.value))
        own_rules.of(state.setup).died(draft)
    if not state.winner:
        _end(draft, event.what)


def _died(draft: Draft, seat: int) -> None:
    draft.announce("day.override.kill", seat=seat)
    draft.announce_out("day.died", seat)
    own_rules.of(draft.state.setup).died(draft, seat)


_UPSETTING = ("kill", "revive", "leaves", "card")
"""What drops the step of the day that is under way, for its people, votes or cards may be others now."""

_TALKS = ("day", "day.timer", "day.discussion", "day.policy")
"""The questions of the day that go on all the same."""


def _end(draft: Draft, what: str) -> None:
    """Go on where the table stood; what was set counts from here."""
    state = draft.state
    aside = state.aside
    assert aside is not None
    asked, turn = aside.question, aside.turn
    dropped = what in _UPSETTING and not by_night(state) and asked is not None and asked.key not in _TALKS
    reopened = (
        bool(what) and turn is not None and (turn.stage == "opened" or (asked is not None and not turn.answers))
    )
    overtaken = not (reopened or dropped) and asked is not None and deck.overtaken(state, asked)
    draft.emit(e.OverrideEnded(anew=bool(what), dropped=dropped, overtaken=overtaken))
    if reopened and turn is not None:
        draft.emit(e.CallReopened(night.able(state, draft.call, turn.role)))
