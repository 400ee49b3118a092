"""A table with its own deck by day: which cards whoever leads has seen by then, and what lies there."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from narrator.computer.config import Config
from narrator.cues import Ask, Refused
from narrator.games.night.state.state import State
from narrator.play import session
from narrator.play.stage import Stage
from narrator.play.steps import step_of

from tests.written import own_deck

DECK = ("boss", "townsman", "mayor", "insurance-agent", "chief", "judge", "doctor", "good-gunslinger", "sheriff")
"""The cards that lie there, from seat 1 on."""

ALL = range(1, len(DECK) + 1)
"""Every seat."""

NAMES = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hania", "Iza")


def at_day(folder: Path, *seen: int) -> Path:
    """The journal of a game that has come to its first day; the cards of these seats were set at the start."""
    journal = folder / f"{len(seen)}.jsonl"
    journal.write_bytes(_up_to_day(seen))
    return journal


@cache
def _up_to_day(seen: tuple[int, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        setup, journal = Path(folder) / "deck.toml", Path(folder) / "a.jsonl"
        setup.write_text(own_deck(NAMES, DECK), encoding="utf-8")
        table = session.load(setup, Config(voice="none"), "", "")
        stage = session.begin(None, table, 3, journal, Config(voice="none"))
        for seat in seen:
            for said in ("override", "card", str(seat), DECK[seat - 1]):
                _take(stage, said)
        while not stage.state.question or stage.state.question.key != "day" or stage.state.queue:
            cue = stage.game.cue(stage.state)
            _take(stage, _said(cue, stage.state) if isinstance(cue, Ask) else "")
        stage.journal.close()
        return journal.read_bytes()


def looked_up(state: State) -> str:
    """What lies there, where whoever leads is asked for a card; else an empty text."""
    asked = state.question
    if asked is None or state.queue or not (asked.card or asked.key == "deck.card"):
        return ""
    return str(DECK.index(asked.card) + 1) if asked.card else DECK[asked.about - 1]


def _said(cue: Ask, state: State) -> str:
    return looked_up(state) or ("none" if cue.optional else cue.choices[0])


def _take(stage: Stage[Any, Any], said: str) -> None:
    while said and not isinstance(stage.game.cue(stage.state), Ask):
        _take(stage, "")
    events = stage.game.take(stage.state, said) if said else stage.game.delivered(stage.state)
    assert not isinstance(events, Refused), events
    stage.carry_out([step_of(stage.game, stage.state, said, events)])
