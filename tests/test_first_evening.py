"""From an empty home folder to the first word of one's own table: one command, real keys, and all of it Polish."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.evening.dealing import REST

from tests.first_evening import PLAYERS, to_the_first_word
from tests.foreign import foreign
from tests.sitting import home_without_words, sitting
from tests.sweeps import trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

CARDS = 2 * len(PLAYERS)
"""Texts that rest on the screen when eight are shown their cards: who comes up, and the card."""

A_PRESS = 0.3
"""Seconds that somebody takes for a key."""


@pytest.fixture
def home() -> Iterator[Path]:
    with home_without_words() as home:
        yield home


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height", "answers"),
    [(80, 24, "keys"), trial(60, 20, "counting")],
    ids=["80x24, keys", "60x20, counting"],
)
def test_one_command_leads_to_the_first_word(width: int, height: int, answers: str, home: Path) -> None:
    began, silent = time.monotonic(), {"PULSE_SERVER": str(home / "nothing"), "LC_ALL": "pl_PL.UTF-8"}
    with sitting(home, places=silent, width=width, height=height, hurried=True) as one:
        to_the_first_word(one, "odl" if answers == "counting" else "")
        seen = [*one.seen]
        waited = time.monotonic() - began + CARDS * REST
        assert one.presses * A_PRESS + waited < 180, (one.presses, waited)
        assert foreign(" ".join(seen), "pl") == set()
    (table,) = (home / "data" / "narrator" / "tables").glob("*.toml")
    assert f'answers = "{answers}"' in table.read_text("utf-8")
    (settings,) = (home / "config").rglob("*.toml")
    assert 'language = "pl"' in settings.read_text("utf-8")
