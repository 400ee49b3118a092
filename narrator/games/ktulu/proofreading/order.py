"""Proofread the order of the calls: the statue's entry, what must come before what, and whose eyes are open."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem
from narrator.games.ktulu.script import PHASES, Script

_BEFORE = {"run": "choose-runner", "rob-master": "choose-master"}


def proofread_order(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of the order of calls."""
    yield from _statue(script, place)
    for phase in PHASES:
        yield from _sequence(script, phase, place)
        yield from _eyes(script, phase, place)


def _statue(script: Script, place: str) -> Iterator[Problem]:
    """Let the statue enter play once, in the zero night, with the bandits (R22, D2)."""
    entries = [(phase, call) for phase in PHASES for call in script.calls(phase) if call.do == "meet-with-statue"]
    if not any(phase == "zero" for phase, _ in entries):
        fault = "no call does meet-with-statue: the statue never comes into play"
        yield Problem(f"{place}: zero", fault, "add bandits.meet as the shipped script has it")
    for number, (phase, call) in enumerate(entries):
        where = f"{place}: {phase}[{call.id}]"
        if phase != "zero" or number:
            yield Problem(f"{where}: do", "the statue is in play already", 'write do = "meet", without ask')
        elif call.who != ("bandits",):
            yield Problem(f"{where}: who", "the statue begins with the bandits", 'write who = ["bandits"]')


def _sequence(script: Script, phase: str, place: str) -> Iterator[Problem]:
    done: set[str] = set()
    for call in script.calls(phase):
        first = _BEFORE.get(call.do)
        if first and first not in done:
            fault = f"{call.do} comes before anybody was chosen for it"
            yield Problem(f"{place}: {phase}[{call.id}]: do", fault, f"put a call with {first} above it")
        done.add(call.do)


def _eyes(script: Script, phase: str, place: str) -> Iterator[Problem]:
    """Warn of people who are spoken to asleep, or never told to close their eyes."""
    awake: dict[str, str] = {}
    for call in script.calls(phase):
        where = f"{place}: {phase}[{call.id}]"
        if f"{call.id}.wake" in script.wordings:
            awake |= dict.fromkeys(call.who, where)
        elif f"{call.id}.line" in script.wordings and not all(_sides(script, who) & {*awake} for who in call.who):
            fault = "their eyes are closed"
            yield Problem(where, fault, "add wake, or move it behind a call that wakes them", warning=True)
        if f"{call.id}.sleep" in script.wordings:
            awake = {who: since for who, since in awake.items() if not _sides(script, who) & {*call.who}}
    for who, since in awake.items():
        yield Problem(since, f"nobody tells {who} to close their eyes", "add sleep", warning=True)


def _sides(script: Script, who: str) -> set[str]:
    """Give the id, and the faction of a role."""
    return {who, script.roles[who].faction} if who in script.roles else {who}
