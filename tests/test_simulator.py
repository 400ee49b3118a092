"""The simulator plays by the very same rules, whoever shares the work; and in whatever it plays the laws hold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from narrator.commands import app
from narrator.computer import paths
from narrator.cues import Ask, End, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import HouseRules
from narrator.games.night import events as e
from narrator.games.night import simulation
from narrator.games.night.game import NightGame
from narrator.games.night.proofreading import proofread_setup
from narrator.games.night.simulation.evening import begin, chance_of, drafts, play
from narrator.games.night.simulation.people import People, sensible
from narrator.games.night.simulation.tally import (
    Tally,
    add_up,
    as_data,
    difference,
    factions_of,
    quantile,
    tallied,
    wilson,
)
from narrator.games.night.simulation.tournament import ROUND, tournament
from narrator.games.night.state.state import State
from narrator.games.night.told.chronicle import UNWRITTEN
from narrator.play import loading

from tests.invariants.gathering import gather
from tests.invariants.witness import attend
from tests.people import wild
from tests.scenario import SCRIPT
from tests.sweeps import every

FUZZED, SHARE = 300, 50
"""Games of the short fuzz, and in one test; bench/simulator.py plays 10,000."""

run = partial(CliRunner().invoke, app.app)


@pytest.mark.parametrize("first", every(3, range(0, FUZZED, SHARE)))
def test_the_laws_hold_at_any_table_and_every_game_ends(first: int) -> None:
    evenings = [attend(SCRIPT, 3, number) for number in range(first, first + SHARE)]
    assert [evening for evening in evenings if not evening.winner] == []


def aloud(game: Ktulu, seed: int, people: People, chance: Any) -> State:
    """Play a game as a stage leads it: every cue goes out, every event is folded in."""
    state = game.begin(seed)
    result: list[e.Event] | Refused = game.opening(state)
    while True:
        assert not isinstance(result, Refused), result
        for event in result:
            state = game.fold(state, event)
        cue = game.cue(state)
        if cue is None or isinstance(cue, End):
            return state
        if isinstance(cue, Ask):
            assert state.question is not None
            result = game.take(state, people(chance, state, state.question))
        else:
            result = game.delivered(state)


@pytest.mark.parametrize("first", every(4, range(0, 200, SHARE)))
def test_a_game_played_quietly_ends_as_the_same_game_played_aloud(first: int) -> None:
    for number in range(first, first + SHARE):
        chance, again = chance_of(5, number), chance_of(5, number)
        setup = gather(chance, SCRIPT)
        assert gather(again, SCRIPT) == setup
        game = Ktulu(setup, SCRIPT)
        people = (sensible, wild)[number % 2]
        *_, last = drafts(game, begin(game, chance), chance, people)
        ended = aloud(game, again.getrandbits(32), people, again)
        assert replace(ended, times_said={}, chronicle=UNWRITTEN) == last.state
        assert last.state.winner


def test_nothing_goes_out_at_a_quiet_table() -> None:
    game = Ktulu(simulation.line_up(12, 1), SCRIPT)
    chance = chance_of(1, 1)
    for act in drafts(game, begin(game, chance), chance, sensible):
        assert act.state.queue == ()
        assert (act.state.question is None) == bool(act.state.winner)


# ---- Tables ----


def test_gathered_tables_are_of_all_kinds_and_can_be_played() -> None:
    setups = [gather(chance_of(1, number), SCRIPT) for number in range(400)]
    for setup in setups:
        faults = [problem for problem in proofread_setup(setup, SCRIPT, "table") if not problem.warning]
        assert faults == []
    for rule in HouseRules.single():
        drawn = {getattr(setup.rules, rule) for setup in setups}
        assert getattr(HouseRules(), rule) in drawn
        assert len(drawn) > 1, rule
    assert {len(setup.rules.from_players) for setup in setups} == {0, 1}
    assert {len(setup.cards) for setup in setups} == {*range(8, 31)}
    assert {card for setup in setups for card in setup.cards} == {*SCRIPT.roles}
    assert {setup.policy for setup in setups} == {"masked", "private", "open"}
    assert {setup.dice for setup in setups} == {"engine", "table"}
    assert any(len(factions_of(Ktulu(setup, SCRIPT))) == len(SCRIPT.factions) for setup in setups)


def deals(game: Ktulu) -> set[tuple[str, ...]]:
    return {
        next(drafts(game, begin(game, chance), chance, sensible)).state.cards
        for chance in map(partial(chance_of, 1), range(5))
    }


def test_fixed_cards_stay_and_listed_cards_are_dealt_anew() -> None:
    demo = loading.load_table(paths.shipped("setups") / "demo.toml")
    assert deals(Ktulu(demo.setup, demo.script)) == {tuple(player.card for player in demo.setup.player)}
    small = loading.load_table(paths.shipped("setups") / "small.toml")
    assert len(deals(Ktulu(small.setup, small.script))) == 5


# ---- Counting ----


def test_the_same_seed_gives_the_same_result_whatever_the_jobs() -> None:
    game = NightGame(simulation.line_up(8, 1), SCRIPT)  # whose rules the other processes have to load themselves
    games = 2 * ROUND + 7
    results = []
    for jobs in (1, 2):
        total = Tally()
        for part in tournament(game, games, 9, jobs):
            add_up(total, part)
        results.append(as_data(total, factions_of(game)))
    alone = tallied(play(game, chance_of(9, number), sensible) for number in range(games))
    assert results == [as_data(alone, factions_of(game))] * 2
    other = tallied(play(game, chance_of(10, number), sensible) for number in range(games))
    assert other != alone


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(10, 20, 0.2993, 0.7007), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1000, 0.0002, 0.0056), (0, 0, 0, 1)],
)
def test_intervals_are_wilson_s(count: int, games: int, low: float, high: float) -> None:
    assert wilson(count, games) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_a_difference_is_newcombe_s() -> None:
    assert difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)  # his table II, (a)
    assert difference(0, 0, 5, 10) == (-1.0, 1.0)


def test_quantiles_are_numbers_that_were_counted() -> None:
    nights = Tally().nights
    nights.update([1, 2, 2, 3, 9])
    assert [quantile(nights, percent) for percent in (5, 20, 21, 50, 80, 81, 100)] == [1, 1, 2, 2, 3, 9, 9]


# ---- The command ----


def test_the_command_prints_a_table_and_json() -> None:
    options = ["simulate", "--line-up", "12", "--games", "60", "--jobs", "1"]
    done = run([*options, "--json"])
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert data["games"] == 60 == sum(win["games"] for win in data["wins"].values())
    assert data["unfinished"] == 0
    assert sum(data["nights"]["games"].values()) == 60
    assert data["statue"]["held"]["bandits"] == 1.0
    shown = run(options).stdout
    for faction, name in (("town", "Miasto"), ("bandits", "Bandyci"), ("indians", "Indianie")):
        rate = f"{100 * data['wins'][faction]['rate']:.1f}%".replace(".", ",")
        assert next(line for line in shown.splitlines() if name in line).count(rate)
    assert "Ufoki" not in shown


@pytest.mark.parametrize("command", [["demo", "--beside", "small"], ["ktulu", "--line-up", "9", "--beside", "demo"]])
def test_two_tables_are_compared(command: list[str]) -> None:
    options = ["simulate", *command, "--games", "60", "--jobs", "1"]
    data = json.loads(run([*options, "--json"]).stdout)
    alone = json.loads(run(["simulate", "demo", "--games", "60", "--jobs", "1", "--json"]).stdout)
    demo = next(table for table in data["tables"] if table["table"] == "demo")
    assert {"seed": 1, **demo} == {"table": "demo", **alone}
    one, other = (table["wins"]["town"]["rate"] for table in data["tables"])
    assert data["differences"]["town"]["rate"] == pytest.approx(other - one)
    shown = run(options).stdout
    assert [table["table"] in shown for table in data["tables"]] == [True, True]


def test_a_script_is_played_by_its_own_rules(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('format = 1\nextends = "ktulu"\n[rules]\nship_night = 90\n', "utf-8")
    ours = str(tmp_path / "ours.toml")

    def wins(*more: str) -> list[int]:
        done = run(["simulate", *more, "--games", "60", "--jobs", "1", "--json"])
        data = json.loads(done.stdout)
        return [table["wins"]["bandits"]["games"] for table in data.get("tables", [data])]

    assert wins(ours) == [0]
    assert wins(ours, "--beside", "ktulu")[1] > 0
    assert wins("ktulu", "--beside", ours)[1] == 0


def test_a_script_without_the_tables_cards_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('format = 1\nextends = "ktulu"\nwithout = ["chief"]\n', "utf-8")
    done = run(["simulate", "demo", "--beside", str(tmp_path / "ours.toml")])
    assert (done.exit_code, "chief" in str(done.exception)) == (1, True)


def test_a_script_beside_itself_differs_in_nothing() -> None:
    data = json.loads(
        run(["simulate", "ktulu", "--beside", "ktulu", "--games", "20", "--jobs", "1", "--json"]).stdout
    )
    assert {more["rate"] for more in data["differences"].values()} == {0.0}
    assert data["tables"][0] == data["tables"][1]


def test_ctrl_c_gives_what_has_been_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*given: Any) -> Iterator[Tally]:
        yield next(iter(tournament(*given)))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "tournament", broken_off)
    done = run(["simulate", "small", "--games", "1000", "--jobs", "1", "--json"])
    assert done.exit_code == 130
    assert json.loads(done.stdout)["games"] == ROUND
    assert f"Przerwane po {ROUND} grach z 1000" in done.stderr


@pytest.mark.parametrize("table", [[], ["small", "--line-up", "12"]])
def test_one_table_must_be_named(table: list[str]) -> None:
    assert "name either" in str(run(["simulate", *table]).exception)
