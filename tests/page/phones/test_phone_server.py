"""A seat's phone is let in, bound to its seat, and gets its own page alone; nobody else gets anything."""

from __future__ import annotations

import html
import json
import time
from contextlib import suppress
from itertools import count, cycle, islice, pairwise
from pathlib import Path
from threading import Event, Thread

import pytest

from narrator.answers import Answer, Heard
from narrator.cues import Ask, At
from narrator.ears import Lost
from narrator.page.access import ALIKE, AWAY, DEVICES, Access, Device, Full
from narrator.page.door import TOKEN
from narrator.page.phones.ears import PhoneEars
from narrator.page.phones.phones import TICK
from narrator.page.phones.seats import WANTED
from narrator.page.phones.server import GAP, SIZE
from narrator.rooms.clock import now

from tests.page.phones.forging import forgeries, tap_of
from tests.page.phones.phoned import CARDS, PEOPLE, Phone, phoned, signs_in
from tests.waiting import wait

PATHS = [
    "/phone",
    "/phone/table",
    "/phone/card",
    "/phone/events",
    "/phone/seat",
    "/phone/tap",
    "/phone/check",
    "/static/phone.js",
]
ELSEWHERE = ["/", "/room", "/words", "/events", "/room/events", "/past", "/command", "/cards", "/devices"]
WHOM = Ask(
    at=At(call="sheriff.jail", night=1), line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=20.0
)


def test_a_stranger_is_refused_on_every_route(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        stranger = Phone(served)
        for cookie in ("", "narrator-seat-1=x", f"narrator-seat-{served.port}=x", f"narrator-page-{served.port}=x"):
            stranger.cookie = cookie
            for path in PATHS:
                for method in ("GET", "POST", "PUT", "DELETE"):
                    status, text, headers = stranger.ask(path, method, {"seat": 1} if method != "GET" else None)
                    assert status in (401, 403), (method, path)
                    assert "set-cookie" not in headers
                    assert "Szeryf" not in text
        assert served.seats.taken == set()


def test_a_phone_sees_nothing_but_its_own_page(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(1)
        assert [phone.ask(path)[0] for path in ELSEWHERE] == [401] * len(ELSEWHERE)
        assert [phone.ask(path)[0] for path in PATHS[:4]] == [200] * 4


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_another_origin_taps_nothing(tmp_path: Path, origin: str) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(2)
        assert (
            phone.ask("/phone/tap", "POST", {"run": "", "call": "0", "said": "3", "sent": "x"}, Origin=origin)[0]
            == 403
        )
        assert phone.ask("/phone/seat", "POST", {"seat": 1}, Origin=origin)[0] == 403


def test_nobody_answers_for_another_seat(tmp_path: Path) -> None:
    heard = list[Heard | Lost]()
    with phoned(tmp_path) as served:
        asked, other = served.phone(2), served.phone(1)
        served.phones.begin_call()
        PhoneEars(served.phones).listen(WHOM, heard.append)
        assert {*islice(forgeries(asked, other), 20)} == {200, 401, 403, 421}  # 200 is for the other phone's own tap
        assert heard == []
        assert asked.ask("/phone/tap", "POST", tap_of(asked))[0] == 200
    assert heard == [Answer("3")]


def test_each_phone_has_its_own_card(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        for seat in PEOPLE:
            status, text, _ = served.phone(seat).ask("/phone/card")
            assert (status, json.loads(text)["card"]) == (200, CARDS[seat - 1])
        assert served.seats.looked == {*PEOPLE}


def test_a_cards_length_tells_nothing(tmp_path: Path) -> None:
    cards = ("Szeryf", "Herszt\n\nZabijasz.", "Kurtyzana\n\n" + "W każdej nocy wybierasz kogoś. " * 60)
    with phoned(tmp_path, cards=cards) as served:
        answers = [served.phone(seat).ask("/phone/card") for seat in PEOPLE]
        assert {len(text.encode()) for _, text, _ in answers} == {SIZE}
        assert len({headers["content-length"] for _, _, headers in answers}) == 1


@pytest.mark.parametrize(("lobby", "word"), [("sit", "z"), ("look", "telefony"), ("", "telefony")])
def test_a_wrong_code_names_the_word_that_shows_a_new_one_then(tmp_path: Path, lobby: str, word: str) -> None:
    with phoned(tmp_path) as served:
        served.phones.show(lobby=lobby)
        for path, method, body in (("/phone?t=WRONG", "GET", None), ("/enter", "POST", "")):
            assert f"„{word}”" in html.unescape(Phone(served).ask(path, method, body)[1])


def test_by_night_there_is_no_card(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(1)
        served.phones.begin_call()
        status, text, _ = phone.ask("/phone/card")
        assert status == 409
        assert "Szeryf" not in text


def test_without_a_seat_there_is_neither_card_nor_page(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone()
        assert [phone.ask(path)[0] for path in ("/phone/card", "/phone/events")] == [409, 409]
        assert json.loads(phone.ask("/phone/table")[1])["seat"] == 0


def test_no_card_is_shown_while_seats_are_taken(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(2)
        served.phones.show(joining=True)
        assert phone.ask("/phone/card")[0] == 409
        assert served.seats.looked == set()


def test_one_phone_cannot_read_the_cards_of_others_by_changing_its_seat(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        thief = served.phone(1)
        for seat in (2, 3):
            assert thief.take(seat)[0] == 409
        assert "Szeryf" in thief.ask("/phone/card")[1]
        assert len([words for words in served.notices if "wants" in str(words)]) == 1


def test_while_seats_are_taken_a_free_one_is_for_any_phone_and_another_one_after_it(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(2)
        served.phones.show(joining=True)
        assert phone.take(3)[0] == 200
        assert served.seats.taken == {3}


def test_a_taken_seat_needs_leave_which_the_laptop_is_asked_for(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        first, second = served.phone(2), served.phone()
        for joining in (True, False):
            served.phones.show(joining=joining)
            status, found = second.take(2)
            assert status == 409
            assert "Bob" in found["why"]
        assert [own_seat(one) for one in (first, second)] == [2, 0]
        assert sum("the seat of Bob" in str(words) for words in served.notices) == 1
        [sign] = signs_in(found["why"])
        assert str(served.seats.give_leave(sign)) == "A phone for Bob (1 of 3)."
        assert [own_seat(one) for one in (first, second)] == [0, 2]
        assert first.ask("/phone/card")[0] == 409
        assert "No phone" in str(served.seats.give_leave(sign))  # once


@pytest.mark.parametrize("short", [False, True])
def test_a_phone_that_brings_the_code_again_is_back_at_its_seat(tmp_path: Path, *, short: bool) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(2)
        for _ in range(2):
            code = (served.access.short_code if short else served.access.new_token)("seat")
            for path, method, headers in (
                (f"/phone?t={code}", "GET", {}),
                (f"/?t={code}", "GET", {}),
                ("/enter", "POST", {TOKEN: code}),
            ):
                status, text, headers = phone.ask(path, method, "" if method == "POST" else None, **headers)
                assert status == 200
                assert "/phone" in text
                phone.cookie = headers["set-cookie"].partition(";")[0]
                assert own_seat(phone) == 2
        assert len(served.access.devices) == 1
        (tmp_path / "pages" / "devices.json").unlink()
        phone.ask(f"/phone?t={served.access.new_token('seat')}")
        assert not (tmp_path / "pages" / "devices.json").exists()  # in a loop it would wear the disk
        served.access.throw_out(served.access.devices[0])
        phone.enter_by_code()
        assert own_seat(phone) == 0


def test_the_phone_that_waits_and_the_laptop_show_the_same_sign(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        waiting, other = served.phone(), served.phone()
        why = waiting.take(2)[1]["why"]
        [sign] = signs_in(why)
        assert sign in str(served.notices[-1])
        assert waiting.take(2)[1]["why"] == why
        assert sign not in other.take(2)[1]["why"]


@pytest.mark.usefixtures("clock")
def test_a_sign_that_stands_on_a_phone_still_is_not_the_next_ones(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        served.phone(), served.phone()
        signs = list[str]()
        for device, seat in islice(zip(cycle(served.access.devices), cycle((1, 2, 3)), strict=False), 400):
            signs += signs_in(served.seats.take(device, seat))
            wait(WANTED + 1.0)
            assert "No phone" in str(served.seats.give_leave(signs[-1]))
        assert len(signs) == 400
        assert all(first != second for first, second in pairwise(signs))


def test_so_does_a_free_one_once_cards_were_seen(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone()
        assert phone.take(3)[0] == 409
        assert phone.ask("/phone/card")[0] == 409
        served.seats.give_leave(phone.wait_for(3))
        assert own_seat(phone) == 3


def test_leave_is_for_the_phone_with_the_sign_alone_whoever_asks_after_it(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        first, second = served.phone(), served.phone()
        sign = first.wait_for(3)
        others = [second.wait_for(2), second.wait_for(3)]
        assert served.seats.waiting
        assert "No phone" in str(served.seats.give_leave(others[0]))  # it wants another seat now
        served.seats.give_leave(sign.lower())
        assert [own_seat(one) for one in (first, second)] == [3, 0]
        assert sign not in str(served.seats.waiting)


@pytest.mark.usefixtures("clock")
def test_a_phone_that_asks_again_and_again_keeps_no_other_one_from_asking(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        stranger, player = served.phone(), served.phone()
        for _ in range(12):
            stranger.wait_for(3)
            wait(10.0)
        sign = player.wait_for(2)
        assert f"{sign} (Bob)" in str(served.seats.waiting)
        served.seats.give_leave(sign)
        assert own_seat(player) == 2


@pytest.mark.usefixtures("clock")
def test_phones_that_want_seats_by_turns_do_not_flood_the_laptop(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        strangers = [served.phone() for _ in range(5)]
        for seat in islice(cycle(PEOPLE), 30):
            for stranger in strangers:
                stranger.wait_for(seat)
            wait(0.1)
        assert len(served.notices) == 1
        assert len(signs_in(str(served.seats.waiting))) == 5


def test_by_night_nobody_changes_seats_and_the_laptop_stays_as_it_is(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone, late = served.phone(2), served.phone()
        sign = late.wait_for(3)
        served.notices.clear()
        served.phones.begin_call()
        assert late.take(3)[0] == late.take(2)[0] == 409
        assert served.notices == []
        assert str(served.seats.give_leave(sign)) == "Seats are not changed by night. Wait for the day."
        assert served.seats.waiting is None
        assert [own_seat(one) for one in (phone, late)] == [2, 0]


def test_a_crowd_with_a_code_pushes_no_phone_out(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        seated, looking, code = served.phone(1), served.phone(), served.access.short_code("seat")
        browsers = cycle(("Chrome", "Firefox", "Safari"))
        entries = [Phone(served).ask(f"/phone?t={code}", **{"User-Agent": next(browsers)}) for _ in range(DEVICES)]
        assert [status for status, *_ in entries] == [200] * (ALIKE - 1) + [503] * (DEVICES - ALIKE + 1)
        assert served.phones.texts.word("phones.door-full") in entries[-1][1]
        for address in range(2 * DEVICES):
            with suppress(Full):
                served.access.enter(served.access.new_token("seat"), "Chrome", f"192.0.2.{address}")
        assert [own_seat(one) for one in (seated, looking)] == [1, 0]
        assert looking.ask("/phone/table")[0] == 200


def test_phones_that_went_away_without_a_seat_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    access, clock = Access(tmp_path / "devices.json"), 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: clock)

    def enter() -> Device:
        assert access.enter(access.new_token("seat"), "Chrome", "192.0.2.7")
        return access.devices[-1]

    first = enter()
    access.seated(first.key, 1)
    away = [enter() for _ in range(ALIKE)]
    with pytest.raises(Full):
        enter()
    clock += AWAY
    enter()
    assert first.key in [one.key for one in access.devices]
    assert away[0] not in access.devices


def test_strangers_at_a_few_addresses_keep_no_player_out_and_push_none_out(tmp_path: Path) -> None:
    access, cookies = Access(tmp_path / "devices.json"), list[str]()

    def enter(address: str) -> str:
        found = access.enter(access.new_token("seat"), "Chrome", address)
        assert found
        return found[1]

    cookies = [enter("192.0.2.1")]
    for stranger in islice(cycle(("198.51.100.1", "198.51.100.2", "198.51.100.3", "198.51.100.4")), 2 * DEVICES):
        with suppress(Full):
            enter(stranger)
    cookies += [enter(f"192.0.2.{player}") for player in range(2, 31)]
    assert all(map(access.known, cookies))
    assert len(access.devices) == DEVICES


def test_the_time_in_which_a_phone_takes_a_seat_is_not_renewed_by_resuming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = 1000.0
    for name in ("monotonic", "time"):
        monkeypatch.setattr(time, name, lambda: clock)

    def enter() -> object:
        access = Access(tmp_path / "devices.json")  # the program goes on
        return access.enter(access.new_token("seat"), "Chrome", "192.0.2.7")

    for _ in range(ALIKE):
        assert enter()
    clock += AWAY - 1
    with pytest.raises(Full):
        enter()
    clock += 1
    assert enter()


def own_seat(phone: Phone) -> int:
    return int(json.loads(phone.ask("/phone/table")[1])["seat"])


@pytest.mark.parametrize("seat", [0, 4, -1, "1", None, True, 1.0, [1]])
def test_there_are_no_other_seats(tmp_path: Path, seat: object) -> None:
    with phoned(tmp_path) as served:
        assert served.phone().take(seat)[0] == 409
        assert served.seats.taken == set()


def test_a_seat_outlives_the_program(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(3)
        cookie = phone.cookie.partition("=")[2]
    again = Access(tmp_path / "pages" / "devices.json")
    found = again.known(cookie)
    assert found is not None
    assert (found.scope, found.seat) == ("seat", 3)
    assert cookie not in (tmp_path / "pages" / "devices.json").read_text()


def test_devices_that_were_kept_before_there_were_seats_are_still_in(tmp_path: Path) -> None:
    file = tmp_path / "devices.json"
    kept = {"key": "a" * 64, "scope": "moderator", "name": "Firefox", "address": "192.0.2.7", "since": 1.0}
    file.write_text(json.dumps({"port": 8144, "devices": [kept]}))
    found = Access(file)
    assert found.whole
    assert [(one.scope, one.seat) for one in found.devices] == [("moderator", 0)]


def test_all_messages_are_as_long_and_a_note_goes_to_its_phone_alone(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phones = [served.phone(seat) for seat in PEOPLE]
        served.phones.begin_call()
        served.phones.write([2], "Karta: Szeryf.")
        streams = [islice(phone.messages(), 3) for phone in phones]
        for seat, stream in enumerate(streams, 1):
            for message, found in stream:
                assert len(message) == SIZE
                assert found["note"] == ("Karta: Szeryf." if seat == 2 else "")


def test_by_night_messages_come_at_fixed_moments_whatever_happens(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(1)
        served.phones.begin_call()
        moments = []
        for number, _ in enumerate(phone.messages()):
            moments.append(now())
            served.phones.write([1], f"{number}")
            served.phones.show(line=f"{number}")
            if number == 4:
                break
        assert moments[-1] - moments[0] > 3.5 * TICK, "a message came before its moment"


def test_by_day_what_changes_comes_at_once(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        messages = served.phone(1).messages()
        next(messages)
        served.phones.show(line="Dzień.")
        assert next(found for _, found in messages if found["line"])["line"] == "Dzień."


def test_by_day_phones_get_no_more_messages_however_fast_somebody_taps(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        over = Event()

        def flood() -> None:
            for number in count():
                if over.is_set():
                    return
                served.phones.show(line=f"{number}")

        flooding, messages = Thread(target=flood), served.phone(1).messages()
        next(messages)
        began = now()
        flooding.start()
        for _ in range(10):
            next(messages)
        over.set()
        flooding.join()
        assert now() - began > 9 * GAP * 0.9


def test_a_phone_that_may_go_dark_or_is_slow_is_named(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        for seat, late, sleepy in ((1, 20.0, False), (2, 20.0, True), (3, 900, False)):
            assert served.phone(seat).ask("/phone/check", "POST", {"late": late, "sleepy": sleepy})[0] == 200
        told = [served.phones.texts.told(words) for words in served.seats.doubts]
        assert [words.partition(":")[0] for words in told] == ["Bob", "Cyla"]
        for nonsense in ({}, {"late": "x"}, {"late": None}, {"late": True}, [1]):
            assert served.phone().ask("/phone/check", "POST", nonsense)[0] == 200
        assert len(served.seats.doubts) == 2


def test_a_phone_is_there_as_long_as_its_page_is_open(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(2)
        messages = phone.messages()
        next(messages)
        assert served.phones.there == {2}
        messages.close()  # type: ignore[attr-defined]
        over = now() + 10.0
        while served.phones.there and now() < over:
            served.phones.show(line="")  # what is sent finds out that nobody is there
        assert served.phones.there == set()


def test_a_tap_is_heard_and_its_answer_says_nothing(tmp_path: Path) -> None:
    with phoned(tmp_path) as served:
        asked, asleep = served.phone(2), served.phone(1)
        served.phones.begin_call()
        heard = list[Heard | Lost]()
        PhoneEars(served.phones).listen(WHOM, heard.append)
        call = served.phones.page.call
        answers = [asleep.tap("3", call), asked.tap("99", call), asked.tap("3", call), asked.tap("1", call)]
        assert heard == [Answer("3")]
        assert len({*answers}) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"call": "1"},
        {"call": "1", "said": "3", "sent": "x"},
        {"run": "", "call": 1, "said": "3", "sent": "x"},
        {"run": "", "call": "-1", "said": "3", "sent": "x"},
        {"run": "", "call": "²", "said": "3", "sent": "x"},
        {"run": "", "call": "1", "said": 3, "sent": "x"},
        {"run": "", "call": "1", "said": "3" * 500, "sent": "x"},
        {"run": "", "call": "1", "said": "3", "sent": None},
        {"run": "", "call": "9" * 5000, "said": "3", "sent": "x"},
        [1],
        "x",
    ],
)
def test_nonsense_taps_nothing(tmp_path: Path, body: object) -> None:
    with phoned(tmp_path) as served:
        phone = served.phone(2)
        served.phones.begin_call()
        heard = list[Heard | Lost]()
        PhoneEars(served.phones).listen(WHOM, heard.append)
        assert phone.ask("/phone/tap", "POST", body)[:2] == (200, "{}")
        assert heard == []
