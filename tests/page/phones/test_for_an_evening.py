"""`--phones` gives a table of a night game phones for one evening; elsewhere one message says why there are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.computer.paths import shipped
from narrator.errors import NarratorError
from narrator.evening.options import RunOptions
from narrator.evening.phoned import has_phones, with_phones
from narrator.games.table import Table
from narrator.play.loading import load_table
from narrator.play.session import SavedOptions

PHONES = RunOptions(phones=True)


def table(name: str = "demo", **changes: Any) -> Table[Any, Any]:
    return load_table(shipped("setups") / f"{name}.toml").with_setup(**changes)


@pytest.mark.parametrize("answers", ["keys", "counting", "open", "phones"])
def test_players_who_answer_themselves_do_so_by_phone(answers: str) -> None:
    found = with_phones(table(answers=answers), PHONES)
    assert found.setup.answers == "phones"
    assert has_phones(found, PHONES)


@pytest.mark.parametrize(("policy", "then"), [("open", "masked"), ("private", "private"), ("masked", "masked")])
def test_no_night_by_phones_is_open(policy: str, then: str) -> None:
    assert with_phones(table(answers="keys", policy=policy), PHONES).setup.policy == then
    assert with_phones(table(answers="moderator", policy=policy), PHONES).setup.policy == policy


def test_a_moderator_answers_as_ever_beside_phones() -> None:
    found = with_phones(table(answers="moderator"), PHONES)
    assert found.setup.answers == "moderator"
    assert has_phones(found, PHONES)
    assert not has_phones(found, RunOptions())


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("demo-fluxx", PHONES, "no nights"),
        ("demo", RunOptions(phones=True, silent=True), "--silent"),
        ("demo", RunOptions(phones=True, page=True), "--page"),
        ("demo", RunOptions(phones=True, headless=True), "--headless"),
        ("demo", RunOptions(phones=True, answers=Path("answers")), "--answers"),
    ],
)
def test_where_there_can_be_none_one_message_says_so(name: str, options: RunOptions, why: str) -> None:
    with pytest.raises(NarratorError, match=why):
        with_phones(table(name), options)


@pytest.mark.parametrize(
    ("said", "phones"),
    [
        (RunOptions(), True),
        (RunOptions(silent=False), True),
        (RunOptions(silent=True), False),
        (RunOptions(page=True), False),
        (RunOptions(headless=True), False),
    ],
)
def test_a_game_with_phones_goes_on_with_them_unless_it_is_led_otherwise(said: RunOptions, *, phones: bool) -> None:
    assert said.resuming(SavedOptions(phones=True)).phones is phones


def test_a_game_of_a_page_can_go_on_with_phones() -> None:
    found = PHONES.resuming(SavedOptions(page=True, share=True))
    assert (found.phones, found.page, found.share) == (True, False, False)
