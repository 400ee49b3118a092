"""Lines are cut where names and numbers stand, the same way for whoever records them and whoever plays."""

from __future__ import annotations

import re
from functools import cache

import pytest

from narrator.cues import Say
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.told.spoken_lines import readings
from narrator.games.night.told.wording import AWAKE
from narrator.games.parts import people, person, split
from narrator.mouth.packs import words
from narrator.rooms.counting import words_counted

from tests.scenario import SCRIPT, all_cues

VALUES = {**SCRIPT.vocabulary["gentle"], "seat": 7, "name": (person("Ala"),)}

COUNTED = words_counted("pl")


def parts_of(words: str, profile: str = "gentle", **values: object) -> list[tuple[str, str]]:
    names = SCRIPT.vocabulary[profile]
    return [(part.id, part.text) for part in split(words, VALUES | names | values, "a.b.1", names)]


def test_a_line_of_one_piece_has_the_lines_id() -> None:
    assert parts_of("Śpij.") == [("a.b.1", "Śpij.")]


def test_phrases_have_letters_and_stops_have_no_id() -> None:
    assert parts_of("Numer {seat}, {name}, blednie. To trucizna.") == [
        ("a.b.1.a", "Numer "),
        ("number.7", "7"),
        ("", ", "),
        ("name.Ala", "Ala"),
        ("a.b.1.b", ", blednie. To trucizna."),
    ]


def test_a_name_of_the_scripts_own_belongs_to_the_phrase_and_marks_it_where_it_may_be_another() -> None:
    assert parts_of("{courtesan.voc}, śpij.") == [("a.b.1", "Kurtyzano, śpij.")]
    assert [part[0] for part in parts_of("{courtesan.voc}, śpij.", "book")] == ["a.b.1.book"]
    assert parts_of("{sheriff.voc}, śpij.", "book") == [("a.b.1", "Szeryfie, śpij.")]
    who = SCRIPT.vocabulary["book"]["courtesan"]
    assert [part[0] for part in parts_of("{who.voc}, śpij.", "book", who=who)] == ["a.b.1.courtesan.book"]


@pytest.mark.parametrize(
    ("line", "whole"),
    {
        "{sheriff.nom} śpi, {sheriff.nom} wstał. {sheriff.nom}!": "Szeryf śpi, szeryf wstał. Szeryf!",
        "Śpi! {gods.short}: {gods.short}, {gods}": "Śpi! Bogowie: bogowie, Bogowie partacze",
        "{seat} {pastor.ins}": "7 pastorem",
        "Śpi {indians.nom}, {mayor.short}": "Śpi Indianie, Burmistrz",
    }.items(),
)
def test_a_name_begins_with_a_capital_where_a_sentence_does_and_is_the_cards_where_it_has_no_other(
    line: str, whole: str
) -> None:
    assert "".join(text for _, text in parts_of(line)) == whole


def test_a_name_is_marked_only_in_the_cases_that_a_profile_changes() -> None:
    assert parts_of("{kali.nom} śpi.", "book") == [("a.b.1", "Kali śpi.")]
    assert parts_of("{kali.voc}, śpij.", "book") == [("a.b.1.book", "Niewolniku Kali, śpij.")]


LINES = {
    ("Tej nocy ginie numer {seat}, {name}. Karta: {card}.", "Ada W."): "Tej nocy ginie numer 7, Ada W. Karta: Kat.",
    ("Kula dla numeru {seat}. {name}.", "Gracz 7"): "Kula dla numeru 7.",
    ("Numer {seat}, {name}, blednie.", "Gracz 7"): "Numer 7 blednie.",
    ("Numer {seat}, {name}, blednie.", "Gracz 8"): "Numer 7, Gracz 8, blednie.",
    ("Numer {seat}, {name}, blednie.", "Player 7"): "Numer 7 blednie.",
    ("{name}: ile?", "Gracz 7"): "Gracz 7: ile?",
    ("Koniec. Wstaje {name}.", "Ala"): "Koniec. Wstaje Ala.",
    ("Koniec dla numeru {seat}. {name} wstaje.", "Gracz 7"): "Koniec dla numeru 7. wstaje.",
    ("Numer {seat}, {name}: ile?", "Ada W."): "Numer 7, Ada W.: ile?",
    ("Numer {seat}, {name}: ile?", "Gracz 7"): "Numer 7: ile?",
}


@pytest.mark.parametrize(("line", "name"), LINES)
def test_a_name_doubles_no_stop_and_one_that_is_but_the_number_is_not_said_after_it(line: str, name: str) -> None:
    card = SCRIPT.vocabulary["gentle"]["executioner"]
    whole = "".join(text for _, text in parts_of(line, name=(person(name),), card=card))
    assert whole == LINES[line, name]


def test_players_without_names_are_listed_by_number() -> None:
    assert "".join(part.text for part in people([(3, "Gracz 3"), (5, "Jan")])) == "3; 5, Jan"


BY_NAME = {
    "Numer {seat}, {name}, blednie.": "Ala blednie.",
    "Ginie numer {seat}, {name}. Oto karta.": "Ginie Ala. Oto karta.",
    "Ginie numer {seat}, {name}, i numer {other}, {other_name}.": "Ginie Ala i Jan.",
    "Numer {seat}, {name}: ile?": "Ala: ile?",
}


@pytest.mark.parametrize("line", BY_NAME)
def test_by_day_players_are_called_by_their_names_alone(line: str) -> None:
    values = VALUES | {"other": 9, "other_name": (person("Jan"),)}
    parts = split(line, values, "a.b.1", SCRIPT.vocabulary["gentle"], numbered=False)
    assert "".join(part.text for part in parts) == BY_NAME[line]
    assert all(part.id.startswith(("name.", "a.b.1.named")) for part in parts if part.id)


@pytest.mark.parametrize(
    ("names", "by_name"),
    [
        (["Ala", "Bartek", "Ola W."], True),
        (["Ala", "Ola K.", "Ola W."], False),
        (["Ala", "Gracz 2", "Ola"], False),
    ],
)
def test_a_name_is_enough_where_all_have_their_own(names: list[str], *, by_name: bool) -> None:
    setup = Setup(player=tuple(Player(name=name) for name in names))
    assert setup.by_name is by_name


def test_cards_are_parts_by_case_and_profile() -> None:
    card = SCRIPT.vocabulary["gentle"]["sheriff"]
    assert parts_of("{card}! {card.voc}!", card=card)[::2] == [
        ("card.sheriff", "Szeryf"),
        ("card.sheriff.voc", "Szeryfie"),
    ]
    renamed = SCRIPT.vocabulary["book"]["courtesan"]
    assert parts_of("{card}", "book", card=renamed)[0][0] == "card.courtesan.book"


def test_people_are_listed_by_number_and_name() -> None:
    assert "".join(part.text for part in people([(3, "Ala"), (5, "Jan Maria")])) == "3, Ala; 5, Jan Maria"
    assert [part.id for part in people([(3, "Ala"), (5, "Jan Maria")])] == [
        *("number.3", "", "name.Ala", "", "number.5", "", "name.Jan-Maria"),
    ]


def test_names_make_names_of_files() -> None:
    assert [person(name).id for name in ("Łukasz", "Jan Maria", "Jan_3")] == [
        *("name.Łukasz", "name.Jan-Maria", "name.Jan_3"),
    ]
    strange = [person(name).id for name in ("Ola/Ela", "../x", "?")]
    assert [key.rpartition(".")[0] for key in strange] == ["name.Ola-Ela", "name.x", "name."]
    assert all(re.fullmatch(r"[\w.-]+", key) for key in strange)


def test_different_names_make_different_files() -> None:
    names = ["Jan K", "Jan K.", "Jan. K", "Jan K-", "Jan-K", "Jan/K", "Jan  K", "Jan K 2", "?", "!", "3f"]
    assert len({person(name).id for name in names}) == len(names)
    assert person("Zoë").id == person("Zoe\u0308").id  # the same name, typed in two ways


@cache
def said() -> tuple[Say, ...]:
    """Every line that is said in the scenarios."""
    shipped = (
        cues
        for scenario, cues in all_cues()
        if not (scenario.change or scenario.variant) and scenario.script == SCRIPT.id
    )
    return tuple(cue for cues in shipped for cue in cues if isinstance(cue, Say))


@pytest.mark.long
def test_the_parts_of_a_line_make_up_its_text_and_stops_alone_have_no_id() -> None:
    assert [cue.line for cue in said() if cue.spoken != cue.text and not cue.line.startswith(AWAKE)] == []
    stops = {part for cue in said() for part in cue.parts if not part.id}
    assert stops
    assert not [part for part in stops if any(letter.isalnum() for letter in part.text)]


@pytest.mark.long
def test_a_part_is_said_alike_wherever_it_turns_up_and_can_be_recorded() -> None:
    spoken: dict[str, set[str]] = {}
    for part in (part for cue in said() for part in cue.parts if part.id):
        spoken.setdefault(part.id, set()).add(" ".join(words(part.text)))
    wanted = readings(SCRIPT, "gentle", counted=COUNTED)
    asked = {part.id: {" ".join(words(part.text))} for reading in wanted for part in reading.parts}
    names = {key for key in spoken if key.startswith("name.")}
    assert len(spoken) > 300
    assert {key: texts for key, texts in spoken.items() if asked.get(key) != texts and key not in names} == {}
