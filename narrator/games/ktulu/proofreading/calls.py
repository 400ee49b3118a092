"""Proofread the calls of a script: who is called, what is asked, what it does, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from inspect import signature

from narrator.errors import Problem, suggest
from narrator.games.ktulu.effects import EFFECTS, Word
from narrator.games.ktulu.proofreading.clauses import proofread_clauses
from narrator.games.ktulu.proofreading.order import proofread_order
from narrator.games.ktulu.proofreading.timing import proofread_timing
from narrator.games.ktulu.script import PHASES, Call, Script

ANNOUNCING = (
    *("jail", "confess", "guard", "roulette", "drink", "raid", "search", "play-cards", "learn-card", "detect"),
    *("choose-master", "clean"),
)
"""The effects that announce whom they chose, where that is public or open."""

TAKEN = (
    *("game", "night", "dawn", "day", "statue", "win", "undo", "pause", "tell", "ask", "refused"),
    *("start", "zero", "over", "number", "name", "card"),
)
"""What no call's id may begin with: lines, recorded pieces and questions that belong to no call are called so."""

_ASKS = {"int": "seat", "int | None": "seat", "tuple[int, ...]": "seats", "bool": "yes-no"}
_OF_FACTIONS = ("meet-with-statue", "pass-statue", "choose-runner")
_OF_ROLES = (
    *("client", "seduce", "blackmail", "nightmare"),
    *("guard", "trail", "possess", "roulette", "detect", "revive", "ride", "plant", "reclaim", "gift"),
)
_SIDES = {
    "ride": "luke",
    "signal": "ufos",
    "sail": "bandits",
    **dict.fromkeys(["choose-runner", "run", "scrape"], "fugitives"),
}
"""The effects that count for one faction's win, and which."""

NEEDED = {
    "pass-statue": "holds {side}",
    "signal": "holds {side}",
    "scrape": "holds {side}",
    "sail": "holds {side}",
    "ride": "holder-is {who}",
    "plant": "holder-is {who}",
    "gift": "holder-is {who}",
    "run": "runner-chosen",
    "rob-master": "master-chosen",
    "reclaim": "planted-last-night",
}
"""The condition without which an effect would do what the rules do not allow, such as give away another's statue."""


def question_of(word: Word) -> str:
    """Tell which question an effect needs (the `ask` of its call), by the type of answer that it takes."""
    answer = list(signature(word.effect).parameters.values())[1:]
    return _ASKS[str(answer[0].annotation)] if answer else "none"


def proofread_calls(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of all calls, and of their order."""
    for phase in PHASES:
        for name, count in Counter(call.id for call in script.calls(phase)).items():
            if count > 1:
                fault = f"the id is given {count} times"
                yield Problem(f"{place}: {phase}[{name}]", fault, "give each call an id of its own")
        for call in script.calls(phase):
            where = f"{place}: {phase}[{call.id}]"
            yield from _id(call, where)
            yield from _who(script, call, where)
            yield from proofread_clauses(script, call, where)
            yield from proofread_timing(call.window or (0.0, 0.0), {"pause": call.pause}, where)
            yield from _question(script, call, where)
            if call.do in EFFECTS:
                yield from _effect(script, call, where)
    yield from proofread_order(script, place)


def _id(call: Call, place: str) -> Iterator[Problem]:
    family = call.id.partition(".")[0]
    if "." not in call.id:
        yield Problem(f"{place}: id", "not fit for a call's id", "write <who>.<what>, such as sheriff.jail")
    elif family in TAKEN:
        yield Problem(f"{place}: id", f"{family}.… are lines and questions of no call", "begin it with who is called")


def _who(script: Script, call: Call, place: str) -> Iterator[Problem]:
    known = {**script.factions, **script.roles}
    if not call.who:
        yield Problem(f"{place}: who", "nobody is called", "name a faction or roles")
    for who, count in Counter(call.who).items():
        if who not in known:
            yield Problem(f"{place}: who", f"there is no role or faction {who!r}", suggest(who, known))
        elif count > 1:
            yield Problem(f"{place}: who", f"{who} is named twice", "name it once")
        elif who in script.roles and script.roles[who].many:
            fault = f"{who} may be dealt to many, but a call wakes one"
            yield Problem(f"{place}: who", fault, f"take many out of role[{who}], or call the faction")
    if len(call.who) > 1 and any(who in script.factions for who in call.who):
        yield Problem(f"{place}: who", "a call is for one faction, or for roles", "make a call for each")


def _question(script: Script, call: Call, place: str) -> Iterator[Problem]:
    if call.do and call.do not in EFFECTS:
        yield Problem(f"{place}: do", f"unknown effect {call.do!r}", suggest(call.do, EFFECTS))
    if call.ask == "none":
        return
    if not call.do:
        yield Problem(f"{place}: ask", "nothing is done with the answer", "add do, or leave ask out")
    for key in ("line", "prompt"):
        if f"{call.id}.{key}" not in script.wordings:
            yield Problem(f"{place}: {key}", "the call asks, and this text is missing", f"write {key} = …")


def _effect(script: Script, call: Call, place: str) -> Iterator[Problem]:
    needs = question_of(EFFECTS[call.do])
    if call.ask != needs:
        cure = "leave ask out" if needs == "none" else f'write ask = "{needs}"'
        yield Problem(f"{place}: ask", f"{call.do} does not go with ask = {call.ask!r}", cure)
    if needs == "none" and any(clause.split()[:1] == ["uses-left"] for clause in call.when):
        fault = f"nothing is asked, so {call.do} is never used up"
        yield Problem(f"{place}: when", fault, "leave uses-left out")
    yield from _people(script, call, place)
    yield from _needed(script, call, place)
    yield from _announced(script, call, place)


def _needed(script: Script, call: Call, place: str) -> Iterator[Problem]:
    pattern = NEEDED.get(call.do, "")
    if not call.who or (call.who[0] in script.factions and "{who}" in pattern):
        return
    needed = pattern.format(who=call.who[0], side=_side(script, call.who[0]))
    if needed and needed not in (" ".join(clause.split()) for clause in call.when):
        yield Problem(f"{place}: when", f"{call.do} must not happen without {needed!r}", f'add "{needed}"')


def _side(script: Script, who: str) -> str:
    """Give the faction of a role, or the faction itself."""
    return script.roles[who].faction if who in script.roles else who


def _people(script: Script, call: Call, place: str) -> Iterator[Problem]:
    if call.do in _OF_FACTIONS and any(who in script.roles for who in call.who):
        yield Problem(f"{place}: do", f"{call.do} is for a faction", "name a faction in who")
    if call.do in _OF_ROLES and any(who in script.factions for who in call.who):
        yield Problem(f"{place}: do", f"{call.do} is for roles", "name roles in who")
    side = _SIDES.get(call.do)
    for who in call.who:
        if side and side != _side(script, who):
            yield Problem(f"{place}: do", f"{call.do} is a step to the win of {side}", f"call {side}, or their roles")


def _announced(script: Script, call: Call, place: str) -> Iterator[Problem]:
    for key in ("public", "open"):
        if not getattr(call, key):
            continue
        if call.do not in ANNOUNCING:
            yield Problem(f"{place}: {key}", f"{call.do} announces nobody", f"leave {key} out")
        elif f"{call.id}.announce" not in script.wordings:
            yield Problem(f"{place}: announce", f"the call is {key}, and this text is missing", "write announce = …")
    if call.do == "play-cards" and f"{call.id}.won" not in script.wordings:
        fault = "the line for a won statue is missing"
        yield Problem(f"{place}: lines", fault, "add won = … below [night.lines]")
