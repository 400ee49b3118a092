"""The example round is led by taps alone, card by card, on a phone and on a laptop, and all is legible."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.asking import Asking, asking
from tests.page.shown import measured, serious, settle
from tests.page.tables import PEOPLE, Finger, table, visited
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SETUP = f'format = 1\ngame = "planetopia"\njudge = 4\nfounding = false\nreminders = []\n{PEOPLE}'
"""Anna, Bartek, Celina; Darek judges."""

SIZES = ((360, 640), trial(768, 1024), trial(1280, 800))


class Hand(Finger):
    """Taps what the page asks for, and waits until it asks for the next thing."""

    def __init__(self, page: Page, found: Asking) -> None:
        super().__init__(page)
        self.found = found

    def lays(self, *said: str) -> None:
        """Tap these answers one after the other, each once it is asked for."""
        for one in said:
            place = f".page[data-kind=ask] [data-said='{one}']:enabled"
            self.page.wait_for_selector(place, state="attached")
            self.page.locator(place).first.scroll_into_view_if_needed()
            before = self.found.game.now["version"]
            self.tap(f"{place} >> nth=0")
            now = self.found.game.until(after=before)
            self.page.wait_for_selector(f'.page[data-version="{now["version"]}"]')

    def names(self, seat: int) -> None:
        self.page.wait_for_selector(f".tile.legal[data-player='{seat}']")
        self.tap(f"[data-player='{seat}']")

    def opens(self, label: str, *said: str) -> None:
        """Tap a command behind a button, value by value."""
        self.page.wait_for_selector(f".page[data-kind=ask] [data-calls='{label}']:enabled")
        self.tap(f"[data-calls='{label}']")
        for one in said:
            self.tap(f"dialog {one}")

    def counts(self, seat: int, of: int, count: int) -> None:
        self.page.wait_for_function(
            "([place, at, count]) => document.querySelectorAll(place)[at]?.textContent === count",
            arg=[f"[data-player='{seat}'] .counts b", of, str(count)],
        )

    def moves(self, seat: int) -> None:
        self.page.wait_for_function(
            "place => document.querySelector(place) && document.querySelector('.grid')",
            arg=f"[aria-current][data-player='{seat}']",
        )


def effect(hand: Hand, of: str, change: str) -> None:
    said = f"effect {of} {change}"
    hand.page.wait_for_selector(".page[data-kind=ask] [data-said='done']:enabled")
    hand.opens(
        "skutek", f"[data-calls='{ {'morale': 'morale', 'population': 'ludność'}[of] }']", f"[data-said='{said}']"
    )


SEEN = """() => [...document.querySelectorAll(".above .slip")].map((slip) => {
  const { left, top, width, height } = slip.getBoundingClientRect();
  const [lies, text] = [document.elementFromPoint(left + width / 2, top + height / 2), slip.querySelector(".text")];
  return slip.contains(lies) && parseFloat(getComputedStyle(text).fontSize) >= 24 ? text.textContent : "";
})"""
"""What can be read above the cards: large, and nothing lies over it."""


def test_on_a_phone_trump_and_the_suit_to_follow_are_seen_wherever_a_card_is_tapped(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        asking(tmp_path, setup=table(tmp_path, SETUP)) as found,
        visited(browser, found, size=(360, 740)) as page,
    ):
        for word in ("set trump h", "throw dc auction most", "4c"):
            found.game.do("answer", said=word)
        page.wait_for_selector("[data-said='4c']:disabled")
        for card in ("as", "8d", "2c", "jj"):
            page.locator(f"[data-said='{card}']").scroll_into_view_if_needed()
            settle(page)
            assert [page.locator(f".slips:not(.above) :text-is('{one}')").count() for one in ("kier", "trefl")] == [
                0,
                0,
            ]
            assert page.evaluate(SEEN) == ["kier", "trefl"]
        Hand(page, found).lays("jj")
        assert page.evaluate(SEEN) == ["kier", "trefl"]
        assert (measured(page), serious(page)) == ([], [])


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_example_round_is_led_by_taps(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    with (
        asking(tmp_path, setup=table(tmp_path, SETUP)) as found,
        visited(browser, found, size=(width, height)) as page,
    ):
        hand = Hand(page, found)
        hand.moves(4)
        assert measured(page) == []
        hand.lays("throw ad", "auction least", "2s", "2h")
        page.wait_for_selector("[data-said='jc']:enabled")
        page.wait_for_selector("[data-said='2h']:disabled")  # it lies
        assert measured(page) == []
        hand.lays("jc")
        hand.names(3)
        effect(hand, "morale", "+20")
        hand.counts(3, 0, 45)
        hand.moves(3)
        hand.lays("throw 9c")  # at oneself: the Judge defends
        hand.names(3)
        hand.lays("wh", "ah")
        hand.moves(4)
        hand.lays("throw dc", "auction most", "4c", "8s", "4h")
        hand.names(3)
        effect(hand, "morale", "-15")
        hand.moves(1)
        hand.lays("throw as")
        hand.names(1)
        hand.lays("10d", "dd")
        hand.moves(4)
        hand.lays("throw 8d", "auction most", "8h", "3d", "9d")
        hand.names(2)
        effect(hand, "morale", "-5")
        hand.page.wait_for_selector("[data-said='pass']:enabled")
        assert measured(page) == []
        assert serious(page) == []
        hand.lays("pass")
        hand.moves(4)
        for seat, morale in ((1, 25), (2, 20), (3, 30)):
            hand.counts(seat, 0, morale)
        assert found.game.now["title"] == "Tura 2 · ruch: Darek"
