"""The sheet of whoever leads: the nights, the circle, and who is who."""

from __future__ import annotations

from narrator.games.sheet import Sheet
from narrator.paper.circle import circle
from narrator.paper.days import days
from narrator.paper.html import Markup, page, tag, text
from narrator.paper.night import nights
from narrator.paper.people import people
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
    hints = (texts.word("sheet.how"), *sheet.hints)
    return tag(
        "header",
        tag("h1", text(title), tag("small", text(texts.word("sheet.players", count=len(sheet.people))))),
        tag("p", text(warning), class_="secret" if sheet.dealt else "undealt"),
        tag("ul", *(tag("li", text(hint)) for hint in hints)),
    )


def _circle(sheet: Sheet, texts: Texts) -> Markup:
    title = tag("h2", text(texts.word("sheet.circle")))
    lines = tag("div", *([tag("div", class_="line")] * 5), class_="notes")
    return tag("section", title, circle(sheet), tag("h3", text(texts.word("sheet.notes"))), lines, class_="whole")


def _people(sheet: Sheet, texts: Texts) -> Markup:
    return tag("section", tag("h2", text(texts.word("sheet.people"))), people(sheet, texts), class_="whole")
