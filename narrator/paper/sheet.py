"""The sheet of whoever leads: the nights, the days, the circle, and who is who."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.games.sheet import Card, Sheet
from narrator.paper import shapes
from narrator.paper.circle import circle
from narrator.paper.days import days
from narrator.paper.html import Markup, joined, page, tag, text
from narrator.paper.night import nights
from narrator.texts import Texts


def sheet_page(sheet: Sheet, title: str, texts: Texts) -> str:
    """The whole sheet as one page of HTML; `title` is what the table is called."""
    count = max(len(night.nights) for night in sheet.nights)
    width = f":root{{--pick:{min(17.0, 85 / count):.2f}mm;--table:{_quoted(title)}}}"
    whole = (
        *(_head(sheet, title, texts), nights(sheet, texts), days(sheet, texts)),
        *(_circle(sheet, texts), _people(sheet, texts)),
    )
    return page(f"{title} · {texts.word('sheet.title')}", texts.language, "sheet", *whole, variables=width)


def _quoted(words: str) -> str:
    """A text as a string of a stylesheet, whatever signs are in it."""
    return '"' + "".join(sign if sign.isalnum() or sign in " .,-_" else f"\\{ord(sign):x} " for sign in words) + '"'


def _head(sheet: Sheet, title: str, texts: Texts) -> Markup:
    """What the sheet is, whether it must be kept secret, and how it is read."""
    warning = texts.word("sheet.secret" if sheet.dealt else "sheet.undealt")
    hints = (_how(sheet, texts), *sheet.hints)
    return tag(
        "header",
        tag("h1", text(title), tag("small", text(texts.word("sheet.players", count=len(sheet.people))))),
        tag("p", text(warning), class_="secret" if sheet.dealt else "undealt"),
        tag("ul", *(tag("li", text(hint)) for hint in hints)),
    )


def _how(sheet: Sheet, texts: Texts) -> str:
    """How the nights are read: of boxes and the book's numbers where there are any."""
    calls = [call for night in sheet.nights for block in night.blocks for call in block.calls]
    written = ["sheet.how-written"] if any(call.written for call in calls) else []
    numbered = ["sheet.how-numbered"] if any(call.number for call in calls) else []
    return " ".join(map(texts.word, ("sheet.how", *written, *numbered)))


def _circle(sheet: Sheet, texts: Texts) -> Markup:
    title = tag("h2", text(texts.word("sheet.circle")))
    lines = tag("div", *([tag("div", class_="line")] * 5), class_="notes")
    return tag("section", title, circle(sheet), tag("h3", text(texts.word("sheet.notes"))), lines, class_="whole")


def _people(sheet: Sheet, texts: Texts) -> Markup:
    return tag("section", tag("h2", text(texts.word("sheet.people"))), _people_table(sheet, texts), class_="whole")


def _people_table(sheet: Sheet, texts: Texts) -> Markup:
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
