"""What a variant touches of its base, and whether that is as it was when the variant was last checked against it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.whole import KEYED, TEXTS, Whole, table_at
from narrator.texts import message


def touched(base: Whole, variant: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Where the variant touches each part of its base, and a digest of what the base has there."""
    return {part: (place, _digest(there)) for part, place, there in _parts(base, variant)}


def see_noted(whole: Whole, noted: Any) -> None:
    """See that what the variant notes of its base can be compared."""
    if wrong := [part for part, digest in whole.table("checked", noted).items() if not isinstance(digest, str)]:
        whole.fault("checked", message("faults.wrongly-noted", part=wrong[0], file=whole.file))


def changed(base: Whole, variant: Mapping[str, Any]) -> dict[str, str]:
    """The parts that the base has otherwise than the variant's `checked` notes, and where it touches them."""
    noted = {part: digest for part, digest in table_at(variant, "checked").items() if isinstance(digest, str)}
    found = touched(base, variant).items()
    return {part: place for part, (place, digest) in found if noted.get(part, digest) != digest}


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:8]


def _parts(base: Whole, variant: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The name of each part, the place where the variant touches it, and what it is in the base."""
    for kind in KEYED:
        for key in table_at(variant, kind):
            yield f"{kind}.{key}", f"{kind}: {key}", base.data.get(kind, {}).get(key)
    for kind in ("role", "faction", "profile"):
        there = base.named(kind)
        yield from ((place := f"{kind}.{one}", place, there.get(one)) for one in table_at(variant, kind))
    for one, role in table_at(variant, "new-role").items():
        like = role.get("like") if isinstance(role, dict) else None
        yield f"new-role.{one}", f"new-role.{one}", base.named("role").get(str(like))
    for line in table_at(variant, "line"):
        yield f"line.{line}", f"line.{line}", base.named("line").get(line) or _text(base, line)
    calls = table_at(variant, "call")
    for call in calls:
        yield f"call.{call}", f"call.{call}", _call(base, call, table_at(calls, call))
    yield from _moved(base, variant.get("order", ()))


def _moved(base: Whole, order: Any) -> Iterator[tuple[str, str, Any]]:
    """The same, of the calls that the variant moves or takes out."""
    for number, one in enumerate(order if isinstance(order, list) else (), 1):
        if isinstance(one, dict) and (named := one.get("move", one.get("remove"))):
            yield f"order.{named}", f"order[{number}]", _call(base, str(named), ())


def _text(base: Whole, line: str) -> Any:
    """The text of a call, and what replaces it where the call's player is alone."""
    name, _, key = line.rpartition(".")
    calls = [call for _, call in base.of_id(name)]
    texts = [call.get(key) or call.get("lines", {}).get(key) for call in calls]
    return texts + [call.get("alone", {}).get(key) for call in calls]


def _call(base: Whole, named: str, keys: Any) -> Any:
    """What a call does and when, and those of its texts that are changed."""
    phase, _, name = named.partition("/")
    call = base.call(phase, name) if phase in PHASES else None
    texts = {key: [one.get(key) for _, one in base.of_id(name)] for key in TEXTS if key in keys}
    return call and ({key: value for key, value in call.items() if key not in TEXTS} | texts)
