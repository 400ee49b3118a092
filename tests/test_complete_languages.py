"""`narrator check --language` counts what a language lacks, and nothing of one that is whole."""

from __future__ import annotations

import pytest

from narrator.computer.texts import texts_of
from narrator.play.completeness import lacks

from tests.program import narrator


def test_polish_is_whole() -> None:
    assert lacks("pl") == []


def test_of_english_nothing_but_variants_may_be_missing() -> None:
    found = lacks("en")
    assert {one.key for one in found} <= {"check.script"}
    assert "ktulu" not in {one.values["what"] for one in found}


def test_a_language_that_is_nowhere_lacks_everything() -> None:
    found = [one.key for one in lacks("xx")]
    assert {"check.texts", "check.script", "check.no-answers", "check.no-voice"} == {*found}


@pytest.mark.parametrize("language", ["pl", "sv"])
def test_the_check_tells_it(language: str) -> None:
    done = narrator("check", "--language", language)
    first = texts_of("pl").word("check.whole" if language == "pl" else "check.lacks", language=language)
    assert done.stdout.startswith(first)
    assert done.returncode == 0
