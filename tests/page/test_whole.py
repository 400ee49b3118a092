"""Nothing is cut and nothing sticks out, on small and large screens, at small and large tables, with long names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.page import snapshots
from tests.page.served import Served
from tests.page.shown import SEATS, measured, show

TABLES = ((8, True), (16, False), (30, True))
"""How many play, and whether their names are long."""

TWINS = {"seat-final", "paused", "ready", "choice"}
"""What looks like another moment."""

SCREENS = ((360, 640), (390, 844), (1280, 800), (1920, 1080))


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_no_text_is_cut(page: Page, served: Served, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    for count, long in TABLES:
        moments = snapshots.every(count, long=long)
        for name in moments.keys() - (TWINS if count != 16 else set()):
            show(page, served, moments[name], settled=False)
            assert measured(page) == [], f"{name}, {count} players"


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_no_text_of_a_sheet_is_cut(page: Page, served: Served, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    show(page, served, snapshots.every(30, long=True)["show"])
    for panel in ("menu", "past"):
        page.click(f"[data-tool={panel}]")
        assert measured(page) == []
        if panel == "past":
            page.click("[data-step='13']")
            assert measured(page) == []
            page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    page.click(".turn")
    assert measured(page) == []
    page.keyboard.press("Escape")
    show(page, served, snapshots.every(30, long=True)["wait"])
    for seat in (2, 6):
        page.click(f"[data-seat='{seat}']")
        assert measured(page) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_page_for_the_room_is_whole(browser: Browser, served: Served, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{served.url}/room")
    for count, _ in TABLES:
        for name, room in snapshots.room(count, long=True).items():
            title = f"{room['title']} · {count} {name}"
            served.show_room(room | {"title": title})
            page.wait_for_function("title => document.title === title", arg=title)
            assert measured(page) == [], title
            if width > height:
                assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), title
    page.close()


def test_thirty_seats_stand_on_a_small_phone_without_scrolling(page: Page, served: Served) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    show(page, served, snapshots.every(30)["seat"])
    foot = page.locator(".foot").bounding_box()
    last = page.locator(".round").bounding_box()
    assert foot is not None
    assert last is not None
    assert last["y"] + last["height"] <= foot["y"]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (768, 1024), (1280, 800)])
@pytest.mark.parametrize("count", [8, 20, 30])
def test_no_seat_ever_moves(page: Page, served: Served, width: int, height: int, count: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    places, order = set[str](), list[int]()
    for name, moment in snapshots.every(count).items():
        show(page, served, moment, settled=False)
        if name == "show":
            assert page.locator("[data-seat]").count() == 0, "a player sees the page"
            continue
        places.add(str(page.evaluate(SEATS)))
        assert len(places) == 1, name
        order = page.evaluate(AROUND)
    assert order == [*range(1, count + 1)]


AROUND = """() => {
  const box = document.querySelector(".round").getBoundingClientRect();
  const angle = (seat) => {
    const { left, top, width, height } = seat.getBoundingClientRect();
    const [x, y] = [left + width / 2 - box.left - box.width / 2, top + height / 2 - box.top - box.height / 2];
    return (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
  };
  const seats = [...document.querySelectorAll("[data-seat]")].map((seat) => [angle(seat), Number(seat.dataset.seat)]);
  const around = seats.sort(([one], [other]) => one - other).map(([, number]) => number);
  const first = around.indexOf(1);
  return [...around.slice(first), ...around.slice(0, first)];
}"""
"""The seats in their order around the middle of the circle, clockwise from the first."""
