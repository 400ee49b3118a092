"""Every answer is sent once, in at most two taps or with a few keys; a slip sends nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.page import snapshots
from tests.page.served import Served
from tests.page.shown import measured, resize, said, sent, settle, show, tap
from tests.sweeps import every

MOMENTS = snapshots.every()
AWAKE = MOMENTS["seat"] | {"seats": [one | {"awake": one["seat"] == 4} for one in MOMENTS["seat"]["seats"]]}
CHALLENGE = MOMENTS["seat"] | {
    "now": MOMENTS["seat"]["now"] | {"text": "Kto wyzywa na pojedynek?", "optional": False, "public": True}
}
FINAL = MOMENTS["seats"] | {"now": MOMENTS["seats"]["now"] | {"final": True}}

TAPS: dict[str, tuple[dict[str, Any], list[str], tuple[str, Any]]] = {
    "a seat": (MOMENTS["seat"], ["[data-seat='4']"], ("answer", "4")),
    "a seat that is awake": (AWAKE, ["[data-seat='4']"], ("answer", "4")),
    "nobody": (MOMENTS["seat"], ["[data-said=none]"], ("answer", "none")),
    "nobody, finally": (MOMENTS["seat-final"], ["[data-said=none]"], ("answer", "none")),
    "a final seat": (MOMENTS["seat-final"], ["[data-seat='4']", ".answer.main"], ("answer", "4")),
    "two seats": (MOMENTS["seats"], ["[data-seat='3']", "[data-seat='2']", ".answer.main"], ("answer", "2,3")),
    "one of several, finally": (FINAL, ["[data-seat='3']", ".answer.main"], ("answer", "3")),
    "yes": (MOMENTS["yes-no"], ["[data-said=yes]"], ("answer", "yes")),
    "no": (MOMENTS["yes-no"], ["[data-said=no]"], ("answer", "no")),
    "a choice": (MOMENTS["choice"], ["[data-said=black]"], ("answer", "black")),
    "a step of the day": (MOMENTS["day"], ["[data-said=duel]"], ("answer", "duel")),
    "no step after all": (CHALLENGE, ["[data-out]"], ("undo", None)),
    "a seldom step": (MOMENTS["day"], ["[data-more]", "[data-said=policy]"], ("answer", "policy")),
    "the end of the day": (MOMENTS["day"], ["[data-said=night]", ".confirming .main"], ("answer", "night")),
    "a card": (MOMENTS["card"], ["[data-said=Wódz]", ".answer.main"], ("answer", "Wódz")),
    "one of many cards, by its side": (
        MOMENTS["deck"],
        ["[data-side='2']", "[data-said=Wódz]", ".answer.main"],
        ("answer", "Wódz"),
    ),
    "raised hands": (
        MOMENTS["votes"],
        ["[data-seat='2']", "[data-seat='3']", "[data-seat='2']", ".step:last-of-type", ".answer.main"],
        ("answer", "2"),
    ),
    "minutes": (MOMENTS["minutes"], ["[data-said='5']"], ("answer", "5")),
    "other minutes": (MOMENTS["minutes"], [".step:last-of-type", ".answer.main"], ("answer", "2")),
    "a number that is put right": (MOMENTS["uses"], ["[data-said='2']"], ("answer", "2")),
    "a number left as it is": (MOMENTS["uses"], ["[data-said=none]"], ("answer", "none")),
    "ready": (MOMENTS["ready"], [".answer.main"], ("answer", "ready")),
    "the talk is over": (MOMENTS["talk"], ["[data-said=time]"], ("answer", "time")),
    "a minute more": (MOMENTS["talk"], ["[data-do=hold]"], ("hold", None)),
    "a minute less": (MOMENTS["talk"], ["[data-do=hurry]"], ("hurry", None)),
    "shown": (MOMENTS["show"], [".answer.main"], ("go", None)),
    "acted out": (MOMENTS["wait"], [".answer.main"], ("go", None)),
    "back": (MOMENTS["seat"], ["[data-tool=undo]"], ("undo", None)),
    "again": (MOMENTS["seat"], ["[data-tool=repeat]"], ("repeat", None)),
    "forward": (MOMENTS["listen"], ["[data-tool=redo]"], ("redo", None)),
    "faster": (MOMENTS["timed"], ["[data-do=hurry]"], ("hurry", None)),
    "a moment longer": (MOMENTS["listen"], [".answer.main"], ("hold", None)),
}

KEYS: dict[str, tuple[dict[str, Any], list[str], tuple[str, Any]]] = {
    "a number": (MOMENTS["seat"], ["4", "Enter"], ("answer", "4")),
    "two figures": (MOMENTS["seat"], ["1", "2", "Enter"], ("answer", "12")),
    "a name without its signs": (MOMENTS["seat"], [*"jed", "Enter"], ("answer", "10")),
    "a name": (MOMENTS["seat"], [*"fra", "Enter"], ("answer", "6")),
    "corrected": (MOMENTS["seat"], ["x", "Backspace", "4", "Enter"], ("answer", "4")),
    "nobody": (MOMENTS["seat"], ["-"], ("answer", "none")),
    "nobody as a figure": (MOMENTS["seat"], ["0", "Enter"], ("answer", "none")),
    "arrows": (MOMENTS["seat"], ["ArrowRight", "ArrowRight", "Enter"], ("answer", "4")),
    "arrows backwards": (MOMENTS["seat"], ["ArrowLeft", "Enter"], ("answer", "16")),
    "a final seat": (MOMENTS["seat-final"], ["4", "Enter", "Enter"], ("answer", "4")),
    "two seats": (MOMENTS["seats"], [*"3 2", "Enter", "Enter"], ("answer", "2,3")),
    "seats one by one": (MOMENTS["seats"], ["3", "Enter", *"bar", "Enter", "Enter"], ("answer", "2,3")),
    "yes": (MOMENTS["yes-no"], ["t"], ("answer", "yes")),
    "no": (MOMENTS["yes-no"], ["n"], ("answer", "no")),
    "a step of the day": (MOMENTS["day"], [*"poje", "Enter"], ("answer", "duel")),
    "the end of the day": (MOMENTS["day"], [*"noc", "Enter", "Enter"], ("answer", "night")),
    "a step from its middle": (MOMENTS["day"], [*"zgin", "Enter"], ("answer", "died")),
    "steps by arrows": (MOMENTS["day"], ["ArrowDown", "ArrowDown", "Enter"], ("answer", "duel")),
    "a card": (MOMENTS["card"], [*"umys", "Enter", "Enter"], ("answer", "Pożeracz Umysłów")),
    "a count": (MOMENTS["votes"], ["1", "1", "Enter"], ("answer", "11")),
    "a count that does not add up": (MOMENTS["votes"], ["9", "9", "Enter"], ("answer", "99")),
    "ready": (MOMENTS["ready"], ["Enter"], ("answer", "ready")),
    "shown": (MOMENTS["show"], ["Enter"], ("go", None)),
    "back": (MOMENTS["seat"], ["Control+z"], ("undo", None)),
    "forward": (MOMENTS["seat"], ["Control+y"], ("redo", None)),
}


@pytest.mark.parametrize("what", TAPS)
def test_taps_answer(page: Page, served: Served, what: str) -> None:
    snapshot, taps, sent = TAPS[what]
    show(page, served, snapshot)
    for one in taps:
        assert served.commands == []
        tap(page, one)
    assert said(page, served) == [sent]
    assert served.commands[0]["version"] == served.snapshot["version"]


@pytest.mark.parametrize("what", every(2, KEYS))
def test_keys_answer(page: Page, served: Served, what: str) -> None:
    snapshot, keys, sent = KEYS[what]
    show(page, served, snapshot)
    for key in keys:
        assert served.commands == []
        page.keyboard.press(key)
    assert said(page, served) == [sent]


def test_a_choice_that_must_be_meant_can_be_changed(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat-final"])
    tap(page, "[data-seat='4']")
    assert "4 Danuta" in page.inner_text(".middle .confirming")
    tap(page, "[data-seat='6']")
    assert "6 Franciszka" in page.inner_text(".middle .confirming")
    tap(page, ".confirming .small")
    assert page.locator(".confirming").count() == 0
    assert page.locator("[data-said=none]").is_visible()
    assert served.commands == []


def test_every_choice_is_asked_back_on_wish(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["yes-no"])
    tap(page, "[data-tool=menu]")
    tap(page, "[data-pick=careful] button:last-of-type")
    page.keyboard.press("Escape")
    tap(page, "[data-said=yes]")
    page.wait_for_timeout(50)
    assert served.commands == []
    tap(page, ".answer.main")
    assert said(page, served) == [("answer", "yes")]


def test_a_name_is_written_asked_back_and_sent(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["text"])
    assert page.is_disabled(".actions .main")
    tap(page, ".written")
    page.keyboard.type(" Ola  Ż.K. ")  # a stop in a name hides nothing
    assert page.locator(".hidden").count() == 0
    tap(page, ".actions .main")
    assert "Ola Ż.K." in page.inner_text(".confirming")
    tap(page, ".confirming .small")
    assert page.input_value(".written") == " Ola  Ż.K. "
    page.focus(".written")
    page.keyboard.press("Enter")
    assert served.commands == []
    tap(page, ".confirming .main")
    assert said(page, served) == [("answer", "Ola Ż.K.")]


def test_no_other_name_after_all(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["text"])
    tap(page, "[data-said=none]")
    assert said(page, served) == [("answer", "none")]


def test_what_is_typed_shows_whom_it_means(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    page.keyboard.type("DAN")
    assert "4 Danuta" in page.inner_text(".middle")
    page.keyboard.press("Escape")
    page.keyboard.type("celina")
    page.keyboard.press("Enter")
    assert "Celina" not in page.inner_text(".middle")
    assert served.commands == []


def test_letters_of_polish_are_written_with_altgr(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    page.evaluate("""() => {
        for (const keys of [{ key: "ś", ctrlKey: true, altKey: true }, { key: "w" }, { key: "i" }])
            document.dispatchEvent(new KeyboardEvent("keydown", { ...keys, bubbles: true, cancelable: true }));
    }""")
    assert page.inner_text(".middle .typed").lower() == "świ"


def test_safe_view_shows_who_is_known_to_be_dead_and_no_one_else(page: Page, served: Served) -> None:
    seats = [one | {"known_out": "dead" if one["seat"] == 5 else ""} for one in MOMENTS["wait"]["seats"]]
    show(page, served, MOMENTS["wait"] | {"seats": seats})
    out = "() => [...document.querySelectorAll('.seat.out')].map((seat) => seat.dataset.seat)"
    assert page.evaluate(out) == ["5", "7", "11"]
    page.keyboard.press(".")
    assert page.evaluate(out) == ["5"]


def test_a_note_is_a_sign_in_the_circle(page: Page, served: Served) -> None:
    bare = [one | {"marks": []} for one in MOMENTS["wait"]["seats"]]
    show(page, served, MOMENTS["wait"] | {"seats": bare})
    signs = "() => [...document.querySelectorAll('.seat')].map((seat) => seat.querySelectorAll('.sign').length)"
    assert page.evaluate(signs)[:4] == [1, 0, 1, 0]


def test_next_calls_of_the_same_people_are_told_apart(page: Page, served: Served) -> None:
    calls = [
        {"call": one, "title": "Lucky Luke", "whom": "14 Norbert", "why": "", "question": asked}
        for one, asked in (("luke.track", "Kogo tropi?"), ("luke.shoot", "Do kogo strzela?"))
    ]
    show(page, served, MOMENTS["wait"] | {"next": calls})
    assert "Kogo tropi? 14\xa0Norbert" in page.inner_text(".aside")
    assert "Do kogo strzela?" in page.inner_text(".aside")


def test_the_end_of_a_talk_is_felt(page: Page, served: Served) -> None:
    page.evaluate("() => { window.felt = 0; navigator.vibrate = () => (felt += 1); }")
    talk = MOMENTS["talk"]
    show(page, served, talk)
    show(page, served, MOMENTS["day"])
    assert page.evaluate("felt") == 0, "somebody cut it short"
    show(page, served, talk | {"clock": {"left": 0.4, "of": "talk"}})
    show(page, served, MOMENTS["day"])
    assert page.evaluate("felt") == 1


# ---- A slip is not a tap ----


def test_a_tap_right_after_the_question_changed_is_none(page: Page, served: Served) -> None:
    page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    show(page, served, MOMENTS["seat"], settled=False)
    page.evaluate("""() => {
        const seat = document.querySelector("[data-seat='4']");
        for (const kind of ["pointerdown", "pointerup"])
            seat.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
        seat.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    }""")
    page.keyboard.press("-")
    settle(page)
    tap(page, "[data-seat='6']")
    assert said(page, served) == [("answer", "6")]


def test_a_slide_is_no_tap(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    box = page.locator("[data-seat='4']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + 20)
    page.mouse.up()
    page.wait_for_timeout(50)
    assert served.commands == []


def test_a_double_tap_counts_once(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["yes-no"])
    page.dblclick("[data-said=yes]")
    page.keyboard.press("t")
    assert said(page, served) == [("answer", "yes")]


def test_a_double_tap_on_undo_is_one(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["yes-no"])
    page.dblclick("[data-tool=undo]")
    assert said(page, served) == [("undo", None)]


def test_a_held_seat_opens_its_page(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    page.hover("[data-seat='4']")
    page.mouse.down()
    assert "4 Danuta" in page.inner_text("dialog h2")
    page.mouse.up()
    assert served.commands == []


# ---- Beside the answers ----


def test_a_note_is_kept(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["yes-no"])
    tap(page, "[data-seat='7']")
    page.fill("textarea", "gra pierwszy raz.")
    tap(page, "dialog .answer.main")
    page.wait_for_selector("dialog", state="detached")
    assert [(one["do"], one["seat"], one["text"]) for one in served.commands] == [("note", 7, "gra pierwszy raz.")]


def test_a_note_comes_up_when_its_player_is_called(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["yes-no"])
    assert "gra pierwszy raz" in page.inner_text(".note")
    show(page, served, MOMENTS["seat"])
    assert page.locator(".note").count() == 0


def test_an_answer_of_the_past_is_changed_after_a_look_at_what_falls(page: Page, served: Served) -> None:
    tap(page, "[data-tool=past]")
    tap(page, "[data-step='12']")
    tap(page, ".options [data-said='4']")
    page.wait_for_selector(".misfits")
    told = page.inner_text(".misfits")
    order = (
        "Co się zmieni",
        "5 Ewa: jednak żyje",
        "Co przestaje pasować: 1",
        "Hubert jest w areszcie",
        "jeszcze zapyta",
    )
    assert [told.index(words) for words in order] == sorted(told.index(words) for words in order)
    tap(page, ".misfits .main")
    page.wait_for_selector("dialog", state="detached")
    changes = [(one["do"], one["step"], one["said"], one["try"]) for one in served.commands]
    assert changes == [("change", 12, "4", True), ("change", 12, "4", False)]


def test_a_call_is_asked_again(page: Page, served: Served) -> None:
    tap(page, "[data-tool=past]")
    tap(page, "[data-step='14']")
    tap(page, "[data-do=jump]")
    page.wait_for_selector("dialog", state="detached")
    assert [(one["do"], one["step"]) for one in served.commands] == [("jump", 14)]


def test_the_laptop_can_read(page: Page, served: Served) -> None:
    tap(page, "[data-tool=menu]")
    tap(page, "[data-pick=reader] button:last-of-type")
    assert [(one["do"], one["to"]) for one in sent(page, served, 1)] == [("reader", "laptop")]


def test_the_focus_is_never_lost(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    show(page, served, MOMENTS["show"])
    assert page.evaluate("() => document.activeElement !== document.body")
    page.keyboard.press("Enter")
    assert said(page, served, 2) == [("answer", "2"), ("go", None)]


def test_the_seldom_steps_alone_stand_behind_their_button(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["day"])
    usual = page.locator(".middle [data-said]").evaluate_all("found => found.map(one => one.dataset.said)")
    tap(page, "[data-more]")
    others = page.locator(".middle [data-said]").evaluate_all("found => found.map(one => one.dataset.said)")
    assert usual == ["talk", "duel", "search"]
    assert others
    assert not {*usual, "night"} & {*others}
    tap(page, "[data-more]")
    assert page.locator(".middle [data-said=duel]").count() == 1


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 780), (768, 1024), (1280, 800)])
def test_many_cards_stand_under_their_sides_without_a_scroll(
    page: Page, served: Served, width: int, height: int
) -> None:
    resize(page, width, height)
    asked = snapshots.every(20)["deck"]
    asked["now"]["choices"] = asked["now"]["choices"][:20]
    show(page, served, asked)
    choices = page.locator(".middle .choices")
    fits = "list => list.scrollHeight <= list.clientHeight + 1"
    for side in sorted({one["shape"] for one in asked["now"]["choices"]}):
        assert choices.evaluate(fits)
        page.click(f"[data-side='{side}']")
        assert page.locator("[data-said]").count() == sum(one["shape"] == side for one in asked["now"]["choices"])
        assert choices.evaluate(fits)
        assert measured(page) == []
        page.click(f"[data-side='{side}']")
    assert page.locator("[data-said]").count() == 0


def test_a_list_begins_at_its_beginning_whatever_was_scrolled_before(page: Page, served: Served) -> None:
    many = [{"id": f"step-{number}", "label": f"krok {number}"} for number in range(40)]
    asked = MOMENTS["choice"]["now"]
    show(page, served, MOMENTS["choice"] | {"now": asked | {"text": "Co?", "choices": many}})
    page.locator(".middle .choices").evaluate("list => { list.scrollTop = 200; }")
    assert page.locator(".middle .choices").evaluate("list => list.scrollTop") > 0
    show(page, served, MOMENTS["choice"] | {"now": asked | {"text": "Jak?", "choices": many}})
    page.wait_for_function("document.querySelector('.middle').innerText.includes('Jak?')")
    assert page.locator(".middle .choices").evaluate("list => list.scrollTop") == 0


def test_a_hand_is_raised_by_those_alone_who_may_vote(page: Page, served: Served) -> None:
    asked = snapshots.every()["votes"]
    show(page, served, asked)
    voters = {str(seat) for seat in asked["now"]["voters"]}
    amber = page.evaluate("[...document.querySelectorAll('.seat.legal')].map((seat) => seat.dataset.seat)")
    assert {*amber} == voters
    for seat in ("4", "5", "2"):  # one of whom the vote is, one who is dead, and one who votes
        tap(page, f"[data-seat='{seat}']")
        page.keyboard.press("Escape")
    assert page.input_value(".tally input") == "1"


def test_a_number_that_is_typed_takes_the_place_of_the_hands_that_were_raised(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["votes"])
    tap(page, "[data-seat='3']")
    assert page.locator(".seat.chosen").count() == 1
    page.keyboard.type("7")
    assert page.locator(".seat.chosen").count() == 0
    assert "7" in page.inner_text(".actions .answer.main")


def test_where_silence_is_a_no_yes_is_no_larger_and_bum_bum_is_not_broken(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["strangers"] | {"lines": [{"text": "Bum-bum City słucha Anny-Marii."}]})
    assert page.locator(".actions .main").count() == 0
    assert page.inner_text(".lines") == "Bum\u2011bum City słucha Anny-Marii."
    show(page, served, MOMENTS["yes-no"])
    assert page.locator(".actions .main").count() == 1


def test_a_command_that_cannot_be_taken_back_is_tapped_twice(page: Page, served: Served) -> None:
    asked = snapshots.every()["seat"]
    called = [
        {"label": label, "choices": [{"id": one, "label": label, "final": final}]}
        for one, label, final in (("storm", "burza", True), ("granary", "spichlerz", False))
    ]
    show(page, served, asked | {"now": asked["now"] | {"final": True, "commands": called}})
    tap(page, "[data-open=commands]")
    tap(page, "dialog [data-said=storm]")
    page.wait_for_selector(".confirming")
    assert page.inner_text(".confirming .main").split() == ["Na", "pewno?", "burza"]
    assert served.commands == []
    tap(page, ".confirming .main")
    assert said(page, served) == [("answer", "storm")]
    served.begin_again()
    show(page, served, asked | {"now": asked["now"] | {"final": True, "commands": called}})
    tap(page, "[data-open=commands]")
    tap(page, "dialog [data-said=granary]")
    assert said(page, served) == [("answer", "granary")]


def test_in_the_middle_one_value_is_tapped_after_the_other(page: Page, served: Served) -> None:
    throws = [
        {"id": f"throw {rank} {suit}", "label": f"rzucam {one} {other}", "final": False, "steps": [one, other]}
        for rank, one in (("a", "as"), ("9", "dziewiątka"))
        for suit, other in (("d", "karo"), ("c", "trefl"))
    ]
    asked = snapshots.every()["seat"]
    now = asked["now"] | {"answer": "open", "choices": [], "commands": [{"label": "rzucam", "choices": throws}]}
    show(page, served, asked | {"now": now})
    tap(page, "[data-calls=rzucam]")
    assert page.locator("[data-said^=throw]").count() == 0
    tap(page, "[data-calls=as]")
    assert page.locator("[data-said^=throw]").all_inner_texts() == ["rzucam as karo", "rzucam as trefl"]
    assert measured(page) == []
    tap(page, "[data-calls=as]")
    tap(page, "[data-calls='dziewiątka']")
    tap(page, "[data-said='throw 9 c']")
    assert said(page, served) == [("answer", "throw 9 c")]
