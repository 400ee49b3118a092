"""All that may be chosen is seen at once, or fades where it goes on; so does the end of a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page import snapshots
from tests.page.served import Served
from tests.page.shown import COUNTS, SCREENS, measured, places, resize, show

STEPS = {
    "night": "noc", "timer": "zegar", "duel": "pojedynek", "search": "przeszukanie",
    "search-vote": "głosowanie nad przeszukaniem", "reveal": "karta", "died": "ktoś zginął",
    "leaves": "ktoś wychodzi", "policy": "jak gramy", "override": "decyzja manitou",
}  # fmt: skip
TURNS = (
    "Noc 6: ginie Małgorzata Kowalska. Posążek bierze Świętosława (Indianie).",
    "Noc 7: posążek zmienia stronę. Traci go Świętosława, a ma Bartłomiej (Bandyci).",
    "Noc 9: statek odpływa z posążkiem. Na pokład wnosi go Bartłomiej (Zły rewolwerowiec).",
)
AFTER = [{"id": "rematch", "label": "Rewanż"}, {"id": "/t/a.toml", "label": "stół wtorek, 12 graczy"}]

SCROLLED = """() => [...document.querySelectorAll(".choices, .reading")]
  .filter((box) => box.checkVisibility() && box.scrollHeight > box.clientHeight + 1)
  .map((box) => `${box.className} ${getComputedStyle(box).maskImage === "none" ? "cut" : "fades"}`)"""
"""The boxes of which not all is seen, and whether they say so."""


def day(count: int) -> snapshots.Snapshot:
    moment = snapshots.every(count)["day"]
    choices = [{"id": one, "label": label} for one, label in STEPS.items()]
    now = moment["now"] | {"choices": choices, "usual": ["timer", "duel", "search"]}
    return moment | {"now": now, "lines": [], "notices": []}


def several(most: int) -> snapshots.Snapshot:
    """Who is to be chosen, by two taps, at a table of twenty."""
    moment = snapshots.every(20)["seats"]
    now = moment["now"] | {"most": most, "final": True, "optional": True, "none": "nikt"}
    return moment | {"now": now | {"choices": snapshots.choices(moment["seats"])}}


def over(count: int) -> snapshots.Snapshot:
    moment = snapshots.every(count)["over"]
    outcome = {"title": "Wygrywają: Bogowie partacze.", "winners": ["gods"], "turns": TURNS}
    lines = snapshots.lines("Koniec tajemnic: odwróćcie karty.")
    return moment | {"outcome": outcome, "lines": lines, "after": AFTER, "facts": []}


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_steps_of_a_day_are_all_seen(page: Page, served: Served, width: int, height: int) -> None:
    resize(page, width, height)
    for count in COUNTS:
        show(page, served, day(count))
        assert measured(page) == []
        assert page.evaluate(SCROLLED) == [], count
        page.click("[data-more]")
        places(page)
        least = width == 360 and count == 8
        assert page.evaluate(SCROLLED) == (["choices choice  fades"] if least else []), count
        assert page.locator(".choices .answer").count() == 6


def test_where_they_go_on_below_the_last_one_is_scrolled_to(page: Page, served: Served) -> None:
    resize(page, 360, 640)
    show(page, served, day(8))
    page.click("[data-more]")
    page.wait_for_selector(".choices[data-hidden=below]")
    page.evaluate("() => document.querySelector('.choices').scrollTo(0, 9999)")
    page.wait_for_selector(".choices[data-hidden=above]")


@pytest.mark.parametrize("type_", ["usual", "large"])
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_three_moments_of_the_end_are_whole_and_what_may_come_next(
    page: Page, served: Served, width: int, height: int, type_: str
) -> None:
    resize(page, width, height)
    page.evaluate("type => { document.documentElement.dataset.type = type; }", type_)
    for count in COUNTS:
        show(page, served, over(count), settled=False)
        faults, scrolled = measured(page), page.evaluate(SCROLLED)
        assert (faults, scrolled) == ([], []) or (type_ == "large" and scrolled == ["reading fades"]), count
        assert page.locator(".outcome p:not(.won)").all_inner_texts() == [*TURNS]
        assert page.locator(".won").count() == 1
        assert page.locator("[data-next=rematch], [data-open=next], .after [data-open=past]").count() == 3
    page.evaluate("() => delete document.documentElement.dataset.type")


@pytest.mark.parametrize("most", [3, 8])
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_all_numbers_that_are_chosen_stand_in_the_button(
    page: Page, served: Served, width: int, height: int, most: int
) -> None:
    resize(page, width, height)
    moment = several(most)
    show(page, served, moment)
    chosen = [choice["id"] for choice in moment["now"]["choices"]][-most:]
    for seat in chosen:
        page.tap(f"[data-seat='{seat}']")
    page.wait_for_selector(f".actions .main:has-text('{', '.join(chosen)}')")
    assert measured(page) == []
