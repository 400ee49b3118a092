"""The program with five phones: an evening of Werewolf from the code to a morning, killed in the middle of a call."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.sitting import CTRL_C, ENTER, Sitting, sitting

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

CARDS = ("werewolf", "seer", "villager", "villager", "villager")
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")
SECONDS = 60.0
"""Longer than any call lasts."""

_SENT = count(1)


class Phone:
    """A player's phone; it knows the place of the server and its own cookie, and nothing else."""

    def __init__(self, place: str) -> None:
        self._place, self._cookie = place, ""
        self.watch: Callable[[], object] = lambda: None
        """What is done again and again while somebody waits: a terminal that nobody reads holds its program up."""
        self._page: dict[str, Any] = {}
        self.over = False

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
        connection = HTTPConnection(self._place, timeout=SECONDS)
        headers = {"Cookie": self._cookie} if self._cookie else {}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Origin": f"http://{self._place}"}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            if cookie := response.getheader("set-cookie"):
                self._cookie = cookie.partition(";")[0]
            return response.status, response.read().decode()
        finally:
            connection.close()

    def follow(self) -> None:
        """Keep the page open from now on, and open it anew whenever it breaks, as a browser does."""
        Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while not self.over:
            connection = HTTPConnection(self._place, timeout=SECONDS)
            with suppress(OSError, HTTPException), closing(connection):
                connection.request("GET", "/phone/events", None, {"Cookie": self._cookie})
                response = connection.getresponse()
                while not self.over and (line := response.readline()):
                    if line.startswith(b"data: {"):
                        self._page = json.loads(line[6:])
            self._page = {}
            time.sleep(0.05)  # there is no event to wait for: the server is not there

    def see(self, happened: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a page of which this is true."""
        over = time.monotonic() + SECONDS
        while not ((page := self._page) and happened(page)):
            self.watch()
            assert time.monotonic() < over, page
        return page

    def asked(self, words: str) -> int:
        """Wait until this is noted on the phone while something can be sent, and give the number of the call."""
        return int(self.see(lambda page: words in page["note"] and page["open"])["call"])

    def lose(self) -> None:
        """Wait until the server is gone."""
        over = time.monotonic() + SECONDS
        while self._page:
            time.sleep(0.01)  # there is no event to wait for
            assert time.monotonic() < over

    def send(self, call: int, said: str) -> None:
        self.ask(
            "POST",
            "/phone/tap",
            {"run": self._page["run"], "call": f"{call:08}", "said": said, "sent": f"{next(_SENT)}"},
        )


def both_want(said: str, *phones: Phone) -> None:
    """Have two players say by phone, by day, what comes next."""
    for phone in phones:
        asked = phone.see(lambda page: bool(page["question"]) and said in page["question"]["choices"])
        phone.send(int(asked["call"]), said)


def let_in(one: Sitting) -> list[Phone]:
    """Have each player take their seat by the code in the terminal."""
    one.see("Once all sit right: Enter.")
    found = re.search(r"Without a camera: (\S+), code (\w+)", one.words)
    assert found
    phones = []
    for seat in range(1, 6):
        phone = Phone(found[1])
        assert phone.ask("GET", f"/phone?t={found[2]}")[0] == 200
        assert phone.ask("POST", "/phone/seat", {"seat": seat})[0] == 200
        phone.watch = one.look
        phone.follow()
        phones.append(phone)
    one.see("Phones: 5 of 5.")
    return phones


def village(folder: Path) -> Path:
    """A table of Werewolf in English, by phones."""
    people = "".join(
        f'[[player]]\nname = "{name}"\ncard = "{card}"\n' for name, card in zip(NAMES, CARDS, strict=True)
    )
    head = 'format = 1\nlanguage = "en"\ngame = "night"\nanswers = "phones"\nvoice = "none"\n'
    table = folder / "table.toml"
    table.write_text(f"{head}{people}", "utf-8")
    return table


def test_an_evening_by_phones_outlives_the_program(tmp_path: Path) -> None:
    table = village(tmp_path)
    (tmp_path / "config.toml").write_text("format = 1\nshow_seconds = 0.5\n")
    how = ("--pace", "0.15", "--config", str(tmp_path / "config.toml"))
    with sitting(tmp_path, "play", str(table), *how, width=100, height=60, own_port=True) as one:
        phones = let_in(one)
        wolf, seer, villager = phones[:3]
        assert wolf.ask("GET", "/phone/card")[0] == 409
        one.type(ENTER).see("Cards seen: 0 of 5.")
        assert "Werewolf" in wolf.ask("GET", "/phone/card")[1]
        one.see("Cards seen: 1 of 5.").type(ENTER)
        both_want("ready", seer, villager)
        wolf.see(lambda page: "Ann" in page["note"])  # it has no fellows
        both_want("night", wolf, villager)
        seer.asked("?")
    for phone in phones:
        phone.lose()
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        for phone in phones:
            phone.watch = one.look
        one.answer("ready", "")
        call = seer.asked("?")
        villager.send(call, "1")
        seer.send(call, "1")
        seer.see(lambda page: "1" in page["note"])
        wolf.send(wolf.asked("?"), "5")
        one.see("What now?")
        assert "Eve" in one.words
        for phone in phones:
            phone.see(lambda page: not page["dark"] and 5 not in page["living"])
            assert "?" not in phone.see(lambda _: True)["note"]
    for phone in phones:
        phone.over = True


def test_a_table_of_keys_has_phones_for_an_evening_and_goes_on_with_them(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.write_text(table.read_text("utf-8").replace('"phones"', '"keys"'), "utf-8")
    with sitting(tmp_path, "play", str(table), "--phones", width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.").type(CTRL_C).end()
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.")


def test_a_game_that_was_broken_off_before_it_began_lets_phones_in_again(tmp_path: Path) -> None:
    table = village(tmp_path)
    with sitting(tmp_path, "play", str(table), width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.").type(CTRL_C).end()
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.")
