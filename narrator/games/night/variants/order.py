"""The operations on the order of calls: each is done on the result of those above it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields
from typing import Any

from narrator.errors import write
from narrator.games.night.script.script import PHASES, Call
from narrator.games.night.variants.whole import BY_DAY, TEXTS, Data, Whole, in_no_phase
from narrator.texts import message

_PLACES = ("before", "after")


def reorder(whole: Whole, found: Any) -> None:
    """Do all operations, from top to bottom."""
    for number, one in enumerate(whole.listed("order", found, "[[order]]"), 1):
        place = f"order[{number}]"
        operation = whole.table(place, one)
        named = [key for key in OPERATIONS if key in operation]
        if len(named) != 1:
            done, ways = len(named), ", ".join(OPERATIONS)
            words = message("faults.does-much", count=done) if named else message("faults.does-nothing")
            whole.fault(place, words, message("faults.one-in-each-order", ways=ways))
        elif whole.expect_text(f"{place}: {named[0]}", operation[named[0]]):
            OPERATIONS[named[0]](whole, operation, place)


def _move(whole: Whole, operation: Data, place: str) -> None:
    whole.known_keys(place, operation, ("move", *_PLACES))
    if not (there := whole.find_call(operation["move"], f"{place}: move")):
        return
    phase, call = there
    if at := _place(whole, phase, operation, place, of=call):
        whole.calls(phase).remove(call)
        whole.calls(phase).insert(_index(whole, phase, *at), call)
        whole.moved(f"{phase}[{call['id']}]", place)


def _remove(whole: Whole, operation: Data, place: str) -> None:
    whole.known_keys(place, operation, ("remove",))
    if there := whole.find_call(operation["remove"], f"{place}: remove"):
        whole.take_out(*there, place)


def _add(whole: Whole, operation: Data, place: str) -> None:
    whole.known_keys(place, operation, ("add", *OF_CALLS, *_PLACES))
    call = {key: deepcopy(value) for key, value in operation.items() if key in OF_CALLS}
    if _insert(whole, operation, operation["add"], call, place):
        phase, _, word = operation["add"].partition("/")
        for one in call["lines"] if isinstance(call.get("lines"), dict) else ():
            whole.came(f"{phase}[{word}]: {one}", f"{place}: lines: {one}")


OF_CALLS = tuple(key.name for key in fields(Call) if key.name != "id")
_SPOKEN = ("say", "text", "alone", "nights", "when", "pause", *_PLACES)


def _say(whole: Whole, operation: Data, place: str) -> None:
    whole.known_keys(place, operation, _SPOKEN)
    name, text = operation["say"], operation.get("text")
    if not text:
        whole.fault(f"{place}: text", message("faults.nothing-said"))
        return
    call = {key: deepcopy(operation[key]) for key in ("nights", "when", "pause") if key in operation} | {"line": text}
    call |= {"alone": {"line": operation["alone"]}} if "alone" in operation else {}
    name = name if "/" in name else f"night/{name}"
    if _insert(whole, operation, name, call, place):
        phase, _, word = name.partition("/")
        whole.came(f"{phase}[{word}]: line", f"{place}: text")
        whole.came(f"{phase}[{word}]: alone: line", f"{place}: alone")


def _insert(whole: Whole, operation: Data, name: str, call: Data, place: str) -> bool:
    """Put a new call in its place; its texts are those of all calls of its id from now on."""
    kind = "add" if "add" in operation else "say"
    phase, slash, word = name.partition("/")
    if not slash or phase not in PHASES:
        cure = BY_DAY if phase == "day" else write(f'"night/{word or name}"')
        whole.fault(f"{place}: {kind}", in_no_phase(name), cure)
    elif whole.call(phase, word):
        whole.fault(f"{place}: {kind}", message("faults.call-already", call=word, phase=phase))
    elif at := _place(whole, phase, operation, place):
        for _, other in whole.of_id(word):
            for key in [key for key in call if key in TEXTS]:
                if isinstance(other.get(key), dict) and isinstance(call[key], dict):
                    call[key] = other[key] | call[key]
                other.pop(key, None)
        whole.calls(phase).insert(_index(whole, phase, *at), {"id": word} | call)
        whole.removed.pop((phase, word), None)
        whole.came(f"{phase}[{word}]", place)
        return True
    return False


Beside = tuple[str, str]
"""Whether before or after, and the id of the call beside which it is; both empty where there is none."""


def _place(whole: Whole, phase: str, operation: Data, place: str, of: Data | None = None) -> Beside | None:
    """Where the operation puts its call; None, with the fault noted, if that is no place."""
    given = [key for key in _PLACES if key in operation]
    if not given and not whole.calls(phase):
        return "", ""
    if len(given) != 1:
        words = message("faults.before-and-after" if given else "faults.not-said-where")
        whole.fault(place, words, message("faults.before-or-after"))
        return None
    here, where = f"{place}: {given[0]}", operation[given[0]]
    if not whole.expect_text(here, where):
        return None
    named = where if "/" in where else f"{phase}/{where}"
    there = whole.find_call(named, here)
    if there and there[0] != phase:
        whole.fault(here, message("faults.another-part", call=named, phase=phase))
    elif there and there[1] is of:
        whole.fault(here, message("faults.beside-itself"))
    elif there:
        return given[0], there[1]["id"]
    return None


def _index(whole: Whole, phase: str, side: str, beside: str) -> int:
    order = [call["id"] for call in whole.calls(phase)]
    return order.index(beside) + (side == "after") if side else len(order)


OPERATIONS: dict[str, Callable[[Whole, Data, str], None]] = {
    "move": _move,
    "remove": _remove,
    "add": _add,
    "say": _say,
}
"""What an [[order]] can do, by the key that names the call."""


def forget_cases(whole: Whole) -> None:
    """Take out the cases of the texts of calls that are not there any more."""
    gone = tuple(f"{name}." for phase, name in whole.removed if phase and not whole.of_id(name))
    lines = whole.data.get("line", ())
    whole.data["line"] = [line for line in lines if not (line.get("when") and line["id"].startswith(gone))]
