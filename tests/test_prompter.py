"""The prompter's room: nothing is spoken, Enter goes on, and only talks and speeches have a time of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from narrator.answers import EndOfInput, Heard, Silence, typed
from narrator.computer import paths
from narrator.cues import COMMANDS, Ask, At, End, Pause, Refused, Say, Tell
from narrator.ears.lexicon import read_lexicon
from narrator.games.night.loading import Table
from narrator.games.view import CallView, MarkView, SeatView, View
from narrator.play import loading
from narrator.play.journal import Header, Journal, read
from narrator.play.stage import Stage
from narrator.rooms.captions import NoMouth
from narrator.rooms.clock import now
from narrator.rooms.counting import words_of
from narrator.rooms.headless import answer_lines
from narrator.rooms.prompter import GO_ON, PrompterRoom
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings

from tests.played import SETUP
from tests.polish import KTULU, OWN_WORDS, word
from tests.program import narrator
from tests.waiting import wait

pytestmark = pytest.mark.usefixtures("clock")

POLISH = read_lexicon("pl", *OWN_WORDS)
PLAYERS = {1: "Ala", 2: "Bartek", 3: "Celina"}
CALL = At(call="thief.steal", book="20", night=1)
SLEEP = Say(at=CALL, line="", text="Złodziej zasypia.")
ASKED = Ask(at=CALL, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=20.0)
TOLD = Tell(at=CALL, line="", text="Jest!", to=(2,))
TALK = Ask(
    at=At(call="day.discussion", phase="day"),
    line="",
    text="",
    to="all",
    kind="choice",
    choices=("over", "time"),
    seconds=270.0,
)
LET_PASS = "(silence)"
"""What is typed by somebody who lets the time of a question pass."""


class Mute(NoMouth):
    """A mouth that must not be used."""

    def speak(self, text: str, parts: Sequence[object] = ()) -> None:  # noqa: ARG002
        raise AssertionError(text)


class Typist:
    """Ears of a moderator who types a line at every question, as `types` says; they note how often Enter went on."""

    def __init__(self, types: Callable[[Ask], str | None], names: dict[int, str] = PLAYERS) -> None:
        self._types, self._names = types, names
        self.asked: list[Ask] = []

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        self.asked.append(ask)
        line = self._types(ask)
        if line is None:
            return EndOfInput()
        if line == LET_PASS:
            assert seconds is not None, "nobody would ever go on"
            wait(seconds)
            return Silence()
        return typed(line, ask, POLISH, self._names)

    def close(self) -> None:
        pass


def typing(*lines: str) -> Typist:
    left = iter(lines)
    return Typist(lambda _: next(left, None))


def room(ears: Typist, settings: RoomSettings | None = None) -> tuple[PrompterRoom, StringIO]:
    page = StringIO()
    screen = Screen(PLAYERS, words_of("pl"), Console(file=page, width=100))
    return PrompterRoom(Mute(), ears, screen, *([settings] if settings else [])), page


# ---- Cue by cue ----


def test_a_line_is_to_be_read_aloud_and_waits_for_nobody() -> None:
    ears = typing()
    prompter, page = room(ears)
    assert prompter.say(SLEEP) == ""
    assert f"{word('aloud')}  {SLEEP.text}" in page.getvalue()
    assert ears.asked == []


@pytest.mark.parametrize(
    ("typed_in", "called"), [("", ""), ("dalej", ""), ("c", "undo"), ("z", "pause"), ("p", "repeat")]
)
def test_what_is_shown_stays_until_enter_or_a_command(typed_in: str, called: str) -> None:
    ears = typing(typed_in)
    prompter, page = room(ears)
    assert prompter.tell(TOLD) == called
    assert TOLD.text in page.getvalue()
    assert word("show", people="2 Bartek") in page.getvalue()
    assert ears.asked == [GO_ON]


def test_what_is_typed_instead_of_enter_is_not_swallowed() -> None:
    ears = typing("5", "")
    prompter, page = room(ears)
    assert prompter.tell(TOLD) == ""
    assert word("enter-alone", heard="5") in page.getvalue()
    assert ears.asked == [GO_ON, GO_ON]


def test_each_thing_typed_instead_of_enter_is_told_that_enter_alone_goes_on() -> None:
    prompter, page = room(typing("5", "nie", "7", ""))
    assert prompter.tell(TOLD) == ""
    assert page.getvalue().count(word("enter-alone", heard="")) == 3
    assert word("keys") not in page.getvalue()


def test_where_nobody_can_act_it_says_how_long_to_wait() -> None:
    ears = typing("")
    prompter, page = room(ears)
    prompter.pause(Pause(at=CALL, seconds=17.4))
    assert prompter.say(SLEEP) == ""
    assert page.getvalue().index(word("nobody", seconds=17)) < page.getvalue().index(SLEEP.text)
    assert ears.asked == [GO_ON]


def test_a_command_is_taken_where_nobody_can_act() -> None:
    prompter, page = room(typing("cofnij"))
    prompter.pause(Pause(at=CALL, seconds=17.4))
    assert prompter.say(SLEEP) == "undo"
    assert SLEEP.text not in page.getvalue()


@pytest.mark.parametrize("leads", [True, False])
def test_only_who_leads_may_set_something_where_a_line_waits(leads: bool) -> None:
    prompter, page = room(typing("decyzja manitou", "c"))
    prompter.led(leads)
    assert prompter.tell(TOLD) == ("override" if leads else "undo")
    assert (word("enter-alone", heard="decyzja manitou") in page.getvalue()) is not leads


def test_a_call_has_all_the_time_that_it_needs() -> None:
    slow = typing("h", "3")
    prompter, page = room(slow)
    begins = now()
    prompter.pause(Pause(at=CALL, seconds=20.0))
    assert prompter.ask(ASKED) == "3"
    assert now() == begins
    assert prompter.say(SLEEP) == ""
    assert word("hold") in page.getvalue()


@pytest.mark.parametrize(("pace", "seconds"), [(1.0, 270.0), (0.5, 270.0), (0.0, 0.0)])
def test_a_talk_lasts_its_time(pace: float, seconds: float) -> None:
    prompter, _ = room(typing(LET_PASS), RoomSettings(pace=pace))
    begins = now()
    assert prompter.ask(TALK) == "time"
    assert now() - begins == pytest.approx(seconds)


def test_a_talk_goes_on_after_a_pause_with_the_time_that_was_left() -> None:
    def types(_: Ask) -> str:
        if len(ears.asked) == 1:
            wait(100.0)
            return "pauza"
        return LET_PASS

    ears = Typist(types)
    prompter, _ = room(ears)
    begins = now()
    assert prompter.ask(TALK) == "pause"
    assert prompter.ask(TALK) == "time"
    assert now() - begins == pytest.approx(270.0)


def test_the_end_of_the_input_ends_the_game_at_the_next_question() -> None:
    prompter, _ = room(typing())
    assert prompter.tell(TOLD) == ""
    assert prompter.ask(ASKED) is None


# ---- Whole games ----


class Watched(PrompterRoom):
    """A prompter that checks the time that every cue takes."""

    def watch(self, page: StringIO) -> None:
        self.page, self.ran_out, self.said = page, 0, list[str]()
        self._took: dict[object, float] = {}

    def say(self, cue: Say) -> str:
        begins = now()
        called = super().say(cue)
        assert now() == begins
        assert called or " ".join(cue.text.split()) in self.shown()
        self.said.append(cue.line)
        return called

    def tell(self, cue: Tell) -> str:
        begins = now()
        called = super().tell(cue)
        assert now() == begins
        return called

    def ask(self, cue: Ask) -> str | None:
        begins, timed = now(), (cue.at, cue.text, cue.seconds)
        said = super().ask(cue)
        took = self._took.pop(timed, 0.0) + now() - begins
        if said == "pause":
            self._took[timed] = took
        elif said == "time":
            self.ran_out += 1
            assert took == pytest.approx(cue.seconds), cue
        else:
            assert took == pytest.approx(0.0), cue
        return said

    def shown(self) -> str:
        """What the screen shows, without the breaks of its lines."""
        return " ".join(self.page.getvalue()[-4000:].split())


class Moderator:
    """Types as a moderator does who now and then mistypes, calls for something, or lets a talk run out."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._asked = chance, 0

    def __call__(self, ask: Ask) -> str:
        self._asked += 1
        if self._asked < 150 and self._chance.random() < 0.1:
            return self._chance.choice([*ask.commands, "h", "s", "hm", "99", ""])
        if ask.kind == "ready" and not ask.line:
            return ""
        near = [one for one in ask.choices if one in ("night", "duel", "search", "timer")]
        drawn = self._chance.choice(near or [*ask.choices, *(["none"] if ask.optional else [])])
        return LET_PASS if drawn == "time" else drawn


def led(table: Table, seed: int, folder: Path) -> tuple[Watched, Typist, Stage[Any, Any]]:
    """Lead a whole game in the prompter's room."""
    names = table.setup.people
    ears, page = Typist(Moderator(Random(seed)), names), StringIO()
    prompter = Watched(Mute(), ears, Screen(names, words_of("pl"), Console(file=page, width=100)))
    prompter.watch(page)
    data = loading.as_data(table)
    header = Header(game="ktulu", setup="", fingerprint=loading.fingerprint(data), seed=seed, data=data)
    stage = Stage.begin(table.game(), seed, Journal.begin(folder / f"{seed}.jsonl", header))
    try:
        stage.run(prompter)
    finally:
        stage.journal.close()
    return prompter, ears, stage


@pytest.fixture(params=["few", "demo"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    if request.param == "demo":
        return loading.load_table(Path("demo"))
    file = tmp_path / "few.toml"
    file.write_text(SETUP, encoding="utf-8")
    return loading.load_table(file)


def test_whole_games_are_led_to_their_end(table: Table, tmp_path: Path) -> None:
    ran_out, entered, called = 0, 0, set[str]()
    for seed in range(4):
        prompter, ears, stage = led(table, seed, tmp_path)
        assert isinstance(stage.game.cue(stage.state), End)
        assert word("end") in prompter.shown()
        ran_out += prompter.ran_out
        entered += sum(ask.kind == "ready" and not ask.line for ask in ears.asked)
        called |= {batch.input for batch in read(stage.journal.path)[1]} & {*COMMANDS}
        warned = [line for line in prompter.said if line.startswith("day.timer.warning")]
        assert len(warned) <= prompter.ran_out
    assert ran_out > 2
    assert entered > 20
    assert called == {*COMMANDS}


def test_a_demonstration_needs_no_enter(tmp_path: Path) -> None:
    """Its answers are those to the game's questions, as in every other room."""
    answers = tmp_path / "answers"
    demo = (paths.shipped("setups") / "demo.answers").read_text(encoding="utf-8")
    answers.write_text(f"{demo}\ntimer\n5\n", encoding="utf-8")
    done = narrator("play", "demo", "--silent", "--answers", answers, "--journal", tmp_path / "journal.jsonl")
    assert done.returncode == 0, done.stderr
    with answers.open(encoding="utf-8") as lines:
        given = [*answer_lines(lines)]
    assert [batch.input for batch in read(tmp_path / "journal.jsonl")[1] if batch.input] == given
    assert not any(word(key, heard="").strip(" .") in done.stdout for key in ("not-understood", "enter-alone"))


# ---- What whoever leads is told ----

THIEF = CallView(id="thief.steal", book="20", who=("thief",), seats=(2,))
SHAMAN = CallView(id="shaman.trance", book="23", who=("shaman",), idle="jailed")
KNOWN = View(
    audience="moderator",
    at=CALL,
    seats=(
        SeatView(seat=1, name="Ala", card="shaman", marks=(MarkView(id="jail"), MarkView(id="statue"))),
        SeatView(seat=2, name="Bartek", card="thief", left={"thief.steal": 1}),
        SeatView(seat=3, name="Celina", card="sheriff", out=True, marks=(MarkView(id="guard"),)),
    ),
    call=THIEF,
    calls=(THIEF, SHAMAN),
    names={"thief": "Złodziej", "shaman": "Szaman", "sheriff": "Szeryf"},
    powers={"thief.steal": "kradzież"},
)


def briefed(ears: Typist, view: View = KNOWN) -> tuple[PrompterRoom, StringIO]:
    page = StringIO()
    prompter = PrompterRoom(Mute(), ears, Screen(PLAYERS, words_of("pl"), Console(file=page, width=100), texts=KTULU))
    prompter.brief(view)
    return prompter, page


def test_whoever_leads_is_told_cards_what_lies_on_whom_and_what_comes_next() -> None:
    prompter, page = briefed(typing("1"))
    prompter.say(SLEEP)
    assert prompter.ask(ASKED) == "1"
    before = page.getvalue().partition(SLEEP.text)[2].partition(ASKED.text)[0]
    assert [line.strip() for line in before.splitlines() if line.strip()] == [
        "2 Bartek: Złodziej, kradzież: 1",
        "Na kim co: 1 Ala: więzienie, posążek",
        "Potem: Szaman w więzieniu",
    ]


def test_it_lists_those_who_can_be_chosen_and_neither_whoever_chooses_nor_the_out() -> None:
    prompter, page = briefed(typing("1"))
    prompter.see(replace(KNOWN, audience="all"))
    for window in (20.0, 0.0):  # in an open night too
        page.truncate(0)
        prompter.ask(replace(ASKED, window=window))
        assert "Do wyboru: 1 Ala · 3 Celina" in page.getvalue()


def test_many_names_stand_in_columns() -> None:
    people = dict(enumerate(("Święty Mikołaj", "Jan Maria", "Żaneta K", "Bartłomiej") * 5, 1))
    page = StringIO()
    screen = Screen(people, words_of("pl"), Console(file=page, width=80))
    screen.question(replace(ASKED, choices=tuple(map(str, people)), optional=True), who=True)
    rows = page.getvalue().splitlines()
    listed = rows[next(number for number, row in enumerate(rows) if "Do wyboru" in row) + 1 :][:7]
    parts = [re.split(r"\s{2,}", row.strip()) for row in listed]
    assert [one for row in parts for one in row] == [*(f"{seat} {name}" for seat, name in people.items()), "nikt"]
    assert {match.start() for row in listed for match in re.finditer(r"(?<=\s\s)\S", row)} == {4, 23, 42}


@pytest.mark.parametrize("at", [CALL, TALK.at])
def test_a_refused_question_stands_there_once(at: At) -> None:
    ears = typing("2", "3")
    prompter, page = briefed(ears)
    asked = replace(ASKED, at=at, choices=("1", "2", "3"))
    prompter.ask(asked)
    prompter.refuse(Refused(at=at, answer="2", reason="self", text="Nie można wskazać siebie.", to=(2,)))
    prompter.ask(asked)
    assert page.getvalue().count("Kogo?") == page.getvalue().count("Do wyboru") == 1


def test_what_whoever_leads_is_asked_wakes_nobody_and_offers_what_can_be() -> None:
    prompter, page = briefed(typing("3"))
    assert prompter.ask(replace(ASKED, to="moderator", choices=("2", "3"), optional=True)) == "3"
    asked = page.getvalue().partition(ASKED.text)[2]
    assert "Odpowiada" not in asked
    assert "2 Bartek · 3 Celina · nikt" in asked
    assert "1 Ala" not in asked


def test_by_day_all_look_at_the_screen_and_nothing_is_told() -> None:
    prompter, page = briefed(typing("over"))
    prompter.ask(TALK)
    assert "posążek" not in page.getvalue()


def test_it_says_why_nobody_acts() -> None:
    prompter, page = briefed(typing(""), replace(KNOWN, call=SHAMAN))
    prompter.pause(Pause(at=CALL, seconds=17.4))
    prompter.say(SLEEP)
    assert "Powód: w więzieniu." in page.getvalue()


def test_a_final_answer_is_asked_back_at_night_too() -> None:
    final = replace(ASKED, final=True)
    ears = typing("1", "n", "3", "t")
    prompter, page = briefed(ears)
    assert prompter.ask(final) == "3"
    assert page.getvalue().count(": na pewno? (t: tak, n: nie)") == 2
    careless, page = room(typing("1"), RoomSettings(careful=False))
    assert careless.ask(final) == "1"


def test_what_holds_and_hurries_is_offered_only_where_time_runs() -> None:
    prompter, page = briefed(typing("1"))
    prompter._screen.timed = False  # type: ignore[attr-defined]
    prompter.ask(ASKED)
    assert word("acts") not in page.getvalue()
    aloud, page = room(typing("1"))
    aloud.ask(ASKED)
    assert word("acts") in page.getvalue()
