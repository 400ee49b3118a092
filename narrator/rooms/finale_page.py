"""The pages of the finale: who has won, large; who was who; what each chapter brought, and what made the difference.

Pure layout, as narrator.rooms.day_page: what is going on stands below, so a page leaves rows for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from narrator.games.view import Finale, View
from narrator.rooms.day_page import end_pages, end_title, winners
from narrator.rooms.lettering import large
from narrator.rooms.paper import wrapped, written
from narrator.texts import Texts

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BELOW, SCROLLED = 5, 6
"""Rows that a page leaves for the question under it: on a page that is drawn anew, and where all is written below."""


def pages(finale: Finale, view: View, texts: Texts, console: Console, below: int = BELOW) -> list[list[Text]]:
    """Lay out the pages, each as high as the terminal lets it be at most; none of them is empty."""
    width, room = console.width, max(console.height - 2 - below, 1)
    title = written(end_title(view, texts), "bold")
    tables = end_pages(view, texts, width, room - 1, finale.fates)
    laid = [_winners(finale, view, texts, width, room), *([title, *rows] for rows in tables)]
    return [rows[:room] for rows in (*laid, _course(finale, texts, width, room)) if rows]


def in_lines(finale: Finale, view: View, texts: Texts) -> list[str]:
    """Write the finale in lines, where there is no page: what the table of who was who does not have."""
    names = {one.seat: one.name or str(one.seat) for one in view.seats}
    fates = [f"{names[seat]}: {fate}" for seat, fate in sorted(finale.fates.items())]
    parts = (
        (texts.word("screen.fates"), fates),
        (finale.heading, finale.chapters),
        (texts.word("screen.turns"), finale.turns),
    )
    return [line for title, lines in parts if lines for line in (title, *lines)]


def _winners(finale: Finale, view: View, texts: Texts, width: int, room: int) -> list[Text]:
    """The winners in large letters under their picture; without room for both, the letters, or a line."""
    names = winners(view)
    title = [written(end_title(view, texts).center(width).rstrip(), "bold green")]
    letters = _centred(large(", ".join(names), width - 4), width, "bold green") or title
    picture = _centred(finale.picture, width, "bold yellow")
    both = [*picture, written(""), *letters]
    rows = both if picture and len(both) <= room else letters
    spare = [written("")] * ((room - len(rows)) // 2)
    return [*spare, *rows]


def _course(finale: Finale, texts: Texts, width: int, room: int) -> list[Text]:
    """What is told by chapters, and what made the difference; what does not fit is cut from the oldest chapters."""
    turns = _listed(texts.word("screen.turns"), finale.turns, width)
    chapters = _listed(finale.heading, finale.chapters, width)
    while chapters and len(chapters) + len(turns) > room:
        del chapters[1:2]
        chapters = chapters if len(chapters) > 1 else []
    return [*chapters, *turns]


def _listed(title: str, sentences: Iterable[str], width: int) -> list[Text]:
    rows = [
        written(f"  {row}" if number == 0 else f"    {row}")
        for sentence in sentences
        for number, row in enumerate(wrapped(sentence, width - 5).split("\n"))
    ]
    return [written(title, "bold yellow"), *rows] if rows else []


def _centred(drawn: Sequence[str], width: int, style: str) -> list[Text]:
    """Put a drawing in the middle; nothing if it is too wide."""
    widest = max(map(len, drawn), default=0)
    side = " " * ((width - widest) // 2)
    return [written(f"{side}{row}", style) for row in drawn] if widest <= width else []
