"""What one whole script has otherwise than another, written as the variant that makes the one of the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from narrator.errors import BadData, Problem, fault
from narrator.games.night.flow import own_rules
from narrator.games.night.script.script import PHASES
from narrator.games.night.script.setup import FEWEST, MANY, HouseRules
from narrator.games.night.variants.whole import TEXTS, Data
from narrator.games.night.variants.writing import as_toml_text

_NO_LONGER: dict[type, Any] = {list: [], str: "", bool: False, dict: {}}
"""What a key is set to that is not given any more, by the kind of its value."""

_LISTS = ("faction", "role", "profile", "line", *PHASES)
_NAME = re.compile(r"{([a-z][a-z0-9-]*)(?:\.([a-z]+))?}")


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
    there = _named(old, "faction")
    found["new-faction"] = {one["id"]: _but(one, "id") for one in new["faction"] if one["id"] not in there}
    found["new-role"] = _new_roles(old, new)
    found |= _lines(old, new, whole=whole)
    found["call"] = _calls(old, new, whole=whole)
    found["order"] = [*_order(old, new, whole=whole)]
    return {key: value for key, value in found.items() if value}


def _named(data: Data, kind: str) -> dict[str, Data]:
    """The factions, roles, profiles or lines, or the calls of a phase, by id."""
    return {one["id"]: one for one in data.get(kind, ())}


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
    before, found = _named(old, kind), Data()
    for name, now in _named(new, kind).items():
        changes = _changed(before[name], now, whole=whole) if name in before else {}
        if "name" in changes:  # a new name takes the forms that follow from it along
            changes |= {form: now[form] for form in ("nom", "short", "heard") if form in now}
        found |= {name: changes} if changes else {}
    return found


def _new_roles(old: Data, new: Data) -> Data:
    """The roles that are new, each after the one above it, but for the first of all."""
    there, roles = _named(old, "role"), new.get("role", [])
    above = [{}, *({"after": role["id"]} for role in roles)]
    return {
        role["id"]: at | _but(role, "id") for at, role in zip(above, roles, strict=False) if role["id"] not in there
    }


def _lines(old: Data, new: Data, *, whole: bool) -> Data:
    before, changed = _named(old, "line"), _by_id(old, new, "line", whole=whole)
    added = {
        line["id"]: _but(line, "id")
        for line in reversed(new.get("line", ()))  # each new case is put above the others
        if line["id"] not in before and (whole or line.get("when"))
    }
    return {"line": {name: _more(before[name], changes) for name, changes in changed.items()}, "new-line": added}


def _more(was: Data, changes: Data) -> Data:
    """The changes, with wordings that were only added as `more`."""
    text, before = changes.get("text"), was.get("text", [])
    if isinstance(text, list) and before and text[: len(before)] == before:
        more = ("more", text[len(before) :])
        return dict(more if key == "text" else (key, value) for key, value in changes.items())
    return changes


# ---- Calls ----


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
        before = _named(old, phase)
        for name, call in _named(new, phase).items():
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
        order, target, texts = [*_named(old, phase)], [*_named(new, phase)], _texts(new)
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
                call = _named(new, phase)[name]
                own = {} if any(name in _named(old, other) for other in PHASES) else texts[name]
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


# ---- A variant out of a whole copy ----


def slimmed(copy: Data, place: str, now: Data, base: str, old: Data | None = None) -> str:
    """The text of a variant of `base`, which is `now` so, that says what the copy has otherwise.

    With the base as it was when it was copied, `old`, what was taken out is out. Without it, what the copy lacks may
    have come later: it is kept, and a comment has how to take it out. Raises BadData of what is no whole script.
    """
    faults = [*_nameless(copy, place), *(_nameless(old, "--base") if old else ())]
    if faults:
        raise BadData(faults)
    known = old or now
    copy = copy if old else _in_words_of(now, copy)
    head: Data = {"format": 1, "extends": base, "base": now.get("version", 1)}
    title = copy.get("title", "")
    head |= {"meta": {"name": title}} if title != known.get("title", "") else {}
    text = as_toml_text(head | difference(known, copy, whole=old is not None))
    return text if old is not None else text + "".join(_left(known, copy))


def _nameless(data: Data, place: str) -> list[Problem]:
    kinds = [
        kind
        for kind in _LISTS
        if not isinstance(data.get(kind, []), list)
        or any(not isinstance(one, dict) or not isinstance(one.get("id"), str) for one in data.get(kind, []))
    ]
    return [fault(f"{place}: {kind}", "faults.not-all-have-ids") for kind in kinds]


def _left(known: Data, copy: Data) -> Iterator[str]:
    """What the variant cannot say, as comments: calls that the copy has not, and lines that the base has not."""
    for phase in PHASES:
        for name in (name for name in _named(known, phase) if name not in _named(copy, phase)):
            call = f"{phase}/{name}"
            yield f"\n# The copy has no such call. To take it out:\n# [[order]]\n# remove = {call!r}\n"
    for name, line in _named(copy, "line").items():
        if name not in _named(known, "line") and not line.get("when"):
            yield f"\n# The base has no line {name} any more.\n"


def _in_words_of(now: Data, copy: Data) -> Data:
    """The copy, with texts in which names are only written out as the base takes them by placeholder today."""
    names = _named(now, "faction") | _named(now, "role")

    def plain(text: str) -> str:
        def form(found: re.Match[str]) -> str:
            named, case = names.get(found[1]), found[2] or "name"
            return str(named.get(case) or named.get("name")) if named else found[0]

        return _NAME.sub(form, text).casefold()

    today = {plain(text): text for text in _every_text(now) if _NAME.search(text)}

    def again(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: again(one) for key, one in value.items()}
        if isinstance(value, list):
            return [again(one) for one in value]
        return today.get(plain(value), value) if isinstance(value, str) else value

    found: Data = again(copy)
    return found


def _every_text(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return [text for part in parts for text in _every_text(part)]
    return [value] if isinstance(value, str) else []
