"""The variants that come with the program: each is sound, plays to the end, and does what it says is different."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.cues import Say
from narrator.games.ktulu import Ktulu
from narrator.games.night.layers import root_of
from narrator.games.night.loading import FOLDER, shipped_script
from narrator.games.night.simulation import line_up, tournament
from narrator.games.night.simulation.rehearsal import rehearse
from narrator.games.night.simulation.tally import Tally, add_up
from narrator.games.night.told.spoken_lines import texts_to_prepare

from tests import scenario
from tests.any_game.evening import whole_evening
from tests.asked import ALL, Talk
from tests.checked import faults_of
from tests.program import narrator
from tests.sweeps import trial

EVERY = [file for file in sorted((paths.shipped("scripts") / "variants").glob("*.toml")) if "." not in file.stem]
VARIANTS = [file for file in EVERY if root_of(file) == "ktulu"]
FOLDER_OF_SCENARIOS = scenario.FOLDER / "variants"
of_each = pytest.mark.parametrize("file", VARIANTS, ids=lambda file: file.stem)


@of_each
def test_it_is_small_and_says_what_differs(file: Path) -> None:
    text = file.read_text("utf-8")
    assert 3 <= sum(bool(line.strip()) for line in text.splitlines()) <= (90 if file.stem == "xiega" else 40)
    assert file.stem.isascii()
    meta = shipped_script(file.stem).meta
    assert meta.name
    assert meta.differs.endswith(".")
    assert len({shipped_script(other.stem).meta.name for other in VARIANTS}) == len(VARIANTS)


@of_each
def test_it_leaves_nothing_to_say_and_so_do_its_games(file: Path) -> None:
    assert faults_of(file) == []
    shipped, script = shipped_script(), shipped_script(file.stem)
    problems, summary = rehearse(script, shipped, file.name, texts_of("en", FOLDER), 30)
    assert problems == []
    assert summary[3].startswith("90 games played")


@of_each
@pytest.mark.parametrize("games", [40, trial(1000)])
def test_it_is_played_to_the_end(file: Path, games: int) -> None:
    script, tally = shipped_script(file.stem), Tally()
    size = 10 if file.stem == "szybka" else 12
    setup = replace(line_up(size, 1, script), rules=script.rules)
    for part in tournament(Ktulu(setup, script), games, 1):
        add_up(tally, part)
    assert (tally.games, tally.wins[""]) == (games, 0)


@of_each
def test_it_is_chosen_among_the_questions_for_a_new_table_and_led(file: Path, tmp_path: Path) -> None:
    name = shipped_script(file.stem).meta.name
    table = Talk("9", "", "", "więcej", name, *ALL).table(tmp_path)
    assert table.setup.script == file.stem
    *_, (_, state) = whole_evening(table, Random(1))
    assert state.night > 0
    assert state.script is table.script


@of_each
def test_a_scenario_of_its_own_fails_without_what_differs(file: Path) -> None:
    """That it holds, the scenarios' own test shows."""
    played = scenario.load(FOLDER_OF_SCENARIOS / file.name)
    assert played.script == file.stem
    other = scenario.Playing(replace(played, script=tomllib.loads(file.read_text("utf-8"))["extends"]))
    with pytest.raises(AssertionError):
        _hold(other)


def _hold(playing: scenario.Playing) -> None:
    playing.play()
    scenario.verify(playing)


@pytest.mark.parametrize("spoken", [True, False])
def test_its_name_is_said_before_the_first_night_if_it_wants_that(spoken: bool) -> None:
    burza = shipped_script("burza")
    script = replace(burza, meta=replace(burza.meta, name="{Burza}", spoken=spoken))
    game = Ktulu(line_up(8, 1), script)
    state, said = game.begin(1), list[str]()
    for event in game.opening(state):
        state = game.fold(state, event)
    while isinstance(cue := game.cue(state), Say):
        said.append(cue.text)
        for event in game.delivered(state):
            state = game.fold(state, event)
    assert ["{Burza}." in text for text in said] == ([False, True, False, False] if spoken else [False] * 3)
    assert any("{Burza}" in part.text for part in texts_to_prepare(state)) is spoken


OLDER = [
    *("sheriff.jail", "pastor.confess", "tax-collector.audit", "bodyguard.guard", "gambler.roulette"),
    *("drunkard.drink", "bandits.wake", "bandits.search", "bandits.statue", "bandits.sleep", "avenger.kill"),
    *("thief.steal", "cardsharp.play", "shaman.trance", "indians.wake", "indians.kill", "indians.kill-again"),
    *("warrior.kill", "lone-coyote.kill", "indians.statue", "indians.sleep"),
    *("quiet-foot.wake", "quiet-foot.reclaim", "quiet-foot.plant", "quiet-foot.sleep"),
    *("spyglass-eye.spy", "shamaness.poison", "ufos.wake", "detector.detect", "mind-eater.read"),
    *("green-tentacle.kill", "ufos.search", "ufos.statue", "ufos.signal", "ufos.sleep", "doctor.revive"),
]
"""The order of the older edition (docs/rules.md, section 10)."""


def test_the_older_edition_has_its_own_order_roles_and_announced_kills() -> None:
    xiega = shipped_script("xiega")
    assert [call.id for call in xiega.night] == OLDER
    assert [faction.id for faction in xiega.faction] == ["town", "bandits", "indians", "ufos"]
    assert not any(role.many for role in xiega.role)
    kills = [call.id for call in xiega.night if call.public and call.do == "kill"]
    assert kills == ["avenger.kill", "indians.kill", "green-tentacle.kill"]


def test_they_are_checked_by_name() -> None:
    done = narrator("check", "burza", "--games", "0")
    assert (done.returncode, done.stdout) == (0, "burza: bez błędów\n")
