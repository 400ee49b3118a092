"""List the calls of a night before it is played: as text for a moderator, or as data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.conditions import CONDITIONS, left_out, parse
from narrator.games.ktulu.loading import Table
from narrator.games.ktulu.public import project
from narrator.games.ktulu.schedule import calls_tonight
from narrator.games.ktulu.script import Call, Phase
from narrator.games.ktulu.state import State, Turn
from narrator.games.ktulu.wording import filled

_FOREKNOWN = ("rule", "from-night")
"""Conditions whose truth is known before the night is played."""


def script_text(table: Table, night: int) -> str:
    """The night's calls as text: number, id, who, lines, and why a call would be left out."""
    state = _evening(table, night)
    spoken = (line for call in calls(table, night) for line in _shown(state, call))
    return "\n".join([*spoken, *_other_cases(state)])


def _other_cases(state: State) -> Iterator[str]:
    """The lines that belong to no call and have cases, each with what it answers."""
    for line in state.script.cases:
        if line.rpartition(".")[0] not in state.script.calls_by_id:
            yield f"      {line}"
            yield from _cases(state, line)


def _cases(state: State, line: str) -> Iterator[str]:
    for case in state.script.cases.get(line, ()):
        yield f"        [{', '.join(case.when)}] {case.text[0]}"


def _shown(state: State, call: dict[str, Any]) -> Iterator[str]:
    skipped = f"   [left out: {call['skip']}]" if call["skip"] else ""
    yield f"{call['book']:>4}  {call['id']}  ({', '.join(call['who'])}){skipped}"
    for condition in call["only_if"]:
        clause, words = condition.split(": ", 1)
        yield f"        {words if words.startswith('not ') else f'only {words}'} [{clause}]"
    for key in ("wake", "line", "sleep", "announce"):
        for text in call.get(key, ())[:1]:
            yield f"        {text}"
        yield from _cases(state, f"{call['id']}.{key}")


def calls(table: Table, night: int) -> Iterator[dict[str, Any]]:
    """Every call of the night, dealt or not: book, id, who, its wordings, and why it would be left out."""
    state = _evening(table, night)
    phases: tuple[Phase, ...] = ("night", "dawn") if night else ("zero",)
    for phase in phases:
        state.phase = phase
        dealt = {call.id for call, _ in calls_tonight(table.script, state.cards, phase)}
        for call in table.script.calls(phase):
            yield _call(state, call, dealt=call.id in dealt)


def _evening(table: Table, night: int) -> State:
    game = Ktulu(table.setup, table.script)
    state = game.begin(table.setup.seed or 0)
    state.cards, state.night = table.setup.in_play, night
    return state


def _call(state: State, call: Call, *, dealt: bool) -> dict[str, Any]:
    role = "" if call.who[0] in state.script.factions else call.who[0]
    state.turn = Turn(call.id, role, ())
    reason = ruled_out_before(state, call, role) if dealt else "not-dealt"
    return {
        "book": call.book,
        "id": call.id,
        "who": list(call.who),
        **{key: _wordings(state, call, key) for key in ("wake", "line", "prompt", "sleep")},
        "ask": call.ask,
        "optional": call.optional,
        "public": call.public,
        "only_if": [_in_words(clause) for clause in open_clauses(call)],
        "skip": reason or None,
    }


def ruled_out_before(state: State, call: Call, role: str) -> str:
    """Why what is known before the night is played rules the call out, or an empty text."""
    fixed = tuple(clause for clause in call.when if clause not in open_clauses(call))
    return left_out(project(state), replace(call, when=fixed), role)


def open_clauses(call: Call) -> list[str]:
    """The call's conditions whose truth only the night shows."""
    return [clause for clause in call.when if parse(clause)[1] not in _FOREKNOWN]


def _wordings(state: State, call: Call, key: str) -> list[str]:
    own = state.script.wordings.get(state.script.worded(f"{call.id}.{key}", led=state.led), ())
    return [filled(state, words, {}) for words in own]


def _in_words(clause: str) -> str:
    negated, word, _ = parse(clause)
    doc = CONDITIONS[word].doc.removeprefix("Hold ").rstrip(".")
    return f"{clause}: {'not ' if negated else ''}{doc}"
