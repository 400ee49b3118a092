"""What is hidden in safe view, what a player is shown, and what the room may know."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page

from tests.page import snapshots
from tests.page.browsing import new_page
from tests.page.served import Served
from tests.page.shown import said, show, tap

MOMENTS = snapshots.every()


def secrets(snapshot: dict[str, Any]) -> set[str]:
    """Every text of a snapshot that not everybody may read, but for what is said or asked aloud."""
    found: set[str] = set()
    for seat in snapshot["seats"]:
        if not seat["shown"]:
            found |= {seat["card"], seat["side"]}
        found |= {
            seat["note"],
            *(mark["label"] for mark in seat["marks"]),
            *(one["label"] for one in seat["charges"]),
        }
    for call in snapshot["next"]:
        found |= {call["title"], call["whom"], call["why"]}
    found |= {fact["text"] for fact in snapshot["facts"]}
    now = snapshot["now"]
    found |= {now.get("whom", ""), now.get("why", ""), now.get("title", "")}
    if now["kind"] == "show":
        found.add(now["text"])
    told = [line["text"] for line in snapshot["lines"]] + [one["label"] for one in now.get("choices", [])]
    told += [one["side"] for one in now.get("choices", []) if "side" in one]
    told += [text for seat in snapshot["seats"] if seat["shown"] for text in (seat["card"], seat["side"])]
    told += [f"{seat['seat']} {seat['name']}" for seat in snapshot["seats"]]
    told += [(snapshot["outcome"] or {}).get("title", ""), *(snapshot["outcome"] or {}).get("turns", [])]
    return {one for one in found if one and not any(one in aloud for aloud in told)}


def test_there_are_secrets_to_look_for(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["wait"])
    shown = page.content()
    assert {"Herszt", "w więzieniu", "Bandyci"} <= {one for one in secrets(MOMENTS["wait"]) if one in shown}


def test_safe_view_hides_every_secret_and_survives_a_reload(page: Page, served: Served) -> None:
    tap(page, "[data-tool=hide]")
    page.reload()
    page.wait_for_selector(".page")
    for name, snapshot in MOMENTS.items():
        show(page, served, snapshot, settled=False)
        shown = page.content()
        assert {one for one in secrets(snapshot) if one in shown} == set(), name
    tap(page, "[data-seat='6']")
    assert {one for one in secrets(snapshot) if one in page.content()} == set()


def test_in_safe_view_the_game_goes_on(page: Page, served: Served) -> None:
    page.keyboard.press(".")
    show(page, served, MOMENTS["seat"])
    assert {page.get_attribute(f"[data-seat='{seat}']", "class") for seat in (2, 3, 5)} == {"seat legal"}
    tap(page, "[data-seat='3']")
    assert page.locator(".told").is_visible()
    tap(page, "[data-seat='4']")
    assert said(page, served) == [("answer", "4")]
    show(page, served, MOMENTS["show"])
    tap(page, ".turn")
    assert "Herszt" in page.inner_text(".turned")


def test_nothing_is_seen_before_safe_view_is_known(browser: Browser, served: Served) -> None:
    """The first words that are ever drawn are drawn hidden."""
    page = new_page(browser)
    page.add_init_script("""
        localStorage.setItem("narrator.safe", "yes");
        new MutationObserver(() => { window.seen = (window.seen || "") + document.body?.innerText; })
            .observe(document, { childList: true, subtree: true, characterData: true });
    """)
    page.goto(served.url)
    page.wait_for_selector(".page")
    seen = page.evaluate("() => window.seen")
    assert "otwórz oczy" in seen
    assert {one for one in secrets(served.snapshot) if one in seen} == set()
    page.close()


def test_the_page_to_turn_round_shows_the_message_and_nothing_else(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["show"])
    tap(page, ".turn")
    assert page.evaluate("() => document.querySelector('dialog').innerText.trim()") == MOMENTS["show"]["now"]["text"]
    assert page.locator("dialog").bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    tap(page, "dialog button")
    page.wait_for_selector("dialog", state="detached")
    tap(page, ".turn")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert served.commands == []


def test_the_turned_page_is_gone_once_the_game_went_on(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["show"])
    tap(page, ".turn")
    show(page, served, MOMENTS["seat"])
    assert page.locator("dialog").count() == 0
    show(page, served, MOMENTS["show"])
    tap(page, ".turn")
    page.reload()
    page.wait_for_selector(".page")
    assert page.locator("dialog").count() == 0


def test_the_room_sees_a_dark_page_by_night(browser: Browser, served: Served) -> None:
    page = new_page(browser)
    served.show_room(snapshots.room()["night"])
    page.goto(f"{served.url}/room")
    page.wait_for_selector("h1")
    assert page.inner_text("body").strip() == "Noc 2"
    page.close()


def test_what_was_set_is_read_by_whoever_leads_and_by_nobody_whom_they_show_the_page(
    page: Page, served: Served
) -> None:
    told = "Manitou rozstrzyga: w więzieniu siedzi Hubert."
    for name in MOMENTS:
        show(page, served, MOMENTS[name] | {"corrected": told}, settled=False)
        assert (told in page.inner_text("body")) is (name != "show"), name
    show(page, served, MOMENTS["seat"] | {"corrected": told})
    page.keyboard.press(".")
    assert told not in page.content()
