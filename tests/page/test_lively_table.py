"""A lively table: people tap while the laptop still speaks, and two of them at once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from narrator.cues import Ask, Part
from narrator.mouth.ambience import ambience_of
from narrator.page import commands, voices
from narrator.rooms.captions import NoMouth
from narrator.rooms.soundscape import Soundscape

from tests.page.asking import Asking, asking
from tests.page.led import SECONDS, Led, led, led_again
from tests.page.shown import SETTLED
from tests.page.tables import BEGUN, FLUXX, Finger, table, visited
from tests.test_soundscape import Noted

if TYPE_CHECKING:
    from playwright.sync_api import Browser


_NUMBERS = count(1)
BOARD = FLUXX.replace('"counts"', '"board"')


class SlowMouth(NoMouth):
    """Says each line until it is hushed."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._begun, self._over = Event(), Event()
        self.slow = False

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002
        self._over.clear()
        self.said.append(text)
        self._begun.set()
        if self.slow:
            assert self._over.wait(SECONDS), "nobody hushed it"

    def hush(self) -> None:
        self._over.set()

    def fall_silent(self) -> None:
        """Say from now on what there is in no time."""
        self.slow = False
        self.hush()

    def heard(self, command: Any) -> str:
        """The line that is being said once this was done."""
        self._begun.clear()
        command()
        assert self._begun.wait(SECONDS)
        return self.said[-1]


@pytest.fixture
def mouth(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowMouth]:
    speaks = SlowMouth()
    monkeypatch.setattr(voices, "sound", lambda *_: (speaks, Soundscape()))
    yield speaks
    speaks.fall_silent()


@contextmanager
def read(folder: Path, mouth: SlowMouth, setup: str = BOARD) -> Iterator[Led]:
    """Anna's first turn, read by a laptop that takes its time."""
    with led(folder / "a.jsonl", table(folder, setup), reader="laptop") as found:
        for said in BEGUN:
            found.do("answer", said=said)
        mouth.slow = True
        yield found
        mouth.fall_silent()


@pytest.fixture
def game(tmp_path: Path, mouth: SlowMouth) -> Iterator[Led]:
    with read(tmp_path, mouth) as found:
        yield found


def given(game: Led) -> list[str]:
    return [step.said for step in game.leading.game.stage.past if step.said][len(BEGUN) :]


def tap(game: Led, said: str, device: str = "Anna's", version: str = "") -> tuple[int, dict[str, Any]]:
    """Tap a command on a phone, which shows the last picture, or an older one."""
    version = version or game.now["version"]
    sent = {"id": f"t{next(_NUMBERS)}", "version": version, "do": "answer", "said": said}
    return game.leading.commands.result(sent, "table", device)


def test_a_tap_cuts_the_laptop_short_and_is_taken(game: Led, mouth: SlowMouth) -> None:
    assert mouth.heard(lambda: tap(game, "rule draw 4")) == "Anna, dobierz jeszcze 3."
    now = game.now["now"]
    assert (now["kind"], game.now["can"]["undo"]) == ("listen", True)
    assert "rule draw 2" in [one["id"] for group in now["commands"] for one in group["choices"]]
    assert tap(game, "end-turn", "Bartek's") == (200, {"ok": True})
    game.see(lambda: given(game) == ["rule draw 4", "end-turn"])


def test_no_line_is_begun_before_the_next_prompt(tmp_path: Path, mouth: SlowMouth) -> None:
    with read(tmp_path, mouth, FLUXX) as game:
        mouth.heard(lambda: tap(game, "rule draw 4"))
        mouth.heard(lambda: tap(game, "play goal"))
        assert mouth.said[-2] == "Anna, dobierz jeszcze 3."
        assert mouth.said[-1].startswith("Nowy Cel.")


def test_what_cannot_be_done_next_hushes_nobody(game: Led, mouth: SlowMouth) -> None:
    line = mouth.heard(lambda: tap(game, "rule draw 4"))
    for said in ("drop goal", "rule draw 9", "nonsense"):
        assert tap(game, said)[0] == 409
    assert mouth.said[-1] == line
    assert game.now["now"]["kind"] == "listen"
    assert given(game) == ["rule draw 4"]


def test_undo_is_taken_while_the_laptop_speaks(game: Led, mouth: SlowMouth) -> None:
    mouth.heard(lambda: tap(game, "rule draw 4"))
    assert game.send("undo")[0] == 200
    game.see(lambda: game.now["slips"][0]["text"] == "1")


def test_a_prompt_that_opens_meanwhile_is_the_one_that_was_tapped(game: Led, mouth: SlowMouth) -> None:
    mouth.slow = False
    mouth.heard(lambda: tap(game, "rule draw 4"))
    now = game.until("ask")
    assert tap(game, "end-turn", version=f"{now['version']}+")[0] == 200


def test_the_same_tap_of_two_people_counts_once(game: Led, monkeypatch: pytest.MonkeyPatch) -> None:
    first = game.now["version"]
    tap(game, "doom 2 +2")
    assert tap(game, "doom 2 +2") == (200, {"ok": True}), "a finger that slipped"
    status, told = tap(game, "doom 2 +2", "Celina's")
    assert (status, told["why"].partition(". ")[0]) == (409, "Przed chwilą: zagłada Bartek +2")
    game.see(lambda: given(game) == ["doom 2 +2"] and game.now["version"] != first)
    monkeypatch.setattr(commands, "TWICE", 0.0)
    assert tap(game, "doom 2 +2")[0] == 200, "later it is meant"
    game.see(lambda: given(game) == ["doom 2 +2", "doom 2 +2"])


def test_who_was_slower_is_told_what_happened(game: Led, mouth: SlowMouth) -> None:
    mouth.slow = False
    before = game.now["version"]
    game.do("answer", said="end-turn")
    status, told = tap(game, "play goal", "Celina's", before)
    assert (status, told["why"].partition(". ")[0]) == (409, "Przed chwilą: koniec tury")
    game.do("answer", said="join")
    before = game.now["version"]
    game.do("answer", said="Ewa")
    assert "Kto się dosiada? Ewa." in tap(game, "none", "Celina's", before)[1]["why"]
    before = game.now["version"]
    game.do("undo")
    assert "Przed chwilą: Cofnij." in tap(game, "play goal", "Celina's", before)[1]["why"]
    assert given(game) == ["end-turn", "join", "Ewa", "undo"]


def test_two_who_tap_at_once_while_it_speaks_are_one_after_the_other(game: Led, mouth: SlowMouth) -> None:
    mouth.heard(lambda: tap(game, "rule draw 4"))
    version, answers = game.now["version"], list[int]()
    taps = [
        Thread(target=lambda said=said: answers.append(tap(game, said, said, version)[0]))
        for said in ("play goal", "doom 2 +1")
    ]
    for one in taps:
        one.start()
    for one in taps:
        one.join()
    assert sorted(answers) == [200, 409]
    game.see(lambda: len(given(game)) == 2)


def test_a_night_with_secrets_is_heard_in_full(tmp_path: Path, mouth: SlowMouth) -> None:
    with led(tmp_path / "a.jsonl", "small", pace=0.0, reader="laptop") as game:
        mouth.slow = True
        line = mouth.heard(lambda: game.send("go"))
        assert game.now["now"] == {"kind": "listen"}
        assert not any(game.now["can"].values())
        for do in ("go", "undo", "answer"):
            status, told = game.send(do, said="1")
            assert (status, told["why"]) == (409, "Narrator mówi. Spróbuj za chwilę.")
        assert mouth.said[-1] == line
        mouth.fall_silent()


def test_a_tap_changes_nothing_in_a_game_of_secrets_while_the_laptop_speaks(tmp_path: Path, mouth: SlowMouth) -> None:
    with led(tmp_path / "a.jsonl") as game:
        holder = game.go_to("Kto z bandytów przechowa posążek?")["now"]["choices"][0]["id"]
    with led_again(tmp_path / "a.jsonl", pace=0.0, reader="laptop") as game:
        one = game.leading.game
        game.do("go")
        game.until("ask")
        mouth.slow = True
        line = mouth.heard(lambda: game.send("answer", said=holder))
        due = one.rules.cue(one.told_out(one.stage.state))
        assert isinstance(due, Ask)
        assert (due.to, "night" in due.choices) == ("all", True), "what all are asked next could be tapped"
        before, past = game.now, len(one.stage.past)
        assert (before["now"], any(before["can"].values())) == ({"kind": "listen"}, False)
        for do in ("answer", "undo", "pause", "jump", "go"):
            status, told = game.send(do, said="night", step=1)
            assert (status, told["why"]) == (409, "Narrator mówi. Spróbuj za chwilę."), do
        assert (game.now, len(one.stage.past), mouth.said[-1]) == (before, past, line)
        mouth.fall_silent()


# ---- What sounds between the lines ----


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Noted:
    noted = Noted()
    sounds = lambda *_: (SlowMouth(), Soundscape(noted, ambience_of("wind"), 1.0))  # noqa: E731 - it stands in
    monkeypatch.setattr(voices, "sound", sounds)
    return noted


def test_the_ambience_follows_doom_until_somebody_switches_it_off(tmp_path: Path, player: Noted) -> None:
    with led(tmp_path / "a.jsonl", table(tmp_path, BOARD), reader="laptop") as game:
        for said in (*BEGUN, "doom 2 +2", "doom 3 +3", "rescue 3 +1", "play goal"):
            game.do("answer", said=said)
        assert [gain for gain, _ in player.fades] == [0.2, 0.5, 0.4]
        assert json.loads(game.leading.broadcast.snapshots["table"])["can"]["ambience"]
        sent = {"id": "off", "version": game.now["version"], "do": "ambience"}
        assert game.leading.commands.result(sent, "table")[0] == 200
        assert game.until(after=sent["version"])["notices"] == ["Tło wyłączone."]
        game.do("answer", said="doom 2 +3")
        assert [gain for gain, _ in player.fades][-2:] == [0.0, 0.0]
        game.do("ambience")
        for said in ("win 3", "end"):
            game.do("answer", said=said)
        game.see(lambda: game.now["now"]["kind"] == "over")
        assert [gain for gain, _ in player.fades][-2:] == [0.7, 0.0]


def test_a_game_of_seats_has_its_ambience_as_ever(tmp_path: Path, player: Noted) -> None:
    with led(tmp_path / "a.jsonl", "small", reader="laptop", pace=0.0) as game:
        assert game.send("ambience")[0] == 409
        assert (game.now["can"]["ambience"], player.fades) == (False, [])


# ---- On a phone ----


@pytest.fixture
def aloud(tmp_path: Path, mouth: SlowMouth) -> Iterator[Asking]:
    with asking(tmp_path, setup=table(tmp_path, BOARD), reader="laptop") as found:
        for said in BEGUN:
            found.game.do("answer", said=said)
        mouth.slow = True
        yield found


def test_the_next_player_taps_while_the_laptop_speaks(browser: Browser, aloud: Asking, mouth: SlowMouth) -> None:
    with visited(browser, aloud) as page, visited(browser, aloud) as other:
        finger = Finger(page)
        finger.tap("[data-slip=draw]", "dialog [data-said='rule draw 4']")
        finger.shown("draw", "4")
        assert page.get_attribute(".page", "data-kind") == "listen"
        theirs = Finger(other)
        theirs.shown("draw", "4")  # else they tap an older picture, and are answered that Anna was quicker
        theirs.tap("[data-said=end-turn]")
        page.wait_for_function("() => document.querySelector('[aria-current]').dataset.player === '2'")
        finger.tap("[data-player='2']", "dialog [data-said='doom 2 +1']")
        page.wait_for_function("() => document.querySelector('[data-player=\"2\"] .counts b').textContent === '1'")
        assert given(aloud.game) == ["rule draw 4", "end-turn", "doom 2 +1"]
        mouth.fall_silent()


def test_a_finger_that_taps_twice_taps_once(browser: Browser, aloud: Asking, mouth: SlowMouth) -> None:
    mouth.slow = False
    with visited(browser, aloud) as page:
        page.wait_for_timeout(SETTLED)
        page.locator("[data-said=end-turn]").dblclick(delay=20)
        page.wait_for_function("() => document.querySelector('[aria-current]').dataset.player === '2'")
        page.wait_for_timeout(SETTLED)
        assert given(aloud.game) == ["end-turn"]
        assert page.locator(".told").count() == 0


def test_who_was_slower_reads_it_while_the_game_goes_on(browser: Browser, aloud: Asking, mouth: SlowMouth) -> None:
    mouth.slow = False
    with visited(browser, aloud) as page:
        page.wait_for_timeout(SETTLED)
        page.route("**/command", lambda route: (aloud.game.do("answer", said="end-turn"), route.continue_()))
        page.tap("[data-said=skip]")
        page.wait_for_selector(".told:has-text('Przed chwilą: koniec tury.')")
        now = aloud.game.do("answer", said="play goal")
        page.wait_for_selector(f'.page[data-version="{now["version"]}"]')
        assert page.locator(".told").count() == 1
