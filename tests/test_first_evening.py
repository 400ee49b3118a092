"""From an empty home folder to the first word of one's own table: one command, real keys, and all of it Polish."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from narrator.computer.texts import texts_of
from narrator.evening.dealing import REST

from tests.sitting import ENTER, sitting
from tests.sweeps import trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

PLAYERS = "Ala, Bartek, Celina, Darek, Ewa, Filip, Kasia, Hubert"
BEGUN = "gotow"
"""A question whether all are ready is the first that the game puts, once it has spoken."""

CARDS = 2 * 8
"""Texts that rest on the screen when eight are shown their cards: who comes up, and the card."""

A_PRESS = 0.3
"""Seconds that somebody takes for a key."""

ENGLISH = """
the and you your this that with what which is are was not have has for from press any key there it will would of
error aborted invalid input cancelled user use arrow keys choose answer warning cannot file no such yes new
"""
"""Words that a library or the system might slip in."""

WORD = re.compile(r"[a-ząćęłńóśźż]+")


def words_of(language: str) -> set[str]:
    """The words of a language's texts, without what is filled in."""
    sections = {key.partition(".")[0] for key in texts_of(language)}
    texts = [text for section in sections for text in texts_of(language).group(section).values()]
    return {*WORD.findall(re.sub(r"\{[^}]*\}", " ", " ".join(texts)).lower())}


COMMON = {*WORD.findall(ENGLISH)}

COMMANDS = {"narrator", "play", "tables", "share", "data"}
"""What a hint names as it is typed, and folders of the system."""

ALIKE = {"on", "program", "english"}
"""Words that Polish has too, though no text of the program does; and what another language calls itself."""


def english(seen: list[str]) -> set[str]:
    """The English words on these screens; those that Polish has too are none."""
    shown = {*WORD.findall(" ".join(seen).lower())}
    suspicious = (words_of("en") | COMMON) - words_of("pl")
    return {word for word in shown & suspicious - COMMANDS - ALIKE if len(word) > 1}


@pytest.fixture
def home() -> Iterator[Path]:
    """An empty home, whose path has no English word in it."""
    with TemporaryDirectory(prefix="nr-") as folder:
        yield Path(folder)


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height", "answers"),
    [(80, 24, "keys"), trial(60, 20, "counting")],
    ids=["80x24, keys", "60x20, counting"],
)
def test_one_command_leads_to_the_first_word(width: int, height: int, answers: str, home: Path) -> None:
    began, silent = time.monotonic(), {"PULSE_SERVER": str(home / "nothing")}
    with sitting(home, places=silent, width=width, height=height, hurried=True) as one:
        one.see("W jakim języku?").type("1", ENTER)
        one.see("dalej bez dźwięku").type("0", ENTER).see("Nie ma internetu").see("Co robimy?").type("1", ENTER)
        one.see("W co gramy?").type("1", ENTER).see("Gracz 1:").type(*PLAYERS, ENTER).see("Gracz 9").type(ENTER)
        one.see("jak odpowiadacie?").type("odl" if answers == "counting" else "", ENTER).see("Zaczynamy?").type(ENTER)
        one.changed()
        while BEGUN not in one.asked(BEGUN).words:
            one.type(ENTER).changed()
        seen = [*one.seen]
        waited = time.monotonic() - began + CARDS * REST
        assert one.presses * A_PRESS + waited < 180, (one.presses, waited)
        assert english(seen) == set()
    (table,) = (home / "data" / "narrator" / "tables").glob("*.toml")
    assert f'answers = "{answers}"' in table.read_text("utf-8")
    (settings,) = (home / "config").rglob("*.toml")
    assert 'language = "pl"' in settings.read_text("utf-8")


def test_english_would_be_found() -> None:
    assert english(["Nowa gra: press any key", "Przerwane. Aborted!"]) == {"press", "any", "key", "aborted"}
    assert english(["Słychać mnie? [tak/nie, sam Enter: tak]", "model mowy, około 50 MB"]) == set()
