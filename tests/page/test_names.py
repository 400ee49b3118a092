"""Names in the circle: never cut as long as they have at most twelve letters, and larger in large type."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.page import snapshots
from tests.page.browsing import new_page
from tests.page.served import Served
from tests.page.shown import COUNTS, SCREENS, measured, places, resize, show
from tests.sweeps import trial

LONG = (
    "Małgorzata", "Maksymiliana", "Wawrzyniec", "Świętosławka", "BARTŁOMIEJ", "Mieczysława", "Stanisławek",
    "Wojciechowie", "Franciszka", "Przemysław", "Konstantynka", "MAGDALENA", "Brandtschmid", "Krzysztofa",
    "Włodzimierz", "Aleksandra M", "Anna Mariola", "Łucja-Wanda",
)  # fmt: skip
"""Names of at most twelve letters, and wide ones among them."""

NAMES = """() => [...document.querySelectorAll(".round .name")].map((name) => ({
  text: [...name.querySelectorAll(".row")].map((row) => row.textContent).join("|"),
  size: parseFloat(getComputedStyle(name).fontSize),
}))"""


def called(one: snapshots.Snapshot, names: tuple[str, ...]) -> snapshots.Snapshot:
    """The same snapshot, with these names around the circle."""
    seats = [seat | {"name": names[number % len(names)]} for number, seat in enumerate(one["seats"])]
    return one | {"seats": seats}


def letters(name: str) -> str:
    """A name without what a row may end with; a full stop, which shortens, stays."""
    return name.translate(str.maketrans("", "", "- |"))


def typed(page: Page, type_: str) -> None:
    """Open the page again in this type."""
    page.evaluate("type => localStorage.setItem('narrator.type', type)", type_)
    page.reload()
    page.wait_for_selector(".page")


@pytest.mark.parametrize(
    ("width", "height", "type_"),
    [
        *((360, 640, "large"), (1280, 800, "usual")),
        *(trial(*size, one) for size in ((390, 844), (768, 1024)) for one in ("usual", "large")),
        *(trial(360, 640, "usual"), trial(1280, 800, "large")),
    ],
)
def test_no_name_of_twelve_letters_is_cut(page: Page, served: Served, width: int, height: int, type_: str) -> None:
    resize(page, width, height)
    typed(page, type_)
    for count in COUNTS:
        for names in (LONG, LONG[count % 7 :]):
            show(page, served, called(snapshots.every(count)["seat"], names), settled=False)
            places(page)
            found = [letters(one["text"]) for one in page.evaluate(NAMES)]
            assert found == [letters(seat["name"]) for seat in served.snapshot["seats"]]
            assert measured(page) == [], count


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_no_name_of_twelve_letters_is_cut_for_the_room(
    browser: Browser, served: Served, width: int, height: int
) -> None:
    page = new_page(browser, viewport={"width": width, "height": height})
    page.goto(f"{served.url}/room")
    for count in COUNTS:
        room = called(snapshots.room(count)["day"], LONG) | {"title": f"names {count}"}
        served.show_room(room)
        page.wait_for_function("title => document.title === title", arg=room["title"])
        places(page)
        found = [letters(one["text"]) for one in page.evaluate(NAMES)]
        assert found == [letters(seat["name"]) for seat in room["seats"]]
        assert measured(page) == [], count
    page.close()


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_large_type_is_for_the_names_too_and_moves_no_seat(
    page: Page, served: Served, width: int, height: int
) -> None:
    resize(page, width, height)
    sizes, found = dict[tuple[int, str], list[float]](), dict[tuple[int, str], str]()
    for type_ in ("usual", "large"):
        typed(page, type_)
        for count in COUNTS:
            show(page, served, called(snapshots.every(count)["seat"], ("Ola", *LONG[:1])), settled=False)
            found[count, type_] = str(places(page))
            sizes[count, type_] = [one["size"] for one in page.evaluate(NAMES)]
    for count in COUNTS:
        usual, larger = sizes[count, "usual"], sizes[count, "large"]
        assert found[count, "usual"] == found[count, "large"]
        assert all(one > was for one, was in zip(larger[::2], usual[::2], strict=True)), "there is room for Ola"
        assert all(one >= was for one, was in zip(larger, usual, strict=True)), (larger, usual)
