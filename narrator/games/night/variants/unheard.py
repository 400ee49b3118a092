"""Warn of a variant's words that nobody hears: by its house rules, other words or none come in their place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any, NamedTuple

from narrator.errors import Problem
from narrator.games.night.flow import own_rules
from narrator.games.night.flow.conditions import CONDITIONS, parse, rule_holds
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.script.script import PHASES
from narrator.games.night.script.setup import HouseRules
from narrator.games.night.told.chronicle import OUT
from narrator.games.night.variants.unsaid import own_words, rule_without
from narrator.games.night.variants.whole import Data, Whole, table_at
from narrator.texts import Message, message
from narrator.values import replace

UNSPOKEN = ("other-line-heard", "other-line-covered", "line-unheard")
"""The warnings of a rule of the script, which a table may set otherwise."""


def see_hidden(whole: Whole, data: Data) -> None:
    """See that own words can be read or said, by the house rules and where the base's cases are left as they are."""
    own = {*table_at(data, "line"), *table_at(data, "new-line")}
    for place, line in own_words(data):
        cases = [one for one in whole.data["line"] if one.get("when") and one["id"].rpartition(".")[0] == line]
        case = next((one["id"] for one in cases if all(_holds(whole, str(clause)) for clause in one["when"])), "")
        if case and case not in own:
            whole.warn(place, message("faults.case-instead", case=case))
        elif words := _never_heard(whole, line, own):
            whole.warn(place, words)


def _holds(whole: Whole, clause: str) -> bool:
    """Whether the clause is of a house rule, and holds with any number of players by what the script says."""
    negated, word, about = parse(clause)
    rules = table_at(whole.data, "rules")
    by_players = table_at(rules, "from_players").values()
    name = about[0] if word == "rule" and about else ""
    known = own_rules.of_game(whole.data.get("game")).setup().rules
    if name not in known.single() or any(isinstance(row, dict) and name in row for row in by_players):
        return False
    effect = known.single()[name].get("effect", "")
    if not negated and effect and not any(one.get("do") == effect for phase in PHASES for one in whole.calls(phase)):
        return False  # the rule has no part here
    given = {key: tuple(one) if isinstance(one, list) else one for key, one in rules.items()}
    return rule_holds(SimpleNamespace(**asdict(known) | given), *about) is not negated


# ---- Lines that a house rule replaces or silences ----


class _Given(NamedTuple):
    """A house rule that the script sets, and what it is there with whatever number of players."""

    name: str
    values: tuple[Any, ...]

    def __str__(self) -> str:
        return " / ".join(f"{self.name} = {json.dumps(one)}" for one in self.values)


def _never_heard(whole: Whole, line: str, own: set[str]) -> Message | None:
    """Why nobody hears the line at any table, by the house rules that the script sets itself."""
    usual = own_rules.of_game(whole.data.get("game")).setup().rules
    plain, _, shown = line.rpartition("-") if line not in OUT else (line, "", "")
    dead = _given(whole, "dead")
    if plain in OUT and dead.values and (shown or "card") not in dead.values:
        instead = [plain if value == "card" else f"{plain}-{value}" for value in dead.values]
        key = "faults.other-line-heard" if shown else "faults.other-line-covered"  # D78: unless all saw the card
        return message(key, rule=str(dead), line=" / ".join(instead)) if own.isdisjoint(instead) else None
    announced = _given(whole, usual.announcing)
    if announced.values and not any(announced.values) and _of_unheard(whole, line, usual):
        return message("faults.line-unheard", rule=str(announced))
    if step := _step_of(line):
        rule = _given(whole, rule_without(whole, step))
        return message("faults.line-unheard", rule=str(rule)) if rule.values else None
    return None


def spoken_after_all(problem: Problem, own: Iterable[str]) -> bool:
    """Whether a table that sets these rules itself hears what the problem says that nobody hears."""
    if problem.key not in UNSPOKEN or not isinstance(problem.words, Message):
        return False
    return str(problem.words.values["rule"]).partition(" ")[0] in own


def _given(whole: Whole, rule: str) -> _Given:
    """What the script makes of the rule; no values if it leaves that to each table, as it may with few players."""
    rules = table_at(whole.data, "rules")
    rows = [rules, *table_at(rules, "from_players").values()]
    values = [row[rule] for row in rows if isinstance(row, dict) and rule in row]
    return _Given(rule, tuple(dict.fromkeys(values)) if rule in rules else ())


def _of_unheard(whole: Whole, line: str, usual: HouseRules) -> bool:
    """Whether the line speaks of what nobody is to hear where it is not announced who has what all fight for."""
    if line.startswith(own_rules.of_game(whole.data.get("game")).taken):
        return True
    name, _, key = line.rpartition(".")
    calls = [call for phase in PHASES for call in whole.calls(phase) if call["id"] == name]
    heard = [call for call in calls if call.get("who") and key != "announce"]
    hushed: dict[str, Any] = {usual.announcing: False}
    rules = replace(usual, **hushed)
    return bool(calls) and not heard and all(_tells(call, rules) for call in calls)


def _tells(call: Data, rules: HouseRules) -> bool:
    """Whether a condition of the call is about what nobody is to hear by these rules."""
    given = [one for key in ("when", "must") if isinstance(one := call.get(key), list)]
    known = (CONDITIONS.get(parse(str(clause))[1]) for clauses in given for clause in clauses)
    return any(one.unheard(rules) for one in known if one and one.unheard)


def _step_of(line: str) -> str:
    """The only step of a day that has this line; empty if several have it, or none."""
    steps = [name for name, step in DAY_STEPS.items() if line in step.lines or line in step.spare]
    return steps[0] if len(steps) == 1 else ""
