"""The screen of the device in the hand stays on: by a lock, by a film, or by a word about the device's settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

from tests.page import snapshots
from tests.page.browsing import new_context
from tests.page.served import Served
from tests.page.shown import show

PLAIN = "delete Navigator.prototype.wakeLock;"
"""What a page is like that comes over plain http from another computer."""

FILM = "() => { const film = document.querySelector('video'); return film !== null && !film.paused; }"
IPHONE = "CSS.supports = () => true;"
SILENT = "HTMLCanvasElement.prototype.captureStream = undefined;"


@contextmanager
def opened(browser: Browser, served: Served, script: str) -> Iterator[Page]:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.add_init_script(script)
    page.goto(served.url)
    page.wait_for_selector(".page")
    yield page
    context.close()


@pytest.fixture
def served(both: tuple[Served, object]) -> Served:
    both[0].begin_again()
    return both[0]


def test_where_there_is_no_lock_a_film_begins_with_the_first_tap(browser: Browser, served: Served) -> None:
    with opened(browser, served, PLAIN) as page:
        assert not page.evaluate(FILM)
        page.tap("[data-seat='4']")
        page.wait_for_function(FILM)
        box = page.locator("video").bounding_box()
        assert box == {"x": 0, "y": 0, "width": 390, "height": 844}, "a small one keeps no screen on"
        assert page.locator("[data-known]").count() == 0
        page.evaluate("() => document.querySelector('video').pause()")  # as phones do when they are put away
        page.tap("[data-tool=menu]")
        page.wait_for_function(FILM)
        assert page.locator("video").count() == 1


def test_on_an_iphone_the_film_has_a_sound_track_of_silence_and_is_not_trusted(
    browser: Browser, served: Served
) -> None:
    """WebKit keeps no screen on for a muted one (HTMLMediaElement::shouldDisableSleep)."""
    with opened(browser, served, PLAIN + IPHONE) as page:
        page.tap("[data-seat='4']")
        page.wait_for_function(FILM)
        kinds = "() => document.querySelector('video').srcObject.getTracks().map((track) => track.kind).sort().join()"
        assert page.evaluate(kinds) == "audio,video"
        assert not page.evaluate(
            "() => document.querySelector('video').muted || document.querySelector('video').loop"
        )
        page.wait_for_selector("[data-known]")


def test_where_there_is_a_lock_it_is_taken_and_no_film_runs(browser: Browser, served: Served) -> None:
    asked = "window.asked = []; WakeLock.prototype.request = async (what) => (asked.push(what), { released: false });"
    with opened(browser, served, asked) as page:
        page.wait_for_function("() => asked.length > 0")
        page.tap("[data-seat='4']")
        assert page.evaluate("() => [asked.join(), document.querySelector('video')]") == ["screen", None]


def test_a_device_that_cannot_be_kept_awake_is_told_of_once(browser: Browser, served: Served) -> None:
    with opened(browser, served, PLAIN + SILENT) as page:
        page.tap("[data-seat='4']")
        page.wait_for_selector("[data-known]")
        assert "blokadę" in page.inner_text(".warnings")
        show(page, served, snapshots.every()["yes-no"])
        assert page.locator("[data-known]").is_visible(), "it stays until somebody says that they know"
        page.tap("[data-known]")
        page.reload()
        page.wait_for_selector(".page")
        page.tap("[data-tool=menu]")
        page.wait_for_selector("dialog")
        assert page.locator("[data-known]").count() == 0
