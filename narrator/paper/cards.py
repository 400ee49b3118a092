"""The cards to cut out: six on a page of A4, with a dashed line wherever the scissors go."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.games.sheet import Card, Sheet
from narrator.paper import shapes
from narrator.paper.html import Markup, page, tag, text
from narrator.texts import Texts

A_PAGE = 6


def cards_page(sheet: Sheet, title: str, texts: Texts, *, named: bool, backs: bool = False) -> str:
    """The cards as one page of HTML: with their players' names, in seat order, or else by rank and nameless."""
    cards = list(sheet.cards)
    if not named:
        cards.sort(key=lambda card: (shapes.place(card.side, sheet.sides), card.title))
    pages = []
    for first in range(0, len(cards), A_PAGE):
        some = cards[first : first + A_PAGE]
        pages.append(tag("section", *(_front(sheet, card, texts, named=named) for card in some), class_="cards"))
        if backs:
            pages.append(tag("section", *[_back()] * A_PAGE, class_="cards"))
    return page(f"{title} · {texts.word('sheet.cards')}", texts.language, "cards", *pages)


def _front(sheet: Sheet, card: Card, texts: Texts, *, named: bool) -> Markup:
    aim = next(side.aim for side in sheet.sides if side.id == card.side)
    return tag("article", *_lines(sheet, card, texts, named=named), class_=_size(card.does + aim, (230, "full")))


def _lines(sheet: Sheet, card: Card, texts: Texts, *, named: bool) -> Iterator[Markup]:
    number = shapes.place(card.side, sheet.sides)
    side = sheet.sides[number]
    yield tag("div", shapes.shape(number), text(side.name), class_="side", style=f"color:{shapes.colour(number)}")
    yield tag("h2", text(card.title), class_=_size(card.title, (16, "long"), (30, "longest")))
    yield tag("p", text(card.does), class_="does")
    yield tag("p", tag("b", text(texts.word("sheet.aim"))), text(f" {side.aim}"), class_="aim")
    if named and card.seat:
        yield tag("p", tag("b", text(card.seat)), text(f" {sheet.people[card.seat]}"), class_="player")


def _size(words: str, *steps: tuple[int, str]) -> str:
    """The class of the longest step that the words go beyond."""
    return next((name for most, name in reversed(steps) if len(words) > most), "")


def _back() -> Markup:
    star, circle = (shapes.outline(number, fill="none", stroke="#000") for number in (4, 0))
    drawn = (star, tag("g", circle, transform="scale(1.5)"))
    return tag("article", tag("svg", *drawn, viewBox="-16 -16 32 32", stroke_width=0.4), class_="back")
