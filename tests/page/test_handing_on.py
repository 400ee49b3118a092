"""Whose devices a further game lets in at once: a phone goes with its player, and a moderator with the people."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.evening.handing_on import handed_on
from narrator.page.access import Access, Device, devices_of
from narrator.page.codes import Scope
from narrator.play import session
from narrator.play.journal import read_header
from narrator.play.loading import load_table
from narrator.rooms.headless import HeadlessRoom

from tests.page.led import SECONDS
from tests.page.program import Client
from tests.played import SETUP, whole_game
from tests.sitting import CTRL_C, Sitting, sitting

PEOPLE = ("Łucja", "Bartek", "Żaneta", "Darek", "Ewa")
NEW = ("Franek", "Gosia", "Hubert", "Iza")
"""Who come when Ewa has gone home."""


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of a game that is over, which a moderator, the room and a phone in each seat were let in to."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    journal = tmp_path / "before.jsonl"
    journal.write_bytes(whole_game().journal)
    access = Access(devices_of(read_header(journal)))
    scopes: list[Scope] = ["moderator", "room", "table", *["seat"] * 5]  # type: ignore[list-item]
    for scope in scopes:
        assert access.enter(access.new_token(scope), scope, "10.0.0.2")
    for seat, phone in enumerate([one for one in access.devices if one.scope == "seat"], 1):
        access.seated(phone.key, seat)
    access.serve_at(8150)
    return journal


def following(before: Path, people: tuple[str, ...], game: str = "") -> tuple[bool, Access, list[Device]]:
    """Whether somebody leads the next game of these people at once, its access, and the phones from before."""
    text = SETUP.replace("format = 1", f"format = 1\n{game}")
    for was, name in zip(PEOPLE, people, strict=True):
        text = text.replace(f'"{was}"', f'" {name}"')
    setup = before.with_name("next.toml")
    setup.write_text(text.replace('" ', '"'), "utf-8")
    journal = before.with_name("next.jsonl")
    session.begin(setup, load_table(setup), None, journal, load_config()).journal.close()
    leads = handed_on(before, journal)
    phones = [one for one in Access(devices_of(read_header(before))).devices if one.scope == "seat"]
    return leads, Access(devices_of(read_header(journal))), phones


def scopes(access: Access) -> list[str]:
    return list(dict.fromkeys(one.scope for one in access.devices))


def test_the_same_people_go_on_with_the_same_moderator_wherever_they_sit(before: Path) -> None:
    leads, access, _ = following(before, ("Ewa", "Bartek", "Żaneta", "Darek", "Łucja"))
    assert leads
    assert scopes(access) == ["moderator", "room", "table", "seat"]
    assert access.port == 8150


def test_where_other_people_play_nobody_sees_secrets_who_was_let_in_before(before: Path) -> None:
    """One of them may have led the game before."""
    leads, access, _ = following(before, ("Łucja", "Bartek", "Żaneta", "Darek", "Franek"))
    assert not leads
    assert scopes(access) == ["room", "seat"]
    assert access.port == 8150


def test_in_another_game_nobody_leads_who_led_the_one_before(before: Path) -> None:
    game = 'game = "night"\nscript = "werewolf"\ncards = ["werewolf", "seer", "villager", "villager", "villager"]'
    setup = before.with_name("wolves.toml")
    players = "".join(f'[[player]]\nname = "{name}"\n' for name in PEOPLE)
    setup.write_text(f"format = 1\n{game}\n{players}", "utf-8")
    journal = before.with_name("next.jsonl")
    session.begin(setup, load_table(setup), None, journal, load_config()).journal.close()
    assert not handed_on(before, journal)


def test_nobody_knows_whether_players_without_a_name_are_the_same(before: Path) -> None:
    text = SETUP
    for seat, name in enumerate(PEOPLE, 1):
        text = text.replace(name, f"Gracz {seat}")
    setup = before.with_name("next.toml")
    setup.write_text(text, "utf-8")
    journals = [before.with_name(f"{name}.jsonl") for name in ("one", "other", "rematch")]
    for source, journal in zip((setup, setup, None), journals, strict=True):
        session.begin(source, load_table(setup), None, journal, load_config()).journal.close()
    access = Access(devices_of(read_header(journals[0])))
    access.enter(access.new_token("moderator"), "phone", "10.0.0.2")
    assert not handed_on(journals[0], journals[1])
    assert handed_on(journals[0], journals[2]), "a rematch is of the same people"


def test_a_journal_that_is_gone_lets_nobody_in(before: Path) -> None:
    journal = before.with_name("next.jsonl")
    journal.write_bytes(before.read_bytes())
    before.unlink()
    assert not handed_on(before, journal)


def seated(access: Access, phones: list[Device]) -> list[int]:
    """Where each of the phones from before sits now; 0: nowhere."""
    return [access.seat_of(one.key) for one in phones]


def test_a_phone_goes_with_its_player_and_has_no_seat_where_they_went_home(before: Path) -> None:
    _, access, phones = following(before, ("Ewa", "Bartek", "Łucja", "Franek", "Darek"))
    assert seated(access, phones) == [3, 2, 0, 5, 1]


def test_whoever_took_over_a_seat_takes_it_anew_in_a_rematch(before: Path) -> None:
    """The phone there may be of the one who went home."""
    setup = before.with_name("table.toml")
    setup.write_text(SETUP, "utf-8")
    table, journals = load_table(setup), [before.with_name(f"{name}.jsonl") for name in "ab"]
    stage = session.begin(None, table, 1, journals[0], load_config())
    stage.run(HeadlessRoom(StringIO("ready\noverride\nname\n2\nZenon\n"), StringIO()))
    stage.journal.close()
    again, seed = session.rematch(session.recall(journals[0]), None, load_config(), "", "")
    session.begin(None, again, seed, journals[1], load_config()).journal.close()
    devices = devices_of(read_header(before))
    devices.rename(devices_of(read_header(journals[0])))
    assert again.setup.name(2) == "Zenon"
    assert handed_on(*journals)
    access = Access(devices_of(read_header(journals[1])))
    assert [one.seat for one in access.devices if one.scope == "seat"] == [1, 0, 3, 4, 5]


class Page(Client):
    """The page of a moderator who came in once."""

    def __init__(self, one: Sitting) -> None:
        while not (found := re.search(r"http://([\d.]+:\d+)/#t=(\S{16})(?!\S)", one.shown)):
            one.look()
        self.address = found[1]
        status, headers, _ = self.request("GET", f"/?t={found[2]}")
        assert status == 200
        self.cookie = headers["set-cookie"].partition(";")[0]

    def status(self, one: Sitting) -> int:
        """What this page is answered by the next game's server, once that is there."""
        over = time.monotonic() + SECONDS
        while time.monotonic() < over:
            one.look()
            with suppress(OSError, HTTPException):
                return self.request("GET", "/events")[0]
        raise AssertionError(one.shown)

    def others(self) -> None:
        """Lead the game over its last line, and want another with other people."""
        done = set[str]()
        for now in self.snapshots():
            asked = now["now"]["kind"]
            if now["after"]:
                return self.send(now, do="next", said="others")
            if asked not in ("listen", "over") and now["version"] not in done:
                done.add(now["version"])
                self.send(now, do="go")
        raise AssertionError("it did not end")

    def send(self, now: dict[str, Any], **more: str) -> None:
        assert self.request("POST", "/command", {"id": now["version"], "version": now["version"], **more})[0] == 200


def with_others(home: Path, answers: str) -> Iterator[tuple[Sitting, Page]]:
    """Lead a game from a page to its end, and one with other people after it, of which this was said."""
    game, journal = whole_game(), home / "data" / "narrator" / "games" / "before.jsonl"
    journal.parent.mkdir(parents=True)
    journal.write_bytes(game.journal[: game.ends[-3]])
    how = ("--share", "--no-browser", "--pace", "0", "--voice", "none")
    with sitting(home, "resume", str(journal), *how, width=120, height=60, hurried=True, own_port=True) as one:
        page = Page(one)
        page.others()
        one.answer("Gracz 6", "usuń Ewa").answer("Gracz 5", ", ".join(NEW)).answer("Gracz 9", "")
        one.answer("Kto prowadzi noc", answers).answer("Zaczynamy?", "tak")
        for name in (*PEOPLE[:4], *NEW):
            one.answer(f"{name} Podejdź", "").answer(f"{name}, twoja karta", "")
        yield one, page


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_who_led_and_plays_now_sees_no_card_by_the_page_from_before(tmp_path: Path) -> None:
    for one, page in with_others(tmp_path, "prowadzący"):
        one.answer("Teraz podchodzi prowadzący", "")
        assert page.status(one) == 401


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
def test_where_nobody_leads_after_a_game_led_from_a_page_there_is_no_page(tmp_path: Path) -> None:
    for one, page in with_others(tmp_path, "klawisze"):
        one.see("Czy wszyscy są gotowi?")
        assert page.address not in one.words
        with pytest.raises(OSError, match="refused"):
            page.request("GET", "/events")
        one.type(CTRL_C).end()
        journal = max(
            (tmp_path / "data" / "narrator" / "games").glob("*.jsonl"), key=lambda path: path.stat().st_mtime
        )
        kept = session.recall(journal)
        assert (kept.table.setup.answers, session.saved_options(journal).page) == ("keys", False)


@pytest.mark.parametrize(
    ("language", "code"), [("pl", "wpisz tu kod"), ("en", "type the code"), ("sv", "skriv in koden")]
)
def test_a_page_that_is_left_for_the_next_game_says_that_other_people_need_the_code(language: str, code: str) -> None:
    assert code in texts_of(language).word("pages.cards-on-laptop")
