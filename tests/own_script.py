"""Games with scripts of one's own: other ids, drawn answers, and what happened, to be laid beside another game's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from random import Random
from typing import Any

from narrator.computer import paths
from narrator.computer.toml_reader import build
from narrator.cues import Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import setup as ktulu
from narrator.games.night import events as e
from narrator.games.night.proofreading import proofread_script, proofread_setup
from narrator.games.night.script.script import PHASES, Script
from narrator.games.night.script.setup import Setup
from narrator.games.night.state.state import State

DATA = tomllib.loads((paths.shipped("scripts") / "ktulu.toml").read_text(encoding="utf-8"))

WOLVES_KILL_TWO = """format = 1
extends = "werewolf"
[call."night/wolves.kill"]
ask = "seats"
picks = 2
do = "kill-several"
line = ["Wskażcie jedną osobę albo dwie."]
prompt = "Kogo wybierają {wolves.nom}?"
story = "{wolves.nom} ruszają pod okna. Tam śpią: {whom}."
"""
"""A variant of Werewolf in which one call may kill two."""

NIGHTS, LONGEST = 6, 500

Ids = Mapping[str, str]
"""The ids of roles and calls, each with the one that it has elsewhere."""


def with_calls(changes: Mapping[str, Mapping[str, Any]], lines: Mapping[str, str] | None = None) -> Script:
    """The shipped script with these keys of these calls, by id, and these lines; `check` must find no fault in it."""
    calls = {phase: [call | changes.get(call["id"], {}) for call in DATA[phase]] for phase in PHASES}
    more = [{"id": line, "text": [text]} for line, text in (lines or {}).items()]
    script = build(DATA | calls | {"line": [*DATA["line"], *more]}, ktulu.Script, "changed")
    assert [problem for problem in proofread_script(script, "changed") if not problem.warning] == []
    return script


def with_ids(value: Any, ids: Ids, key: str = "") -> Any:
    """Put other ids in the place of those of roles and calls, wherever a script may name them."""
    if isinstance(value, dict):
        return {ids.get(word, word): with_ids(one, ids, word) for word, one in value.items()}
    if isinstance(value, list | tuple):
        return [with_ids(one, ids, key) for one in value]
    if not isinstance(value, str):
        return value
    if key in ("when", "must"):
        words = r"\b(holder-is|holds|took-over|playing|gone|lost-card|rule no_self_target) ([a-z-]+)"
        return re.sub(words, lambda found: f"{found[1]} {ids.get(found[2], found[2])}", value)
    if key == "id" and value not in ids:  # of a line: a case is named after a card, or a call's line
        kind, *rest = value.split(".")
        card = ".".join((kind, *(ids.get(part, part) for part in rest)))
        call = next((old for old in ids if "." in old and value.startswith(f"{old}.")), "")
        return card if kind == "does" else value.replace(call, ids[call], 1) if call else value
    return ids.get(value) or re.sub(r"\{([a-z-]+)\b", lambda found: "{" + ids.get(found[1], found[1]), value)


def faults(script: Script, setup: Setup) -> list[str]:
    found = [*proofread_script(script, "script"), *proofread_setup(setup, script, "setup")]
    return [str(problem) for problem in found if not problem.warning]


def answer(chance: Random, state: State, question: e.Asked) -> str:
    """Draw an answer to anything, time running out among them; at night rather a yes, or somebody marked already."""
    if state.windowed and chance.random() < 0.05:
        return "time"
    if question.optional and chance.random() < 0.1:
        return "none"
    likely = ["night", "duel"] if question.key == "day" else ["yes", *map(str, kept(state))] if state.turn else []
    rather = [choice for choice in likely if choice in question.choices and question.key != "sail"]
    if rather and chance.random() < 0.6:
        return chance.choice(rather)
    if question.kind == "text":
        return f"Gość {chance.getrandbits(32)}"
    if question.kind == "seats":
        number = chance.randint(1, min(question.most, len(question.choices)))
        return ",".join(sorted(chance.sample(question.choices, number), key=int))
    return chance.choice(question.choices)


def kept(state: State) -> set[int]:
    """The seats of which the game keeps something."""
    return {state.holder, *state.gone_tonight, *(mark.seat for mark in state.marks.every)} - {0}


def played(game: Ktulu, seed: int, say: Callable[[State, e.Asked], str | None]) -> Iterator[list[e.Event]]:
    """Play whole nights and days, and give what happened after each answer."""
    act = game.draft_opening(game.begin(seed, quiet=True))
    yield act.events
    while act.state.question is not None and act.state.night < NIGHTS:
        said = say(act.state, act.state.question)
        if said is None:
            return
        given = game.draft_answer(act.state, said)
        assert not isinstance(given, Refused), (act.state.question, said)
        act = given
        yield act.events


def first(game: Ktulu, seed: int, chance: Random) -> tuple[list[str], list[list[e.Event]]]:
    """Play with drawn answers; give them, and what happened after each."""
    answers: list[str] = []

    def say(state: State, question: e.Asked) -> str | None:
        if len(answers) == LONGEST:
            return None
        answers.append(answer(chance, state, question))
        return answers[-1]

    return answers, list(played(game, seed, say))


def again(game: Ktulu, seed: int, answers: list[str]) -> Iterator[list[e.Event]]:
    """Play with the answers given."""
    rest = iter(answers)
    return played(game, seed, lambda _state, _question: next(rest, None))


def plain(value: Any, ids: Ids) -> Any:
    """An event's fields with other ids; a line's begins with that of its call."""
    if isinstance(value, dict):
        return {key: plain(one, ids) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, ids) for one in value]
    if not isinstance(value, str) or value in ids:
        return ids.get(value, value) if isinstance(value, str) else value
    call, _, key = value.rpartition(".")
    return ".".join(filter(None, (ids.get(call, call), ids.get(key, key))))


def facts(events: list[e.Event], ids: Ids) -> list[Any]:
    return [(type(event).__name__, plain(asdict(event), ids)) for event in events]
