"""What one whole script has otherwise than another, written as the variant that makes the one of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from narrator.games.night.flow import own_rules
from narrator.games.night.proofreading.setups import FEWEST
from narrator.games.night.script.script import PHASES
from narrator.games.night.script.setup import MANY, HouseRules
from narrator.games.night.variants.whole import TEXTS, Data

_NO_LONGER: dict[type, Any] = {list: [], str: "", bool: False, dict: {}}
"""What a key is set to that is not given any more, by the kind of its value."""


def difference(old: Data, new: Data, *, whole: bool = True) -> Data:
    """The variant of the old script that is the new one.

    Of a new one that is not known to be `whole`, as a copy of an older base, what is not there is as it was.
    """
    found: Data = {}
    book = own_rules.of_game(old.get("game")).setup().rules
    usual = {key: [] if value == () else value for key, value in asdict(book).items() if value is not None}
    found["rules"] = _rules(book, usual | old.get("rules", {}), usual | new.get("rules", {}), whole=whole)
    for key in ("timing", "say", "day"):
        found[key] = _changed(old.get(key, {}), new.get(key, {}), whole=whole)
    if "line-ups" in new:  # else it has the game's
        found["line-ups"] = _changed(old.get("line-ups", {}), new["line-ups"], whole=whole)
    for kind in ("faction", "role", "profile"):
        found[kind] = _by_id(old, new, kind, whole=whole)
    there = {one["id"] for one in old["faction"]}
    found["new-faction"] = {one["id"]: _but(one, "id") for one in new["faction"] if one["id"] not in there}
    found["new-role"] = _new_roles(old, new)
    found |= _lines(old, new, whole=whole)
    found["call"] = _calls(old, new, whole=whole)
    found["order"] = [*_order(old, new, whole=whole)]
    return {key: value for key, value in found.items() if value}


def lost(old: Data, new: Data) -> list[str]:
    """The calls of the old script that the new one has not, such as `night/pastor.confess`."""
    return [f"{phase}/{name}" for phase in PHASES for name in _ids(old, phase) if name not in _ids(new, phase)]


def dropped(old: Data, new: Data) -> list[str]:
    """The lines of a copy that its base has not any more, and that are no cases."""
    there = {line["id"] for line in old["line"]}
    return [line["id"] for line in new.get("line", ()) if line["id"] not in there and not line.get("when")]


def _but(table: Data, *keys: str) -> Data:
    return {key: value for key, value in table.items() if key not in keys}


def _changed(old: Data, new: Data, *, whole: bool) -> Data:
    """The keys that differ, tables by their own keys."""
    found: Data = {}
    for key, value in new.items():
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            inner = _changed(old[key], value, whole=whole)
            found |= {key: inner} if inner else {}
        elif key not in old or old[key] != value:
            found[key] = value
    if whole:
        found |= {key: _NO_LONGER[type(old[key])] for key in old if key not in new and type(old[key]) in _NO_LONGER}
    return found


def _rules(book: HouseRules, old: Data, new: Data, *, whole: bool) -> Data:
    """The rules that differ, each with all that it is by the number of players: the old rows go where it is named."""
    found = _changed(_but(old, "from_players"), _but(new, "from_players"), whole=whole)
    was, now = old.get("from_players", {}), new.get("from_players", {})
    rows: Data = {}
    for rule in dict.fromkeys([*book.by_size, *(rule for row in (*was.values(), *now.values()) for rule in row)]):
        before, after = ({least: row[rule] for least, row in both.items() if rule in row} for both in (was, now))
        after = after if whole else before | after
        gone = whole and rule in old and rule not in new
        if not gone and rule not in found and before == after:
            continue
        if rule in new and before.keys() - after.keys():
            found[rule] = new[rule]
        elif gone or before.keys() - after.keys():
            after = _of_the_book(book.by_size[rule], after) | after
        for least, value in after.items():
            rows.setdefault(least, {})[rule] = value
    return found | (
        {"from_players": dict(sorted(rows.items(), key=lambda row: (len(row[0]), row[0])))} if rows else {}
    )


def _of_the_book(both: tuple[Any, Any], rows: Data) -> Data:
    """What the book says of the rule for fewer players than its rows: a file cannot say that it is unset."""
    usual = dict(zip((FEWEST, MANY), both, strict=True))
    return {str(least): value for least, value in usual.items() if all(least < int(row) for row in rows)}


def _by_id(old: Data, new: Data, kind: str, *, whole: bool) -> Data:
    before = {one["id"]: one for one in old.get(kind, ())}
    pairs = ((one["id"], before[one["id"]], one) for one in new.get(kind, ()) if one["id"] in before)
    found = {name: _changed(_but(was, "id"), _but(one, "id"), whole=whole) for name, was, one in pairs}
    for name, changes in found.items():
        if "name" in changes:  # a new name takes the forms that follow from it along
            now = next(one for one in new[kind] if one["id"] == name)
            changes |= {form: now[form] for form in ("nom", "short", "heard") if form in now}
    return {name: changes for name, changes in found.items() if changes}


def _new_roles(old: Data, new: Data) -> Data:
    """The roles that are new, each after the one above it, but for the first of all."""
    there, roles = {role["id"] for role in old.get("role", ())}, new.get("role", [])
    above = [{}, *({"after": role["id"]} for role in roles)]
    return {
        role["id"]: at | _but(role, "id") for at, role in zip(above, roles, strict=False) if role["id"] not in there
    }


def _lines(old: Data, new: Data, *, whole: bool) -> Data:
    before = {line["id"]: line for line in old.get("line", ())}
    changed: Data = {}
    for line in new.get("line", ()):
        if line["id"] in before:
            changes = _changed(_but(before[line["id"]], "id"), _but(line, "id"), whole=whole)
            changed |= {line["id"]: _more(before[line["id"]], changes)} if changes else {}
    added = {
        line["id"]: _but(line, "id")
        for line in reversed(new.get("line", ()))  # each new case is put above the others
        if line["id"] not in before and (whole or line.get("when"))
    }
    return {"line": changed, "new-line": added}


def _more(was: Data, changes: Data) -> Data:
    """The changes, with wordings that were only added as `more`."""
    text, before = changes.get("text"), was.get("text", [])
    if isinstance(text, list) and before and text[: len(before)] == before:
        return {
            ("more" if key == "text" else key): (text[len(before) :] if key == "text" else changes[key])
            for key in changes
        }
    return changes


# ---- Calls ----


def _ids(data: Data, phase: str) -> list[str]:
    return [call["id"] for call in data.get(phase, ())]


def _by_name(data: Data, phase: str) -> dict[str, Data]:
    return {call["id"]: call for call in data.get(phase, ())}


def _texts(data: Data) -> dict[str, Data]:
    """The texts of the calls by id, wherever they stand."""
    found: dict[str, Data] = {}
    for call in (call for phase in PHASES for call in data.get(phase, ())):
        own = {key: call[key] for key in TEXTS if key in call}
        found[call["id"]] = own | found.get(call["id"], {})
    return found


def _calls(old: Data, new: Data, *, whole: bool) -> Data:
    found: Data = {}
    was, now, said = _texts(old), _texts(new), set[str]()
    for phase in PHASES:
        before = _by_name(old, phase)
        for name, call in _by_name(new, phase).items():
            if name not in before:
                continue
            changes = _changed(_but(before[name], "id", *TEXTS), _but(call, "id", *TEXTS), whole=whole)
            if name not in said:
                changes |= _changed(was[name], now[name], whole=whole)
            said.add(name)
            found |= {f"{phase}/{name}": changes} if changes else {}
    return found


def _order(old: Data, new: Data, *, whole: bool) -> Iterator[Data]:
    """The operations that make the new order of the old one."""
    for phase in PHASES:
        order, target, texts = _ids(old, phase), _ids(new, phase), _texts(new)
        for name in [name for name in order if name not in target]:
            if whole:
                order.remove(name)
                yield {"remove": f"{phase}/{name}"}
        staying = _longest([name for name in target if name in order], order)
        for at, name in enumerate(target):
            if name in staying:
                continue
            place = {"after": target[at - 1]} if at else {"before": order[0]} if order else {}
            if name in order:
                order.remove(name)
                yield {"move": f"{phase}/{name}"} | place
            else:
                call = _by_name(new, phase)[name]
                others = {one for other in PHASES for one in _ids(old, other)}
                own = texts[name] if name not in others else {}
                yield {"add": f"{phase}/{name}"} | place | _but(call, "id", *TEXTS) | own
            order.insert(order.index(target[at - 1]) + 1 if at else 0, name)


def _longest(names: list[str], order: list[str]) -> set[str]:
    """The most of the names that stand in this order already, so that the fewest have to be moved."""
    places = [order.index(name) for name in names]
    best: list[list[int]] = []
    for at, place in enumerate(places):
        before = [run for run in best if places[run[-1]] < place]
        best.append([*max(before, key=len, default=[]), at])
    return {names[at] for at in max(best, key=len, default=[])}
