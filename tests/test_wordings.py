"""The wordings of a line take turns in the order in which the room hears them, and each says what is to be done."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from narrator.computer import paths
from narrator.cues import Ask, End, Refused, Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.events import Asked, Delivered, Searched
from narrator.games.night.flow.steps import STEPS
from narrator.games.night.script.script import PHASES, Call, call_lines
from narrator.games.night.script.setup import Policy
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.night.told.spoken_lines import all_lines
from narrator.games.night.told.wording import AWAKE, text
from narrator.games.parts import person, split
from narrator.play import loading

from tests.mishaps.happenings import Habits, legal
from tests.polish import KTULU

TABLE = loading.load_table(paths.shipped("setups") / "all-roles.toml")
PEOPLE = Habits(late=0.1, hurry=0.4)


class Evening:
    """A game led with drawn answers, with what the room has heard."""

    def __init__(self, seed: int, policy: Policy = "masked") -> None:
        self.game = Ktulu(replace(TABLE.setup, policy=policy), TABLE.script)
        self.chance = Random(seed)
        self.heard: list[str] = []
        self.state: State = self.game.draft_opening(self.game.begin(seed)).state

    def step(self, said: str = "") -> bool:
        """Take a command, else answer or go on; whether the game goes on after it."""
        cue = self.game.cue(self.state)
        if cue is None or isinstance(cue, End):
            return False
        if said or isinstance(cue, Ask):
            events = self.game.take(self.state, said or legal(cue, self.chance, PEOPLE))  # type: ignore[arg-type]
        else:
            self.heard += [cue.line] if isinstance(cue, Say) and cue.text else []
            events = self.game.delivered(self.state)
        assert not isinstance(events, Refused)
        for event in events:
            self.state = self.game.fold(self.state, event)
        return True

    def until(self, heard: str) -> str:
        """Go on until the line is heard once more; its wording."""
        before = len(self.heard)
        while not (new := [line for line in self.heard[before:] if line.rpartition(".")[0] == heard]):
            assert self.step()
        return new[0]


@pytest.mark.parametrize("policy", ["masked", "open"])
def test_no_wording_comes_again_before_all_others_were_heard(policy: Policy) -> None:
    often = set()
    for seed in range(6):
        evening, turns = Evening(seed, policy), defaultdict(list)
        while evening.step() and len(evening.heard) < 1500:
            pass
        for line in evening.heard:
            key, _, number = line.rpartition(".")
            turns[key].append(number)
        for key, numbers in turns.items():
            several = len(TABLE.script.wordings[key])
            for first in range(len(numbers)):
                together = numbers[first : first + several]
                assert len({*together}) == len(together), (key, numbers)
            often |= {key} if len(numbers) > several > 1 else set()
    assert {"dawn.wake", "say.day", "sheriff.jail.announce", "indians.kill.line"} <= often


def test_the_dead_of_one_night_are_told_of_in_other_words_each_and_the_log_has_the_same() -> None:
    evening, told = Evening(0), []
    evening.until("dawn.wake")
    draft = Draft(replace(evening.state, queue=()))
    for seat in (1, 2):
        before = replace(draft.state)
        draft.announce("dawn.died", seat=seat, card=before.card(seat))
        told += [entry.text for entry in evening.game.story([(before, draft.events[-1])], KTULU)]
    assert [entry.replace("1, ", "2, ") for entry in told[:1]] != told[1:]
    evening.state, heard = draft.state, []
    for _ in told:
        cue = evening.game.cue(evening.state)
        assert isinstance(cue, Say)
        heard.append(cue.text)
        evening.state = evening.game.fold(evening.state, Delivered())
    assert heard == told


def test_the_first_wording_is_drawn() -> None:
    assert len({Evening(seed).until("game.welcome") for seed in range(12)}) == len(
        TABLE.script.wordings["game.welcome"]
    )


def in_the_sheriffs_time(seed: int) -> tuple[Evening, str]:
    """An evening at the question to the sheriff, and the wording in which it was put."""
    evening = Evening(seed)
    first = evening.until("sheriff.jail.line")
    while not isinstance(evening.game.cue(evening.state), Ask):
        evening.step()
    return evening, first


def test_a_call_that_is_undone_is_heard_again_in_its_words_and_the_notice_in_others() -> None:
    evening, first = in_the_sheriffs_time(1)
    evening.step("undo")
    notice = evening.until("undo.notice")
    assert evening.until("sheriff.jail.line") == first
    evening.step()
    evening.step("undo")
    assert evening.until("undo.notice") != notice


def test_what_was_repeated_in_an_earlier_call_counts_as_heard_wherever_undo_leads() -> None:
    evening = Evening(1)
    while (
        not (evening.state.window and evening.state.turn)
        or evening.state.turn.call == evening.state.window[0].at.call
    ):
        assert evening.step()  # until the game is a call ahead of the room, since nobody can act
    line, opened = evening.state.window[0].line, evening.state.turn.call
    evening.step("repeat")
    while not evening.state.window or evening.state.window[0].at.call != opened:
        assert evening.step()
    evening.step("undo")
    assert evening.state.times_said[line] == sum(heard.rpartition(".")[0] == line for heard in evening.heard)


def test_what_is_repeated_is_said_in_other_words() -> None:
    evening, first = in_the_sheriffs_time(1)
    evening.step("repeat")
    assert evening.until("sheriff.jail.line") != first


# ---- Whether what is said can be followed ----

POINTS = re.compile(r"\b(wskaż|wskażcie|wskaże|wskazać|wskazuje)\b", re.IGNORECASE)
"""What tells somebody with closed-eyed neighbours to move a finger, or a key."""

CHOOSES = re.compile(r"\b(wybierz|wybrać)\b", re.IGNORECASE)
"""The same where there is nobody to point for."""

SIGNS = re.compile(r"\b(daj|dajcie|daje) znak\b", re.IGNORECASE)
"""What tells them to say yes or no without a voice."""

SEX = re.compile(
    r"\b(oni|one|oboje|obaj|obie(?! (osoby|strony))|\w+[aeiyuąę]ł(eś|aś|em|am)|\w+(liście|łyście)"
    r"|(przeszukan|ułaskawion|zabit|wybran|wskazan|powieszon|uratowan|otrut)(y|a|i|e)(?! osob))\b",
    re.IGNORECASE,
)
"""Words that fit only men, only women, or only both together; a person may be anybody, whatever the grammar."""

MOULDS = ("jeszcze w tej grze", "na całą grę", "wciąż cię czeka", "wciąż przed tobą")
"""Turns of phrase that would be heard too often in one night if more than one or two calls had them."""


def calls() -> Iterator[Call]:
    for phase in PHASES:
        yield from TABLE.script.calls(phase)


def instructions(*kinds: str) -> list[str]:
    return [words for call in calls() if call.ask in kinds for words in call.line]


SPOKEN = [(line, words) for line, _ in all_lines(TABLE.script) for words in TABLE.script.wordings[line]]


def said(words: str, name: str) -> str:
    """The wording with everything filled in; all players have this name."""
    names = TABLE.script.vocabulary["gentle"]
    people = {"name": (person(name),), "other_name": (person(name),), "seats": (person(name),)}
    cards = dict.fromkeys(["card", "role", "faction", "who"], names["sheriff"])
    values = defaultdict(lambda: 7, {**names, **people, **cards})
    parts = split(words, values, "a.b.1", names)
    return "".join(part.text for part in parts)


def test_every_instruction_says_to_point() -> None:
    assert len(instructions("seat", "seats")) > 100
    assert [words for words in instructions("seat", "seats") if not POINTS.search(words)] == []


def test_every_instruction_to_players_alone_says_to_choose() -> None:
    alone = [words for call in calls() if call.ask == "seat" for words in call.alone.get("line", ())]
    assert len(alone) >= 18
    assert [words for words in alone if not CHOOSES.search(words) or "?" in words] == []


def test_every_choice_between_yes_and_no_says_to_give_a_sign() -> None:
    assert len(instructions("yes-no")) >= 10
    assert [words for words in instructions("yes-no") if not SIGNS.search(words)] == []


def test_no_instruction_invites_a_voice() -> None:
    assert [words for call in calls() for words in call.line if "?" in words] == []


def test_the_highest_in_rank_gives_the_statue_on() -> None:
    lines = [words for call in calls() if call.do == "pass-statue" for words in call.line]
    assert len(lines) >= 15
    highest = re.compile(r"\b(rang[aą]|szefostwo|starszyzna|dowództwo)\b")
    assert [words for words in lines if not highest.search(words) or "ustal" in words] == []


def test_no_line_is_always_in_the_same_words() -> None:
    often = ("night.", "dawn.", "statue.", "pause.", "undo.", "win.", *(f"{call.id}." for call in calls()))
    heard = {line for line, _ in SPOKEN if line.startswith(often)}
    assert {line for line in heard if len(TABLE.script.wordings[line]) < 2} == set()
    every_night = {f"{call.id}.{key}" for call in TABLE.script.night for key in ("wake", "line", "sleep")}
    every_night |= {"night.falls", "dawn.wake"}
    assert {line for line in heard & every_night if len(TABLE.script.wordings[line]) < 3} == set()


def test_what_is_said_fits_women_and_men() -> None:
    shown = [words for texts in TABLE.script.wordings.values() for words in texts]
    assert [words for words in shown if SEX.search(words)] == []


def test_a_win_names_no_number_that_a_house_rule_changes() -> None:
    wins = [words for line, words in SPOKEN if line.startswith("win.")]
    assert [words for words in wins if re.search(r"\b(drugi|trzeci|czwart)", words, re.IGNORECASE)] == []


def test_who_challenges_does_not_call_names() -> None:
    said = [words for texts in TABLE.script.wordings.values() for words in texts]
    calls_names = [words for words in said if re.search(r"\b(wyzyw|wyzwa\b|wyzwał)", words, re.IGNORECASE)]
    assert calls_names
    assert [words for words in calls_names if not re.search("pojedyn", words, re.IGNORECASE)] == []


def test_no_stop_is_said_twice_and_no_number_for_a_name() -> None:
    shown = [words for line in TABLE.script.wordings for words in TABLE.script.wordings[line]]
    ended = [said(words, "Ada W.") for words in shown if "cards" not in words and "members" not in words]
    assert [text for text in ended if re.search(r"\.\.|,,| [.,]|\.,[^ ]", text)] == []
    numbered = [said(words, "Gracz 7") for line, words in SPOKEN if "{name}" in words]
    assert numbered
    assert [text for text in numbered if "7, Gracz 7" in text] == []


def test_who_is_named_when_all_are_awake_can_be_named_by_name_or_by_number_alone() -> None:
    """A number and a name stand as one: "numer 7, Ada," with commas that go when either half does."""
    named = {words for line, words in SPOKEN if line.startswith(AWAKE) and "{" in words}
    alone = r"\{(seat|other)\}(?!, \{)|(?<!\}, )\{(name|other_name)\}|numer\w+ \{"
    assert [words for words in named if re.search(alone, words)] == []
    clause = r"name\}, (a|ale|lecz|bo|więc|który|która|że|zginąć|\w+ąc)\b"
    assert [words for words in named if re.search(clause, words)] == []


def test_no_turn_of_phrase_is_heard_in_every_other_call() -> None:
    counted = Counter(
        mould for words in instructions("seat", "seats", "yes-no") for mould in MOULDS if mould in words
    )
    assert [mould for mould, times in counted.items() if times > 2] == []
    first = Counter(
        words for call in calls() for texts in call_lines(call).values() for words in texts if ". " in words
    )
    assert [words for words, times in first.items() if times > 1] == []


# ---- Lists that are read ----

DAY = Asked(key="day", kind="choice", to="all", choices=("hang",), line="ask.day")


def test_whom_to_hang_is_refused_with_those_who_stand_accused() -> None:
    evening = Evening(0)
    evening.until("say.day")
    draft = Draft(replace(evening.state, queue=(), question=None))
    draft.emit(Searched((7, 9)))
    STEPS["day:hang"](draft, "hang", DAY)
    asked = replace(draft.state, queue=())
    refused, dark = (evening.game.take(state, "8") for state in (asked, replace(asked, phase="night")))
    assert isinstance(refused, Refused)
    accused = ", ".join(f"{seat} {TABLE.setup.name(seat)}" for seat in (7, 9))
    assert (refused.reason, refused.text) == ("not-offered", f"Tej osoby nie ma teraz do wyboru. Są: {accused}.")
    assert isinstance(dark, Refused)
    assert dark.text == "Tej odpowiedzi nie ma teraz do wyboru."


def test_a_faction_reads_who_it_is_by_number_and_name() -> None:
    state = Evening(0).state
    people = ", ".join(f"{seat} {TABLE.setup.name(seat)}" for seat in (3, 8))
    assert text(state, "tell.members", {"members": [3, 8]})[1] == f"Wasza frakcja, według miejsc: {people}."
    aloud = ["; ".join(f"{seat}, {TABLE.setup.name(seat)}" for seat in (3, 8))]
    assert text(state, "day.searched", {"seats": [3, 8]})[1].endswith(f": {aloud[0]}.")
