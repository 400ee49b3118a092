"""The program with five phones: an evening of Werewolf from the code to a morning, killed in the middle of a call."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import pytest

from narrator.page.phones.deciding import THAT_IS_ALL

from tests import forking
from tests.page.program import Client
from tests.played import SETUP, whole_game
from tests.program import at_home
from tests.sitting import CTRL_C, OWN_PORT, PROGRAM, Sitting, sitting

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

CARDS = ("werewolf", "seer", "villager", "villager", "villager")
NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")
SECONDS = 60.0
"""Longer than any call lasts."""

_SENT = count(1)


class Phone(Client):
    """A player's phone; it knows the place of the server and its own cookie, and nothing else."""

    def __init__(self, place: str, events: str = "/phone/events") -> None:
        self.address, self._events = place, events
        self._news = Condition()
        self.watch: Callable[[], object] = self._wait
        """What is done again and again while somebody waits: a terminal that nobody reads holds its program up."""
        self._page: dict[str, Any] = {}
        self._sent: dict[str, str] = {}
        self.over = False

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Ask the server, and keep the cookie that it gives: the status, and what was answered."""
        status, headers, answer = self.request(method, path, body)
        if cookie := headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return status, answer

    def follow(self) -> None:
        """Keep the page open from now on, and open it anew whenever it breaks, as a browser does."""
        Thread(target=self._follow, daemon=True).start()

    def _wait(self) -> None:
        """Wait for another page, but not for long: it may have come before."""
        with self._news:
            self._news.wait(0.1)

    def _turn(self, page: dict[str, Any]) -> None:
        with self._news:
            self._page = page
            self._news.notify_all()

    def _follow(self) -> None:
        while not self.over:
            connection = HTTPConnection(self.address, timeout=SECONDS)
            with suppress(OSError, HTTPException), closing(connection):
                connection.request("GET", self._events, None, {"Cookie": self.cookie})
                response = connection.getresponse()
                while not self.over and (line := response.readline()):
                    if line.startswith(b"data: {"):
                        self._turn(json.loads(line[6:]))
                        self._send_again()
            self._turn({})
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
            self._wait()
            assert time.monotonic() < over

    def send(self, call: int, said: str) -> None:
        self._sent = {"run": self._page["run"], "call": f"{call:08}", "said": said, "sent": f"{next(_SENT)}"}
        self.ask("POST", "/phone/tap", self._sent)

    def _send_again(self) -> None:
        """Send the last tap once more, as a phone's page does twice a second while its call lasts."""
        tap, page = self._sent, self._page
        if tap and (tap["run"], int(tap["call"])) == (page["run"], page["call"]):
            self.request("POST", "/phone/tap", tap)


def want(said: str, *phones: Phone) -> None:
    """Have these players say by phone, by day, what comes next."""
    for phone in phones:
        asked = phone.see(lambda page: bool(page["question"]) and said in offered(page["question"]))
        phone.send(int(asked["call"]), said)


def offered(question: dict[str, Any]) -> list[str]:
    """What may be wished for at a question of the day."""
    return [*question["choices"], *([THAT_IS_ALL] if question["kind"] == "seats" else [])]


def let_in(one: Sitting) -> list[Phone]:
    """Have each player take their seat by the code in the terminal."""
    one.see("Once all sit right: Enter")
    found = re.search(r"Without a camera: (\S+), code (\w+)", one.words)
    assert found, one.words
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


def agree(step: str, *phones: Phone) -> None:
    """Have these players say by phone that it goes on."""
    for phone in phones:
        phone.see(lambda page: page["lobby"] == step)
        assert phone.ask("POST", "/phone/agree", {"step": step, "yes": True})[0] == 200


def television(one: Sitting) -> Phone:
    """Open the room's page by the code in the terminal."""
    found = re.search(r"For a television: (\S+)/room, code (\w+)", one.words)
    assert found, one.words
    screen = Phone(found[1], "/room/events")
    assert screen.ask("GET", f"/room?t={found[2]}")[0] == 200
    screen.watch = one.look
    screen.follow()
    return screen


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
        room = television(one)
        assert wolf.ask("GET", "/phone/card")[0] == 409
        agree("sit", *phones)
        one.see("Cards seen: 0 of 5.")
        assert "Werewolf" in wolf.ask("GET", "/phone/card")[1]["card"]
        one.see("Card not seen yet: Ben, Cid, Dot, Eve. Cards seen: 1 of 5.")
        wolf.see(lambda page: page["missing"] == [2, 3, 4, 5])
        phones[4].ask("POST", "/phone/check", {"late": 5, "sleepy": True})
        one.see("Eve: this phone may go dark")
        agree("look", *phones)
        one.see("Not all phones are ready yet. Please look at yours: Eve.").see("Choices: ready")
        room.see(lambda page: page["phones"] and not page["dark"] and len(page["seats"]) == 5)
        late = Phone(room.address)
        assert late.ask("GET", f"/phone?t={room.ask('GET', '/room/invite')[1]['code']}")[0] == 200
        assert room.ask("GET", "/phone/card")[0] == 401
        want("ready", seer, villager)
        wolf.see(lambda page: "Ann" in page["note"])  # it has no fellows
        want("night", wolf, villager, seer)
        seer.asked("?")
        assert not room.see(lambda page: page["dark"])["seats"]
    room.over = True
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


@contextmanager
def without_terminal(folder: Path, *command: str) -> Iterator[Iterator[str]]:
    """The program where nobody can type, and what it prints; it is killed in the end."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as printed, Path(os.devnull).open("rb") as nothing:
        streams = [nothing.fileno(), write, 2]
        program = forking.start(PROGRAM.format(hurry=OWN_PORT), command, streams, cwd=folder, env=at_home(folder))
        os.close(write)
        try:
            yield iter(printed)
        finally:
            program.kill()
            program.wait()


def seated(printed: Iterator[str], *seats: int) -> list[Phone]:
    """Have phones take these seats by the code that is printed."""
    said = next(line for line in printed if "Without a camera" in line)
    found = re.search(r"Without a camera: (\S+), code (\w+)", said)
    assert found
    phones = [Phone(found[1]) for _ in seats]
    for seat, phone in zip(seats, phones, strict=True):
        phone.ask("GET", f"/phone?t={found[2]}")
        assert phone.ask("POST", "/phone/seat", {"seat": seat})[0] == 200
        phone.follow()
    return phones


def test_phones_alone_lead_to_the_game_where_there_is_no_terminal(tmp_path: Path) -> None:
    phones = list[Phone]()
    with without_terminal(tmp_path, "play", str(village(tmp_path))) as printed:
        try:
            phones = seated(printed, *range(1, 6))  # all from one address
            agree("sit", *phones)
            agree("look", *phones)
            assert any("All phones are ready." in line for line in printed)
            phones[0].see(lambda page: not page["lobby"] and page["line"])
        finally:
            for phone in phones:
                phone.over = True


def test_phones_go_on_after_the_program_was_killed_in_a_night_and_in_a_vote_and_nobody_can_type(
    tmp_path: Path,
) -> None:
    phones, table = list[Phone](), village(tmp_path)
    try:
        with without_terminal(tmp_path, "play", str(table), "--pace", "0.15") as printed:
            phones = seated(printed, *range(1, 6))
            agree("sit", *phones)
            agree("look", *phones)
            want("ready", *phones[:2])
            want("night", *phones[:3])
            phones[0].asked("?")
        for phone in phones:
            phone.lose()
        with without_terminal(tmp_path, "resume", "--pace", "0.15"):
            phones[0].send(phones[0].asked("?"), "5")
            want("hang-vote", *phones[:2])
            want("1", phones[0])  # which nominates
            want(THAT_IS_ALL, *phones[:2])
            phones[3].see(lambda page: page["vote"] and page["voters"] == [1, 2, 3, 4])
        for phone in phones:
            phone.lose()
        with without_terminal(tmp_path, "resume", "--pace", "0.15"):
            for phone in phones[:4]:
                phone.send(phone.see(lambda page: bool(page["vote"]))["call"], "yes")
            phones[4].see(lambda page: 1 not in page["living"])
    finally:
        for phone in phones:
            phone.over = True


def test_a_moderator_answers_at_the_laptop_and_the_woken_read_on_their_phones(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.write_text(table.read_text("utf-8").replace('"phones"', '"moderator"'), "utf-8")
    how = ("--phones", "--pace", "0.3")
    with sitting(tmp_path, "play", str(table), *how, width=100, height=60, own_port=True) as one:
        phones = let_in(one)
        one.answer("Phones: 5 of 5.", "").answer("Cards seen: 0 of 5.", "")
        one.answer("Begin all the same?", "y").answer("Choices: ready", "")
        one.answer("What now?", "night").answer("sure?", "y")
        call = phones[0].see(lambda page: page["dark"] and page["open"])["call"]
        phones[1].send(call, "1")  # counts for nothing
        one.answer("Choices: 1", "1")
        phones[1].see(lambda page: "Ann" in page["note"])
        assert all("Ann" not in phone.see(lambda _: True)["note"] for phone in phones[2:])
    for phone in phones:
        phone.over = True


def test_a_table_of_keys_has_phones_for_an_evening_and_goes_on_with_them(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.write_text(table.read_text("utf-8").replace('"phones"', '"keys"'), "utf-8")
    with sitting(tmp_path, "play", str(table), "--phones", width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.").type(CTRL_C).end()
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.")


def test_a_game_of_keys_that_phones_took_over_says_how_to_have_them_again(tmp_path: Path) -> None:
    table = village(tmp_path)
    table.write_text(table.read_text("utf-8").replace('"phones"', '"keys"'), "utf-8")
    with sitting(tmp_path, "play", str(table), width=100, height=60, own_port=True) as one:
        one.see("Choices: ready").type(CTRL_C).end()
    with sitting(tmp_path, "resume", "--phones", width=100, height=60, own_port=True) as one:
        phones = let_in(one)
        one.see("Phones: 5 of 5.").type(CTRL_C).end()
    for phone in phones:
        phone.over = True
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        one.see("Znów z telefonami: Ctrl-C, potem narrator resume --phones")


def test_a_game_that_was_broken_off_before_it_began_lets_phones_in_again(tmp_path: Path) -> None:
    table = village(tmp_path)
    with sitting(tmp_path, "play", str(table), width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.").type(CTRL_C).end()
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        one.see("Phones: 0 of 5.")


@pytest.mark.trial
def test_where_no_phone_comes_keys_answer_and_everybody_sees_their_card_at_the_laptop(tmp_path: Path) -> None:
    table = village(tmp_path)
    cards = f"cards = {json.dumps(CARDS)}\n"
    table.write_text(cards + re.sub(r"card = .*\n", "", table.read_text("utf-8")), "utf-8")
    with sitting(tmp_path, "play", str(table), width=100, height=60, own_port=True, hurried=True) as one:
        one.answer("Phones: 0 of 5.", "").answer("No phone is in", "keys")
        for name in NAMES:
            one.answer(f"{name} Come and press Enter. Let nobody else look. [Enter]", "")
            one.answer(f"{name}, your card", "")
        one.see("Choices: ready")
        assert "phone" not in one.words
        (journal,) = tmp_path.rglob("games/*.jsonl")
        assert '"answers": "keys"' in journal.read_text("utf-8").replace('":"', '": "')
        one.type(CTRL_C).end()
    with sitting(tmp_path, "resume", width=100, height=60, own_port=True) as one:
        one.see("Choices: ready")


def sits(phone: Phone) -> str:
    """Whose seat this phone has."""
    found = phone.ask("GET", "/phone/table")[1]
    return next((one["name"] for one in found["people"] if one["seat"] == found["seat"]), "")


def test_in_a_game_with_other_people_each_phone_goes_with_its_player(tmp_path: Path) -> None:
    setup = re.sub("format = 1", 'format = 1\nlanguage = "en"\nanswers = "phones"\nvoice = "none"', SETUP)
    for own, name in zip(re.findall('name = "(.+)"', SETUP), NAMES, strict=True):
        setup = setup.replace(own, name)
    game, journal = whole_game(setup), tmp_path / "data" / "narrator" / "games" / "before.jsonl"
    journal.parent.mkdir(parents=True)
    journal.write_bytes(game.journal[: game.ends[-3]])
    how = ("resume", str(journal), "--pace", "0")
    with sitting(tmp_path, *how, places={"LC_ALL": "en_GB.UTF-8"}, width=100, height=60, own_port=True) as one:
        phones = let_in(one)
        one.answer("Phones: 5 of 5.", "").answer("Cards seen: 0 of 5.", "").answer("Begin all the same?", "y")
        assert [sits(phone) for phone in phones] == [*NAMES]
        one.answer("Choices: ready", "").answer("The game is over", "").answer("rematch ·", "rematch").answer(
            "Shall we begin?", "n"
        )
        one.answer("Play with other people?", "y").answer("Player 6", "remove Ben").answer("Player 5", "swap Ann Eve")
        one.answer("Player 5", "Flo, Gus, Hal, Ida").answer("Player 9", "").answer("Who leads the night", "phones")
        one.answer("Shall we begin?", "yes").see("Phones: 4 of 8.")
        assert [sits(phone) for phone in phones] == ["Ann", "", "Cid", "Dot", "Eve"]
        assert phones[1].ask("GET", "/phone/card")[0] == 409
    for phone in phones:
        phone.over = True
