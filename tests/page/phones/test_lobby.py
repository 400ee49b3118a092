"""The lobby: who is missing is named to all, two lead on by phone, and each phone hears what to change on it."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stdout
from functools import partial
from pathlib import Path

import pyte
import pytest

from narrator.computer.config import Config
from narrator.computer.paths import shipped
from narrator.computer.texts import texts_of
from narrator.page import console
from narrator.page.addresses import Addresses
from narrator.page.codes import LIVES, TRIES
from narrator.page.phones import seats as seats_of
from narrator.page.phones.inviting import FRESH, Invitation, WifiNetwork, invited
from narrator.page.phones.lobby import Step
from narrator.page.phones.phones import Phones
from narrator.page.phones.reception import CALM, Reception
from narrator.page.phones.serving import ServedPhones, phones_served
from narrator.page.phones.shared import SharedPage
from narrator.page.serving import listening
from narrator.play import session
from narrator.play.loading import load_table

from tests.page.phones.phoned import PEOPLE, Phone, Served, phoned
from tests.waiting import later, wait


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with phoned(tmp_path) as served:
        yield served


def agree(phone: Phone, step: object, *, yes: bool = True) -> None:
    assert phone.ask("/phone/agree", "POST", {"step": step, "yes": yes})[0] == 200


def test_who_is_missing_is_shown_to_all_as_it_changes(served: Served) -> None:
    lobby = served.seats.lobby

    def page() -> SharedPage:
        return served.phones.page

    first, second = served.phone(1), served.phone()
    with lobby.step("sit", served.seats.taken):
        assert (page().joining, page().missing) == (True, (2, 3))
        assert second.take(3)[0] == 200
        assert page().missing == (2,)
        assert first.ask("/phone/card")[0] == 409
    with lobby.step("look", served.seats.looked):
        assert (page().joining, page().missing) == (False, (1, 2, 3))
        assert first.ask("/phone/card")[0] == 200
        assert page().missing == (2, 3)
    assert (page().lobby, page().missing, page().agreed) == ("", (), ())


def test_it_takes_two_players_to_go_on(served: Served) -> None:
    lobby, phones = served.seats.lobby, [served.phone(seat) for seat in PEOPLE]
    with lobby.step("look", ()):
        agree(phones[0], "look")
        agree(phones[0], "look")  # in a hurry
        assert not lobby.goes_on()
        agree(phones[1], "look")
        assert lobby.goes_on()
        agree(phones[1], "look", yes=False)
        assert (lobby.goes_on(), served.phones.page.agreed) == (False, (1,))


@pytest.mark.parametrize(("players", "enough"), [(2, 2), (3, 2), (4, 3), (5, 3), (12, 7)])
def test_more_than_half_of_the_players_lead_on_however_few_have_a_phone(
    tmp_path: Path, players: int, enough: int
) -> None:
    people = {seat: f"Gracz {seat}" for seat in range(1, players + 1)}
    with phoned(tmp_path, Phones(people, texts_of("pl")), ()) as table:
        lobby, phones = table.seats.lobby, [table.phone(seat, f"192.0.2.{seat}") for seat in range(1, enough + 1)]
        steps: tuple[Step, ...] = ("sit", "look")
        for step in steps:
            with lobby.step(step, ()):
                assert table.phones.page.needed == enough
                for phone in phones[:-1]:
                    agree(phone, step)
                assert not lobby.goes_on()
                agree(phones[-1], step)
                assert lobby.goes_on()


EIGHT = {seat: f"Gracz {seat}" for seat in range(1, 9)}


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_one_person_with_a_phone_and_a_laptop_leads_on_no_small_table_alone(tmp_path: Path, players: int) -> None:
    people = {seat: f"Gracz {seat}" for seat in range(1, players + 1)}
    with phoned(tmp_path, Phones(people, texts_of("pl")), ()) as table:
        lobby, other = table.seats.lobby, table.phone(players, "192.0.2.9")
        theirs = [table.phone(seat, f"192.0.2.{1 + seat % 2}") for seat in range(1, min(players, 5))]
        with lobby.step("sit", ()):
            for phone in theirs:
                agree(phone, "sit")
                assert not lobby.goes_on()
            assert table.phones.page.needed > len(theirs)
            agree(other, "sit")
            assert lobby.goes_on()


def test_who_has_taken_most_seats_leads_on_neither_alone_nor_with_a_few(tmp_path: Path) -> None:
    with phoned(tmp_path, Phones(EIGHT, texts_of("pl"))) as table:
        lobby, honest = table.seats.lobby, [table.phone(seat, f"192.0.2.{seat}") for seat in (1, 2, 3)]
        greedy = [table.phone(seat, "192.0.2.99") for seat in range(4, 9)]
        with lobby.step("sit", ()):
            for phone in greedy:
                agree(phone, "sit")
            assert (lobby.goes_on(), table.phones.page.needed, lobby.crowded) == (False, 8, [4, 5, 6, 7, 8])
            for phone in honest[:2]:
                agree(phone, "sit")
                assert not lobby.goes_on()
            for phone in greedy[2:]:
                agree(phone, "sit", yes=False)
            assert (lobby.goes_on(), table.phones.page.needed, lobby.crowded) == (False, 5, [])
            agree(honest[2], "sit")
            assert lobby.goes_on()


def test_behind_one_router_all_players_lead_on(tmp_path: Path) -> None:
    with phoned(tmp_path, Phones(EIGHT, texts_of("pl"))) as table:
        lobby, phones = table.seats.lobby, [table.phone(seat) for seat in EIGHT]
        with lobby.step("look", ()):
            for phone in phones[:-1]:
                agree(phone, "look")
                assert not lobby.goes_on()
            agree(phones[-1], "look")
            assert (lobby.goes_on(), table.phones.page.needed) == (True, 8)


@pytest.mark.usefixtures("clock")
def test_the_laptop_names_whose_phones_have_one_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with phoned(tmp_path, Phones(EIGHT, texts_of("pl"))) as table:
        reception = reception_of(table)
        phones = [table.phone(seat, "192.0.2.99" if seat < 4 else f"192.0.2.{seat}") for seat in EIGHT]
        for number, phone in enumerate(phones):
            later(float(number), partial(agree, phone, "sit"))
        with table.seats.lobby.step("sit", ()):
            reception._until_agreed("sit", None, lambda _: None)
        said = " ".join(capsys.readouterr().out.split())
        assert "wszyscy gracze razem: Gracz 1, Gracz 2, Gracz 3." in said
        assert said.endswith("Enter albo 6 osób na telefonach.")


@pytest.mark.usefixtures("clock")
def test_the_laptop_says_that_somebody_tries_codes_and_is_not_flooded(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception = reception_of(served)
    bob, cyla = served.phone(2), served.phone(3)
    for number in range(60):  # from many addresses, for one is heard no more after ten
        wrong = partial(served.access.enter, "WRONG", "", f"192.0.2.{number}")
        later(number / 2, wrong)
    for phone in (bob, cyla):
        later(40.0, partial(agree, phone, "sit"))
    with served.seats.lobby.step("sit", served.seats.taken):
        reception._until_agreed("sit", None, lambda _: None)
    said = capsys.readouterr().out
    assert said.count("Próby wejścia bez kodu") == 6
    assert served.seats.strangers() == []


def test_a_phone_that_changes_its_seat_all_the_time_holds_nobody_up(served: Served) -> None:
    """All others say anew each time that they sit right."""
    lobby, hopper = served.seats.lobby, served.phone(1)
    with lobby.step("sit", served.seats.taken):
        answers = [hopper.take(1 + number % 2)[0] for number in range(20)]
        assert 200 in answers[:3]
        assert set(answers[-3:]) == {200, 409}  # the seat that it has, and the other one
        agree(served.phone(3), "sit")
        for number in range(4):
            hopper.take(1 + number % 2)
        assert served.phones.page.agreed == (3,)


def test_that_all_sit_right_is_said_anew_once_somebody_else_sits_down(served: Served) -> None:
    lobby, first, second = served.seats.lobby, served.phone(1), served.phone()
    with lobby.step("sit", served.seats.taken):
        agree(first, "sit")
        assert second.take(2)[0] == 200
        agree(second, "sit")
        assert not lobby.goes_on()
        agree(first, "sit")
        assert lobby.goes_on()


@pytest.mark.parametrize("step", ["look", "", None, 1, [], "sits"])
def test_a_word_for_another_step_counts_for_nothing(served: Served, step: object) -> None:
    lobby, phones = served.seats.lobby, [served.phone(seat) for seat in PEOPLE]
    for phone in phones:
        agree(phone, step)  # where no lobby is
    assert served.phones.page.agreed == ()
    with lobby.step("sit", ()):
        for phone in phones:
            agree(phone, step)
        assert served.phones.page.agreed == ()


def test_who_has_no_seat_has_no_word(served: Served) -> None:
    strangers = [served.phone(), served.phone()]
    with served.seats.lobby.step("look", ()):
        for phone in strangers:
            agree(phone, "look")
        assert served.phones.page.agreed == ()


def test_each_phone_hears_what_to_change_on_it_and_is_not_ready_meanwhile(served: Served) -> None:
    bob, cyla = served.phone(2), served.phone(3)
    streams = [bob.messages(), cyla.messages()]
    for stream in streams:
        next(stream)
    word = served.phones.texts.word
    for late, sleepy, change in (
        (20.0, True, ["sleepy"]),
        (seats_of.LATE + 1, False, ["late"]),
        (20.0, False, []),
    ):
        text = bob.ask("/phone/check", "POST", {"late": late, "sleepy": sleepy})[1]
        assert json.loads(text)["change"] == [word(f"phone.{one}") for one in change]
        assert served.seats.unready == ([2] if change else [])


def test_a_phone_that_has_left_is_not_ready(served: Served) -> None:
    served.phone(3)
    assert served.seats.unready == [3]


@pytest.mark.parametrize(
    ("said", "given"),
    [("i", False), ("{}", False), ("telefony", False), ("telefony {}X", False), ("Telefony {}", True)],
)
def test_a_phone_gets_a_taken_seat_by_the_word_with_its_sign_alone(served: Served, said: str, *, given: bool) -> None:
    first, second = served.phone(2), served.phone()
    sign = second.wait_for(2)
    invitation = Invitation(served.access, served.addresses, WifiNetwork())
    Reception(served.seats, invitation, served.access)._join(said.format(sign))
    seats = [json.loads(phone.ask("/phone/table")[1])["seat"] for phone in (first, second)]
    assert seats == ([0, 2] if given else [2, 0])


def test_enter_before_all_have_seen_their_cards_is_asked_back(served: Served) -> None:
    served.phone(1)
    reception = reception_of(served)
    with served.seats.lobby.step("look", served.seats.looked):
        led_on = [reception._leads_on("look", said) for said in ("t", "", "n", "", "", "t")]
    assert led_on == [False] * 5 + [True]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("what", ["check", "agree", "seat"])
def test_a_phone_that_changes_its_mind_all_the_time_pushes_no_code_out_of_sight(
    served: Served, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """Each row counts: the code to scan stands above them."""
    reception = reception_of(served)
    bob, cyla = served.phone(2), served.phone(3)
    device = served.access.devices[0]
    change: dict[str, Callable[[bool], object]] = {
        "check": lambda odd: served.seats.check(2, 900.0 * odd, sleepy=not odd),
        "agree": lambda odd: agree(bob, "sit", yes=odd),
        "seat": lambda odd: served.seats.take(device, 1 if odd else 2),
    }
    for number in range(120):
        later(0.5 * number, partial(change[what], bool(number % 2)))
    for phone in (bob, cyla):
        later(90.0, partial(agree, phone, "sit"))
    with served.seats.lobby.step("sit", served.seats.taken):
        reception._until_agreed("sit", None, lambda _: None)
    told = capsys.readouterr().out
    assert "Telefony: 2 z 3" in told
    assert told.count("\n") < 25
    assert len(served.notices) <= 1


@pytest.mark.usefixtures("clock")
def test_what_stood_there_before_is_shown_again_once_it_lasts(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception = reception_of(served)
    bob, cyla = served.phone(2), served.phone(3)
    for after, yes in ((1.0, True), (2.0, False)):
        later(after, partial(agree, bob, "sit", yes=yes))
    for phone in (bob, cyla):
        later(3.0 + CALM, partial(agree, phone, "sit"))
    with served.seats.lobby.step("sit", served.seats.taken):
        reception._until_agreed("sit", None, lambda _: None)
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(".")[0] for line in told if "chcą" not in line and "bez" not in line] == 3 * [
        "Telefony: 2 z 3"
    ]


# ---- Before the lobby, as phones come along from the last game ----


@contextmanager
def served_again(tmp_path: Path) -> Iterator[tuple[ServedPhones, Phone]]:
    """A new game's phones, one of which had a seat in the last game and has its page open still."""
    table = load_table(shipped("setups") / "demo.toml").with_setup(answers="phones")
    stage = session.begin(None, table, 1, tmp_path / "game.jsonl", Config())
    bound = listening(0, shared=False, texts=texts_of("pl"))
    with closing(stage.journal), phones_served(stage, table, Config(), bound=bound) as new:
        served = Served(bound.getsockname()[1], new._access, new.phones, ())
        phone = Phone(served)
        phone.enter_by_code()
        new._access.seated(next(one.key for one in new._access.devices if not one.seat), 1)
        yield new, phone


def test_no_card_of_a_next_game_is_shown_before_all_sit(tmp_path: Path) -> None:
    with served_again(tmp_path) as (new, phone):
        assert (phone.ask("/phone/card")[0], new.seats.looked) == (409, frozenset())
        with new.seats.lobby.step("sit", new.seats.taken):
            assert phone.ask("/phone/card")[0] == 409
        with new.seats.lobby.step("look", new.seats.looked):
            assert phone.ask("/phone/card")[0] == 200


def test_where_lines_come_from_a_pipe_cards_are_shown_without_a_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, writes = os.pipe()
    with served_again(tmp_path) as (new, phone), os.fdopen(reads) as piped, os.fdopen(writes, "w"):
        monkeypatch.setattr(sys, "stdin", piped)
        new.lobby(lambda _: None)
        assert phone.ask("/phone/card")[0] == 200


# ---- Cards at the laptop, and phones that come late ----


def reception_of(served: Served) -> Reception:
    served.seats.notice = lambda words: print(served.phones.texts.told(words))
    return Reception(served.seats, Invitation(served.access, served.addresses, WifiNetwork()), served.access)


def test_who_gets_a_phone_later_has_not_seen_their_card_and_the_laptop_says_that_another_phone_has(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception, thief = reception_of(served), served.phone(3)
    with served.seats.lobby.step("look", served.seats.looked):
        assert thief.ask("/phone/card")[0] == 200
        late = served.phone()
        sign = late.wait_for(3)
        assert [*served.phones.page.missing] == [1, 2]
        reception._show_card(f"telefony {sign}", lambda _: None)
        assert [*served.phones.page.missing] == [1, 2, 3]
        assert "(Cyla) pokazał już inny telefon" in capsys.readouterr().out
        assert late.ask("/phone/card")[0] == 200
        assert [*served.phones.page.missing] == [1, 2]


def test_a_phone_for_a_card_that_was_seen_at_the_laptop_or_by_nobody_says_nothing_of_it(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception = reception_of(served)
    with served.seats.lobby.step("look", served.seats.looked):
        reception._show_card("1", lambda _: None)
        for seat in (1, 2):
            reception._show_card(f"telefony {served.phone().wait_for(seat)}", lambda _: None)
        assert served.phones.page.missing == (2, 3)
    assert "inny telefon" not in capsys.readouterr().out


def test_which_phones_wait_stands_below_a_card_that_wiped_it(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception, late = reception_of(served), served.phone()
    with served.seats.lobby.step("look", served.seats.looked):
        sign = late.wait_for(3)
        reception._show_card("1", lambda _: capsys.readouterr())
        assert f"{sign} (Cyla)" in capsys.readouterr().out


def test_a_card_whose_phone_is_there_is_not_shown_on_the_laptop(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception, shown = reception_of(served), list[int]()
    served.phone(2)
    with served.seats.lobby.step("look", served.seats.looked):
        with served.phones.connected(2):
            reception._show_card("2", shown.append)
        assert (shown, served.phones.page.missing) == ([], (1, 2, 3))
        assert "Bob" in capsys.readouterr().out
        reception._show_card("2", shown.append)  # it is gone
    assert shown == [2]


# ---- How phones come in ----


def test_codes_that_are_asked_for_again_are_those_of_a_network_joined_since(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    here = list[str]()
    addresses = Addresses(8144, shared=True, find=lambda: here)
    reception = Reception(served.seats, Invitation(served.access, addresses, WifiNetwork()), served.access)
    here.append("192.168.1.9")
    reception._join("i")
    assert "192.168.1.9:8144" in capsys.readouterr().out


@pytest.mark.usefixtures("clock")
def test_codes_follow_the_computer_into_another_network_and_nobody_types(served: Served) -> None:
    here, looked = ["192.168.1.7"], list[int]()

    def find() -> list[str]:
        looked.append(1)
        return [*here]

    invitation = Invitation(served.access, Addresses(8144, shared=True, find=find), WifiNetwork())
    before = invitation.codes()
    here[:] = ["172.20.10.3"]
    for _ in range(9):
        assert invitation.codes() == before, "the system is not asked each time"
    wait(2.0)
    assert invitation.codes().place == "172.20.10.3:8144"
    assert "172.20.10.3:8144" in invitation.codes().url
    assert len(looked) == 2


@pytest.mark.parametrize("place", ["192.168.1.9", ""])
def test_the_word_for_phones_says_that_there_is_no_network_and_how_to_ask_again(served: Served, place: str) -> None:
    addresses = Addresses(8144, shared=True, find=lambda: [place] if place else [])
    invitation = Invitation(served.access, addresses, WifiNetwork())
    told = [served.phones.texts.told(words) for words in invited(served.seats, invitation, "")]
    assert [one for one in told if "sieci" in one and "wpisz „telefony”" in one] == told[: 0 if place else 1]
    assert any(addresses.shown in one for one in told)


def test_the_word_for_phones_names_the_addresses_in_other_networks(served: Served) -> None:
    addresses = Addresses(8144, shared=True, find=lambda: ["192.168.1.9", "10.42.0.1"])
    told = invited(served.seats, Invitation(served.access, addresses, WifiNetwork()), "")
    assert any("10.42.0.1:8144" in served.phones.texts.told(words) for words in told)


def test_cards_are_looked_at_and_phones_still_come_in_by_the_word(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reception_of(served)._show_card("telefony", lambda _: None)
    assert served.addresses.shown in capsys.readouterr().out


@pytest.mark.parametrize(("language", "way"), [("pl", "hotspot"), ("en", "hotspot"), ("sv", "surfzon")])
def test_who_cannot_open_the_page_reads_of_a_phones_hotspot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, way: str
) -> None:
    """Many guest networks keep their devices apart: then nothing else helps."""
    with phoned(tmp_path, Phones(PEOPLE, texts_of(language)), ()) as served:
        reception_of(served)._invite()
    assert way in capsys.readouterr().out


class _Window(io.StringIO):
    """A terminal's window of this size, to which lines are written."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.screen)

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._stream.feed(text.replace("\n", "\r\n"))
        return len(text)

    def shows(self, invitation: Invitation) -> bool:
        """Whether the code to scan is whole, with the one to type."""
        drawn = re.sub(r"\x1b\[[\d;]*m", "", console.code(invitation.codes().url, coloured=True)).splitlines()
        rows = [row[: len(drawn[0])] for row in self.screen.display]
        there = any(rows[first : first + len(drawn)] == drawn for first in range(len(rows)))
        text = " ".join(self.screen.display)
        return there and f"{invitation.codes().place}, " in text and " 12. " in text


@pytest.mark.parametrize("language", ["pl", "en", "sv"])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20)])
def test_the_code_is_whole_in_a_small_window_however_many_phones_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, width: int, height: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", str(height))
    people = {seat: f"Aleksandra {seat}" for seat in range(1, 13)}
    addresses = Addresses(8144, shared=True, find=lambda: ["192.168.100.200", "10.0.0.1"])
    window = _Window(width, height)
    with phoned(tmp_path, Phones(people, texts_of(language)), ()) as served, redirect_stdout(window):
        invitation = Invitation(served.access, addresses, WifiNetwork())
        reception = Reception(served.seats, invitation, served.access)
        with served.seats.lobby.step("sit", served.seats.taken):
            reception._invite()
            reception._show_step("sit")
            assert window.shows(invitation)
            for seat in people:
                served.phone(seat)
                reception._show_step("sit")
                assert window.shows(invitation), "\n".join(window.screen.display)


@pytest.mark.usefixtures("clock")
def test_codes_are_the_same_wherever_they_stand_and_others_before_they_are_too_old(served: Served) -> None:
    invitation = Invitation(served.access, served.addresses, WifiNetwork())
    first = invitation.codes()
    wait(FRESH / 2)
    assert invitation.codes() == first
    wait(FRESH / 2)
    second = invitation.codes()
    assert {first.url, first.short}.isdisjoint({second.url, second.short})
    assert 2 * FRESH <= LIVES
    assert served.access.enter(second.short, "Chrome", "192.0.2.1")
    assert served.access.enter(second.url.partition("#t=")[2], "Chrome", "192.0.2.1")


@pytest.mark.usefixtures("clock")
def test_the_codes_that_stood_there_before_are_good_for_a_while(served: Served) -> None:
    """They may have been scanned just now, and a television shows them until it asks again."""
    invitation = Invitation(served.access, served.addresses, WifiNetwork())
    first = invitation.codes()
    wait(FRESH)
    assert invitation.codes() != first
    for code in (first.short, first.url.partition("#t=")[2]):
        assert served.access.enter(code, "Chrome", "192.0.2.1")


def test_the_short_code_that_is_shown_is_good_however_many_wrong_ones_are_tried(served: Served) -> None:
    invitation = Invitation(served.access, served.addresses, WifiNetwork())
    for number in range(2 * TRIES["seat"]):
        shown = invitation.codes()
        assert served.access.is_good(shown.short)
        assert served.access.enter("WRONG", "?", f"10.0.{number // 250}.{number % 250}") is None
    assert served.access.enter(invitation.codes().short, "Chrome", "192.0.2.1")


@pytest.mark.parametrize(
    ("network", "code"),
    [
        (WifiNetwork("Dom", "tajne123"), "WIFI:T:WPA;S:Dom;P:tajne123;;"),
        (WifiNetwork('a;b:c"d\\', "x;y"), 'WIFI:T:WPA;S:a\\;b\\:c\\"d\\\\;P:x\\;y;;'),
        (WifiNetwork("Dom"), "WIFI:S:Dom;;"),
        (WifiNetwork(), ""),
    ],
)
def test_the_networks_own_code_is_what_cameras_read(network: WifiNetwork, code: str) -> None:
    assert network.code == code
