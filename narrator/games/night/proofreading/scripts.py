"""Proofread a narration script: its factions, roles, name profiles and days, and then its calls and lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any

from narrator.cues import TIMBRES
from narrator.errors import Problem, add_texts, fault, unknown, warn, write
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.effects import EFFECTS, kills
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.votes import vote_of
from narrator.games.night.flow.winning import WAYS, joins
from narrator.games.night.proofreading import hearing, reach
from narrator.games.night.proofreading.calls import proofread_calls, proofread_timing, repeated
from narrator.games.night.proofreading.cards import proofread_line_ups, proofread_suggested
from narrator.games.night.proofreading.cases import proofread_cases
from narrator.games.night.proofreading.clauses import one_of, proofread_arguments
from narrator.games.night.proofreading.lines import placeholders, proofread_lines
from narrator.games.night.proofreading.setups import deciding_roles, proofread_rules, proofread_silencing
from narrator.games.night.script.script import Script, Vote
from narrator.games.parts import CASES
from narrator.texts import message

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def proofread_script(script: Script, place: str, counts: Collection[str] = ()) -> list[Problem]:
    """List the script's faults and warnings; `counts` are words of its language that count people.

    Of a game that there is not, nothing more can be said.
    """
    if script.game not in own_rules.RULES:
        no_game = unknown(f"{place}: game", "faults.no-game", script.game, own_rules.RULES)
        return [no_game, *_head(script, place)]
    found = [
        *_head(script, place),
        *_ids(script, place),
        *own_rules.of_script(script).faults_of_script(script, place),
        *_sides(script, place),
        *_wins(script, place),
        *_looks_and_sounds(script, place),
        *_alike(script, place),
        *reach.proofread_powers(script, place),
        *_cards(script, place),
        *_profiles(script, place),
        *proofread_rules(script.rules, script, place),
        *proofread_line_ups(script, place),
        *_day(script, place),
        *proofread_calls(script, place),
        *proofread_lines(script, place),
        *hearing.proofread_secrets(script, counts, place),
        *proofread_cases(script, place),
        *hearing.proofread_spellings(script, place),
    ]
    sound = all(problem.warning for problem in found)
    more = (
        proofread_suggested,
        hearing.proofread_facts,
        hearing.proofread_silences,
        proofread_silencing,
        reach.proofread_wins,
        reach.proofread_idle_rules,
        reach.proofread_steps,
        hearing.proofread_steps_said,
        _lines_of_traits,
    )
    return [*found, *(one for find in more for one in find(script, place))] if sound else found


def _head(script: Script, place: str) -> Iterator[Problem]:
    if script.meta.spoken and not script.meta.name:
        yield warn(f"{place}: meta: spoken", "faults.no-name-to-say")
    timing = script.timing
    lengths = {"pause": timing.pause, "speech": timing.speech, "warning": timing.warning}
    yield from proofread_timing(timing.window, lengths, f"{place}: timing")


def _ids(script: Script, place: str) -> Iterator[Problem]:
    taken = {*placeholders(), NOBODY}
    yield from repeated(script.faction, f"{place}: faction")
    yield from repeated(script.role, f"{place}: role")
    yield from repeated(script.profile, f"{place}: profile")
    for kind, found in (("faction", script.factions), ("role", script.roles)):
        for word in found:
            if not _ID.fullmatch(word) or word in taken:
                words = message("faults.id-taken-in-lines" if word in taken else "faults.no-valid-id")
                yield Problem(f"{place}: {kind}[{word}]: id", words, message("faults.small-letters"))
    for word in script.roles:
        if word in script.factions:
            yield fault(f"{place}: role[{word}]: id", "faults.id-of-a-faction")


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
    yield from _votes(script, place)
    if not script.night and "declare" not in steps:
        yield fault(f"{place}: night", "faults.no-end")


def _hanging(script: Script, steps: tuple[str, ...], place: str) -> Iterator[Problem]:
    """Where anybody may be hanged, since nobody is searched yet, there are words for it; and it may not be meant."""
    search = own_rules.of_script(script).suspecting
    late, first = script.day.first.get(search, 1), max(script.day.first.get("hang", 1), 1)
    alone = "hang" in steps and (search not in steps or late > first)
    if alone and search in steps and not reach.why_no_step(script, "hang"):
        yield warn(f"{place}: day: from", "faults.hang-before-search", first=late)
    if alone and "ask.day.accuse" not in script.wordings:
        yield fault(f"{place}: day: steps", "faults.line-missing", line="ask.day.accuse")


def _votes(script: Script, place: str) -> Iterator[Problem]:
    """Find votes of no step, those of which nothing comes, and lines that they lack."""
    there, today = own_rules.known(DAY_STEPS, script, lambda one: one.offered), own_rules.day_of(script).steps
    voted = [name for name, one in there.items() if one.vote and name in today]
    for step, own in script.day.vote.items():
        if not own:
            continue
        where = f"{place}: day: vote[{step}]"
        if step not in voted:
            key = "faults.no-vote" if step in today else "faults.no-step-of-this-day"
            yield unknown(where, key, step, voted)
            continue
        if own.get("rounds", 1) < 1:
            yield fault(f"{where}: rounds", "faults.too-little", value=own["rounds"], least=1)
        yield from _deciding(script, vote_of(script, step), where)
        for line in _lines_of_vote(own):
            if line in there[step].spare and line not in script.wordings:
                yield fault(where, "faults.line-missing", line=line)


def _deciding(script: Script, vote: Vote, where: str) -> Iterator[Problem]:
    """A role that decides ties is there, is asked, and can lie open while its player lives."""
    role = script.roles.get(vote.decides)
    shows = role and "show-card" in role.traits and "reveal" in own_rules.day_of(script).steps
    if vote.decides and vote.tie != "decide":
        yield fault(f"{where}: decides", "faults.decides-no-tie", write('tie = "decide"'))
    elif vote.decides and role is None:
        yield unknown(f"{where}: decides", "faults.no-role", vote.decides, script.roles)
    elif role and not shows and role.id not in deciding_roles(script):  # whose card all see when it is used
        yield fault(f"{where}: decides", "faults.decides-unseen", name=role.id)


def _lines_of_vote(own: Mapping[str, Any]) -> Iterator[str]:
    """The lines that these words take."""
    majority = own.get("majority", "most")
    if own.get("rounds", 1) > 1:
        yield "day.revote"
        yield from ["day.second-round"] * (majority != "most")
    if own.get("abstain"):
        yield "day.ballot-free"
        yield from ["ask.day.hang-for", "ask.day.hang-against"] * (majority != "of-living")
    yield from {"lot": ["day.lot"], "decide": ["ask.day.tie"]}.get(own.get("tie", ""), [])


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


def _looks_and_sounds(script: Script, place: str) -> Iterator[Problem]:
    """Find names that stand for something else wherever a line takes them, and timbres that there are not."""
    for kind, named in (("faction", script.faction), ("role", script.role)):
        for one in named:
            for form in ("name", *CASES, "short"):
                if {"{", "}"}.intersection(getattr(one, form)):
                    yield fault(f"{place}: {kind}[{one.id}]: {form}", "faults.braces-in-a-name")
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


def _cards(script: Script, place: str) -> Iterator[Problem]:
    """Warn of cards that say nothing of what their holder does.

    A second life is of a card that one player has (D94); warn where no side kills, of which alone it saves.
    """
    for role in script.role:
        if not role.does.strip():
            yield warn(f"{place}: role[{role.id}]", "faults.card-says-nothing")
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
    """Find the names of nobody, and forms of the script's own names that would stay beside a profile's name."""
    if not script.profile:
        yield fault(f"{place}: profile", "faults.no-profiles")
    own = script.named
    for profile, word, names in (
        (one.id, word, names) for one in script.profile for word, names in one.names.items()
    ):
        where = f"{place}: profile[{profile}]: names: {word}"
        if word not in own:
            yield unknown(where, "faults.no-role-or-faction", word, own)
            continue
        own_forms = [case for case in CASES if case != "nom" or not names.name]  # a new name is its own nominative
        kept = [case for case in own_forms if getattr(own[word], case) and not getattr(names, case)]
        if kept:
            forms = ", ".join(f'{case} = "{getattr(own[word], case)}"' for case in kept)
            cure = message("faults.add-to-profile", head=f"[profile.{profile}.names.{word}]", add=add_texts(kept))
            yield fault(where, "faults.forms-beside-profile", cure, forms=forms)
