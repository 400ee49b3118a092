"""Silence for a day (D88): nobody sees it before it is said at dawn, and then all do until the night."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.games.night import events as e
from narrator.games.night.flow import dawn
from narrator.games.night.game import NightGame
from narrator.games.night.printed.printing import sheet_of
from narrator.games.night.simulation.tournament import setup_with
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State, Turn
from narrator.games.view import MarkView
from narrator.paper.sheet import sheet_page
from narrator.play.loading import load_table

from tests.polish import KTULU
from tests.scenario import shipped_script

CARDS = ("whisperer", "seer", "villager", "villager", "villager", "werewolf")
WEREWOLF = shipped_script("werewolf")
GAME = NightGame(setup_with(CARDS, game="night", script="werewolf"), WEREWOLF)
LISTENER, SEER = 3, 2


def marks(state: State, *audience: int) -> tuple[MarkView, ...]:
    """The marks on the listener that everybody sees, or somebody in this seat."""
    return GAME.view(state, audience or "all").seats[LISTENER - 1].marks


def folded(state: State, *events: e.Event) -> State:
    for event in events:
        state = GAME.fold(state, event)
    return state


def at_night() -> State:
    """The second night, once the whisperer has silenced the listener."""
    state = folded(GAME.begin(1, quiet=True), e.Began(1, CARDS), e.NightBegan(1))
    draft = Draft(state)
    draft.state.turn = Turn("whisperer.hush", "whisperer", (1,), "acting")
    draft.mark("silence", LISTENER)
    return folded(state, *draft.events)


def test_by_night_only_who_silenced_and_who_leads_see_it() -> None:
    state = at_night()
    assert marks(state) == marks(state, LISTENER) == marks(state, SEER) == ()
    assert [mark.id for mark in marks(state, 1)] == ["silence"]
    led = GAME.view(state, "moderator").seats[LISTENER - 1].marks
    assert [(mark.id, mark.by) for mark in led] == [("silence", "whisperer")]


def test_by_day_all_see_it_and_nobody_sees_whose_doing_it_was() -> None:
    state = folded(at_night(), e.DayBegan(), e.Silenced(LISTENER))
    assert marks(state) == marks(state, LISTENER) == marks(state, 1) == (MarkView(id="silenced", by=""),)
    assert [mark.id for mark in GAME.view(state, "moderator").seats[LISTENER - 1].marks] == ["silenced"]
    assert marks(folded(state, e.NightBegan(2))) == ()


def test_whom_two_have_silenced_is_named_once_and_none_of_the_dead() -> None:
    twice = [e.Marked("silence", LISTENER, by, "day") for by in ("whisperer", "another")]
    state = folded(at_night(), *twice, e.Marked("silence", SEER, "another", "day"), e.Killed(SEER, "wolves.kill"))
    draft = Draft(folded(state, e.DawnBroke()))
    dawn.after(draft)
    assert [event for event in draft.events if isinstance(event, e.Silenced)] == [e.Silenced(LISTENER)]
    said = [event.line for event in draft.events if isinstance(event, e.Announced)]
    assert said == ["dawn.wake", "dawn.died", "dawn.silenced", "day.begins"]


@pytest.mark.parametrize(("card", "there"), [("whisperer", True), ("hunter", False)])
def test_the_sheet_has_its_line_where_somebody_silences(card: str, there: bool, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    people = "".join(f'[[player]]\nname = "{name}"\n' for name in ("Ala", "Bea", "Cyd", "Dan", "Ewa"))
    cards = f'["{card}", "seer", "villager", "villager", "werewolf"]'
    file.write_text(f'format = 1\ngame = "night"\nlanguage = "pl"\ncards = {cards}\n{people}', encoding="utf-8")
    page = sheet_page(sheet_of(load_table(file), 5, KTULU), "stół", KTULU)
    assert ("Do nocy milczy numer" in page) is there
