"""The words of each language, and the faults that a language's file may have."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.ears.lexicon import languages, read_lexicon
from narrator.ears.open import vocabulary
from narrator.errors import BadData
from narrator.games import registry

SHIPPED = Path(read_lexicon.__code__.co_filename).with_name("lexicons")


def test_polish_and_the_test_language_are_shipped() -> None:
    assert {"pl", "ko"} <= set(languages())


@pytest.mark.parametrize("language", languages())
def test_a_shipped_lexicon_is_sound(language: str) -> None:
    assert read_lexicon(language).language == language


def test_an_unknown_language_is_named_with_those_there_are() -> None:
    with pytest.raises(BadData, match=r"language = \"xx\": it has no lexicon.*pl"):
        read_lexicon("xx")


def test_one_phrase_with_two_meanings_is_refused(tmp_path: Path) -> None:
    text = (SHIPPED / "pl.toml").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(
        text.replace('["siedem", ', '["osiem", ')
        .replace('no = ["nie", ', 'no = ["Tak", ')
        .replace('"z", "!"', '"t"'),
        "utf-8",
    )
    with pytest.raises(BadData) as caught:
        read_lexicon(str(own))
    assert [str(problem) for problem in caught.value.problems] == [
        "own.toml:6: no: “Tak” already means yes → keep one",
        "own.toml: 8: “osiem” already means 7 → keep one",
        "own.toml:345: keys.yes: a key of pause too → keep one",
    ]


def test_too_few_numbers_are_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text((SHIPPED / "pl.toml").read_text("utf-8").replace('  ["dwadzieścia jeden"],\n', ""), "utf-8")
    with pytest.raises(BadData, match="29 numbers instead of 30"):
        read_lexicon(str(own))


@pytest.mark.parametrize("folder", registry.folders(), ids=lambda folder: folder.name)
def test_a_games_own_words_are_sound_beside_the_languages(folder: Path) -> None:
    for file in folder.glob("lexicon/*.toml"):
        alone, together = read_lexicon(file.stem), read_lexicon(file.stem, folder)
        assert alone.choices.items() <= together.choices.items()
        assert not alone.choices.keys() & (together.choices.keys() - alone.choices.keys())


def test_a_games_own_word_that_means_something_already_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "chess"
    (own / "lexicon").mkdir(parents=True)
    (own / "lexicon" / "pl.toml").write_text(
        'format = 1\nlanguage = "pl"\n\n'
        '[choices]\nmate = ["mat", "Cofnij"]\nfool = ["mat"]\npatt = []\nhold = ["czekaj"]\n',
        "utf-8",
    )
    with pytest.raises(BadData) as caught:
        read_lexicon("pl", own)
    assert [str(problem) for problem in caught.value.problems] == [
        "chess/pl.toml: mate: “Cofnij” already means undo → keep one",
        "chess/pl.toml: fool: “mat” already means mate → keep one",
        "chess/pl.toml: patt: an empty phrase → leave it out",
    ]


def test_choices_of_one_language_are_told_apart(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        (SHIPPED / "pl.toml").read_text("utf-8").replace('time = ["czas', 'time = ["Szybciej", "czas'), "utf-8"
    )
    with pytest.raises(BadData, match=r"own\.toml: time: “Szybciej” already means hurry"):
        read_lexicon(str(own))


def test_before_a_game_every_kind_of_word_is_looked_up() -> None:
    looked_up = vocabulary(read_lexicon("pl", *registry.folders("ktulu")), {1: "Ania", 2: "Bartek"})
    wanted = {"ania", "tak", "dwa", "dwie", "drugi", "potwierdzam", "jeszcze chwila", "noc", "numer", "kwadrans"}
    assert wanted <= set(looked_up)
    assert "trzy" not in looked_up
