"""The pictures of a player's phone: by day with the card under the finger, and by night; called by page_pictures."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from narrator.computer.texts import texts_of
from narrator.page.phones.phones import Phones

from tests.page.browsing import new_context
from tests.page.phones.phoned import phoned

PEOPLE = {
    "en": ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"),
    "pl": ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert"),
}
CARD = {
    "en": "Sheriff\nFaction: Town\n\nEach night you lock somebody up, who then neither acts nor is called.",
    "pl": "Szeryf\nFrakcja: Miasto\n\nCo noc zamykasz jedną osobę: nie działa i nikt jej nie wzywa.",
}
LINE = {"en": "Who is it going to be? Talk.", "pl": "Kto to będzie? Rozmawiajcie."}
QUESTION = {"en": "Who does the sheriff lock up?", "pl": "Kogo zamyka szeryf?"}


def taken(browser: Browser, folder: Path, language: str) -> None:
    """Take them in this language."""
    people = dict(enumerate(PEOPLE[language], 1))
    with (
        TemporaryDirectory() as home,
        phoned(Path(home), Phones(people, texts_of(language)), [CARD[language]] * 8) as served,
    ):
        context = new_context(browser, viewport={"width": 390, "height": 700}, device_scale_factor=1, has_touch=True)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
        served.phones.show(joining=True)
        page.get_by_role("button", name=f"3. {people[3]}").click()
        page.wait_for_selector("canvas")
        served.phones.show(joining=False)
        served.phones.show(line=LINE[language], living=(1, 2, 3, 4, 6, 7, 8))
        _hold(page)
        page.locator(".read", has_text=CARD[language].partition("\n")[0]).wait_for(state="attached")
        page.screenshot(path=folder / "phone-day.png")
        page.mouse.up()
        served.phones.begin_call()
        served.phones.write([3], QUESTION[language])
        page.wait_for_selector("body.night")
        page.wait_for_timeout(700)
        page.locator('.tile[data-answer="7"]').click()
        _hold(page)
        page.screenshot(path=folder / "phone-night.png")
        page.mouse.up()
        context.close()


def _hold(page: Page) -> None:
    box = page.locator("canvas").bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 200)
    page.mouse.down()
