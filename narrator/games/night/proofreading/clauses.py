"""Proofread the words of a call's `when` and `must`: the words, how many arguments, and of which kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from narrator.errors import Problem, did_you_mean, fault, misspelt, short_list, suggest, unknown, warn, write
from narrator.games.night.flow.cases import Fact
from narrator.games.night.flow.conditions import CONDITIONS, Condition, parse
from narrator.games.night.flow.own_rules import known
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.state.marks import MARKS
from narrator.texts import Words, message

MOST_COUNTED = 99
"""What is counted goes no further: where a count is set, each number up to its rule is offered."""


def proofread_clauses(script: Script, call: Call, place: str) -> Iterator[Problem]:
    """Find the faults of the call's conditions."""
    wrong = [
        problem
        for key, clauses in (("when", call.when), ("must", call.must))
        for number, clause in enumerate(clauses, 1)
        for problem in _clause(script, call, clause, f"{place}: {key}[{number}]")
    ]
    yield from wrong or _clashes(call, place)
    if call.must and not call.optional:
        yield warn(f"{place}: must", "faults.must-anyway")


def _clashes(call: Call, place: str) -> Iterator[Problem]:
    if found := clash(call.when, CONDITIONS):
        yield fault(f"{place}: when", "faults.never-together", one=found[0], other=found[1])
    elif found := clash((*call.when, *call.must), CONDITIONS):
        yield fault(f"{place}: must", "faults.nobody-ever-must", one=found[0], other=found[1])


def clash(clauses: tuple[str, ...], known: Mapping[str, Fact | Condition]) -> tuple[str, ...]:
    """Two of these known words that exclude each other; nothing if there are none."""
    for number, one in enumerate(clauses):
        for other in clauses[:number]:
            (negated, word, about), (against, second, others) = parse(one), parse(other)
            values = word == "rule" and len(about) == len(others) == 2 and about[0] == others[0]
            exact = word in known and (known[word].exact or values) and not (negated or against) and about != others
            if word == second and (exact or (about == others and negated != against)):
                return other, one
    return ()


def _clause(script: Script, call: Call, clause: str, place: str) -> Iterator[Problem]:
    word, conditions = parse(clause)[1], known(CONDITIONS, script, lambda one: one.true)
    if word not in conditions:
        yield fault(place, "faults.no-condition", one_of(word, conditions), word=word)
        return
    if CONDITIONS[word].of_roles and any(who in script.factions for who in call.who):
        yield fault(place, "faults.condition-of-roles", word=word)
    yield from proofread_arguments(script, clause, CONDITIONS[word].arguments, place)


def proofread_arguments(script: Script, clause: str, kinds: tuple[str, ...], place: str) -> Iterator[Problem]:
    """Find the faults of what follows a word: as many arguments as it has, and each of its kind."""
    _, word, arguments = parse(clause)
    if not sum(kind != "value" for kind in kinds) <= len(arguments) <= len(kinds):
        pattern = " ".join([word, *(f"[{kind}]" if kind == "value" else f"<{kind}>" for kind in kinds)])
        yield fault(place, "faults.arguments", clause=clause, count=len(arguments), pattern=pattern)
        return
    for kind, argument in zip(kinds, arguments, strict=False):
        yield from _argument(script, kind, argument, arguments[0], place)


def one_of(word: str, known: Collection[str]) -> Words:
    """A cure for a word that only the program has: what was meant by a slip, else that none can be added."""
    if near := misspelt(word, known):
        return did_you_mean(near)
    return message("faults.none-can-be-added", known=short_list(sorted(known)))


def _argument(script: Script, kind: str, argument: str, rule: str, place: str) -> Iterator[Problem]:
    rules = script.rules
    names: dict[str, tuple[str, Collection[str]]] = {
        "faction": ("faults.no-faction", script.factions),
        "role": ("faults.no-role", script.roles),
        "who": ("faults.no-role-or-faction", script.named),
        "mark": ("faults.no-mark", MARKS),
        "rule": ("faults.no-house-rule", rules.single()),
    }
    if kind in names and argument not in names[kind][1]:
        yield unknown(place, names[kind][0], argument, names[kind][1])
    elif kind == "number" and argument not in (numbers := rules.of_kind(int)):
        yield from _number(argument, "" if argument.isdecimal() else suggest(argument, numbers), place)
    elif kind == "value" and rule in rules.single():
        yield from _value(rules, rule, argument, place)


def _value(rules: HouseRules, rule: str, value: str, place: str) -> Iterator[Problem]:
    kind: Any = rules.kinds()[rule]
    if kind is bool:
        yield fault(place, "faults.rule-without-value", rule=rule)
    elif get_origin(kind) is Literal and value not in get_args(kind):
        yield fault(place, "faults.rule-is-never", suggest(value, get_args(kind)), rule=rule, value=value)
    elif rule in rules.of_kind(int):
        yield from _number(value, write(f"rule {rule} 3"), place)


def _number(text: str, cure: Words, place: str) -> Iterator[Problem]:
    if not text.isdecimal():
        yield fault(place, "faults.no-number", cure, text=text)
    elif len(text) > len(str(MOST_COUNTED)):
        yield fault(place, "faults.too-much", value=f"'{text}'", most=MOST_COUNTED)
