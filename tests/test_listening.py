"""Every scenario of a game that listens holds: straight, resumed after every answer, and undone step by step."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from narrator.cues import Ask

from tests.again import BackAndOn, BrokenOff
from tests.any_game.evening import AnyGame
from tests.listening_scenario import FOLDER, Playing, Scenario, Step, files, load, rules
from tests.sweeps import every


def name_of(path: Path) -> str:
    """Its game, and its name."""
    return str(path.relative_to(FOLDER).with_suffix(""))


@pytest.mark.parametrize("path", files(), ids=name_of)
def test_scenario(path: Path) -> None:
    scenario = load(path)
    for game in scenario.games():
        Playing(scenario, game).play(scenario.step)


class Resumed(Playing):
    """A scenario whose program dies after every answer and is begun again from the journal on disk."""

    def __init__(self, scenario: Scenario, game: AnyGame, again: AnyGame, journal: Path) -> None:
        self._broken_off, self._again = BrokenOff(journal, scenario.seed), again
        super().__init__(scenario, game)

    def answered(self) -> None:
        state = self._broken_off.resumed(self._again, self.batches)
        assert state == self.state
        self.state = state


@pytest.mark.parametrize("path", every(4, files()), ids=name_of)
def test_scenario_resumed_after_every_answer(path: Path, tmp_path: Path) -> None:
    scenario = load(path)
    for number, (game, again) in enumerate(zip(scenario.games(), scenario.games(), strict=True)):
        Resumed(scenario, game, again, tmp_path / f"{number}.jsonl").play(scenario.step)


class Undone(Playing):
    """A scenario of which every answer but a query is taken back and given again."""

    def __init__(self, scenario: Scenario, game: AnyGame) -> None:
        super().__init__(scenario, game)
        self._back_and_on = BackAndOn(game)

    def take(self, word: str, where: str) -> None:
        before, cue = self.state, self.game.cue(self.state)
        super().take(word, where)
        went_back = self._back_and_on.answered(before, word, self.state)
        light = isinstance(cue, Ask) and cue.weight(word) == "light"
        assert went_back or light, f"{where}: undo leads past what was seen before {word}"


@pytest.mark.parametrize("path", every(4, files()), ids=name_of)
def test_scenario_undone_step_by_step(path: Path) -> None:
    scenario = load(path)
    for game in scenario.games():
        Undone(scenario, game).play(scenario.step)


@pytest.mark.parametrize("game", rules())
def test_every_rule_has_a_scenario_or_a_reason_to_have_none(game: str) -> None:
    proved = {rule for path in files() if path.parent.name == game for rule in load(path).ids}
    stated, unproved = {*rules()[game].rules}, {*rules()[game].unproved}
    assert len(stated) > 20
    assert sorted(proved & unproved) == []
    assert sorted(proved | unproved) == sorted(stated)


def test_every_folder_of_scenarios_has_its_rules() -> None:
    assert {path.parent.name for path in files()} == {*rules()}


WRONG: dict[str, Any] = {
    "lines": ("play", "draw"),
    "words": ("Darek",),
    "unsaid": ("draw",),
    "state": {"players.0.doom": 1},
    "table": {"draw": "2"},
    "seats": {"1": {"doom": 1}},
    "marks": {"turn": (2,)},
    "asks": "first",
    "asked": "Kto zaczyna?",
    "choices": ("1",),
    "refused": "no-goal",
    "won": ("1",),
}


def test_a_step_can_say_no_more_than_is_looked_at() -> None:
    assert {one.name for one in fields(Step)} - {"say"} == {*WRONG}


@pytest.mark.parametrize("key", WRONG)
def test_what_is_not_so_is_seen(key: str) -> None:
    scenario = load(FOLDER / "cthulhu-fluxx" / "turns.toml")
    (game,) = scenario.games()
    right, wrong = Step(say=("1", "none")), Step(say=("1", "none"), **{key: WRONG[key]})
    Playing(scenario, game).play((right,))
    with pytest.raises(AssertionError):
        Playing(scenario, game).play((wrong,))


PAGE = {"cthulhu-fluxx": "fluxx", "cthulhu-wars": "wars", "planetopia": "planetopia"}


@pytest.mark.parametrize("game", rules())
def test_the_games_page_says_why_no_scenario_proves_a_rule(game: str) -> None:
    page = (Path(__file__).parent.parent / "docs" / f"{PAGE[game]}.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| ([A-Z]+\d+) \| (.+) \| (.+) \|$", page, flags=re.MULTILINE)
    stated = rules()[game]
    assert told == [(rule, stated.rules[rule], f"{why}.") for rule, why in stated.unproved.items()]
