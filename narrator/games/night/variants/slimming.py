"""Make a variant of a copy of the whole script, whichever base it was copied from."""

from __future__ import annotations

import re
from typing import Any

from narrator.errors import BadData, Problem, fault
from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.difference import difference, dropped, lost
from narrator.games.night.variants.whole import Data
from narrator.games.night.variants.writing import as_toml_text

_LISTS = ("faction", "role", "profile", "line", *PHASES)
_NAME = re.compile(r"{([a-z][a-z0-9-]*)(?:\.([a-z]+))?}")


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
    return text + "".join(_left(known, copy)) if old is None else text


def _nameless(data: Data, place: str) -> list[Problem]:
    kinds = [
        kind
        for kind in _LISTS
        if not isinstance(data.get(kind, []), list)
        or any(not isinstance(one, dict) or not isinstance(one.get("id"), str) for one in data.get(kind, []))
    ]
    return [fault(f"{place}: {kind}", "faults.not-all-have-ids") for kind in kinds]


def _left(known: Data, copy: Data) -> list[str]:
    """What the variant cannot say, as comments."""
    calls, lines = lost(known, copy), dropped(known, copy)
    out = [f"\n# The copy has no such call. To take it out:\n# [[order]]\n# remove = {name!r}\n" for name in calls]
    return [*out, *(f"\n# The base has no line {name} any more.\n" for name in lines)]


def _in_words_of(now: Data, copy: Data) -> Data:
    """The copy, with texts in which names are only written out as the base takes them by placeholder today."""
    names = {one["id"]: one for kind in ("faction", "role") for one in now.get(kind, ())}

    def plain(text: str) -> str:
        def form(found: re.Match[str]) -> str:
            named, case = names.get(found[1]), found[2] or "name"
            return str(named.get(case) or named.get("name")) if named else found[0]

        return _NAME.sub(form, text).casefold()

    today = {plain(text): text for text in _texts(now) if _NAME.search(text)}

    def again(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: again(one) for key, one in value.items()}
        if isinstance(value, list):
            return [again(one) for one in value]
        return today.get(plain(value), value) if isinstance(value, str) else value

    found: Data = again(copy)
    return found


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return [text for part in parts for text in _texts(part)]
    return [value] if isinstance(value, str) else []
