"""What tests do with a page: show it something and wait until it is drawn, tap, and measure."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.page.served import Served
from tests.sweeps import trial

AXE = Axe()

SCREENS = ((360, 640), trial(390, 844), trial(768, 1024), (1280, 800))
"""A small phone, a phone, a tablet and a laptop; what fits the first and last nearly always fits between."""

COUNTS = (8, 20, 30)
"""How many play: few, many, and as many as can."""

SETTLED = 260  # ms after which a tap is no slip any more

_LATER = """ms => {
  const ahead = (performance.ahead ?? 0) + ms;
  performance.ahead = ahead;
  performance.now = () => Performance.prototype.now.call(performance) + ahead;
}"""

CUT = """() => {
  const faults = [];
  const wide = document.documentElement;
  if (wide.scrollWidth > wide.clientWidth) faults.push(`the page is ${wide.scrollWidth} wide`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const open = document.querySelector("dialog[open]");
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const around = text.parentElement;
    if (!text.data.trim() || around.closest(".heard") || (open && !open.contains(around))) continue;
    if (around.scrollWidth > around.clientWidth + 1 && getComputedStyle(around).display !== "inline")
      faults.push(`${text.data} is wider than its place`);
    const size = parseFloat(getComputedStyle(around).fontSize);
    const least = around.closest(".round .name, .tile .name") ? 8 : around.closest(".round .card") ? 10 : 13;
    if (size < least && around.checkVisibility()) faults.push(`${text.data} is ${size} px high`);
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = around.closest("button, .paper, .middle, .note, .place");
    for (const row of range.getClientRects()) {
      if (row.left < -0.5 || row.right > innerWidth + 0.5) faults.push(`${text.data} leaves the page`);
      const frame = box?.getBoundingClientRect();
      const beside = frame && (row.left < frame.left - 1 || row.right > frame.right + 1);
      if (beside || (frame && (row.top < frame.top - 2 || row.bottom > frame.bottom + 2)))
        faults.push(`${text.data} leaves its ${box.className}`);
    }
  }
  for (const button of (open || document).querySelectorAll("button")) {
    const { width, height } = button.getBoundingClientRect();
    if (width && Math.min(width, height) < 44) faults.push(`${button.className} is ${width} x ${height}`);
  }
  return faults;
}"""
"""Every text that is cut off, too small, or sticks out of what it stands in; every button that a thumb may miss."""

_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

_DRAWS = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  setTimeout(() => done(false), 3000);
})"""

_CLICKED = """() => {
  window.clicked = new Promise((done) => addEventListener("click", () => done(true), { capture: true, once: true }));
}"""

_SEATS = """() => [...document.querySelectorAll(".round li")].map((seat) => {
  const { left, top, width, height } = seat.getBoundingClientRect();
  return [left, top, width, height];
})"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the page this size, in px.

    Once in some thousands of times Chromium draws nothing more from then on, until the page is loaded again.
    """
    page.set_viewport_size({"width": width, "height": height})
    if not page.evaluate(_DRAWS):
        page.reload()
        page.wait_for_selector(".page")


def show(page: Page, served: Served, snapshot: dict[str, Any], *, settled: bool = True) -> None:
    """Show a snapshot, and wait until it is drawn and may be answered."""
    served.show(snapshot)
    page.wait_for_selector(f'.page[data-version="{served.snapshot["version"]}"]')
    if settled:
        settle(page)


def settle(page: Page) -> None:
    """Put the page's clock on until a tap is no slip any more; nobody waits."""
    page.evaluate(_LATER, SETTLED)


def tap(page: Page, selector: str) -> None:
    """Tap this, and wait until it was a click: the browser looks first whether it is a swipe."""
    page.evaluate(_CLICKED)
    page.tap(selector)
    page.evaluate("() => window.clicked")


def places(page: Page) -> list[list[float]]:
    """Where each seat stands once the page has measured itself, and how large it is."""
    page.evaluate(_FRAMES)
    found: list[list[float]] = page.evaluate(_SEATS)
    return found


def measured(page: Page) -> list[str]:
    """Name every text that is cut, and every seat that is too small or lies on another."""
    seats = places(page)
    faults: list[str] = page.evaluate(CUT)
    for number, (left, top, width, height) in enumerate(seats, 1):
        if min(width, height) < 44:
            faults.append(f"seat {number} is {width} x {height}")
        for other, (left_, top_, width_, height_) in enumerate(seats[: number - 1], 1):
            if (
                min(left + width, left_ + width_) - max(left, left_)
                > 0
                < min(top + height, top_ + height_) - max(top, top_)
            ):
                faults.append(f"seat {number} lies on seat {other}")
    return faults


def sent(page: Page, served: Served, count: int) -> list[dict[str, Any]]:
    """Wait until so many commands have come, and a moment longer for one too many."""
    for _ in range(1000):
        if len(served.commands) >= count:
            break
        page.wait_for_timeout(20)
    page.wait_for_timeout(40)
    return served.commands


def said(page: Page, served: Served, count: int = 1) -> list[tuple[str, Any]]:
    """What was sent, in short."""
    return [(command["do"], command.get("said")) for command in sent(page, served, count)]


def serious(page: Page) -> list[str]:
    """Name what axe finds that keeps somebody out."""
    found = AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found if one["impact"] in ("serious", "critical")
    ]
