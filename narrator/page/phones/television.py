"""The room's page beside phones: what everybody may see by day, and the codes by which one more phone comes in."""

from __future__ import annotations

from typing import Any

from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, End
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.games.view import View
from narrator.page.board import Board
from narrator.page.broadcast import Broadcast
from narrator.page.console import matrix
from narrator.page.heard import Known
from narrator.page.past import Mornings
from narrator.page.phones.inviting import Invitation
from narrator.page.snapshot import Drawing, Json, shapes_of
from narrator.play.loading import table_words
from narrator.play.stage import Stage
from narrator.rooms.clock import Moment
from narrator.rooms.counting import words_of
from narrator.rooms.scene import Clock
from narrator.values import replace


class Television:
    """What the room's page shows of a game that the laptop leads; drawn where all notice something anyway.

    *Invariant:* it knows the public view and what was said aloud, and nothing else.
    """

    def __init__(self, stage: Stage[Any, Any], table: Table[Any, Any], invitation: Invitation) -> None:
        setup = table.setup
        self.texts, self.game = texts_of(setup.language, *folders(setup.game)), setup.game
        words = words_of(setup.language, setup.game, table_words(table.package, setup, table.script))
        self._drawing = Drawing(self.texts, words, setup.people)
        self._board = Board(setup.people, words, self.texts)
        self._board.heard.known = self._known
        self._stage, self._mornings, self._invitation = stage, Mornings(stage.game), invitation
        self._view = self._seen()
        self._dark = self._view.eyes_closed
        self.broadcast = Broadcast(self._board)
        self._draw()

    def line(self, text: str, at: At, *, dark: bool) -> None:
        """Show a line that is said now, and what everybody may see with it; in the dark nothing, and that once."""
        if dark and self._dark:
            return  # by night no line waits for a drawing
        self._dark, self._view = dark, replace(self._seen(), secret=dark)
        self._board.clock = None
        self._board.line(text, at)
        self._board.answered_now()
        self._draw()

    def question(self, cue: Ask) -> None:
        """Show what all are asked."""
        self._board.question(cue, who=False)
        self._draw()

    def talk(self, until: Moment) -> None:
        """Show the time that is left for a talk."""
        self._board.clock = Clock(until, "talk")
        self._draw()

    def end(self, cue: End) -> None:
        """Show the outcome."""
        self._view = self._seen()
        self._board.end(cue.text)
        self._draw()

    def invited(self) -> Json:
        """The codes for one more phone, row by row: 1 is dark."""
        shown, network = self._invitation.codes(), self._invitation.network
        wifi = {"rows": _rows(network.code), "name": network.name} if network.name else None
        return {"rows": _rows(shown.url), "place": shown.place, "code": shown.short, "wifi": wifi}

    def _seen(self) -> View:
        return self._stage.game.view(self._stage.state, "all")

    def _known(self) -> Known:
        seats = self._view.seats
        return Known((), frozenset((one.seat, one.out, one.card) for one in seats if one.out or one.card))

    def _draw(self) -> None:
        found = self._mornings.lost(self._stage.past, self._view.at.night)
        lost = found if self._mornings.nights else None
        room = self._drawing.room(self._view, self._board, shapes_of(self._view), lost)
        new = self.broadcast.take({}, {}, {**room, "phones": True})
        self.broadcast.tell(room=new)


def _rows(text: str) -> list[str]:
    return ["".join(map(str, row)) for row in matrix(text)]
