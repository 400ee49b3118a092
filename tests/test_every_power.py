"""A power is a word: whoever has it, it works as the shipped one does; and two who have it do not mind each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.parsing import toml
from narrator.computer.toml_reader import build
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.proofreading import ENTRY
from narrator.games.ktulu.setup import HouseRules, Player, Script, Setup
from narrator.games.night import events as e
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.proofreading import proofread_script
from narrator.games.night.script.script import PHASES
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import Marks
from narrator.games.night.state.state import State, Turn

from tests.own_script import DATA, LONGEST, Ids, again, answer, facts, played, with_ids
from tests.sweeps import every, trial

Data = dict[str, Any]
FACTION: dict[str, str] = {role["id"]: role["faction"] for role in DATA["role"]}
OTHERS = {
    "indians": ("chief", "warrior", "indian", "indian"),
    "bandits": ("boss", "avenger", "thief", "bandit", "bandit"),
    "town": ("executioner", "drunkard", "sheriff", "townsman"),
}
"""Cards that kill, steal and put to sleep, so that a power is felt; the power's own faction is left out."""

WORDS = [
    line
    for line in toml(paths.shipped("scripts") / "night" / "pl.toml")["line"]
    if line["id"] not in {one["id"] for one in DATA["line"]}
]
"""What a game of nights says that Ktulu's script does not, since nobody there has such a power."""

SEEDS, ENOUGH, FEW = 60, 5, 2
"""Games to look for the power in, and how many with it are enough, as a trial and each time."""


@dataclass(frozen=True)
class Power:
    """An effect as the shipped script has it: whose it is, and who else shall have it instead."""

    effect: str

    @cached_property
    def data(self) -> Data:
        """The shipped script; with a call for the effect, if it has none."""
        if any(call.get("do") == self.effect for phase in PHASES for call in DATA[phase]):
            return DATA
        return {**DATA, "night": [*DATA["night"], call_for(self.effect)], "line": [*DATA["line"], *WORDS]}

    @cached_property
    def owner(self) -> str:
        """The role or faction that has it."""
        calls = [call for phase in PHASES for call in self.data[phase]]
        owner: str = next(call["who"][0] for call in calls if call.get("do") == self.effect)
        return owner

    @property
    def of_faction(self) -> bool:
        return self.owner not in FACTION

    @property
    def card(self) -> str:
        """The card of the only one who has it: of a faction, the plainest."""
        return [role for role in FACTION if FACTION[role] == self.owner][-1] if self.of_faction else self.owner

    @property
    def side(self) -> str:
        return FACTION[self.card]

    @property
    def elsewhere(self) -> str:
        """Another faction, where the effect allows; none of its people is dealt."""
        word = EFFECTS[self.effect]
        return self.side if word.side or self.effect == ENTRY else "gods" if self.side == "ufos" else "ufos"

    @cached_property
    def ids(self) -> Ids:
        """What is called otherwise where somebody else has the power."""
        moved = {self.side: self.elsewhere} if self.side != self.elsewhere else {}
        calls = [call["id"] for phase in PHASES for call in self.data[phase] if self.has(call)]
        renamed = {call: f"another.{call.replace('.', '-')}" for call in calls if moved or not self.of_faction}
        return {self.card: "another", **renamed, **moved}

    def has(self, call: Data) -> bool:
        """Whether the call belongs to the power, as its owner has it."""
        word = EFFECTS[self.effect]
        return self.owner in call["who"] and call.get("do") in {self.effect, word.after, word.besides} - {""}

    def shipped(self) -> Script:
        """The script in which its owner has it, and nothing else."""
        return build(self._alone(self.data), Script, "shipped")

    def moved(self) -> Data:
        """The script in which somebody else has it too."""
        roles = [one for role in self.data["role"] for one in (role, *self._another(role))]
        calls: Data = {phase: [one for call in self.data[phase] for one in self._twins(call)] for phase in PHASES}
        return {**self.data, "role": roles, **calls}

    def elsewheres(self) -> Script:
        """The script in which somebody else has it, and nothing else."""
        return build(self._alone(self.moved()), Script, "moved")

    def _another(self, role: Data) -> list[Data]:
        plain = {key: value for key, value in role.items() if key != "many"}
        return [{**plain, "id": "another", "faction": self.elsewhere}] if role["id"] == self.card else []

    def _twins(self, call: Data) -> list[Data]:
        if not self.has(call) or call["id"] not in self.ids:
            return [call]
        return [call, with_ids({**call, "who": [self.owner]}, self.ids)]

    def _alone(self, data: Data) -> Data:
        """Leave out whatever else its owner does, and the faction that has it, or will have it."""
        gone = {self.card} | ({self.side, self.elsewhere} if self.side != self.elsewhere else set())
        kept = {one for call, new in self.ids.items() for one in (call, new)}
        calls: Data = {
            phase: [one for one in data[phase] if not gone & {*one["who"]} or one["id"] in kept or self.has(one)]
            for phase in PHASES
        }
        return {**data, **calls}

    def setup(self, chance: Random, card: str) -> Setup:
        """Seat the one who has the power first, then others."""
        cards = [role for side in OTHERS if side not in (self.side, self.elsewhere) for role in OTHERS[side]]
        players = tuple(Player(name=f"Gracz {seat}", card=one) for seat, one in enumerate([card, *cards], 1))
        rules = HouseRules(shot_success=chance.choice((0.0, 1.0)), possession_success=1.0, ship_night=1)
        return Setup(player=players, rules=rules, policy=chance.choice(("masked", "open")))


def call_for(effect: str) -> Data:
    """Write a call for an effect that the shipped script has no call for."""
    word = EFFECTS[effect]
    who = "chief" if word.who != "faction" else word.side or "indians"
    needs = [word.needs.format(who=who, side=FACTION.get(who, who))] if word.needs else []
    call: Data = {"id": f"{who}.{effect}-too", "book": "0", "who": [who], "when": needs, "do": effect}
    call |= {"ask": word.answer, "prompt": "Kogo?", "line": ["Teraz."], "wake": ["Wstań."], "sleep": ["Śpij."]}
    call |= {"public": True, "announce": ["Już."]} if word.announces else {}
    call |= {"shows": ["town"]} if word.shows else {}
    return call | {"lines": {key: ["Tak."] for key in word.own}}


def game_with(power: Power, seed: int) -> tuple[list[list[e.Event]], list[list[e.Event]]]:
    """Play with the owner and then, with the same answers, with somebody else; give what happened after each."""
    chance = Random(f"{power.effect} {seed}")
    setup = power.setup(chance, power.card)
    holder = chance.choice((1, 1, 2))
    believed = FACTION[setup.player[holder - 1].card or ""]
    placed = iter(["override", "statue", str(holder), "override", "believed", believed])
    answers: list[str] = []

    def say(state: State, question: e.Asked) -> str | None:
        if len(answers) == LONGEST:
            return None
        first_day = state.phase == "day" and state.night == 0
        answers.append((next(placed, "") if first_day else "") or felt(chance, state, question))
        return answers[-1]

    was = list(played(Ktulu(setup, power.shipped()), seed, say))
    said = [power.ids.get(one, one) for one in answers]
    players = (replace(setup.player[0], card="another"), *setup.player[1:])
    return was, list(again(Ktulu(replace(setup, player=players), power.elsewheres()), seed, said))


def felt(chance: Random, state: State, question: e.Asked) -> str:
    """Draw an answer: rather of those who have a mark on them, and nights rather than days."""
    if question.key == "day" and chance.random() < 0.7:
        return "night"
    marked = {str(mark.seat) for mark in state.marks.every} & {*question.choices}
    if question.kind == "seat" and marked and chance.random() < 0.6:
        return chance.choice(sorted(marked))
    return answer(chance, state, question)


@pytest.mark.parametrize("enough", [FEW, trial(ENOUGH)])
@pytest.mark.parametrize("effect", every(2, EFFECTS))
def test_whoever_has_a_power_it_works_as_the_shipped_one(effect: str, enough: int) -> None:
    power, used = Power(effect), 0
    back = {new: old for old, new in power.ids.items()}
    for seed in range(SEEDS):
        was, now = game_with(power, seed)
        for number, (old, new) in enumerate(zip(was, now, strict=False)):
            if any(isinstance(event, e.Won) for event in (*old, *new)):
                break  # each faction wins by a rule of its own
            assert in_any_order(facts(new, back)) == in_any_order(facts(old, {})), (seed, number)
        used += any(acts_in(power, event) for events in was for event in events)
        if used == enough:
            return
    assert used, "nobody could ever use it"


def acts_in(power: Power, event: e.Event) -> bool:
    """Whether somebody is called who can use it."""
    if not isinstance(event, e.CallOpened) or not event.actors:
        return False
    calls = [call for phase in PHASES for call in power.data[phase] if power.has(call)]
    return any(call["id"] == event.call and call["do"] == power.effect for call in calls)


def in_any_order(found: list[Any]) -> list[Any]:
    """Leave the order of choices aside: factions are listed in the order of the script."""
    return [(name, {**fact, "choices": sorted(fact.get("choices", ()))}) for name, fact in found]


@pytest.mark.parametrize("effect", [effect for effect in EFFECTS if effect != ENTRY])
def test_check_lets_others_have_it(effect: str) -> None:
    found = proofread_script(build(Power(effect).moved(), Script, "moved"), "")
    assert [str(problem) for problem in found if not problem.warning] == []


@pytest.mark.parametrize("effect", [one for one, word in EFFECTS.items() if word.marks and "then" not in word.own])
def test_two_who_leave_a_mark_do_not_mind_each_other(effect: str) -> None:
    marks = left_by_two(effect)
    for mark in EFFECTS[effect].marks:
        assert {who: marks.left_by(mark.id, who) for who in PICKS} == {who: (seat,) for who, seat in PICKS.items()}
        assert marks.on(mark.id) >= {*PICKS.values()}
        assert all(who in marks.owners(mark.id, seat) for who, seat in PICKS.items())


PICKS = {"sheriff": 3, "doctor": 4}
"""Whom each of two picks, who have the same power."""


def left_by_two(effect: str) -> Marks:
    """Let two roles use the effect, one after the other; those whom they pick sleep, so that a gift is left too."""
    cards = (*PICKS, *["townsman"] * 5, "kali", "boss")
    script = Power(effect).shipped()
    phase, call = next((phase, call) for phase in PHASES for call in script.calls(phase) if call.do == effect)
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(cards, 1))
    setup = Setup(player=players, rules=HouseRules(possession_success=1.0))
    asleep = Marks(tuple(e.Marked("sleep", seat, "drunkard", "day") for seat in PICKS.values()))
    draft = Draft(State(script, setup, cards=cards, phase=phase, night=2, holder=9, marks=asleep))
    for seat, (role, pick) in enumerate(PICKS.items(), 1):
        draft.state.turn = Turn(call.id, role, (seat,), "acting")
        EFFECTS[effect].effect(draft, pick)
    return draft.state.marks
