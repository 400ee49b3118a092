"""What an editor can know of a script or a variant: a JSON Schema of both, with the base's own ids."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from narrator.computer.misfits import key_of
from narrator.games.night.flow.conditions import CONDITIONS
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.winning import WAYS
from narrator.games.night.script.script import PHASES, Call, Faction, Line, Profile, Script
from narrator.games.night.variants.tables import OF_LINES
from narrator.games.night.variants.translating import HEAD, PARTS
from narrator.games.night.variants.whole import KEYED
from narrator.games.parts import Names
from narrator.values import PartOf

Schema = dict[str, Any]

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}


def schema(base: Script) -> Schema:
    """The JSON Schema (2020-12) of a whole script, and of a variant or a translation of this one."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{base.title}: a script, or a variant or a translation of one",
        "if": {"required": ["extends"]},
        "then": _variant(base),
        "else": {
            "if": {"required": ["translates"]},
            "then": _translation(base),
            "else": _whole(base),
        },
        "$defs": _parts_of_variants(base),
    }


def of(kind: Any) -> Schema:
    """The schema of what `toml_reader.build` makes this kind of."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if origin is Literal:
        return {"enum": [*inside]}
    if origin is UnionType:
        return of(next(one for one in inside if one is not type(None)))
    if origin is tuple:
        return {"type": "array", "items": of(inside[0])}
    if origin is PartOf:
        hints, given = get_type_hints(inside[0]), [one.name for one in fields(inside[0])]
        return _table({name: of(hints[name]) for name in given if get_origin(hints[name]) is not dict})
    if origin is dict:
        return {"type": "object", "additionalProperties": of(inside[1])}
    assert is_dataclass(kind), kind
    hints = get_type_hints(kind)
    needed = [key_of(one) for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]
    described = {"description": (kind.__doc__ or "").strip()}
    return described | _table({key_of(one): of(hints[one.name]) for one in fields(kind)}, needed)


def _table(keys: Mapping[str, Schema], needed: Collection[str] = ()) -> Schema:
    return {"type": "object", "properties": dict(keys), "additionalProperties": False, "required": [*needed]}


def _whole(base: Script) -> Schema:
    """The schema of a script, in whose calls effects and conditions are known by name."""
    whole = of(type(base))
    _know_ways(whole["properties"]["faction"]["items"]["properties"])
    for phase in PHASES:
        _know_words(whole["properties"][phase]["items"]["properties"])
    return whole


def _know_words(call: dict[str, Schema]) -> dict[str, Schema]:
    call["do"] |= {"enum": ["", *sorted(EFFECTS)]}
    clause = rf"^(not )?({'|'.join(sorted(CONDITIONS))})( |$)"
    for key in ("when", "must"):
        call[key]["items"] |= {"pattern": clause}
    return call


def _know_ways(faction: dict[str, Schema]) -> dict[str, Schema]:
    faction["wins"]["items"] |= {"pattern": rf"^({'|'.join(sorted(WAYS))})( |$)"}
    return faction


def _variant(base: Script) -> Schema:
    """Some keys are as in a whole script, of which those of the day know its steps; others are tables by id."""
    whole, calls = of(type(base))["properties"], [f"{phase}/{call.id}" for phase, call in base.every_call]
    whole["day"]["properties"]["steps"]["items"] |= {"enum": [*DAY_STEPS]}
    keys: dict[str, Schema] = {
        "format": {"const": 1},
        "extends": _PLAIN[str],
        "base": _PLAIN[int],
        "checked": of(dict[str, str]),
        "without": {"type": "array", "items": {"anyOf": [{"enum": [*base.roles, *base.factions]}, _PLAIN[str]]}},
        **{key: whole[key] for key in ("language", "version", "meta", *KEYED)},
        "role": _named(base.roles, "role"),
        "faction": _named(base.factions, "faction"),
        "profile": _named([one.id for one in base.profile], "profile"),
        "new-faction": _named((), "new-faction"),
        "new-role": _named((), "new-role"),
        "line": _named(base.wordings, "line"),
        "new-line": _named((), "new-line"),
        "call": _named(calls, "call"),
        "order": {"type": "array", "items": _operation(calls)},
    }
    return _table(keys, ["format", "extends"])


def _translation(base: Script) -> Schema:
    """A translation has of a variant what are words."""
    of_variant = _variant(base)["properties"]
    keys = {key: of_variant[key] for key in (*HEAD, *PARTS) if key in of_variant}
    keys |= {"translates": _PLAIN[str], "title": _PLAIN[str], "alike": {"type": "array", "items": _TEXTS}}
    return _table(keys, ["format", "translates", "language"])


def _parts_of_variants(base: Script) -> Schema:
    """What is below an id: the keys of such a part, none of which has to be there."""
    cases, line = {"cases": of(Names)}, _parts(Line)
    role = _parts(get_args(get_type_hints(type(base))["role"])[0]) | cases
    faction = _know_ways(_parts(Faction)) | cases
    return {
        "role": _table(role),
        "new-role": _table(role | {"like": {"anyOf": [{"enum": [*base.roles]}, _PLAIN[str]]}}),
        "faction": _table(faction),
        "new-faction": _table(faction),
        "profile": _table(_parts(Profile)),
        "line": _table({key: line[key] for key in OF_LINES if key in line} | {"more": _TEXTS}),
        "new-line": _table(line),
        "call": _table(_know_words(_parts(Call))),
    }


def _parts(kind: Any) -> dict[str, Schema]:
    """The keys of a part but for its id, which is in the table's head."""
    return {key: one for key, one in of(kind)["properties"].items() if key != "id"}


def _named(known: Collection[str], part: str) -> Schema:
    """Tables by id: those of the base are offered, and others may be of a variant in between."""
    one = {"$ref": f"#/$defs/{part}"}
    return {"type": "object", "properties": dict.fromkeys(known, one), "additionalProperties": one}


def _operation(calls: Collection[str]) -> Schema:
    """One thing that is done with the order."""
    named = {"anyOf": [{"enum": [*calls]}, _PLAIN[str]]}
    keys: dict[str, Schema] = {"move": named, "remove": named, "add": _PLAIN[str], "say": _PLAIN[str]}
    place: dict[str, Schema] = {"before": named, "after": named, "text": _TEXTS}
    own = _know_words(_parts(Call)) | {"alone": {}}
    return _table(own | place | keys) | {"oneOf": [{"required": [key]} for key in keys]}
