"""What pages ask for now and then, and not at every change: words, the cards' texts, the whole night, the signs."""

from __future__ import annotations

from functools import cache
from typing import Any

from narrator.computer import tomllib
from narrator.games import HasAgenda
from narrator.games.package import HasDeal, HasManual
from narrator.games.registry import folders
from narrator.games.table import Table
from narrator.games.view import Planned, View
from narrator.page.game import LedGame
from narrator.page.snapshot import OUT, Drawing, Json
from narrator.play.log import happened
from narrator.texts import Texts


def labels(texts: Texts, game: str) -> Json:
    """The words of the page and of the ways to be out, and what the game has drawn for its own signs, by id."""
    return {**texts.group("pages"), **ways_out(texts), "drawings": drawings(game)}


def dealt_cards(table: Table[Any, Any], seed: int) -> list[str]:
    """What each player was dealt, in words; nothing where the table deals a deck of its own."""
    if not deals_cards(table) or not isinstance(table.package, HasDeal):
        return []
    return [*table.package.dealt(table, seed, table.setup.names)]


def deals_cards(table: Table[Any, Any]) -> bool:
    """Whether the narrator knows from the beginning what each player has."""
    return bool(table.setup.drawn or table.setup.given)


def held_card(table: Table[Any, Any], view: View, seat: int) -> str:
    """What this player has now, in words, as whoever leads sees it; empty in a game without such words."""
    package = table.package
    return package.explained(table, [view.seats[seat - 1].card])[0] if isinstance(package, HasManual) else ""


@cache
def drawings(game: str) -> Json:
    """What is drawn for each sign of a game, as the attributes of an SVG path: its file `signs.toml`."""
    found = (folder / "signs.toml" for folder in folders(game))
    return {
        sign: one for file in found if file.is_file() for sign, one in tomllib.loads(file.read_text("utf-8")).items()
    }


def looked_up(what: str, game: LedGame) -> Json:
    """The `cards`, the `night`, or the `signs`."""
    if what == "cards":
        return _cards(game.table, game.view)
    return _night(game) if what == "night" else _signs(game.texts)


def _cards(table: Table[Any, Any], view: View) -> Json:
    """What each seat's card does and how its side wins, by seat; nothing where a card is not known."""
    known = [one for one in view.seats if one.card]
    if not isinstance(table.package, HasManual):
        return {"cards": {}}
    texts = table.package.explained(table, [one.card for one in known])
    return {"cards": {str(one.seat): text for one, text in zip(known, texts, strict=True)}}


def _night(game: LedGame) -> Json:
    """The whole night in order, and how far it is: done, open, to come, and why nobody acts in a call."""
    rules, view, past = game.rules, game.view, happened(game.rules, game.stage.past)
    planned = rules.tonight(game.stage.state, past) if isinstance(rules, HasAgenda) else []
    at = sum(one.stage != "next" for one in planned)
    title = game.texts.word("lead.place", at=at, of=len(planned)) if planned else ""
    return {"title": title, "calls": [_row(view, one, game.drawing) for one in planned]}


def _row(view: View, one: Planned, drawing: Drawing) -> Json:
    return {
        **drawing.coming(view, one.call),
        "book": one.call.book,
        "stage": one.stage,
        "why": drawing.idle(one.why),
    }


def _signs(texts: Texts) -> Json:
    """What the signs mean of whoever is out, and those that may lie on a seat, in the order of the game's texts."""
    found = {"out": ways_out(texts), "signs": texts.group("moderator.marks")}
    return {key: [{"id": sign, "label": label} for sign, label in signs.items()] for key, signs in found.items()}


def ways_out(texts: Texts) -> dict[str, str]:
    """The ways to be out in the game, by their signs."""
    return texts.group("moderator.out") or {OUT: texts.word("pages.out")}
