"""Random changes of a script, as a variant writes them and as somebody makes them by hand in the whole of it."""

from __future__ import annotations

import pickle
import re
from ast import literal_eval
from collections.abc import Iterable
from copy import deepcopy
from random import Random
from typing import Any

from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.resolving import resolve
from narrator.games.night.variants.whole import Whole

from tests.own_script import DATA

Data = dict[str, Any]
Change = tuple[str, str, Any]
"""A kind of change, what it is about, and the table that the variant has for it."""

TEXTS = ("wake", "line", "prompt", "sleep", "announce", "lines", "alone", "story", "unused", "sheet")


def resolved(changes: Iterable[Change], data: Data = DATA) -> Whole:
    """The script with the changes that a variant makes."""
    return resolve(Whole(data, "base.toml"), as_variant(changes), "my.toml")


def as_variant(changes: Iterable[Change]) -> Data:
    """The changes as the variant's file has them."""
    found: Data = {"format": 1, "extends": "base.toml"}
    for kind, about, table in changes:
        if kind == "order":
            found.setdefault("order", []).append(deepcopy(table))
        else:
            found.setdefault(kind, {})[about] = deepcopy(table)
    return found


def by_hand(changes: Iterable[Change], data: Data = DATA) -> Data:
    """The whole script with the changes made in it, kind by kind as in a variant: a twin is like the other's base."""
    data = pickle.loads(pickle.dumps(data))  # many times as fast as a deep copy
    for kind, about, table in sorted(changes, key=lambda one: [*HANDS].index(one[0])):
        HANDS[kind](data, about, deepcopy(table))
    return data


def _rule(data: Data, about: str, value: Any) -> None:
    data.setdefault("rules", {})[about] = value


def _line_ups(data: Data, about: str, value: Any) -> None:
    old = data["line-ups"][about]
    data["line-ups"][about] = old | value if isinstance(old, dict) else value


def _day(data: Data, about: str, value: Any) -> None:
    data["day"][about] = value


def _named(kind: str) -> Any:
    def change(data: Data, about: str, table: Data) -> None:
        one = next(one for one in data[kind] if one["id"] == about)
        if "name" in table:
            for form in ("nom", "short", "heard"):
                one.pop(form, None)
        one |= table.pop("cases", {})
        one |= table

    return change


def _line(data: Data, about: str, table: Data) -> None:
    line = next((one for one in data["line"] if one["id"] == about), None)
    key = "text"
    if line is None:  # a call's
        name, _, key = about.rpartition(".")
        line = next(call for phase in PHASES for call in data[phase] if call["id"] == name and key in call)
    line[key] = table.get("text", line[key]) + table.get("more", [])


def _call(data: Data, about: str, table: Data) -> None:
    phase, _, name = about.partition("/")
    for key, value in table.items():
        holders = [call for one in PHASES for call in data[one] if call["id"] == name and key in call]
        own = next(call for call in data[phase] if call["id"] == name)
        (holders[0] if key in TEXTS and holders else own)[key] = value


def _twin(data: Data, about: str, table: Data) -> None:
    like = table.pop("like")

    def of(value: Any) -> Any:
        """The same for the twin: wherever the other's id stands alone, but not where another begins with it."""
        return literal_eval(re.sub(rf"(?<=[ '\"{{])(?<!rule ){like}(?=[ '\".}}])", about, repr(value)))

    old = next(role for role in data["role"] if role["id"] == like)
    kept = {key: of(old[key]) for key in ("faction", "does", "many", "traits") if key in old}
    own = table.pop("cases", {}) | table
    data["role"].insert(data["role"].index(old) + 1, {"id": about, **kept, **own})
    for phase in PHASES:
        for call in [call for call in data[phase] if like in call.get("who", [])]:
            if call["who"] == [like]:
                twin = {**of(call), "id": f"{about}.{call['id'].partition('.')[2]}"}
                data[phase].insert(data[phase].index(call) + 1, twin)
            else:
                call["who"].insert(call["who"].index(like) + 1, about)
    families = tuple({f"{call['id']}." for phase in PHASES for call in DATA[phase] if call["who"] == [like]})
    for line in [line for line in data["line"] if line.get("when")]:
        kind, _, rest = line["id"].partition(".")
        twin = {"id": f"does.{about}.{rest.partition('.')[2]}"} if kind == "does" else {"id": f"{about}.{rest}"}
        if line["id"].startswith(families) or (line["id"].startswith(f"does.{like}.") and "does" not in own):
            data["line"].insert(data["line"].index(line) + 1, {**of(line), **twin})


def _order(data: Data, _: str, table: Data) -> None:
    kind = next(key for key in ("move", "remove", "add", "say") if key in table)
    phase, _, name = table.pop(kind).partition("/")
    calls = data[phase]
    beside = [(table.pop(side), side == "after") for side in ("before", "after") if side in table]
    call = next((one for one in calls if one["id"] == name), {"id": name})
    if kind in ("move", "remove"):
        calls.remove(call)
    elif kind == "say":
        call |= {"line": table.pop("text"), **table}
    else:
        call |= table
    if kind == "remove":
        _leave_texts(data, call)
        return
    at = [one["id"] for one in calls].index(beside[0][0]) + beside[0][1] if beside else len(calls)
    calls.insert(at, call)


def _leave_texts(data: Data, call: Data) -> None:
    """What is said by the id stays with another call of it; cases go with the last."""
    heir = next((one for phase in PHASES for one in data[phase] if one["id"] == call["id"]), None)
    if heir is not None:
        heir |= {key: call[key] for key in TEXTS if key in call}
    else:
        lines = data["line"]
        data["line"] = [one for one in lines if not (one.get("when") and one["id"].startswith(f"{call['id']}."))]


HANDS = {
    "rules": _rule,
    "line-ups": _line_ups,
    "day": _day,
    "role": _named("role"),
    "faction": _named("faction"),
    "new-role": _twin,
    "line": _line,
    "call": _call,
    "order": _order,
}


# ---- Drawn at random ----


def drawn(chance: Random, most: int = 6) -> list[Change]:
    """Some changes of all kinds, each about something else, and then operations on the order as it is by then."""
    found: dict[tuple[str, str], Change] = {}
    for _ in range(chance.randint(0, most)):
        change = chance.choice(DRAWS)(chance)
        found.setdefault(change[:2], change)
    changes = [*found.values()]
    if chance.random() < 0.3:
        changes.append(_draw_twin(chance, changes))
    data = by_hand(changes)
    for _ in range(chance.randint(0, most)):
        changes.append(_draw_order(chance, data, len(changes)))
        _order(data, "", deepcopy(changes[-1][2]))
    return changes


def _draw_rule(chance: Random) -> Change:
    return "rules", *chance.choice([("drinks", 3), ("town_hangs", False), ("ship_night", 5), ("shot_success", 0.5)])


def _draw_line_ups(chance: Random) -> Change:
    sizes, first = {"9": {"indians": 3}, "40": {"ufos": 9}}, {"town": ["mayor"]}
    return "line-ups", *chance.choice([("most", 40), ("sizes", sizes), ("first", first), ("key", ["boss"])])


def _draw_day(chance: Random) -> Change:
    return "day", *chance.choice([("steps", ["timer", "hang"]), ("steps", ["duel", "search"]), ("from", {"duel": 2})])


def _draw_role(chance: Random) -> Change:
    role = chance.choice(DATA["role"])
    cases = {case: f"Nowym{case}" for case in ("voc", "gen", "dat", "acc", "ins", "loc") if case in role}
    renamed = {"name": "Nowy", "cases": cases} if chance.random() < 0.5 else {}
    return "role", role["id"], renamed | ({"traits": ["show-card"]} if chance.random() < 0.5 else {"does": "Nic."})


def _draw_faction(chance: Random) -> Change:
    return "faction", chance.choice(DATA["faction"])["id"], chance.choice([{"aim": "Wygrać."}, {"timbre": "cloud"}])


def _draw_line(chance: Random) -> Change:
    lines = [line["id"] for line in DATA["line"]]
    texts = [
        f"{call['id']}.{key}" for phase in PHASES for call in DATA[phase] for key in ("wake", "line") if key in call
    ]
    change = chance.choice([{"text": ["Inaczej."]}, {"more": ["Jeszcze."]}, {"text": ["A."], "more": ["B.", "C."]}])
    return "line", chance.choice([*lines, *texts]), change


def _draw_call(chance: Random) -> Change:
    phase = chance.choice(PHASES)
    call = chance.choice(DATA[phase])
    change = chance.choice(
        [
            {"window": [9.0, 3.0]},
            {"sleep": ["Śpijcie."]},
            {"when": ["from-night 2"]},
            {"open": True},
            {"nights": [1, 3]},
        ]
    )
    return "call", f"{phase}/{call['id']}", change


def _draw_twin(chance: Random, changes: list[Change]) -> Change:
    roles = [role["id"] for role in DATA["role"] if ("role", role["id"]) not in [one[:2] for one in changes]]
    own = {"does": "Coś."} if chance.random() < 0.5 else {}
    cases = {case: f"Bliźniak-{case}" for case in ("voc", "gen", "dat", "acc", "ins", "loc")}
    return "new-role", "twin", {"like": chance.choice(roles), "name": "Bliźniak", "cases": cases} | own


DRAWS = (_draw_rule, _draw_line_ups, _draw_day, _draw_role, _draw_faction, _draw_line, _draw_call)


def _draw_order(chance: Random, data: Data, number: int) -> Change:
    """An operation that can be done on this script."""
    phase = chance.choice([phase for phase in PHASES if len(data[phase]) > 1])
    order = [call["id"] for call in data[phase]]
    name, beside = chance.sample(order, 2)
    where = {chance.choice(["before", "after"]): beside}
    new = f"new.call-{number}"
    return (
        "order",
        str(number),
        chance.choice(
            [
                {"move": f"{phase}/{name}"} | where,
                {"remove": f"{phase}/{name}"},
                {"add": f"{phase}/{new}", "who": ["mayor"], "wake": ["Wstań."], "sleep": ["Śpij."]} | where,
                {"say": f"{phase}/{new}", "text": ["Burza."], "nights": [2]} | where,
            ]
        ),
    )
