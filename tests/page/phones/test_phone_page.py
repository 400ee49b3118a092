"""The page of a player's phone in a browser: a seat by a tap, a card under the finger, by night the same light."""

from __future__ import annotations

import base64
import time
from functools import cache
from typing import TYPE_CHECKING

import pytest

from narrator.answers import Answer, Heard
from narrator.ears import Lost
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import TICK
from narrator.rooms.clock import now

from tests.page.browsing import new_context
from tests.page.phones.phoned import Served, signs_in
from tests.page.phones.test_phone_server import WHOM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

HOLD, NOTHING = "Trzymaj tu palec", "Teraz nic tu dla ciebie nie ma."


def held(page: Page) -> str:
    """Hold a finger on the page, and give what it shows."""
    box = page.locator("canvas").bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    return page.locator(".read").inner_text()


def test_two_players_lead_on_from_their_phones(served: Served, phone: Page) -> None:
    lobby, other = served.seats.lobby, served.phone(1)
    with lobby.step("sit", served.seats.taken):
        phone.get_by_text("Jeszcze bez telefonu: Cyla.").wait_for()
        phone.get_by_role("button", name="Wszyscy siedzą u siebie").click()
        phone.get_by_text("Chcą iść dalej: Bob. Potrzeba 2 osób.").wait_for()
        assert held(phone) == "Kartę zobaczysz, gdy więcej niż połowa z was dotknie „Wszyscy siedzą u siebie”."
        phone.mouse.up()
        assert not lobby.goes_on()
        other.ask("/phone/agree", "POST", {"step": "sit", "yes": True})
        phone.get_by_text("Chcą iść dalej: Ala, Bob.").wait_for()
        assert lobby.goes_on()
    with lobby.step("look", served.seats.looked):
        on = phone.get_by_role("button", name="Zaczynamy", pressed=False)
        on.wait_for()
        phone.locator(".line", has_text="Teraz obejrzyj swoją kartę").wait_for()
        held(phone)
        phone.get_by_text("Karta jeszcze nieobejrzana: Ala, Cyla.").wait_for()
        phone.mouse.up()
        assert phone.locator(".line").inner_text() == ""
        on.click()
        phone.get_by_role("button", name="Zaczynamy", pressed=True).click()  # on second thoughts
        on.wait_for()
        assert served.phones.page.agreed == ()
    phone.locator(".lobby").wait_for(state="hidden")


def test_a_phone_whose_seat_is_another_one_in_the_next_game_shows_that(served: Served, phone: Page) -> None:
    own = next(one for one in served.access.devices if one.seat == 2)
    served.access.seated(own.key, 3)
    served.phones.show(run="another")
    phone.get_by_role("heading", name="3. Cyla").wait_for()
    served.access.seated(own.key, 0)
    phone.get_by_role("button", name="3. Cyla").wait_for()
    served.phones.people = {1: "Ala", 2: "Bob", 3: "Ewa"}
    phone.get_by_role("button", name="3. Ewa").wait_for()


TRIES = 7
"""So often a phone has tried in vain once it has said so: it does after a second, and tries twice in that."""


@pytest.mark.parametrize("leaving", [True, False])
def test_a_phone_whose_server_goes_for_the_next_game_says_so_and_shows_no_card(
    served: Served, phone: Page, *, leaving: bool
) -> None:
    held(phone)
    phone.locator(".read", has_text="Herszt").wait_for(state="attached")
    if leaving:
        served.phones.show(leaving=True, line="Powstaje następna gra.")
        phone.locator(".read", has_text="Herszt").wait_for(state="detached")
        phone.get_by_text("Powstaje następna gra.").wait_for()
    failed = list[str]()
    phone.on("requestfailed", lambda request: failed.append(request.url))
    with phone.expect_event("requestfailed", lambda _: len(failed) > TRIES):
        served.stop()
    phone.locator(".off").wait_for(state="hidden" if leaving else "visible")
    phone.get_by_text("Powstaje następna gra." if leaving else "Nie ma połączenia").wait_for()


def test_by_day_a_phone_shows_how_much_of_a_talk_is_left(served: Served, phone: Page) -> None:
    served.phones.clock = lambda: now() + 65.0
    phone.get_by_role("timer").get_by_text("Zostało: 1:05").wait_for()
    served.phones.show(dark=True)
    phone.get_by_role("timer").wait_for(state="hidden")


def test_on_a_narrow_phone_tiles_have_a_right_edge_and_numbers_stay_whole(served: Served, phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    tiles = phone.locator(".tiles .tile:visible")
    for dark in (False, True):
        served.phones.show(dark=dark)
        phone.wait_for_selector("body.night" if dark else "body.day")
        boxes: list[Box] = tiles.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
        edges = [{"x": one["right"] - 8, "y": one["y"] + one["height"] / 2, "width": 8, "height": 1} for one in boxes]
        beside = [{**one, "x": one["x"] + 8, "width": 2} for one in edges]
        assert edges
        for right, other in zip(lights(phone, *edges), lights(phone, *beside), strict=True):
            assert right > 4 * other
    number = phone.locator(".tile span").first
    height = number.evaluate("(one) => one.offsetHeight")
    number.evaluate(
        "(one) => { one.textContent = '11'; one.parentNode.querySelector('b').textContent = 'Konstantyna'; }"
    )
    assert number.evaluate("(one) => one.offsetHeight") == height


def test_what_to_change_on_a_phone_stands_on_it_by_day_until_it_is_done(served: Served, phone: Page) -> None:
    word = served.phones.texts.word
    phone.route("**/phone/check", lambda route: route.fulfill(json={"change": [word("phone.sleepy")]}))
    with served.seats.lobby.step("look", ()):
        phone.get_by_text(word("phone.sleepy")).wait_for()
        served.phones.show(dark=True)
        phone.get_by_text(word("phone.sleepy")).wait_for(state="hidden")
        served.phones.show(dark=False)
        phone.get_by_text(word("phone.sleepy")).wait_for()
        phone.unroute("**/phone/check")
        phone.get_by_text(word("phone.sleepy")).wait_for(state="hidden")


SUMS = """async ([picture, parts]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  return (parts.length ? parts : [{ x: 0, y: 0, width, height }]).map(part => {
    const { data } = pen.getImageData(part.x, part.y, part.width, part.height);
    return data.reduce((sum, value, place) => (place % 4 === 3 ? sum : sum + value), 0);
  });
}"""

Box = dict[str, float]


@cache
def adding(browser: Browser) -> Page:
    """A page of that browser's own, which adds up what others look like."""
    return browser.new_page()


def lights(page: Page, *parts: Box) -> list[int]:
    """The sums of all pixels, all colours, of these parts of the page, or of the whole of it."""
    assert page.context.browser
    picture = base64.b64encode(page.screenshot()).decode()
    found: list[int] = adding(page.context.browser).evaluate(SUMS, [picture, parts])
    return found


def light(page: Page) -> int:
    """The sum of all pixels of the page."""
    return lights(page)[0]


def night(served: Served, page: Page, note: str = "") -> None:
    served.phones.begin_call()
    served.phones.write([2], note)
    page.wait_for_selector("body.night")
    page.wait_for_timeout(700)  # the next message of the night has come


def test_the_card_stands_under_the_finger_alone(served: Served, phone: Page) -> None:
    assert "Herszt" not in phone.content()
    held(phone)
    phone.locator(".read", has_text="Herszt").wait_for(state="attached")
    phone.mouse.up()
    assert phone.locator(".read").inner_text() == ""
    assert served.seats.looked == {2}
    served.seats._card_of = lambda _: "Wódz"  # cards have changed hands
    held(phone)
    phone.locator(".read", has_text="Wódz").wait_for(state="attached")


def test_who_holds_a_finger_there_already_sees_the_card_once_it_may_be_seen(served: Served, phone: Page) -> None:
    phone.locator(".other").wait_for(state="hidden")
    served.phones.show(joining=True)
    phone.locator(".other").wait_for()
    assert "Kartę zobaczysz" in held(phone)
    served.phones.show(joining=False)
    phone.locator(".read", has_text="Herszt").wait_for(state="attached")


def test_a_seat_that_is_taken_is_refused_in_words(browser: Browser, served: Served, phone: Page) -> None:
    del phone
    context = new_context(browser)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
    page.get_by_role("button", name="2. Bob (zajęte)").click()
    page.locator(".why", has_text="Na to miejsce (Bob) trzeba zgody").wait_for()
    [sign] = signs_in(page.inner_text(".why"))
    served.seats.give_leave(sign)
    page.wait_for_selector("canvas")  # it opens by itself
    context.close()


@pytest.mark.parametrize("note", ["", "Kogo zamyka szeryf?", "Posążek jest u numeru 3, Cyla. " * 12])
def test_by_night_the_page_gives_the_same_light_with_any_text(served: Served, phone: Page, note: str) -> None:
    night(served, phone, note)
    resting = light(phone)
    assert held(phone).strip() == (note.strip() or phone.locator(".read").inner_text())
    assert light(phone) == resting
    phone.mouse.up()
    assert light(phone) == resting


def test_what_is_picked_and_sent_gives_no_more_light(served: Served, phone: Page) -> None:
    night(served, phone)
    before = light(phone)
    for said in ("1", "3", "yes"):
        phone.locator(f'.tile[data-answer="{said}"]').click()
    phone.mouse.click(5, 5)  # away from the focus
    picked = light(phone)
    phone.locator(".send").click()
    assert abs(picked - before) < before / 1000
    assert abs(light(phone) - before) < before / 1000


def test_by_night_a_phone_sends_as_much_as_often_whatever_is_tapped(served: Served, phone: Page) -> None:
    sent = list[tuple[str, int]]()
    phone.on("request", lambda request: sent.append((request.url, len(request.post_data or ""))))
    heard = list[Heard | Lost]()
    night(served, phone)
    PhoneEars(served.phones).listen(WHOM, heard.append)
    phone.wait_for_timeout(1600)
    idle, begun = len(sent), time.monotonic()
    assert idle >= 2
    for said in ("1", "1", "3"):  # one, none, another
        phone.locator(f'.tile[data-answer="{said}"]').click()
    for _ in range(6):  # the first is heard
        phone.locator(".send").click()
    phone.wait_for_timeout(1600)
    assert heard == [Answer("3")]
    assert len({*sent}) == 1, "another request, or one of another length"
    slots = (time.monotonic() - begun) / TICK
    assert len(sent) - idle <= slots + 2, "a tap was sent beside the slots"


def test_a_phone_that_comes_back_by_night_sends_no_more_than_its_page_and_taps(served: Served, phone: Page) -> None:
    night(served, phone)
    sent = list[str]()
    phone.on("request", lambda request: sent.append(request.url))
    phone.reload()
    phone.wait_for_selector("body.night")
    phone.wait_for_timeout(1200)
    asked = {url.rpartition("/")[2] for url in sent if "/static/" not in url}
    assert asked == {"phone", "table", "events", "tap"}


def test_a_vote_is_sent_at_once(served: Served, phone: Page) -> None:
    with served.phones.voting([2], vote="Czy Ala wisi?") as votes:
        phone.wait_for_selector(".three:visible")
        assert "Czy Ala wisi?" in phone.locator(".line").inner_text()
        phone.locator('.tile[data-answer="yes"]').click()
        phone.wait_for_selector('[data-answer="yes"][aria-pressed="true"]')
        over = now() + 10.0
        while not votes.given and now() < over:
            phone.wait_for_timeout(20)
        assert votes.given == {2: "yes"}
        phone.locator('.tile[data-answer="yes"]').click()
        phone.wait_for_timeout(200)
        assert phone.locator('[data-answer="yes"]').get_attribute("aria-pressed") == "true"  # it counts still


AGAIN = """body => fetch("/phone/tap", { method: "POST", headers: { "Content-Type": "application/json" }, body })
  .then(({ status }) => status)"""


def test_a_page_from_the_browsers_memory_counts_on_from_the_last_one_of_its_tab(served: Served, phone: Page) -> None:
    del served
    kept = "sessionStorage.setItem('narrator.tap', 'abcdef12.500')"
    with phone.expect_request(lambda asked: "abcdef12.0000501" in str(asked.post_data)):
        phone.evaluate(f"{kept}; dispatchEvent(new PageTransitionEvent('pageshow', {{ persisted: true }}))")


def test_a_tap_that_arrives_after_a_later_one_changes_nothing(served: Served, phone: Page) -> None:
    """Nor if the page was loaded anew before the later one."""
    late: list[Route] = []

    def hold(route: Route) -> None:
        if f'"said":"{held}"' in str(route.request.post_data):
            late.append(route)
        else:
            route.continue_()

    def tapped(said: str) -> None:
        phone.locator(f'.tile[data-answer="{said}"]:enabled').click()
        over = now() + 10.0
        while not (late and (said == held or votes.given == {2: said})) and now() < over:
            phone.wait_for_timeout(20)

    with served.phones.voting([2, 3], vote="Czy Ala wisi?") as votes:
        phone.wait_for_selector(".three:visible")
        phone.route("**/phone/tap", hold)
        held = "yes"
        tapped("yes")
        tapped("no")
        for one in late:
            one.continue_()
            assert one.request.response()
        assert votes.given == {2: "no"}
        late.clear()
        held = "no"
        tapped("no")
        older = [str(one.request.post_data) for one in late]
        phone.reload()
        tapped("yes")
        assert votes.given == {2: "yes"}
        phone.unroute("**/phone/tap", hold)
        for body in older:
            assert phone.evaluate(AGAIN, body) == 200
        assert votes.given == {2: "yes"}


def test_by_day_a_tile_that_takes_no_tap_is_dimmer_than_one_that_does(served: Served, phone: Page) -> None:
    colours = """said => {
        const { color, boxShadow } = getComputedStyle(document.querySelector(`.tile[data-answer="${said}"]`));
        return [color, boxShadow];
    }"""
    served.phones.show(dark=False, living=(1, 2))
    with served.phones.voting([2], vote="Czy Ala wisi?"):
        phone.wait_for_selector('.tile[data-answer="yes"]:enabled')
        enabled, disabled, out = (phone.evaluate(colours, said) for said in ("yes", "1", "3"))
    assert enabled[0] != disabled[0]
    assert enabled[1] != disabled[1]
    assert disabled == out


def test_what_was_picked_is_gone_in_the_next_call(served: Served, phone: Page) -> None:
    night(served, phone)
    phone.locator('.tile[data-answer="3"]').click()
    served.phones.end_call()
    served.phones.begin_call()
    phone.wait_for_selector('.tile[data-answer="3"][aria-pressed="false"]')


def test_a_phone_whose_seat_was_given_away_asks_for_one(served: Served, phone: Page) -> None:
    served.seats.give_leave(served.phone().wait_for(2))
    phone.wait_for_selector(".seats")


def test_who_has_taken_a_wrong_seat_takes_another_while_all_sit_down(served: Served, phone: Page) -> None:
    phone.locator(".other").wait_for(state="hidden")
    served.phones.show(joining=True)
    phone.locator(".other").click()
    phone.get_by_role("button", name="3. Cyla").click()
    phone.locator(".own", has_text="3. Cyla").wait_for()
    assert served.seats.taken == {3}


@pytest.mark.parametrize("joining", [True, False], ids=["time passes", "cards may be seen"])
def test_who_wants_another_seat_and_takes_none_has_their_own_page_again(
    served: Served, phone: Page, *, joining: bool
) -> None:
    phone.locator(".other").wait_for(state="hidden")
    phone.clock.install()
    served.phones.show(joining=True)
    phone.locator(".other").click()
    phone.get_by_role("button", name="3. Cyla").wait_for()
    assert not phone.locator(".own").is_visible()
    if joining:
        phone.context.set_offline(True)  # without the server there is no page to go back to
        phone.clock.fast_forward(20_000)
        assert phone.get_by_role("button", name="3. Cyla").is_visible()
        phone.context.set_offline(False)
        phone.clock.fast_forward(20_000)
    else:
        served.phones.show(joining=False)
    phone.locator(".own", has_text="2. Bob").wait_for()
    assert served.seats.taken == {2}


def test_who_is_out_sees_a_vote_and_cannot_cast_one(served: Served, phone: Page) -> None:
    with served.phones.voting([1, 3], vote="Czy Ala wisi?"):
        phone.locator(".line", has_text="Czy Ala wisi? (Ten telefon teraz nie głosuje.)").wait_for()
        assert not phone.locator('.tile[data-answer="yes"]').is_visible()


def test_it_can_be_played_by_keys(served: Served, phone: Page) -> None:
    heard = list[Heard | Lost]()
    night(served, phone, "Kogo zamyka szeryf?")
    PhoneEars(served.phones).listen(WHOM, heard.append)
    phone.locator('.tile[data-answer="3"]').focus()
    phone.keyboard.press("Enter")
    phone.locator(".send").focus()
    with phone.expect_request(lambda request: '"said":"3"' in (request.post_data or "")) as sent:
        phone.keyboard.press("Enter")
    assert sent.value.response()
    assert heard == [Answer("3")]
    phone.locator("canvas").focus()
    phone.keyboard.down("Enter")
    assert phone.locator(".read").inner_text() == "Kogo zamyka szeryf?"
    phone.keyboard.up("Enter")
    assert phone.locator(".read").inner_text() == ""
