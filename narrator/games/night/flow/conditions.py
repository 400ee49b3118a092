"""The conditions of a call's `when`: whether each is true, and what the room can know of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules
from narrator.values import dataclass

if TYPE_CHECKING:  # what they know is computed with a look at the conditions
    from narrator.games.night.state.state import State
    from narrator.games.night.told.public import Public

Known = bool | None
"""What the room knows of a condition: that it is true, that it is false, or (None) neither."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: `true` judges by the whole state, `known` by public facts alone.

    `reason` is the id of why the room may know that a call is left out, `but` the same where the clause is negated. A
    `limit` counts how often a power can be used, 0 being no limit; a condition `of_roles` cannot stand in a faction's
    call. Of an `exact` one no two with other arguments hold at once. Of one that is never `settled` the room cannot
    know that it is true, but only, maybe, that it is false. By one `for_all` all know whether what is only spoken is
    said. `unheard` says, by the house rules, whether nobody is to hear of what it is about, and `stands_for` which
    other one it is, about its role's side. By the effect `unless` a side may make it seem true of itself and not be.
    Without a call with the first of `needs`, an effect, it never holds; the second is the key of the words for that.
    """

    arguments: tuple[str, ...]
    true: Callable[..., bool]
    known: Callable[..., Known] = lambda *_: None
    reason: str = ""
    but: str = ""
    limit: Callable[..., int] | None = None
    of_roles: bool = False
    exact: bool = False
    settled: bool = True
    for_all: bool = False
    unheard: Callable[[HouseRules], bool] | None = None
    stands_for: Callable[[HouseRules], str] = lambda _: ""
    unless: str = ""
    needs: tuple[str, str] | None = None


CONDITIONS: dict[str, Condition] = {}


def condition(name: str, *arguments: str, public: bool = False, **more: Any) -> Callable[..., Any]:
    """Register how a word judges by the whole state, or by `public` facts alone, with `more` of its Condition."""

    def register(true: Callable[..., bool]) -> Callable[..., bool]:
        if public:
            more["known"] = true
        CONDITIONS[name] = Condition(arguments, true, **more)
        return true

    return register


def limit_of(rules: Any, argument: str) -> int:
    """The number that an argument means: itself, or the house rule of that name."""
    return int(argument) if argument.isdigit() else int(getattr(rules, argument))


def _uses_known(public: Public, call: Call, role: str, limit: str) -> Known:
    if call.id not in public.cards.heard:
        return None
    return public.spent.get((call.id, role), 0) < limit_of(public.rules, limit)


@condition("uses-left", "number", reason="used-up", known=_uses_known, limit=limit_of)
def uses_left(state: State, call: Call, role: str, limit: str) -> bool:
    """Hold while the role has used this call's power fewer times than the number (or house rule) says."""
    return state.spent(call.id, role) < limit_of(state.rules, limit)


@condition("from-night", "number", reason="too-early", public=True, for_all=True)
def from_night(facts: State | Public, _call: Call, _role: str, first: str) -> bool:
    """Hold from the night of that number (or house rule) on."""
    return facts.night >= limit_of(facts.rules, first)


@condition("rule", "rule", "value", reason="rule", public=True, for_all=True)
def rule(facts: State | Public, _call: Call, _role: str, name: str, *value: str) -> bool:
    """Hold if the house rule is on, or has the value named, or names that role."""
    return rule_holds(facts.rules, name, *value)


def rule_holds(rules: Any, name: str, *value: str) -> bool:
    """Whether the house rule is on, or has the value named; one that lists roles, whether that is one of them."""
    setting = getattr(rules, name)
    if value and isinstance(setting, tuple):
        return value[0] in setting
    return str(setting) == value[0] if value else bool(setting)


@condition("sole-active", of_roles=True, settled=False)
def sole_active(state: State, _call: Call, role: str) -> bool:
    """Hold if the role is the only active member of its faction (R35a)."""
    members = state.members(state.script.roles[role].faction)
    return [state.card(seat) for seat in members if state.active(seat)] == [role]


@condition("victims", settled=False)
def victims(state: State, _call: Call, role: str) -> bool:
    """Hold if somebody was killed tonight who can be brought back, the role itself only by `self_target` (R28)."""
    itself = role in state.rules.self_target
    return any(itself or not state.has_any(seat, (role,)) for seat in state.killed_tonight)


def all_true(state: State, clauses: tuple[str, ...], call: Call, role: str) -> bool:
    """Whether every clause holds."""
    return not clauses or all(_true(state, clause, call, role) for clause in clauses)


def _true(state: State, clause: str, call: Call, role: str) -> bool:
    negated, word, arguments = parse(clause)
    return CONDITIONS[word].true(state, call, role, *arguments) is not negated


def left_out(public: Public, call: Call, role: str) -> str:
    """The reason why public facts alone rule the call out, or an empty text."""
    if call.nights and public.night not in call.nights:
        return "other-night"
    for clause in call.when:
        negated, word, arguments = parse(clause)
        known = CONDITIONS[word].known(public, call, role, *arguments)
        # What is only spoken, to all, is said of what all know; where nobody hears of the statue, of nothing (D79).
        if known is negated or (known is None and not (call.who or public.rules.announced)):
            return CONDITIONS[word].reason
    return ""


def ruled_out(rules: HouseRules, call: Call) -> bool:
    """Whether the house rules alone leave the call out of every night; what is only spoken may be of the unheard."""
    if not call.who and tells_of_unheard(rules, call):
        return True
    clauses = (parse(clause) for clause in call.when)
    return any(word == "rule" and rule_holds(rules, *arguments) is negated for negated, word, arguments in clauses)


def tells_of_unheard(rules: HouseRules, call: Call) -> bool:
    """Whether a pick in the call would give away what nobody is to hear by the house rules (D79)."""
    return any(unheard(rules) for unheard in may_be_unheard(call))


def may_be_unheard(call: Call) -> set[Callable[[HouseRules], bool]]:
    """What says of the call's conditions, by the house rules, that nobody is to hear of what they are about."""
    return {unheard for clause in (*call.when, *call.must) if (unheard := CONDITIONS[parse(clause)[1]].unheard)}


def is_limited(call: Call) -> bool:
    """Whether the call's power can be used up."""
    return bool(limits(call.when))


@lru_cache(maxsize=16)  # looked for at each seat of each view, they take a tenth of its time
def limited_calls(script: Script) -> tuple[Call, ...]:
    """The calls whose power can be used up."""
    return tuple(call for _, call in script.every_call if is_limited(call))


@lru_cache(maxsize=256)
def limits(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the clauses by which a power can be used up."""
    return tuple(clause for clause in clauses if (word := parse(clause)[1]) in CONDITIONS and CONDITIONS[word].limit)


def is_left(state: State, call: Call, role: str) -> bool:
    """Whether the call's power has not been used up, whatever else its conditions say."""
    return all_true(state, limits(call.when), call, role)


@lru_cache(maxsize=256)
def parse(clause: str) -> tuple[bool, str, tuple[str, ...]]:
    """Split a clause into: is it negated, its word, its arguments."""
    words = clause.split()
    negated = words[:1] == ["not"]
    word, *arguments = words[negated:] or [""]
    return negated, word, tuple(arguments)


def unmet(state: State, call: Call, role: str) -> str:
    """The id of why the call's power cannot be used now: the reason of the first condition that does not hold."""
    clause = next((one for one in call.when if not _true(state, one, call, role)), "")
    return _why(clause) if clause else NOT_NOW


NOT_NOW = "not-now"
"""The id of why nobody can act, where it is known of no condition, and may be otherwise when the call comes."""


def _why(clause: str) -> str:
    negated, word, _ = parse(clause)
    found = CONDITIONS[word]
    return (found.but if negated else "") or found.reason or NOT_NOW


def worded(call: Call, reason: str) -> str:
    """The id of why the call was left out for this reason, as the moderator is shown it."""
    found = (clause for clause in call.when if CONDITIONS[parse(clause)[1]].reason == reason)
    return next(map(_why, found), reason)


def uses_of(rules: HouseRules, call: Call) -> int:
    """How often the call's power can be used in a game; 0 if nothing limits it."""
    return min((uses for clause in limits(call.when) if (uses := _limit(rules, clause))), default=0)


def uses_left_of(state: State, call: Call, role: str) -> int | None:
    """How often the role can still use the call's power; None if nothing limits it."""
    uses = uses_of(state.rules, call)
    return max(uses - state.spent(call.id, role), 0) if uses else None


def _limit(rules: HouseRules, clause: str) -> int:
    _, word, arguments = parse(clause)
    limit = CONDITIONS[word].limit
    return limit(rules, *arguments) if limit else 0
