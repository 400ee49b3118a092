"""A whole evening by keys, from an empty home to a rematch: in its language, and without a word of another."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from narrator.computer.paths import shipped
from narrator.play.loading import load_table

from tests.foreign import foreign
from tests.program import narrator
from tests.sitting import ENTER, sitting

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

PEOPLE = "Ada, Ben, Cora, Dan"

MENU = {
    "en": ("In which language?", "without sound", "What shall we do?", "Which game shall it be?"),
    "pl": ("W jakim języku?", "bez dźwięku", "Co robimy?", "W co gramy?"),
}
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


@pytest.mark.long
@pytest.mark.parametrize("language", MENU)
def test_from_the_menu_to_a_rematch_nothing_is_in_another_language(language: str) -> None:
    with TemporaryDirectory(prefix="nr-") as folder:
        home = Path(folder)
        places = {
            "PULSE_SERVER": str(home / "nothing"),
            "LC_ALL": {"en": "en_GB", "pl": "pl_PL"}[language] + ".UTF-8",
        }
        with sitting(home, places=places) as one:
            for asked, keys in zip(MENU[language], ("1", "0", "1", "2"), strict=True):
                one.see(asked).type(keys, ENTER)
            for asked, keys in zip(TABLE[language], (PEOPLE, "", "", ""), strict=True):
                one.see(asked).type(keys, ENTER)
            for asked, keys in GAME[language].items():
                one.see(asked).type(keys, ENTER)
            one.see(next(iter(GAME[language])))
            seen = [re.sub(r"› \S*", "", words) for words in one.seen]  # without what is half typed
    assert foreign(" ".join(seen), language, PEOPLE.split(", ")) == set()


@pytest.mark.parametrize("language", MENU)
def test_all_that_is_said_in_ktulu_is_in_the_language_of_the_settings_that_are_named(
    tmp_path: Path, language: str
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text(f'format = 1\nlanguage = "{language}"\n', "utf-8")
    told = narrator("play", "demo", "--headless", "--answers", shipped("setups/demo.answers"), "--config", settings)
    cues = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
    people = load_table(shipped("setups/demo.toml")).setup.people.values()
    said = [cue["text"] for cue in cues if "text" in cue]
    assert len(said) > 50
    assert foreign(" ".join([*said, told.stderr]), language, people) == set()


@pytest.mark.parametrize(
    ("language", "said", "found"),
    [
        ("pl", "Nowa gra: press any key", {"press", "any", "key"}),
        ("pl", "Przerwane. Aborted!", {"aborted"}),
        ("pl", "Słychać mnie? [tak/nie, sam Enter: tak]", set()),
        ("pl", "model mowy, około 50 MB", set()),
        ("en", "Koniec, a Goal for Ada", {"koniec"}),
        ("en", "łyk", {"łyk"}),
        ("en", "A Goal for Ada", set()),
    ],
)
def test_another_language_would_be_found(language: str, said: str, found: set[str]) -> None:
    assert foreign(said, language, ["Ada"]) == found
