"""Whoever types *pomoc* reads what can be answered here; with closed eyes the same, whoever is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

import pytest

from narrator.cues import Ask, AskKind, At, Cue, Pause, Say
from narrator.rooms.counting import words_of
from narrator.rooms.opening import NoMouth
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import Words

from tests.polish import KTULU
from tests.terminal import Terminal
from tests.waiting import Typing

pytestmark = pytest.mark.usefixtures("clock")

NAMES = {1: "Ala", 2: "Bartek", 3: "Celina"}
NIGHT, DAY = At(call="thief.steal", book="20", night=1, phase="night"), At(call="day", night=1, phase="day")
TIME = Pause(at=NIGHT, seconds=20.0)
SLEEP = Say(at=NIGHT, line="", text="Złodziej zasypia.")


class Seen(Screen):
    """A screen that keeps what stood on it after each notice."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(NAMES, words_of("pl"), terminal.console(), KTULU)
        self._terminal, self.pages = terminal, list[str]()

    def notice(self, words: Words) -> None:
        super().notice(words)
        self.pages.append(self._terminal.words)


def asked(kind: AskKind, at: At, *choices: str, window: float = 0.0) -> Ask:
    return Ask(at=at, line="", text="Co teraz?", to="all", kind=kind, choices=choices, window=window)


def led(cues: Sequence[Cue], *typed: tuple[str, str], moderated: bool = False) -> tuple[list[str | None], list[str]]:
    """Lead the cues while this is typed: the answers that the game gets, and what stood on the screen each time."""
    screen = Seen(Terminal(100, 30))
    room = TableRoom(NoMouth(), Typing(NAMES, *typed), screen, RoomSettings(moderated=moderated, show_seconds=0.0))
    answers: list[str | None] = []
    for cue in cues:
        if isinstance(cue, Say):
            room.say(cue)
        elif isinstance(cue, Pause):
            room.pause(cue)
        elif isinstance(cue, Ask):
            answers.append(room.ask(cue))
    return answers, screen.pages


CHOICES: dict[str, tuple[str, ...]] = {
    "yes-no": ("yes", "no"),
    "ready": ("ready",),
    "count": ("0", "1", "2"),
    "card": ("sheriff", "boss"),
    "choice": ("night", "duel"),
    "page": ("yes", "no"),
}


@pytest.mark.parametrize("kind", [kind for kind in get_args(AskKind) if kind != "page"])
@pytest.mark.parametrize("word", ["pomoc", "?", "POMOC"])
def test_by_day_help_says_what_can_be_answered_and_the_game_never_hears_of_it(kind: AskKind, word: str) -> None:
    choices = CHOICES.get(kind, ("1", "3"))
    answers, seen = led([asked(kind, DAY, *choices)], ("ask", word), ("ask", choices[0]))
    assert answers == [choices[0]]
    hint = KTULU.word(f"hint.{kind}", first=choices[0], last=choices[-1])
    assert " ".join(re.sub(r"[^\w\s.,:;-]", " ", hint).split()) in seen[-1]
    assert "Ctrl-C przerywa, nic nie ginie" in seen[-1]


def test_with_closed_eyes_help_is_the_same_whether_or_not_somebody_is_asked() -> None:
    nobody, idle = led([TIME, SLEEP], ("acts", "pomoc"))
    somebody, busy = led([TIME, asked("seat", NIGHT, "1", "3", window=20.0), SLEEP], ("ask", "pomoc"), ("ask", "3"))
    assert (nobody, somebody) == ([], ["3"])
    hint = KTULU.word("hint.night").partition(".")[0]
    assert all(hint in page for page in (idle[-1], busy[-1]))
    assert "Ctrl-C" in idle[-1]
    assert "Ctrl-C" in busy[-1]


def test_a_moderator_is_told_how_to_enter_what_was_pointed_at() -> None:
    _, seen = led([asked("seat", NIGHT, "1", "3", window=20.0)], ("ask", "pomoc"), ("ask", "3"), moderated=True)
    assert "Wpisz, kogo wskazano" in seen[-1]
