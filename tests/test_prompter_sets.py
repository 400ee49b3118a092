"""A moderator at a terminal sets something while a call is to be acted out, and takes it back at any depth."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from narrator.cues import Ask
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.loading import Table
from narrator.rooms.counting import words_of
from narrator.rooms.prompter import PrompterRoom
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings

from tests.mishaps.games import begun
from tests.polish import KTULU
from tests.scenario import SCRIPT
from tests.test_prompter import Mute, Typist

pytestmark = pytest.mark.usefixtures("clock")

CARDS = ("sheriff", "boss", "thief", "chief", "townsman", "townsman")
SETUP = Setup(player=tuple(Player(name=f"G{seat}", card=card) for seat, card in enumerate(CARDS, 1)))

WAIT, LINE = "Powód: w więzieniu.", "Złodzieju, śpij."
"""Why the thief, whom the sheriff has jailed, does not act, before that is acted out; and what is read after it."""

WAYS: dict[str, tuple[int, tuple[str, ...]]] = {
    "nothing set": (1, ("bez zmian",)),
    "taken back at once": (1, ("cofnij",)),
    "taken back later": (1, ("zamiana kart", "1", "cofnij", "cofnij", "cofnij")),
    "taken back, then nothing set": (1, ("zamiana kart", "cofnij", "bez zmian")),
    "set": (1, ("posążek", "2")),
    "set, taken back, and nothing set": (2, ("posążek", "2", "cofnij", "bez zmian")),
    "set and taken back to the end": (2, ("posążek", "2", "cofnij", "cofnij", "cofnij")),
    "set later and taken back": (3, ("bez zmian", "decyzja manitou", "posążek", "2", "cofnij", "bez zmian")),
}
"""What is typed where something is set, and how often that ends."""


@pytest.mark.parametrize("way", WAYS)
def test_the_wait_stands_there_whenever_a_setting_ends_and_once(way: str, tmp_path: Path) -> None:
    page, (ends, typed) = StringIO(), WAYS[way]
    left = iter(("decyzja manitou", *typed, ""))

    def types(ask: Ask) -> str | None:
        if WAIT in page.getvalue():
            return next(left, None)
        return "3" if "3" in ask.choices else "" if ask.kind == "ready" else ask.choices[0]

    stage = begun(Table(KtuluPackage(), SETUP, SCRIPT, []), 1, tmp_path / "a.jsonl")
    screen = Screen(SETUP.people, words_of("pl", "ktulu"), Console(file=page, width=200), KTULU)
    stage.run(PrompterRoom(Mute(), Typist(types), screen, RoomSettings(careful=False)))
    stage.journal.close()
    shown = page.getvalue()
    assert shown.count(WAIT) == 1 + ends
    assert shown.count(LINE) == 1
    assert shown.index(LINE) > shown.rindex(WAIT)
