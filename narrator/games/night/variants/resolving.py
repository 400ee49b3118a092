"""Resolve a variant: apply it, table by table, to the whole script below it.

Tables by id change keys, and lists are replaced whole; then [[order]] is done from top to bottom. What the variant
names must be there.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any

from narrator.errors import write
from narrator.games.night.script.script import PHASES
from narrator.games.night.script.setup import rows_below
from narrator.games.night.variants import HEAD, base_named
from narrator.games.night.variants.absent import leave_out, write_out
from narrator.games.night.variants.checked import see_noted
from narrator.games.night.variants.order import forget_cases, reorder
from narrator.games.night.variants.tables import add_lines, change_calls, change_lines, change_named
from narrator.games.night.variants.twins import add_factions, add_roles
from narrator.games.night.variants.unheard import see_hidden
from narrator.games.night.variants.unsaid import see_unsaid
from narrator.games.night.variants.whole import Data, Whole, table_at
from narrator.texts import message


def resolve(below: Whole, data: Data, file: str) -> Whole:
    """Apply the variant in this file to the script below it, which has no fault of form."""
    whole = begun(below, data, file)
    for key in data:
        if key not in HEAD and key not in PARTS:
            _unknown(whole, key)
    whole.data.pop("meta", None)
    for key, change in PARTS.items():
        if key in data:
            change(whole, data[key])
    write_out(whole, below)
    forget_cases(whole)
    see_unsaid(whole, below, data)
    see_hidden(whole, data)
    return whole


def begun(below: Whole, data: Data, file: str) -> Whole:
    """The script below as it is before anything of this file is applied."""
    whole = Whole(deepcopy(below.data), below.root, file, {**below.origins}, {**below.removed}, {**below.languages})
    if "language" in data:
        whole.languages[file] = str(data["language"])
    if "checked" in data:
        see_noted(whole, data["checked"])
    _base(whole, data)
    return whole


def _base(whole: Whole, data: Data) -> None:
    """Warn of another version of the base, of which it is not known what of it the variant touches."""
    base, now = data.get("base"), whole.data.get("version", 1)
    if base is not None and type(base) is not int:
        whole.fault("base", message("faults.no-version"), write(f"base = {now}"))
    elif base not in (None, now) and "checked" not in data:
        key = "faults.base-is-newer" if base < now else "faults.base-is-older"
        whole.warn("base", message(key, base=base_named(data), version=base, now=now, file=whole.file))


def _unknown(whole: Whole, key: str) -> None:
    if key in PHASES:
        whole.fault(key, message("faults.no-calls-in-a-variant", phase=key))
    elif key in ("id", "title", "game"):
        whole.fault(key, message("faults.of-the-base"))
    else:
        whole.unknown(key, key, (*HEAD, *PARTS))


def replace(key: str, whole: Whole, found: Any) -> None:
    """Replace what the base has at the key."""
    whole.data[key] = deepcopy(found)
    whole.came(key, key)


def _change_keys(key: str, whole: Whole, found: Any) -> None:
    """Change single keys of a table of the whole script."""
    whole.merge(whole.data.setdefault(key, {}), whole.table(key, found), key, key)


def _change_rules(whole: Whole, found: Any) -> None:
    """Change single rules; what the base says of them by the number of players stands below them."""
    rules, own = whole.data.setdefault("rules", {}), table_at({"rules": found}, "rules")
    if "from_players" in rules:
        rules["from_players"] = rows_below(rules["from_players"], own)
    _change_keys("rules", whole, found)


def _change_day(whole: Whole, found: Any) -> None:
    """Change the day; what the base says of steps that are left out, or of who decides a tie, goes with them."""
    _change_keys("day", whole, found)
    day, given = whole.data["day"], table_at({"day": found}, "day")
    for part in ("from", "vote"):
        own, steps = table_at(given, part), given.get("steps")
        if isinstance(steps, list) and isinstance(day.get(part), dict):
            day[part] = {step: value for step, value in day[part].items() if step in (*steps, *own)}
    for step, own in table_at(given, "vote").items():
        if isinstance(own, dict) and own.get("tie", "decide") != "decide" and "decides" not in own:
            day["vote"][step].pop("decides", None)


PARTS: dict[str, Callable[[Whole, Any], None]] = {
    "version": partial(replace, "version"),
    "meta": partial(replace, "meta"),  # its name and its sentence are its own
    "without": leave_out,
    "rules": _change_rules,
    "line-ups": partial(_change_keys, "line-ups"),
    "day": _change_day,
    "timing": partial(_change_keys, "timing"),
    "say": partial(_change_keys, "say"),
    "faction": partial(change_named, "faction"),
    "role": partial(change_named, "role"),
    "profile": partial(change_named, "profile"),
    "new-faction": add_factions,
    "new-role": add_roles,
    "line": change_lines,
    "new-line": add_lines,
    "call": change_calls,
    "order": reorder,
}
"""What a variant can have, in the order in which it is applied."""
