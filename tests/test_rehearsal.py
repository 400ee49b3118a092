"""What has no fault is played before anybody does: what never came is told, and a summary that adds up."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.cues import Pause, Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import HouseRules
from narrator.games.night.loading import FOLDER, shipped_script
from narrator.games.night.script.script import PHASES, Script
from narrator.games.night.simulation import rehearsal
from narrator.games.night.simulation.lengths import (
    SPEED,
    call_seconds,
    cues,
    longest_line,
    nights,
    seconds_of,
    sensibly,
)
from narrator.games.night.simulation.rehearsal import SIZES, TABLES, rehearse, tables
from narrator.games.night.simulation.tournament import setup_with
from narrator.play.loading import load_table

from tests.program import narrator

SHIPPED = shipped_script()
DEMO = load_table(paths.shipped("setups") / "demo.toml").setup
TEXTS = texts_of("en", FOLDER)
WARNED = "uwaga: "
"""How lines of warnings begin."""


def changed(call: str, **changes: Any) -> Script:
    """The shipped script with another call, in every phase in which it stands."""
    phases: dict[str, Any] = {phase: SHIPPED.calls(phase) for phase in PHASES}
    for phase, calls in phases.items():
        phases[phase] = tuple(replace(one, **changes) if one.id == call else one for one in calls)
    return replace(SHIPPED, **phases)


def test_a_win_and_a_call_that_never_come_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "ENOUGH", 8)  # so few games are enough
    late = changed("bandits.sail", when=("from-night 15", "holds bandits"))
    problems, summary = rehearse(late, SHIPPED, "my.toml", TEXTS, 70, DEMO)
    assert [problem.place for problem in problems] == ["my.toml: faction[bandits]", "my.toml: dawn[bandits.sail]"]
    assert all(problem.warning and problem.words for problem in problems)
    assert TEXTS.told(problems[0].words or "").startswith("in 70 games this faction never won, and in ktulu ")
    assert "Bandyci 0%" in summary[-1]


def test_a_call_of_the_night_is_missed_though_its_twin_comes_in_the_zero_night(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rehearsal, "ENOUGH", 8)  # so few games are enough
    night = tuple(replace(one, when=("from-night 15",)) if one.id == "sheriff.jail" else one for one in SHIPPED.night)
    problems, _ = rehearse(replace(SHIPPED, night=night), SHIPPED, "my.toml", TEXTS, 30, DEMO)
    assert [problem.place for problem in problems] == ["my.toml: night[sheriff.jail]"]


def test_a_call_that_a_house_rule_keeps_away_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "ENOUGH", 8)  # so few games are enough
    setup = replace(DEMO, rules=HouseRules(sheriff_zero_night=False))
    assert rehearse(replace(SHIPPED, version=2), SHIPPED, "my.toml", TEXTS, 30, setup).problems == []


def test_what_never_came_is_compared_with_shipped_cards_and_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that the shipped script does not have is another of its faction there, and house rules are the usual."""
    monkeypatch.setattr(rehearsal, "ENOUGH", 2)  # so few games are enough
    own = (*SHIPPED.role, replace(SHIPPED.roles["mayor"], id="alcalde"))
    cards = ("alcalde", "townsman", "boss", "thief", "bandit", "townsman", "townsman", "shaman")
    setup = setup_with(cards, rules=HouseRules(ship_night=50))
    found = rehearse(replace(SHIPPED, role=own), SHIPPED, "my.toml", TEXTS, 60, setup).problems
    assert [problem.place for problem in found] == ["my.toml: faction[bandits]", "my.toml: dawn[bandits.sail]"]


def test_the_shipped_script_leaves_nothing_to_say_and_every_role_is_tried() -> None:
    problems, summary = rehearse(SHIPPED, SHIPPED, "ktulu.toml", TEXTS, 6)
    assert problems == []
    assert len(summary) == 5
    assert summary[3].startswith("18 games played")
    tried = [card for seated in tables(SHIPPED).values() for setup in seated for card in setup.cards]
    assert {*tried} == SHIPPED.roles.keys()
    assert {size: len(seated) for size, seated in tables(SHIPPED).items()} == dict.fromkeys(SIZES, TABLES)


def test_a_script_with_few_roles_is_tried_with_as_many_players_as_it_has() -> None:
    few = replace(SHIPPED, role=tuple(role for role in SHIPPED.role if role.id in ("boss", "thief", "sheriff")))
    assert {*tables(few)} == {3}
    assert tables(replace(SHIPPED, role=SHIPPED.role[:2])) == {}


def test_a_longer_window_makes_a_longer_night() -> None:
    short = nights(Ktulu(DEMO, SHIPPED), 1)
    longer = nights(Ktulu(DEMO, changed("sheriff.jail", window=(100.0, 0.0))), 1)
    for night in (0, 1):
        least, spread = SHIPPED.timing.window
        assert longer[night] - short[night] == pytest.approx(100.0 - least, abs=spread)


@pytest.mark.parametrize("phase", ["zero", "night"])
def test_a_call_of_two_phases_has_its_own_time_in_each(phase: str) -> None:
    calls = [
        replace(one, window=(100.0, 0.0), pause=20.0) if one.id == "sheriff.jail" else one
        for one in SHIPPED.calls(phase)
    ]
    changes: dict[str, Any] = {phase: tuple(calls)}
    usual, longer = (nights(Ktulu(DEMO, script), 1) for script in (SHIPPED, replace(SHIPPED, **changes)))
    assert [longer[night] - usual[night] > 100.0 for night in (0, 1)] == [phase == "zero", phase == "night"]


@pytest.mark.parametrize(
    ("phase", "name"), [("zero", "sheriff.jail"), ("zero", "indians.meet"), ("night", "bandits.wake")]
)
def test_a_call_lasts_on_average_as_long_as_it_does_in_games(phase: str, name: str) -> None:
    lasted = []
    for seed in range(20):
        told = cues(Ktulu(DEMO, SHIPPED), seed, sensibly)
        first = [
            cue for cue in takewhile(lambda cue: cue.at.night < 1 + (phase == "night"), told) if cue.at.call == name
        ]
        lasted.append(sum(seconds_of(cue.text) + cue.pause for cue in first if isinstance(cue, Say)))
        lasted[-1] += sum(cue.seconds for cue in first if isinstance(cue, Pause))
    assert call_seconds(SHIPPED, SHIPPED.calls_by_phase[phase, name]) == pytest.approx(
        mean(filter(None, lasted)), rel=0.1
    )


def test_the_longest_line_is_one_that_is_spoken() -> None:
    text = "a" * 5000
    line, found = longest_line(changed("sheriff.jail", line=(text,), prompt=text * 2))
    assert (line, found) == ("sheriff.jail.line", text)
    assert len(text) / SPEED > 300


def test_check_ends_with_a_summary() -> None:
    played = narrator("check", "demo", "--games", "2").stdout.splitlines()
    assert len(played) == 6
    assert played[-1] == "demo: bez błędów"


def test_what_the_files_tell_already_is_not_told_again(tmp_path: Path) -> None:
    setup = tmp_path / "late.toml"
    text = (paths.shipped("setups") / "demo.toml").read_text("utf-8")
    assert "\nship_night = 3" in text
    setup.write_text(text.replace("\nship_night = 3", "\nship_night = 50"), "utf-8")
    told = narrator("check", setup, "--games", "200").stdout.splitlines()
    assert "ta frakcja nie może wygrać: Bandyci" in told[0]
    assert "Bandyci 0%" in told[-2]
    assert not any("ani razu nie wygrała" in line for line in told)
    assert [line for line in told if line.startswith("uwaga: ktulu.toml:") and "dawn[bandits.sail]" in line]


def test_what_never_came_is_told_where_a_variant_changes_it_and_once(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    text = """format = 1\nextends = "ktulu"\n[call."night/sheriff.jail"]\nwhen = ["from-night 19"]\n"""
    removed = """[[order]]\nremove = "night/indians.kill"\n"""
    file.write_text(text + removed, encoding="utf-8")
    warned = [
        line for line in narrator("check", file, "--games", "50").stdout.splitlines() if line.startswith(WARNED)
    ]
    assert [line.partition(" w ")[0] for line in warned[3:]] == ["uwaga: my.toml:4: call.night/sheriff.jail: when:"]
    assert warned[0].startswith("uwaga: my.toml:3: call.night/sheriff.jail: role.sheriff: does: ")
    assert warned[1].startswith("uwaga: my.toml:5: order[1]: faction.indians: aim: ")
    assert warned[2].startswith("uwaga: my.toml:5: order[1]: faction[indians]: ")

    file.write_text(text.replace("19", "40"), encoding="utf-8")
    warned = [
        line for line in narrator("check", file, "--games", "50").stdout.splitlines() if line.startswith(WARNED)
    ]
    assert warned[0].startswith("uwaga: my.toml:3: call.night/sheriff.jail: role.sheriff: does: ")
    assert [line.partition(" ")[2][:45] for line in warned[1:]] == ["my.toml:4: call.night/sheriff.jail: when[1]: "]


def test_the_longest_line_is_one_that_is_said() -> None:
    story = "x" * 2000
    night = tuple(replace(call, story=story, prompt=story) if call.prompt else call for call in SHIPPED.night)
    assert longest_line(replace(SHIPPED, night=night)) == longest_line(SHIPPED)


def test_sides_are_called_as_the_host_knows_them(tmp_path: Path) -> None:
    script, home = tmp_path / "mine.toml", os.environ | {"XDG_CONFIG_HOME": str(tmp_path)}
    script.write_text('format = 1\nextends = "ktulu"\n', "utf-8")
    (tmp_path / "narrator").mkdir()
    (tmp_path / "narrator" / "config.toml").write_text('format = 1\nlanguage = "en"\n', "utf-8")
    told = narrator("check", script, "--games", 3, env=home).stdout
    assert "Town " in told
    assert "Miasto" not in told
    (tmp_path / "mine.en.toml").write_text('format = 1\nextends = "mine"\n', "utf-8")
    broken = narrator("check", script, "--games", 3, env=home)
    assert "mine.en.toml: translates: this key is missing" in broken.stdout + broken.stderr
    assert broken.returncode == 1


@pytest.mark.parametrize("nested", [False, True], ids=["alone", "nested"])
def test_a_variant_is_tried_in_its_own_language_whatever_the_settings_are(nested: bool, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    text = 'format = 1\nextends = "ktulu"\nlanguage = "en"\n[role.pastor]\nname = "Priest"\n'
    file.write_text(f'{text}cases = {{ nom = "the priest", voc = "Priest" }}\n', "utf-8")
    if nested:
        (file := tmp_path / "theirs.toml").write_text('format = 1\nextends = "ours"\nrules.drinks = 3\n', "utf-8")
    assert narrator("check", file, "--games", "3").stdout.splitlines()[-1] == f"{file}: bez błędów"
    simulated = narrator("simulate", file, "--games", "3")
    assert (simulated.returncode, simulated.stderr.strip()) == (0, "")
