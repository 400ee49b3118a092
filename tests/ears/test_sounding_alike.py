"""No two answers to one question sound alike, unless they are taken only if they are certain."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from narrator.answers import Answer, Unsure
from narrator.cues import COMMANDS, Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.ears.listening import CERTAIN, Utterance
from narrator.ears.question import question, understand
from narrator.games.night.loading import shipped_script
from narrator.lexicon import Lexicon, normalise
from narrator.phrases import easily_confused, phrases

from tests.ears import english_sounds, phonetics
from tests.ears.phonetics import Phonetics
from tests.polish import OWN_WORDS
from tests.scenario import SCRIPT

POLISH = read_lexicon("pl", *OWN_WORDS, own=SCRIPT.heard["gentle"])
ENGLISH = read_lexicon("en", *OWN_WORDS, own=shipped_script(language="en").heard["gentle"])
LANGUAGES: dict[str, tuple[Lexicon, Phonetics]] = {
    "pl": (POLISH, phonetics.POLISH),
    "en": (ENGLISH, english_sounds.ENGLISH),
}
ALIKE, ALL_THE_SAME = 0.25, 0.1
"""How close two answers may come, and how close a decoy, which is there to be near them, may come to one."""

CLIPPED = 0.2
"""How close an answer whose first syllable was said too soon may come to another."""


def ask(kind: Any, *choices: str, **more: Any) -> Ask:
    commands = (*COMMANDS, "hold", "hurry")
    return Ask(at=At(), line="", text="", to="all", kind=kind, choices=choices, commands=commands, **more)


SEATS = tuple(map(str, range(1, 31)))
CHOICES = [choice for choice in POLISH.choices if choice not in ("confirm", "hold", "hurry")]
QUESTIONS = {
    "seat": ask("seat", *SEATS, optional=True),
    "seats": ask("seats", *SEATS, most=3, optional=True),
    "yes-no": ask("yes-no", "yes", "no"),
    "confirmation": ask("yes-no", "yes", "confirm", "no"),
    "ready": ask("ready", "ready"),
    "count": ask("count", *map(str, range(61))),
    "choice": ask("choice", *CHOICES),
}
EACH = [(language, kind) for language in LANGUAGES for kind in QUESTIONS]
each_question = pytest.mark.parametrize(("language", "kind"), EACH)


def bare(meanings: Mapping[str, str], lexicon: Lexicon) -> dict[str, str]:
    """The phrases without those that have something around them, which tells no number from another."""
    around = {word for phrase in (*lexicon.seat, *lexicon.units, *sum(lexicon.before, ())) for word in phrase.split()}
    return {phrase: meaning for phrase, meaning in meanings.items() if not around & set(phrase.split())}


def too_close(meanings: Mapping[str, str], confused: set[str], language: str) -> list[tuple[str, str]]:
    """Pairs that mean different things and are taken without more ado, though they sound alike."""
    lexicon, sound = LANGUAGES[language]
    pairs = combinations(bare(meanings, lexicon).items(), 2)
    different = ((one, other) for (one, meaning), (other, its) in pairs if meaning != its)
    return [pair for pair in different if not confused >= set(pair) and sound.distance(*pair) < ALIKE]


@each_question
def test_what_sounds_alike_must_be_certain(language: str, kind: str) -> None:
    lexicon, _ = LANGUAGES[language]
    meanings = phrases(QUESTIONS[kind], lexicon, {})
    assert too_close(meanings, easily_confused(meanings, lexicon), language) == []


@each_question
def test_what_an_answer_said_too_soon_sounds_like_must_be_certain(language: str, kind: str) -> None:
    lexicon, sound = LANGUAGES[language]
    meanings = phrases(QUESTIONS[kind], lexicon, {})
    confused, answers = easily_confused(meanings, lexicon), bare(meanings, lexicon)
    taken = [heard for heard in answers if heard not in confused]
    heard_as = ((said, heard) for said in answers for heard in taken if answers[said] != answers[heard])
    assert [pair for pair in heard_as if sound.clipped_distance(*pair) < CLIPPED] == []


def test_what_is_said_too_soon_is_found() -> None:
    clipped = phonetics.POLISH.clipped_distance
    assert clipped("dziewiątka", "piątka") < CLIPPED < clipped("piątka", "dziewiątka")
    clipped = english_sounds.ENGLISH.clipped_distance
    assert clipped("thirteen", "ten") < CLIPPED < clipped("ten", "thirteen")


def test_what_sounds_alike_is_found() -> None:
    for language, (lexicon, _) in LANGUAGES.items():
        assert len(too_close(phrases(QUESTIONS["seat"], lexicon, {}), set(), language)) > 5
    assert too_close({"trzy": "3", "czy": "none", "lampa": "4"}, set(), "pl") == [("trzy", "czy")]
    assert too_close({"two": "2", "too": "none", "lamp": "4"}, set(), "en") == [("two", "too")]


@pytest.mark.parametrize("around", ["{}", "numer {}", "gracza numer {}", "u numeru {}"])
def test_it_must_be_certain_whatever_stands_around_it(around: str) -> None:
    confused = easily_confused(phrases(QUESTIONS["seat"], POLISH, {}), POLISH)
    ninth = normalise(around.format(POLISH.numbers[8][0]))
    assert {ninth, normalise(around.format(POLISH.numbers[9][0]))} <= confused
    assert normalise(around.format(POLISH.numbers[3][0])) not in confused


@each_question
def test_no_decoy_sounds_just_like_an_answer(language: str, kind: str) -> None:
    lexicon, sound = LANGUAGES[language]
    meanings = phrases(QUESTIONS[kind], lexicon, {})
    decoys = [decoy for decoy in map(normalise, lexicon.decoys) if decoy not in meanings]
    pairs = [(decoy, said) for said in bare(meanings, lexicon) for decoy in decoys]
    assert [pair for pair in pairs if sound.distance(*pair) < ALL_THE_SAME] == []


def test_only_certainty_tells_what_sounds_alike_apart() -> None:
    nine, four = POLISH.numbers[8][0], POLISH.numbers[3][0]
    all_seats = question(QUESTIONS["seat"], POLISH, {})
    assert understand(Utterance(nine, CERTAIN - 0.1), all_seats) == Unsure(nine, "9")
    assert understand(Utterance(nine, CERTAIN), all_seats) == Answer("9")
    assert understand(Utterance(four, CERTAIN - 0.1), all_seats) == Answer("4")
    few = question(ask("seat", "4", "9"), POLISH, {})
    assert understand(Utterance(nine, CERTAIN - 0.1), few) == Answer("9")


def test_only_certainty_tells_it_apart_among_several_seats() -> None:
    asked = question(QUESTIONS["seats"], POLISH, {})
    nine, four = POLISH.numbers[8][0], POLISH.numbers[3][0]
    assert understand(Utterance(f"{nine} i {four}", CERTAIN - 0.1), asked) == Unsure(f"{nine} i {four}", "4,9")
    assert understand(Utterance(f"{nine} i {four}", CERTAIN), asked) == Answer("4,9")


def test_assent_is_told_from_dissent() -> None:
    asked = question(QUESTIONS["yes-no"], POLISH, {})
    assent = next(phrase for phrase in POLISH.yes if f"nie {phrase}" in POLISH.no)
    assert understand(Utterance(assent, CERTAIN - 0.1), asked) == Unsure(assent, "yes")
    assert understand(Utterance("tak", CERTAIN - 0.1), asked) == Answer("yes")
