"""The line between page and server: broken, mended, refused, and locked."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.page import snapshots
from tests.page.served import Served, Server
from tests.page.shown import said, sent, show

MOMENTS = snapshots.every()


def test_a_lost_server_is_told_of_and_what_it_then_shows_is_drawn(
    page: Page, both: tuple[Served, Server], served: Served
) -> None:
    _, server = both
    show(page, served, MOMENTS["seat"])
    server.stop()
    page.wait_for_selector(".trying")
    assert "otwórz oczy" in page.inner_text(".lines")
    served.show(MOMENTS["show"])
    server.start()
    page.wait_for_selector(".paper")
    assert page.locator(".trying").count() == 0


def test_a_command_that_was_lost_is_sent_once_more_and_counts_once(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    served.lost = 1
    page.tap("[data-seat='4']")
    first, second = sent(page, served, 2)
    assert first == second
    assert page.locator(".told").count() == 0


def test_a_command_that_was_lost_twice_is_told_of(page: Page, both: tuple[Served, Server], served: Served) -> None:
    _, server = both
    show(page, served, MOMENTS["seat"])
    server.stop()
    page.tap("[data-seat='4']")
    page.wait_for_selector(".told")
    server.start()
    page.wait_for_selector(".trying", state="detached")
    page.wait_for_timeout(800)
    assert served.commands == []
    page.tap("[data-seat='4']")
    assert said(page, served) == [("answer", "4")]


def test_a_refused_command_shows_the_servers_words(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    served.answer = (409, {"ok": False, "why": "Ktoś odpowiedział przed chwilą."})
    page.tap("[data-seat='4']")
    page.wait_for_selector(".told")
    assert "Ktoś odpowiedział przed chwilą." in page.inner_text(".told")
    served.answer = (200, {"ok": True})
    page.tap("[data-seat='6']")
    assert said(page, served, 2) == [("answer", "4"), ("answer", "6")]


def test_what_was_begun_stays_when_the_same_question_is_drawn_again(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seats"])
    page.tap("[data-seat='2']")
    page.wait_for_selector("[data-seat='2'][aria-pressed=true]")
    served.tell()
    page.wait_for_timeout(100)
    assert page.get_attribute("[data-seat='2']", "aria-pressed") == "true"
    show(page, served, MOMENTS["seats"])
    assert page.get_attribute("[data-seat='2']", "aria-pressed") == "false"


def test_who_was_thrown_out_is_told_to_scan_again(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    served.locked = True
    page.tap("[data-seat='4']")
    page.wait_for_selector("main.empty")
    assert "Zeskanuj" in page.inner_text("main.empty")
    assert "Celina" not in page.inner_text("body")


def test_a_clock_runs_on_between_snapshots(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["talk"])
    before = page.inner_text(".middle .clock")
    page.wait_for_timeout(1300)
    assert page.inner_text(".middle .clock") < before
    assert re.fullmatch("4:4[0-4]", before), "what is left, as soon as it is drawn"
