"""An English evening of Planetopia: from the questions for a new table to the statistics no word is Polish.

What is Polish, lists of words decide: all words of the Polish files that stand in no English one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from narrator.computer.paths import shipped
from narrator.computer.texts import FOLDER
from narrator.ears import lexicon
from narrator.games.planetopia.package import PlanetopiaPackage

from tests.foreign import foreign, of_page
from tests.page.asking import asking
from tests.program import at_home, narrator
from tests.sitting import ENTER, sitting
from tests.wars.test_swedish import shown

OWN = PlanetopiaPackage.folders[0]
PLACES = (
    FOLDER,
    OWN / "texts",
    OWN / "lexicon",
    Path(lexicon.__file__).parent / "lexicons",
)
LINES = shipped("scripts") / PlanetopiaPackage.id
PEOPLE = ("Anna", "Brian", "Cora", "David")
QUIET = 'format = 1\nlanguage = "en"\nears = "keys"\nvoice = "none"\npace = 0.0\n'


def strange(told: str) -> set[str]:
    """The words that are Polish, and not English too; that they stand among the English lines excuses none."""
    return foreign(told, "en", PEOPLE, PLACES, (LINES,))


def test_no_line_has_a_polish_word() -> None:
    lines = PlanetopiaPackage().script_of("en", "")[0].line
    assert {line: found for line, wordings in lines.items() if (found := strange(" ".join(wordings)))} == {}


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A home whose settings are English."""
    return {**at_home(tmp_path, QUIET), "TERM": "dumb", "PYTHONPATH": str(FOLDER.parent.parent)}


def keyed(folder: Path, env: dict[str, str], *command: str, said: Iterable[str] = ()) -> str:
    """All that the program says in this folder to whoever types these lines, in one line."""
    done = narrator(*command, said="".join(f"{line}\n" for line in said), cwd=folder, env=env)
    return " ".join(f"{done.stdout} {done.stderr}".split())


NEW = ("?", ", ".join(PEOPLE), "", "help", "full", "later")

FOUNDED = ("help", "david", "luxury", "Hanging gardens", "yes", "fact", "A wall", "fact", "none", "help", "ready")
"""Who judges, and what all but the Judge begin with."""

QUERIES = ("how we stand", "whose move", "which trump", "which suit", "which prophecies", "read the card of anna")

TURNS = (
    *("help", "help i throw", "xyz", *QUERIES, "strength of ace of spades", "ad least, 2s, 2h, jc", "3", "none"),
    *("penalty 5", "morale +20", "morale +20", "misfortune", "A flood", "prophecy spades", "share 1 3"),
    *("share anna 20", "share brian 10", *QUERIES, "i throw 10h directed at anna", "yes", "3c, 5d"),
    *("queens hearts brian", "set trump of no suit", "undo", "set morale anna 20", "set cards anna 9"),
    *("six cards of clubs", "three kings", "1", "set morale brian 5", "morale brian -5", "Bakers rule"),
    *("set population brian 500", "We queue", "set population brian 0", "undo", "note fact cora", "A bridge"),
    *("strike fact 1 cora", "set cards anna 4", "end of the turn", "set cards anna 0", "end of the turn", "cora"),
    *("ready", "i throw ace of hearts auction most", "6s, 7s", "7s", "8h", "anna", "brian", "population -15"),
    *("effect complete", "effect complete", "no entry", "two prophecies diamonds and hearts", "0", "1", "0"),
    *("draws anna 2", "shuffled", "cards in hand 6", "pause", "ready", "set the move brian", "undo", "undo"),
    *("i throw kc", "directed at cora", "2d, 4d", "set cards david 0", "end of the turn", "none", "morale +20"),
    *("no entry", "none", "population +5", "effect complete", "effect complete", "no entry", "none", "ready"),
    *("set morale anna 100", "set population anna 100"),
)
"""Two turns with every kind of deed, questions, help, slips, and what cannot be; then Anna wins."""

REACHED = (
    *("A break.", "a crowd!", "a coup!", "Fended off.", "Turn 3.", "The Judge defends: David. First, draw one."),
    *("Cora sat on three kings.", "The prophecy of spades from turn 1 comes true", "Victory: Anna."),
    *("Only an empty hand ends the turn.", "The jack passes it on: Brian."),
    "Two prophecies: all the others discard diamonds and hearts.",
)

AFTERWARDS: tuple[tuple[str, ...], ...] = (
    *(("log", "a.jsonl"), ("stats", "."), ("check", "colony.toml", "--games", "0"), ("check", "demo-planetopia")),
    *(("sheet", "demo-planetopia", "--out", "a.html"), ("teach", "planetopia")),
)


def test_an_evening_by_keys_has_no_polish_word(tmp_path: Path, home: dict[str, str]) -> None:
    told = keyed(tmp_path, home, "new", "colony.toml", "--game", "planetopia", said=NEW)
    assert 'language = "en"' in (tmp_path / "colony.toml").read_text("utf-8")
    evening = (*FOUNDED, *TURNS, "help", "summary", "story", "", "end")
    told += keyed(tmp_path, home, "play", "colony.toml", "--journal", "a.jsonl", said=evening)
    for sight in REACHED:
        assert sight in told, sight
    for command in AFTERWARDS:
        told += keyed(tmp_path, home, *command)
    told += of_page((tmp_path / "a.html").read_text("utf-8"))
    told += keyed(tmp_path, home, "play", "demo-planetopia", said=("luxury", "Gardens", "no"))
    assert "New Market: luxury 1: Gardens" in told
    assert strange(told) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_whether_its_last_game_is_to_go_on_is_asked_in_english(tmp_path: Path, home: dict[str, str]) -> None:
    keyed(tmp_path, home, "play", "demo-planetopia", said=("luxury",))
    with sitting(tmp_path, "play", "demo-planetopia", "--silent", height=50) as one:
        one.see("Go on with it?").type("y", ENTER).see("What is it?")
    assert [told for told in one.seen if strange(told)] == []


def test_the_page_of_the_table_has_no_polish_word(tmp_path: Path) -> None:
    table = tmp_path / "colony.toml"
    people = "".join(f'[[player]]\nname = "{name}"\n' for name in PEOPLE)
    table.write_text(f'format = 1\ngame = "planetopia"\nlanguage = "en"\njudge = 4\n{people}', "utf-8")
    told: list[str] = []
    with asking(tmp_path, setup=str(table)) as served:
        game = served.game
        for said in ("luxury", "Gardens", "yes", "fact", "none", "fact", "none", "ready", "throw ad", "auction most"):
            game.do("answer", said=said)
            for scope in ("moderator", "table", "room"):
                told += shown(json.loads(game.leading.broadcast.snapshots[scope]))
        told += shown(game.leading.told_past())
        told.append(game.send("answer", said="ad")[1].get("why", ""))
    assert "The ace of diamonds, strength 20." in " ".join(told)
    assert strange(" ".join(told)) == set()


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Anna, your card. Trump: spades.", set()),
        ("Anna, karta. Trump: pik.", {"karta", "pik"}),
        ("Judge: skutek?", {"skutek"}),
    ],
)
def test_a_polish_word_would_be_found(said: str, found: set[str]) -> None:
    assert strange(said) == found
