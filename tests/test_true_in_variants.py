"""What the shipped scripts say to all stays true in a variant that changes what it speaks of."""

from __future__ import annotations

import re
from functools import cache

import pytest

from narrator.computer.paths import shipped_scripts
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.script import Script

DIED = r"zgin[ąę]|nie żyje|przeży|żyją|\bdied|dead\b|surviv|\balive"
FIRST_NIGHT = r"[Pp]ierwsza noc|first night"
STEPS = r"pojedyn|przeszuk|wiesza|duel|search|hang"
GUNSLINGER = r"rewolwerow|gunsling"

FALSE = {
    "day.first": rf"{DIED}|{STEPS}",  # a variant may kill in the first night, and have other steps
    "day.begins": STEPS,
    "dawn.quiet": FIRST_NIGHT + r"|[Ww]szyscy żyją|is alive",  # the night before it may have been like any other
    "day.duel.gunslinger": GUNSLINGER,  # any role may win duels
    "win.nobody": DIED,  # who escaped or went home lives
}
"""What no wording of these lines and their cases may say."""


@cache
def in_languages() -> list[Script]:
    """All shipped scripts; to read them takes seconds, which no worker need spend that runs none of these tests."""
    return [shipped_script(name, language) for name in sorted(shipped_scripts()) for language in ("pl", "en")]


def wordings(script: Script, line: str) -> dict[str, tuple[str, ...]]:
    """The wordings of the line and of its cases."""
    return {one: texts for one, texts in script.wordings.items() if one == line or script.plain(one) == line}


@pytest.mark.parametrize("line", FALSE)
def test_it_says_nothing_that_a_variant_makes_false(line: str) -> None:
    every = [wordings(script, line) for script in in_languages()]
    assert any(every)
    assert [
        text for found in every for texts in found.values() for text in texts if re.search(FALSE[line], text)
    ] == []


def test_a_case_of_a_win_names_no_way_since_a_side_may_have_several() -> None:
    cases = {
        one.id: one.when for script in in_languages() for one in script.line if one.when and one.id.startswith("win.")
    }
    assert {one for one, when in cases.items() if when != ("declared",)} == set()
    assert cases
