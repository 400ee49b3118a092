"""Cthulhu FLUXX in a terminal: all that was said stands there, and half a command is told how it goes on."""

from __future__ import annotations

import pytest

from narrator.computer.texts import texts_of
from narrator.cues import Ask, At
from narrator.games.fluxx import Fluxx
from narrator.games.fluxx.package import FluxxPackage
from narrator.games.fluxx.setup import Setup
from narrator.games.table import Player
from narrator.rooms.counting import words_of
from narrator.rooms.own_commands import going_on
from narrator.rooms.screen import Screen

from tests.fluxx.at_rest import NAMES, at_rest
from tests.terminal import Terminal

WORDS = words_of("pl", "cthulhu-fluxx")
DAY = At(phase="day")
QUARRELS = "ukraść/stos odrzuconych/wymiana rąk/limit/dwa cele/darmowa akcja/cudza tura/pusta ręka/zabrana karta"


def test_all_that_follows_from_a_play_stands_there_until_the_next_one() -> None:
    terminal = Terminal(100, 30)
    screen = Screen(NAMES, WORDS, terminal.console(), texts_of("pl", FluxxPackage.folders[0]))
    people = tuple(Player(name=name) for name in NAMES.values())
    game = Fluxx(Setup(player=people), FluxxPackage().script_of("pl", "")[0])
    screen.see(game.view(game.begin(0), "all"))
    screen.line("Zuza, dobierz jeszcze trzy.", DAY)
    screen.line("Zagrania skończone.", DAY)
    screen.question(at_rest(), who=False)
    assert "dobierz jeszcze trzy" in terminal.shown
    assert "Zagrania skończone" in terminal.shown
    screen.line("Teraz Ola.", DAY)
    assert "dobierz jeszcze trzy" not in terminal.shown
    assert "Teraz Ola" in terminal.shown


@pytest.mark.parametrize(
    ("said", "ways"),
    [
        (
            "pytanie",
            [f"pytanie {QUARRELS}"],
        ),
        ("zagrywam", ["zagrywam fant/cel/antycel/akcja"]),
        ("wygrywa kajak", ["wygrywa Anna/Bartek/Celina/Darek"]),
        ("kajak", []),
        ("", []),
    ],
)
def test_half_a_command_is_told_how_it_goes_on(said: str, ways: list[str]) -> None:
    assert going_on(said, at_rest(), WORDS, NAMES) == ways


def test_numbers_in_a_row_are_told_by_the_first_and_the_last() -> None:
    ask = Ask(at=DAY, line="", text="", to="all", kind="open", choices=(), commands=("rule draw {n:1-7}",))
    assert going_on("nowa zasada", ask, WORDS, NAMES) == ["nowa zasada dobierz 1–7"]
