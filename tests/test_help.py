"""Whoever types *pomoc* reads what can be answered here; with closed eyes the same, whoever is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from narrator.answers import Answer, typed
from narrator.computer.texts import texts_of
from narrator.cues import Ask, AskKind, At, Cue, Pause, Say
from narrator.ears.lexicon import read_lexicon
from narrator.games.registry import folders
from narrator.play import loading
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import words_of
from narrator.rooms.helping import help_at
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import Words

from tests.any_game.evening import begun, said, settled
from tests.polish import KTULU, OWN_WORDS
from tests.terminal import Terminal
from tests.test_day_page import STEPS, at_table, seated
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


def led(
    cues: Sequence[Cue], *typed: tuple[str, str], moderated: bool = False, manual: bool = False
) -> tuple[list[str | None], list[str]]:
    """Lead the cues while this is typed: the answers that the game gets, and what stood on the screen each time."""
    screen = Seen(Terminal(100, 30))
    room = TableRoom(NoMouth(), Typing(NAMES, *typed), screen, RoomSettings(moderated=moderated, show_seconds=0.0))
    room.manual = lambda: MANUAL if manual else {}
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
    key = "meaning.night" if kind == "choice" else f"hint.{kind}"
    hint = KTULU.word(key, first=choices[0], last=choices[-1])
    assert " ".join(re.sub(r"[^\w\s.,:;-]", " ", hint).split()) in seen[-1]
    assert "Ctrl i C naraz przerywa, nic nie ginie" in seen[-1]


def test_with_closed_eyes_help_is_the_same_whether_or_not_somebody_is_asked() -> None:
    nobody, idle = led([TIME, SLEEP], ("acts", "pomoc"))
    somebody, busy = led([TIME, asked("seat", NIGHT, "1", "3", window=20.0), SLEEP], ("ask", "pomoc"), ("ask", "3"))
    assert (nobody, somebody) == ([], ["3"])
    hint = KTULU.word("hint.night").partition(".")[0]
    assert all(hint in page for page in (idle[-1], busy[-1]))
    assert "Ctrl i C" in idle[-1]
    assert "Ctrl i C" in busy[-1]
    assert "znaków na stronie tylko wyrównują jej światło" in idle[-1]


def test_a_moderator_is_told_how_to_enter_what_was_pointed_at() -> None:
    _, seen = led([asked("seat", NIGHT, "1", "3", window=20.0)], ("ask", "pomoc"), ("ask", "3"), moderated=True)
    assert "Wpisz, kogo wskazano" in seen[-1]


@pytest.mark.parametrize("choice", KTULU.group("meaning"))
def test_a_choice_is_explained_by_the_name_that_it_has_in_the_list(choice: str) -> None:
    named, _, meaning = KTULU.word(f"meaning.{choice}").partition(": ")
    assert named == read_lexicon("pl", *OWN_WORDS).choices[choice][0]
    assert meaning


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (100, 30)])
@pytest.mark.parametrize("kind", [kind for kind in get_args(AskKind) if kind != "page"])
@pytest.mark.parametrize("players", [8, 12, 16])
def test_help_stands_whole_on_the_page_of_the_day_and_the_question_stays(
    kind: AskKind, width: int, height: int, players: int
) -> None:
    screen, terminal = at_table(seated(players), width, height)
    choices = STEPS if kind == "choice" else CHOICES.get(kind, ("1", "3"))
    question = asked(kind, DAY, *choices)
    screen.question(question, who=False)
    for _ in range(2):  # whoever asks twice reads the same
        for words in help_at(question, moderated=False, at=DAY, view=None):
            screen.notice(words)
    hint = KTULU.word(f"hint.{kind}", first=choices[0], last=choices[-1])
    for text in (hint, KTULU.word("hint.always"), "Co teraz?", "Do wyboru: "):
        assert shown(text) in shown(terminal.words), terminal.shown
    assert not terminal.history


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24)])
def test_each_word_of_the_day_is_explained_a_few_at_a_time_whole(width: int, height: int) -> None:
    screen, terminal = at_table(seated(12), width, height)
    question, left = asked("choice", DAY, *STEPS), {*STEPS}
    screen.question(question, who=False)
    for turn in range(len(STEPS)):
        for words in help_at(question, moderated=False, at=DAY, view=None, texts=KTULU, turn=turn):
            screen.notice(words)
        left -= {step for step in left if shown(KTULU.word(f"meaning.{step}")) in shown(terminal.words)}
    assert left == set()


@pytest.mark.parametrize("language", ["pl", "en", "sv"])
def test_each_command_is_explained_at_a_question_too_after_how_that_is_answered(language: str) -> None:
    texts = texts_of(language, *folders("cthulhu-wars"))
    game = loading.load_table(Path("demo-wars")).game()
    state = settled(game, begun(game, 1))
    for answer in ("clockwise", "gather"):
        state = settled(game, said(game, state, answer))
    cue = game.cue(state)
    assert isinstance(cue, Ask)
    assert cue.kind == "choice"
    told = [
        texts.told(help_at(cue, moderated=False, at=DAY, view=None, texts=texts, turn=turn)[0]) for turn in range(9)
    ]
    assert texts.word("hint.count", first="0", last="14") in told[0]
    heads = {command.partition(" ")[0] for command in cue.own}
    explained = {head for head in heads if texts.word(f"meaning.{head}") in " ".join(told[1:])}
    assert explained == heads >= {"captive", "doom", "tell", "set"}
    assert texts.word("hint.goes-on", hint="") in told[1]


def shown(text: str) -> str:
    return "".join(re.findall(r"\w", text))


def test_with_closed_eyes_help_says_which_night_it_is_and_who_is_out() -> None:
    view = seated(8)
    (state, _) = help_at(None, moderated=False, at=NIGHT, view=view)
    assert KTULU.told(state) == f"Noc 1. Odpadli: 5 {view.seats[4].name}", "whose name ends with a stop"
    assert KTULU.told(help_at(None, moderated=False, at=NIGHT, view=None)[0]) == "Noc 1. W grze wszyscy."


def test_only_where_nobody_can_be_chosen_help_says_so() -> None:
    kinds = [replace(asked("seat", DAY, "1", "3"), optional=optional) for optional in (True, False)]
    told = [KTULU.told(help_at(cue, moderated=False, at=DAY, view=None)[0]) for cue in kinds]
    assert ["„nikt”" in words for words in told] == [True, False]


@pytest.mark.parametrize(
    ("kind", "optional", "there"),
    [
        ("seat", False, ["dwie cyfry: 07", "nic nie wpisane to nikt"]),
        ("seat", True, ["dwie cyfry: 07", "00 to nikt", "nic nie wpisane to nikt"]),
        ("seats", False, ["dwie cyfry: 03, 08", "nic nie wpisane to nikt"]),
        ("seats", True, ["dwie cyfry: 03, 08", "00 to nikt", "nic nie wpisane to nikt"]),
        ("yes-no", False, ["t: tak, n: nie", "nic nie wpisane to nie"]),
    ],
)
def test_the_page_of_the_woken_names_the_keys_of_their_question_alone(
    kind: AskKind, *, optional: bool, there: list[str]
) -> None:
    choices = CHOICES.get(kind, ("1", "3"))
    cue = replace(asked(kind, NIGHT, *choices, window=20.0), optional=optional)
    [page] = led([TIME, cue, SLEEP], ("ask", "pomoc"), ("ask", choices[0]))[1]
    assert [hint for hint in KEYS if shown(hint) in shown(page)] == there


KEYS = (
    *("dwie cyfry: 07", "dwie cyfry: 03, 08", "t: tak, n: nie", "00 to nikt"),
    *("nic nie wpisane to nikt", "nic nie wpisane to nie"),
)


def test_only_the_list_that_night_is_in_is_told_what_night_does() -> None:
    hint = KTULU.told(help_at(asked("choice", DAY, "masked", "private"), moderated=False, at=DAY, view=None)[0])
    assert "Wpisz słowo z listy" in hint
    assert "noc" not in hint


@pytest.mark.parametrize(("typed", "answer"), [(["3", "t"], "3"), (["3", "n", "1", "t"], "1"), (["nikt"], "none")])
def test_by_day_what_cannot_be_taken_back_is_asked_back_though_it_was_typed(typed: list[str], answer: str) -> None:
    cue = replace(asked("seat", DAY, "1", "3"), final=True, optional=True)
    answers, seen = led([cue], *[("ask", line) for line in typed])
    assert answers == [answer]
    assert any("3 Celina: na pewno?" in page for page in seen) is ("3" in typed)


def test_at_night_the_woken_are_not_asked_back() -> None:
    cue = replace(asked("seat", NIGHT, "1", "3", window=20.0), final=True)
    answers, _ = led([TIME, cue, SLEEP], ("ask", "3"))
    assert answers == ["3"]


# ---- A word behind it ----

TABLE: Any = loading.load_table(Path("demo"))
MANUAL: dict[str, str] = TABLE.package.manual(TABLE)


def about(*lines: str, asks: bool = True, at: At = DAY) -> str:
    """What stands on the screen once a question, or an empty call, was met with this."""
    cue = asked("seat", at, "1", "3", window=20.0 if at.dark else 0.0)
    cues = [*([TIME] if at.dark else []), *([cue, SLEEP] if asks else [SLEEP])]
    kind = "ask" if asks else "acts"
    answers, seen = led(cues, *[(kind, line) for line in lines], *([("ask", "3")] if asks else []), manual=True)
    assert answers == (["3"] if asks else [])
    return seen[0]


@pytest.mark.parametrize("line", ["pomoc szuler", "? Szuler", "pomoc szul", "pomoc szuler?"])
@pytest.mark.parametrize("at", [DAY, NIGHT])
def test_a_card_is_read_up_by_its_name(line: str, at: At) -> None:
    assert shown(f"Szuler: {MANUAL['Szuler']}") in shown(about(line, at=at))


@pytest.mark.parametrize(
    ("named", "read"), [("bandyci", "odpłyniecie"), ("pojedynek", "decydują głosy"), ("cofnij", "litera c")]
)
def test_so_is_a_faction_or_a_word_of_the_screen(named: str, read: str) -> None:
    assert read in about(f"pomoc {named}")


def test_every_card_and_every_faction_can_be_read_up_in_play_or_not() -> None:
    names = TABLE.script.vocabulary["gentle"]
    ids = (*TABLE.script.roles, *(side.id for side in TABLE.script.faction))
    assert {*MANUAL} >= {names[one].name for one in ids}


def test_what_it_says_is_the_same_whether_or_not_somebody_is_asked() -> None:
    assert all("Szuler: Budzisz się" in about("pomoc szuler", asks=asks, at=NIGHT) for asks in (True, False))


@pytest.mark.parametrize("word", ["szafa", "po"])
def test_a_word_that_nobody_knows_or_that_several_begin_like_is_told(word: str) -> None:
    assert shown(f"Nie znam słowa „{word}”") in shown(about(f"pomoc {word}"))


@pytest.mark.parametrize("line", ["wieszanie", "WIESZ"])
def test_a_word_of_the_day_that_comes_later_is_told_with_what_it_waits_for(line: str) -> None:
    [page] = led([asked("choice", DAY, "night", "duel")], ("ask", line), ("ask", "night"))[1]
    assert shown(f"Teraz tego nie ma do wyboru. {KTULU.word('meaning.hang').capitalize()}.") in shown(page)
    assert "po przeszukaniu" in KTULU.word("meaning.hang")


@pytest.mark.parametrize("line", ["szafa", "głosowanie", "w"])
def test_any_other_word_is_not_understood(line: str) -> None:
    [page] = led([asked("choice", DAY, "night", "duel")], ("ask", line), ("ask", "night"))[1]
    assert f"Nie rozumiem: {line}." in page


def test_what_a_list_says_instead_of_numbers_is_a_call_for_help() -> None:
    assert "Wpisz numery albo imiona" in led([asked("seats", DAY, "1", "3")], ("ask", "numery"), ("ask", "3"))[1][0]


@pytest.mark.parametrize(
    ("line", "answer"), [("wstecz", "undo"), ("cof", "undo"), ("pow", "repeat"), ("pau", "pause"), ("co", None)]
)
def test_a_command_is_known_by_its_beginning(line: str, answer: str | None) -> None:
    cue = replace(asked("seat", DAY, "1", "3"), commands=("repeat", "undo", "pause"))
    answers, seen = led([cue], ("ask", line), ("ask", "3"))
    assert answers == [answer or "3"]
    assert bool(seen) is (answer is None)


def test_a_name_or_choice_that_begins_so_comes_first_and_an_own_text_is_no_command() -> None:
    lexicon = read_lexicon("pl", *OWN_WORDS)
    seat = replace(asked("seat", DAY, "1", "2"), commands=("repeat", "undo", "pause"))
    assert typed("pau", seat, lexicon, {1: "Paulina", 2: "Ola"}) == Answer("1")
    assert typed("pau", replace(seat, kind="text"), lexicon, {}) == Answer("pau")
