"""Scripts in which each role and faction has a made-up name, and the names that are then to be found nowhere."""

from __future__ import annotations

import re
from typing import Any

from narrator.computer.toml_reader import build
from narrator.games.ktulu.setup import Script
from narrator.games.parts import CASES, Named

from tests.own_script import DATA
from tests.scenario import SCRIPT

NAMED: dict[str, Named] = {**SCRIPT.factions, **SCRIPT.roles}
PLACE = "town"
"""The faction whose name is a common word too: there is a town in many wordings, whoever plays."""

EVERY = [*DATA["faction"], *DATA["role"]]


def old_names() -> re.Pattern[str]:
    """Find the names of all but the town, in all cases; of long ones in cases that the script does not have, too."""
    found: set[str] = set()
    for one in (one for key, one in NAMED.items() if key != PLACE):
        profiles = [names[one.id] for names in SCRIPT.vocabulary.values()]
        forms = {form for names in (one, *profiles) for case in CASES if (form := getattr(names, case))}
        found |= {rf"{re.escape(form)}\b" for form in forms}
        found |= {re.escape(form[:-1]) for form in forms if len(form) > 5 and " " not in form}
    return re.compile(rf"\b({'|'.join(sorted(found))})", re.IGNORECASE)


OLD = old_names()


def by_script() -> Script:
    """The script with a made-up name for each role and faction, in all its cases, by every profile."""
    made = {one["id"]: _made(one, _word(number)) for number, one in enumerate(EVERY)}
    profiles = [
        one | {"names": {key: _made(names, f"{made[key]['name']}ks") for key, names in one.get("names", {}).items()}}
        for one in DATA["profile"]
    ]
    kinds = {kind: [made[one["id"]] for one in DATA[kind]] for kind in ("faction", "role")}
    return build(DATA | kinds | {"profile": profiles}, Script, "renamed")


def by_profile() -> Script:
    """The script with one more profile, `made`, that has such names."""
    forms = (*CASES, "short")
    names = {
        one["id"]: {key: form for key, form in _made(one, _word(number)).items() if key in forms}
        for number, one in enumerate(EVERY)
    }
    return build(DATA | {"profile": [*DATA["profile"], {"id": "made", "names": names}]}, Script, "renamed")


def _word(number: int) -> str:
    return f"xq{chr(97 + number // 26)}{chr(97 + number % 26)}"


def _made(one: dict[str, Any], word: str) -> dict[str, Any]:
    forms = {case: f"{word.lower()}{case}" for case in CASES if case in one}
    kept = {key: value for key, value in one.items() if key != "heard"}
    return kept | forms | {"name": word.capitalize()} | ({"short": f"{word.lower()}sh"} if "short" in one else {})
