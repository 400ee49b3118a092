"""Answers that are counted aloud: which word a key means while it sounds, and what the page shows then."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from narrator.cues import Ask, Part, Tell
from narrator.rooms import counting
from narrator.rooms.clock import now, sleep_until
from narrator.rooms.counting import CountingRoom, words_of
from narrator.rooms.light import FILL
from narrator.rooms.presses import Presses
from narrator.rooms.screen import HOME, WIPE, Screen
from narrator.rooms.soundscape import Soundscape
from narrator.rooms.table import RoomSettings

from tests.counted_call import CALL, PLAYERS, SEATS, SLEEP, TIME, TOLD, WHETHER, WHOM, Narrator
from tests.terminal import Terminal, lit
from tests.waiting import Typing, later

pytestmark = pytest.mark.usefixtures("clock")


class Sounding(Narrator):
    """A mouth and its player: a line is handed over ahead, sounds when it is due, and takes its time."""

    ahead = 0.35

    def __init__(
        self, lasts: float = 0.8, presses: dict[str, float] | None = None, late: dict[str, float] | None = None
    ) -> None:
        super().__init__()
        self._lasts, self._presses, self._late = lasts, presses or {}, late or {}
        self.begins: Callable[[float], None] = lambda _: None
        self._due = self._ended = 0.0
        self.sounded: dict[str, float] = {}

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:
        del parts
        return self._lasts if text.isdecimal() else 0.3

    def rest(self, seconds: float) -> None:
        self._due = self._ended + seconds

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        del parts
        begins = max(self._due, now()) + self._late.get(text, 0.0)
        self.sounded[text] = begins
        self.begins(begins)
        if text in self._presses:
            assert self._pressed
            later(begins + self._presses[text] - now(), self._pressed)
        sleep_until(begins + self.seconds(text))
        self._ended, self._due = now(), 0.0

    def play(self, path: Path) -> None: ...
    def chime(self) -> None: ...

    def surround(self, ambience: object) -> None: ...
    def fade(self, gain: float, seconds: float) -> None: ...
    def stop(self) -> None: ...


class Page(StringIO):
    """A terminal that notes what is written when."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[tuple[float, str]] = []

    def write(self, text: str) -> int:
        self.written.append((now(), text))
        return super().write(text)

    def corners(self) -> dict[str, float]:
        """Give when each counted word appeared in the corner."""
        found: dict[str, float] = {}
        for moment, text in self.written:
            corner = re.fullmatch(r"\x1b7\x1b\[1;74H(.{6})\x1b8", text)
            if corner and not corner[1].endswith(" s"):
                found.setdefault(corner[1].strip(), moment)
        return found

    def cleared(self) -> list[float]:
        """Give when the screen was cleared."""
        return sorted({round(moment, 3) for moment, text in self.written if WIPE in text})

    def redrawn(self) -> list[float]:
        """Give when a page was drawn, over another one too."""
        return [moment for moment, text in self.written if WIPE in text or HOME in text]

    def scenes(self) -> list[str]:
        """The pages, one after the other."""
        return [
            scene for scene in re.split(f"{re.escape(WIPE)}|{re.escape(HOME)}", self.getvalue()) if FILL * 5 in scene
        ]


def sounding(
    narrator: Sounding, page: Page | None = None, *, pace: float = 1.0, screen: Screen | None = None
) -> CountingRoom:
    screen = screen or Screen(
        PLAYERS, words_of("pl"), Console(file=page or StringIO(), width=80, force_terminal=bool(page))
    )
    soundscape = Soundscape(narrator)
    room = CountingRoom(
        narrator,
        Typing(PLAYERS),
        screen,
        RoomSettings(moderated=False, pace=pace),
        soundscape,
        keys=narrator,
        words=words_of("pl"),
    )
    room.prepare([])
    narrator.sounded.clear()
    return room


def counts(narrator: Sounding, *cues: Ask | Tell, page: Page | None = None, pace: float = 1.0) -> list[str | None]:
    """Lead a call in which these cues come; give the answers."""
    table = sounding(narrator, page, pace=pace)
    table.pause(TIME)
    answers = [table.ask(cue) if isinstance(cue, Ask) else table.tell(cue) for cue in cues]
    table.say(SLEEP)
    return answers


@pytest.mark.parametrize("cues", [[], [WHOM], [WHOM, WHETHER, TOLD]])
def test_the_corner_changes_when_the_word_begins_to_sound(cues: list[Ask | Tell]) -> None:
    narrator, page = Sounding(), Page()
    counts(narrator, *cues, page=page)
    narrator.sounded.pop(SLEEP.text)
    assert page.corners() == pytest.approx(narrator.sounded)
    assert list(page.corners()) == [*SEATS, "Tak?", "Nie?"]


@pytest.mark.parametrize("after", [0.0, 0.15, 0.35, 0.6, 1.0])
@pytest.mark.parametrize("number", ["2", "4"])
@pytest.mark.parametrize("pace", [1.0, 0.5, 0.3, 0.05])
def test_a_key_means_the_word_that_sounds(pace: float, number: str, after: float) -> None:
    assert counts(Sounding(presses={number: after}), WHOM, pace=pace) == [number]


@pytest.mark.parametrize(("after", "meant"), [(-0.3, "2"), (0.0, "4"), (0.3, "4")])
def test_a_word_that_sounds_late_is_shown_and_meant_from_then_on(after: float, meant: str) -> None:
    narrator, page = Sounding(late={"2": 0.3, "4": 0.5}, presses={"4": after}), Page()
    assert counts(narrator, WHOM, page=page) == [meant]
    narrator.sounded.pop(SLEEP.text)
    assert page.corners() == pytest.approx(narrator.sounded)


def test_a_word_that_a_lost_loudspeaker_begins_anew_is_meant_from_its_second_beginning() -> None:
    presses = Presses(SEATS, counting.BEAT)
    presses.begins(0, 100.0)
    presses.begins(1, 101.3)
    presses.begins(1, 103.0)
    assert presses.press(102.0)
    assert presses.picks == ["1"]


def test_a_word_whose_sound_is_lost_is_shown() -> None:
    class Mute(Sounding):
        def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
            Narrator.speak(self, text, parts)

    page = Page()
    counts(Mute(), page=page)
    assert list(page.corners()) == [*SEATS, "Tak?", "Nie?"]


def test_what_was_chosen_at_the_last_moment_can_be_read() -> None:
    page = Page()
    narrator = Sounding(presses={"4": counting.BEAT + counting.LINGERS - 0.01})
    assert counts(narrator, WHOM, page=page) == ["4"]
    chosen = next(moment for moment, text in page.written if "Gracz 4" in text)
    gone = next(moment for moment in page.redrawn() if moment > chosen)
    assert gone - chosen >= 2.0


@pytest.mark.parametrize("pace", [2.0, 1.0, 0.3, 0.05])
@pytest.mark.parametrize(
    ("lasts", "beat"), [(0.4, counting.BEAT), (0.94, counting.BEAT), (1.6, 1.6 + 0.35), (2.5, 2.85)]
)
def test_no_beat_is_shorter_than_its_longest_number(lasts: float, beat: float, pace: float) -> None:
    narrator = Sounding(lasts)
    counts(narrator, pace=pace)
    first, second, third, yes, no, _ = narrator.sounded.values()
    assert (second - first, third - second, no - yes) == pytest.approx((beat, beat, beat))


def test_the_time_that_is_counted_is_the_same_whoever_is_asked_and_presses() -> None:
    nobody, somebody, pressed = Sounding(1.6), Sounding(1.6), Sounding(1.6, {"4": 0.3, "Tak?": 0.1})
    heard = []
    for narrator, cues in ((nobody, []), (somebody, [WHOM]), (pressed, [WHOM, WHETHER, TOLD])):
        begins = now()
        counts(narrator, *cues)
        heard.append({text: round(moment - begins, 3) for text, moment in narrator.sounded.items()})
    assert heard == [heard[0]] * 3


# ---- What the page shows of a key ----


def large(narrator: Sounding, *cues: Ask | Tell) -> list[bool]:
    """Lead a call in which nobody takes a result away; give whether a large word stands there, every half second."""
    terminal, found = Terminal(80, 24), list[bool]()
    table = sounding(narrator, screen=Screen(PLAYERS, words_of("pl"), terminal.console(), counting=True))
    for halves in range(70):
        later(0.25 + 0.5 * halves, lambda: found.append("█" in terminal.shown))
    table.pause(TIME)
    for cue in cues:
        _ = table.ask(cue) if isinstance(cue, Ask) else table.tell(cue)
    table.say(SLEEP)
    return found


def test_the_large_word_goes_out_under_a_result_that_nobody_takes_away_too() -> None:
    nobody, told = large(Sounding()), large(Sounding(presses={"4": 0.3}), WHOM, TOLD)
    assert nobody == told
    assert True in nobody


def test_who_is_asked_sees_what_was_chosen() -> None:
    page = Page()
    assert counts(Sounding(presses={"2": 0.3, "4": 0.3, "Nie?": 0.2}), WHOM, WHETHER, page=page) == ["4", "no"]
    shown = [
        word
        for scene in page.scenes()
        for word in re.findall(r"Wybór: (.*?)\s*│", re.sub(r"\x1b\[[\d;]*m", "", scene))
    ]
    assert shown == ["Gracz 2", "Gracz 4", "nie"]


def test_of_several_all_that_count_are_shown_and_the_page_says_how() -> None:
    several = Ask(at=CALL, line="", text="Kogo?", to=(1,), kind="seats", choices=SEATS, most=2, window=20.0)
    page = Page()
    assert counts(Sounding(presses={"1": 0.3, "2": 0.3, "4": 0.3}), several, page=page) == ["2,4"]
    assert "Gracz 2; Gracz 4" in page.getvalue()
    assert "przy każdym wyborze, najwyżej 2 razy" in page.getvalue()


def test_a_key_of_somebody_who_is_not_asked_changes_nothing() -> None:
    pages = []
    for presses in ({}, {"2": 0.3, "Tak?": 0.1}):
        page = Page()
        counts(Sounding(presses=presses), page=page)
        pages.append([text for _, text in page.written if not text.endswith(" s\x1b8")])
    assert pages[0] == pages[1]


def test_no_page_is_brighter_and_none_flashes_because_of_a_key() -> None:
    tables: list[tuple[dict[str, float], list[Ask | Tell]]] = [
        ({}, []),
        ({"2": 0.3}, []),
        ({}, [WHOM, WHETHER]),
        ({"2": 0.3, "4": 0.3, "Tak?": 0.4}, [WHOM, WHETHER]),
    ]
    cleared, scenes = [], []
    for presses, cues in tables:
        begins, page = now(), Page()
        counts(Sounding(presses=presses), *cues, page=page)
        cleared.append([round(moment - begins, 3) for moment in page.cleared()])
        scenes += page.scenes()
    assert cleared == [cleared[0]] * 4
    assert len({scene.count("\n") for scene in scenes}) == 1
    assert len({lit(re.sub(r"\x1b7.*?\x1b8", "", scene)) for scene in scenes}) == 1
