"""A moderator who leads with a browser alone: reads what stands there, and taps what is offered."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tests.page.shown import settle

if TYPE_CHECKING:
    from playwright.sync_api import Page

OFFERED = """() => {
  const seen = (one) => one.offsetParent !== null && !one.disabled && one.getAttribute("aria-hidden") !== "true";
  const buttons = [...document.querySelectorAll("[data-answers]")].filter(seen);
  return {
    version: document.querySelector(".page").dataset.version,
    over: document.querySelector(".outcome") !== null,
    seats: buttons.filter((one) => one.dataset.seat).map((one) => one.dataset.seat),
    said: buttons.filter((one) => one.dataset.said).map((one) => one.dataset.said),
    main: document.querySelector(".actions .answer.main:not([disabled])")?.textContent.trim() ?? "",
    sure: document.querySelector(".confirming") !== null,
    kind: document.querySelector(".page").dataset.kind ?? "",
  };
}"""


ANOTHER = """before => document.querySelector(".page").dataset.version !== before
  && document.querySelector("[data-answers], .outcome") !== null"""
"""Whether something else is asked than before, or the game is over."""


class Hand:
    """Taps its way through a game; `choose` draws what is chosen, `passes` says how often nobody is."""

    def __init__(self, page: Page, choose: Random, passes: float = 0.0) -> None:
        self.page, self._choose, self._passes = page, choose, passes
        self.taps, self._pressed = 0, ""
        self.asked_back: Callable[[str], None] = lambda _: None
        """Told what was tapped while a second tap is waited for."""

    def offered(self) -> dict[str, Any]:
        """What may be tapped now."""
        found: dict[str, Any] = self.page.evaluate(OFFERED)
        return found

    def step(self) -> bool:
        """Answer what is asked, or go on; False once the game is over."""
        now = self.offered()
        if now["over"]:
            return False
        settle(self.page)
        self.tap(now)
        if self.page.query_selector(".confirming"):
            self.asked_back(self._pressed)
            self.press(".confirming .main")
        elif self.page.query_selector('[data-seat][aria-pressed="true"]'):
            self.press(".actions .answer.main")
        self.page.wait_for_function(ANOTHER, arg=now["version"])
        return True

    def tap(self, now: dict[str, Any]) -> None:
        """Tap one answer: of the day's steps the one that ends the evening sooner, else any that is offered."""
        counts = ".tally input"
        if self.page.query_selector(counts):
            self.press(".actions .answer.main")
        elif "none" in now["said"] and self._choose.random() < self._passes:
            self.press('[data-said="none"]')
        elif now["seats"]:
            self.press(f'[data-seat="{self._choose.choice(now["seats"])}"]')
        elif now["said"]:
            wanted = [said for said in self._wanted(now["said"]) if said in now["said"]]
            said = wanted[0] if wanted else self._choose.choice(now["said"])
            self.press(f'[data-said="{said}"]')
        else:
            self.press(".actions .answer.main")

    def _wanted(self, said: list[str]) -> list[str]:
        """By day hang once, then go to bed; end a talk at once."""
        return ["hang", "night", "over"] if self._choose.random() < 0.6 or "hang" not in said else ["night", "over"]

    def press(self, selector: str) -> None:
        """Tap what is there, as a finger does."""
        self.page.click(selector)
        self.taps, self._pressed = self.taps + 1, selector
