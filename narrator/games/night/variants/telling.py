"""Tell in words what one whole script has otherwise than another, a line for each thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrator.computer.misfits import shown
from narrator.games.night.variants.difference import difference
from narrator.games.night.variants.whole import KEYED, Data
from narrator.texts import Texts

_NAMES = ("name", "nom", "short", "heard", "gen", "dat", "acc", "ins", "loc", "voc")


def told(old: Data, new: Data, texts: Texts) -> list[str]:
    """What is otherwise in the new script."""
    found, gone = difference(old, new), _gone(old, new)
    every = (*old.get("faction", ()), *old.get("role", ()))
    without = [one["name"] for one in every if one["id"] in gone and one.get("faction") not in gone]
    lines = [texts.word("variants.without", names=", ".join(without))] if without else []
    found["order"] = [one for one in found.get("order", ()) if not _of_those(old, one.get("remove", ""), gone)]
    return [*lines, *_keys(found, texts), *_people(old, found, texts), *_words(found, texts), *_calls(found, texts)]


def _gone(old: Data, new: Data) -> set[str]:
    """The factions and roles of the old script that the new one has not."""
    before, now = ({one["id"] for kind in ("faction", "role") for one in data.get(kind, ())} for data in (old, new))
    return before - now


def _of_those(old: Data, call: str, gone: set[str]) -> bool:
    """Whether the call is for nobody but those who are gone, and so goes with them."""
    phase, _, name = call.partition("/")
    who: list[str] = next((one.get("who", []) for one in old.get(phase, ()) if one["id"] == name), [])
    return bool(who) and gone.issuperset(who)


def _keys(found: Data, texts: Texts) -> Iterator[str]:
    for kind in KEYED:
        for key, value in found.get(kind, {}).items():
            yield texts.word(f"variants.{kind}", key=key, value=_value(value))


def _people(old: Data, found: Data, texts: Texts) -> Iterator[str]:
    for kind in ("faction", "role"):
        names = {one["id"]: one["name"] for one in old.get(kind, ())}
        for one, changes in found.get(kind, {}).items():
            if "name" in changes:
                yield texts.word("variants.renamed", old=names[one], new=changes["name"])
            if keys := [key for key in changes if key not in _NAMES or "name" not in changes]:
                yield texts.word("variants.changed", what=names[one], keys=", ".join(keys))
    for profile in found.get("profile", {}):
        yield texts.word("variants.changed", what=profile, keys="names")
    for kind in ("new-faction", "new-role"):
        for one in found.get(kind, {}).values():
            yield texts.word(f"variants.{kind}", name=one.get("name", "?"))


def _words(found: Data, texts: Texts) -> Iterator[str]:
    for kind in ("line", "new-line"):
        if lines := found.get(kind):
            yield texts.word(f"variants.{kind}", count=len(lines), lines=", ".join(lines))


def _calls(found: Data, texts: Texts) -> Iterator[str]:
    for call, changes in found.get("call", {}).items():
        yield texts.word("variants.changed", what=call, keys=", ".join(changes))
    for one in found.get("order", ()):
        kind = next(key for key in ("move", "remove", "add") if key in one)
        side = "before" if "before" in one else "after"
        place = texts.word(f"variants.{side}", call=one[side]) if side in one else ""
        yield texts.word(f"variants.{kind}", call=one[kind], place=place).rstrip()


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "–"
    if isinstance(value, dict):
        return "; ".join(f"{key} {_value(one)}" for key, one in value.items())
    return str(value).lower() if isinstance(value, bool) else shown(value).strip("'") or "–"
