"""Cards and rules at hand: what a card does, the whole night, what the signs mean; and what follows the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from narrator.page.panels import drawings

from tests.page import looked_up, snapshots
from tests.page.asking import asking
from tests.page.led import SECONDS, Led, led
from tests.page.program import free_port, running
from tests.page.served import Served
from tests.page.shown import measured, resize, serious, show

MOMENTS = snapshots.every()


def to_the_call(game: Led, title: str) -> None:
    """Go on until the head of the page says this."""
    for _ in range(60):
        if game.now["title"] == title and game.now["now"]["kind"] == "ask":
            return
        game.go_on()
    raise AssertionError(f"there is no {title}")


# ---- What is told ----


def test_each_card_says_what_it_does_at_this_table(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        cards = game.leading.looked_up("cards")["cards"]
        assert sorted(cards, key=int) == [str(seat) for seat in range(1, 13)]
        assert cards["1"].startswith("Szeryf\nFrakcja: Miasto\n\nCo noc zamykasz")
        assert not any("{" in text for text in cards.values()), "the table's numbers are filled in"


def test_the_night_is_a_list_with_what_is_done_open_and_to_come(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        assert game.leading.looked_up("night") == {"title": "", "calls": []}
        to_the_call(game, "Noc 2 · 24")
        night = game.leading.looked_up("night")
        stages = [call["stage"] for call in night["calls"]]
        assert stages == sorted(stages, key=["done", "now", "next"].index)
        assert stages.count("now") == 1
        at = stages.index("now") + 1
        assert night["title"] == f"{at} z {len(stages)}"
        why = {call["call"]: call["why"] for call in night["calls"]}
        assert why["sheriff.jail"] == "poza grą"
        assert why["avenger.kill"] == "moc już użyta"
        assert why["bandits.sail"] == "jeszcze nie tej nocy"
        assert why["indians.kill"] == ""
        before = night["calls"]
        game.do("undo")
        again = game.leading.looked_up("night")["calls"]
        assert [call["call"] for call in again] == [call["call"] for call in before]
        assert [call["stage"] for call in again].index("now") < at - 1


def test_the_list_says_of_each_call_only_what_is_so_and_stays_so(tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "all-roles") as game:
        for _ in range(90):
            if game.now["title"].startswith("Noc 1 "):
                break
            game.go_on()
        calls = {call["call"]: call for call in game.leading.looked_up("night")["calls"]}
    assert calls["bandits.search"]["why"] == "posążek już tu jest"
    assert calls["indians.statue"]["why"] == "posążek jest gdzie indziej"
    assert calls["kali.rob"]["why"] == "", "a master is still to be chosen"
    assert calls["ufos.wake"]["question"] == "Ufoki, otwórzcie oczy. Wszystkie, ile ich macie."
    assert calls["fugitives.sleep"]["question"] == "Zbiegowie, zamknijcie oczy."


def test_it_is_for_whoever_leads_alone(tmp_path: Path) -> None:
    with asking(tmp_path) as client:
        for scope, status in (("room", 401), ("moderator", 200)):
            client.enter(scope)  # type: ignore[arg-type]
            assert [client.ask(f"/{what}")[0] for what in looked_up.LOOKED_UP] == [status] * len(looked_up.LOOKED_UP)


# ---- On the page ----


def test_a_held_seat_says_what_its_card_does(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    page.evaluate("() => document.querySelector('[data-tool=menu]').click()")
    page.click("dialog [data-open=list]")
    page.click("dialog .list button >> nth=0")
    assert page.inner_text(".card-text") == "Co noc zamykasz kogoś w więzieniu.\n\nWygrywacie z posążkiem za dnia."
    assert serious(page) == []


@pytest.mark.parametrize("kind", ["night", "signs"])
def test_the_menu_leads_to_the_night_and_to_the_signs(page: Page, served: Served, kind: str) -> None:
    show(page, served, MOMENTS["seat"])
    page.click("[data-tool=menu]")
    page.click(f"dialog [data-open={kind}]")
    page.wait_for_selector("dialog .calls li.now" if kind == "night" else "dialog .known li >> nth=5")
    if kind == "night":
        assert page.inner_text("dialog h2") == "Cała noc · 2 z 4"
        assert page.inner_text(".calls li[aria-current=step]").split("\n")[:2] == ["9", "Pastor 2 Bartek"]
        assert "moc już użyta" in page.inner_text(".calls")
    else:
        assert [
            page.get_attribute(f".known li:has-text('{label}') path", "d") for label in ("nie żyje", "więzienie")
        ] == [drawings("ktulu")[sign]["d"] for sign in ("dead", "jail")]
    assert measured(page) == []
    assert serious(page) == []


def test_a_text_of_ones_own_is_turned_to_a_player(page: Page, served: Served) -> None:
    show(page, served, MOMENTS["seat"])
    page.click("[data-tool=menu]")
    page.click("dialog [data-open=own]")
    page.wait_for_selector("dialog [data-own]")
    assert measured(page) == []
    assert serious(page) == []
    page.click("dialog [data-own] >> nth=1")
    assert page.inner_text("dialog.turned") == "Tej osoby nie wolno wskazać."
    page.click("dialog.turned button")
    page.fill("#own", "Twój klient śpi.")
    page.click("dialog .writing button")
    assert page.inner_text("dialog.turned") == "Twój klient śpi."
    assert measured(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("#own")
    page.keyboard.press("Escape")
    assert served.commands == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (1280, 800)])
def test_the_end_leads_on_after_a_second_tap(page: Page, served: Served, width: int, height: int) -> None:
    resize(page, width, height)
    after = [{"id": "rematch", "label": "Rewanż"}, {"id": "/t/friday.toml", "label": "stół friday, 12 graczy"}]
    show(page, served, MOMENTS["over"] | {"after": after})
    assert measured(page) == []
    assert serious(page) == []
    page.click("[data-next=rematch]")
    page.wait_for_selector(".confirming")
    assert "Na pewno?" in page.inner_text("[data-next=rematch]")
    assert [one for one in served.commands if one["do"] == "next"] == []
    with page.expect_response("**/command"):
        page.click("[data-next=rematch]")
    assert measured(page) == []
    page.click(".confirming .small")
    page.click("[data-open=next]")
    page.click("dialog button.answer")
    with page.expect_response("**/command"):
        page.click("dialog [data-next]")
    assert [one["said"] for one in served.commands if one["do"] == "next"] == ["rematch", "/t/friday.toml"]
    show(page, served, MOMENTS["ready"] | {"after": []})
    page.wait_for_selector("dialog", state="detached")
    show(page, served, MOMENTS["over"] | {"after": after})
    page.click("[data-open=past]")
    page.wait_for_selector("dialog .story")
    page.keyboard.press("Escape")


def test_the_lines_of_the_end_are_gone_on_from_under_a_head(page: Page, served: Served, tmp_path: Path) -> None:
    with led(tmp_path / "j.jsonl", "demo") as game:
        to_the_call(game, "Noc 3 · 60b")
        now = game.do("answer", said="yes")
        assert (now["title"], now["now"]) == ("Koniec gry", {"kind": "ready", "text": ""})
        assert game.do("undo")["title"] == "Noc 3 · 60b"
    show(page, served, MOMENTS["seat"] | {"now": now["now"]})
    assert page.inner_text(".actions button") == "Dalej"


def test_a_rematch_begins_on_the_same_page_for_the_devices_that_are_in(tmp_path: Path) -> None:
    journal = tmp_path / "j.jsonl"
    with led(journal, "demo") as game:
        to_the_call(game, "Noc 3 · 60b")
    with running(tmp_path, "resume", journal, "--page", "--no-browser", "--port", free_port()) as program:
        address = program.address
        early = program.command(program.now, "next", said="rematch")
        assert program.request("POST", "/command", early)[0] == 409, "it is not over yet"
        for _ in range(30):
            now = program.now
            if now["now"]["kind"] == "over":
                break
            act = {"do": "answer", "said": "yes"} if now["now"]["kind"] == "ask" else {"do": "go"}
            assert program.send(program.command(now, **act))[0] == 200
        over = next(one for one in program.snapshots() if one["after"])
        assert over["after"][0]["id"] == "rematch"
        assert program.send(program.command(over, "next", said="nothing"))[0] == 409
        assert program.send(program.command(over, "next", said="rematch"))[0] == 200
        begun = program.anew(SECONDS)
        assert (begun["now"]["kind"], begun["title"], begun["after"]) == ("ready", "", [])
        assert program.address == address
    assert len([*tmp_path.rglob("*.jsonl")]) == 2
