"""Proofread the calls of a script: who is called, what is asked, what it does, how long it takes, in which order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from narrator.errors import Problem, suggest
from narrator.games.ktulu.conditions import CONDITIONS, parse
from narrator.games.ktulu.effects import EFFECTS
from narrator.games.ktulu.proofreading.clauses import proofread_clauses
from narrator.games.ktulu.proofreading.order import proofread_order
from narrator.games.ktulu.proofreading.reach import LAST_NIGHT, never
from narrator.games.ktulu.script import ALONE, PHASES, WRITTEN, Call, Role, Script
from narrator.games.parts import CASES

TAKEN = (
    *("game", "end", "night", "dawn", "day", "statue", "win", "undo", "pause", "help"),
    *("tell", "ask", "say", "refused", "round", "page", "sheet", "finale", "remarks"),
    *("start", "zero", "over", "number", "name", "card", "does", "aim"),
)
"""What no call's id may begin with: lines, recorded pieces and questions that belong to no call are called so."""

SHORTEST_ANSWER, SHORTEST_LOOK = 5.0, 2.0
"""Seconds that people need at least: to open their eyes, think and point; and to see what is shown."""

_OF_SOMEBODY = ("ask", "do", "optional", "must", "public", "open", "wake", "prompt", "sleep", "announce")
"""What only a call for somebody has; `line` alone can be said to all."""

_OF_ALL = ("rule", "from-night", "took-over", "holds")
"""Conditions by which it can be known to all whether something is said."""

LONGEST = 3600.0
"""Seconds that anything may last: an hour."""


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
            yield from _spoken(script, phase, call, where)
            yield from _shared(script, call, where)
            yield from _called(script, call, where)
            yield from proofread_clauses(script, call, where)
            for number, clause in enumerate(call.when, 1):
                if why := never(script, phase, call, clause):
                    fault, cure = f"{clause!r} never holds: {why}", "change it, or take the call out"
                    yield Problem(f"{where}: when[{number}]", fault, cure, warning=True)
            yield from proofread_timing(call.window or (0.0, 0.0), {"pause": call.pause}, where)
            yield from _question(script, call, where)
            yield from _hurry(call, where)
            if call.do in EFFECTS:
                yield from _effect(script, call, where)
    yield from _hurry_everywhere(script, place)
    yield from proofread_order(script, place)


def _id(call: Call, place: str) -> Iterator[Problem]:
    family = call.id.partition(".")[0]
    if "." not in call.id and call.who:
        yield Problem(f"{place}: id", "not a valid id of a call", "write <who>.<what>, such as sheriff.jail")
    elif family in TAKEN:
        yield Problem(f"{place}: id", f"{family}.… are lines and questions of no call", "begin it with who is called")


def _who(script: Script, call: Call, place: str) -> Iterator[Problem]:
    known = {**script.factions, **script.roles}
    if not call.who and any(getattr(call, key) not in ("", "none", (), False) for key in _OF_SOMEBODY):
        cure = "name a faction or roles; or leave in nothing but line, and it is only spoken"
        yield Problem(f"{place}: who", "nobody is called", cure)
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


def _spoken(script: Script, phase: str, call: Call, place: str) -> Iterator[Problem]:
    """What is only spoken is said to all: when it comes must be known to all, and it has words."""
    if call.who:
        if call.nights:
            fault = "somebody is called, and nights is for what is only spoken"
            yield Problem(f"{place}: nights", fault, 'write when = ["from-night 2"]')
        return
    if f"{call.id}.line" not in script.wordings:
        yield Problem(f"{place}: line", "nobody is called and nothing is said", 'write line = ["…"]')
    for number, clause in enumerate(call.when, 1):
        word = parse(clause)[1]
        if word in CONDITIONS and word not in _OF_ALL:
            fault = f"{word} is about whoever is called, and here nobody is"
            yield Problem(f"{place}: when[{number}]", fault, f"known to all are: {', '.join(_OF_ALL)}")
    lost = [night for night in call.nights if not (night == 0 if phase == "zero" else 1 <= night <= LAST_NIGHT)]
    if lost:
        fault = f"it is night {lost[0]} in which it is never spoken"
        cure = "the zero night is night 0" if phase == "zero" else f"nights are 1 to {LAST_NIGHT}"
        yield Problem(f"{place}: nights", fault, cure)


def _shared(script: Script, call: Call, place: str) -> Iterator[Problem]:
    """Each role that is dealt has a shared call to itself, so its words must call that one and name no other."""
    roles = [who for who in dict.fromkeys(call.who) if who in script.roles]
    if len(roles) < 2:
        return
    texts = {key: _texts(script, call, key) for key in ("wake", "line", "prompt", "sleep")}
    for key, wordings in texts.items():
        calls_them = key in ("wake", "sleep") or (key == "line" and not texts["wake"])
        uncalled = [text for text in wordings if calls_them and "{who" not in text]
        named = [(role, text) for text in wordings for role in roles if _names(script.roles[role], text)]
        if uncalled:
            fault = f"the call is for {', '.join(roles)}, and {uncalled[0]!r} calls none of them"
            yield Problem(
                f"{place}: {key}", fault, "call each by {who.voc} in every wording, or make a call for each"
            )
        elif named:
            role, text = named[0]
            fault = f"the call is for {', '.join(roles)}, and {text!r} names {role} alone"
            yield Problem(f"{place}: {key}", fault, "write {who}, or {who.voc}, instead of the name")


def _called(script: Script, call: Call, place: str) -> Iterator[Problem]:
    """Warn where words wake, or send to sleep, somebody for whom the call is not."""
    if any(twin.id == call.id and twin.who == call.who for twin in script.zero if twin is not call):
        return  # it has the same words there
    if not {*call.who} <= {*script.roles, *script.factions}:
        return
    theirs = {*call.who} | {script.roles[who].faction for who in call.who if who in script.roles}
    theirs |= {role.id for role in script.role if role.faction in call.who}
    for key in ("wake", "sleep"):
        for text in _texts(script, call, key):
            others = [name for name in re.findall(r"\{([\w-]+)\.voc\}", text) if name not in {*theirs, "who"}]
            if call.who and others:
                fault = f"the call is for {', '.join(call.who)}, and {text!r} calls {others[0]}"
                cure = f"write {{who.voc}}, or who = [{others[0]!r}]".replace("'", '"')
                yield Problem(f"{place}: {key}", fault, cure, warning=True)
                break


def _texts(script: Script, call: Call, key: str) -> list[str]:
    """All wordings of a text of the call."""
    return [text for end in ("", ALONE) for text in script.wordings.get(f"{call.id}.{key}{end}", ())]


def _names(role: Role, text: str) -> bool:
    """Whether the text names the role, by a placeholder or in any case that the script gives."""
    forms = [re.escape(form) for case in CASES if (form := getattr(role, case))]
    found = "|".join([rf"\{{{role.id}[.}}]", *(rf"\b{form}\b" for form in forms)])
    return re.search(found, text, re.IGNORECASE) is not None


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


def _hurry(call: Call, place: str) -> Iterator[Problem]:
    """Warn of a time that is too short to answer, or to see what the call tells."""
    if call.window:
        yield from _too_short(call.window[0], [call], f"{place}: window")


def _hurry_everywhere(script: Script, place: str) -> Iterator[Problem]:
    """Warn of it once where many calls have no time of their own."""
    usual = [call for phase in PHASES for call in script.calls(phase) if not call.window]
    if script.timing.window:
        yield from _too_short(script.timing.window[0], usual, f"{place}: timing: window")


def _too_short(least: float, calls: list[Call], place: str) -> Iterator[Problem]:
    needed = max(map(_needed_for, calls), default=0.0)
    if 0 <= least < needed:
        use = "answer after the line" if needed == SHORTEST_ANSWER else "see what is shown"
        fault, cure = f"{least:g} seconds are too few to {use}", f"write window = [{needed:.1f}, 3.0], or more"
        yield Problem(place, fault, cure, warning=True)


def _needed_for(call: Call) -> float:
    """How many seconds the people of a call need at least."""
    shows = call.do in EFFECTS and EFFECTS[call.do].tells > 0
    return SHORTEST_ANSWER if call.ask != "none" else SHORTEST_LOOK if shows else 0.0


def _effect(script: Script, call: Call, place: str) -> Iterator[Problem]:
    answer = EFFECTS[call.do].answer
    if call.ask != answer:
        cure = "leave ask out" if answer == "none" else f'write ask = "{answer}"'
        yield Problem(f"{place}: ask", f"{call.do} does not go with ask = {call.ask!r}", cure)
    limits = [word for _, word, _ in map(parse, call.when) if word in CONDITIONS and CONDITIONS[word].limit]
    if answer == "none" and limits:
        fault = f"nothing is asked, so {call.do} is never used up"
        yield Problem(f"{place}: when", fault, f"leave {limits[0]} out")
    yield from _people(script, call, place)
    yield from _needed(script, call, place)
    yield from _announced(script, call, place)


def _needed(script: Script, call: Call, place: str) -> Iterator[Problem]:
    pattern = EFFECTS[call.do].needs
    if not call.who or (call.who[0] in script.factions and "{who}" in pattern):
        return
    if "{who}" in pattern and len(call.who) > 1:
        fault = f"{call.do} needs a condition that names who has it, and these are {len(call.who)}"
        yield Problem(f"{place}: who", fault, "make a call for each")
        return
    needed = pattern.format(who=call.who[0], side=_side(script, call.who[0]))
    if needed and needed not in (" ".join(clause.split()) for clause in call.when):
        yield Problem(f"{place}: when", f"{call.do} must not happen without {needed!r}", f'add "{needed}"')


def _side(script: Script, who: str) -> str:
    """The faction of a role, or the faction itself."""
    return script.roles[who].faction if who in script.roles else who


def _people(script: Script, call: Call, place: str) -> Iterator[Problem]:
    power = EFFECTS[call.do]
    if power.who == "faction" and any(who in script.roles for who in call.who):
        yield Problem(f"{place}: do", f"{call.do} is for a faction", "name a faction in who")
    if power.who == "role" and any(who in script.factions for who in call.who):
        yield Problem(f"{place}: do", f"{call.do} is for roles", "name roles in who")
    for who in call.who:
        if power.side and power.side != _side(script, who):
            fault, cure = (
                f"{call.do} is for {power.side} alone: it helps them to win",
                f"call {power.side}, or their roles",
            )
            yield Problem(f"{place}: do", fault, cure)


def _announced(script: Script, call: Call, place: str) -> Iterator[Problem]:
    if EFFECTS[call.do].public and not call.public:
        yield Problem(f"{place}: public", f"the room hears how {call.do} goes on", "write public = true")
    for key in ("public", "open"):
        if not getattr(call, key):
            continue
        if not EFFECTS[call.do].announces:
            yield Problem(f"{place}: {key}", f"{call.do} announces nobody", f"leave {key} out")
        elif f"{call.id}.announce" not in script.wordings:
            yield Problem(f"{place}: announce", f"the call is {key}, and this text is missing", "write announce = …")
    for key, use in EFFECTS[call.do].own.items():
        if f"{call.id}.{key}" not in script.wordings:
            phase = next(one for one in PHASES if call in script.calls(one))
            cure = f"write {key} = …" if key in WRITTEN else f"add {key} = … below [{phase}.lines]"
            yield Problem(f"{place}: lines", f"the line for {use} is missing", cure)


def proofread_timing(window: tuple[float, ...], lengths: Mapping[str, float | None], place: str) -> Iterator[Problem]:
    """Find the faults of a window and of other lengths by their keys, all in seconds."""
    if len(window) != 2 or not all(map(_is_length, window)):
        fault = f"it must be two numbers of seconds, 0 to {LONGEST:.0f}"
        yield Problem(f"{place}: window", fault, "write it as [10.0, 6.0]")
    for key, seconds in lengths.items():
        if seconds is not None and not _is_length(seconds):
            yield Problem(f"{place}: {key}", "not a length of time", f"write seconds, 0 to {LONGEST:.0f}")


def _is_length(seconds: float) -> bool:
    return 0 <= seconds <= LONGEST
