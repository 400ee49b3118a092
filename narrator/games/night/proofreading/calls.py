"""Proofread the calls of a script: who is called, what is asked, what it does, how long it takes, in which order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from narrator.errors import Problem, fault, unknown, warn, write
from narrator.games.night.flow.conditions import CONDITIONS, parse
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.own_rules import known, of_script
from narrator.games.night.proofreading.clauses import one_of, proofread_clauses
from narrator.games.night.proofreading.order import proofread_order
from narrator.games.night.proofreading.reach import LAST_NIGHT, never
from narrator.games.night.script.script import ALONE, PHASES, WRITTEN, Call, Profile, Role, Script
from narrator.games.parts import CASES, Named
from narrator.texts import message

TAKEN = (
    *("game", "end", "night", "dawn", "day", "win", "undo", "pause", "help"),
    *("tell", "ask", "say", "refused", "round", "page", "sheet", "finale", "remarks"),
    *("start", "zero", "over", "number", "name", "card", "does", "aim"),
)
"""What no call's id may begin with: lines, recorded pieces and questions that belong to no call are called so."""

SHORTEST_ANSWER, SHORTEST_LOOK = 5.0, 2.0
"""Seconds that people need at least: to open their eyes, think and point; and to see what is shown."""

_OF_SOMEBODY = ("ask", "do", "optional", "must", "public", "open", "wake", "prompt", "sleep", "announce")
"""What only a call for somebody has; `line` alone can be said to all."""

LONGEST = 3600.0
"""Seconds that anything may last: an hour."""


def proofread_calls(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of all calls, and of their order."""
    for phase in PHASES:
        yield from repeated(script.calls(phase), f"{place}: {phase}")
        for call in script.calls(phase):
            where = f"{place}: {phase}[{call.id}]"
            yield from _id(script, call, where)
            yield from _who(script, call, where)
            yield from _spoken(script, call, where)
            yield from _nights(phase, call, where)
            yield from _shared(script, call, where)
            yield from _called(script, call, where)
            yield from _addressed(script, phase, call, where)
            yield from proofread_clauses(script, call, where)
            for number, clause in enumerate(call.when, 1):
                if why := never(script, phase, call, clause):
                    yield warn(f"{where}: when[{number}]", "faults.never-holds", clause=clause, why=why)
            yield from proofread_timing(call.window or (0.0, 0.0), {"pause": call.pause}, where)
            yield from _question(script, call, where)
            yield from _too_short(call.window, [call], where)
            yield from _shows(script, call, where)
            if call.do in EFFECTS:
                yield from _effect(script, call, where)
    usual = [call for _, call in script.every_call if not call.window]
    yield from _too_short(script.timing.window, usual, f"{place}: timing")
    yield from proofread_order(script, place)


def repeated(named: Iterable[Named | Profile | Call], place: str) -> Iterator[Problem]:
    """Find ids that several of these have."""
    for name, count in Counter(one.id for one in named).items():
        if count > 1:
            yield fault(f"{place}[{name}]", "faults.id-repeated", count=count)


def _id(script: Script, call: Call, place: str) -> Iterator[Problem]:
    family = call.id.partition(".")[0]
    if "." not in call.id and call.who:
        yield fault(f"{place}: id", "faults.no-id-of-a-call")
    elif family in (*TAKEN, of_script(script).prize):
        yield fault(f"{place}: id", "faults.id-of-no-call", family=family)


def _who(script: Script, call: Call, place: str) -> Iterator[Problem]:
    if not call.who and any(getattr(call, key) not in ("", "none", (), False) for key in _OF_SOMEBODY):
        yield fault(f"{place}: who", "faults.nobody-called")
    for who, count in Counter(call.who).items():
        if who not in script.named:
            yield unknown(f"{place}: who", "faults.no-role-or-faction", who, script.named)
        elif count > 1:
            yield fault(f"{place}: who", "faults.named-twice", who=who)
        elif who in script.roles and script.roles[who].many:
            yield fault(f"{place}: who", "faults.call-wakes-one", who=who)
    if len(call.who) > 1 and any(who in script.factions for who in call.who):
        yield fault(f"{place}: who", "faults.for-one-faction")


def _spoken(script: Script, call: Call, place: str) -> Iterator[Problem]:
    """What is only spoken is said to all: when it comes must be known to all, and it has words."""
    if call.who:
        return
    if f"{call.id}.line" not in script.wordings:
        yield fault(f"{place}: line", "faults.nothing-is-said")
    for number, clause in enumerate(call.when, 1):
        word = parse(clause)[1]
        if word in CONDITIONS and not CONDITIONS[word].for_all:
            for_all = [one for one, found in known(CONDITIONS, script, lambda one: one.true).items() if found.for_all]
            yield fault(f"{place}: when[{number}]", "faults.not-known-to-all", word=word, known=", ".join(for_all))


def _nights(phase: str, call: Call, place: str) -> Iterator[Problem]:
    lost = [night for night in call.nights if not (night == 0 if phase == "zero" else 1 <= night <= LAST_NIGHT)]
    if lost:
        zero, nights = message("faults.zero-is-night-0"), message("faults.nights-are", last=LAST_NIGHT)
        yield fault(f"{place}: nights", "faults.never-that-night", zero if phase == "zero" else nights, night=lost[0])


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
            yield fault(f"{place}: {key}", "faults.calls-none", roles=", ".join(roles), text=uncalled[0])
        elif named:
            role, text = named[0]
            yield fault(f"{place}: {key}", "faults.names-one-alone", roles=", ".join(roles), text=text, role=role)


def _called(script: Script, call: Call, place: str) -> Iterator[Problem]:
    """Warn where words wake, or send to sleep, somebody for whom the call is not."""
    if any(twin.id == call.id and twin.who == call.who for twin in script.zero if twin is not call):
        return  # it has the same words there
    if not {*call.who} <= script.named.keys():
        return
    theirs = {*call.who} | {script.roles[who].faction for who in call.who if who in script.roles}
    for key in ("wake", "sleep"):
        for text in _texts(script, call, key):
            others = [name for name in re.findall(r"\{([\w-]+)\.voc\}", text) if name not in {*theirs, "who"}]
            if call.who and others:
                meant = call.who[0] if call.who[0] in script.factions else "who"
                said = {"roles": ", ".join(call.who), "text": text, "other": others[0], "meant": meant}
                yield warn(f"{place}: {key}", "faults.calls-another", **said)
                break


def _addressed(script: Script, phase: str, call: Call, place: str) -> Iterator[Problem]:
    """Warn where a whole side is awake, and the words do not say which role of it is meant."""
    waker = script.calls_by_phase[phase, script.waker(phase, call.id)]
    roles = [who for who in call.who if who in script.roles]
    others = [role for role, side in script.sides.items() if side in waker.who and role not in roles]
    if waker.id == call.id or not roles or not others:
        return
    for text in _texts(script, call, "line"):
        if "{who" not in text and not any(_names(script.roles[role], text) for role in roles):
            yield warn(f"{place}: line", "faults.names-nobody", side=waker.who[0], text=text, role=roles[0])
            return


def _texts(script: Script, call: Call, key: str) -> list[str]:
    """All wordings of a text of the call."""
    return [text for end in ("", ALONE) for text in script.wordings.get(f"{call.id}.{key}{end}", ())]


def _names(role: Role, text: str) -> bool:
    """Whether the text names the role, by a placeholder or in any case that the script gives."""
    forms = [re.escape(form) for case in CASES if (form := getattr(role, case))]
    found = "|".join([rf"\{{{role.id}[.}}]", *(rf"\b{form}\b" for form in forms)])
    return re.search(found, text, re.IGNORECASE) is not None


def _question(script: Script, call: Call, place: str) -> Iterator[Problem]:
    if call.do and call.do not in (effects := known(EFFECTS, script, lambda power: power.effect)):
        yield fault(f"{place}: do", "faults.no-effect", one_of(call.do, effects), name=call.do)
    if call.picks and (call.ask != "seats" or call.picks < 2):
        cure = f"picks = {max(2, call.picks)}" if call.ask == "seats" else 'ask = "seats"'
        yield fault(f"{place}: picks", "faults.picks-of-one", write(cure))
    if call.ask == "none":
        return
    if not call.do:
        yield fault(f"{place}: do", "faults.answer-for-nothing")
    for key in ("line", "prompt"):
        if f"{call.id}.{key}" not in script.wordings:
            yield fault(f"{place}: {key}", "faults.asks-without-text", write(f"{key} = …"))


def _too_short(window: tuple[float, ...], calls: list[Call], place: str) -> Iterator[Problem]:
    """Warn of a time that is too short to answer in one of these calls, or to see what it tells."""
    needed = max(map(_needed_for, calls), default=0.0)
    if window and 0 <= window[0] < needed:
        key = "faults.no-time-to-answer" if needed == SHORTEST_ANSWER else "faults.no-time-to-see"
        yield warn(f"{place}: window", key, seconds=f"{window[0]:g}", window=f"[{needed:.1f}, 3.0]")


def _needed_for(call: Call) -> float:
    """How many seconds the people of a call need at least."""
    shows = call.do in EFFECTS and EFFECTS[call.do].tells > 0
    return SHORTEST_ANSWER if call.ask != "none" else SHORTEST_LOOK if shows else 0.0


def _shows(script: Script, call: Call, place: str) -> Iterator[Problem]:
    """Whom a call shows: roles and factions that there are, where its effect shows any."""
    wanted = call.do in EFFECTS and EFFECTS[call.do].shows
    if bool(call.shows) is not wanted:
        yield fault(f"{place}: shows", "faults.shows-nobody" if wanted else "faults.shows-in-vain")
    for who in call.shows:
        if who not in script.named:
            yield unknown(f"{place}: shows", "faults.no-role-or-faction", who, script.named)


def _effect(script: Script, call: Call, place: str) -> Iterator[Problem]:
    answer = EFFECTS[call.do].answer
    if call.ask != answer:
        several = f"{call.do}-several"
        fits = f'do = "{several}"' if call.ask == "seats" and several in EFFECTS else f'ask = "{answer}"'
        yield fault(f"{place}: ask", "faults.effect-asks-otherwise", write(fits), effect=call.do, ask=call.ask)
    limits = [word for _, word, _ in map(parse, call.when) if word in CONDITIONS and CONDITIONS[word].limit]
    if answer == "none" and limits:
        cure = message("faults.leave-out", what=limits[0])
        yield fault(f"{place}: when", "faults.never-used-up", cure, effect=call.do)
    wrong = [*_people(script, call, place)]
    yield from wrong or _needed(script, call, place)
    yield from _announced(script, call, place)


def _needed(script: Script, call: Call, place: str) -> Iterator[Problem]:
    pattern = EFFECTS[call.do].needs
    if not call.who or (call.who[0] in script.factions and "{who}" in pattern):
        return
    if "{who}" in pattern and len(call.who) > 1:
        yield fault(f"{place}: who", "faults.condition-for-each", effect=call.do, count=len(call.who))
        return
    needed = pattern.format(who=call.who[0], side=script.sides.get(call.who[0], call.who[0]))
    if needed and needed not in (" ".join(clause.split()) for clause in call.when):
        yield fault(f"{place}: when", "faults.condition-needed", effect=call.do, clause=needed)


def _people(script: Script, call: Call, place: str) -> Iterator[Problem]:
    power = EFFECTS[call.do]
    if power.who == "faction" and any(who in script.roles for who in call.who):
        yield fault(f"{place}: do", "faults.effect-of-a-faction", effect=call.do)
    if power.who == "role" and any(who in script.factions for who in call.who):
        yield fault(f"{place}: do", "faults.effect-of-roles", effect=call.do)
    for who in call.who:
        if power.side and power.side != script.sides.get(who, who):
            yield fault(f"{place}: do", "faults.effect-of-one-side", effect=call.do, side=power.side)


def _announced(script: Script, call: Call, place: str) -> Iterator[Problem]:
    if EFFECTS[call.do].public and not call.public:
        yield fault(f"{place}: public", "faults.effect-is-public", effect=call.do)
    for key in ("public", "open"):
        if not getattr(call, key):
            continue
        if not EFFECTS[call.do].announces:
            yield fault(f"{place}: {key}", "faults.announces-nobody", write(f"{key} = false"), effect=call.do)
        elif f"{call.id}.announce" not in script.wordings:
            yield fault(f"{place}: announce", "faults.no-announcement", key=key)
    for key in EFFECTS[call.do].own:
        if f"{call.id}.{key}" not in script.wordings:
            phase = next(phase for phase, one in script.every_call if one == call)
            added = message("faults.add-below", what=f"{key} = …", head=f"[{phase}.lines]")
            cure = write(f"{key} = …") if key in WRITTEN else added
            yield fault(f"{place}: lines", "faults.effect-lacks-line", cure, effect=call.do, key=key)


def proofread_timing(window: tuple[float, ...], lengths: Mapping[str, float | None], place: str) -> Iterator[Problem]:
    """Find the faults of a window and of other lengths by their keys, all in seconds."""
    if len(window) != 2 or not all(map(_is_length, window)):
        yield fault(f"{place}: window", "faults.no-window", most=f"{LONGEST:.0f}")
    for key, seconds in lengths.items():
        if seconds is not None and not _is_length(seconds):
            yield fault(f"{place}: {key}", "faults.no-length", most=f"{LONGEST:.0f}")


def _is_length(seconds: float) -> bool:
    return 0 <= seconds <= LONGEST
