"""The finale: who has won, who was who and until when, where the statue went, what made the difference, and then."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from io import StringIO
from itertools import pairwise
from random import Random

import pytest
from rich.console import Console

from narrator.cues import Ask, At, End, Part
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.finale import Quest
from narrator.games.ktulu.sides import WINS
from narrator.games.night.flow.undoing import remaining
from narrator.games.night.state.state import State
from narrator.games.night.told.ending import TURNS
from narrator.games.view import Finale, Outcome, SeatView, View
from narrator.play.log import happened, told_aloud
from narrator.rooms import finale_page
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.lettering import HEIGHT, large
from narrator.rooms.plain import PlainScreen
from narrator.rooms.screen import Screen
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import message

from tests.invariants.gathering import gather
from tests.mishaps.happenings import USUAL, Guests
from tests.polish import KTULU
from tests.scenario import SCRIPT
from tests.terminal import Terminal
from tests.test_told_games import Evening
from tests.waiting import Typing

GAMES = 12
NEXT = Ask(
    at=At(phase="over"),
    line="",
    text=KTULU.word("screen.what-next"),
    to="all",
    kind="choice",
    choices=("summary", "story", "rematch", "over"),
)
QUICK = replace(USUAL, late=0.2, hurry=0.5)
SIZES = [(60, 20), (80, 24), (132, 50)]


@cache
def evening(number: int) -> Evening:
    """A game of random people, to its end."""
    chance = Random(f"finale {number}")
    one = Evening(Ktulu(gather(chance, SCRIPT), SCRIPT), chance.getrandbits(32))
    one.play(Guests(chance, QUICK), 5000)
    return one


@cache
def happenings(number: int) -> list[tuple[State, e.Event]]:
    """All that happened there and was not undone."""
    one = evening(number)
    return [*remaining(happened(one.game, one.steps()))]


@cache
def finale(number: int) -> Finale:
    one = evening(number)
    return one.game.finale(happened(one.game, one.steps()), KTULU)


@cache
def ended() -> list[int]:
    """The games that came to their end."""
    return [number for number in range(GAMES) if evening(number).state.winner]


@pytest.fixture
def number(nth: int) -> int:
    return ended()[nth]


over = pytest.mark.parametrize("nth", range(GAMES // 2))  # none is played until a test runs


def test_enough_games_came_to_their_end() -> None:
    assert len(ended()) > GAMES // 2


# ---- What is summed up ----


@over
def test_those_who_are_out_have_a_fate_and_nobody_else(number: int) -> None:
    state = evening(number).state
    assert {*finale(number).fates} == {*(state.dead | state.escaped)}
    for seat, fate in finale(number).fates.items():
        assert re.fullmatch(r"(†|ucieczka,|wyjście,) (noc|dzień) \d+", fate), fate
        assert fate.startswith("ucieczka") is (seat in state.escaped)


@over
def test_the_way_goes_move_by_move_to_the_last_holder(number: int) -> None:
    state, way = evening(number).state, finale(number).chapters
    assert len({line.partition(": ")[2] for line in way}) == len(way), "where it stays, nothing is told again"
    assert way[0].startswith("Noc zerowa: ")
    moves = [event.to for _, event in happenings(number) if isinstance(event, e.StatueMoved)]
    assert state.setup.name(moves[-1]) in way[-1]
    paths = [line.partition(": ")[2].replace(" (podrzucony)", "").split(" → ") for line in way]
    assert all(before[-1] == after[0] for before, after in pairwise(paths))


@over
def test_what_made_the_difference_is_three_things_that_happened(number: int) -> None:
    turns, state = finale(number).turns, evening(number).state
    kinds = (e.Killed, e.Escaped, e.Revived, e.StatueMoved, e.Marked, e.Overridden)
    weighty = [event for before, event in happenings(number) if isinstance(event, kinds) and before.phase != "zero"]
    assert min(len(weighty), 1) <= len(turns) <= TURNS
    assert all(re.match(r"(Noc|Dzień) \w+: |Początek: ", turn) and turn.endswith(".") for turn in turns)
    assert all(any(name in turn for name in state.setup.people.values()) for turn in turns)
    assert "  " not in " ".join(turns)


def test_the_statue_weighs_most() -> None:
    found = [turn for number in range(GAMES) for turn in finale(number).turns]
    assert any("posążek zmienia stronę" in turn or "Posążek bierze" in turn for turn in found)
    assert any("wychodzi na jaw" in turn for turn in found)


def test_a_game_that_is_not_over_has_no_finale() -> None:
    one = next(evening(number) for number in range(GAMES) if evening(number).state.winner)
    part = [*happened(one.game, one.steps()[:-40])]
    assert one.game.finale(part, KTULU) == Finale()


@pytest.mark.parametrize("winner", [*KTULU.group("finale.pictures")])
def test_every_winner_has_a_picture_of_letters_that_fits(winner: str) -> None:
    rows = KTULU.word(f"finale.pictures.{winner}").rstrip().split("\n")
    assert 4 <= len(rows) <= 7
    assert max(map(len, rows)) <= 40


def test_every_faction_can_win_with_a_picture() -> None:
    assert {*KTULU.group("finale.pictures")} == {*SCRIPT.factions, "nobody"}


# ---- What is told briefly ----


@cache
def whole(number: int) -> list[str]:
    return [*told_aloud(evening(number).game, evening(number).steps(), KTULU)]


@cache
def briefly(number: int) -> list[str]:
    return [*told_aloud(evening(number).game, evening(number).steps(), KTULU, briefly=True)]


@over
def test_told_briefly_are_secret_choices_and_nothing_that_stands_on_the_pages(number: int) -> None:
    told, shown = {*briefly(number)}, {*finale(number).turns, *finale(number).chapters}
    assert told <= {*whole(number)}
    assert not told & shown
    none = ("tym razem nikt", "tym razem nie", "czas mija", "Na ucho", "Ginie ", "Posążek ma teraz")
    assert not [line for line in told if any(words in line for words in none)]
    titles = [line for line in briefly(number) if re.fullmatch(r"(Noc|Dzień) \w+\.", line)]
    assert len(briefly(number)) >= 2 * len(titles), "a chapter in which nothing was done has no title"


def test_of_the_choices_only_those_are_told_of_which_something_came() -> None:
    told = [line for number in range(GAMES) for line in briefly(number)]
    every = [line for number in range(GAMES) for line in whole(number)]
    for words in ("Kieszenie wywraca", "Zatruty kubek", "Na celowniku", "kręci bębenkiem", "łowy. Cel: "):
        assert any(words in line for line in told), words
    for words in ("słucha spowiedzi", "zagląda do cudzej głowy", "staje na warcie"):
        assert any(words in line for line in every), words
        assert not any(words in line for line in told), words


# ---- Large letters ----


def test_letters_are_as_high_as_they_say_and_break_between_words() -> None:
    assert len(large("Ufoki", 60)) == HEIGHT
    assert len(large("Bogowie partacze", 60)) == 2 * HEIGHT + 1
    assert all(len(row) <= 40 for row in large("Bogowie partacze", 40))
    assert large("Bogowie", 10) == []
    assert large("Żółwie", 60) == []


# ---- The pages ----


@over
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_page_fits_with_its_question_and_names_everybody_once(number: int, width: int, height: int) -> None:
    one, shown = evening(number), list[str]()
    terminal = Terminal(width, height)
    screen = Screen(one.game.setup.people, words_of("pl", "ktulu"), terminal.console(), KTULU)
    screen.see(one.game.view(one.state, "all"))
    more = True
    while more:
        more = screen.finale(finale(number), len(shown))
        screen.question(NEXT, who=False)
        assert "rewanż" in terminal.words
        shown.append(terminal.shown)
    assert not terminal.history
    table = "\n".join(shown[1:-1])
    for seat in one.state.seats():
        assert len(re.findall(rf"(?m)(?:^|  )[× ] *{seat} {one.state.setup.name(seat)[:4]}", table)) == 1, seat
    assert all(fate in table for fate in finale(number).fates.values())
    told = " ".join(shown[-1].split())
    assert all(turn in told for turn in finale(number).turns)


@over
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_where_all_is_written_below_each_page_stands_whole_with_its_question_and_help(
    number: int, width: int, height: int
) -> None:
    one, terminal, seen = evening(number), Terminal(width, height), 0
    screen = Screen(one.game.setup.people, words_of("pl", "ktulu"), terminal.console(), KTULU, paged=False)
    screen.see(one.game.view(one.state, "all"))
    screen.end("Koniec gry.", more=True)
    view, below = one.game.view(one.state, "all"), finale_page.SCROLLED
    pages = finale_page.pages(finale(number), view, KTULU, terminal.console(), below)[1:]
    for page in pages:
        assert screen.finale(finale(number), seen) is (page is not pages[-1])
        screen.question(replace(NEXT, commands=()), who=False)
        screen.notice(message("hint.finale"))
        assert "\n".join(row.plain.rstrip() for row in page).rstrip() in terminal.shown
        seen += 1
    everything = "\n".join((*terminal.history, terminal.shown))
    assert everything.count("Wygrywa: ") == seen - 1
    assert "\x1b[2J" not in terminal.getvalue()


@over
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_name_is_cut_and_no_faction_stands_in_two_places(number: int, width: int, height: int) -> None:
    state, view = evening(number).state, evening(number).game.view(evening(number).state, "all")
    terminal = Terminal(width, height)
    pages = finale_page.pages(finale(number), view, KTULU, terminal.console())
    rows = [row.plain for page in pages[1:-1] for row in page]
    heads = Counter(view.names[side] for row in rows for side in view.sides if view.names[side] in row)
    sides = {view.names[seat.side] for seat in view.seats}
    assert {side: heads[side] for side in sides if heads[side] > 1 and len(state.seats()) < height - 10} == {}
    assert not [row for row in rows if "…" in row and width >= 80]


def died(number: int) -> list[State]:
    return [state for state, event in happenings(number) if isinstance(event, e.NightBegan)]


def told_of(*happened: e.Event) -> tuple[str, ...]:
    """The moments told of a game in which, from a day of a finished one, only this happened, and the bandits won."""
    state = next(died(number)[-1] for number in range(GAMES) if evening(number).state.winner and died(number))
    won = e.Won("bandits", "R92")
    return Quest(KTULU).finale([(state, event) for event in (e.NightBegan(3), *happened, won)]).turns


def test_whom_the_doctor_saved_has_not_died() -> None:
    turns = told_of(e.Killed(2, "indians.kill"), e.Revived(2))
    assert not any("ginie" in turn for turn in turns)
    assert any("lekarz zdążył na czas" in turn for turn in turns)


def test_ships_hangings_and_duels_decide() -> None:
    turns = told_of(e.Killed(2, "hang"), e.Killed(3, "duel"))
    assert ["szubienic" in turns[0], "w pojedynku ginie" in turns[1], "statek odpływa" in turns[2]] == [True] * 3


def test_whoever_sits_in_jail_in_the_zero_night_decides_nothing() -> None:
    zero = next(step.after for step in evening(0).steps() if step.after.phase == "zero")
    jailed = e.Marked("jail", 2, by="sheriff", until="day")
    turns = [
        Quest(KTULU).finale([(state, jailed), (state, e.Won("indians", "R91"))]).turns
        for state in (zero, replace(zero, phase="night", night=1))
    ]
    assert [len(told) for told in turns] == [0, 1]


@pytest.mark.parametrize("winner", ["bandits", "town"])
def test_a_win_that_was_declared_sails_nowhere_and_finds_nothing(winner: str) -> None:
    one = next(evening(number) for number in range(GAMES) if evening(number).state.setup.deal != "table")
    state = next(step.after for step in one.steps() if step.after.phase == "day" and step.after.holder)
    declared = e.Overridden("win", winner)
    past = [(state, declared), (one.game.fold(state, declared), e.Won(winner, "D67"))]
    assert Quest(KTULU).finale(past).turns == ()
    by_rule = Quest(KTULU).finale([(state, e.Won(winner, WINS[winner]))]).turns
    assert len(by_rule) == 1


def test_the_cards_stand_nowhere_before_the_winners_do() -> None:
    terminal = Terminal(80, 24)
    screen = Screen({1: "Ala", 2: "Jan"}, words_of("pl"), terminal.console(), KTULU)
    room = TableRoom(Aloud(), Typing({1: "Ala", 2: "Jan"}), screen, RoomSettings(moderated=False))
    room.see(SEEN)
    room.end(End(at=At(phase="over"), text="Wygrywa miasto."))
    assert "Szeryf" not in terminal.words
    screen.finale(SUMMED_UP, 0)
    assert "Szeryf" not in terminal.words


def test_where_nothing_is_drawn_the_finale_is_written() -> None:
    number = ended()[0]
    one, page = evening(number), StringIO()
    screen = PlainScreen(one.game.setup.people, words_of("pl", "ktulu"), Console(file=page, width=80), KTULU)
    screen.see(one.game.view(one.state, "all"))
    assert not screen.finale(finale(number), 0)  # all is written at once
    lines = page.getvalue().splitlines()
    assert {*finale(number).chapters, *finale(number).turns} <= {*lines}
    assert len(lines) >= len(finale(number).fates) + 5


# ---- What is wanted then ----

SENTENCES = ["Noc zerowa.", "Ala okrada Jana."]
BRIEFLY = ["Ala ma jeden nabój."]
SEEN = View(
    audience="all",
    at=At(phase="over"),
    seats=tuple(
        SeatView(seat=seat, name=name, card="sheriff", side="town") for seat, name in enumerate(("Ala", "Jan"), 1)
    ),
    names={"town": "Miasto", "sheriff": "Szeryf"},
    outcome=Outcome(winners=("town",)),
)
SUMMED_UP = Finale(
    fates={2: "† noc 1"}, heading="Droga posążka", chapters=("Noc 1: Ala",), turns=("Noc 1: ginie Jan.",)
)


class Heard(Soundscape):
    """A loudspeaker is there."""

    heard = True


class Aloud(NoMouth):
    """A mouth that keeps what it says."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        del parts
        self.lines.append(text)


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(
    ("typed", "wanted", "told"),
    [
        (["koniec"], "over", []),
        (["skrót", "x", "x", "koniec"], "over", BRIEFLY),
        (["opowieść", "x", "x", "x", "rewanż", "t"], "rewanż", SENTENCES),
        (["opowieść", "x", "", "skrót", "x", "x", "rewanż", "t"], "rewanż", [*SENTENCES[:1], *BRIEFLY]),
        (["skrót", "x", "opo", "x", "x", "x", "koniec"], "over", [*BRIEFLY, *SENTENCES]),
        (["opowieść", "x", "rew", "t"], "rewanż", SENTENCES[:1]),
        (["opowieść", "x", "koniec", "rew", "t"], "rewanż", SENTENCES[:1]),
        (["pomoc", "rew", "tak"], "rewanż", []),
        (["rewanż", "n", "n", "skrót", "x", "x", "koniec"], "over", BRIEFLY),
        (["rewanż", "n", "t"], "others", []),
        (["rewanż", "może", "t"], "rewanż", []),
        ([], "over", []),
    ],
)
def test_the_story_is_told_aloud_if_it_is_wanted_and_a_rematch_may_follow(
    typed: list[str], wanted: str, told: list[str]
) -> None:
    terminal, mouth = Terminal(80, 24), Aloud()
    people = {1: "Ala", 2: "Jan"}
    screen = Screen(people, words_of("pl"), terminal.console(), KTULU)
    ears = Typing(people, *[("ask", line) for line in (*[""] * 2, *typed)])  # two pages are turned before
    room = TableRoom(mouth, ears, screen, RoomSettings(moderated=False), Heard())
    room.see(SEEN)
    began = now()
    chosen = room.conclude(SUMMED_UP, BRIEFLY, lambda: SENTENCES, "Jeszcze raz?")
    assert chosen == {"rewanż": "rematch"}.get(wanted, wanted)
    assert now() - began < 900  # at the latest ten minutes after the last word it is over by itself
    assert mouth.lines == told
    assert "Noc 1: ginie Jan." in terminal.words
    assert ("Jeszcze raz?" in terminal.words) is (wanted == "rewanż")
