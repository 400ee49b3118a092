"""Games led through the page alone, in a real browser on a real server; and what becomes of a page broken off."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from narrator.computer.paths import shipped
from narrator.play import session
from narrator.play.loading import load_table

from tests.foreign import foreign
from tests.page.browsing import let_in
from tests.page.leading_by_taps import ANOTHER, Hand
from tests.page.program import Program, free_port
from tests.sweeps import trial

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE = (390, 844)
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@contextmanager
def opened(
    browser: Browser, program: Program, size: tuple[int, int] = PHONE
) -> Iterator[tuple[BrowserContext, Page]]:
    """The page in a window of this size, let in as the program's own browser was."""
    context = let_in(browser, program, *size, has_touch=True)
    try:
        yield context, visited(context, program)
    finally:
        context.close()


def visited(context: BrowserContext, program: Program) -> Page:
    """The page in a new tab; whatever the browser complains of fails the test."""
    page = context.new_page()
    page.on("pageerror", lambda fault: pytest.fail(str(fault)))
    page.goto(f"http://{program.address}/")
    page.wait_for_selector("[data-answers]")
    return page


@contextmanager
def led(tmp_path: Path, setup: str, seed: int) -> Iterator[Program]:
    """A game under way, at its first question."""
    with Program(tmp_path) as program:
        program.start(
            "lead", setup, "--seed", seed, "--journal", tmp_path / "a.jsonl", "--no-browser", "--port", free_port()
        )
        yield program


@pytest.mark.long
@pytest.mark.parametrize(
    ("setup", "size", "seed"),
    [trial("small", PHONE, 12)]
    + [trial("all-roles", size, seed) for seed in (4, 12) for size in (PHONE, (1280, 800), (1920, 1080), (360, 640))],
    ids=str,
)
def test_a_whole_game_is_led_by_taps_alone(
    browser: Browser, tmp_path: Path, setup: str, size: tuple[int, int], seed: int
) -> None:
    with led(tmp_path, setup, seed) as program, opened(browser, program, size) as (_, page):
        hand = Hand(page, Random(seed))
        steps = 0
        while hand.step():
            steps += 1
            assert not page.evaluate(WIDER), f"step {steps}"
        assert page.query_selector(".won")
        assert hand.taps <= 2 * steps
    assert session.is_over(session.recall(tmp_path / "a.jsonl"))


def werewolf() -> str:
    """A table of Werewolf for fifteen, with every role but the loner's."""
    cards = ["seer", "witch", "guardian", "hunter", "cupid", *["villager"] * 7, *["werewolf"] * 3]
    names = ["Ada", "Bea", "Cyr", "Dan", "Ewa", "Fil", "Gaj", "Hub", "Iga", "Jan", "Kaj", "Lea", "Mia", "Nel", "Olo"]
    people = "".join(f'[[player]]\nname = "{name}"\n' for name in names)
    return f'format = 1\ngame = "night"\nscript = "werewolf"\ncards = {json.dumps(cards)}\n{people}'


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "language"), [("small", "en"), trial("werewolf", "en"), trial("small", "pl"), trial("werewolf", "pl")]
)
def test_a_whole_game_is_led_without_a_word_of_another_language(
    browser: Browser, tmp_path: Path, language: str, game: str
) -> None:
    table = tmp_path / "table.toml"
    rows = werewolf() if game == "werewolf" else shipped("setups/small.toml").read_text("utf-8")
    table.write_text(f'language = "{language}"\n{rows}', "utf-8")
    seen = list[str]()
    with led(tmp_path, str(table), 12) as program, opened(browser, program) as (_, page):
        hand = Hand(page, Random(12))
        while hand.step():
            assert not page.evaluate(WIDER), f"step {len(seen)}"
            seen.append(page.inner_text(".page"))
        seen.append(page.inner_text(".page"))
    people = load_table(table).setup.people.values()
    assert len(seen) > 30
    assert foreign(" ".join(seen), language, people) == set()


@pytest.mark.parametrize(("size", "seed"), [trial((1280, 800), 4), trial((1920, 1080), 12), ((360, 640), 4)], ids=str)
def test_the_first_calls_are_led_by_taps_at_any_size(
    browser: Browser, tmp_path: Path, size: tuple[int, int], seed: int
) -> None:
    with led(tmp_path, "all-roles", seed) as program, opened(browser, program, size) as (_, page):
        hand = Hand(page, Random(seed))
        for step in range(12):
            assert hand.step()
            assert not page.evaluate(WIDER), f"step {step}"


@pytest.mark.long
@pytest.mark.trial
def test_a_reload_at_each_step_of_a_night_shows_the_same(browser: Browser, tmp_path: Path) -> None:
    with led(tmp_path, "small", 3) as program, opened(browser, program) as (_, page):
        hand = Hand(page, Random(3))
        for _ in range(12):
            before = page.inner_text(".page")
            page.reload()
            page.wait_for_selector("[data-answers]")
            assert page.inner_text(".page") == before
            hand.step()
    assert len(given(tmp_path)) == len({*enumerate(given(tmp_path))})


def given(tmp_path: Path) -> list[str]:
    """The answers in the journal."""
    return [
        batch.input
        for batch in session.recall(tmp_path / "a.jsonl").batches
        if batch.input not in ("", "ready", "resume")
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is halted so on Windows")
@pytest.mark.parametrize("seconds", [3, trial(10)])
def test_seconds_without_an_answer_lose_and_double_nothing(browser: Browser, tmp_path: Path, seconds: int) -> None:
    with led(tmp_path, "small", 3) as program, opened(browser, program) as (_, page):
        hand = Hand(page, Random(3))
        hand.step()
        before = page.inner_text(".lines")
        program.halt()
        page.wait_for_selector(".trying")
        page.click("[data-seat][data-answers]")
        page.wait_for_timeout(1000 * seconds)
        program.go_on()
        page.wait_for_selector(".trying", state="detached")
        page.wait_for_selector(".page:not([data-busy])")  # what was tapped came in time, or never
        page.wait_for_function("() => document.querySelector('.paper, .lines') !== null")
        assert len(given(tmp_path)) <= 1
        if not given(tmp_path):
            assert page.inner_text(".lines") == before
            hand.step()
        assert len(given(tmp_path)) == 1


def test_two_tabs_show_the_same_and_the_later_answer_is_refused_with_a_word(browser: Browser, tmp_path: Path) -> None:
    with led(tmp_path, "small", 3) as program, opened(browser, program) as (context, page):
        hand = Hand(page, Random(3))
        hand.step()
        other = visited(context, program)
        other.wait_for_timeout(400)
        seat = other.query_selector("[data-seat][data-answers]")
        assert seat
        stale = other.evaluate("() => document.querySelector('.page').dataset.version")
        hand.step()
        other.wait_for_function(ANOTHER, arg=stale)
        assert other.inner_text(".stage") == page.inner_text(".stage")
        status, told = program.send({"id": "late", "version": stale, "do": "answer", "said": "1"})
        assert (status, told["ok"]) == (409, False)
        assert len(given(tmp_path)) == 1


@pytest.mark.parametrize("times", [2, trial(6)])
def test_a_page_goes_on_by_itself_when_the_server_was_killed(browser: Browser, tmp_path: Path, times: int) -> None:
    with led(tmp_path, "small", 3) as program, opened(browser, program) as (_, page):
        hand = Hand(page, Random(3))
        for _ in range(times):
            hand.step()
            answers = given(tmp_path)
            version = page.evaluate("() => document.querySelector('.page').dataset.version")
            program.kill()
            page.wait_for_selector(".trying")
            program.start("resume", tmp_path / "a.jsonl")
            page.wait_for_function(ANOTHER, arg=version)
            page.wait_for_selector(".trying", state="detached")
            assert given(tmp_path) == [*answers]
