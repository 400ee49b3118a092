"""A player's phone for screen readers, by keys, in large type, for either hand; and what browsers do to its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from narrator.answers import Answer, Heard
from narrator.computer.texts import texts_of
from narrator.ears import Lost
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import Phones

from tests.page.browsing import new_context
from tests.page.phones.phoned import Served, phoned
from tests.page.phones.test_phone_page import held, light, night
from tests.page.phones.test_phone_server import WHOM
from tests.page.shown import AXE
from tests.page.test_awake import PLAIN, SILENT
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SPEAKING = "[role=status], [role=alert], [aria-live]:not([aria-live=off])"
NAMES = ("Ala", "Bob", "Bartłomiej", "Aleksandra", "Maksymilian", "Ewa")


def violations(page: Page) -> list[str]:
    """Everything that axe finds, however little it matters."""
    found = AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def spoken(page: Page) -> str:
    """What a screen reader would say by itself of what changes now."""
    return "".join(page.locator(SPEAKING).all_inner_texts())


# ---- Screen readers ----


def test_axe_finds_nothing_while_a_seat_is_taken(browser: Browser, served: Served, phone: Page) -> None:
    del phone
    context = new_context(browser, viewport={"width": 390, "height": 760})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{served.port}/phone")
    assert violations(page) == [], "the door"
    page.goto("about:blank")
    page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
    page.locator(".seat").nth(1).focus()
    assert violations(page) == []
    page.keyboard.press("Enter")
    page.locator(".why", has_text="Bob").wait_for()
    assert violations(page) == [], "refused"
    assert page.evaluate("() => document.activeElement.dataset.seat") == "2"
    context.close()


def test_axe_finds_nothing_by_day(served: Served, phone: Page) -> None:
    served.phones.show(joining=True)
    phone.locator(".other").wait_for()
    assert violations(phone) == [], "waiting for others"
    served.phones.show(joining=False, line="Dzień. Rozmawiajcie.", living=(1, 2))
    phone.locator(".line", has_text="Dzień").wait_for()
    assert violations(phone) == []
    held(phone)
    phone.locator(".read", has_text="Herszt").wait_for(state="attached")
    assert violations(phone) == [], "a card"
    phone.mouse.up()
    with served.phones.voting([2], vote="Czy Ala wisi?"):
        phone.locator('.tile[data-answer="yes"]').click()
        assert violations(phone) == [], "a vote"
    with served.phones.voting([2], reading=True, yes_no=True):
        served.phones.write([2], "Czy otwierasz list?")
        phone.locator(".line", has_text="telefon").wait_for()
        assert violations(phone) == [], "a page of the morning"
    served.phones.show(line="Wygrywają bandyci.")
    phone.locator(".line", has_text="bandyci").wait_for()
    assert violations(phone) == [], "the end"
    phone.context.set_offline(True)
    phone.locator(".off", has_text="internet").wait_for()
    assert violations(phone) == [], "no connection"


def test_axe_finds_nothing_by_night(served: Served, phone: Page) -> None:
    served.phones.show(living=(1, 2))
    night(served, phone, "Kogo zamyka szeryf?")
    assert violations(phone) == []
    phone.locator('.tile[data-answer="3"]').click()
    phone.locator(".send").click()
    held(phone)
    assert violations(phone) == []


def test_by_night_nothing_is_spoken_that_was_not_asked_for(served: Served, phone: Page) -> None:
    night(served, phone, "Kogo zamyka szeryf?")
    assert spoken(phone) == ""
    served.phones.end_call()
    served.phones.write([2], "Posążek jest u numeru 3, Cyla.")
    phone.wait_for_timeout(700)  # a message has come
    assert spoken(phone) == ""
    assert "Posążek" not in phone.content()


def test_a_screen_reader_gets_what_is_for_this_player_alone_and_the_page_gives_no_other_light(
    served: Served, phone: Page
) -> None:
    night(served, phone, "Kogo zamyka szeryf?")
    before = light(phone)
    phone.get_by_role("button", name="Przeczytaj do słuchawki").dispatch_event("click")
    phone.locator(".read", has_text="Kogo zamyka szeryf?").wait_for(state="attached")
    assert spoken(phone) == "Kogo zamyka szeryf?"
    assert light(phone) == before
    phone.evaluate("() => dispatchEvent(new Event('blur'))")  # the phone is put away
    assert spoken(phone) == ""


def test_a_message_with_nothing_new_writes_nothing(served: Served, phone: Page) -> None:
    """Some screen readers would say the same line again and again."""
    served.phones.show(line="Dzień.")
    phone.locator(".line", has_text="Dzień.").wait_for()
    phone.evaluate(
        """() => {
          window.written = 0;
          new MutationObserver((all) => (window.written += all.length))
            .observe(document.body, { childList: true, characterData: true, subtree: true });
          const fill = CanvasRenderingContext2D.prototype.fillText;
          CanvasRenderingContext2D.prototype.fillText = function (...all) {
            window.written += 1;
            return fill.apply(this, all);
          };
        }"""
    )
    phone.wait_for_timeout(1200)  # two messages
    assert phone.evaluate("() => window.written") == 0


def test_who_is_out_is_said_in_words(served: Served, phone: Page) -> None:
    served.phones.show(living=(1, 2))
    phone.get_by_role("button", name="3 Cyla (poza grą)").wait_for()
    assert phone.get_by_role("button", name="poza grą").count() == 1


def test_by_day_a_new_line_is_spoken(served: Served, phone: Page) -> None:
    night(served, phone)
    served.phones.show(dark=False, line="Dzień.")
    phone.locator(".line[aria-live=polite]", has_text="Dzień.").wait_for()


# ---- Keys ----


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus, to the end of the page and back."""
    for key in (*["Tab"] * 20, *["Shift+Tab"] * 20):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def test_every_step_goes_by_keys_alone(browser: Browser, served: Served) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 760})
    page = context.new_page()
    served.phones.show(joining=True)
    page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
    page.wait_for_selector(".seat")
    tab_to(page, "[data-seat='2']")
    page.keyboard.press("Enter")
    page.wait_for_selector("canvas")
    served.phones.show(joining=False)
    page.locator(".other").wait_for(state="hidden")
    tab_to(page, "canvas")
    page.keyboard.down("Space")
    page.locator(".read", has_text="Herszt").wait_for(state="attached")
    page.keyboard.up("Space")
    assert page.locator(".read").inner_text() == ""
    with served.phones.voting([2], vote="Czy Ala wisi?"):
        page.wait_for_selector(".three:visible")
        tab_to(page, "[data-answer=no]")
        with page.expect_response("**/phone/tap"):
            page.keyboard.press("Space")
    heard = list[Heard | Lost]()
    night(served, page)
    PhoneEars(served.phones).listen(WHOM, heard.append)
    tab_to(page, "[data-answer='3']")
    page.keyboard.press("Space")
    tab_to(page, ".send")
    with page.expect_request(lambda request: '"said":"3"' in (request.post_data or "")) as sent:
        page.keyboard.press("Enter")
    assert sent.value.response()
    assert heard == [Answer("3")]
    served.phones.end_call()
    page.wait_for_selector(".send[aria-disabled=true]")
    assert page.evaluate("() => document.activeElement.className").startswith("send"), "it lost the focus"
    context.close()


def test_what_a_key_holds_is_hidden_once_the_focus_goes(served: Served, phone: Page) -> None:
    night(served, phone, "Kogo zamyka szeryf?")
    phone.locator("canvas").focus()
    phone.keyboard.down("Enter")
    assert spoken(phone) == "Kogo zamyka szeryf?"
    phone.locator(".send").focus()
    assert spoken(phone) == ""


# ---- Large type, a phone on its side, either hand ----

SIZES: dict[str, dict[str, Any]] = {
    "small": {"width": 320, "height": 568},
    "on its side": {"width": 568, "height": 320},
    "twice as large": {"width": 160, "height": 284},
}
CUT = """() => [...document.querySelectorAll("h1, p, .tile, .tile b, .send, .other, .seat")]
  .filter((one) => one.checkVisibility() && !one.classList.contains("unseen"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
    || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML)"""
INK_AT_THE_EDGE = """() => {
  const face = document.querySelector("canvas");
  const { data } = face.getContext("2d").getImageData(0, face.height - 3, face.width, 3);
  return data.some((value, place) => place % 4 !== 3 && value > 60);
}"""
CARD = "Herszt\n\n" + "W nocy wybierasz, kogo przeszukać. " * 12 + "Wygrywasz, gdy posążek odpłynie."


@pytest.fixture
def sized(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str, int], tuple[Page, Served]]]:
    """Makes a phone of a size, whose letters are so many pixels high."""
    people = {seat: NAMES[seat % len(NAMES)] for seat in range(1, 31)}
    context = None
    with phoned(tmp_path, Phones(people, texts_of("pl")), [CARD] * 30) as served:

        def make(size: str, letters: int) -> tuple[Page, Served]:
            nonlocal context
            zoom = 2 if size == "twice as large" else 1
            context = new_context(browser, viewport=SIZES[size], has_touch=True, device_scale_factor=zoom)
            page = context.new_page()
            style = f"() => document.documentElement.style.fontSize = '{letters}px'"
            page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
            served.phones.show(joining=True)
            page.wait_for_selector(".seat")
            page.evaluate(style)
            assert page.evaluate(CUT) == []
            page.get_by_role("button", name="12. ").click()
            page.wait_for_selector("canvas")
            served.phones.show(joining=False, living=tuple(range(1, 29)))
            page.locator(".other").wait_for(state="hidden")
            return page, served

        yield make
        assert context
        context.close()


@pytest.mark.parametrize(
    ("size", "letters"),
    [trial("small", 16), ("small", 24), trial("on its side", 16), ("on its side", 24), ("twice as large", 16)],
)
def test_nothing_is_cut_off(sized: Callable[[str, int], tuple[Page, Served]], size: str, letters: int) -> None:
    page, served = sized(size, letters)
    with served.phones.voting([12], vote="Czy Maksymilian (numer 10) zostaje powieszony? Tak albo nie."):
        page.wait_for_selector(".three:visible")
        assert page.evaluate(CUT) == [], "a vote"
    page.locator("canvas").focus()
    page.keyboard.down("Enter")
    page.locator(".read", has_text="Herszt").wait_for(state="attached")
    assert not page.evaluate(INK_AT_THE_EDGE), "a card"
    page.keyboard.up("Enter")
    served.phones.begin_call()
    served.phones.write([12], "Posążek jest u numeru 3, Cyla. " * 12)
    page.wait_for_selector("body.night")
    page.wait_for_timeout(700)  # the next message has come
    assert page.evaluate(CUT) == [], "night"
    page.keyboard.down("Enter")
    page.locator(".read", has_text="Posążek").wait_for(state="attached")
    assert not page.evaluate(INK_AT_THE_EDGE), "a note"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", ["small", "on its side"])
def test_the_place_to_hold_is_at_hand_for_either_thumb_however_many_play(
    sized: Callable[[str, int], tuple[Page, Served]], size: str
) -> None:
    page, served = sized(size, 16)
    served.phones.begin_call()
    page.wait_for_selector("body.night")
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    for place in (0, 10_000):
        page.evaluate("place => scrollTo(0, place)", place)
        box = page.locator("canvas").bounding_box()
        assert box
        assert box["width"] >= 0.75 * width
        assert box["y"] + box["height"] <= height
        assert box["height"] >= 100
        assert page.locator(".send").is_visible()
    assert page.evaluate("() => document.getAnimations().length") == 0


# ---- What browsers do by themselves ----


def test_a_swipe_back_stays_on_the_page(served: Served, phone: Page) -> None:
    night(served, phone)
    phone.locator('.tile[data-answer="3"]').click()
    for _ in range(3):
        phone.evaluate("() => history.back()")
        phone.wait_for_function("() => history.state === null")
        phone.locator('.tile[data-answer="1"]').click()  # the guard is there again
        phone.wait_for_function("() => history.state !== null")
    assert phone.url.endswith("/phone")


def test_a_page_from_the_browser_s_memory_is_loaded_anew(phone: Page) -> None:
    with phone.expect_navigation():
        phone.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    phone.wait_for_selector("canvas")


def test_a_long_press_does_nothing_of_its_own(phone: Page) -> None:
    went = "() => document.querySelector('.line').dispatchEvent(new MouseEvent('contextmenu', "
    assert not phone.evaluate(f"{went}{{ bubbles: true, cancelable: true }}))"), "a menu opens"
    style = phone.evaluate("() => ({ ...getComputedStyle(document.body) })")
    assert style["userSelect"] == "none"
    assert style["touchAction"] == "manipulation"
    assert style["overscrollBehaviorY"] == "none"
    assert style["webkitTapHighlightColor"] == "rgba(0, 0, 0, 0)"


def test_a_phone_that_may_go_dark_says_what_to_change_and_keeps_saying_it_by_day(
    browser: Browser, served: Served
) -> None:
    context = new_context(browser, viewport={"width": 390, "height": 760})
    page = context.new_page()
    page.add_init_script(PLAIN + SILENT)
    served.phones.show(joining=True)
    page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
    page.get_by_role("button", name="2. Bob").click()
    page.locator(".line", has_text="nie przeszkadzać").wait_for()
    page.locator(".line").click()
    page.locator(".off", has_text="blokadę ekranu").wait_for()
    served.phones.show(joining=False, line="Dzień.")
    page.locator(".line", has_text="Dzień.").wait_for()
    assert page.locator(".off").is_visible()
    night(served, page)
    assert not page.locator(".off").is_visible()
    context.close()
