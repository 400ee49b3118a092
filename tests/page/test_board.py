"""What a page keeps to be read, and what it tells whoever leads."""

from __future__ import annotations

from narrator.computer.texts import texts_of
from narrator.cues import At
from narrator.games.registry import folders
from narrator.games.view import MarkView, SeatView, View
from narrator.page.board import Board
from narrator.page.snapshot import Drawing

POLISH = texts_of("pl", *folders("ktulu"))


def test_a_page_shows_the_last_three_remarks() -> None:
    board = Board({}, {}, POLISH)
    for text in "abcd":
        board.remark(text)
    assert board.notices == ["b", "c", "d"]


def test_nothing_is_told_by_day_of_the_poison_of_somebody_dead() -> None:
    poisoned = (MarkView(id="poison"),)
    seats = tuple(SeatView(seat=seat, name="", marks=poisoned, out=seat == 2) for seat in (1, 2))
    view = View(audience="moderator", at=At(phase="day"), seats=seats, names={})
    facts = Drawing(POLISH, {}, {1: "Ala", 2: "Jan"}).moderator(view, Board({}, {}, POLISH), None)["facts"]
    assert [fact["text"].split(":")[0] for fact in facts if fact["id"] == "poison"] == ["1 Ala"]
