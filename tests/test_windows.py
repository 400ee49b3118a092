"""A call's time: how many private results fit in it, and what the room does while it runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from narrator import places, tables
from narrator.answers import Answer, Heard, Silence, typed
from narrator.cues import Ask, At, Part, Pause, Say, Tell
from narrator.ears.lexicon import read_lexicon
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import events as e
from narrator.games.ktulu.effects import EFFECTS
from narrator.rooms import window
from narrator.rooms.listener import Hearing
from narrator.rooms.opening import NoMouth, words_of
from narrator.rooms.screen import WIPE, Screen
from narrator.rooms.table import Manner, TableRoom
from narrator.simulating import evening, gathering, people

SCRIPT = tables.load_script(places.shipped("scripts") / "ktulu.toml")
GAMES = 250


class Watch:
    """What came in calls' times: of each effect the most private results, and the rows of questions."""

    def __init__(self) -> None:
        self.told: dict[str, int] = {}
        self.asked: dict[str, set[tuple[str, ...]]] = {}
        self._word, self._tells, self._asks = "", 0, tuple[str, ...]()

    def see(self, event: e.Event) -> None:
        """Take one event after the other."""
        if isinstance(event, e.CallOpened | e.Waited):
            self._tells, self._asks = 0, ()
        if isinstance(event, e.CallOpened):
            self._word = SCRIPT.calls_by_id[event.call].do
        elif isinstance(event, e.Announced | e.CallClosed):
            self._word = ""
        elif isinstance(event, e.Told) and self._word:
            self._tells += 1
            self.told[self._word] = max(self.told.get(self._word, 0), self._tells)
        elif isinstance(event, e.Asked) and self._word:
            self._asks = (*self._asks, event.kind)
            self.asked.setdefault(self._word, set()).add(self._asks[1:])


@cache
def seen() -> Watch:
    """Watch random games."""
    watch = Watch()
    for number in range(GAMES):
        chance = Random(number)
        game = Ktulu(gathering.gather(chance, SCRIPT), SCRIPT)
        for act in evening.acts(game, evening.begin(game, chance), chance, people.lawless):
            for event in act.events:
                watch.see(event)
    return watch


def test_a_call_has_time_for_all_that_it_can_tell() -> None:
    assert seen().told == {word: effect.tells for word, effect in EFFECTS.items() if effect.tells}


def test_a_call_has_a_count_for_all_that_it_can_ask() -> None:
    asked = seen().asked
    assert asked.pop("blackmail") > {(), ("seat",)}  # again and again; only the first time more is counted
    for word, rows in asked.items():
        asks = EFFECTS[word].asks
        assert rows <= {asks[:end] for end in range(len(asks) + 1)}, word
        assert asks in rows, word


# ---- In the room ----

CALL = At(call="thief.steal", book="20", night=1)
WAKE = Say(at=CALL, line="", text="Złodzieju, otwórz oczy.")
SLEEP = Say(at=CALL, line="", text="Złodziej zasypia.")
ASKED = Ask(at=CALL, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), window=0.05)
TOLD = Tell(at=CALL, line="", text="Jest!", to=(2,))
PLAYERS = {1: "Ala", 2: "Bartek", 3: "Celina"}


class Typing:
    """Ears that hear what is typed at given questions, each once: (what is asked, what is typed)."""

    def __init__(self, *lines: tuple[str, str]) -> None:
        self._lines = list(lines)
        self.asked: list[Ask] = []
        self.waits: list[float | None] = []

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
        self.asked.append(ask)
        self.waits.append(seconds)
        kind = "acts" if not ask.choices else "ask"
        if self._lines and self._lines[0][0] == kind:
            return typed(self._lines.pop(0)[1], ask, read_lexicon("pl"), PLAYERS)
        assert seconds is not None
        time.sleep(seconds)
        return Silence()

    def close(self) -> None:
        """Have nothing to close."""


class Spoken(NoMouth):
    """A mouth that notes when each line began."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, float]] = []

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002
        self.lines.append((text, time.monotonic()))


def room(ears: Hearing, mouth: Spoken, *, moderated: bool, page: StringIO | None = None) -> TableRoom:
    screen = Screen(PLAYERS, words_of("pl"), Console(file=page or StringIO(), width=80, force_terminal=bool(page)))
    return TableRoom(mouth, ears, screen, Manner(moderated=moderated, show_seconds=0.03))


def test_an_answer_that_does_not_come_by_the_end_is_time() -> None:
    table = room(Typing(), Spoken(), moderated=True)
    table.pause(Pause(at=CALL, seconds=0.02))
    assert table.ask(ASKED) == "time"


def test_a_late_answer_leaves_time_to_read_what_comes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window, "DECIDING", 0.0)
    ears = Typing()
    table = room(ears, Spoken(), moderated=False)
    table.pause(Pause(at=CALL, seconds=0.02, tells=2))
    assert table.ask(ASKED) == "time"
    table.say(SLEEP)
    left = ears.waits[-1]
    assert left is not None
    assert 0.02 < left <= 0.06  # two results could still have been shown


def test_without_a_pace_nobody_is_too_late() -> None:
    table = TableRoom(NoMouth(), Typing(("ask", "3")), Screen(PLAYERS), Manner(pace=0.0))
    table.pause(Pause(at=CALL, seconds=10.0))
    assert table.ask(ASKED) == "3"


@pytest.mark.parametrize("command", ["undo", "pause", "repeat"])
@pytest.mark.parametrize("acting", [[], [ASKED], [ASKED, TOLD]])
def test_a_command_is_taken_as_long_as_the_time_runs(acting: list[Ask | Tell], command: str) -> None:
    mouth = Spoken()
    table = room(Typing(*[("ask", "3")] * (ASKED in acting), ("acts", command)), mouth, moderated=False)
    table.say(WAKE)
    table.pause(Pause(at=CALL, seconds=60.0, tells=1))
    called = ""
    for cue in acting:
        called = (table.ask(cue) or "").replace("3", "") if isinstance(cue, Ask) else table.tell(cue)
    assert (called or table.say(SLEEP)) == command
    assert [text for text, _ in mouth.lines] == [WAKE.text]


@pytest.mark.parametrize("acting", [[], [ASKED], [ASKED, TOLD]])
@pytest.mark.parametrize("act", ["hold", "hurry"])
def test_hold_and_hurry_treat_every_table_alike(
    acting: list[Ask | Tell], act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "LONGER", 0.1)
    monkeypatch.setattr(window, "SOON", 0.01)
    mouth = Spoken()
    table = room(Typing(*[("ask", "3")] * (ASKED in acting), ("acts", act)), mouth, moderated=False)
    table.pause(Pause(at=CALL, seconds=0.1 if act == "hold" else 60.0, tells=1))
    began = time.monotonic()
    for cue in acting:
        _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
    assert table.say(SLEEP) == ""
    lasted = mouth.lines[0][1] - began
    assert lasted >= (0.22 if act == "hold" else 0.03)
    assert lasted < 30.0


def test_the_screen_shows_as_much_whether_or_not_anybody_acts() -> None:
    shown = []
    both: list[list[Ask | Tell]] = [[], [ASKED, TOLD]]
    for acting in both:
        page = StringIO()
        table = room(Typing(*[("ask", "3")] * bool(acting)), Spoken(), moderated=False, page=page)
        table.say(WAKE)
        table.pause(Pause(at=CALL, seconds=0.05, tells=1))
        for cue in acting:
            _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
        table.say(SLEEP)
        assert "\x1b]" not in page.getvalue()  # nothing is put into the window's title
        shown.append([scene for scene in page.getvalue().split(WIPE) if "▒" in scene])
    empty, full = shown
    assert {scene.count("\n") for scene in empty} == {scene.count("\n") for scene in full}
    inked = [sum(not sign.isspace() for sign in scene) for scene in (*empty, *full)]
    assert max(inked) < 1.1 * min(inked)
    assert [TOLD.text in scene for scene in full] == [False, False, False, True, False]


def test_a_spoken_answer_of_which_something_is_shown_wants_a_second_word() -> None:
    class Saying(Typing):
        def hear(self, ask: Ask, seconds: float | None = None) -> Heard:
            heard = super().hear(ask, seconds)
            return replace(heard, spoken=True) if isinstance(heard, Answer) else heard

    final = replace(ASKED, final=True, window=60.0)
    for lines, answer in (
        (["3", "potwierdzam"], "3"),
        (["3", "tak", "1", "="], "1"),
        (["3", "nie", "1", "potwierdzam"], "1"),
    ):
        table = room(Saying(*(("ask", line) for line in lines)), Spoken(), moderated=True)
        assert table.ask(final) == answer
    assert room(Typing(("ask", "3")), Spoken(), moderated=True).ask(final) == "3"  # typed
    assert room(Saying(("ask", "3")), Spoken(), moderated=True).ask(replace(final, final=False)) == "3"
