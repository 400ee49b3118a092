"""New factions of a variant, and new roles, each like another: its side, texts and traits; calls beside its own."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from narrator.errors import add_texts, nearest, suggest
from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.tables import needs_nom, not_in_the_base, with_cases
from narrator.games.night.variants.whole import WORDS, Data, Whole
from narrator.texts import message

_TAKEN_OVER = ("faction", "does", "many", "traits")
"""What a new role has of the one that it is like, where it says nothing else itself."""


def add_factions(whole: Whole, found: Any) -> None:
    """Add factions below those that there are. Their roles, calls and lines are added as all others are."""
    for word, table in whole.tables("new-faction", found):
        place = f"new-faction.{word}"
        if word in whole.named("faction"):
            whole.fault(place, message("faults.faction-in-the-base", id=word))
        else:
            whole.data["faction"].append({"id": word} | with_cases(whole, table, place))
            whole.came(f"faction[{word}]", place)


def add_roles(whole: Whole, found: Any) -> None:
    """Add roles, each ranked below the one that it is to come after, else that it is like, else below all others.

    One like a role of another faction ranks below all of its own.
    """
    for word, table in whole.tables("new-role", found):
        place = f"new-role.{word}"
        if word in whole.named("role"):
            whole.fault(place, message("faults.role-in-the-base", id=word))
        else:
            _add(whole, word, with_cases(whole, _meant(whole, table, place), place), place)


def _meant(whole: Whole, table: Data, place: str) -> Data:
    """The table with the roles that were meant by those that are not in the base, so that all else of it is judged.

    Where none is near, it is a role of its own, in some faction.
    """
    there = [*whole.named("role")]
    slips = {key: str(table[key]) for key in ("like", "after") if key in table and table[key] not in there}
    for key, named in slips.items():
        whole.fault(f"{place}: {key}", *not_in_the_base(whole, "role", named, suggest(named, there)))
    meant = {key: near for key, named in slips.items() if (near := nearest(named, there))}
    some = {"faction": next(iter(whole.named("faction")), "")} if "like" in slips and "like" not in meant else {}
    return some | {key: value for key, value in table.items() if key not in slips} | meant


def _add(whole: Whole, word: str, own: Data, place: str) -> None:
    roles, there, like = whole.data["role"], whole.named("role"), own.pop("like", "")
    old, above = there.get(like, {}), _above(roles, like, own)
    renaming = _Renaming(like, word)
    taken = {key: renaming.of(old[key], key) for key in _TAKEN_OVER if key in old}
    role = {"id": word} | taken | own
    roles.insert(roles.index(above) + 1 if above else len(roles), role)
    whole.came(f"role[{word}]", place)
    if not old:
        return
    if "does" not in own:
        _copy_cases(whole, renaming, f"does.{like}", f"does.{word}", place)
    for phase in PHASES:
        for call in [call for call in whole.calls(phase) if like in call.get("who", ())]:
            if call["who"] == [like]:
                _copy_call(whole, renaming, phase, call, place)
            else:
                call["who"].insert(call["who"].index(like) + 1, word)
                whole.came(f"{phase}[{call['id']}]: who", place)
    wanted = ["nom", *renaming.cases] if needs_nom(whole, old) else renaming.cases
    _require_forms(whole, role, [case for case in wanted if not role.get(case)], place)


def _require_forms(whole: Whole, role: Data, lacking: list[str], place: str) -> None:
    """Note the forms that the role's calls take and it lacks; its id is put there, so that no line is reported."""
    if lacking:
        whole.fault(f"{place}: cases", message("faults.forms-it-lacks", cases=", ".join(lacking)), add_texts(lacking))
    if "name" not in role:
        lacking = [*lacking, *({"nom"} - role.keys())]
    role |= dict.fromkeys(lacking, role["id"])


def _above(roles: list[Data], like: str, own: Data) -> Data:
    """The role below which a new one ranks: the one named, the one that it is like, or its own faction's last."""
    if after := own.pop("after", ""):
        return next(role for role in roles if role["id"] == after)
    old = next((role for role in roles if role["id"] == like), {})
    side = own.get("faction", old.get("faction"))
    mates = [role for role in roles if role.get("faction") == side]
    return old if not old or old.get("faction") == side else mates[-1] if mates else {}


def _copy_call(whole: Whole, renaming: _Renaming, phase: str, call: Data, place: str) -> None:
    """Put a call of the new role's own below the one like it."""
    name = renaming.call(call["id"])
    if not whole.of_id(name):
        for key in {*WORDS, *(key for _, one in whole.of_id(call["id"]) for key in one.get("lines", ()))}:
            _copy_cases(whole, renaming, f"{call['id']}.{key}", f"{name}.{key}", place)
    copied = {key: renaming.of(value, key) for key, value in call.items()} | {"id": name}
    whole.calls(phase).insert(whole.calls(phase).index(call) + 1, copied)
    whole.came(f"{phase}[{name}]", f"{place}: {phase}[{name}]")


def _copy_cases(whole: Whole, renaming: _Renaming, line: str, name: str, place: str) -> None:
    """Copy the cases of a line, each below the one like it."""
    lines = whole.data["line"]
    for case in [one for one in lines if one.get("when") and one["id"].rpartition(".")[0] == line]:
        word = f"{name}.{case['id'].rpartition('.')[2]}"
        copied = {key: renaming.of(value, key) for key, value in case.items()} | {"id": word}
        lines.insert(lines.index(case) + 1, copied)
        whole.came(f"line[{word}]", f"{place}: line[{word}]")


class _Renaming:
    """Puts one role's id in the place of another's: in `who`, in conditions, in placeholders."""

    def __init__(self, old: str, new: str) -> None:
        self._old, self._new = old, new
        self._placeholder = re.compile(rf"{{{re.escape(old)}(\.\w+)?}}")
        self.cases: dict[str, None] = {}
        """The forms of its name that the texts of the new role take, but for those that the name stands for."""

    def call(self, name: str) -> str:
        """The new role's id for a call like this one."""
        return f"{self._new}.{name.partition('.')[2]}"

    def of(self, value: Any, key: str) -> Any:
        """A copy of what is at this key, for the new role."""
        if isinstance(value, dict):
            return {word: self.of(one, word) for word, one in value.items()}
        if isinstance(value, list):
            return [self.of(one, key) for one in value]
        if not isinstance(value, str):
            return value
        if key in ("who", "when", "must"):
            words = ["", *value.split()]  # a house rule may be called as a role is
            pairs = pairwise(words)
            return " ".join(self._new if word == self._old and last != "rule" else word for last, word in pairs)
        found = (name.removeprefix(".") for name in self._placeholder.findall(value))
        self.cases |= {case: None for case in found if case not in ("", "name", "nom", "short")}
        return self._placeholder.sub(rf"{{{self._new}\1}}", value)
