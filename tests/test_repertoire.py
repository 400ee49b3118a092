"""What can be known of an evening's words is made ready before it begins, for every game at the same table alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from string import Formatter

import pytest

from narrator.computer.paths import setup_file
from narrator.cues import Ask, Cue, End, Refused, Say
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import HouseRules, Player, Setup
from narrator.games.night.script.setup import Setup as AnySetup
from narrator.games.night.state.state import State
from narrator.games.night.told.spoken_lines import NIGHTS
from narrator.play.loading import load_table

from tests.invariants.gathering import gather
from tests.mishaps.happenings import Guests, Habits
from tests.scenario import SCRIPT
from tests.secrecy.twins.pairs import told_to_all
from tests.sweeps import trial

PEOPLE = {"seat", "name", "other", "other_name", "seats", "card", "steps", "new", "count"}
"""What stands in a line for players, cards, steps and counts of the day: what they will be is not known before."""

SOME, TABLES = 40, 240
"""Tables each time, and as trials: only then games come to nearly all lines."""
ANSWERS = 500
HASTY = Habits(late=0.02, commands=0.04, nonsense=0.01, hurry=0.7)
"""People who seldom do anything but answer, so that few games come to all lines."""

SELDOM = {"win.nobody", "day.hang.tie", "day.closed", "day.closed.alone"}
"""What so few games come to that these may miss it."""


def begun(setup: AnySetup, seed: int) -> tuple[Ktulu, State]:
    game = Ktulu(setup, SCRIPT)
    return game, game.draft_opening(game.begin(seed)).state


def prepared(setup: AnySetup, seed: int) -> list[str]:
    game, state = begun(setup, seed)
    return [line.text for line in game.texts_to_prepare(state)]


def cues(setup: AnySetup, seed: int, chance: Random) -> Iterator[Cue]:
    """Lead a game in which anything may happen to its end, or until there have been so many."""
    game, state = begun(setup, seed)
    guests, left = Guests(chance, HASTY, len(setup.player)), ANSWERS
    while left and (cue := game.cue(state)) is not None and not isinstance(cue, End):
        yield cue
        said = guests.answer(cue) if isinstance(cue, Ask) else guests.call(cue)
        left -= bool(said)
        events = game.take(state, said) if said or isinstance(cue, Ask) else game.delivered(state)
        for event in [] if isinstance(events, Refused) else events:
            state = game.fold(state, event)


def wording(line: str) -> str:
    """Look up the wording that a cue's line was drawn from."""
    key, _, number = line.rpartition(".")
    return SCRIPT.wordings[key][int(number) - 1]


def names_people(line: str) -> bool:
    return any((word or "").partition(".")[0] in PEOPLE for _, word, _, _ in Formatter().parse(wording(line)))


@pytest.mark.parametrize("tables", [SOME, trial(TABLES)])
def test_every_line_that_names_nobody_is_made_ready(tables: int) -> None:
    heard = set()
    for number in range(tables):
        chance = Random(number)
        setup = replace(gather(chance, SCRIPT), names=chance.choice(["gentle", "book"]))
        ready = set(prepared(setup, number))
        for cue in cues(setup, number, chance):
            if isinstance(cue, Say) and cue.at.night <= NIGHTS and not names_people(cue.line):
                assert cue.text in ready, f"{cue.line} at table {number}"
                heard.add(cue.line.rpartition(".")[0])
    told = told_to_all(SCRIPT) - {case.id for cases in SCRIPT.cases.values() for case in cases}  # most come seldom
    fixed = {line for line in told if not names_people(f"{line}.1")}
    missed = fixed - {SCRIPT.plain(line) for line in heard}
    assert missed <= SELDOM if tables == TABLES else len(missed) < len(fixed) / 3, "no game came to these lines"


@pytest.mark.parametrize("shipped", ["demo", "small", "all-roles"])
def test_another_seed_finds_all_made_ready(shipped: str) -> None:
    setup = load_table(setup_file(Path(shipped))).setup
    assert len({frozenset(prepared(setup, seed)) for seed in range(5)}) == 1


@pytest.mark.parametrize("tables", [SOME, trial(TABLES)])
def test_what_is_made_ready_tells_no_secret(tables: int) -> None:
    for number in range(tables):
        chance = Random(number)
        setup = gather(chance, SCRIPT)
        elsewhere = chance.sample(setup.player, len(setup.player))
        cards = [player.card for player in elsewhere]
        other = tuple(Player(name=player.name, card=card) for player, card in zip(setup.player, cards, strict=True))
        assert prepared(setup, number) == prepared(replace(setup, player=other), number)


def test_what_is_spoken_first_comes_first() -> None:
    setup = load_table(setup_file(Path("demo"))).setup
    ready = prepared(setup, 7)
    said = [cue for cue in cues(setup, 7, Random(7)) if isinstance(cue, Say)]
    evening = [
        cue.text for cue in said if cue.at.night == 0 and cue.line.startswith(("game.", "night.", "courtesan."))
    ]
    assert len(evening) >= 6
    places = [ready.index(text) for text in evening]
    assert places == sorted(places)
    assert places[-1] < 20


def test_cards_that_are_not_dealt_are_not_made_ready() -> None:
    players = tuple(Player(name=card, card=card) for card in ("sheriff", "boss", "indian"))
    ready = " ".join(prepared(Setup(player=players), 1))
    for heard in ("Szeryfie, ", "Wygrywa miasto.", "Wygrywają bandyci.", "Posążek przejmują Indianie."):
        assert heard in ready
    for unheard in ("Pastorze, ", "Wygrywają ufoki.", "Posążek przejmują bogowie"):
        assert unheard not in ready


def test_the_town_is_told_to_win_where_nobody_plays_for_it() -> None:
    players = tuple(Player(name=card, card=card) for card in ("boss", "avenger", "indian"))
    ready = prepared(Setup(player=players), 1)
    assert {text.replace("{town.nom}", "miasto") for text in SCRIPT.wordings["win.town"]} <= {*ready}


def test_calls_that_the_house_rules_leave_out_are_not_made_ready() -> None:
    players = tuple(Player(name=card, card=card) for card in ("kali", "cleaner", "boss"))
    plain, other = (
        prepared(Setup(player=players, rules=HouseRules(fugitives_search=search)), 1) for search in (True, False)
    )
    assert {*plain} - {*other} == {
        text.replace("{fugitives.voc}", "Zbiegowie") for text in SCRIPT.wordings["fugitives.search.line"]
    }


def test_numbers_that_can_be_counted_on_are_put_in() -> None:
    ready = prepared(load_table(setup_file(Path("demo"))).setup, 7)
    assert [text for text in ready if "noc numer " in text] == [
        f"Z kalendarza spada kartka: noc numer {night}. Wszyscy zamykają oczy." for night in range(1, 11)
    ]
    assert "Na stoperze jest 30: tyle sekund do końca rozmowy." in ready
    assert not [text for text in ready if "{" in text]
