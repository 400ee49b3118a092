"""The nights on paper, with a column a night to write in, and one night as plain text: what is said, what is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby, repeat

from narrator.games.sheet import Block, Direction, Night, PrintedCall, Sheet
from narrator.paper import shapes
from narrator.paper.html import Markup, joined, tag, text
from narrator.texts import Texts

_EMPTY = Markup("")
_SHORT = 2
"""Calls of a block that fit on one page together."""


def nights(sheet: Sheet, texts: Texts) -> Markup:
    """All nights: the first one with a single column, those that are alike side by side."""
    return joined(_night(sheet, night, texts) for night in sheet.nights)


def _night(sheet: Sheet, night: Night, texts: Texts) -> Markup:
    return tag(
        "section",
        tag("h2", text(night.title)),
        tag("div", *map(_direction, night.asides), class_="asides") if night.asides else _EMPTY,
        tag("div", *map(_direction, night.before), class_="all"),
        *(_block(sheet, block, night, texts) for block in night.blocks),
        tag("div", *map(_direction, night.after), class_="all"),
        class_="nights",
    )


def _block(sheet: Sheet, block: Block, night: Night, texts: Texts) -> Markup:
    """Whom to wake, which stands again on a second page, and their calls; a short block is not torn apart."""
    mark = shapes.shape(shapes.place(block.side, sheet.sides)) if block.side else _EMPTY
    who = tag("span", text(block.title), class_="who")
    calls = (_call(sheet, call, night, texts) for call in block.calls)
    head = (mark, who, seats(sheet, block.seats))
    return _table(head, calls, night, texts, short=len(block.calls) <= _SHORT)


def _table(
    head: Iterable[Markup], rows: Iterable[Markup], night: Night, texts: Texts, *, short: bool = True
) -> Markup:
    """A table with a column a night, whose head stands again on each page."""
    numbers = (tag("th", text(texts.word("sheet.night", night=number)), class_="pick") for number in night.nights)
    return tag(
        "table",
        Markup('<colgroup><col class="number"><col>' + '<col class="pick">' * len(night.nights) + "</colgroup>"),
        tag("thead", tag("tr", tag("th", *head, colspan=2), *numbers)),
        tag("tbody", *rows),
        class_="night short" if short else "night",
    )


def seats(sheet: Sheet, found: Iterable[int]) -> Markup:
    """People by number and name; a box for each whose seat is not known yet."""
    return joined(
        tag("span", tag("b", text(seat)), text(f" {sheet.people[seat]}"), class_="seated")
        if seat
        else tag("span", class_="unknown")
        for seat in found
    )


def _call(sheet: Sheet, call: PrintedCall, night: Night, texts: Texts) -> Markup:
    head = [tag("span", text(call.title), class_="apart"), seats(sheet, call.seats)] if call.title else []
    uses = [_uses(call.uses, texts)] if call.uses else []
    first = [tag("div", *head, *uses, class_="acting")] if head or uses else []
    said = map(_direction, _run_on(call.directions))
    alike = not call.written and call.nights == night.nights
    number = tag("td", text(call.number), class_="number")
    words = tag("td", *first, *said, colspan=len(night.nights) + 1 if alike else "")
    boxes = () if alike else (_box(call, one) for one in night.nights)
    return tag("tr", number, words, *boxes, class_="call")


def _uses(count: int, texts: Texts) -> Markup:
    """How often the power can be used, with a ring to tick for each time."""
    rings = tag("span", class_="ring") * count
    return tag("span", text(texts.word("sheet.uses")), Markup(rings), class_="uses")


def _box(call: PrintedCall, night: int) -> Markup:
    if night not in call.nights:
        return tag("td", text("–"), class_="pick out")
    return tag("td", class_="pick" if call.written else "")


def _run_on(directions: Iterable[Direction]) -> Iterator[Direction]:
    """What is said without a stop in between as one line."""
    for said, group in groupby(directions, lambda one: one.said):
        found = [*group]
        yield from [Direction(" ".join(one.text for one in found), said=True)] if said else found


def _direction(direction: Direction) -> Markup:
    return tag("p", text(direction.text), class_="said" if direction.said else "done")


def night_text(sheet: Sheet, number: int, texts: Texts) -> str:
    """The calls of the night of this number, each by its number in the book; nobody's seat is named."""
    night = next(one for one in sheet.nights if number in one.nights)
    blocks = (_block_lines(block, number) for block in night.blocks)
    parts = (_lines(night.before), *blocks, _lines(night.asides), _lines(night.after))
    return "\n\n".join([texts.word("sheet.night", night=number), *("\n".join(part) for part in parts if part)])


def _block_lines(block: Block, number: int) -> list[str]:
    calls = [call for call in block.calls if number in call.nights]
    return [block.title, *(line for call in calls for line in _lines(_acting(call), call.number))] if calls else []


def _acting(call: PrintedCall) -> tuple[Direction, ...]:
    return (Direction(call.title), *call.directions) if call.title else call.directions


def _lines(directions: Iterable[Direction], number: str = "") -> list[str]:
    """A line for each, the first behind the number of its call."""
    heads = chain([number], repeat(""))
    return [
        f"{head:>4}  {one.text if one.said else f'({one.text})'}"
        for head, one in zip(heads, directions, strict=False)
    ]
