"""A variant that hides what the game goes on to rely on is warned of it, line by line (R15, R100, R102)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.games.night.proofreading.hearing import proofread_facts
from narrator.games.night.script.script import PHASES, Script

from tests.checked import faults_of
from tests.scenario import SCRIPT

FACTS = {
    "seat": "seat",
    "name": "seat",
    "other": "other",
    "other_name": "other",
    "seats": "seats",
    "card": "card",
    "faction": "faction",
}
PLACEHOLDER = re.compile(r"\{([\w-]+)[^}]*\}")
LINES = [line.id for line in SCRIPT.line if re.match(r"(dawn|day|statue\.taken)\.(?!found)", line.id)]
CALLS = [(phase, call.id) for phase in PHASES for call in SCRIPT.calls(phase) if call.public and call.announce]
NAMES = {one.id: one.name for one in SCRIPT.faction}


def hidden(text: str) -> str:
    return PLACEHOLDER.sub("ktoś", text)


def facts_in(line: str, text: str) -> set[str]:
    side = line.removeprefix("statue.taken.")
    found = {FACTS[word] for word in PLACEHOLDER.findall(text) if word in FACTS}
    return found | ({f"{side}.nom"} if side != line else set())


def missing(script: Script, place: str) -> set[str]:
    """The facts that a warning at this place asks for."""
    return {
        str(one.words).partition("}")[0].strip("{")
        for one in proofread_facts(script, "x")
        if one.place.startswith(f"x: {place}")
    }


@pytest.mark.parametrize("line", LINES)
def test_each_fact_of_a_public_line_is_missed(line: str) -> None:
    there = next(one for one in SCRIPT.line if one.id == line)
    other = replace(there, text=tuple(map(hidden, there.text)), alone=())
    script = replace(SCRIPT, line=tuple(other if one is there else one for one in SCRIPT.line))
    assert missing(script, f"line[{line}]: text") == set.union(*(facts_in(line, text) for text in there.text))


@pytest.mark.parametrize(("phase", "name"), CALLS)
def test_whom_a_public_call_chose_is_missed(phase: str, name: str) -> None:
    calls = SCRIPT.calls(phase)
    changed = tuple(
        replace(call, announce=tuple(map(hidden, call.announce))) if call.id == name else call for call in calls
    )
    kind = "seats" if next(call for call in calls if call.id == name).ask == "seats" else "seat"
    script = replace(SCRIPT, **{phase: changed})  # type: ignore[arg-type]
    assert missing(script, f"{phase}[{name}]: announce") == {kind}


def test_one_wording_of_several_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "our.toml"
    file.write_text(
        'format = 1\nextends = "ktulu"\n[line."day.died"]\n'
        'text = ["{seat}, {name}: {card}.", "Umiera numer {seat}. Karta zostaje zakryta."]\n',
        "utf-8",
    )
    (fault,) = faults_of(file)
    assert fault.warning
    assert str(fault).startswith("our.toml:4: line.day.died: text[2]: {card} is missing")


def test_a_faction_may_be_named_in_words() -> None:
    there = next(one for one in SCRIPT.line if one.id == "statue.taken.ufos")
    script = replace(
        SCRIPT,
        line=tuple(replace(one, text=("Posążek mają ufoki!",)) if one is there else one for one in SCRIPT.line),
    )
    assert not missing(script, "line[statue.taken.ufos]")
