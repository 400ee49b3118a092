"""Who is who, with room to tick what befell them; before the deal, people and cards apart, to be filled in."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.games.sheet import Card, Sheet
from narrator.paper import shapes
from narrator.paper.html import Markup, joined, tag, text
from narrator.texts import Texts


def people(sheet: Sheet, texts: Texts) -> Markup:
    """The table of the people, and of the cards if nobody has one yet."""
    cards = {card.seat: card for card in sheet.cards if card.seat}
    heads = ("sheet.seat", "sheet.person", "sheet.card")
    rows = (
        tag(
            "tr", _number(seat), tag("td", text(name), class_="person"), _card(sheet, cards.get(seat)), *_ticks(sheet)
        )
        for seat, name in sheet.people.items()
    )
    table = _table(_heads(heads, sheet, texts), rows)
    if sheet.dealt:
        return table
    undealt = (tag("tr", tag("td", class_="number"), _card(sheet, card)) for card in sheet.cards)
    title = tag("h2", text(texts.word("sheet.cards")))
    return joined([table, title, _table(_heads(("sheet.seat", "sheet.card"), None, texts), undealt)])


def _table(head: Markup, rows: Iterable[Markup]) -> Markup:
    return tag("table", tag("thead", tag("tr", head)), tag("tbody", *rows), class_="people")


def _heads(keys: Iterable[str], sheet: Sheet | None, texts: Texts) -> Markup:
    named = [tag("th", text(texts.word(key)), class_=key.rpartition(".")[2]) for key in keys]
    ticks = [tag("th", text(tick), class_="tick") for tick in sheet.ticks] if sheet else []
    notes = [tag("th", text(texts.word("sheet.notes")), class_="room")] if sheet else []
    return joined([*named, *ticks, *notes])


def _number(seat: int) -> Markup:
    return tag("td", text(seat), class_="number")


def _card(sheet: Sheet, card: Card | None) -> Markup:
    if card is None:
        return tag("td", class_="card")
    number = shapes.place(card.side, sheet.sides)
    side = sheet.sides[number].name
    head = tag("div", shapes.shape(number), tag("b", text(card.title)), text(f" · {side}"))
    return tag("td", head, tag("p", text(card.does), class_="does"), class_="card")


def _ticks(sheet: Sheet) -> list[Markup]:
    return [tag("td", tag("span", class_="ring"), class_="tick") for _ in sheet.ticks] + [tag("td", class_="room")]
