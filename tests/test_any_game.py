"""What holds in any game is tried on each that there is, at random tables; and each law sees what breaks it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from narrator.games import registry

from tests.any_game.faults import FAULTS, Fault
from tests.any_game.laws import LAWS, Law
from tests.any_game.tables import PACKAGES, TABLES
from tests.harvest import Harvest
from tests.sweeps import trial

GAMES = {"ktulu": 12, "night": 12, "harvest": 24, "cthulhu-fluxx": 24, "planetopia": 24, "cthulhu-wars": 24}
"""Games in which each law is tried, and sought for a planted fault."""

SOME = {"ktulu": 3, "night": 3, "harvest": 6, "cthulhu-fluxx": 6, "planetopia": 6, "cthulhu-wars": 6}
"""Games in which each law is tried each time."""

READING, SHARE = LAWS[-1], 3
"""The law that reads a whole journal several times, and the share of the games that is enough for it."""


@pytest.fixture(autouse=True)
def all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program know the games of the tests too."""
    monkeypatch.setattr(registry, "GAMES", PACKAGES)


def tried(law: Law, game: str, games: dict[str, int] = GAMES) -> None:
    """Try the law in random games."""
    for number in range(games[game] // (SHARE if law is READING else 1)):
        chance = Random(f"{law.__name__} {number}")
        with TemporaryDirectory() as folder:
            law(TABLES[game](chance), chance, Path(folder))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("games", [SOME, trial(GAMES)], ids=["some", "all"])
def test_a_law_of_any_game_holds(game: str, law: Law, games: dict[str, int]) -> None:
    tried(law, game, games)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[2].__name__)
def test_a_game_that_breaks_a_law_is_seen(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    law, says, faulty = fault
    game = "harvest" if issubclass(faulty, Harvest) else "ktulu"
    monkeypatch.setattr(PACKAGES[game], "rules", lambda _, setup, script: faulty(setup, script))
    with pytest.raises(AssertionError, match=says):
        tried(law, game)


def test_every_law_has_its_fault_and_every_game_its_tables() -> None:
    assert {law for law, *_ in FAULTS} == {*LAWS}
    assert {*registry.GAMES} == {*TABLES} == {*GAMES}
