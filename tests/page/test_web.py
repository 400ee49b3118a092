"""The page without an installation, in a real browser: dealt, kept offline, and led to a win by taps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tools.web.__main__ import assemble

from tests.page.browsing import new_context
from tests.page.leading_by_taps import Hand

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LOADED = 180_000  # ms: on a slow machine Python takes a while to start


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the class has it
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("web") / "site"
    assemble(folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.trial
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_game_is_dealt_goes_offline_is_loaded_again_and_won(browser: Browser, address: str, language: str) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 844}, has_touch=True)
    page, faults = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    begun = time.monotonic()
    page.goto(address)
    page.wait_for_selector(".begin textarea", timeout=LOADED)
    asked = time.monotonic()
    page.click(f'[data-language="{language}"]')
    page.fill("textarea", "Ann, Ben, Cleo, Dan, Eve, Finn")
    page.click('[data-begin="engine"]')
    page.wait_for_selector("[data-card]", timeout=LOADED)
    dealt = time.monotonic()
    for _ in range(2 * 6):
        page.click("[data-card]")
    page.wait_for_selector("[data-answers]", timeout=LOADED)
    hand = Hand(page, Random(3))
    for _ in range(6):
        assert hand.step()
    stood = page.inner_text(".reading")
    context.set_offline(True)
    again = time.monotonic()
    page.reload()
    page.wait_for_selector("[data-answers]", timeout=LOADED)
    back = time.monotonic()
    assert page.inner_text(".reading") == stood or page.query_selector(".lines")
    while hand.step():
        pass
    assert page.inner_text(".won")
    assert faults == []
    times = f"menu {asked - begun:.1f} s, cards {dealt - asked:.1f} s, offline again {back - again:.1f} s"
    print(f"{times}, taps {hand.taps + 12}")
    context.close()
