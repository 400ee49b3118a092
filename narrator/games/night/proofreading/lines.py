"""Proofread the lines of a script: none missing, none empty, and every placeholder known where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import Formatter
from typing import get_args

from narrator.cues import SIGNALS
from narrator.errors import Problem, fault, nearest, suggest, unknown, warn
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow.effects import CARD, EFFECTS, PAIR, PERSON
from narrator.games.night.flow.overrides import NAMING, SETTINGS
from narrator.games.night.flow.own_rules import RULES, day_of, known, of_script
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.winning import shared, winners
from narrator.games.night.script.script import PHASES, VARIANT, WRITTEN, Call, Script, call_lines
from narrator.games.night.told.chronicle import OUT
from narrator.games.parts import CASES
from narrator.games.table import Answerers
from narrator.texts import message
from narrator.texts.plurals import miscounted

_ASK_PLAIN = ("died", "leaves", "override", *(f"override.{what}" for what in SETTINGS if what not in NAMING))
_ASK_OVERRIDE = ("uses-of", "uses-left", "card-which")
_STEPS = ("helper", "alone", "died", "leaves", "policy", "night", "masked", "private", "open")
_REFUSALS = ("oneself", "dead", "no-such-seat", "must-choose", "not-understood", "not-offered", "nothing-to-undo")

_NEEDED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["game.welcome", "night.zero", "night.falls", "undo.notice", "ask.ready", "ask.day"], ()),
    **dict.fromkeys(["dawn.wake", "dawn.quiet", "day.first", "day.begins"], ()),
    **dict.fromkeys([*OUT], CARD),
    **dict.fromkeys(["day.override.kill", "day.override.revive", "ask.day.last-shot"], PERSON),
    "day.last-shot": PAIR,
    **dict.fromkeys([f"ask.day.{line}" for line in _ASK_PLAIN], ()),
    **dict.fromkeys([f"ask.day.override.{line}" for line in _ASK_OVERRIDE], PERSON),
    **dict.fromkeys(["round.begins", "round.over"], ()),
    **dict.fromkeys(["page.nothing", "page.undisturbed"], ("number",)),
    "round.next": PERSON,
    "refused.impossible-count": ("least", "limit"),
    **dict.fromkeys([f"refused.{reason}" for reason in _REFUSALS], ()),
    "refused.too-many": ("limit",),
}
"""The lines outside the calls that every script must have, and the placeholders that each may use."""

_SPARE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys([f"{line}-faction" for line in OUT], (*PERSON, "faction")),
    **dict.fromkeys([f"{line}-nothing" for line in OUT], PERSON),
    "round.card": PERSON,
    VARIANT: ("variant",),
    **dict.fromkeys([f"game.how.{answers}" for answers in get_args(Answerers)], ()),
    **dict.fromkeys(["game.ready", "pause.begins", "pause.by-day", "pause.ends", "remarks.one-faction"], ()),
    **dict.fromkeys(["night.again", "day.again", "day.closed", "end.wake", "end.cards"], ()),
    "game.cards": ("cards",),
    **dict.fromkeys(["help.offer", "help.begins", "help.ends"], ()),
    "say.day": ("steps", "new"),
    "say.day.policy": ("steps",),
    **dict.fromkeys([f"say.day.{line}" for line in ("died", "leaves", "miscount")], ()),
    **dict.fromkeys([f"say.day.{line}" for line in ("count", "pardon", "last-shot")], PERSON),
    **dict.fromkeys([f"say.step.{step}" for step in _STEPS], ()),
    "ask.day.policy": (),
    "ask.deck.who": ("card",),
    "ask.deck.card": PERSON,
    **dict.fromkeys([f"ask.day.override.{what}" for what in NAMING], ()),
    **dict.fromkeys([f"ask.day.override.{what}-new" for what in NAMING], PERSON),
    **dict.fromkeys(["refused.no-name", "refused.name-is-answer"], ()),
    "refused.name-taken": PERSON,
    "refused.not-offered.seats": ("seats",),
    **dict.fromkeys([f"day.policy.{policy}" for policy in ("masked", "private", "open")], ()),
}
"""Lines that a script may have too."""

COUNTS = {"night", "limit", "number", "count", "total", "least"}
"""Placeholders by whose number a word can be chosen, as by that of a house rule."""

_SECRET = {"card", "role", "faction", "members"}
"""Placeholders that some lines have for what only some may know."""

_FORMATTER = Formatter()

Meaning = Mapping[str, tuple[str, ...]]
"""For each placeholder the ids whose names it may stand for; empty if it stands for something else."""


def proofread_lines(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of all lines, those of the calls too."""
    known = _known(script)
    present = {line.id for line in script.line}
    for missing in sorted((needed(script) | _of_sides(script)).keys() - present):
        yield fault(f"{place}: line", "faults.line-missing", line=missing)
    yield from _lines(script, known, place)
    for where, text in script.on_cards:
        yield from _texts(script, (text,) if text else (), _of_cards(script), f"{place}: {where}")
    seen: dict[str, str] = {}
    for phase in PHASES:
        for call in {call.id: call for call in script.calls(phase)}.values():
            where = f"{phase}[{call.id}]"
            for key in call_lines(call):
                if seen.setdefault(f"{call.id}.{key}", where) != where:
                    yield fault(f"{place}: {where}: {key}", "faults.text-twice", where=seen[f"{call.id}.{key}"])
            yield from _call(script, call, f"{place}: {where}")


def needed(script: Script | None = None) -> dict[str, tuple[str, ...]]:
    """The lines that a script must have, and what each may name: those of its effects, and of the steps of its day.

    Without a script, of all effects and steps.
    """
    powers = known(EFFECTS, script, lambda power: power.effect) if script else EFFECTS
    used = {call.do for _, call in script.every_call} if script else {*powers}
    steps = known(DAY_STEPS, script, lambda one: one.offered) if script else DAY_STEPS
    there = {*day_of(script).steps} if script else {*steps}
    found = {**_NEEDED}
    for lines in (
        *(powers[word].lines for word in used & {*powers}),
        *(steps[one].lines for one in there & {*steps}),
    ):
        found |= lines
    unused = _unused(script) if script else set()
    return {line: names for line, names in found.items() if line not in unused}


def spare() -> dict[str, tuple[str, ...]]:
    """Lines that a script may have too, and what each may name."""
    more = (*(one.spare for one in DAY_STEPS.values()), *(own.spare_lines for own in RULES.values()))
    return _SPARE | {line: names for lines in more for line, names in lines.items()}


def _unused(script: Script) -> set[str]:
    """The lines of the traits and effects that no card of it has, and of what nobody fights for."""
    traits = {*script.holders}.union(*(role.traits for role in script.role))
    of_traits = of_script(script).lines_of_traits.items()
    unused = {line for trait, lines in of_traits if trait not in traits for line in lines}
    settings = SETTINGS.keys() - known(SETTINGS, script, lambda one: one.there).keys()
    return unused | {f"ask.day.override.{what}" for what in settings}


def placeholders() -> set[str]:
    """All placeholders but the names of roles and factions."""
    return {"night", "who", "limit", "cards"}.union(*needed().values())


def _known(script: Script) -> dict[str, tuple[str, ...]]:
    return needed() | spare() | _of_sides(script)


def _of_sides(script: Script) -> dict[str, tuple[str, ...]]:
    """The lines that each faction has: that it took what all fight for, if there is such a thing, and that it won."""
    own = of_script(script)
    taken = [f"{own.taken}{faction}" for faction in script.factions if own.prize and faction not in shared(script)]
    unmanned = {*own.unmanned} & {*script.factions}  # who win without a call or a clause
    return dict.fromkeys([*taken, *(f"win.{winner}" for winner in (*{*winners(script), *unmanned}, NOBODY))], ())


def _known_cases(script: Script) -> dict[str, Meaning]:
    """What each case may name: as much as the line whose case it is."""
    known, calls = _known(script), {call.id: call for _, call in script.every_call}
    found: dict[str, Meaning] = {}
    for line, cases in script.cases.items():
        call, _, key = line.rpartition(".")
        own = _meaning_in_call(script, calls[call], key) if call in calls else _meaning(script, known.get(line, ()))
        found |= {case.id: _of_cards(script) if line.startswith(("does.", "aim.")) else own for case in cases}
    return found


def _lines(script: Script, known: Mapping[str, tuple[str, ...]], place: str) -> Iterator[Problem]:
    of_calls = {f"{call.id}.{key}" for _, call in script.every_call for key in call_lines(call)}
    seen, cases = set[str](), _known_cases(script)
    for line in script.line:
        where = f"{place}: line[{line.id}]"
        if line.id in seen or line.id in of_calls:
            yield fault(where, "faults.line-twice")
        elif line.id not in known and not line.when:
            yield warn(where, "faults.never-spoken", suggest(line.id, known))
        if line.signal and line.signal not in SIGNALS:
            yield unknown(f"{where}: signal", "faults.no-signal", line.signal, SIGNALS)
        if not line.text:
            yield fault(f"{where}: text", "faults.no-wording")
        seen.add(line.id)
        for key, texts in (("text", line.text), ("alone", line.alone)):
            meaning = cases[line.id] if line.when else _meaning(script, known.get(line.id, ()))
            yield from _texts(script, texts, meaning, f"{where}: {key}")


def _unasked(call: Call, where: str) -> Problem:
    """That the call's effect has no second question, with those that have."""
    asking = ", ".join(word for word, power in EFFECTS.items() if "then" in power.own or power.may_kill)
    cure = message("faults.take-out-or", effects=asking)
    return warn(where, "faults.no-second-question", cure, effect=call.do or "ask")


def _call(script: Script, call: Call, place: str) -> Iterator[Problem]:
    for key, texts in call_lines(call).items():
        where = f"{place}: {key}"
        power = EFFECTS.get(call.do)
        own = {*power.own, *(["then"] if power.may_kill else [])} if power else ()
        if (key in call.lines or key == "then") and key not in own:
            vain = warn(where, "faults.never-spoken", message("faults.take-it-out"))
            yield _unasked(call, where) if key == "then" else vain
        yield from _texts(script, texts, _meaning_in_call(script, call, key), where)
    for key, texts in call.alone.items():
        where = f"{place}: alone: {key}"
        if key not in ("wake", "line", "sleep") and f"{call.id}.{key}" not in script.wordings:
            yield warn(where, "faults.never-spoken", suggest(key, call_lines(call)))
        yield from _texts(script, texts, _meaning_in_call(script, call, key), where)


@lru_cache(maxsize=64)  # most lines of a script may name the same
def _meaning(script: Script, placeholders: tuple[str, ...]) -> Meaning:
    """What each placeholder may stand for; names of roles and factions, and the night, are known anywhere."""
    ids = {word: (word,) for word in (*script.factions, *script.roles)}
    named = {"card": tuple(script.roles), "role": tuple(script.roles), "faction": tuple(script.factions)}
    return {"night": (), **{key: named.get(key, ()) for key in placeholders}, **ids}


def _of_cards(script: Script) -> Meaning:
    """What a card may name: the numbers of the house rules too."""
    return {**_meaning(script, ()), **dict.fromkeys(script.rules.of_kind(int), ())}


def _meaning_in_call(script: Script, call: Call, key: str) -> Meaning:
    placeholders: tuple[str, ...] = ()
    if key in WRITTEN:
        named = {"then": PERSON, "story": ("who", "whom"), "unused": ("who",)}
        return _meaning(script, named.get(key, ()))
    asked = EFFECTS[call.do].answer if call.do in EFFECTS else call.ask  # another one is a fault of its own
    if key == "announce":
        placeholders = ("seats",) if asked == "seats" else PERSON
    elif asked == "seats" and call.picks < 2:
        placeholders = ("limit",)
    roles = tuple(who for who in call.who if who in script.roles)
    known = _meaning(script, placeholders)
    return {**known, "who": roles} if roles else known


def numbered(place: str, texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each of these wordings with its place, which has its number where there are several."""
    for number, text in enumerate(texts, 1):
        yield f"{place}[{number}]" if len(texts) > 1 else place, text


def _texts(script: Script, texts: tuple[str, ...], meaning: Meaning, place: str) -> Iterator[Problem]:
    for where, text in numbered(place, texts):
        if not text.strip():
            yield fault(where, "faults.empty-wording")
        try:
            parts = list(_FORMATTER.parse(text)) if "{" in text or "}" in text else ()
        except ValueError:
            yield fault(where, "faults.brace-not-closed")
            continue
        for _, name, form, conversion in parts:
            if (name in COUNTS or name in script.rules.of_kind(int)) and "|" in (form or "") and not conversion:
                counts = miscounted(str(form), script.language)
                foreign = script.fallback and not miscounted(str(form), script.fallback)
                if counts and not foreign:
                    yield fault(where, "faults.forms-of-a-word", name=name, **counts)
                form = ""
            if name is not None:
                yield from _placeholder(script, name, meaning, where, formed=bool(form or conversion))


def _placeholder(script: Script, name: str, meaning: Meaning, place: str, *, formed: bool) -> Iterator[Problem]:
    word, _, case = name.partition(".")
    if word not in meaning:
        near = nearest(word, meaning)
        plain = [key for key in meaning if key in placeholders()]
        secret = message("faults.tells-whose-card") if word in _SECRET else ""
        out = next((line for line in OUT if f"line[{line}" in place), "")
        if out and word in ("card", "faction"):
            secret = message("faults.rule-shows-cards", line=out)
        cure = secret or suggest(word, [near] if near else plain)
        yield fault(place, "faults.placeholder-means-nothing", cure, word=word)
    elif formed:
        yield fault(place, "faults.placeholder-with-more", name=name)
    elif case and (case not in (*CASES, "short") or not meaning[word]):
        alone = message("faults.placeholder-alone", name=word)
        cure = suggest(case, CASES) if meaning[word] else alone
        yield fault(place, "faults.no-such-case", cure, word=word, case=case)
    elif case:
        yield from _cases(script, meaning[word], case, place)


def _cases(script: Script, ids: tuple[str, ...], case: str, place: str) -> Iterator[Problem]:
    for word in ids:
        if not script.named[word].form(case):
            yield fault(place, "faults.case-missing", word=word, case=case)
