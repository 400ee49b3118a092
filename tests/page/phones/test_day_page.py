"""Questions of the day on a player's phone in a browser: two of the living answer; a card is shown on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import pytest

from narrator.answers import Answer, Heard
from narrator.cues import COMMANDS, REDO
from narrator.ears import Lost
from narrator.page.phones.deciding import SHOW_CARD, Deciding
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.shared import SharedQuestion
from narrator.values import replace

from tests.page.phones.phoned import PEOPLE, Phone, Served
from tests.page.phones.test_day import ACCUSED, MENU
from tests.page.phones.test_deciding import HANG
from tests.page.phones.test_phone_page import light, night

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from narrator.cues import Ask

SOON = 30.0
"""Seconds in which a tap is heard, at most."""

MENU_SHOWN = SharedQuestion(
    text="Co teraz?", kind="choice", choices=("timer", "night"), labels=("zegar", "noc"), commands=COMMANDS, menu=True
)
HANG_SHOWN = SharedQuestion(text="Kto?", kind="seat", choices=("1", "3"), none="nikt")
ACCUSED_SHOWN = SharedQuestion(text="Kto jest oskarżony?", kind="seats", choices=("1", "2", "3"), none="nikt")


@contextmanager
def asked(served: Served, ask: Ask, question: SharedQuestion, **shown: Any) -> Iterator[SimpleQueue[Heard | Lost]]:
    """Ask this of all, and give what is heard."""
    heard, ears = SimpleQueue[Heard | Lost](), PhoneEars(served.phones)
    deciding = Deciding(ask, shown.get("living", tuple(PEOPLE)), shows=question.shows)
    with served.phones.deciding(deciding, question, **shown):
        ears.listen(ask, heard.put)
        yield heard
        ears.rest()


def tap(other: Phone, served: Served, said: str) -> None:
    other.tap(said, served.phones.page.call)


def test_who_wants_what_is_seen_on_all_phones_and_a_second_one_decides(served: Served, phone: Page) -> None:
    other = served.phone(3)
    with asked(served, MENU, MENU_SHOWN) as heard:
        phone.get_by_role("button", name="noc").click()
        phone.locator(".wished", has_text="Bob: noc").wait_for()
        assert heard.empty()
        phone.get_by_role("button", name="noc", pressed=True).click()
        phone.locator(".wished", has_text="Bob").wait_for(state="detached")
        tap(other, served, "timer")
        phone.locator(".wished", has_text="Cyla: zegar").get_by_role("button", name="Zgoda").click()
        assert heard.get(timeout=SOON) == Answer("timer")
    phone.locator(".together").wait_for(state="hidden")


def test_how_many_it_takes_stands_there_where_it_cannot_be_taken_back(served: Served, phone: Page) -> None:
    with asked(served, replace(HANG, final=True), HANG_SHOWN, living=(1, 2, 3, 4, 5)):
        phone.locator(".two", has_text="trzeba 3 osób").wait_for()
    with asked(served, HANG, HANG_SHOWN):
        phone.locator(".two", has_text="gdy dwie osoby").wait_for()


def test_how_many_a_grave_choice_takes_stands_on_it(served: Served, phone: Page) -> None:
    five = (1, 2, 3, 4, 5)
    with asked(served, replace(MENU, grave=("night",)), replace(MENU_SHOWN, grave=("night",)), living=five):
        phone.get_by_role("button", name="noc (3)").wait_for()
        phone.get_by_role("button", name="zegar", exact=True).wait_for()
        phone.locator(".two", has_text="ile mówi liczba").wait_for()
    with asked(served, replace(HANG, grave=("1", "3")), replace(HANG_SHOWN, grave=("1", "3")), living=five):
        phone.locator(".two", has_text="o kimś innym decyduje 3 osób").wait_for()


def test_two_give_again_what_was_taken_back(served: Served, phone: Page) -> None:
    other, commands = served.phone(3), (*COMMANDS, REDO)
    with asked(served, replace(MENU, commands=commands), replace(MENU_SHOWN, commands=commands)) as heard:
        phone.get_by_role("button", name="Ponów", exact=True).click()
        phone.locator(".wished", has_text="Bob: Ponów").wait_for()
        tap(other, served, REDO)
        assert heard.get(timeout=SOON) == Answer(REDO)
    grave, five = replace(MENU, grave=("night",), commands=commands), (1, 2, 3, 4, 5)
    with asked(served, grave, replace(MENU_SHOWN, grave=("night",), commands=commands), living=five):
        phone.get_by_role("button", name="Ponów (3)").wait_for()


def test_a_question_of_the_day_is_answered_by_keys_and_the_focus_stays(served: Served, phone: Page) -> None:
    other = served.phone(3)
    with asked(served, MENU, MENU_SHOWN) as heard:
        phone.locator('[data-wish="timer"]').focus()
        tap(other, served, "night")
        phone.locator(".wished", has_text="Cyla: noc").wait_for()
        phone.keyboard.press("Enter")
        phone.locator(".wished", has_text="Bob: zegar").wait_for()
        assert phone.evaluate("document.activeElement.dataset.wish") == "timer"
        assert heard.empty()


def test_players_nominate_from_their_own_phones(served: Served, phone: Page) -> None:
    other = served.phone(3)
    with asked(served, ACCUSED, ACCUSED_SHOWN) as heard:
        phone.get_by_role("button", name="Zgłaszam: 1. Ala").click()
        phone.locator(".wished", has_text="Bob zgłasza: Ala.").wait_for()
        assert not phone.locator('.tile[data-answer="1"]').is_visible()
        phone.get_by_role("button", name="Nikogo więcej").click()
        phone.locator(".wished", has_text="Bob: Nikogo więcej").wait_for()
        tap(other, served, "that-is-all")
        assert heard.get(timeout=SOON) == Answer("1")


def test_phones_show_that_a_list_is_full_until_somebody_takes_theirs_back(served: Served, phone: Page) -> None:
    other = served.phone(3)
    full = phone.get_by_text("Lista jest pełna (najwyżej 1).")
    with asked(served, replace(ACCUSED, most=1), ACCUSED_SHOWN):
        tap(other, served, "1")
        full.wait_for()
        tap(other, served, "none")
        full.wait_for(state="detached")


def test_who_is_out_sees_the_question_and_has_no_say(served: Served, phone: Page) -> None:
    with asked(served, MENU, MENU_SHOWN, living=(1, 3)):
        phone.locator(".asked", has_text="Co teraz?").wait_for()
        phone.locator(".two", has_text="Nie ma cię już w grze").wait_for()
        assert phone.locator(".together button").count() == 0


def test_who_is_out_and_has_a_last_shot_names_somebody_and_nobody_else_does(served: Served, phone: Page) -> None:
    shown = replace(HANG_SHOWN, whose=2)
    with asked(served, replace(HANG, whose=2), shown, living=(1, 3)):
        phone.get_by_role("button", name="3. Cyla").click()
        phone.locator(".wished", has_text="Bob: 3. Cyla").wait_for()
    phone.locator(".together").wait_for(state="hidden")
    with asked(served, replace(HANG, whose=1), replace(shown, whose=1), living=(2, 3)):
        phone.locator(".asked").wait_for()
        assert phone.locator(".offers button").count() == 0


@pytest.mark.parametrize(("ends", "others"), [("tap", ()), ("night", ()), ("tap", (1, 3))])
def test_a_card_is_shown_to_neighbours_by_two_taps(
    served: Served, phone: Page, ends: str, others: tuple[int, ...]
) -> None:
    """So it is without a rule for it, and for a player whose card is open, while others may show theirs to all."""
    with asked(served, MENU, replace(MENU_SHOWN, shows=others)) as heard:
        phone.get_by_role("button", name="Pokazuję swoją kartę").click()
        assert phone.locator(".card").count() == 0
        phone.get_by_role("button", name="Pokaż", exact=True).click()
        phone.locator(".card", has_text="Herszt").wait_for()
        if ends == "tap":
            phone.locator(".card").click()
        else:
            served.phones.begin_call()
        phone.locator(".card").wait_for(state="detached")
    assert heard.empty()


def test_where_the_rules_know_of_it_the_narrator_tells_that_a_card_is_shown(served: Served, phone: Page) -> None:
    with asked(served, MENU, replace(MENU_SHOWN, shows=(1, 2))) as heard:
        phone.get_by_role("button", name="Pokazuję swoją kartę").click()
        phone.get_by_role("button", name="Nie pokazuj").click()
        phone.get_by_role("button", name="Pokazuję swoją kartę").click()
        phone.get_by_role("button", name="Pokaż", exact=True).click()
        assert heard.get(timeout=SOON) == Answer(SHOW_CARD)


def test_by_night_the_page_is_as_bright_after_any_day(served: Served, phone: Page) -> None:
    night(served, phone)
    before = light(phone)
    served.phones.show(dark=False)
    with asked(served, MENU, MENU_SHOWN):
        phone.get_by_role("button", name="Pokazuję swoją kartę").click()
        phone.get_by_role("button", name="noc").click()
        phone.locator(".wished", has_text="Bob: noc").wait_for()
    night(served, phone)
    phone.mouse.click(5, 5)
    assert light(phone) == before
