"""The pages of a table that answers by keys: as bright whatever stands on them, without a trace, and never obeyed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from narrator.answers import Heard
from narrator.computer.texts import languages, texts_of
from narrator.cues import Ask, At, Pause, Refused, Say, Tell
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import words_of
from narrator.rooms.helping import unseen
from narrator.rooms.lettering import halved
from narrator.rooms.plain import PlainScreen, TerminalScreen
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.polish import KTULU, word
from tests.terminal import Terminal
from tests.waiting import Typing

CALL = At(call="thief.steal", book="20", night=1)
LINE = "Na rynku skrzypi lina. Złodzieju, otwórz oczy i wskaż, kogo okradasz."
LONGEST = "Antena wskazuje na ciebie: to ty masz posążek, a wszyscy inni mogą go szukać, gdzie chcą. " * 3

Scene = Callable[[Screen], None]

signs = st.sampled_from("abcdefghijklmnoprstuwyząćęłńóśźżABCŁŻ  .,:;?·–…\xa0語")
texts = st.text(signs, max_size=700)
names = st.lists(st.text("abcdeęłżOPRST语 ", min_size=1, max_size=18), min_size=5, max_size=60)


def asking(people: dict[int, str], text: str, *, every: int = 1, least: int = 1) -> Scene:
    choices = tuple(map(str, range(least, len(people) + 1, every)))
    ask = Ask(at=CALL, line="", text=text, to=(1,), kind="seat", choices=choices, optional=True, window=20.0)
    return lambda screen: screen.secret_question(ask, KTULU.told(unseen(ask)))


def scenes(people: dict[int, str], text: str) -> list[Scene]:
    everybody = "; ".join(f"{seat}, {name}" for seat, name in people.items())

    def refused(screen: Screen) -> None:
        asking(people, "Kogo okrada złodziej?")(screen)
        screen.remark(f"Nie rozumiem: {text[:200]}.")
        screen.remark(word("keys"))

    return [
        lambda screen: screen.decoy(),
        lambda screen: screen.decoy("screen.late"),
        lambda screen: screen.decoy("screen.read"),
        lambda screen: screen.gate(Ask(at=CALL, line="", text="", to=(1,), kind="page", choices=())),
        lambda screen: screen.result(text),
        lambda screen: screen.result(f"Oto wasza frakcja: {everybody}."),
        asking(people, "Kogo okrada złodziej?"),
        asking(people, text),
        asking(people, text, every=2),
        asking(people, "", every=3, least=2),
        refused,
    ]


def shown(
    scene: Scene, people: dict[int, str], width: int, height: int, line: str = LINE, *, counting: bool = False
) -> Terminal:
    terminal = Terminal(width, height)
    screen = Screen(people, words_of("pl"), terminal.console(), counting=counting)
    screen.line(line, CALL)
    scene(screen)
    screen.count("12")
    return terminal


@settings(max_examples=20)
@given(
    width=st.integers(20, 200), height=st.integers(1, 60), people=names, text=texts, line=texts.map(lambda t: t[:200])
)
@example(width=20, height=13, people=["Krzysztof Maria K."] * 60, text=LONGEST, line=LINE)
@example(width=60, height=20, people=["Ala"] * 12, text="", line=LINE)
def test_every_page_gives_as_much_light(width: int, height: int, people: list[str], text: str, line: str) -> None:
    seated = dict(enumerate(people, 1))
    for counting in (False, True):
        pages = [shown(scene, seated, width, height, line, counting=counting) for scene in scenes(seated, text)]
        assert len({page.lit for page in pages}) == 1
        assert not any(page.history for page in pages)  # nothing was scrolled up and away


def test_what_is_counted_stands_large_between_head_and_page_until_the_count_is_over() -> None:
    terminal = Terminal(80, 24)
    screen = Screen({1: "Ala"}, words_of("pl"), terminal.console(), counting=True)
    screen.line(LINE, CALL)
    screen.decoy()
    before = terminal.shown
    screen.count("12")
    for row in halved("12", 80):
        assert f"    {row}" in terminal.shown
    screen.count("tak?")
    assert f"    {halved('tak', 80)[0]}" in terminal.shown
    screen.decoy()
    assert terminal.shown.split("\n")[1:] == before.split("\n")[1:]


@pytest.mark.parametrize("seats", [5, 12, 30])
@pytest.mark.parametrize(("width", "height"), [(40, 24), (60, 20), (80, 24), (100, 30), (200, 50)])
@pytest.mark.parametrize("counting", [False, True])
def test_what_is_asked_and_told_has_room(seats: int, width: int, height: int, *, counting: bool) -> None:
    people = {seat: f"Gracz {seat}" for seat in range(1, seats + 1)}
    gang = "Oto wasza frakcja: " + "; ".join(f"{seat}, {people[seat]}" for seat in range(1, seats // 2 + 2)) + "."
    refusal = "Na siebie samego nie można wskazać: wybierz kogoś innego."

    def refused(screen: Screen) -> None:
        screen.decoy()
        screen.remark(refusal)
        asking(people, "Kogo okrada złodziej?", every=2)(screen)

    page = shown(refused, people, width, height, counting=counting).words
    for part in ("Kogo okrada złodziej?", refusal, "nikt"):
        assert part in page
    assert any(f"{word('choices')}: {listed}" in page for listed in ("Gracz 1 · Gracz 3 · Gracz 5", "1 · 3 · 5"))
    for text in (gang, LONGEST[:180].strip()):
        assert text in shown(lambda screen, text=text: screen.result(text), people, width, height).words  # type: ignore[misc]


def test_a_page_leaves_nothing_that_could_be_scrolled_back_to() -> None:
    terminal = Terminal(80, 24)
    screen = Screen({1: "Ala"}, words_of("pl"), terminal.console())
    screen.line(LINE, CALL)
    screen.result("Oto wasza frakcja: 1, Ala.")
    screen.decoy()
    assert "frakcja" not in terminal.shown + "".join(terminal.history)
    screen.result("Karta: Herszt.")
    screen.wipe()
    assert terminal.shown == ""
    assert terminal.history == []


# ---- In the room ----

ALONE = RoomSettings(moderated=False)
ASKED = Ask(at=CALL, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=20.0)
PEOPLE = {1: "Ala", 2: "Bartek", 3: "Celina"}


def test_a_question_offers_the_commands_that_it_takes() -> None:
    ask = Ask(
        at=CALL,
        line="",
        text="Czy wszyscy są gotowi?",
        to="all",
        kind="ready",
        choices=("ready",),
        commands=("undo",),
    )
    words = shown(partial(Screen.question, cue=ask, who=True), {1: "Ala"}, 80, 24).words
    assert "cofnij" in words
    assert "powtórz" not in words
    assert "pauza" not in words


TYPED = {
    "pl": ("Kogo? najwyżej 2", "po przecinku, na przykład 3, 8"),
    "en": ("Kogo? 2 at most", "with commas between, such as 3, 8"),
    "sv": ("Kogo? högst 2", "med komma emellan, till exempel 3, 8"),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", [Screen, PlainScreen])
def test_by_night_a_question_says_how_many_may_be_chosen_and_how_they_are_typed(
    language: str, kind: type[TerminalScreen]
) -> None:
    ask = Ask(at=CALL, line="", text="Kogo?", to=(1,), kind="seats", most=2, choices=("2", "3"), window=20.0)
    words = []
    for put in (partial(kind.question, cue=ask, who=True), partial(kind.secret_question, cue=ask, how="")):
        terminal = Terminal(100, 24)
        put(kind({1: "Ala"}, {}, terminal.console(), texts_of(language)))
        words.append(terminal.words)
    most, typed = TYPED[language]
    assert [most in one for one in words] == [True, True]
    assert typed in words[0]
    assert typed not in words[1]  # beside which stand the keys for it, if there are any


def test_by_day_nobody_is_named_who_must_answer() -> None:
    day = At(call="day.accept", phase="day")
    asked = [
        shown(partial(Screen.question, cue=ask, who=True), {1: "Ala"}, 80, 24).words
        for ask in (Ask(at=at, line="", text="", to=(1,), kind="yes-no", choices=("yes", "no")) for at in (CALL, day))
    ]
    assert "Odpowiada: 1 Ala" in asked[0]
    assert "Ala" not in asked[1]  # it may be the holder of a card that nobody has seen


def test_a_counted_word_that_may_not_be_chosen_says_so_at_once() -> None:
    ask = Ask(at=CALL, line="", text="Kogo?", to=(1,), kind="seat", choices=("2",), window=20.0)
    one, two = (shown(partial(Screen.chosen, cue=ask, said=seat), {1: "Ala", 2: "Ola"}, 80, 24) for seat in "12")
    assert "1 Ala: tego nie ma do wyboru" in one.words
    assert "Wybór: 2 Ola" in two.words
    assert one.lit == two.lit


class Looking(Typing):
    """People who type, and look at the screen whenever they are asked."""

    def __init__(self, terminal: Terminal, *lines: tuple[str, str]) -> None:
        super().__init__(PEOPLE, *lines)
        self.terminal, self.pages = terminal, list[tuple[str, int]]()

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        self.pages.append((self.terminal.words, self.terminal.lit))
        return super().hear(ask, seconds)


@pytest.mark.usefixtures("clock")
def test_what_was_not_understood_or_refused_stands_on_the_page() -> None:
    terminal = Terminal(60, 20)
    ears = Looking(terminal, ("ask", "zz"), ("ask", "2"), ("ask", "3"))
    screen = Screen(PEOPLE, words_of("pl"), terminal.console())
    room = TableRoom(NoMouth(), ears, screen, RoomSettings(moderated=False))
    room.say(Say(at=CALL, line="", text=LINE))
    room.pause(Pause(at=CALL, seconds=20.0))
    assert room.ask(ASKED) == "2"
    room.refuse(Refused(at=CALL, answer="2", reason="oneself", text="Nie na siebie.", to=(2,)))
    assert room.ask(ASKED) == "3"
    room.say(Say(at=CALL, line="", text="Złodziej zasypia."))
    told = [(word("not-understood", heard="zz") in words, "Nie na siebie." in words) for words, _ in ears.pages]
    assert told == [(False, False), (True, False), (False, True), (False, False)]
    assert all("Złodzieju, otwórz oczy" in words for words, _ in ears.pages)
    assert len({lit for _, lit in ears.pages}) == 1


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("typed", "said"), [([("ask", "3")], "decoy"), ([], "late")])
def test_whoever_answers_is_told_that_it_is_done_and_whoever_is_late_that_it_is_too_late(
    typed: list[tuple[str, str]], said: str
) -> None:
    terminal = Terminal(60, 20)
    screen = Screen(PEOPLE, words_of("pl"), terminal.console())
    room = TableRoom(NoMouth(), Typing(PEOPLE, *typed), screen, RoomSettings(moderated=False))
    room.say(Say(at=CALL, line="", text=LINE))
    room.pause(Pause(at=CALL, seconds=20.0))
    room.ask(ASKED)
    assert word(said) in terminal.words
    assert "?" not in word(said)


@pytest.mark.usefixtures("clock")
def test_only_a_call_in_which_nobody_is_asked_says_that_nothing_need_be_done() -> None:
    lit = set[tuple[str, int]]()
    for asks in (True, False):
        terminal = Terminal(80, 24)
        ears = Looking(terminal, ("ask", "3")) if asks else Looking(terminal)
        room = TableRoom(NoMouth(), ears, Screen(PEOPLE, words_of("pl"), terminal.console()), ALONE)
        room.say(Say(at=CALL, line="", text=LINE))
        room.pause(Pause(at=CALL, seconds=20.0))
        assert word("opens") in terminal.shown
        assert word("decoy") not in terminal.shown
        lit.add(("opens", terminal.lit))
        if asks:
            room.ask(ASKED)
        else:
            room.say(Say(at=CALL, line="", text="Złodziej zasypia."))
            assert word("decoy").rstrip(".") in ears.pages[0][0]
        lit |= {("then", light) for _, light in ears.pages}  # with a clock in the corner
    assert len(lit) == 2


@pytest.mark.usefixtures("clock")
def test_a_question_on_an_empty_screen_has_the_night_above_it() -> None:
    terminal = Terminal(80, 24)
    screen = Screen(PEOPLE, words_of("pl"), terminal.console())
    screen.line(LINE, CALL)
    screen.wipe()
    screen.question(ASKED, who=False)
    assert terminal.shown.startswith("Noc 1")


# ---- Where somebody helps, or the night is open ----

FOUND = Tell(at=CALL, line="", text="Posążka tam nie ma.", to=(2,))


def helped(terminal: Terminal, *, window: float) -> TableRoom:
    """Lead a call of the thief's, who chooses 3, where somebody helps, or, without a window, in an open night."""
    screen = Screen(PEOPLE, words_of("pl"), terminal.console())
    ears = Looking(terminal, ("ask", "3"), ("ask", "1"))
    room = TableRoom(NoMouth(), ears, screen, RoomSettings(moderated=not window))
    room.people = PEOPLE
    room.led(True)
    room.say(Say(at=CALL, line="", text=LINE))
    if window:
        room.pause(Pause(at=CALL, seconds=window))
    assert room.ask(replace(ASKED, window=window)) == "3"
    return room


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("window", [20.0, 0.0], ids=["helped", "open"])
def test_nothing_of_a_call_stands_there_when_its_closing_line_begins(window: float) -> None:
    terminal = Terminal(80, 24)
    room = helped(terminal, window=window)
    room.tell(FOUND)
    room.say(Say(at=CALL, line="", text="Złodzieju, zamknij oczy."))
    for secret in ("Kogo?", "Do wyboru", "3 Celina", "Posążka", "Bartek"):
        assert secret not in terminal.words
    assert "Złodzieju, zamknij oczy." in terminal.words


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("window", [20.0, 0.0], ids=["helped", "open"])
def test_the_choices_there_do_not_tell_who_chooses(window: float) -> None:
    terminal = Terminal(80, 24)
    helped(terminal, window=window)
    assert "1 Ala · 2 Bartek · 3 Celina" in terminal.words


@pytest.mark.usefixtures("clock")
def test_whoever_is_shown_a_result_there_reads_nothing_else() -> None:
    terminal = Terminal(80, 24)
    room = helped(terminal, window=20.0)
    room.tell(FOUND)
    assert "Posążka tam nie ma." in terminal.words
    assert "Kogo?" not in terminal.words
    assert "otwórz oczy" not in terminal.words


# ---- Nothing shown is obeyed ----

HOSTILE = "\x1b]0;pwned\x07Ala\x1b[2J\x9b31m\r\b\x00\u202eB\u200b\ufeffC\x1b[5m[red]D\x1b7"


@pytest.mark.parametrize("page", [False, True], ids=["below", "on a page"])
def test_control_characters_never_reach_the_terminal(page: bool) -> None:
    people = {1: HOSTILE, 2: "Ala"}
    terminal = Terminal(100, 40)
    screen = Screen(people, {"3": HOSTILE}, terminal.console())
    at = At(call=HOSTILE, book=HOSTILE, night=1)
    ask = Ask(at=at, line="", text=HOSTILE, to=(1, 2), kind="seat", choices=("1", "2", HOSTILE), window=20.0)
    screen.line(HOSTILE, at, HOSTILE)
    screen.question(ask, who=True)
    screen.question(ask, who=False)
    screen.private(HOSTILE, (1,), who=True)
    if page:
        screen.result(HOSTILE)
        screen.secret_question(ask, HOSTILE)
        screen.gate(ask)
    for show in (screen.remark, screen.answered, screen.count, screen.typing, screen.typed):
        show(HOSTILE)
    assert "[red]D" in terminal.shown + "".join(terminal.history)


# ---- What is typed ----


def test_a_line_that_is_typed_is_shown_whatever_is_told_meanwhile() -> None:
    terminal = Terminal(40, 10)
    screen = Screen(PEOPLE, words_of("pl"), terminal.console())
    screen.typing("1")
    screen.remark("Głośnik wrócił.")
    screen.typing("12")
    assert terminal.shown.split("\n") == ["    Głośnik wrócił.", "    › 12"]
    screen.typing("")
    assert terminal.shown.split("\n") == ["    Głośnik wrócił."]
    screen.typing("x" * 100)
    screen.typed("3")
    assert terminal.shown.split("\n") == ["    Głośnik wrócił.", "    › 3"]


def test_no_line_that_is_typed_stands_on_a_page_of_the_night() -> None:
    terminal = Terminal()
    screen = Screen(PEOPLE, words_of("pl"), terminal.console())
    screen.line(LINE, CALL)
    screen.decoy()
    before = terminal.shown
    screen.typing("12")
    screen.typed("12")
    assert terminal.shown == before


LONG = dict(enumerate(("Święty Mikołaj", "Jan Maria", "Żaneta K", "Bartłomiej") * 5, 1))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("secret", [False, True])
def test_no_answer_is_broken_and_no_line_begins_with_the_sign_between(size: tuple[int, int], secret: bool) -> None:
    terminal = Terminal(*size)
    screen = Screen(LONG, words_of("pl"), terminal.console())
    at = At(call="thief.steal", night=1, phase="night")
    cue = Ask(at=at, line="", text="Kogo?", to=(2,), kind="seat", choices=tuple(map(str, LONG)), window=20.0)
    if secret:
        screen.secret_question(cue, "Wpisz numer.")
    else:
        screen.question(cue, who=True)
    assert "Noc 1" in terminal.shown or secret
    lines = [line.strip("│╭╮╰╯─ ").removeprefix("Do wyboru: ") for line in terminal.shown.splitlines()]
    assert [line for line in lines if line.startswith("·")] == []
    parts = [
        part.strip(" ·") for line in lines if re.match(r"\d+ \w", line) for part in re.split(r" · |\s{2,}", line)
    ]
    assert len(parts) == len(LONG) if not secret else parts
    assert {*parts} <= {f"{seat} {name}" for seat, name in LONG.items()}
