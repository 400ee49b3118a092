"""Nothing is cut and nothing sticks out, on small and large screens, at small and large tables, with long names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.page import snapshots
from tests.page.browsing import new_page
from tests.page.served import Served
from tests.page.shown import COUNTS, SCREENS, measured, places, resize, show
from tests.sweeps import every, trial

TABLES = ((8, True), (16, False), (30, True))
"""How many play, and whether their names are long."""

TWINS = {"seat-final", "paused", "ready", "choice"}
"""What looks like another moment."""

WITH_TELEVISION = (*SCREENS, (1920, 1080))


@pytest.mark.parametrize(("width", "height"), [*SCREENS, trial(1920, 1080)])
def test_no_text_is_cut(page: Page, served: Served, width: int, height: int) -> None:
    resize(page, width, height)
    for count, long in TABLES:
        moments = snapshots.every(count, long=long)
        for name in moments.keys() - (TWINS if count != 16 else set()):
            show(page, served, moments[name], settled=False)
            assert measured(page) == [], f"{name}, {count} players"


@pytest.mark.parametrize(("width", "height"), WITH_TELEVISION)
def test_no_text_of_a_sheet_is_cut(page: Page, served: Served, width: int, height: int) -> None:
    resize(page, width, height)
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


@pytest.mark.parametrize(
    ("width", "height"),
    [(360, 640), *(trial(*size) for size in ((390, 844), (768, 1024), (1280, 800))), (1920, 1080)],
)
def test_the_page_for_the_room_is_whole(browser: Browser, served: Served, width: int, height: int) -> None:
    page = new_page(browser, viewport={"width": width, "height": height})
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
    resize(page, 360, 640)
    show(page, served, snapshots.every(30)["seat"])
    foot = page.locator(".foot").bounding_box()
    last = page.locator(".round").bounding_box()
    assert foot is not None
    assert last is not None
    assert last["y"] + last["height"] <= foot["y"]


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("count", every(2, COUNTS))
def test_no_seat_ever_moves(page: Page, served: Served, width: int, height: int, count: int) -> None:
    resize(page, width, height)
    found, order = set[str](), list[int]()
    for name, moment in snapshots.every(count).items():
        show(page, served, moment, settled=False)
        if name == "show":
            assert page.locator("[data-seat]").count() == 0, "a player sees the page"
            continue
        found.add(str(places(page)))
        assert len(found) == 1, name
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


LONG = (
    "Słońce kryje się za prerią. Nadchodzi noc, w której zniknie posążek. Wszyscy zamykają oczy.",
    "Kurtyzano, ta noc należy do ciebie. Otwórz oczy.",
    "Wskaż, komu uchylisz dziś drzwi. Kto poczuje dłoń na ramieniu, niech się obudzi.",
)
CALLED = {
    "one": ("seat", "15, Ola, Kurtyzana"),
    "many": ("seats", "1, Ala; 4, Dominik; 7, Gosia; 12, Bartłomiej; 16, Wojciech; 20, Zdzisława"),
}


@pytest.mark.parametrize("called", CALLED)
def test_who_wakes_is_whole_on_a_small_phone_however_long_the_line(page: Page, served: Served, called: str) -> None:
    resize(page, 360, 640)
    kind, whom = CALLED[called]
    moment = snapshots.every(20)[kind]
    now = moment["now"] | {"whom": whom, "to": [*range(1, len(whom.split(";")) + 1)]}
    show(page, served, moment | {"now": now, "lines": snapshots.lines(*LONG)})
    assert page.evaluate(SEEN, ".whom b")
    assert page.evaluate("() => document.querySelector('.reading').clientHeight") >= 60


def test_the_winner_is_whole_on_a_small_phone_and_what_may_come_next_is_at_the_thumb(
    page: Page, served: Served
) -> None:
    resize(page, 360, 640)
    after = [{"id": "rematch", "label": "Rewanż"}, {"id": "wtorek", "label": "wtorek"}]
    outcome = {
        "title": "Wygrywa: Indianie",
        "turns": ["Mają wszystkie cztery totemy i nikt im ich już nie zabierze."],
    }
    show(
        page,
        served,
        snapshots.every(20)["over"] | {"lines": snapshots.lines(*LONG), "outcome": outcome, "after": after},
    )
    assert page.evaluate(SEEN, ".won")
    assert (
        page.locator(".foot [data-next=rematch]").evaluate(ROWS)
        == page.locator(".foot [data-open=past]").evaluate(ROWS)
        == 1
    )
    page.tap("[data-next=rematch]")
    assert measured(page) == []
    page.tap(".confirming .small")
    assert page.locator(".foot [data-open=past]").is_visible()


def test_text_that_goes_on_below_says_so_until_it_is_scrolled_to_its_end(page: Page, served: Served) -> None:
    resize(page, 360, 640)
    moment = snapshots.every(20)["seat"]
    show(page, served, moment | {"lines": snapshots.lines(*LONG, *LONG)})
    faded = "() => getComputedStyle(document.querySelector('.reading')).maskImage !== 'none'"
    assert page.evaluate(faded)
    assert page.evaluate("() => document.querySelector('.reading').dataset.hidden") == "below"
    page.evaluate("() => document.querySelector('.reading').scrollTo(0, 9999)")
    page.wait_for_selector(".reading[data-hidden=above]")
    show(page, served, moment | {"lines": snapshots.lines("Otwórz oczy.")})
    assert not page.evaluate(faded)


def test_the_dead_of_a_dawn_are_whole_or_a_sign_says_that_there_is_more(page: Page, served: Served) -> None:
    resize(page, 360, 640)
    day = snapshots.every(20)["day"] | {"notices": []}
    dead = (
        "Świta. Miasto przeciera oczy. Obudźcie się wszyscy.",
        "Tej nocy ginie numer 6, Franciszka. Na stole leży karta: Kat.",
        "Miasto żegna numer 18, Świętosława. Oto karta: Dobry rewolwerowiec.",
        "Pierwszy ranek bez szeryfa. Od dziś pojedynku nie można odmówić. Dzień jest wasz.",
    )
    show(page, served, day | {"lines": snapshots.lines(*dead)})
    sign = "() => getComputedStyle(document.querySelector('.reading'), '::after').content"
    high = "() => document.querySelector('.reading').scrollHeight"
    assert page.evaluate("() => document.querySelector('.reading').dataset.hidden") == "below"
    assert page.evaluate(sign) != "none"
    whole = page.evaluate(high)
    page.evaluate("() => document.querySelector('.reading').scrollTo(0, 9999)")
    page.wait_for_selector(".reading[data-hidden=above]")
    assert (page.evaluate(sign), page.evaluate(high)) == ("none", whole)


SEEN = """(selector) => {
  const one = document.querySelector(selector);
  const range = document.createRange();
  range.selectNodeContents(one);
  return [...range.getClientRects()].every(({ left, right, top, bottom }) => {
    for (let box = one.parentElement; box; box = box.parentElement) {
      const frame = box.getBoundingClientRect();
      const scrolls = getComputedStyle(box).overflowY !== "visible";
      if (scrolls && (top < frame.top - 1 || bottom > frame.bottom + 1)) return false;
    }
    const found = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    const covered = document.querySelector(".actions").getBoundingClientRect().top < bottom;
    return !covered && top >= 0 && found.some((other) => other.closest(".middle, .circle"));
  });
}"""
"""Whether no row of a text is cut by the box that it scrolls in, or leaves the circle."""

ROWS = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length;
}"""
"""In how many rows a text stands."""


def test_a_page_that_draws_no_more_is_loaded_again(page: Page) -> None:
    page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    resize(page, 360, 640)
    assert page.evaluate("() => requestAnimationFrame(() => 0)") > 0


def test_a_box_that_goes_on_scrolling_once_it_is_gone_is_no_fault(page: Page) -> None:
    box = page.wait_for_selector(".reading")
    assert box
    resize(page, 320, 480)
    page.wait_for_function("(box) => !box.isConnected", arg=box)
    box.evaluate("(box) => box.dispatchEvent(new Event('scroll'))")
    resize(page, 390, 844)
