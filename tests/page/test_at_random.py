"""The table's page as a whole: two phones and the laptop tap whatever can be tapped, reload, and lose the line."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from narrator.cues import Part
from narrator.page import voices
from narrator.page.codes import Scope
from narrator.play import session
from narrator.rooms.captions import NoMouth
from narrator.rooms.soundscape import Soundscape

from tests.page.asking import Asking, asking
from tests.page.browsing import new_context
from tests.page.led import SECONDS
from tests.page.tables import FLUXX, table
from tests.program import narrator
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

DEVICES: tuple[tuple[Scope, int, int], ...] = (("table", 360, 740), ("table", 768, 1024), ("moderator", 1280, 800))
NAMES = ("Ewa", "anna", "Ola Świetna", "cofnij", "x" * 60)
LINE = 0.15
"""Seconds of a line, unless it is hushed."""

ENDS = "[data-said^='win'], [data-said='all-lose'], [data-said='end']"
"""What may end the game: tapped seldom, for it would be over too soon."""

AWAY = "[data-open=voices], [data-pick=reader] button, .devices button"
"""What leads out of the game: to voices that are downloaded, to another reader, or out of the page."""

PLACE = """([never, share]) => {
  const top = document.querySelector("dialog") || document.querySelector("#page");
  const all = [...top.querySelectorAll("button:not([disabled]), summary")];
  const seen = all.filter((one) => one.offsetParent !== null && !one.closest(never));
  const one = seen[Math.floor(share * seen.length)];
  one?.scrollIntoView({ block: "center" });
  const box = one?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
"""The middle of one of the buttons that can be tapped."""


class QuickMouth(NoMouth):
    """Says each line in a moment, or shorter, if it is hushed."""

    def __init__(self) -> None:
        self._over = Event()

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002
        self._over.clear()
        self._over.wait(LINE)

    def hush(self) -> None:
        self._over.set()


class Device:
    """A page that taps at random; it loses its line at times, and comes back."""

    def __init__(self, page: Page, draw: Random) -> None:
        self.page, self._draw = page, draw
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("console", self._told)

    def _told(self, said: ConsoleMessage) -> None:
        """Note what the browser complains of, but for a refusal or a lost line, which it tells by itself."""
        if said.type == "error" and "Failed to load resource" not in said.text:
            self.faults.append(said.text)

    def act(self) -> None:
        """Do one thing."""
        chance = self._draw.random()
        if chance < 0.02:
            self.page.reload()
            self.page.wait_for_selector("main li")
        elif chance < 0.04:
            self.page.context.set_offline(True)
            self._tap()
            self.page.context.set_offline(False)
        elif chance < 0.1:
            self.page.keyboard.press("Escape")
        elif chance < 0.25 and self.page.query_selector(".written"):
            self.page.fill(".written", self._draw.choice(NAMES))
        else:
            self._tap()

    def _tap(self) -> None:
        never = AWAY if self._draw.random() < 0.05 else f"{AWAY}, {ENDS}"
        place = self.page.evaluate(PLACE, [never, self._draw.random()])
        if place:
            self.page.mouse.click(*place)
        self.page.wait_for_timeout(self._draw.choice((0, 60, 260)))


@contextmanager
def devices(browser: Browser, found: Asking, draw: Random) -> Iterator[list[Device]]:
    """Two phones and the laptop, each a browser of its own."""
    with ExitStack() as opened:
        every = []
        for scope, width, height in DEVICES:
            context = opened.enter_context(new_context(browser, viewport={"width": width, "height": height}))
            every.append(Device(context.new_page(), draw))
            every[-1].page.goto(f"http://{found.host}/?t={found.access.new_token(scope)}")
            every[-1].page.wait_for_selector("main li")
        yield every


def asked_of_all(found: Asking, every: list[Device]) -> dict[str, Any]:
    """Wait until all that was tapped is done, and all devices show what is asked then."""
    over = time.monotonic() + SECONDS
    while time.monotonic() < over:
        for one in every:
            one.page.wait_for_selector(".page:not([data-busy])")
        now = found.game.until()
        shown = {one.page.get_attribute(".page", "data-version") for one in every}
        if shown == {now["version"]}:
            return now
        every[0].page.wait_for_timeout(50)
    raise AssertionError(f"{shown}, but {now['version']} is asked")


def tapped(browser: Browser, folder: Path, draw: Random, steps: int) -> dict[str, Any]:
    """Tap so often; give what the game was told to be in the end, which all devices show."""
    with (
        asking(folder, setup=table(folder, FLUXX), reader="laptop") as found,
        devices(browser, found, draw) as every,
    ):
        for _ in range(steps):
            draw.choice(every).act()
        now = asked_of_all(found, every)
        for one in every:
            slips = one.page.locator(".slip .text").all_inner_texts()
            assert slips == [slip["text"] for slip in now["slips"]]
            assert one.faults == []
        stage = found.game.leading.game.stage
        return {"state": stage.state, "inputs": [step.said for step in stage.past if step.said]}


@pytest.mark.long
@pytest.mark.parametrize(("seed", "steps"), [(1, 20), trial(2, 400), trial(3, 400), trial(4, 400)])
def test_whatever_is_tapped_the_journal_tells_the_same_game(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, steps: int
) -> None:
    monkeypatch.setattr(voices, "sound", lambda *_: (QuickMouth(), Soundscape()))
    played = tapped(browser, tmp_path, Random(seed), steps)
    journal = tmp_path / "a.jsonl"
    _, stage, _ = session.resume(journal, "", "")
    stage.journal.close()
    assert stage.state == played["state"]
    assert len(played["inputs"]) > steps / 12
    assert narrator("log", journal).stdout
    told = json.loads(narrator("stats", tmp_path, "--json").stdout)
    assert (told["games"] + told["unfinished"], told["unread"]) == (1, [])
