"""The register of effects: a function's name becomes the word that a script's `do` may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from narrator.cues import AskKind
from narrator.games.night.script.script import Call, Script
from narrator.games.night.state import marks
from narrator.games.night.state.draft import Chooser, Draft, always_others, others
from narrator.games.night.state.marks import Mark
from narrator.values import dataclass, field

Effect = Callable[..., None]
"""Called with the draft and the answer: a seat, a tuple of seats, True for yes, or nothing if nothing is asked."""

FollowUp = Callable[[Draft, str, int], None]
Answer = Literal["seat", "seats", "yes-no", "none"]

PERSON = ("seat", "name")
CARD = (*PERSON, "card")
PAIR = (*PERSON, "other", "other_name")
"""What lines about somebody, about their card, and about two people may name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """An effect: whose it can be, what it asks, and what its call must have. `check` and the night read nothing else.

    who            whose call it can be
    side           the faction that it helps to win, if any: nobody else can have it
    answer         what the call must ask; `none`: it happens by itself
    offer          who may be picked
    decides        who answers: all who act, together, or the first of them alone
    before         what happens before the question
    always         it happens without a pick too: then it gets None, even if its call is left out
    needs          a condition that the call must have; {who} and {side} stand for its people and their faction
    after          an effect whose call must stand above, for the same people
    kills          when its victim dies of it
    dead_too       a role that `self_target` names acts in it though it was killed tonight (D6)
    besides        another effect that the same people must have, or this one comes to nothing
    marks          what it leaves on seats
    announces      it says aloud who was picked, where that is public or open
    public         its call must be public: the room hears how it goes on
    asks           the kinds of question that can follow the first one before anything is said aloud
    tells          how many private results it can have before that, where the pick is not said aloud
    keeps          what one of its results is at a table of players alone, where it is kept for somebody who sleeps:
                   a letter, or a question that nobody is asked before the round (D59)
    lines          the lines outside the calls that are there for it, and what each may name
    own            further lines that its call must have, and what each is for
    shows          its call says in `shows` which roles and factions it is about
    may_kill       a text `then` of its call asks at last whether the picked player dies too
    """

    who: Literal["anybody", "role", "faction"] = "anybody"
    side: str = ""
    answer: Answer = "seat"
    offer: Chooser = others
    decides: Literal["all", "first"] = "all"
    before: Callable[[Draft], None] | None = None
    always: bool = False
    needs: str = ""
    after: str = ""
    kills: Literal["", "tonight", "next-day"] = ""
    dead_too: bool = False
    besides: str = ""
    marks: tuple[Mark, ...] = ()
    announces: bool = False
    public: bool = False
    asks: tuple[AskKind, ...] = ()
    tells: int = 0
    keeps: Literal["", "letter", "question"] = ""
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    shows: bool = False
    may_kill: bool = False
    effect: Effect
    doc: str = ""

    def results(self, *, led: bool) -> int:
        """How many private results it can show in its call's time."""
        return self.tells if led or not self.keeps else self.tells - 1

    def questions(self, *, led: bool) -> tuple[AskKind, ...]:
        """The kinds of question that can follow the first one in its call's time."""
        return self.asks if led or self.keeps != "question" else ()


EFFECTS: dict[str, Power] = {}
FOLLOW_UPS: dict[str, FollowUp] = {}
"""What handles answers to later questions of a call: functions of the draft, the answer, and the seat it is about."""


def kills(script: Script, call: Call) -> str:
    """When the victim of the call dies, or may by its text `then`; empty if it kills nobody."""
    power = EFFECTS.get(call.do)
    if power and power.may_kill and f"{call.id}.then" in script.wordings:
        return "tonight"
    return power.kills if power else ""


def may_be_itself(call: Call, role: str) -> bool:
    """Whether the role can pick itself in this call, once `self_target` names it (R88, D6)."""
    power = EFFECTS.get(call.do)
    asked = role in call.who and call.ask in ("seat", "seats")
    return asked and power is not None and power.offer is not always_others


def can_be_itself(script: Script, role: str) -> bool:
    """Whether the role has any call in which it can pick itself, once `self_target` names it."""
    return any(may_be_itself(call, role) for _, call in script.every_call)


def effect(**declared: Any) -> Callable[[Effect], Effect]:
    """Make a function a word for scripts, declaring its Power; underscores become hyphens."""

    def register(function: Effect) -> Effect:
        power = Power(effect=function, doc=(function.__doc__ or "").strip(), **declared)
        for mark in power.marks:
            marks.declare(mark)
        EFFECTS[function.__name__.replace("_", "-")] = power
        return function

    return register


def follow_up(function: FollowUp) -> FollowUp:
    """Register what handles the answer to a later question of a call, under the function's name."""
    FOLLOW_UPS[function.__name__.replace("_", "-")] = function
    return function
