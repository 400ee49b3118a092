"""Players are called in the case in which a question asks; a form that may be two people's is nobody's."""

from __future__ import annotations

import pytest

from narrator.answers import Answer, NoMatch, interpret, typed
from narrator.cues import Ask, At
from narrator.ears.lexicon import read_lexicon
from narrator.phrases import grammar, phrases

from tests.polish import OWN_WORDS

POLISH = read_lexicon("pl", *OWN_WORDS)
WHOM = Ask(at=At(), line="", text="", to="all", kind="seat", choices=("1", "2"))


@pytest.mark.parametrize(
    "forms",
    [
        "Kasia kasi u_kasi kasię kasią z_kasią",
        "Ania ani anię z_anią",
        "Maria marii marię z_marią",
        "Maja mai u_mai maję z_mają",
        "Alicja alicji alicję",
        "Ola oli olę z_olą",
        "Monika moniki monice monikę z_moniką",
        "Kinga kingi kindze kingę",
        "Barbara barbary barbarze barbarę",
        "Marta marty marcie martę",
        "Magda magdzie magdę",
        "Anna annie annę",
        "Natasza nataszy nataszę",
        "Kuba kuby kubie kubę z_kubą",
        "Bartek bartka u_bartka bartkowi z_bartkiem na_bartka",
        "Maciek maćka maćkowi z_maćkiem",
        "Krzysiek krzyśka z_krzyśkiem",
        "Heniek heńka",
        "Paweł pawła pawłowi z_pawłem",
        "Michał michała",
        "Aleksander aleksandra z_aleksandrem",
        "Sta\u015b stasia stasiowi",
        "Jerzy jerzego jerzemu z_jerzym",
        "Antoni antoniego z_antonim",
        "Mieszko mieszka mieszkowi",
        "Bruno brunona",
        "Nicole u_nicole z_nicole",
    ],
)
def test_a_name_is_known_in_every_case(forms: str) -> None:
    said = [form.replace("_", " ") for form in forms.split()]
    meanings = phrases(WHOM, POLISH, {1: said[0], 2: "Zygfryd"})
    for form in said:
        assert interpret(form, meanings) == Answer("1")


def test_a_form_of_two_names_is_nobodys_and_is_listened_for() -> None:
    names = {1: "Karol", 2: "Karola"}
    meanings = phrases(WHOM, POLISH, names)
    assert "karola" in grammar(WHOM, POLISH, names)
    assert interpret("karola", meanings) == NoMatch("karola")
    assert interpret("karolowi", meanings) == Answer("1")
    assert interpret("z karolą", meanings) == Answer("2")
    assert typed("karola", WHOM, POLISH, names) == Answer("2")


def test_a_name_that_is_not_on_offer_is_listened_for_and_answers_nothing() -> None:
    names = {1: "Kasia", 2: "Basia", 3: "Asia"}
    assert "asię" in grammar(WHOM, POLISH, names)
    assert "asię" not in phrases(WHOM, POLISH, names)
