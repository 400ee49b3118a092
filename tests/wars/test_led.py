"""The game is led in a room by what people type, gone on with, told afterwards and printed, in its languages."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.answers import Answer, typed
from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.cues import Ask
from narrator.ears.lexicon import read_lexicon
from narrator.ears.open import open_ears
from narrator.ears.question import question
from narrator.games.wars.package import WarsPackage
from narrator.play.loading import load_table
from narrator.rooms.counting import words_of
from narrator.rooms.own_commands import labels
from narrator.rooms.screen import Screen

from tests.any_game.evening import begun, said, settled
from tests.program import narrator
from tests.terminal import Terminal

DEMO = paths.shipped("setups") / "demo-wars.toml"


def asked(language: str, *words: str, **keys: str) -> tuple[Ask, dict[int, str]]:
    """What is asked after these words, and how the factions are called."""
    setup = replace(load_table(DEMO).setup, language=language, **keys)
    game = WarsPackage().rules(setup, WarsPackage().script_of(language, "")[0])
    state = settled(game, begun(game, 1))
    for word in words:
        state = settled(game, said(game, state, word))
    cue = game.cue(state)
    assert isinstance(cue, Ask)
    return cue, game.names(state)


TYPED = {
    "pl": {
        "następny": "next",
        "zbieramy moc": "gather",
        "zagłada czarna koza +2": "doom 2 +2",
        "zaglada 2 2": "doom 2 +2",
        "księga żółty znak": "book 4",
        "chwyta 1 od 2": "captive 1 2",
        "ile kosztuje brama": "cost gate",
        "kto może wygrać": "tell chances",
    },
    "en": {
        "next player": "next",
        "power black goat plus two": "power 2 +2",
        "spellbook 3": "book 3",
        "may a monster capture from nobody": "may-capture monster nothing",
        "who may win": "tell chances",
    },
    "sv": {
        "nästa": "next",
        "kraft svarta geten plus två": "power 2 +2",
        "slut på kraft": "out",
        "vad kostar en port": "cost gate",
        "vem kan vinna": "tell chances",
        "ställ förstaspelare gula tecknet": "set first 4",
    },
}


@pytest.mark.parametrize("language", TYPED)
def test_what_is_typed_is_read_by_the_factions_names(language: str) -> None:
    rest, names = asked(language, "clockwise")
    lexicon = read_lexicon(language, WarsPackage.folders[0])
    for text, meaning in TYPED[language].items():
        found = typed(text, rest, lexicon, names)
        assert isinstance(found, Answer), text
        assert found.canonical == meaning


@pytest.mark.parametrize(
    ("language", "turn", "last"), [("pl", "kolej teraz", "jeńcy: 1"), ("sv", "har turen", "fångar: 1")]
)
def test_all_that_is_known_of_a_seat_stands_whole_in_a_terminal(language: str, turn: str, last: str) -> None:
    terminal, texts = Terminal(80, 24), texts_of(language, WarsPackage.folders[0])
    setup = replace(load_table(DEMO).setup, language=language, ledger="actions")
    game = WarsPackage().rules(setup, WarsPackage().script_of(language, "")[0])
    state = settled(game, begun(game, 1))
    for word in ("clockwise", "set doom 2 10", "signs 2 +2", "book 2", "captive 2 1", "set power 2 12", "set turn 2"):
        state = settled(game, said(game, state, word))
    screen, cue = (
        Screen(game.names(state), words_of(language, "cthulhu-wars"), terminal.console(), texts),
        game.cue(state),
    )
    assert isinstance(cue, Ask)
    screen.see(game.view(state, "all"))
    screen.question(cue, who=False)
    seats = terminal.shown.partition(cue.text)[0]
    assert "…" not in seats
    assert turn in seats
    assert last in seats


@pytest.mark.parametrize("language", TYPED)
def test_three_numbers_in_one_breath_are_one_answer(language: str) -> None:
    counts, names = asked(language, "clockwise", "gather", "1")
    lexicon = read_lexicon(language, WarsPackage.folders[0])
    found = typed("5 2 1", counts, lexicon, names)
    assert isinstance(found, Answer)
    assert found.canonical == "counts 5 2 1"


@pytest.mark.parametrize("language", TYPED)
def test_what_is_three_numbers_alone_has_no_word_in_the_list(language: str) -> None:
    counts, _ = asked(language, "clockwise", "gather", "1")
    listed = labels(counts, words_of(language, "cthulhu-wars"))
    assert len(listed) > 5
    assert [one for one in listed if "counts" in one] == []


def test_a_sides_dice_are_one_number_or_two() -> None:
    dice, names = asked("pl", "clockwise", "battle 2", battle="guided")
    lexicon = read_lexicon("pl", WarsPackage.folders[0])
    for text, meaning in {"kości 665": "dice 665", "2 1": "hits 2 1"}.items():
        found = typed(text, dice, lexicon, names)
        assert isinstance(found, Answer), text
        assert found.canonical == meaning


def test_questions_alone_are_listened_for() -> None:
    rest, names = asked("pl", "clockwise")
    heard = {
        meaning.partition(" ")[0]
        for meaning in question(rest, read_lexicon("pl", WarsPackage.folders[0]), names).meanings.values()
    }
    assert heard == {"tell", "cost", "may-capture"}


SAID = (
    *("clockwise", "next", "gather", "1", "counts 5 2 1", "same", "4", "2", "0", "same", "clockwise", "yes"),
    *("no", "yes", "1", "no", "no", "book 2", "set doom 2 29", "signs 2 +2", "reveal 2 1", "next", "2"),
    *("2", "none"),
)


@pytest.mark.parametrize(
    ("language", "sights", "told"),
    [
        (
            "pl",
            ("Wielki Cthulhu: razem 11.", "Jeńcy wracają do właścicieli.", "Wygrywa: Czarna Koza."),
            "Czarna Koza, nowa księga.",
        ),
        ("en", ("Great Cthulhu: 11 in all.", "Black Goat has thirty Doom."), "Black Goat, a new spellbook."),
        (
            "sv",
            ("Väldiga Cthulhu: 11 sammanlagt.", "Spelet slutar efter den här turen."),
            "Svarta geten, en ny formelbok.",
        ),
    ],
)
def test_an_evening_is_led_told_and_counted(
    tmp_path: Path, language: str, sights: tuple[str, ...], told: str
) -> None:
    setup, journal, answers = tmp_path / "t.toml", tmp_path / "a.jsonl", tmp_path / "said"
    setup.write_text(
        DEMO.read_text("utf-8").replace("[[player]]", f'language = "{language}"\n[[player]]', 1), "utf-8"
    )
    answers.write_text("".join(f"{one}\n" for one in SAID), "utf-8")
    done = narrator("play", setup, "--answers", answers, "--silent", "--pace", 0, "--journal", journal)
    shown = " ".join(done.stdout.split())
    for sight in sights:
        assert sight in shown, sight
    assert told in narrator("log", journal).stdout
    stats = json.loads(narrator("stats", tmp_path, "--json").stdout)
    assert stats["players"]["Bartek"] == {"games": 1, "won": 1, "rate": 1.0}
    assert stats["games"] == 1


@pytest.mark.parametrize(
    ("language", "begins", "lesson"),
    [
        ("pl", "Wielki Cthulhu", "Rozłóżcie mapę"),
        ("en", "Great Cthulhu", "Lay out the map"),
        ("sv", "Väldiga Cthulhu", "Lägg ut kartan"),
    ],
)
def test_the_demonstration_and_the_lesson_follow_the_settings(
    tmp_path: Path, language: str, begins: str, lesson: str
) -> None:
    settings = tmp_path / "narrator" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(f'format = 1\nlanguage = "{language}"\nvoice = "none"\nears = "keys"\n', "utf-8")
    env = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    played = narrator("play", "demo-wars", "--headless", env=env)
    assert begins in played.stdout
    no = {"pl": "nie", "en": "no", "sv": "nej"}[language]
    taught = narrator("teach", "cthulhu-wars", said="\n" * 11 + f"{no}\n", env=env)
    assert (taught.returncode, lesson in " ".join(taught.stdout.split())) == (0, True), taught.stderr


def test_a_game_is_gone_on_with(tmp_path: Path) -> None:
    journal, first, rest = tmp_path / "a.jsonl", tmp_path / "1", tmp_path / "2"
    first.write_text("\n".join(SAID[:6]) + "\n", "utf-8")
    rest.write_text("\n".join(SAID[6:]) + "\n", "utf-8")
    narrator("play", DEMO, "--answers", first, "--silent", "--pace", 0, "--journal", journal)
    story = narrator("log", journal).stdout
    assert "Kolejność:" in story
    assert texts_of("pl").word("log.secrets", journal="") not in story  # there are none
    done = narrator("resume", journal, "--answers", rest, "--silent", "--pace", 0)
    assert "Wygrywa: Czarna Koza." in " ".join(done.stdout.split())


def test_a_sheet_has_captures_and_prices(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    narrator("sheet", DEMO, "--out", page)
    text = page.read_text("utf-8")
    for sight in ("Kto kogo chwyta", "Brama: 3.", "Shub-Niggurath: 8"):
        assert sight in text, sight


FAULTS = {
    "gra tu dwa razy": ('"black-goat"', '"yellow-sign"'),
    "wpisz od 0 do 20": ('faction = "black-goat"', 'faction = "black-goat"\npower = 30'),
    "nikt nie gra frakcją sleeper": (
        'ledger = "phases"',
        'remind = [{ moment = "turn", text = "a", faction = "sleeper" }]',
    ),
    "wpisz 0, czyli bez zegara": ('ledger = "phases"', 'ledger = "phases"\nclock = 5'),
    "nie da się powiedzieć": ('ledger = "phases"', 'remind = [{ moment = "turn", text = " " }]'),
    "mają inne zasady": ('ledger = "phases"', 'ledger = "actions"\ntwo_players = "phases-only"'),
    "posadź od 3 do 5": ('ledger = "phases"', 'ledger = "phases"'),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_odd_tables_are_told_before_the_game(tmp_path: Path, fault: str) -> None:
    text = DEMO.read_text("utf-8").replace(*FAULTS[fault])
    if fault in ("mają inne zasady", "posadź od 3 do 5"):
        text = text[: text.index('[[player]]\nname = "Celina"')]
    (tmp_path / "a.toml").write_text(text, "utf-8")
    done = narrator("check", tmp_path / "a.toml")
    assert done.returncode == 1
    assert fault in " ".join(done.stdout.split())


def test_the_ambience_follows_what_is_nearest_to_the_end() -> None:
    game = load_table(DEMO).game()
    state = settled(game, begun(game, 1))
    tense = [game.view(state, "all").tension]
    for word in ("clockwise", "set doom 2 15", "set marker 6", "set doom 2 40"):
        state = settled(game, said(game, state, word))
        tense.append(game.view(state, "all").tension)
    assert tense == [0.0, 0.0, 0.5, 0.75, 1.0]


def test_in_swedish_it_is_said_once_that_nothing_can_be_heard() -> None:
    told: list[str] = []
    texts = texts_of("sv", WarsPackage.folders[0])
    open_ears(
        "sv", {1: "Anna"}, lambda words: told.append(texts.told(words)), own_words=[WarsPackage.folders[0]]
    ).close()
    assert len(told) == 1
    assert told[0].startswith("För svenska finns ingen talmodell att installera härifrån")
