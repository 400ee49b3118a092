"""Proofread what is heard: no call gives a secret away, public facts are said, spellings are of use.

What is said of a secret call is the same whether or not anybody woke (R102): a number tells too much, or is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from narrator.cues import whole_word
from narrator.errors import Problem, fault, warn
from narrator.games.night.flow.conditions import CONDITIONS, parse, tells_of_unheard
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.own_rules import day_of, of_script
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.proofreading.cases import never_said
from narrator.games.night.proofreading.lines import needed, numbered, spare
from narrator.games.night.proofreading.reach import why_no_step
from narrator.games.night.script.script import Call, Script, call_lines
from narrator.games.night.told.chronicle import OUT
from narrator.games.night.told.wording import SILENT
from narrator.games.parts import CASES
from narrator.texts import message

UNHEARD = ("fact-unsaid", "question-unsaid", "announces-a-secret")
"""What is warned of what is said aloud, by what all see and hear by the house rules."""

_FACTS: tuple[tuple[str, ...], ...] = (("seat", "name"), ("other", "other_name"), ("seats",), ("card",), ("faction",))
"""Placeholders for facts; each of a row stands for the same one."""

_ASKING = ("say.", "round.")
"""How the lines begin that only ask or call somebody: whom they are about must be said, and nothing else."""

_SAID_NEXT = {
    **dict.fromkeys(("day.hanged", "day.forbidden", "day.poisoned", "day.override.kill"), ("seat",)),
    "day.last-shot": ("other",),
    "say.day.whom": ("seat",),
}
"""What of a line the line of a death says at once, or somebody has just said."""

_OF_BOTH = ".both"
"""How the line of two ends who were named when their step began."""

_Said = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""The place of texts, the texts, and the facts that each of them says."""

_PLACEHOLDER = re.compile(r"\{([\w-]+)")

_UNHEARD = ("prompt", "announce")
"""Texts of a call that are only shown, or said of what is announced anyway."""


def proofread_secrets(script: Script, counts: Collection[str], place: str) -> Iterator[Problem]:
    """Warn of numbers in what is said of secret calls: digits, and words that count people."""
    counted = [rf"\b(?:{'|'.join(map(re.escape, counts))})\b"] if counts else []
    words = re.compile("|".join([r"\d+", *counted]), re.IGNORECASE)
    for phase, call in script.every_call:
        for key, text in _heard(call):
            if found := words.search(re.sub(r"\{[^}]*\}", "", text)):
                where = f"{place}: {phase}[{call.id}]: {key}"
                yield warn(where, "faults.tells-a-number", number=found[0])


def proofread_silences(script: Script, place: str) -> Iterator[Problem]:
    """Warn of public calls whose silence gives away whether a secret condition holds."""
    for phase, call in script.every_call:
        hushed = not script.rules.may_announce and tells_of_unheard(script.rules, call)
        for key, clauses in (("when", call.when), ("must", call.must)) if call.public and not hushed else ():
            for number, clause in enumerate(clauses, 1):
                if _is_secret(script, clause):
                    where = f"{place}: {phase}[{call.id}]: {key}[{number}]"
                    hush = "faults.hush-or-without-condition"
                    cure = message("faults.without-condition" if _is_always_heard(call) else hush)
                    yield warn(where, "faults.announces-a-secret", cure, clause=clause)


def _is_secret(script: Script, clause: str) -> bool:
    """Whether the room may not know if it holds, even where every pick of its call is heard."""
    _, word, named = parse(clause)
    one = CONDITIONS[word]
    if one.unless:
        return any(script.sides.get(who, who) in named for who in script.holders.get(one.unless, ()))
    return not (one.settled or one.limit)


def proofread_facts(script: Script, place: str) -> Iterator[Problem]:
    """Warn of texts that leave out a fact which the game takes for known to all from then on (R15, R100, R102)."""
    shown = {script.rules.dead, *(given.get("dead", "") for given in script.rules.from_players.values())}
    for where, texts, facts in _of_lines(script):
        asking = where.removeprefix("line[").startswith(_ASKING)
        words = "faults.question-unsaid" if asking else "faults.fact-unsaid"
        of_the_dead = where.startswith(tuple(f"line[{line}" for line in OUT))
        if of_the_dead and "card" not in shown:
            facts = [fact for fact in facts if fact != ("card",)]
        coverable = {"card" if "card" in shown else "faction"} & shown if of_the_dead else ()
        yield from _unsaid(script, f"{place}: {where}", texts, facts, "faults.say-it", coverable, words)
    for calls, (where, texts, facts) in _of_announcements(script):
        cure = "faults.say-it-or-hush" if calls else "faults.say-it"
        yield from _unsaid(script, f"{place}: {where}", texts, facts, cure, calls=calls)
    yield from _others_win(script, place)


def _others_win(script: Script, place: str) -> Iterator[Problem]:
    """Warn of texts by which a faction wins that name others alone."""
    lines = [(line, script.plain(line.id).removeprefix("win.")) for line in script.line]
    for line, winner in [(line, winner) for line, winner in lines if winner in script.factions]:
        made = f"{place}: line[{line.id}]"
        for where, text in (*numbered(f"{made}: text", line.text), *numbered(f"{made}: alone", line.alone)):
            named = sorted({*_PLACEHOLDER.findall(text)} & script.factions.keys())
            if named and winner not in named and not _by_name(script, winner, text):
                words = message("faults.others-win", named=", ".join(named), winner=winner)
                yield Problem(where, words, message("faults.say-it", fact=f"{{{winner}.nom}}"), warning=True)


def _unsaid(
    script: Script,
    place: str,
    texts: tuple[str, ...],
    facts: list[tuple[str, ...]],
    cure: str,
    coverable: Collection[str] = (),
    unsaid: str = "faults.fact-unsaid",
    calls: str = "",
) -> Iterator[Problem]:
    """Warn of texts without one of the facts, which these `calls` say; a house rule may keep the `coverable` ones."""
    for where, text in numbered(place, texts):
        found = {*_PLACEHOLDER.findall(text)}
        for fact in facts:
            if found.isdisjoint((*fact, *_names_of(script, fact[0]))) and not _by_name(script, fact[0], text):
                of_side = fact[0] in script.factions
                named = f"{{{fact[0]}.nom}}" if of_side else f"{{{fact[0]}}}"
                key = "faults.say-it-or-hide" if of_side else "faults.cover-it" if fact[0] in coverable else cure
                yield warn(where, unsaid, message(key, fact=named, calls=calls), fact=named)


def _of_lines(script: Script) -> Iterator[_Said]:
    taken = of_script(script).taken
    known = needed(script) | spare() | {f"{taken}{faction}": (faction,) for faction in script.factions}
    idle = _of_no_step(script)
    for line in script.line:
        plain = script.plain(line.id)
        if not (plain.startswith(SILENT) or plain in idle or never_said(script, plain)):
            named = ("seat", "other") if plain.endswith(_OF_BOTH) else _SAID_NEXT.get(plain, ())
            heard = {*known.get(plain, ())}.difference(named)
            rows = _FACTS[:3] if plain.startswith(_ASKING) else (*_FACTS, (plain.removeprefix(taken),))
            facts = [fact for fact in rows if fact[0] in heard]
            for key, texts in (("text", line.text), ("alone", line.alone)):
                yield f"line[{line.id}]: {key}", texts, facts


def _of_no_step(script: Script) -> set[str]:
    """The lines of steps that never come, and the one that ends the game."""
    there = [one for one in day_of(script).steps if one in DAY_STEPS and not why_no_step(script, one)]
    lines = {name: {*one.lines, *one.spare} for name, one in DAY_STEPS.items()}
    return set().union(*lines.values()).difference(*(lines[one] for one in there)) | {"day.found"}


def _of_announcements(script: Script) -> Iterator[tuple[str, _Said]]:
    """What is said of who was chosen, and the calls that say it; none where the room must hear it in any script."""
    heard = [(phase, call) for phase, call in script.every_call if call.public or call.open]
    for phase, call in heard:
        alike = [f"{when}/{one.id}" for when, one in heard if one.public and one.do == call.do]
        calls = "" if _is_always_heard(call) else ", ".join(alike)
        facts = [_FACTS[2] if call.ask == "seats" else _FACTS[0]]
        yield calls, (f"{phase}[{call.id}]: announce", call.announce, facts)
        yield calls, (f"{phase}[{call.id}]: alone: announce", call.alone.get("announce", ()), facts)
        for case in script.cases.get(f"{call.id}.announce", ()):
            yield calls, (f"line[{case.id}]: text", case.text, facts)
            yield calls, (f"line[{case.id}]: alone", case.alone, facts)


def _is_always_heard(call: Call) -> bool:
    """Whether the room hears of it whatever the script says; an effect that is missing is a fault of its own."""
    return call.do in EFFECTS and EFFECTS[call.do].public


def _by_name(script: Script, faction: str, text: str) -> bool:
    """Whether the text has a faction's name in it, as one without placeholders may."""
    names = [names[one] for names in script.vocabulary.values() for one in _names_of(script, faction) if one in names]
    forms = {name.form(case) for name in names for case in CASES} - {""}
    return any(form.casefold() in text.casefold() for form in forms)


def _names_of(script: Script, faction: str) -> tuple[str, ...]:
    """The faction, and the role that alone makes it up."""
    roles = [role.id for role in script.role if role.faction == faction]
    return (faction, *(roles if len(roles) == 1 else ()))


def proofread_steps_said(script: Script, place: str) -> Iterator[Problem]:
    """Warn of what cards may do by day, and of its steps, without the words by which it says other steps (D61)."""
    kinds = [kind for kind in ("say.step", "say.day") if any(line.startswith(f"{kind}.") for line in script.wordings)]
    for number, step in enumerate(script.day.steps, 1):
        for line in (f"{kind}.{step}" for kind in kinds):
            if line in spare() and line not in script.wordings:
                where = f"{place}: day: steps[{number}]"
                yield warn(where, "faults.step-unsaid", line=line)
    of_traits = of_script(script).lines_of_traits if "say.day" in kinds else {}
    for role, trait in ((one, trait) for one in script.role for trait in one.traits):
        for line in of_traits.get(trait, ()):
            if line.startswith("say.day.") and line in spare() and line not in script.wordings:
                where = f"{place}: role[{role.id}]: traits"
                yield warn(where, "faults.step-unsaid", line=line)


def proofread_spellings(script: Script, place: str) -> Iterator[Problem]:
    """Find spellings for the voice that are empty, or of words that no line has."""
    names = (name.form(case) for known in script.vocabulary.values() for name in known.values() for case in CASES)
    spoken = "\n".join((*(text for texts in script.wordings.values() for text in texts), *names)).casefold()
    for word, sound in script.say.items():
        where = f"{place}: say: {word or '“”'}"
        if not word.strip() or not sound.strip():
            yield fault(where, "faults.empty-spelling")
        elif (first := spoken.find(small := word.casefold())) < 0 or not whole_word(small).search(spoken, first):
            yield warn(where, "faults.word-of-no-line")


def _heard(call: Call) -> Iterator[tuple[str, str]]:
    """What is spoken in a call of somebody's that is not public, by its place in the file."""
    if call.public or not call.who:
        return
    alone = {f"alone: {key}": texts for key, texts in call.alone.items()}
    for key, texts in (call_lines(call) | alone).items():
        if key.removeprefix("alone: ") not in _UNHEARD:
            yield from numbered(key, texts)
