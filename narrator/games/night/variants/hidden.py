"""Warn of a variant's own words that a case of its base always takes the place of, by the house rules that it has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from types import SimpleNamespace

from narrator.games.night.flow.conditions import parse, rule_holds
from narrator.games.night.script.script import PHASES
from narrator.games.night.script.setup import RULES, HouseRules
from narrator.games.night.variants.whole import TEXTS, Data, Whole, table_at
from narrator.texts import message


def see_hidden(whole: Whole, data: Data) -> None:
    """See that own words can be read or said, where the variant leaves the cases of the base as they are."""
    own = {*table_at(data, "line"), *table_at(data, "new-line")}
    for place, line in own_words(data):
        cases = [one for one in whole.data["line"] if one.get("when") and one["id"].rpartition(".")[0] == line]
        case = next((one["id"] for one in cases if all(_holds(whole, str(clause)) for clause in one["when"])), "")
        if case and case not in own:
            whole.warn(place, message("faults.case-instead", case=case))


def own_words(data: Data) -> Iterator[tuple[str, str]]:
    """Find where the variant has words, and of which line."""
    for kind, key in (("role", "does"), ("new-role", "does"), ("faction", "aim")):
        named = table_at(data, kind)
        yield from ((f"{kind}.{who}: {key}", f"{key}.{who}") for who in named if key in table_at(named, who))
    lines, calls = table_at(data, "line"), table_at(data, "call")
    for line in lines:
        yield from ((f"line.{line}: {key}", line) for key in ("text", "more") if key in table_at(lines, line))
    for call in calls:
        name = call.partition("/")[2]
        yield from ((f"call.{call}: {key}", f"{name}.{key}") for key in TEXTS if key in table_at(calls, call))


def _holds(whole: Whole, clause: str) -> bool:
    """Whether the clause is of a house rule, and holds with any number of players by what the script says."""
    negated, word, about = parse(clause)
    rules = table_at(whole.data, "rules")
    by_players = table_at(rules, "from_players").values()
    name = about[0] if word == "rule" and about else ""
    if name not in RULES or any(isinstance(row, dict) and name in row for row in by_players):
        return False
    effect = RULES[name].get("effect", "")
    if not negated and effect and not any(one.get("do") == effect for phase in PHASES for one in whole.calls(phase)):
        return False  # the rule has no part here
    given = {key: tuple(one) if isinstance(one, list) else one for key, one in rules.items()}
    return rule_holds(SimpleNamespace(**asdict(HouseRules()) | given), *about) is not negated
