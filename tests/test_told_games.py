"""Every game can be told and shown, in the table's language: random ones with late answers, and every scenario."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from narrator.computer.toml_reader import build
from narrator.cues import COMMANDS, Ask, End, Refused
from narrator.ears.lexicon import read_lexicon
from narrator.games.ktulu import Ktulu
from narrator.games.night import events as e
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import PHASES, Script
from narrator.games.parts import CASES
from narrator.play.journal import Batch, Header
from narrator.play.log import log_json, log_text
from narrator.play.replay import JournalEars, replay
from narrator.play.steps import Step, as_fact, retrace
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import words_of
from narrator.rooms.screen import Screen
from narrator.rooms.table import RoomSettings, TableRoom
from narrator.texts import Texts

from tests.invariants.gathering import gather
from tests.mishaps.happenings import USUAL, Guests
from tests.own_script import DATA
from tests.polish import KTULU, OWN_WORDS
from tests.scenario import FOLDER, SCRIPT, Playing, files, load
from tests.sweeps import every
from tests.waiting import Clock

GAMES, LONGEST = 20, 400
DAWDLING = replace(USUAL, late=0.4, hurry=0.3)
HEADER = Header(game="ktulu", setup="", fingerprint="", seed=1)


# ---- Random games in which people dawdle, go back, and ask again ----


class Evening:
    """A game under way, and the batches that its journal would hold."""

    def __init__(self, game: Ktulu, seed: int) -> None:
        self.game, self.seed, self.state = game, seed, game.begin(seed)
        self.batches: list[Batch] = []
        self._go("", game.opening(self.state))

    def _go(self, said: str, events: Any) -> None:
        self.batches.append(Batch(said, [as_fact(event) for event in events]))
        for event in events:
            self.state = self.game.fold(self.state, event)

    def play(self, guests: Guests, longest: int) -> None:
        """Lead the game through this many cues, or to its end."""
        for _ in range(longest):
            cue = self.game.cue(self.state)
            if cue is None or isinstance(cue, End):
                return
            if isinstance(cue, Ask):
                self._take(guests.answer(cue))
            elif said := guests.call(cue):
                self._take(said)
            else:
                self._go("", self.game.delivered(self.state))

    def _take(self, said: str) -> None:
        """Take what was said, unless the game refuses it."""
        result = self.game.take(self.state, said)
        if isinstance(result, list):
            self._go(said, result)

    def steps(self) -> list[Step[Any, Any]]:
        return list(retrace(self.game, self.seed, self.batches, Path("journal.jsonl")))


@cache
def evening(number: int) -> Evening:
    chance = Random(f"told {number}")
    setup = gather(chance, SCRIPT)
    led = replace(setup, answers="moderator") if number % 2 else setup  # only who leads can override
    one = Evening(Ktulu(led, SCRIPT), chance.getrandbits(32))
    one.play(Guests(chance, DAWDLING), LONGEST)
    return one


@pytest.mark.parametrize("number", every(4, range(GAMES)))
def test_a_game_with_late_answers_can_be_told_and_shown(number: int) -> None:
    one = evening(number)
    for everything in (False, True):
        told_and_shown(one.game, one.steps(), everything=everything)


def test_the_games_are_worth_telling() -> None:
    said = [{batch.input for batch in evening(number).batches} for number in range(GAMES)]
    for answer in ("time", "none", "night", "override", *COMMANDS):
        assert sum(answer in inputs for inputs in said) > 2, answer


@pytest.mark.parametrize("path", every(8, files()), ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_every_scenario_can_be_told_and_shown(path: Path) -> None:
    playing = Playing(load(path))
    playing.play()
    steps = retrace(playing.game, playing.scenario.seed, playing.batches, Path("journal.jsonl"))
    told_and_shown(playing.game, list(steps))


def told_and_shown(game: NightGame, steps: list[Step[Any, Any]], *, everything: bool = True) -> None:
    """Tell and show the game in every form, and read it as a guest would."""
    told = log_text(game, steps, KTULU, everything=everything)
    story = [
        entry["text"] for entry in json.loads(log_json(game, HEADER, steps, KTULU, everything=everything))["story"]
    ]
    assert [line.strip() for line in told.splitlines() if line.startswith("  ")] == story
    assert foreign_words(told.replace("narrator log --all", "")) == set()
    assert foreign_words(shown(game, steps, everything=everything)) == set()


def shown(game: NightGame, steps: list[Step[Any, Any]], *, everything: bool) -> str:
    """Show the game on a screen, and give what stood there."""
    out, ears = StringIO(), JournalEars()
    screen = Screen(
        game.setup.people,
        words_of("pl", "ktulu", SCRIPT.heard[game.setup.names]),
        Console(file=out, width=500, highlight=False),
    )
    room = TableRoom(NoMouth(), ears, screen, RoomSettings(pace=0.0, show_seconds=0.0, echo=True))
    replay(game, steps, room, ears, everything=everything)
    return out.getvalue()


# ---- Whether it is Polish ----


def words_in(text: str) -> set[str]:
    """List the words, without placeholders."""
    return set(re.findall(r"[\w-]+", re.sub(r"\{.*?\}", "", text.casefold())))


@cache
def ids() -> frozenset[str]:
    """List every id that a screen or a story could show by mistake, if it is no Polish word besides."""
    lexicon = read_lexicon("pl", *OWN_WORDS, own=SCRIPT.heard["gentle"])
    found = {*COMMANDS, *lexicon.choices, *lexicon.keys, "yes", "no", "none", "ready", "time", "moderator"}
    found |= {*SCRIPT.roles, *(faction.id for faction in SCRIPT.faction)}
    found |= {kind.__name__.casefold() for kind in e.Event.__subclasses__()} | {
        call.id for phase in ("zero", "night", "dawn") for call in SCRIPT.calls(phase)
    }
    polish = words_in(" ".join(KTULU.group("screen").values()))
    for texts in SCRIPT.wordings.values():
        polish |= words_in(" ".join(texts))
    for names in SCRIPT.vocabulary.values():
        polish |= words_in(" ".join(getattr(name, case) for name in names.values() for case in CASES))
    for phrases in lexicon.choices.values():
        polish |= words_in(" ".join(phrases))
    return frozenset(word for word in found - polish if not word.isdecimal())


def foreign_words(text: str) -> set[str]:
    return words_in(text) & ids()


def test_the_ids_that_are_looked_for_are_those_of_the_answers() -> None:
    assert {
        "time",
        "ready",
        "night",
        "none",
        "statue",
        "believed",
        "kill",
        "revive",
        "masked",
        "duel",
        "undo",
    } <= ids()


# ---- What is told ----


def told(
    table: dict[str, str],
    *answers: str,
    policy: str = "masked",
    texts: Texts = KTULU,
    secrets: bool = False,
    script: Script = SCRIPT,
) -> list[str]:
    """The story of a game with these people and answers; nobody says a word at the other questions."""
    from narrator.games.ktulu.setup import Player, Setup

    players = tuple(Player(name=name, card=card) for name, card in table.items())
    one = Evening(Ktulu(Setup(player=players, policy=policy), script), 1)  # type: ignore[arg-type]
    for said in answers:
        while one.state.queue:
            one._go("", one.game.delivered(one.state))
        assert not isinstance(one.game.take(one.state, said), Refused), said
        one._take(said)
    return [
        entry["text"]
        for entry in json.loads(log_json(one.game, HEADER, one.steps(), texts, everything=True))["story"]
        if not (secrets and entry["public"])
    ]


FIVE = {"Ala": "sheriff", "Bartek": "tax-collector", "Cela": "boss", "Darek": "avenger", "Ewa": "chief"}


def test_an_answer_that_came_too_late_is_told_as_nobody_or_no() -> None:
    story = told(FIVE, "ready", "time", "time", "night", "5", "time")
    assert "Szeryf Ala: czas mija bez wyboru." in story
    assert "Poborca podatków Bartek: czas mija bez wyboru." in story


EVENING = """\
Miasto: Szeryf Ala, Poborca podatków Bartek.
Bandyci: Herszt Cela, Mściciel Darek.
Indianie: Wódz Ewa.
Szeryf Ala przekręca klucz, a w celi siedzi Bartek.
Na ucho, Szeryf Ala: Posążka tam nie ma.
Bandyci oddają posążek na przechowanie. Bierze go Darek.
Szeryf Ala przekręca klucz, a w celi siedzi Ewa.
Na ucho, Szeryf Ala: Posążka tam nie ma.
Poborca podatków Bartek: tym razem nie.
Bandyci decydują, u kogo posążek spędzi noc: bierze go Cela.
Mściciel Darek ma jeden nabój. Na celowniku: Ala.
Ginie Ala.
"""
"""What nobody but those asked knew, as it is told in the end."""


def test_what_was_kept_secret_is_told_in_whole_sentences() -> None:
    said = ("ready", "2", "4", "night", "5", "no", "3", "1")
    assert told(FIVE, *said, secrets=True) == EVENING.splitlines()


def test_who_is_bound_to_whom_is_told_once() -> None:
    table = {"Ala": "sheriff", "Bartek": "courtesan", "Cela": "seducer", "Darek": "blackmailer", "Ewa": "townsman"}
    story = told(table, "ready", "5", "5", "5", "4", secrets=True)
    assert [line for line in story if "Ewa" in line][1:] == [
        "Kurtyzana Bartek ma już klienta: to Ewa.",
        "Uwodziciel Cela uwodzi, a głowę traci Ewa.",
        "Szantażysta Darek ma haka, a płacić musi Ewa.",
    ]


def test_a_call_whose_effect_has_no_text_is_told_as_question_and_answer() -> None:
    bare = Texts("pl", {key: KTULU.word(key) for key in ("log.chapters.zero", "log.chapters.start")} | GENERIC)
    assert "Szeryf Ala. Kogo zamyka szeryf? Bartek." in told(FIVE, "ready", "2", texts=bare, script=BARE)


BARE = build(
    DATA
    | {
        phase: [{key: value for key, value in call.items() if key != "story"} for call in DATA[phase]]
        for phase in PHASES
    },
    type(SCRIPT),
    "bare",
)
"""The shipped script without a word for the story."""


GENERIC = {
    "log.answer": "{who}. {question} {answer}.",
    "log.cards": "{cards}",
    "log.told": "{who}: {words}",
}
"""The texts that a script's own calls are told with."""


def test_a_moderators_decision_is_told_by_what_came_of_it() -> None:
    story = told({"Ala": "boss", "Bartek": "bandit", "Cela": "chief"}, *OVERRIDDEN, policy="open")
    assert story[-4:] == [
        "Manitou rozstrzyga: posążek ma Cela.",
        "Manitou rozstrzyga: dla wszystkich posążek jest we frakcji: Indianie.",
        "Z woli Manitou odchodzi numer 2, Bartek.",
        "Jedno krzesło zostaje puste. Wstaje z niego numer 2, Bartek. Odkryta karta: Bandyta.",
    ]


OVERRIDDEN = ["ready", "none", "override", "statue", "3", "override", "believed", "indians", "override", "kill", "2"]


def test_a_replay_waits_for_nothing(clock: Clock) -> None:
    one = evening(0)
    began = clock.now
    for everything in (False, True):
        shown(one.game, one.steps(), everything=everything)
    assert clock.now == began
