"""What is no word of the language is written as one for a voice that reads letters."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.computer import texts
from narrator.computer.paths import shipped
from narrator.ears.lexicon import read_lexicon
from narrator.errors import BadData
from narrator.games.night.loading import shipped_script
from narrator.mouth.spelling import spelling_of

POLISH = spelling_of("pl")
SHIPPED = [
    *(path for path in shipped("scripts").rglob("*.toml") if path.stem == "pl" or ".en" not in path.name),
    *(path for path in Path(texts.__file__).parent.parent.rglob("pl.toml") if "lexicon" not in str(path)),
]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ginie numer 27, Krzysztof W., i milczy.", "ginie numer dwadzieścia siedem, krzysztof wu, i milczy."),
        ("Ola W. nie żyje. W nocy Z woli", "ola wu nie żyje. w nocy z woli."),
        ("Ginie Ola Ż.", "ginie ola żet."),
        ("Czyta MG, nie UFO ani NPC.", "czyta em gie, nie ufo ani en pe ce."),
        ("ANNA", "anna."),
        ("Ginie ŁUKASZ!", "ginie łukasz!"),
        ("UWAGA NA ALĘ", "uwaga na alę."),
        ("Celina 👑 i Jan 👨‍👩‍👧", "celina i jan."),
        ("Björn, José, Xavier, Quentin, Vera, Straße", "bjern, jose, ksawier, kwentin, wera, strase."),
        ("Олена і Юрій", "olena i jurij."),
        ("𝓐𝓵𝓪", "ala."),
        ("Zażółć gęślą jaźń", "zażółć gęślą jaźń."),
        ("Nr 7, np. dr Nowak itd.", "numer siedem, na przykład doktor nowak i tak dalej."),
        ("Trwa 2. tura, potem 3. noc.", "trwa druga tura, potem trzecia noc."),
        ("3. część, 1. rzecz, 2. kolej, 4. runda", "trzecia część, pierwsza rzecz, druga kolej, czwarta runda."),
        (
            "1. miejsce, 2. głosowanie, 3. imię, 23. słowo",
            "pierwsze miejsce, drugie głosowanie, trzecie imię, dwudzieste trzecie słowo.",
        ),
        ("1. raz, 2. sygnał, 3. dzień", "pierwszy raz, drugi sygnał, trzeci dzień."),
        ("Po 3. nocy, w 2. turze, przed 4. rundą", "po trzeciej nocy, w drugiej turze, przed czwartą rundą."),
        ("Kończy 3. turę. To było 2. dnia.", "kończy trzecią turę. to było drugiego dnia."),
        ("1. sędzia i 31. noc", "pierwszy sędzia i trzydzieści jeden noc."),
        ("Numer 3. Ginie.", "numer trzy. ginie."),
        ("Jan II", "jan drugi."),
        ("007 i 1000", "zero zero siedem i jeden zero zero zero."),
        ("Ola (8) – „nie”…", "ola, osiem, nie."),
        ("Kto to?! Ja+Ty & 5%", "kto to? ja plus ty i pięć procent."),
        ("d'Artagnan", "d'artagnan."),
        ("👑 李", ""),
    ],
)
def test_it_is_read_as_people_read_it(text: str, read: str) -> None:
    assert POLISH.read(text) == read


def test_every_number_is_said_in_the_lexicons_words() -> None:
    lexicon = read_lexicon("pl")
    assert [POLISH.number(number) for number in range(1, 31)] == [first for first, *_ in lexicon.numbers]
    said = [POLISH.number(number) for number in range(1000)]
    assert len(set(said)) == 1000
    assert all(word in " ".join(said[:21] + said[30:100:10] + said[100::100]) for one in said for word in one.split())
    assert (said[0], said[47], said[100], said[342]) == (
        "zero",
        "czterdzieści siedem",
        "sto",
        "trzysta czterdzieści dwa",
    )


def test_a_users_own_words_for_numbers_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "pl" / "lexicon.toml"
    own.parent.mkdir()
    own.write_text((texts.LEXICONS / "pl.toml").read_text("utf-8").replace('["dwa", ', '["para", '), "utf-8")
    monkeypatch.setattr(texts, "own_languages", lambda: tmp_path)
    assert spelling_of("pl").read("2") == "para."
    own.write_text("format = 1\nnumbers = [[\n", "utf-8")
    with pytest.raises(BadData):
        spelling_of("pl")


def test_no_line_of_the_script_has_a_sign_that_is_left_out() -> None:
    known = {*POLISH.letters, *POLISH.signs, *string.whitespace, *string.digits, *" ,:.!?-'„”"}
    spoken = " ".join(text for wordings in shipped_script().wordings.values() for text in wordings)
    assert set(re.sub(r"\{.*?\}", "", spoken).lower()) <= known


@given(st.text(max_size=60))
def test_whatever_is_written_nothing_breaks_and_only_letters_are_left(text: str) -> None:
    read = POLISH.read(text)
    assert set(read) <= {*POLISH.letters, *" ,:.!?-'"}
    assert read == "" or read[-1] in ".!?"
    assert "  " not in read


def test_every_shipped_line_with_an_ordinal_agrees_with_its_noun() -> None:
    told = [line for path in SHIPPED for line in path.read_text("utf-8").split("\n") if not line.startswith("#")]
    assert len(told) > 3000
    found = {one for line in told for one in re.findall(r"(?:\{\w+\}|(?<![\w.])\d+)\. ([a-ząćęłńóśźż]+)", line)}
    assert {word: POLISH.read(f"3. {word}") for word in found} == {"sygnał": "trzeci sygnał."}
