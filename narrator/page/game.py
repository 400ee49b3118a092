"""One game led from pages, as all who lead it share it: its stage, what is seen of it, who hears, and its past."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from threading import Event, RLock
from typing import Any

from narrator.computer.texts import texts_of
from narrator.cues import Ask, End
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.games.view import View
from narrator.page.board import Board
from narrator.page.ears import PageEars
from narrator.page.heard import Known
from narrator.page.snapshot import Drawing
from narrator.play.history import History
from narrator.play.journal import read_notes
from narrator.play.loading import table_words
from narrator.play.stage import Stage
from narrator.play.steps import step_of
from narrator.rooms.counting import words_of

TABLE = 0
"""The seat of a note on the whole table."""


class LedGame:
    """A stage at its table, with a board, ears, and notes, and what comes after its end."""

    def __init__(self, stage: Stage[Any, Any], table: Table[Any, Any]) -> None:
        setup = table.setup
        self.stage, self.rules = stage, stage.game
        self.table, self.people = table, setup.people
        self.texts = texts_of(setup.language, *folders(setup.game))
        words = words_of(setup.language, setup.game, table_words(table.package, setup, table.script))
        self.drawing = Drawing(self.texts, words, self.people)
        self.board, self.ears = Board(self.people, words, self.texts), PageEars()
        self.drawn = RLock()
        """Held by whoever draws the game, or changes what only is drawn."""
        self.notes = read_notes(stage.journal.path)
        self._past = History(self.rules)
        self.board.heard.known = self._known
        self.changed = 0, ""
        """What a change by day led to, in short, and after how many steps of the game."""
        self.ended = Event()
        self.offers: Callable[[], Mapping[str, str]] = dict
        """Finds what may come after this game."""
        self.wanted = ""

    @cached_property
    def after(self) -> Mapping[str, str]:
        """What may come after this game once it is over, by its id, in words; a page or the terminal may want one."""
        return self.offers()

    @property
    def view(self) -> View:
        """What whoever leads sees of it now."""
        return self.rules.view(self.stage.state, "moderator")

    @property
    def known(self) -> View:
        """What everybody may see of it now."""
        return self.rules.view(self.stage.state, "all")

    def told_out(self, state: Any) -> Any:
        """The state in which somebody has to answer, once all lines before were told."""
        while not isinstance(self.rules.cue(state), Ask | End | None):
            state = step_of(self.rules, state, "", self.rules.delivered(state)).after
        return state

    @property
    def coming(self) -> Ask | None:
        """What all will be asked once what is due was said, in a game that lies on the table."""
        cue = self.rules.cue(self.told_out(self.stage.state)) if self.known.table else None
        return cue if isinstance(cue, Ask) and cue.to == "all" else None

    @property
    def past(self) -> History:
        """Its history so far."""
        with self.drawn:
            self._past.follow(self.stage.past)
        return self._past

    def _known(self) -> Known:
        answers = ((one.ask, one.said) for one in self.past.given)
        seats = self.known.seats
        return Known(
            tuple((ask.at, said) for ask, said in answers if ask.to == "all" and not (ask.at.dark or ask.window)),
            frozenset((seat.seat, seat.out, seat.card) for seat in seats if seat.out or seat.card),
        )
