"""A name of which the table's voice would say nothing is warned of by `check`, with its cure."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.computer.paths import shipped
from narrator.errors import Problem
from narrator.games.registry import GAMES
from narrator.play.checking import check

SETUPS = {"ktulu": "small.toml", "cthulhu-wars": "demo-wars.toml", "planetopia": "demo-planetopia.toml"}
NOBODY = "李"


def warned(path: Path) -> list[Problem]:
    return [one for _, problems in check([path]) for one in problems if one.key == "unread-name"]


def table(folder: Path, name: str, player: str, head: str = "") -> Path:
    path = folder / name
    text = shipped("setups").joinpath(name).read_text("utf-8")
    first = text.partition('name = "')[2].partition('"')[0]
    path.write_text(head + text.replace(f'name = "{first}"', player, 1), "utf-8")
    return path


@pytest.mark.parametrize("name", SETUPS.values(), ids=SETUPS)
@pytest.mark.parametrize("player", [NOBODY, "김", "李 🧑", "سارة", "Ξένια"])
def test_a_players_name_without_a_letter_that_the_voice_knows_is_warned_of(
    player: str, name: str, tmp_path: Path
) -> None:
    path = table(tmp_path, name, f'name = "{player}"')
    (found,) = warned(path)
    assert found.warning
    assert found.line == 1 + path.read_text("utf-8")[: path.read_text("utf-8").index(player)].count("\n")
    assert (player in str(found.words), 'say = "…"' in str(found.cure)) == (True, True)


@pytest.mark.parametrize(
    ("player", "head"),
    [
        (f'name = "{NOBODY}"\nsay = "Li"', ""),
        (f'name = "{NOBODY} Wei"', ""),
        ('name = "Олег"', ""),
        (f'name = "{NOBODY}"', 'voice = "system"\n'),
        (f'name = "{NOBODY}"', 'voice = "none"\n'),
    ],
)
def test_what_the_voice_can_say_is_not(player: str, head: str, tmp_path: Path) -> None:
    assert warned(table(tmp_path, SETUPS["ktulu"], player, head)) == []


def test_no_shipped_table_has_one() -> None:
    assert len(GAMES) == 5
    assert [one for path in shipped("setups").glob("*.toml") for one in warned(path)] == []


def test_a_card_of_a_script_is_warned_of_with_its_own_cure(tmp_path: Path) -> None:
    script = shipped("scripts").joinpath("ktulu.toml").read_text("utf-8")
    first = script.partition("[[role]]")[2].partition('name = "')[2].partition('"')[0]
    own = script.replace(f'name = "{first}"', f'name = "{NOBODY}"', 1)
    (tmp_path / "own.toml").write_text(own, "utf-8")
    path = table(tmp_path, "small.toml", 'name = "Ala"', 'script = "own.toml"\n')
    (found,) = warned(path)
    assert found.place.endswith(": script")
    assert f'[say] "{NOBODY}" = "…"' in str(found.cure)
    (tmp_path / "own.toml").write_text(own.replace("\ntomahawk =", f'\n"{NOBODY}" = "Li"\ntomahawk =', 1), "utf-8")
    assert warned(path) == []
