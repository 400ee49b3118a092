"""The game is led in a room by what people type, and told afterwards."""

from __future__ import annotations

import json
import os
from pathlib import Path
from queue import Queue

import pytest

from narrator.answers import Answer, Heard, typed
from narrator.computer import paths
from narrator.cues import Ask
from narrator.ears import Lost
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon
from narrator.ears.question import question
from narrator.games.planetopia import NOTE
from narrator.games.planetopia.package import PlanetopiaPackage
from narrator.play.loading import load_table

from tests.any_game.evening import begun, said, settled
from tests.page.led import led
from tests.program import narrator

DEMO = paths.shipped("setups") / "demo-planetopia.toml"
TABLE = load_table(DEMO)
NAMES = TABLE.setup.people
WORDS = read_lexicon("pl", PlanetopiaPackage.folders[0])
FOUNDED = ("luxury", "Wiszące ogrody", "yes", "fact", "Mur", "fact", "none")


def asked(*words: str) -> Ask:
    """What is asked after these answers."""
    game = TABLE.game()
    state = settled(game, begun(game, 1))
    for word in (*FOUNDED, *words):
        state = settled(game, said(game, state, word))
    cue = game.cue(state)
    assert isinstance(cue, Ask)
    return cue


BID = ("throw ad auction least",)
EFFECT = (*BID, "2s", "2h", "jc", "3", "none")


@pytest.mark.parametrize(
    ("before", "text", "meaning"),
    [
        ((), "rzucam Ad", "throw ad"),
        ((), "rzucam as karo licytacja najmniej", "throw ad auction least"),
        ((), "ad najmniej", "throw ad auction least"),
        (("throw ad",), "najmniej", "auction least"),
        ((), "Rzucam 10h na gracza Celina", "throw 10h direct 3"),
        ((), "morale celina +20", "morale 3 +20"),
        ((), "ludnosc adam minus dziesiec", "population 1 -10"),
        ((), "luksus celina", "note luxury 3"),
        ((), "wykreśl luksus 1 adam", "strike luxury 1 1"),
        ((), "ustaw karty adam 3", "set hand 1 3"),
        ((), "stan", "tell status"),
        ((), "jaka siła dama pik", "strength ds"),
        (BID, "2S", "2s"),
        (BID, "Wh", "wh"),
        (BID, "dwójka pik", "2s"),
        (BID, "walet trefl", "wc"),
        (BID, "JC", "jc"),
        (BID, "dżoker ciemny", "jc"),
        (BID, "do jakiego koloru", "tell led"),
        (EFFECT, "morale +20", "effect morale +20"),
        (EFFECT, "ludność minus pięć", "effect population -5"),
        (EFFECT, "kara 5", "penalty 5"),
    ],
)
def test_what_is_typed_is_read_in_the_pages_notation_and_in_words(
    before: tuple[str, ...], text: str, meaning: str
) -> None:
    found = typed(text, asked(*before), WORDS, NAMES)
    assert (found.canonical if isinstance(found, Answer) else "") == meaning


@pytest.mark.parametrize(
    ("line", "told", "asks"),
    [
        ("ad najmniej, 2s, 2h, jc", (*BID, "2s", "2h", "jc"), "target"),
        ("rzucam as karo, najmniej, dwójka pik, dwójka kier", (*BID, "2s", "2h"), "bid"),
        ("ad najmniej, 2s, ad, jc", (*BID, "2s"), "bid"),  # it lies, so nobody has laid the third
        ("rzucam ad, kajak, 2s", ("throw ad",), "mode"),
    ],
)
def test_a_line_with_commas_tells_several_things_one_after_the_other(
    line: str, told: tuple[str, ...], asks: str
) -> None:
    game, heard = TABLE.game(), Queue[Heard | Lost]()
    state = settled(game, begun(game, 1))
    for word in FOUNDED:
        state = settled(game, said(game, state, word))
    expected = state
    for word in told:
        expected = settled(game, said(game, expected, word))
    reader, writer = os.pipe()
    with os.fdopen(reader, encoding="utf-8") as source, os.fdopen(writer, "w", encoding="utf-8") as keys:
        print(line, "powiedz stan", sep="\n", file=keys, flush=True)
        keyboard = Keyboard(WORDS, NAMES, source=source)
        while True:
            cue = game.cue(state)
            assert isinstance(cue, Ask)
            keyboard.listen(cue, heard.put)
            found = heard.get(timeout=60)
            if isinstance(found, Answer) and found.canonical == "tell status":
                break
            new = said(game, state, found.canonical) if isinstance(found, Answer) else None
            state = state if new is None else settled(game, new)
    assert (state.question, state.table, state.event) == (asks, expected.table, expected.event)


def test_cards_are_listened_for_where_one_is_laid() -> None:
    meanings = question(asked(*BID), WORDS, NAMES).meanings
    assert (meanings["as pik"], meanings["dwójka trefl"], meanings["dżoker jasny"]) == ("as", "2c", "jj")
    assert "as karo" not in meanings, "it lies"


EVENING = (
    *FOUNDED,
    *("ready", "throw ad auction least", "2s", "2h", "jc", "3", "none", "effect morale +20", "nothing"),
    *("set morale 3 100", "population 3 +20", "population 3 +10"),
)


def test_an_evening_is_led_told_and_counted(tmp_path: Path) -> None:
    journal, answers = tmp_path / "a.jsonl", tmp_path / "said"
    answers.write_text("".join(f"{one}\n" for one in EVENING), "utf-8")
    done = narrator("play", DEMO, "--answers", answers, "--silent", "--pace", 0, "--journal", journal)
    shown = " ".join(done.stdout.split())
    for sight in ("Wygrywa Celina: dżoker ciemny", "Celina: morale 45.", "Wygrywa: Celina."):
        assert sight in shown, sight
    story = narrator("log", journal).stdout
    assert "Adam, luksus: Wiszące ogrody." in story
    assert "Najniższą licytację wygrywa Celina, spada na: Celina." in story
    assert "Wygrana: Celina." in story
    told = json.loads(narrator("stats", tmp_path, "--json").stdout)
    assert told["players"]["Celina"] == {"games": 1, "won": 1, "rate": 1.0}
    shown = narrator("stats", tmp_path).stdout
    assert "Gracze" in shown
    assert "Z jaką rolą" not in shown  # nobody has one


def test_a_game_under_way_is_told_whole_for_it_has_no_secrets(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    with led(journal, "demo-planetopia") as game:
        for word in FOUNDED:
            game.do("answer", said=word)
    story = narrator("log", journal).stdout
    assert "Adam, luksus: Wiszące ogrody." in story
    assert "tajemnice" not in story


@pytest.mark.parametrize("note", ["\u202eMost", "a\u2028b", "\x07", "x" * (NOTE + 1), "  "])
def test_what_is_no_text_is_not_written_down(note: str) -> None:
    game = TABLE.game()
    state = settled(game, begun(game, 1))
    for word in (*FOUNDED, "note fact 1"):
        state = settled(game, said(game, state, word))
    assert said(game, state, note) is None
    assert said(game, state, "Most, który śpiewa") is not None


def test_an_older_answer_can_be_changed(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo-planetopia") as game:
        for word in (*FOUNDED, "ready", "throw ad auction most", "2s", "2h", "2d"):
            game.do("answer", said=word)
        step = next(one["step"] for one in game.entries if one.get("question") == "Adam, karta.")
        game.do("change", step=step, said="kd")
        assert game.now["now"]["text"] == "Adam, na kogo?"


def test_a_number_that_is_tapped_is_no_card(tmp_path: Path) -> None:
    with led(tmp_path / "a.jsonl", "demo-planetopia") as game:
        for word in (*FOUNDED, "ready", "set morale 1 20", "set mover 1", "kings"):
            game.do("answer", said=word)
        assert [one["label"] for one in game.now["now"]["choices"]] == ["0", "1"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("judge = 5", "nikt nie siedzi na miejscu 5"),
        ("hand_size = 2", "od 3 do 10"),
        ("decks = 3", "od 1 do 2"),
        ("queens_needed = 5", "od 2 do 4"),
    ],
)
def test_odd_keys_are_told_before_the_game(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "a.toml"
    setup = DEMO.read_text("utf-8").replace("judge = 4\n", "")
    file.write_text(setup.replace("format = 1", f"format = 1\n{text}"), "utf-8")
    done = narrator("check", file)
    assert done.returncode == 1
    assert fault in done.stdout


def test_a_sheet_has_what_cards_are_worth(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    assert narrator("sheet", DEMO, "--out", page).returncode == 0
    words = page.read_text("utf-8")
    for sight in ("Siła zdarzenia", "walet, dama, król, dżoker", "Starszeństwo", "wygrana", "morale", "Celina"):
        assert sight in words, sight
