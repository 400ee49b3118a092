"""The page of the day and of the end: what everybody knows, what is going on, and nothing else, in every window."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from io import StringIO
from threading import Event

import pytest
from rich.console import Console

from narrator.answers import Heard
from narrator.cues import Ask, At, End, Refused, Say
from narrator.games.view import MarkView, Outcome, SeatView, Slip, View
from narrator.rooms import day_page
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.day_page import table_rows
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import message

from tests.polish import KTULU, word
from tests.scenario import SCRIPT
from tests.terminal import Terminal
from tests.test_views import states
from tests.waiting import Typing, wait

DAY = At(call="day", night=1, phase="day")
NIGHT = At(call="thief.steal", book="20", night=2)
SIZES = [(60, 20), (80, 24), (100, 30), (132, 50)]
NAMES = ("Łucja", "Bartek", "Żaneta", "Krzysztof M.", "Ewa", "Jan K.", "Zbigniew")
CARDS = dict(SCRIPT.roles)
CALLED = {id_: names.name for id_, names in SCRIPT.vocabulary["gentle"].items()}
STEPS = (
    "night",
    "timer",
    "duel",
    "search",
    "search-vote",
    "hang",
    "hang-vote",
    "reveal",
    "died",
    "policy",
    "override",
)
MENU = Ask(at=DAY, line="ask.day", text="Co teraz?", to="all", kind="choice", choices=STEPS)
ROOM = RoomSettings(moderated=False)
LINE = "Kawa paruje, rada obraduje. Dzień należy do was."


def seated(seats: int, *, over: bool = False) -> View:
    """A table at which every fifth player is out, the second has shown a card, and the fourth is in jail."""
    known = {seat: card for seat, card in enumerate([*CARDS][:seats], 1) if over or seat % 5 == 0 or seat == 2}
    circle = tuple(
        SeatView(
            seat=seat,
            name=NAMES[seat % len(NAMES)],
            out=seat % 5 == 0,
            card=known.get(seat, ""),
            side=CARDS[known[seat]].faction if seat in known else "",
            marks=(MarkView(id="jail", by="sheriff"), MarkView(id="ward")) if seat == 4 else (),
        )
        for seat in range(1, seats + 1)
    )
    outcome = Outcome(winners=("bandits",), rule="R92") if over else None
    playing = sum(not one.out for one in circle)
    title = message("screen.day-title", number=2, playing=playing, all=seats)
    return View(audience="all", at=DAY, seats=circle, names=CALLED, title=title, outcome=outcome)


def at_table(view: View, width: int = 80, height: int = 24) -> tuple[Screen, Terminal]:
    """A screen that has seen the view, and said a line of the day."""
    terminal = Terminal(width, height)
    screen = Screen({one.seat: one.name for one in view.seats}, words_of("pl", "ktulu"), terminal.console(), KTULU)
    screen.see(view)
    screen.line(LINE, DAY)
    return screen, terminal


# ---- What stands there ----


@pytest.mark.parametrize("seats", [8, 12, 20, 30])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everybody_and_what_is_going_on_has_room(seats: int, width: int, height: int) -> None:
    view = seated(seats)
    screen, terminal = at_table(view, width, height)
    screen.question(MENU, who=True)
    screen.remark("Nie rozumiem: bla.")
    screen.typing("poj")
    page = terminal.words
    playing = sum(not one.out for one in view.seats)
    for part in (word("day-title", number=2, playing=playing, all=seats), MENU.text, "Nie rozumiem: bla."):
        assert part in page, terminal.shown
    assert "Kawa paruje" in page
    assert terminal.shown.endswith("› poj")
    answers = page.partition(f"{word('choices')}: ")[2]
    words = words_of("pl", "ktulu")
    assert answers.startswith(" · ".join(words[step] for step in STEPS))
    for one in view.seats:
        assert re.search(rf"(?<!\d){one.seat} {one.name[:3]}", page), (one, terminal.shown)
    assert not terminal.history


def test_the_out_the_shown_and_the_marked_are_told_from_the_others() -> None:
    _, terminal = at_table(seated(12), 132, 50)
    assert "× 5 Jan K." in terminal.shown
    assert terminal.shown.count("×") == 2
    for shown in (CALLED[[*CARDS][4]], CALLED[[*CARDS][9]], CALLED[[*CARDS][1]], KTULU.word("marks.jail")):
        assert shown in terminal.words
    assert "ward" not in terminal.words


@pytest.mark.parametrize("card", [id_ for id_, role in CARDS.items() if role.short])
def test_a_card_that_has_no_room_has_its_short_name_whole(card: str) -> None:
    view = replace(seated(20), short={id_: role.short for id_, role in CARDS.items() if role.short})
    seats = tuple(replace(one, name="Ala", card=card, marks=()) for one in view.seats)
    cut = {
        (width, height): "…" in at_table(replace(view, seats=seats), width, height)[1].shown
        for width, height in [(80, 24), (100, 30), (132, 50)]
    }
    assert not any(cut.values()), cut
    assert "." not in CARDS[card].short, "a word of it is cut"


@pytest.mark.parametrize("seed", range(8))
def test_every_day_of_a_random_game_shows_what_everybody_knows_and_nothing_else(seed: int) -> None:
    console, drawn = Console(width=200, height=70), 0
    for game, state in states(seed):
        view, cue = game.view(state, "all"), game.cue(state)
        if cue is None or cue.at.phase not in ("day", "over"):
            continue
        ended = isinstance(cue, End)
        page = table_rows(view, KTULU, console)
        assert page is not None
        cells = {part for row in page for part in re.split(r"\s{2,}|─+", "".join(one.text for one in row)) if part}
        known = {view.names[one.card] for one in view.seats if one.card}
        secret = {CALLED[state.card(seat)] for seat in state.seats()} - known
        shown = re.compile(rf"\b({'|'.join(map(re.escape, known))})\b")  # "Szamanka" has "Szaman" in it
        rest = " ".join(shown.sub("", cell) for cell in cells).casefold()
        assert not {name for name in secret if name.casefold() in rest}
        people = {f"{one.seat} {one.name}" for one in view.seats}
        assert people <= {cell.removeprefix("×").strip() for cell in cells} or ended
        drawn += 1
    assert drawn


def test_who_must_answer_makes_no_difference() -> None:
    pages = set()
    everybody = Ask(at=DAY, line="", text="Sędzio?", to="all", kind="seat", choices=("1", "3"), optional=True)
    for ask in (everybody, replace(everybody, to=(1,)), replace(everybody, to=(3,))):
        screen, terminal = at_table(seated(12))
        screen.question(ask, who=True)
        pages.add(terminal.shown)
    (page,) = pages
    assert f"{word('choices')}: numer · nikt" in page
    assert word("wake") not in page


def test_what_ends_the_day_comes_last_and_is_asked_back() -> None:
    view = replace(seated(12), ending="night")
    screen, terminal = at_table(view)
    room = TableRoom(
        NoMouth(), Typing({}, ("ask", "noc"), ("ask", "nie"), ("ask", "noc"), ("ask", "t")), screen, ROOM
    )
    room.see(view)
    screen.question(MENU, who=False)
    listed = terminal.words.partition(word("choices"))[2]
    assert listed.index("zegar") < listed.index("decyzja manitou") < listed.index("noc")
    assert room.ask(MENU) == "night"
    assert "noc: na pewno?" in terminal.words
    assert word("unconfirmed") in terminal.words


def test_a_count_shows_its_range() -> None:
    screen, terminal = at_table(seated(12))
    choices = tuple(map(str, range(6, 12)))
    screen.question(Ask(at=DAY, line="", text="Ile?", to="all", kind="count", choices=choices), who=False)
    assert f"{word('choices')}: 6–11" in terminal.words


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_time_left_of_a_talk_is_large(width: int, height: int) -> None:
    screen, terminal = at_table(seated(12), width, height)
    before = terminal.shown.count("█")
    screen.question(replace(MENU, text="Rozmowa.", choices=("over", "time"), seconds=90.0), who=False)
    with screen.countdown(lambda: now() + 83):
        pass
    assert before == 0
    assert terminal.shown.count("█") > 20
    assert len(terminal.shown.split("\n")) < height
    screen.question(MENU, who=False)
    assert "█" not in terminal.shown


# ---- What is typed and told ----


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("line", ["", LINE, f"{LINE} {LINE} {LINE}"])
@pytest.mark.parametrize("seats", [6, 12, 20])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_wrong_word_leaves_the_clock_of_a_talk_as_large_as_it_is(
    width: int, height: int, seats: int, line: str
) -> None:
    screen, terminal = at_table(seated(seats), width, height)
    if line:
        screen.line(line, DAY)
    screen.question(replace(MENU, text="Rozmowa.", choices=("over", "time"), seconds=90.0), who=False)
    over, shown = now() + 83, list[tuple[bool, bool]]()
    for _ in range(3):
        if len(shown) == 1:
            screen.typed("zegar 5")
            screen.remark("Nie rozumiem: zegar 5.")
        elif shown:
            wait(10.0)
        with screen.countdown(lambda: over):
            pass
        shown.append(("Nie rozumiem" in terminal.shown, terminal.shown.count("█") > 20))
        assert "Rozmowa." in terminal.shown
    assert [told for told, _ in shown] == [False, True, False]
    assert len({large for _, large in shown}) == 1


def test_what_is_typed_stands_there_until_the_next_line() -> None:
    screen, terminal = at_table(seated(12))
    screen.question(MENU, who=False)
    screen.typing("zeg")
    screen.typing("zegar")
    assert terminal.shown.count("› ") == 1
    screen.typed("zegar")
    screen.question(replace(MENU, text="Ile minut?"), who=False)
    assert "› zegar" in terminal.shown
    assert "Ile minut?" in terminal.shown
    screen.line("Mówcie.", DAY)
    assert "zegar" not in terminal.shown
    assert "Ile minut?" not in terminal.shown


@pytest.mark.usefixtures("clock")
def test_an_empty_line_leaves_the_page_and_its_clock_as_they_are() -> None:
    screen, terminal = at_table(seated(12))
    over = now() + 83
    screen.question(replace(MENU, text="Rozmowa.", choices=("over", "time"), seconds=90.0), who=False)
    with screen.countdown(lambda: over):
        before = terminal.shown
        screen.typing("x")
        screen.typed("")
        assert terminal.shown == before


@pytest.mark.usefixtures("clock")
def test_what_was_not_understood_or_refused_stands_there() -> None:
    view = seated(12)
    terminal = Terminal()
    people = {one.seat: one.name for one in view.seats}
    pages: list[str] = []

    class Looking(Typing):
        def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
            pages.append(terminal.words)
            return super().hear(ask, seconds)

    screen = Screen(people, words_of("pl", "ktulu"), terminal.console(), KTULU)
    ears = Looking(people, ("ask", "zz"), ("ask", "noc"), ("ask", "noc"))
    room = TableRoom(NoMouth(), ears, screen, RoomSettings())
    room.see(view)
    room.say(Say(at=DAY, line="", text=LINE))
    assert room.ask(MENU) == "night"
    room.refuse(Refused(at=DAY, answer="night", reason="x", text="Jeszcze nie.", to="all"))
    assert room.ask(MENU) == "night"
    told = [(word("not-understood", heard="zz") in page, "Jeszcze nie." in page) for page in pages]
    assert told == [(False, False), (True, False), (True, True)]
    assert not terminal.history


def test_nothing_on_it_is_obeyed() -> None:
    hostile = "\x1b]0;pwned\x07Ala\x1b[2J\x9b31m\r\b\x00\u202eB\x1b7"
    view = seated(8)
    seats = tuple(replace(one, name=hostile, card="x", side="y", out=True) for one in view.seats)
    for over in (None, Outcome(winners=("y",))):
        screen, terminal = at_table(replace(view, seats=seats, names={"x": hostile, "y": hostile}, outcome=over))
        screen.line(hostile, DAY)
        screen.question(replace(MENU, text=hostile), who=False)
        for show in (screen.remark, screen.answered, screen.typing, screen.typed):
            show(hostile)
        assert "Ala" in terminal.words


# ---- When it comes and goes ----


def test_the_night_begins_on_an_empty_screen() -> None:
    screen, terminal = at_table(seated(12))
    screen.line("Zapada noc.", NIGHT)
    assert "Zapada noc." in terminal.words
    assert LINE not in terminal.words
    screen.line("Dzień dobry.", DAY)
    assert "Zapada noc." not in terminal.words
    assert not terminal.history


def test_closed_eyes_by_day_take_it_away() -> None:
    asked = Ask(
        at=replace(DAY, call="day.revive"), line="", text="Kogo?", to=(4,), kind="seat", choices=("1",), window=9
    )
    screen, terminal = at_table(seated(12))
    screen.closed()
    screen.question(asked, who=True)
    assert f"{word('wake')}: 4 Ewa" in terminal.words
    assert LINE not in terminal.words
    screen.remark("Nikt nie może działać.")
    screen.line("Otwórzcie oczy.", DAY)
    assert "Otwórzcie oczy." in terminal.words
    assert word("wake") not in terminal.words
    assert "działać" not in terminal.words
    screen.decoy()
    assert "Otwórzcie oczy." in terminal.words
    assert "Łucja" not in terminal.words


@pytest.mark.parametrize(("width", "height"), [(80, 8), (20, 24)])
def test_where_there_is_no_room_text_runs_as_before(width: int, height: int) -> None:
    screen, terminal = at_table(seated(30), width, height)
    screen.question(MENU, who=False)
    screen.typing("noc")
    assert f"{MENU.text} {word('choices')}: noc" in terminal.words or height < 12
    assert terminal.shown.endswith("› noc")
    assert "Żaneta" not in terminal.words


SECONDS = re.compile(r"\b\d+ s\b")


class Clocked(Terminal):
    """Tells when a clock stands there."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height)
        self.clocked = Event()

    def write(self, text: str) -> int:
        written = super().write(text)
        if SECONDS.search(self.shown):
            self.clocked.set()
        return written


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_where_text_runs_the_clock_stands_at_its_end_and_in_no_text(width: int, height: int) -> None:
    terminal = Clocked(width, height)
    screen = Screen({1: "Ala", 2: "Bartek"}, words_of("pl"), terminal.console(), KTULU)
    whole = "Budzi się ktoś, kogo nikt nie widział. Pytanie brzmi, kogo wskaże, a ma na to czas." * 2
    ends = now() + 60
    with screen.countdown(lambda: ends):
        assert terminal.clocked.wait(10)
        for number in range(2 * height):
            screen.line(f"{number}. {whole}", NIGHT)
            *above, last = terminal.shown.splitlines()
            assert not any(map(SECONDS.search, [*above, *terminal.history]))
            assert SECONDS.search(last)
        screen.typing("7" * width)
        last = terminal.shown.splitlines()[-1]
        assert SECONDS.search(last)
        assert "7777" in last
        assert len(terminal.shown.splitlines()) <= height
    assert not SECONDS.search(terminal.shown)


def test_a_prompter_keeps_what_it_showed() -> None:
    terminal = Terminal()
    screen = Screen({1: "Ala"}, words_of("pl", "ktulu"), terminal.console(), KTULU, paged=False)
    screen.line("Zapada noc.", NIGHT)
    screen.see(seated(12))
    screen.line(LINE, DAY)
    screen.question(MENU, who=True)
    assert "Zapada noc." in terminal.words
    assert LINE in terminal.words


# ---- The end ----


@pytest.mark.parametrize("seats", [8, 12, 30])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_end_tells_who_was_who_the_winners_first(seats: int, width: int, height: int) -> None:
    view = seated(seats, over=True)
    circleof = {one.side for one in view.seats}
    view = replace(view, outcome=Outcome(winners=("indians",) if "indians" in circleof else ("town",)))
    screen, terminal = at_table(view, width, height)
    screen.end("Koniec.")
    everything = "\n".join([*terminal.history, terminal.shown])
    first = next(line for line in everything.split("\n") if "★" in line)
    winner = view.outcome.winners[0] if view.outcome else ""
    assert first.strip().casefold().startswith(f"★ {word('winners', side=CALLED[winner])}".casefold())
    for one in view.seats:
        pattern = rf"{'×' if one.out else ' '}\s+{one.seat} +{one.name[:3]}\S*( \S+)? +{CALLED[one.card][:4]}"
        assert len(re.findall(pattern, everything, flags=re.IGNORECASE)) == 1, (one, everything)
    assert screen.over


def test_the_story_is_told_below_the_table() -> None:
    screen, terminal = at_table(seated(12, over=True))
    screen.end("Koniec.")
    over = At(phase="over")
    screen.question(
        Ask(at=over, line="", text="Opowieść?", to="all", kind="yes-no", choices=("yes", "no")), who=False
    )
    assert "Opowieść?" in terminal.words
    assert LINE in terminal.words
    screen.line("Noc zerowa.", over)
    assert "Noc zerowa." in terminal.words
    assert "Łucja" in terminal.words
    assert not terminal.history


def test_a_game_without_sides_ends_in_words() -> None:
    view = seated(8, over=True)
    screen, terminal = at_table(replace(view, seats=tuple(replace(one, side="", card="") for one in view.seats)))
    screen.end("Koniec gry. Snopy: 1: 4.")
    assert "Koniec gry. Snopy: 1: 4." in terminal.words


def test_where_nobody_looks_on_the_end_is_a_list() -> None:
    view, page = seated(8, over=True), StringIO()
    screen = Screen({1: "Ala"}, words_of("pl", "ktulu"), Console(file=page, width=80), KTULU)
    for show in (partial(screen.see, view), partial(screen.line, LINE, DAY), partial(screen.end, "Koniec.")):
        show()
    assert len([line for line in page.getvalue().split("\n") if re.match(r"[× ] +\d", line)]) == 8


@pytest.mark.parametrize("width", [60, 80])
def test_help_breaks_no_word_of_the_sentences_after_its_list(width: int) -> None:
    console = Console(width=width, file=StringIO())
    answers = " · ".join(("pojedynek (pj)", "przeszukanie bez głosowania", "głosowanie nad przeszukaniem", "noc"))
    always = KTULU.word("hint.always")
    text = f"Do wyboru: {answers}. {always}"
    rows = [row.plain for row in day_page._wrapped(text, "", console, 2)]
    assert " ".join(" ".join(rows).split()) == text


SLIPS = (
    Slip(id="draw", label="Dobierz", text="4", new=True),
    Slip(id="play", label="Zagraj", text="wszystkie oprócz jednej"),
    Slip(id="goal", label="Cel", text="brak"),
)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_lies_on_the_table_stands_above_the_seats(width: int, height: int) -> None:
    view = replace(seated(4), table=SLIPS, title="Tura 3 · Bartek")
    console = Console(file=StringIO(), width=width, height=height, force_terminal=True)
    rows = table_rows(view, KTULU, console)
    assert rows is not None
    told = ["".join(piece.text for piece in row).rstrip() for row in rows]
    assert told[0].startswith("Tura 3 · Bartek")
    seats = next(number for number, row in enumerate(told) if " 1 " in row)
    above = " ".join(" ".join(told[1:seats]).split())
    assert above == "Dobierz: 4 (nowa) · Zagraj: wszystkie oprócz jednej · Cel: brak"
    assert len(rows) <= height - 2 - day_page._LEAST + 1
