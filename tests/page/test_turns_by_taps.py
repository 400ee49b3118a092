"""The example turns of a game's booklet, led by taps from its scenarios: the page shows what they expect."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.page import commands

from tests.listening_scenario import FOLDER, Scenario, Step, load
from tests.page.asking import Asking, asking
from tests.page.tables import Finger, table, visited
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TURNS = (
    "fx01-draw-4-after-1",
    "fx02-draw-2-after-4",
    "fx12-hand-limit-others-now",
    "fx26-nested",
    "fx29-empty-hand-bonus",
    "fx41-reset",
    "fx45-undo",
)
SOME = {"fx12-hand-limit-others-now", "fx26-nested", "fx41-reset", "fx45-undo"}
"""In these all is tapped that can be: rules, actions, numbers that are set, a reset, and what is taken back."""

PHONE, LAPTOP = (360, 740), (1280, 800)
A_PLAY, PUT_RIGHT = 2, 3
"""The most taps of a play, and of a number that is set outright: its player, what it is, the number."""


def setup_of(scenario: Scenario) -> str:
    keys = dict(scenario.setup)
    people = "".join(f'[[player]]\nname = "{name}"\n' for name in keys.pop("players"))
    values = {key: str(value).lower() if isinstance(value, bool) else f'"{value}"' for key, value in keys.items()}
    return "format = 1\n" + "".join(f"{key} = {value}\n" for key, value in values.items()) + people


def way(page: Page, said: str, now: dict[str, Any]) -> list[str]:
    """What is tapped to give a command: its button, or what it lies behind and then its button."""
    for button in (f"main [data-said='{said}']", f".tile[data-seat='{said}']", f"[data-tool='{said}']"):
        if page.locator(button).count():
            return [button]
    value = f"dialog [data-said='{said}']"
    group = next(one for one in now["commands"] if said in [choice["id"] for choice in one["choices"]])
    if group.get("apart"):
        heading = f"dialog details:has([data-said='{said}']) summary"
        return [f"[data-player='{group['seat']}']", heading, value]
    if "slip" in group or "seat" in group:
        place = f"[data-slip={group['slip']}]" if "slip" in group else f"[data-player='{group['seat']}']"
        return [place, value]
    calls = f"[data-calls='{group['label']}']"
    return [calls if page.locator(calls).count() else "[data-open=more]", value]


def give(page: Page, found: Asking, said: str) -> int:
    """Tap a command, and wait until the page shows what follows; how many taps it was."""
    finger, before = Finger(page), found.game.now["version"]
    for selector in way(page, said, found.game.now["now"]):
        page.locator(selector).scroll_into_view_if_needed()
        finger.tap(selector)
    version = found.game.until(after=before)["version"]
    page.wait_for_selector(f'.page[data-version="{version}"]')
    return finger.taps


def verify(page: Page, found: Asking, step: Step) -> None:
    """Look at the words, the slips, the counters and the question on the page."""
    texts, lines = found.game.leading.game.texts, page.locator(".lines").inner_text()
    for words in step.words:
        assert words in lines
    lies = dict(
        zip(
            (one["id"] for one in found.game.now["slips"]), page.locator(".slip .text").all_inner_texts(), strict=True
        )
    )
    for slip, text in step.table.items():
        assert lies.get(slip, "") == (texts.word(text) if text in texts else text), slip
    for seat, counters in step.seats.items():
        shows = {one["id"]: one["label"] for one in found.game.now["seats"][int(seat) - 1]["counters"]}
        counts = page.locator(f"[data-player='{seat}'] .counts").inner_text().split("\n")
        for of, count in counters.items():
            assert f"{shows[of]} {count}" in counts, seat
    if step.asked:
        assert step.asked in page.locator(".question").inner_text()


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *((one, PHONE) if one in SOME else trial(one, PHONE) for one in TURNS),
        *(trial(one, LAPTOP) for one in TURNS),
    ],
    ids=str,
)
def test_a_turn_of_the_booklet(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    monkeypatch.setattr(commands, "TWICE", 0.0)  # nobody at a table plays as fast as this
    scenario = load(FOLDER / "cthulhu-fluxx" / f"{name}.toml")
    with (
        asking(tmp_path, setup=table(tmp_path, setup_of(scenario))) as found,
        visited(browser, found, size=size) as page,
    ):
        for step in scenario.step:
            for said in step.say:
                taps = give(page, found, said)
                assert taps <= (PUT_RIGHT if said.startswith("set ") else A_PLAY), said
            verify(page, found, step)
