"""Proofread a narration script: its factions, roles, name profiles, and then its calls and lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from narrator.cues import TIMBRES
from narrator.errors import Problem, suggest
from narrator.games.ktulu.proofreading.calls import proofread_calls, proofread_timing
from narrator.games.ktulu.proofreading.cases import proofread_cases
from narrator.games.ktulu.proofreading.hearing import proofread_secrets, proofread_spellings
from narrator.games.ktulu.proofreading.lines import PLACEHOLDERS, proofread_lines
from narrator.games.ktulu.proofreading.reach import proofread_powers, proofread_wins
from narrator.games.ktulu.proofreading.setups import proofread_rules
from narrator.games.ktulu.script import Profile, Script
from narrator.games.ktulu.sides import BANDITS, NOBODY
from narrator.games.parts import CASES

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAKEN = {*PLACEHOLDERS, NOBODY}


def proofread_script(script: Script, place: str, counts: Collection[str] = ()) -> list[Problem]:
    """List the script's faults and warnings; `counts` are words of its language that count people."""
    found = [
        *_head(script, place),
        *_ids(script, place),
        *_sides(script, place),
        *_braces(script, place),
        *_timbres(script, place),
        *_alike(script, place),
        *proofread_powers(script, place),
        *_silent_cards(script, place),
        *_profiles(script, place),
        *proofread_rules(script.rules, script, place),
        *proofread_calls(script, place),
        *proofread_lines(script, place),
        *proofread_secrets(script, counts, place),
        *proofread_cases(script, place),
        *proofread_spellings(script, place),
    ]
    sound = all(problem.warning for problem in found)
    return [*found, *(proofread_wins(script, place) if sound else ())]


def _head(script: Script, place: str) -> Iterator[Problem]:
    if script.game != "ktulu":
        yield Problem(f"{place}: game", f"there is no game {script.game!r}", 'write "ktulu"')
    if script.meta.spoken and not script.meta.name:
        yield Problem(f"{place}: meta: spoken", "it has no name that could be said", 'add name = "…"', warning=True)
    timing = script.timing
    lengths = {"pause": timing.pause, "speech": timing.speech, "warning": timing.warning}
    yield from proofread_timing(timing.window, lengths, f"{place}: timing")


def _ids(script: Script, place: str) -> Iterator[Problem]:
    yield from _repeated(place, "faction", (faction.id for faction in script.faction))
    yield from _repeated(place, "role", (role.id for role in script.role))
    yield from _repeated(place, "profile", (profile.id for profile in script.profile))
    for kind, found in (("faction", script.factions), ("role", script.roles)):
        for word in found:
            if not _ID.fullmatch(word) or word in _TAKEN:
                fault = "the id stands for something else in lines" if word in _TAKEN else "not a valid id"
                yield Problem(f"{place}: {kind}[{word}]: id", fault, "choose small letters, joined by hyphens")
    for word in script.roles:
        if word in script.factions:
            yield Problem(f"{place}: role[{word}]: id", "a faction has this id", "choose another id")


def _repeated(place: str, kind: str, ids: Iterable[str]) -> Iterator[Problem]:
    for word, count in Counter(ids).items():
        if count > 1:
            fault = f"the id is given {count} times"
            yield Problem(f"{place}: {kind}[{word}]", fault, f"give each {kind} an id of its own")


def _sides(script: Script, place: str) -> Iterator[Problem]:
    if BANDITS not in script.factions:
        fault = f"the faction {BANDITS} is missing: the statue begins with them"
        yield Problem(f"{place}: faction", fault, f'add [[faction]] with id = "{BANDITS}"')
    for role in script.role:
        if role.faction not in script.factions:
            fault = f"there is no faction {role.faction!r}"
            yield Problem(f"{place}: role[{role.id}]: faction", fault, suggest(role.faction, script.factions))
    for kind, named in (("faction", script.faction), ("role", script.role)):
        for one in named:
            if not one.name.strip():
                yield Problem(f"{place}: {kind}[{one.id}]: name", "it has no name", 'write name = "…"')


def _braces(script: Script, place: str) -> Iterator[Problem]:
    """Find names that stand for something else wherever a line takes them."""
    for kind, named in (("faction", script.faction), ("role", script.role)):
        for one in named:
            for form in ("name", *CASES, "short"):
                if {"{", "}"}.intersection(getattr(one, form)):
                    yield Problem(f"{place}: {kind}[{one.id}]: {form}", "a name has no braces", "leave { and } out")


def _timbres(script: Script, place: str) -> Iterator[Problem]:
    for faction in script.faction:
        if faction.timbre and faction.timbre not in TIMBRES:
            fault = f"there is no timbre {faction.timbre!r}"
            yield Problem(f"{place}: faction[{faction.id}]: timbre", fault, suggest(faction.timbre, TIMBRES))


def _alike(script: Script, place: str) -> Iterator[Problem]:
    """Warn of roles that nobody could tell apart by what they are called, in any profile."""
    warned: set[str] = set()
    for names in script.vocabulary.values():
        first: dict[str, str] = {}
        for role in script.roles:
            name = names[role].name.casefold()
            if name and first.setdefault(name, role) != role and role not in warned:
                fault = f"{first[name]} is called {names[role].name!r} too"
                yield Problem(f"{place}: role[{role}]: name", fault, "tell them apart", warning=True)
                warned.add(role)


def _silent_cards(script: Script, place: str) -> Iterator[Problem]:
    """Warn of roles whose card says nothing of what its holder does."""
    for role in script.role:
        if not role.does.strip():
            fault = "its card says nothing of what its holder does"
            yield Problem(f"{place}: role[{role.id}]", fault, 'write does = "…"', warning=True)


def _profiles(script: Script, place: str) -> Iterator[Problem]:
    if not script.profile:
        yield Problem(f"{place}: profile", "there is no name profile", 'add [[profile]] with id = "gentle"')
    for one in script.profile:
        yield from _profile(script, one, f"{place}: profile[{one.id}]: names")


def _profile(script: Script, profile: Profile, place: str) -> Iterator[Problem]:
    own = {**script.factions, **script.roles}
    for word, names in profile.names.items():
        if word not in own:
            yield Problem(f"{place}: {word}", "there is no such role or faction", suggest(word, own))
            continue
        kept = [case for case in CASES if getattr(own[word], case) and not getattr(names, case)]
        if kept:
            fault = f"{', '.join(kept)} would still be {getattr(own[word], kept[0])!r}"
            yield Problem(f"{place}: {word}", fault, f'add {kept[0]} = "…"')
