"""Whole evenings by keys, from an empty home to a rematch: in its language, and without a word of another."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from narrator.computer.paths import shipped
from narrator.play.loading import load_table

from tests.foreign import foreign, of_page
from tests.program import narrator
from tests.sitting import ENTER, Sitting, home_without_words, sitting
from tests.sweeps import trial

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

PEOPLE = "Ada, Ben, Cora, Dan"

MENU = {
    "en": ("In which language?", "without sound", "What shall we do?", "Which game shall it be?"),
    "pl": ("W jakim języku?", "bez dźwięku", "Co robimy?", "W co gramy?"),
}
PLACES = {"en": "en_GB.UTF-8", "pl": "pl_PL.UTF-8"}
TABLE = {
    "en": ("Player 1:", "Player 5", "How much is counted?", "Shall we begin?"),
    "pl": ("Gracz 1:", "Gracz 5", "Ile liczyć?", "Zaczynamy?"),
}
GAME = {
    "en": {
        "Meta Rule": "no",
        "Who begins?": "1",
        "dealt a Creeper?": "none",
        "What was played?": "goal",
        "A new Goal.": "win 2",
        "Somebody else confirm": "end",
        "What now?": "story",
        "Turn 1.": "rematch",
        "A rematch": "yes",
    },
    "pl": {
        "Zasadą Ogólną": "nie",
        "Kto zaczyna?": "1",
        "Kto dostał Zonka?": "nikt",
        "Co zagrane?": "cel",
        "Nowy Cel.": "wygrywa 2",
        "Niech potwierdzi": "potwierdzam koniec",
        "Co teraz?": "opowieść",
        "Tura 1.": "rewanż",
        "Rewanż": "tak",
    },
}


@contextmanager
def seated(home: Path, language: str, game: str) -> Iterator[Sitting]:
    """Somebody without sound who has chosen the language and, in the menu, a new game."""
    places = {"PULSE_SERVER": str(home / "nothing"), "LC_ALL": PLACES[language]}
    with sitting(home, places=places, hurried=True) as one:
        for asked, keys in zip(MENU[language], ("1", "0", "1", game), strict=True):
            one.see(asked).type(keys, ENTER)
        yield one


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", trial("pl")])
def test_from_the_menu_to_a_rematch_nothing_is_in_another_language(language: str) -> None:
    with home_without_words() as home, seated(home, language, "5") as one:
        for asked, keys in zip(TABLE[language], (PEOPLE, "", "", ""), strict=True):
            one.see(asked).type(keys, ENTER)
        for asked, keys in GAME[language].items():
            one.answer(asked, keys)
        one.see(next(iter(GAME[language])))
        seen = [re.sub(r"› \S*", "", words) for words in one.seen]  # without what is half typed
    assert foreign(" ".join(seen), language, PEOPLE.split(", ")) == set()


ANSWER = {"en": ("seven", "is an answer or a command"), "pl": ("siedem", "to już odpowiedź albo polecenie")}
FIRST = {"en": "Player 1 of 8", "pl": "Gracz 1 z 8"}


@pytest.mark.parametrize("language", [trial("en"), "pl"])
def test_a_table_of_players_without_names_begins_and_no_answer_of_the_language_is_a_name(language: str) -> None:
    with home_without_words() as home, seated(home, language, "1") as one:
        name, refused = ANSWER[language]
        one.see(WIZARD[language][0]).type(name, ENTER).see(refused).asked(FIRST[language]).type("8", ENTER)
        for asked in WIZARD[language][1:]:
            one.see(asked).type(ENTER)
        one.see(FIRST[language])


EIGHT = {
    "en": ("Ann", "Ben", "Cora", "Dan", "Eve", "Finn", "Gus", "Hal"),
    "pl": ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert"),
}
WIZARD = {
    "en": ("Player 1:", "Player 9", "how do you answer?", "Shall we begin?"),
    "pl": ("Gracz 1:", "Gracz 9", "jak odpowiadacie?", "Zaczynamy?"),
}
CARD = {"en": r"(\w+), your card: (Boss|Chief)", "pl": r"(\w+), twoja karta: (Herszt|Wódz)"}
READY = {"en": "Is everybody ready?", "pl": "Czy wszyscy są gotowi?"}
NIGHT = {
    "en": {
        "Who is the client?": "Boss",
        "Who does the sheriff lock up?": "Chief",
        "Who of the bandits keeps the statue?": "Boss",
    },
    "pl": {
        "Kto zostaje klientem?": "Herszt",
        "Kogo zamyka szeryf?": "Wódz",
        "Kto z bandytów przechowa posążek?": "Herszt",
    },
}
"""Whom those who are woken in the zero night choose, by card."""

PAGE = {"en": "once you have read it", "pl": "Enter: przeczytane"}
DAY = {
    "en": {
        "What now?": "help",
        "For more words": "somebody died",
        "Who died?": "Boss",
        "are you sure?": "yes",
        "Read as long as you like": "",
        "The game is over.": "",
        "Choices: summary": "rematch",
        "A rematch": "yes",
    },
    "pl": {
        "Co teraz?": "pomoc",
        "Dalsze:": "ktoś zginął",
        "Kto zginął?": "Herszt",
        "na pewno?": "tak",
        "Czytajcie, ile chcecie": "",
        "Koniec gry.": "",
        "Do wyboru: skrót": "rewanż",
        "Rewanż": "tak",
    },
}
"""From the first day, on which whoever has the statue dies, to a rematch."""

AFTERWARDS = (
    *(("log",), ("replay",), ("stats",), ("check", "{table}")),
    *(("sheet", "{table}", "--out", "night.html"), ("sheet", "{table}", "--cards", "--out", "cards.html")),
)
"""What is asked of the program when the game is over."""


def cards_seen(one: Sitting, language: str) -> dict[str, str]:
    """Let each of the eight look at their card, until all are to be ready; give the seats of two cards."""
    one.changed()
    while READY[language] not in one.asked(READY[language]).words:
        one.type(ENTER).changed()
    cards = dict(re.findall(CARD[language], " ".join(one.seen)))
    return {card: f"{EIGHT[language].index(name) + 1:02}" for name, card in cards.items()}


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", trial("pl")])
def test_an_evening_of_ktulu_is_in_one_language_on_the_screen_and_on_paper(language: str) -> None:
    with home_without_words() as home:
        with seated(home, language, "1") as one:
            (settings,) = (home / "config").rglob("*.toml")
            quick = settings.read_text("utf-8").replace("pace = 1.0", "pace = 0.0").replace("6.0", "0.3")
            settings.write_text(quick, "utf-8")
            for asked, keys in zip(WIZARD[language], (", ".join(EIGHT[language]), "", "", ""), strict=True):
                one.see(asked).type(keys, ENTER)
            cards = cards_seen(one, language)
            one.answer(READY[language], "")
            for asked, card in NIGHT[language].items():
                one.answer(asked, cards[card])
            for seat, name in enumerate(EIGHT[language], 1):
                one.answer(f"{seat} {name} │", "").answer(PAGE[language], "")
            for asked, keys in DAY[language].items():
                one.answer(asked, cards.get(keys, keys))
            cards_seen(one, language)
            told = [re.sub(r"› \S*", "", words) for words in one.seen]
        (table,) = (home / "data").rglob("tables/*.toml")
        for command in AFTERWARDS:
            done = narrator(*(word.format(table=table) for word in command), cwd=home, env=one.env)
            assert done.returncode == 0, done.stderr
            told += [done.stdout, done.stderr]
        told += [of_page((home / page).read_text("utf-8")) for page in ("night.html", "cards.html")]
    said = re.sub(r"[\w/-]+(\.[\w-]+)+", "", " ".join(told))  # without names of files and lines
    assert foreign(said, language, EIGHT[language]) == set()


@pytest.mark.parametrize("language", MENU)
def test_all_that_is_said_in_ktulu_is_in_the_language_of_the_settings_that_are_named(
    tmp_path: Path, language: str
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text(f'format = 1\nlanguage = "{language}"\n', "utf-8")
    told = narrator("play", "demo", "--headless", "--answers", shipped("setups/demo.answers"), "--config", settings)
    cues = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
    people = load_table(shipped("setups/demo.toml"), language).setup.people.values()
    said = [cue["text"] for cue in cues if "text" in cue]
    assert len(said) > 50
    assert foreign(" ".join([*said, told.stderr]), language, people) == set()


SAMPLES = {
    "en": (
        "all-roles",
        "demo",
        "short",
        "small",
        "demo-fluxx",
        "demo-planetopia",
        "demo-wars",
        "practice/ktulu",
        "practice/cthulhu-fluxx",
        "practice/planetopia",
    ),
    "sv": ("demo-wars", "practice/cthulhu-wars"),
}


@pytest.mark.parametrize(
    ("language", "name"), [(language, name) for language in SAMPLES for name in SAMPLES[language]]
)
def test_at_a_table_that_came_along_people_have_names_of_its_language(language: str, name: str) -> None:
    path = shipped("setups") / f"{name}.toml"
    written = [one["name"] for one in tomllib.loads(path.read_text("utf-8"))["player"]]
    polish, own = ([*load_table(path, one).setup.people.values()] for one in ("pl", language))
    assert polish == written
    assert len({*own}) == len(polish)
    assert {*own} & {*polish} <= {"Anna"}


@pytest.mark.parametrize(
    ("language", "said", "found"),
    [
        ("pl", "Nowa gra: press any key", {"press", "any", "key"}),
        ("pl", "Przerwane. Aborted!", {"aborted"}),
        ("pl", "Słychać mnie? [tak/nie, sam Enter: tak]", set()),
        ("pl", "model mowy, około 50 MB", set()),
        ("en", "Zaczynamy, a Goal for Ada", {"zaczynamy"}),
        ("en", "łyk", {"łyk"}),
        ("en", "A Goal for Ada", set()),
    ],
)
def test_another_language_would_be_found(language: str, said: str, found: set[str]) -> None:
    assert foreign(said, language, ["Ada"]) == found
