"""Warn of what a variant changes while cards and lines go on telling of it as before."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from narrator.games.night.flow.conditions import limits
from narrator.games.night.variants.whole import TEXTS, Data, Whole, table_at
from narrator.texts import Words, message


def see_unsaid(whole: Whole, below: Whole, data: Data) -> None:
    """See that cards and calls whose powers are changed are told anew; writing the words again is enough."""
    for place, words in (*_roles(whole, below, data), *_calls(below, data)):
        whole.warn(place, words)


def _roles(whole: Whole, below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    before, roles = below.named("role"), table_at(data, "role")
    for name in (name for name in roles if name in before):
        was, own = before[name], table_at(roles, name)
        if (
            own.get("traits", was.get("traits", [])) != was.get("traits", [])
            and was.get("does")
            and "does" not in own
        ):
            yield f"role.{name}: does", message("faults.does-as-before")
        side = own.get("faction", was["faction"])
        mates = [role["id"] for role in whole.data["role"] if role["faction"] == side]
        if side != was["faction"] and mates[0] == name and mates[1:]:
            yield f"role.{name}: faction", message("faults.leads-now", role=name, faction=str(side), other=mates[1])


def _calls(below: Whole, data: Data) -> Iterator[tuple[str, Words]]:
    calls, roles = table_at(data, "call"), table_at(data, "role")
    lines = {line.rpartition(".")[0] for line in table_at(data, "line")}
    for word in calls:
        phase, _, name = word.partition("/")
        own, was = table_at(calls, word), below.call(phase, name)
        if was is None or name in lines or own.keys() & {*TEXTS}:
            continue
        cards = was.get("who", [])
        other = own.get("do", was.get("do")) != was.get("do") or _limited(own, was) != _limited(was)
        if other and not any("does" in table_at(roles, card) for card in cards):
            yield f"call.{word}: line", message("faults.power-as-before", call=name, cards=", ".join(cards))


def _limited(*calls: Data) -> Collection[str]:
    """How often the power may be used, by the first of the calls that says it."""
    found: Any = next((call["when"] for call in calls if "when" in call), [])
    return limits(tuple(map(str, found))) if isinstance(found, list) else ()
