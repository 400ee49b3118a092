"""Evenings of Werewolf in English by real keys, from a table's file to its rematch; typed, and pressed at a count."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.foreign import foreign
from tests.sitting import Sitting, home_without_words, sitting
from tests.sweeps import trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

PEOPLE = ("Ann", "Ben", "Cora", "Dan", "Eve", "Finn", "Gus", "Hal")
CARDS = (*["villager"] * 5, "werewolf", "werewolf", "seer")
ASKED = ("Who does the seer look at?", "Who do the werewolves choose?")
ONE = "▄█ █ ▀▀▀"
"""What stands on the screen, but for its spaces, while the first number is counted."""

DAY = (
    *(("What now?", "somebody died"), ("Who died?", "6"), ("6 Finn: are you sure?", "yes")),
    *(("What now?", "somebody died"), ("Who died?", "7"), ("7 Gus: are you sure?", "yes")),
    *(("Read as long as you like", ""), ("The game is over.", ""), ("Choices: summary", "rematch")),
    *(("A rematch", "yes"),),
)
"""From the second day, on which both werewolves die, to the rematch."""


def table(home: Path, answers: str) -> str:
    """A table of eight whose cards are known, without sound and in a hurry."""
    seats = zip(PEOPLE, CARDS, strict=True)
    people = "".join(f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in seats)
    head = 'format = 1\ngame = "night"\nscript = "werewolf"\nlanguage = "en"\n'
    (home / "wolves.toml").write_text(f'{head}answers = "{answers}"\n{people}', "utf-8")
    settings = 'format = 1\nlanguage = "en"\nvoice = "none"\npace = 0.0\nshow_seconds = 0.3\n'
    (home / "quick.toml").write_text(settings, "utf-8")
    return "wolves.toml"


def choose(one: Sitting, asked: str, answers: str) -> None:
    """Choose the first who is offered: type the number, or press a key while it is counted."""
    if answers == "keys":
        one.answer(asked, "1")
    else:
        one.see(asked).see(ONE).type(" ")


@pytest.mark.long
@pytest.mark.parametrize("answers", ["keys", trial("counting")])
def test_an_evening_of_werewolf_goes_from_its_table_to_a_rematch(answers: str) -> None:
    with home_without_words() as home:
        places = {"PULSE_SERVER": str(home / "nothing"), "LC_ALL": "en_GB.UTF-8"}
        command = ("play", table(home, answers), "--config", "quick.toml")
        with sitting(home, *command, places=places, hurried=True) as one:
            one.answer("Is everybody ready?", "").answer("What now?", "night").answer("night: sure?", "yes")
            for asked in ASKED:
                choose(one, asked, answers)
            one.see("Day 2 · still in: 7 of 8")
            for asked, keys in DAY:
                one.answer(asked, keys)
            one.see("Player 1 of 8")
            seen = " ".join(re.sub(r"› \S*", "", words) for words in one.seen)
    assert "Side: Village" in seen
    assert foreign(seen, "en", PEOPLE) == set()
