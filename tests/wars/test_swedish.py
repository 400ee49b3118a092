"""A Swedish evening: all that the program says is Swedish, from the menu to the statistics, on every page.

What is foreign, lists of words decide: all words of the English and Polish files that stand in no Swedish one.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.paths import shipped
from narrator.computer.texts import FOLDER, LEFT_OUT, texts_in
from narrator.ears import lexicon
from narrator.games.wars.package import WarsPackage
from narrator.page import commands

from tests.foreign import foreign, of_page, words, words_of
from tests.page.asking import asking
from tests.program import at_home, narrator
from tests.sitting import ENTER, ESCAPE, sitting

OWN = WarsPackage.folders[0]
PLACES = (
    FOLDER,
    OWN / "texts",
    OWN / "lexicon",
    Path(lexicon.__file__).parent / "lexicons",
    shipped("scripts") / WarsPackage.id,
)
PEOPLE = ("Anna", "Bertil", "Cilla")
SETUP = "".join(
    f'[[player]]\nname = "{name}"\nfaction = "{faction}"\n'
    for name, faction in zip(PEOPLE, ("great-cthulhu", "black-goat", "crawling-chaos"), strict=True)
)
ALLOWED = (*PEOPLE, "wars", "werewolf")
"""Names, the end of the game's id, and a game that has no Swedish name."""

QUIET = 'format = 1\nlanguage = "sv"\nears = "keys"\nvoice = "none"\npace = 0.0\n'


def strange(told: str) -> set[str]:
    """The words that are English or Polish, and not Swedish too."""
    return foreign(told, "sv", ALLOWED, PLACES)


def test_the_list_of_words_knows_what_is_foreign() -> None:
    assert strange("Anna, vad händer nu? Ritualen kostar 5.") == set()
    assert strange("Whose turn is it? Czyja kolej?") >= {"whose", "is", "czyja", "kolej"}
    assert min(len(words_of(language, PLACES)) for language in ("pl", "en", "sv")) > 900


def test_what_is_there_is_whole_and_what_is_left_out_is_named() -> None:
    own, polish = (tomllib.loads((FOLDER / f"{one}.toml").read_text("utf-8")) for one in ("sv", "pl"))
    left_out = tuple(f"{table}." for table in own[LEFT_OUT])
    keys, wanted = ({key for key, _ in texts_in(data)} for data in (own, polish))
    assert wanted - keys == {key for key in wanted if key.startswith(left_out)}
    assert not [key for key in keys if key.startswith(left_out)]


# ---- An evening by keys ----

ASKED = (
    "?",
    "Anna, Bertil, Anna, ?",
    "Cilla",
    "lista",
    "rätta 3 Cilla",
    "rätta 9 A",
    "stryk 3",
    "hjälp",
    "",
    "Cilla",
    "",
)
"""The names, with all that can be done to them."""

CHOSEN = ("hjälp", "nej", "", "geten", "kaos", "?", "", "?", "", "?", "", "?", "senare")

ROUND = (
    *("hjälp", "hjälp nästa", "hjälp xyz", "xyz", "kraft svarta geten", "medurs", "hjälp", "hjälp", "säg läget"),
    *("vem kan vinna", "vems tur", "slutar det", "ritualpris", "vad kostar en port", "vad kostar cthulhu"),
    *("får monster fånga från vidunder", "fördärv svarta geten +2", "ångra", "ångra", "ångra", "ångra", "medurs"),
    *("paus", "hjälp", "klar", "fånge väldiga cthulhu från svarta geten", "upprepa", "utan formelbok 2", "flytta 2"),
    *("slut på kraft", "nästa", "kraftsamling", "1", "hjälp", "5 2 1", "samma", "från annat håll 2", "4", "2", "0"),
    *("hjälp", "1", "moturs", "nej", "2", "1", "0", "hjälp", "ja", "1", "ja", "0", "ja", "1"),
)
"""A round of the first ledger, with help, slips, and what cannot be."""

END = (
    *("insegel svarta geten +2", "ställ formelböcker 2 6", "ställ fördärv 2 29", "avslöjar svarta geten 1"),
    *("läget", "slutar det", "vem kan vinna", "nästa", "hjälp", "3", "0", "hjälp", "sammanfattning"),
    *("berättelse", "", "xyz", "revansch", "nej", "nej", "slut"),
)
"""What ends the game, and all that its finale has."""

ACTIONS = (
    *("medurs", "nästa", "rekrytera", "flytta 3", "bygga port", "bygga port", "bygga port", "bygga port", "avstår"),
    *("turen är slut", "utsöndra 2", "väcka 4", "särskilt 0", "handling fånga 1", "slåss mot svarta geten", "hjälp"),
    *(
        "klar",
        "hjälp",
        "klar",
        "tärningar 665",
        "hjälp",
        "tärningar 9",
        "2 1",
        "2",
        "1",
        "hjälp",
        "ingenstans att ta vägen",
    ),
)
"""Turns in which each action is paid, and a battle that is led."""


AFTERWARDS: list[tuple[str, ...]] = [
    *(("log", "a.jsonl"), ("log", "b.jsonl"), ("stats", "."), ("resume", "b.jsonl"), ("resume", "a.jsonl")),
    *(("sheet", "krig.toml", "--out", "a.html"), ("sheet", "krig.toml", "--cards", "--out", "b.html")),
    *(("simulate", "krig.toml"), ("teach", "cthulhu-wars")),
]
"""What is asked of the program when the game is over, or broken off."""


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """A home whose settings are Swedish, and the table of somebody who was asked for one."""
    return {**at_home(tmp_path, QUIET), "PYTHONPATH": str(FOLDER.parent.parent)}


def keyed(folder: Path, env: dict[str, str], *command: str, said: Iterable[str] = ()) -> str:
    """All that the program says in this folder to whoever types these lines."""
    done = narrator(*command, said="".join(f"{line}\n" for line in said), cwd=folder, env=env)
    return f"{done.stdout}\n{done.stderr}"


def test_an_evening_by_keys_is_swedish_from_the_first_question_to_the_statistics(
    tmp_path: Path, home: dict[str, str]
) -> None:
    told = keyed(tmp_path, home, "new", "krig.toml", "--game", "cthulhu-wars", said=(*ASKED, *CHOSEN))
    table = (tmp_path / "krig.toml").read_text("utf-8")
    assert 'language = "sv"' in table
    told += "\n".join(line.partition("#")[2] for line in table.split("\n"))
    told += keyed(tmp_path, home, "play", "krig.toml", "--journal", "a.jsonl", said=(*ROUND, *END))
    assert "Svarta geten vinner" in " ".join(told.split())
    assert "En revansch" in told
    assert "med andra?" in told
    paid = table.replace('"phases"', '"actions"').replace('"table"', '"guided"')
    (tmp_path / "led.toml").write_text(paid, "utf-8")
    told += keyed(tmp_path, {**home, "TERM": "dumb"}, "play", "led.toml", "--journal", "b.jsonl", said=ACTIONS)
    for command in AFTERWARDS:
        told += keyed(tmp_path, home, *command)
    told += of_page((tmp_path / "a.html").read_text("utf-8"))
    assert {"tillfångatagning", "revansch", "vunna"} <= words(told)
    assert strange(told) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_the_menu_is_swedish(tmp_path: Path, home: dict[str, str]) -> None:
    places = {name: value for name, value in home.items() if name.startswith("XDG_")}
    with sitting(tmp_path, places=places, height=50) as one:
        one.see("Vad ska vi göra?").type("8", ENTER).see("filen med inställningar").type(ESCAPE)
        one.see("Vad ska vi göra?").type("1", ENTER).see("Vad ska vi spela?").type("4", ENTER).see("Spelare 1")
    assert [told for told in one.seen if strange(told)] == []


# ---- On the page ----

IDS = {
    *("id", "version", "kind", "answer", "phase", "do", "said", "of", "slip", "role", "reader", "next_reader"),
    *("usual", "ending"),
}
"""Where a snapshot has no words for people."""


def shown(found: Any, key: str = "") -> Iterator[str]:
    """All words for people in a snapshot."""
    if isinstance(found, str):
        yield from [found] if key not in IDS else []
    for name, one in (
        found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    ):
        yield from shown(one, name if isinstance(name, str) else key)


def test_the_pages_of_the_table_and_the_room_are_swedish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "TWICE", 0.0)
    table = tmp_path / "krig.toml"
    table.write_text(f'format = 1\ngame = "cthulhu-wars"\nlanguage = "sv"\nbattle = "guided"\n{SETUP}', "utf-8")
    told: list[str] = []
    with asking(tmp_path, setup=str(table)) as served:
        game = served.game
        for said in TAPPED:
            game.do(*([said] if said in ("undo", "pause") else ["answer"]), said=said)
            for scope in ("moderator", "table", "room"):
                told += shown(json.loads(game.leading.broadcast.snapshots[scope]))
        told += shown(game.leading.told_past())
        told += [game.send("answer", said=said)[1].get("why", "") for said in ("reveal 1 1", "nonsense")]
        told += [of_page(served.ask(path)[1]) for path in ("/", "/room")]
        served.enter()
        told += shown(json.loads(served.ask("/words")[1]))
    assert {"ritualen", "tärningarna", "skanna"} <= words(" ".join(told))
    assert strange(" ".join(told)) == set()


TAPPED = (
    *(
        "clockwise",
        "battle 2",
        "ready",
        "ready",
        "dice 65",
        "hits 1 1",
        "2",
        "2",
        "ready",
        "ready",
        "doom 2 +2",
        "undo",
    ),
    *("captive 1 2", "next", "gather", "1", "counts 5 2 1", "same", "4", "2", "0", "counter", "no", "2", "1", "0"),
    *("yes", "1", "no", "no", "set doom 2 29", "signs 2 +2", "set books 2 6", "reveal 2 1", "pause", "ready"),
)
