"""What pages ask for now and then, and not at every change: the cards' texts, the whole night, and the signs."""

from __future__ import annotations

from typing import Any

from narrator.games import Plans
from narrator.games.package import Explains
from narrator.games.table import Table
from narrator.games.view import Planned, View
from narrator.page.snapshot import Drawing, Json
from narrator.play.log import happened
from narrator.play.stage import Stage
from narrator.texts import Texts


def looked_up(what: str, table: Table[Any, Any], stage: Stage[Any, Any], drawing: Drawing, texts: Texts) -> Json:
    """The `cards`, the `night`, or the `signs`."""
    view = stage.game.view(stage.state, "moderator")
    if what == "cards":
        return _cards(table, view)
    return _night(stage, view, drawing, texts) if what == "night" else _signs(texts)


def _cards(table: Table[Any, Any], view: View) -> Json:
    """What each seat's card does and how its side wins, by seat; nothing where a card is not known."""
    known = [one for one in view.seats if one.card]
    if not isinstance(table.package, Explains):
        return {"cards": {}}
    texts = table.package.explained(table, [one.card for one in known])
    return {"cards": {str(one.seat): text for one, text in zip(known, texts, strict=True)}}


def _night(stage: Stage[Any, Any], view: View, drawing: Drawing, texts: Texts) -> Json:
    """The whole night in order, and how far it is: done, open, to come, and why nobody acts in a call."""
    game = stage.game
    planned = game.tonight(stage.state, happened(game, stage.past)) if isinstance(game, Plans) else []
    at = sum(one.stage != "next" for one in planned)
    title = texts.word("lead.place", at=at, of=len(planned)) if planned else ""
    return {"title": title, "calls": [_row(view, one, drawing) for one in planned]}


def _row(view: View, one: Planned, drawing: Drawing) -> Json:
    return {
        **drawing.coming(view, one.call),
        "book": one.call.book,
        "stage": one.stage,
        "why": drawing.idle(one.why),
    }


def _signs(texts: Texts) -> Json:
    """What every sign that may lie on a seat means, in the order of the game's texts."""
    marks = texts.group("moderator.marks")
    return {"signs": [{"id": mark, "label": label} for mark, label in marks.items()]}
