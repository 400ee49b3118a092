"""The page on a game of nights of one's own: its ten steps are taken, and what it lists is what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from narrator.games.night import effects
from narrator.games.night.flow.effects import EFFECTS
from narrator.games.night.loading import load_script, read_script

from tests.checked import faults_of
from tests.program import at_home, narrator

PAGE = (Path(__file__).parents[1] / "docs" / "night.md").read_text(encoding="utf-8")
STEPS = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
COMMANDS = [line.split()[1:] for line in re.findall(r"```sh\n(.*?)```", PAGE, flags=re.DOTALL)[0].splitlines()]
WHOLE = 6
"""From which step on nothing is missing; before it the page says that something is."""


def written(folder: Path, steps: int) -> Path:
    """The file after so many steps."""
    file = folder / "lighthouse.toml"
    file.write_text("\n".join(STEPS[:steps]), encoding="utf-8")
    return file


@pytest.mark.parametrize("steps", range(2, 11))
def test_each_step_leads_on(steps: int, tmp_path: Path) -> None:
    assert len(STEPS) == 10
    found = [problem for problem in read_script(written(tmp_path, steps))[1] if not problem.warning]
    assert bool(found) is (steps < WHOLE), [str(problem) for problem in found]


def test_a_game_that_has_just_been_begun_is_checked_as_a_script(tmp_path: Path) -> None:
    found = [str(problem) for problem in faults_of(written(tmp_path, 1))]
    assert found
    assert [one for one in found if "player" in one or "unknown key" in one] == []


def test_in_the_end_there_is_nothing_to_be_said_of_it(tmp_path: Path) -> None:
    file = written(tmp_path, 10)
    assert [str(problem) for problem in read_script(file)[1]] == []
    script = load_script(file)
    assert (script.rules.self_target, len(script.wordings["night.falls"])) == (("keeper",), 2)
    assert len(file.read_text("utf-8").splitlines()) < 140


def test_its_commands_are_given(tmp_path: Path) -> None:
    written(tmp_path, 10)
    home = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    said = {"new": "Ann, Ben, Cat, Dan, Eve, Fay\n\n\nlater\n"}
    for words in COMMANDS:
        done = narrator(*words, said=said.get(words[0], ""), cwd=tmp_path, env=home)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "Keeper" in done.stdout, "the last one made a table"


def test_its_powers_are_those_of_any_game() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \|", PAGE, flags=re.MULTILINE)
    assert {*listed} - {"do"} == {
        name for name, power in EFFECTS.items() if power.effect.__module__ == effects.__name__
    }
