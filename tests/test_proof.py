"""What the proofreaders promise: they know every line of the engine, and what they pass never fails a night."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from narrator.computer import paths
from narrator.computer.toml_reader import build
from narrator.cues import Ask, Cue, Refused, Say
from narrator.errors import BadData
from narrator.games import ktulu, night
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Script, Trait
from narrator.games.night.events import Event, Killed
from narrator.games.night.flow.conditions import CONDITIONS
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.flow.steps import STEPS
from narrator.games.night.game import NightGame
from narrator.games.night.proofreading import lines, proofread_script, proofread_setup
from narrator.games.night.script.script import Call
from narrator.games.night.simulation.lengths import cues
from narrator.games.night.state.state import State
from narrator.play import loading

from tests.checked import faults_of
from tests.mishaps.happenings import Habits, legal
from tests.own_script import first
from tests.scenario import USED

PACKAGES = (Path(ktulu.__file__).parent, Path(night.__file__).parent)
NO_RULES = {"proofreading", "variants", "wizard"}
SOURCES = [file for folder in PACKAGES for file in folder.rglob("*.py") if NO_RULES.isdisjoint(file.parts)]
TABLE = loading.load_table(paths.shipped("setups") / "all-roles.toml")
DATA = tomllib.loads((paths.shipped("scripts") / "ktulu.toml").read_text(encoding="utf-8"))
PEOPLE = Habits(late=0.1, hurry=0.7)
FAMILIES = ("tell.", "ask.", "dawn.", "day.", "night.", "game.", "win.", "statue.", "undo.", "refused.")


NODES = [node for file in SOURCES for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
CONSTANTS = {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}
BEGINNINGS = {
    node.values[0].value
    for node in NODES
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant)
}
KNOWN = {
    *lines.needed(),
    *(f"win.{faction}" for faction in (*TABLE.script.factions, "nobody")),
    *(f"statue.taken.{faction}" for faction in TABLE.script.factions),
}


def test_every_line_that_the_code_names_is_asked_of_a_script() -> None:
    named = {word for word in CONSTANTS if re.fullmatch(r"[a-z]+(\.[a-z-]+)+", word) and word.startswith(FAMILIES)}
    assert len(named) >= 40
    assert named - {*STEPS} <= {*KNOWN, *lines.spare()}
    for beginning in (word for word in BEGINNINGS if isinstance(word, str) and word.startswith(FAMILIES)):
        assert any(line.startswith(beginning) for line in {*KNOWN, *lines.spare()}), beginning


def test_every_line_asked_of_a_script_is_in_the_code() -> None:
    made = tuple(word for word in BEGINNINGS if isinstance(word, str) and word.startswith(FAMILIES))
    for line in KNOWN:
        ends = [line.removeprefix(beginning) for beginning in made if line.startswith(beginning)]
        factions = {*TABLE.script.factions}
        assert line in CONSTANTS or any(end in CONSTANTS | factions for end in ends), line


def test_every_reason_to_refuse_has_its_line() -> None:
    found = set()
    for node in NODES:
        if isinstance(node, ast.DictComp):
            found.add(getattr(node.value, "value", None))
        elif isinstance(node, ast.Dict):
            found |= {getattr(value, "value", None) for value in node.values}
    legal = ast.parse((PACKAGES[1] / "flow" / "validation.py").read_text(encoding="utf-8"))
    found |= {node.value for node in ast.walk(legal) if isinstance(node, ast.Constant) and "-" in str(node.value)}
    reasons = {reason for reason in found if isinstance(reason, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", reason)}
    reasons -= {
        "seat",
        "no",
        "hanged",
        "shot",
        "dawn",
        "line-ups",
        "from",
        "killed",
        "escaped",
        "left",
        "saved",
        "over",
        "searches",
    }
    assert {"oneself", "inactive", "must-choose", "same-as-last-night"} <= reasons
    assert {f"refused.{reason}" for reason in reasons} - KNOWN - {*lines.spare()} == set()


def test_every_effect_takes_a_known_answer() -> None:
    assert {word: effect.answer for word, effect in EFFECTS.items() if word in DOCUMENTED} == DOCUMENTED
    assert {*EFFECTS} == {*DOCUMENTED}


def _documented() -> dict[str, str]:
    """Read the table of effects in the manual."""
    text = (Path(__file__).parent.parent / "docs" / "scripts.md").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for row in re.findall(
        r"^\| (`[^|]+) \| ([^|]+) \|", text.partition("## Effects")[2].partition("\n## ")[0], re.MULTILINE
    ):
        words, kinds = re.findall(r"`([a-z-]+)`", row[0]), [kind.strip() for kind in row[1].split(",")]
        kinds = kinds * len(words) if len(kinds) == 1 else kinds
        found |= dict(zip(words, ["none" if kind == "–" else kind for kind in kinds], strict=True))
    return found


DOCUMENTED = _documented()


def test_announcing_effects_are_those_that_announce() -> None:
    script = all_public()
    heard = {
        script.calls_by_id[cue.at.call].do
        for seed in range(12)
        for cue in play(script, seed, policy="masked", dice="engine")
        if isinstance(cue, Say) and cue.line.startswith(f"{cue.at.call}.announce.")
    }
    assert heard == {word for word, effect in USED.items() if effect.announces}


def all_public() -> Script:
    """Let every call that asks be public, with a line for it, whether or not its effect announces."""
    script = build(DATA, Script, "ktulu")

    def public(call: Call) -> Call:
        return replace(call, public=True, announce=("x",)) if call.ask != "none" else call

    return replace(
        script,
        zero=tuple(map(public, script.zero)),
        night=tuple(map(public, script.night)),
        dawn=tuple(map(public, script.dawn)),
    )


def play(script: Script, seed: int, *, policy: Any, dice: Any, nights: int = 2) -> Iterator[Cue]:
    """Play with drawn answers, and give every cue."""
    game = Ktulu(replace(TABLE.setup, policy=policy, dice=dice), script)
    for number, cue in enumerate(cues(game, seed, anything_legal)):
        assert number < 3000, "the game does not end"
        yield cue
        if isinstance(cue, Ask) and cue.at.call == "day" and cue.at.night == nights:
            return


def anything_legal(game: NightGame, state: State, asked: Ask, chance: Random) -> list[Event]:
    taken = game.take(state, legal(asked, chance, PEOPLE))
    assert not isinstance(taken, Refused), asked
    return taken


def test_every_placeholder_that_may_stand_in_a_line_can_be_filled() -> None:
    script = full_of_placeholders()
    found = [str(problem) for problem in proofread_script(script, "full") if "fact-unsaid" not in problem.key]
    assert found == []  # the faction that has the statue is named by its own name
    heard: set[str] = set()
    for seed in range(12):
        for cue in play(script, seed, policy=("masked", "open")[seed % 2], dice=("engine", "table")[seed % 3 == 0]):
            heard.add(re.sub(r"\.\d+$", "", getattr(cue, "line", "")))
    told = {line for line in lines.needed(script) if line.startswith("tell.")}
    assert len(told & heard) > len(told) * 0.7


def full_of_placeholders() -> Script:
    """Say every placeholder that each line allows, and nothing else."""
    data = build(DATA, Script, "ktulu")

    def said(meaning: lines.Meaning) -> tuple[str, ...]:
        return (" ".join(f"{{{name}}}" for name in meaning if name in lines.placeholders()),)

    def filled(call: Any) -> Any:
        keys = [key for key in ("wake", "line", "sleep", "announce") if getattr(call, key)]
        own: dict[str, Any] = {key: said(lines._meaning_in_call(data, call, key)) for key in keys}
        if call.prompt:
            own["prompt"] = said(lines._meaning_in_call(data, call, "prompt"))[0]
        own["alone"] = {key: said(lines._meaning_in_call(data, call, key)) for key in call.alone}
        return replace(call, **own)

    def worded(line: Any) -> Any:
        words = said(cases[line.id] if line.when else lines._meaning(data, known[line.id]))
        return replace(line, text=words, alone=words if line.alone else ())

    known, cases = lines._known(data), lines._known_cases(data)
    return replace(
        data,
        say={},
        line=tuple(map(worded, data.line)),
        zero=tuple(map(filled, data.zero)),
        night=tuple(map(filled, data.night)),
        dawn=tuple(map(filled, data.dawn)),
    )


WORDS = [
    *EFFECTS,
    *CONDITIONS,
    *TABLE.script.roles,
    *TABLE.script.factions,
    *("seat", "seats", "yes-no", "none", "", "{", "{}", "{seat}", "{who.voc}", "{limit}", "{courtesan.gen}"),
    *get_args(Trait),
    *("day.revive", "day-watch.kill", "tell.card"),
    *("not holds town", "holds indians", "uses-left 1", "uses-left searches", "rule warrior once", "sole-active"),
]
KEYS = (
    *("id", "who", "when", "must", "ask", "do", "optional", "public", "open", "faction", "many", "voc", "line"),
    "traits",
)


def changed_data(kind: str, number: int, key: str, word: str, *, drop: bool) -> dict[str, Any]:
    """Change one key of one entry of the shipped script, or drop it."""
    entries = [dict(entry) for entry in DATA[kind]]
    entry = entries[number % len(entries)]
    old = entry.pop(key, None)
    if not drop:
        entry[key] = [word] if key in ("who", "when", "must", "line", "traits") else word
        if key in ("optional", "public", "open", "many"):
            entry[key] = not old
    return {**DATA, kind: entries}


@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from(["zero", "night", "dawn", "role", "faction"]),
    number=st.integers(0, 70),
    key=st.sampled_from(KEYS),
    word=st.sampled_from(WORDS),
    drop=st.booleans(),
    seed=st.integers(0, 99),
)
@example(kind="zero", number=13, key="when", word="rule", drop=False, seed=0)
@example(kind="night", number=0, key="public", word="client", drop=False, seed=0)
def test_a_script_that_is_passed_never_fails_a_night(
    kind: str, number: int, key: str, word: str, drop: bool, seed: int
) -> None:
    try:
        script = build(changed_data(kind, number, key, word, drop=drop), Script, "changed")
    except BadData:
        return
    found = proofread_script(script, "changed")
    if any(not problem.warning for problem in [*found, *proofread_setup(TABLE.setup, script, "all-roles")]):
        return
    for policy, dice in (("masked", "engine"), ("open", "table")):
        for _ in play(script, seed, policy=policy, dice=dice):
            pass


@pytest.mark.parametrize("text", ["", "\ufeffformat = 1", "format = 1\nplayer = 3", "[[player]]", "\x00", "a = [1,"])
def test_no_file_is_a_traceback(text: str, tmp_path: Path) -> None:
    path = tmp_path / "setup.toml"
    path.write_text(text, encoding="utf-8")
    assert faults_of(path)


def test_killing_effects_are_those_that_kill() -> None:
    game = Ktulu(replace(TABLE.setup, rules=replace(TABLE.setup.rules, bandits_kill=True)), TABLE.script)
    games = (first(game, seed, Random(seed))[1] for seed in range(20))
    killed = {event.by for found in games for events in found for event in events if isinstance(event, Killed)}
    found = {call.do for call in TABLE.script.night if call.id in killed}
    assert found == {word for word, power in USED.items() if power.kills == "tonight"}
