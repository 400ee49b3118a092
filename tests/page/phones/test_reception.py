"""The reception: how phones come in by codes and by the word, and cards that are shown at the laptop instead."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pyte
import pytest

from narrator.computer.texts import texts_of
from narrator.page import console
from narrator.page.addresses import Addresses
from narrator.page.codes import LIVES, TRIES
from narrator.page.phones.inviting import FRESH, Invitation, WifiNetwork, invited
from narrator.page.phones.phones import Phones
from narrator.page.phones.reception import Reception

from tests.page.phones.phoned import PEOPLE, Served, phoned, reception_of
from tests.waiting import wait

# ---- Cards at the laptop, and phones that come late ----


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
