"""A game led inside a browser: what the page asks for, played here in one thread, as there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.page.browser import Inside

NEW = {"what": "new", "game": "werewolf", "language": "en", "deal": "engine"}
SIX = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]


class Page:
    """The other end of the line: it asks what `asks` yields, and remembers all that it is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.asks: Iterator[dict[str, Any]] = iter(())
        self._number = count(1)

    def hear(self, seconds: float) -> str:
        assert seconds > 0
        asked = next(self.asks, {"what": "close"})
        return json.dumps({"id": next(self._number), **asked})

    def post(self, message: str) -> None:
        self.sent.append(json.loads(message))

    @property
    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = next(one["snapshot"] for one in reversed(self.sent) if "snapshot" in one)
        return found

    @property
    def told(self) -> dict[str, Any]:
        return next(one for one in reversed(self.sent) if "to" in one)

    @property
    def journal(self) -> str:
        return "".join(one["journal"] for one in self.sent if "journal" in one)

    def serve(self) -> Page:
        Inside(self).run()
        return self


_IDS = count(1)


def command(page: Page, do: str, **more: Any) -> dict[str, Any]:
    return {
        "what": "command",
        "command": {"id": f"c{next(_IDS)}", "version": page.shown["version"], "do": do, **more},
    }


def taps(page: Page, chance: Random, until: str = "over") -> Iterator[dict[str, Any]]:
    """Go on, or tap what is offered, until the game is in this phase, and over if that is the last."""
    while page.shown["phase"] != until or (until == "over" and not page.shown["outcome"]):
        now = page.shown["now"]
        if now["kind"] != "ask":
            yield command(page, "go")
            continue
        choices = [one["id"] for one in now["choices"]]
        usual = [one for one in ("hang", "night", "over", "yes") if one in choices and chance.random() < 0.6]
        yield command(page, "answer", said=usual[0] if usual else chance.choice(choices or ["none"]))


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    for folder in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{folder}_HOME", str(tmp_path / folder))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    return Page()


def begun(**more: Any) -> Iterator[dict[str, Any]]:
    yield {**NEW, "players": SIX, **more}


@pytest.mark.parametrize("deal", ["engine", "table"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_game_is_led_to_its_end_in_one_thread(page: Page, language: str, deal: str) -> None:
    def asks() -> Iterator[dict[str, Any]]:
        yield from begun(language=language, deal=deal)
        assert len(page.told["told"]["cards"]) == (6 if deal == "engine" else 0)
        yield from taps(page, Random(1))

    page.asks = asks()
    assert page.serve().shown["outcome"]["title"]


def test_the_page_keeps_the_journal_and_a_reload_goes_on_from_it(page: Page, tmp_path: Path) -> None:
    def asks() -> Iterator[dict[str, Any]]:
        yield from begun()
        yield from taps(page, Random(2), "day")

    page.asks = asks()
    before = page.serve()
    again, kept = Page(), tmp_path / "kept.jsonl"
    kept.write_text(before.journal, "utf-8")
    again.asks = iter([{"what": "go-on", "journal": str(kept)}, {"what": "past"}])
    again.serve()
    assert (again.shown["phase"], again.shown["night"]) == ("day", before.shown["night"])
    assert again.journal.startswith(before.journal)
    assert len(next(one["told"]["cards"] for one in again.sent if "to" in one)) == 6


def test_the_journal_is_sent_before_what_follows_from_it(page: Page) -> None:
    page.asks = begun()
    page.serve()
    kinds = [kind for one in page.sent for kind in ("journal", "snapshot") if kind in one]
    assert kinds[:2] == ["journal", "snapshot"]


def test_the_past_is_changed_where_there_is_no_other_thread(page: Page) -> None:
    found = dict[str, Any]()

    def asks() -> Iterator[dict[str, Any]]:
        yield from begun()
        yield from taps(page, Random(2), "day")
        stood = page.shown["version"]
        yield command(page, "undo")
        found["undo"] = page.told
        yield {"what": "words"}  # it is served at the prompt that is put anew
        found["version"] = page.shown["version"]
        assert stood != found["version"]

    page.asks = asks()
    page.serve()
    assert found["undo"]["status"] == 200


@pytest.mark.parametrize(
    ("players", "why"), [(SIX[:2], "players"), ([*SIX[:5], "Ann"], "Ann"), ([*SIX[:5], "nobody"], "nobody")]
)
def test_a_table_that_cannot_be_is_refused_in_words_and_another_begins(
    page: Page, players: list[str], why: str
) -> None:
    def asks() -> Iterator[dict[str, Any]]:
        yield from begun(players=players)
        assert page.told["status"] == 409
        assert why in page.told["told"]["why"]
        yield from begun()
        assert page.told["status"] == 200

    page.asks = asks()
    assert page.serve().shown["phase"] == "start"
