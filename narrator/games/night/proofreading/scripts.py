"""Proofread a narration script: its factions, roles, name profiles, and then its calls and lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import product

from narrator.cues import TIMBRES
from narrator.errors import Problem, add_texts, fault, unknown, warn
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.effects import EFFECTS, kills
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.winning import WAYS, joins
from narrator.games.night.proofreading.calls import proofread_calls, proofread_timing
from narrator.games.night.proofreading.cases import proofread_cases
from narrator.games.night.proofreading.clauses import one_of, proofread_arguments
from narrator.games.night.proofreading.hearing import (
    proofread_facts,
    proofread_secrets,
    proofread_silences,
    proofread_spellings,
    proofread_steps_said,
)
from narrator.games.night.proofreading.line_ups import proofread_line_ups, proofread_suggested
from narrator.games.night.proofreading.lines import placeholders, proofread_lines
from narrator.games.night.proofreading.reach import (
    proofread_idle_rules,
    proofread_powers,
    proofread_steps,
    proofread_wins,
    why_no_step,
)
from narrator.games.night.proofreading.setups import proofread_rules, proofread_silencing
from narrator.games.night.proofreading.votes import proofread_votes
from narrator.games.night.script.script import Profile, Script
from narrator.games.parts import CASES
from narrator.texts import message

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def proofread_script(script: Script, place: str, counts: Collection[str] = ()) -> list[Problem]:
    """List the script's faults and warnings; `counts` are words of its language that count people.

    Of a game that there is not, nothing more can be said.
    """
    if script.game not in own_rules.RULES:
        return [*_head(script, place)]
    found = [
        *_head(script, place),
        *_ids(script, place),
        *own_rules.of_script(script).faults_of_script(script, place),
        *_sides(script, place),
        *_wins(script, place),
        *_braces(script, place),
        *_timbres(script, place),
        *_alike(script, place),
        *proofread_powers(script, place),
        *_silent_cards(script, place),
        *_second_lives(script, place),
        *_profiles(script, place),
        *proofread_rules(script.rules, script, place),
        *proofread_line_ups(script, place),
        *_day(script, place),
        *proofread_calls(script, place),
        *proofread_lines(script, place),
        *proofread_secrets(script, counts, place),
        *proofread_cases(script, place),
        *proofread_spellings(script, place),
    ]
    sound = all(problem.warning for problem in found)
    more = (
        proofread_suggested,
        proofread_facts,
        proofread_silences,
        proofread_silencing,
        proofread_wins,
        proofread_idle_rules,
        proofread_steps,
        proofread_steps_said,
        _lines_of_traits,
    )
    return [*found, *(one for find in more for one in find(script, place))] if sound else found


def _head(script: Script, place: str) -> Iterator[Problem]:
    if script.game not in own_rules.RULES:
        yield unknown(f"{place}: game", "faults.no-game", script.game, own_rules.RULES)
    if script.meta.spoken and not script.meta.name:
        yield warn(f"{place}: meta: spoken", "faults.no-name-to-say")
    timing = script.timing
    lengths = {"pause": timing.pause, "speech": timing.speech, "warning": timing.warning}
    yield from proofread_timing(timing.window, lengths, f"{place}: timing")


def _ids(script: Script, place: str) -> Iterator[Problem]:
    taken = {*placeholders(), NOBODY}
    yield from _repeated(place, "faction", (faction.id for faction in script.faction))
    yield from _repeated(place, "role", (role.id for role in script.role))
    yield from _repeated(place, "profile", (profile.id for profile in script.profile))
    for kind, found in (("faction", script.factions), ("role", script.roles)):
        for word in found:
            if not _ID.fullmatch(word) or word in taken:
                words = message("faults.id-taken-in-lines" if word in taken else "faults.no-valid-id")
                yield Problem(f"{place}: {kind}[{word}]: id", words, message("faults.small-letters"))
    for word in script.roles:
        if word in script.factions:
            yield fault(f"{place}: role[{word}]: id", "faults.id-of-a-faction")


def _repeated(place: str, kind: str, ids: Iterable[str]) -> Iterator[Problem]:
    for word, count in Counter(ids).items():
        if count > 1:
            yield fault(f"{place}: {kind}[{word}]", "faults.id-repeated", count=count)


def _sides(script: Script, place: str) -> Iterator[Problem]:
    for role in script.role:
        if role.faction not in script.factions:
            yield unknown(f"{place}: role[{role.id}]: faction", "faults.no-faction", role.faction, script.factions)
    for kind, named in (("faction", script.faction), ("role", script.role)):
        for one in named:
            if not one.name.strip():
                yield fault(f"{place}: {kind}[{one.id}]: name", "faults.no-name")


def _day(script: Script, place: str) -> Iterator[Problem]:
    """Find steps that there are not, or are there twice, and days from which nothing can begin."""
    there = own_rules.known(DAY_STEPS, script, lambda one: one.offered)
    for number, name in enumerate(script.day.steps, 1):
        where = f"{place}: day: steps[{number}]"
        if name not in there:
            yield unknown(where, "faults.no-step", name, there)
        elif name in script.day.steps[: number - 1]:
            yield fault(where, "faults.step-twice")
    steps = own_rules.day_of(script).steps
    for name, first in script.day.first.items():
        where = f"{place}: day: from: {name}"
        if name not in steps:
            yield unknown(where, "faults.no-step-of-this-day", name, {*steps} & {*there})
        elif first < 1:
            yield fault(where, "faults.too-little", value=first, least=1)
    yield from _hanging(script, steps, place)
    yield from proofread_votes(script, place)
    if not script.night and "declare" not in steps:
        yield fault(f"{place}: night", "faults.no-end")


def _hanging(script: Script, steps: tuple[str, ...], place: str) -> Iterator[Problem]:
    """Where anybody may be hanged, since nobody is searched yet, there are words for it; and it may not be meant."""
    search = own_rules.of_script(script).suspecting
    late, first = script.day.first.get(search, 1), max(script.day.first.get("hang", 1), 1)
    alone = "hang" in steps and (search not in steps or late > first)
    if alone and search in steps and not why_no_step(script, "hang"):
        yield warn(f"{place}: day: from", "faults.hang-before-search", first=late)
    if alone and "ask.day.accuse" not in script.wordings:
        yield fault(f"{place}: day: steps", "faults.line-missing", line="ask.day.accuse")


def _wins(script: Script, place: str) -> Iterator[Problem]:
    """Check the ways to win that factions name."""
    ways = own_rules.known(WAYS, script, lambda one: one.true)
    for faction in script.faction:
        for number, clause in enumerate(faction.wins or (), 1):
            where, (word, *named) = f"{place}: faction[{faction.id}]: wins[{number}]", clause.split() or [""]
            if word not in ways:
                yield fault(where, "faults.no-way-to-win", one_of(word, ways), word=word)
            elif joins(word) and any(role.faction == faction.id for role in script.role):
                yield fault(where, "faults.side-has-cards", word=word)
            elif WAYS[word].factions:
                yield from proofread_arguments(script, clause, ("faction",) * max(1, len(named)), where)
            else:
                yield from proofread_arguments(script, clause, (), where)


def _braces(script: Script, place: str) -> Iterator[Problem]:
    """Find names that stand for something else wherever a line takes them."""
    for kind, named in (("faction", script.faction), ("role", script.role)):
        for one in named:
            for form in ("name", *CASES, "short"):
                if {"{", "}"}.intersection(getattr(one, form)):
                    yield fault(f"{place}: {kind}[{one.id}]: {form}", "faults.braces-in-a-name")


def _timbres(script: Script, place: str) -> Iterator[Problem]:
    for faction in script.faction:
        if faction.timbre and faction.timbre not in TIMBRES:
            yield unknown(f"{place}: faction[{faction.id}]: timbre", "faults.no-timbre", faction.timbre, TIMBRES)


def _alike(script: Script, place: str) -> Iterator[Problem]:
    """Warn of roles and factions that nobody could tell apart by how they are named or called, in any profile."""
    kinds = dict.fromkeys(script.factions, "faction") | dict.fromkeys(script.roles, "role")
    warned: set[str] = set()
    for names, form in product(script.vocabulary.values(), ("name", "nom", "voc")):
        first: dict[str, str] = {}
        for one, kind in kinds.items():
            name = names[one].form(form).casefold()
            other = first.setdefault(name, one)
            if name and other not in (one, script.sides.get(one)) and one not in warned:
                words = message("faults.called-alike", other=other, name=names[one].form(form))
                yield Problem(f"{place}: {kind}[{one}]: {form}", words, warning=True)
                warned.add(one)


def _silent_cards(script: Script, place: str) -> Iterator[Problem]:
    """Warn of roles whose card says nothing of what its holder does."""
    for role in script.role:
        if not role.does.strip():
            yield warn(f"{place}: role[{role.id}]", "faults.card-says-nothing")


def _second_lives(script: Script, place: str) -> Iterator[Problem]:
    """A second life is of a card that one player has (D94); warn where no side kills, of which alone it saves."""
    killing = any(kills(script, call) and call.called() in script.factions for _, call in script.every_call)
    for role in (one for one in script.role if "second-life" in one.traits):
        where = f"{place}: role[{role.id}]: traits"
        if role.many:
            yield fault(where, "faults.second-life-of-many")
        elif not killing:
            yield warn(where, "faults.nobody-outlives")


def _lines_of_traits(script: Script, place: str) -> Iterator[Problem]:
    """Warn of lines that tell what cards may do, by a trait or an effect, and name others; not of what nobody may."""
    effects = {effect: (*EFFECTS[effect].lines,) for effect in script.holders}
    for power, lines in (effects | {**own_rules.of_script(script).lines_of_traits}).items():
        able = script.holders.get(power, ())
        holders = [role.id for role in script.role if power in role.traits or role.id in able]
        named = {line: [*_named_in(script, line)] for line in lines}
        wrong = [line for line in lines if named[line] and {*named[line]} != {*holders}]
        wrong = wrong if holders else [line for line in wrong if line.startswith("sheet.")]  # others come only then
        if wrong:
            others, there = {*named[wrong[0]]} ^ {*holders}, ", ".join(named[wrong[0]])
            where = f"role[{next(role for role in script.roles if role in others)}]" + ("" if able else ": traits")
            words = message("faults.lines-of-another-card", lines=", ".join(wrong), named=there, power=power)
            cure = message("faults.tell-of", cards=", ".join(holders)) if holders else message("faults.tell-anew")
            yield Problem(f"{place}: {where}", words, cure, warning=True)


def _named_in(script: Script, line: str) -> Iterator[str]:
    """The roles that a line names, in any of its wordings."""
    texts = "".join(script.wordings.get(line, ()))
    return (role for role in script.roles if f"{{{role}}}" in texts or f"{{{role}." in texts)


def _profiles(script: Script, place: str) -> Iterator[Problem]:
    if not script.profile:
        yield fault(f"{place}: profile", "faults.no-profiles")
    for one in script.profile:
        yield from _profile(script, one, f"{place}: profile[{one.id}]: names")


def _profile(script: Script, profile: Profile, place: str) -> Iterator[Problem]:
    own = {**script.factions, **script.roles}
    for word, names in profile.names.items():
        if word not in own:
            yield unknown(f"{place}: {word}", "faults.no-role-or-faction", word, own)
            continue
        own_forms = [case for case in CASES if case != "nom" or not names.name]  # a new name is its own nominative
        kept = [case for case in own_forms if getattr(own[word], case) and not getattr(names, case)]
        if kept:
            forms = ", ".join(f'{case} = "{getattr(own[word], case)}"' for case in kept)
            cure = message("faults.add-to-profile", head=f"[profile.{profile.id}.names.{word}]", add=add_texts(kept))
            yield fault(f"{place}: {word}", "faults.forms-beside-profile", cure, forms=forms)
