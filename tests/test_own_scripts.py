"""A script of one's own: ids are only names, and any role may have any power, or `check` says why not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.toml_reader import build
from narrator.cues import Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.proofreading import proofread_script, proofread_setup
from narrator.games.ktulu.script import PHASES, Script
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.ktulu.state import State

from tests.invariants.gathering import gather
from tests.scenario import SCRIPT

DATA = tomllib.loads((paths.shipped("scripts") / "ktulu.toml").read_text(encoding="utf-8"))
ROLES = [role["id"] for role in DATA["role"]]
UNIQUE = [role["id"] for role in DATA["role"] if not role.get("many")]
CALLS = list(dict.fromkeys(call["id"] for phase in PHASES for call in DATA[phase]))
DEADLY = ("boss", "chief")
"""Cards that are always dealt: the statue begins with the first, the second kills every night."""

PARTNERS = {
    "lucky-luke": ("tax-collector", "sheriff"),
    "kaszabara": ("thief", "sheriff"),
    "forgotten": ("drunkard", "thief"),
    "quiet-foot": ("warrior", "thief"),
    "bodyguard": ("avenger", "executioner"),
}
"""Cards with which a power is felt, dealt beside the card that has it."""

NIGHTS, LONGEST = 6, 500

Ids = Mapping[str, str]
"""The ids of roles and calls, each with the one that it has elsewhere."""


def with_ids(value: Any, ids: Ids, key: str = "") -> Any:
    """Put other ids in the place of those of roles and calls, wherever a script may name them."""
    if isinstance(value, dict):
        return {ids.get(word, word): with_ids(one, ids, word) for word, one in value.items()}
    if isinstance(value, list | tuple):
        return [with_ids(one, ids, key) for one in value]
    if not isinstance(value, str):
        return value
    if key in ("when", "must"):
        return re.sub(r"(?<=holder-is )[a-z-]+", lambda found: ids.get(found[0], found[0]), value)
    return ids.get(value) or re.sub(r"\{([a-z-]+)", lambda found: "{" + ids.get(found[1], found[1]), value)


def faults(script: Script, setup: Setup) -> list[str]:
    found = [*proofread_script(script, "script"), *proofread_setup(setup, script, "setup")]
    return [str(problem) for problem in found if not problem.warning]


def table(chance: Random, *cards: str) -> Setup:
    """Draw a small table at which these cards are dealt, with much killing, and no dice that the program draws."""
    setup = gather(chance, SCRIPT)
    wanted = {*DEADLY, *cards, *(partner for card in cards for partner in PARTNERS.get(card, ()))}
    others = [role for role in UNIQUE if role not in wanted]
    dealt = [*wanted, *chance.sample(others, chance.randint(3, 6)), "townsman"]
    dealt = chance.sample(sorted(dealt), len(dealt))
    rules = replace(setup.rules, shot_success=chance.choice((0.0, 1.0)), possession_success=1.0)
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(dealt, 1))
    return replace(setup, cards=(), player=players, rules=rules, dice="engine")


def with_cards(setup: Setup, ids: Ids) -> Setup:
    players = tuple(replace(player, card=ids.get(player.card or "", player.card)) for player in setup.player)
    rules = replace(setup.rules, self_target=tuple(ids.get(role, role) for role in setup.rules.self_target))
    return replace(setup, player=players, rules=rules)


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
    if question.kind == "seats":
        number = chance.randint(1, min(question.most, len(question.choices)))
        return ",".join(sorted(chance.sample(question.choices, number), key=int))
    return chance.choice(question.choices)


def kept(state: State) -> set[int]:
    """Give the seats of which the game keeps something."""
    return {state.holder, *state.gone_tonight, *(mark.seat for mark in state.marks.every)} - {0}


def played(game: Ktulu, seed: int, say: Callable[[State, e.Asked], str | None]) -> Iterator[list[e.Event]]:
    """Play whole nights and days, and give what happened after each answer."""
    act = game.opened(game.begin(seed, quiet=True))
    yield act.events
    while act.state.question is not None and act.state.night < NIGHTS:
        said = say(act.state, act.state.question)
        if said is None:
            return
        given = game.answered(act.state, said)
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
    """Give an event's fields with other ids; a line's begins with that of its call."""
    if isinstance(value, dict):
        return {key: plain(one, ids) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, ids) for one in value]
    if not isinstance(value, str) or value in ids:
        return ids.get(value, value) if isinstance(value, str) else value
    call, _, key = value.rpartition(".")
    return f"{ids[call]}.{key}" if call in ids else value


def facts(events: list[e.Event], ids: Ids) -> list[Any]:
    return [(type(event).__name__, plain(asdict(event), ids)) for event in events]


def alike(script: Script, setup: Setup, ids: Ids, seed: int) -> list[e.Event]:
    """See that a game goes as it does with the shipped script, but for these ids; give all that happened."""
    chance = Random(seed)
    answers, was = first(Ktulu(setup, SCRIPT), seed, chance)
    back = {new: old for old, new in ids.items()}
    for number, (old, new) in enumerate(
        zip(was, again(Ktulu(with_cards(setup, ids), script), seed, answers), strict=True)
    ):
        assert facts(new, back) == facts(old, {}), (number, answers[:number])
    return [event for events in was for event in events]


RENAMED = {role: f"r{99 - number}" for number, role in enumerate(ROLES)}
RENAMED |= {call: f"day{99 - number}.call" for number, call in enumerate(CALLS)}
"""Other ids for every role and every call, in another order of the alphabet."""


def test_ids_are_only_names() -> None:
    script = build(with_ids(DATA, RENAMED), Script, "renamed")
    seen: set[str] = set()
    for seed in range(3 * len(UNIQUE)):
        setup = table(Random(seed), UNIQUE[seed % len(UNIQUE)])
        assert faults(script, with_cards(setup, RENAMED)) == []
        happened = alike(script, setup, RENAMED, seed)
        seen |= {event.mark if isinstance(event, e.Marked) else type(event).__name__ for event in happened}
    assert {"guard", "trail", "possession", "PoisonStruck", "CardShown", "DuelRefused", "Revived"} <= seen


def twin_of(role: str) -> tuple[Script, Ids]:
    """Write a second role beside this one: its faction and rank, its traits, and calls like its own."""
    ids = {role: "twin"} | {call["id"]: f"twin.{call['id'].replace('.', '-')}" for call in _own_calls(role)}
    data = {key: [*value] if isinstance(value, list) else value for key, value in DATA.items()}
    data["role"] = [
        twin for one in DATA["role"] for twin in (one, *([with_ids(one, ids)] if one["id"] == role else []))
    ]
    for phase in PHASES:
        data[phase] = [call for one in DATA[phase] for call in _twins(one, role, ids)]
    return build(data, Script, "twin"), ids


def _own_calls(role: str) -> list[dict[str, Any]]:
    return [call for phase in PHASES for call in DATA[phase] if call["who"] == [role]]


def _twins(call: dict[str, Any], role: str, ids: Ids) -> list[dict[str, Any]]:
    """Give the call with its twin, or, if it is made for several roles, for the twin too."""
    if call["who"] == [role]:
        return [call, with_ids(call, ids)]
    who = [twin for one in call["who"] for twin in (one, *(["twin"] if one == role else []))]
    return [{**call, "who": who}]


@pytest.mark.parametrize("role", UNIQUE)
def test_another_role_does_the_same_with_the_same_powers(role: str) -> None:
    script, ids = twin_of(role)
    for seed in range(6):
        setup = table(Random(f"{role} {seed}"), role)
        assert faults(script, with_cards(setup, ids)) == []
        alike(script, setup, ids, seed)


USUAL = {"uses-left", "from-night", "rule"}
"""Conditions that hold in most nights."""


@pytest.mark.parametrize("role", UNIQUE)
def test_a_power_dealt_twice_works(role: str) -> None:
    script, _ = twin_of(role)
    acted: set[str] = set()
    for seed in range(6):
        setup = with_cards(table(Random(f"{role} {seed}"), role, "townsman"), {"townsman": "twin"})
        setup = with_one(setup, "twin")
        assert faults(script, setup) == []
        for events in first(Ktulu(setup, script), seed, Random(seed))[1]:
            acted |= {event.role for event in events if isinstance(event, e.CallOpened) and event.actors}
    always = any({clause.split()[0] for clause in call.get("when", ())} <= USUAL for call in _own_calls(role))
    assert not always or "twin" in acted


def with_one(setup: Setup, card: str) -> Setup:
    """Leave the card with the first who has it; the others get a townsman's."""
    seats = [number for number, player in enumerate(setup.player) if player.card == card]
    players = tuple(
        replace(player, card="townsman") if number in seats[1:] else player
        for number, player in enumerate(setup.player)
    )
    return replace(setup, player=players)
