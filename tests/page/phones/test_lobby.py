"""The lobby: who is missing is named to all, more than half lead on by phone, and each phone hears what is amiss."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from narrator.computer.config import Config
from narrator.computer.paths import shipped
from narrator.computer.texts import texts_of
from narrator.evening.options import RunOptions
from narrator.evening.phoned import with_phones
from narrator.games.night import events as e
from narrator.page.phones import seats as seats_of
from narrator.page.phones.inviting import Invitation, WifiNetwork
from narrator.page.phones.lobby import Step
from narrator.page.phones.phones import Phones
from narrator.page.phones.reception import CALM, Reception
from narrator.page.phones.serving import ServedPhones, phones_served
from narrator.page.phones.shared import SharedPage
from narrator.page.serving import listening
from narrator.play import session
from narrator.play.loading import load_table

from tests.page.phones.phoned import PEOPLE, Phone, Served, phoned, reception_of
from tests.played import lead
from tests.waiting import later

DEMO = shipped("setups") / "demo.toml"


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
def served_again(tmp_path: Path, setup: Path = DEMO) -> Iterator[tuple[ServedPhones, Phone]]:
    """A new game's phones, one of which had a seat in the last game and has its page open still."""
    table = load_table(setup).with_setup(answers="phones")
    seed = crc32(tmp_path.name.encode())  # what is kept of devices is found by the seed and the second it began in
    stage = session.begin(None, table, seed, tmp_path / "game.jsonl", Config())
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


def test_a_phone_shows_the_card_that_is_its_players_now(tmp_path: Path) -> None:
    cards = ["changeling", "villager", "villager", "werewolf", "seer"]
    people = "".join(f"[[player]]\nname = 'P{seat}'\ncard = '{card}'\n" for seat, card in enumerate(cards, 1))
    setup = tmp_path / "table.toml"
    setup.write_text(f"format = 1\ngame = 'night'\nscript = 'werewolf'\nlanguage = 'en'\n{people}")
    with served_again(tmp_path, setup) as (new, _):
        stage = new._television._stage
        game = stage.game
        for event in (e.NightBegan(1), e.CardsSwapped(1, 4)):
            stage.state = game.fold(stage.state, event)
        assert [new.seats.card(seat).partition("\n")[0] for seat in (1, 4)] == ["Changeling", "Werewolf"]
        stage.state = game.fold(stage.state, e.CardsChanged(stage.state.swaps))
        assert [new.seats.card(seat).partition("\n")[0] for seat in (1, 4)] == ["Werewolf", "Changeling"]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("looked", [False, True])
def test_once_cards_may_be_seen_a_free_seat_needs_leave_also_in_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, looked: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # nobody types
    with served_again(tmp_path) as (first, _):
        if looked:
            led_on_by_all(first, 1.0)
            fetched = list[bool]()
            with first.phones.watched(lambda: fetched.append(is_kept_if_fetched(first))):
                first.lobby(lambda _: None)
            assert fetched
            assert all(fetched)
    table, stage, _ = session.resume(tmp_path / "game.jsonl", "", "")
    given, bound = list[int](), listening(0, shared=False, texts=texts_of("pl"))
    with closing(stage.journal), phones_served(stage, table, Config(), bound=bound) as again:
        served = Served(bound.getsockname()[1], again._access, again.phones, ())
        late = served.phone()
        later(1.0, lambda: given.append(late.take(2)[0]))
        led_on_by_all(again, 2.0)
        again.lobby(lambda _: None)
        assert given == [409 if looked else 200]
        assert sorted(again.seats.taken) == ([1] if looked else [1, 2])


def is_kept_if_fetched(served: ServedPhones) -> bool:
    page = served.phones.page
    return page.dark or page.joining or page.leaving or bool(served._journal.kept("cards_open"))


@pytest.mark.usefixtures("clock")
def test_a_night_of_keys_goes_on_with_phones_once_they_have_seats_and_have_shown_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # nobody types
    keys = load_table(DEMO).with_setup(answers="keys")
    lead(keys, crc32(tmp_path.name.encode()), tmp_path / "game.jsonl", 2)
    kept, stage, _ = session.resume(tmp_path / "game.jsonl", "", "")
    assert stage.game.view(stage.state, "all").at.dark
    given, bound = list[int](), listening(0, shared=False, texts=texts_of("pl"))
    table = with_phones(kept, RunOptions(phones=True))
    with closing(stage.journal), phones_served(stage, table, Config(), bound=bound) as new:
        phone = Served(bound.getsockname()[1], new._access, new.phones, ()).phone()
        later(1.0, lambda: given.append(phone.take(1)[0]))
        led_on_by_all(new, 2.0)
        later(2.5, lambda: given.append(phone.ask("/phone/card")[0]))
        new.lobby(lambda _: None)
        assert given == [200, 200]


def led_on_by_all(served: ServedPhones, after: float) -> None:
    """Have all players want to go on, first from their seats, then from their cards."""
    steps: tuple[Step, ...] = ("sit", "look")
    for number, step in enumerate(steps):
        for seat in served.phones.people:
            later(after + number, partial(served.seats.lobby.agree, seat, step, yes=True))


def test_where_lines_come_from_a_pipe_cards_are_shown_without_a_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, writes = os.pipe()
    with served_again(tmp_path) as (new, phone), os.fdopen(reads) as piped, os.fdopen(writes, "w"):
        monkeypatch.setattr(sys, "stdin", piped)
        new.lobby(lambda _: None)
        assert phone.ask("/phone/card")[0] == 200
