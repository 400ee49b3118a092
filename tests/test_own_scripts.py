"""A script of one's own: ids are only names, and any role may have any power, or `check` says why not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.computer.toml_reader import build
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup, ours
from narrator.games.night import events as e
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.loading import FOLDER, load_script
from narrator.games.night.printed.dealing import card_texts
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.script.script import PHASES, Script
from narrator.games.night.script.setup import Setup as AnySetup
from narrator.games.night.simulation.evening import begin, drafts
from narrator.games.night.simulation.people import sensible
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Turn
from narrator.play.loading import read_setup

from tests.book_line_ups import LINE_UPS
from tests.checked import faults_of
from tests.invariants.gathering import gather
from tests.own_script import DATA, Ids, again, facts, faults, first, with_calls, with_ids
from tests.scenario import SCRIPT
from tests.sweeps import every, trial

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


def table(chance: Random, *cards: str) -> AnySetup:
    """Draw a small table at which these cards are dealt, with much killing, and no dice that the program draws."""
    setup = gather(chance, SCRIPT)
    wanted = {*DEADLY, *cards, *(partner for card in cards for partner in PARTNERS.get(card, ()))}
    others = [role for role in UNIQUE if role not in wanted]
    dealt = [*wanted, *chance.sample(others, chance.randint(3, 6)), "townsman"]
    dealt = chance.sample(sorted(dealt), len(dealt))
    rules = replace(ours(setup.rules), shot_success=chance.choice((0.0, 1.0)), possession_success=1.0)
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(dealt, 1))
    return replace(setup, cards=(), player=players, rules=rules, dice="engine")


def with_cards(setup: AnySetup, ids: Ids) -> AnySetup:
    players = tuple(replace(player, card=ids.get(player.card or "", player.card)) for player in setup.player)
    yes, no = (
        tuple(ids.get(role, role) for role in roles)
        for roles in (setup.rules.self_target, setup.rules.no_self_target)
    )
    rules = replace(setup.rules, self_target=yes, no_self_target=no)
    return replace(setup, player=players, rules=rules)


def alike(script: Script, setup: AnySetup, ids: Ids, seed: int) -> list[e.Event]:
    """See that a game goes as it does with the shipped script, but for these ids; give all that happened."""
    chance = Random(seed)
    answers, was = first(Ktulu(setup, SCRIPT), seed, chance)
    back = {new: old for old, new in ids.items()}
    for number, (old, new) in enumerate(
        zip(
            was,
            again(Ktulu(with_cards(setup, ids), script), seed, [ids.get(said, said) for said in answers]),
            strict=True,
        )
    ):
        assert facts(new, back) == facts(old, {}), (number, answers[:number])
    return [event for events in was for event in events]


RENAMED = {role: f"r{99 - number}" for number, role in enumerate(ROLES)}
RENAMED |= {call: f"day{99 - number}.call" for number, call in enumerate(CALLS)}
"""Other ids for every role and every call, in another order of the alphabet."""


@pytest.mark.parametrize("turns", [1, trial(2)])
def test_ids_are_only_names(turns: int) -> None:
    script = build(with_ids(DATA, RENAMED), type(SCRIPT), "renamed")
    seen: set[str] = set()
    for seed in range(turns * len(UNIQUE)):
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
    return build(data, type(SCRIPT), "twin"), ids


def _own_calls(role: str) -> list[dict[str, Any]]:
    return [call for phase in PHASES for call in DATA[phase] if call["who"] == [role]]


def _twins(call: dict[str, Any], role: str, ids: Ids) -> list[dict[str, Any]]:
    """The call with its twin, or, if it is made for several roles, for the twin too."""
    if call["who"] == [role]:
        return [call, with_ids(call, ids)]
    who = [twin for one in call["who"] for twin in (one, *(["twin"] if one == role else []))]
    return [{**call, "who": who}]


@pytest.mark.parametrize("role", every(3, UNIQUE))
def test_another_role_does_the_same_with_the_same_powers(role: str) -> None:
    script, ids = twin_of(role)
    for seed in range(6):
        setup = table(Random(f"{role} {seed}"), role)
        assert faults(script, with_cards(setup, ids)) == []
        alike(script, setup, ids, seed)


USUAL = {"uses-left", "from-night", "rule"}
"""Conditions that hold in most nights."""


@pytest.mark.parametrize("role", every(3, UNIQUE))
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


def with_one(setup: AnySetup, card: str) -> AnySetup:
    """Leave the card with the first who has it; the others get a townsman's."""
    seats = [number for number, player in enumerate(setup.player) if player.card == card]
    players = tuple(
        replace(player, card="townsman") if number in seats[1:] else player
        for number, player in enumerate(setup.player)
    )
    return replace(setup, player=players)


def test_cards_that_nobody_hears_of_are_won_in_silence() -> None:
    night = [{**call, "public": False} if call["id"] == "cardsharp.play" else call for call in DATA["night"]]
    script = build({**DATA, "night": night}, type(SCRIPT), "silent")
    cards = ("cardsharp", "boss", "townsman", "chief")
    setup = Setup(player=tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(cards, 1)))
    draft = Draft(State(script, setup, cards=cards, phase="night", night=1, holder=3, believed="bandits"))
    draft.state.turn = Turn("cardsharp.play", "cardsharp", (1,), "acting")
    EFFECTS["play-cards"].effect(draft, 3)
    assert draft.state.holder == 1
    assert [event.line for event in draft.events if isinstance(event, e.Announced)] == []


def test_the_role_of_the_manual_plays(tmp_path: Path) -> None:
    """What docs/scripts.md writes down, put where it says, is sound; her card tells of her, and her call comes."""
    manual = (Path(__file__).parent.parent / "docs" / "scripts.md").read_text("utf-8").partition("## An example")[2]
    change, role, call = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)[:3]
    assert change.startswith("sleep = [")
    text = (paths.shipped("scripts") / "ktulu.toml").read_text("utf-8")
    ends = text.index('[[role]]\nid = "boss"')
    text = f"{text[:ends]}{role}\n{text[ends:]}"
    pastor = text.index('[[night]]\nid = "pastor.confess"')
    begins = text.index("[[night]]", pastor + 1)
    file = tmp_path / "my.toml"
    file.write_text(f"{text[:begins]}{call}\n{text[begins:]}", "utf-8")
    assert faults_of(file) == []
    script = load_script(file)
    assert call_comes(script, "fortune-teller")
    (card,) = card_texts(
        ["fortune-teller"], setup_with(("fortune-teller", "boss", "sheriff")), script, texts_of("pl", FOLDER)
    )
    assert script.roles["fortune-teller"].does in card


def call_comes(script: Script, role: str) -> bool:
    """Whether in some night of a few games somebody with this role can act."""
    game = Ktulu(setup_with((role, *LINE_UPS.suggest(8, 1)[1:])), script)
    return any(
        isinstance(one, e.CallOpened) and one.role == role and one.actors
        for seed in range(5)
        for draft in drafts(game, begin(game, Random(seed)), Random(seed), sensible)
        for one in draft.events
    )


def test_somebody_is_called_in_the_nights_that_are_named_alone() -> None:
    cards = ("drunkard", "pastor", "boss", "townsman", "kali", "chief", "shaman")
    given = with_calls({"drunkard.drink": {"nights": [2, 4]}})
    assert nights_of("drunkard.drink", given, cards) == {2, 4}
    assert 1 in nights_of("drunkard.drink", with_calls({}), cards)


def nights_of(call: str, script: Script, cards: tuple[str, ...]) -> set[int]:
    """The nights of a few games in which the call came, whether anybody could act or not."""
    game, found = Ktulu(setup_with(cards), script), set[int]()
    for seed in range(20):
        night = 0
        for event in (one for events in first(game, seed, Random(seed))[1] for one in events):
            night = event.night if isinstance(event, e.NightBegan) else night
            found |= {night} if isinstance(event, e.CallOpened) and event.call == call else set()
    return found


def test_a_script_may_have_one_name_profile_of_any_id(tmp_path: Path) -> None:
    text = (paths.shipped("scripts") / "ktulu.toml").read_text("utf-8")
    begins = text.index("[[profile]]")
    text = f'{text[:begins]}[[profile]]\nid = "plain"\n\n{text[text.index("[[line]]") :]}'
    (tmp_path / "my.toml").write_text(text, "utf-8")
    demo = (
        (paths.shipped("setups") / "demo.toml").read_text("utf-8").replace('script = "ktulu"', 'script = "my.toml"')
    )
    setup = tmp_path / "table.toml"
    setup.write_text(demo.replace('names = "gentle"', ""), "utf-8")
    loaded = read_setup(setup)
    assert loaded.script_problems == []
    assert loaded.table().setup.names == "plain"
    setup.write_text(demo, "utf-8")
    assert [problem.parts()[0] for problem in read_setup(setup).problems] == ["there is no name profile 'gentle'"]


def test_a_script_without_a_name_profile_is_refused() -> None:
    (problem,) = proofread_script(replace(load_script(paths.script_file("ktulu", Path())), profile=()), "my.toml")
    assert (problem.place, problem.warning) == ("my.toml: profile", False)
