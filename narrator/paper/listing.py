"""One night of the sheet as plain text: whom to wake, what is said, and between brackets what is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.games.sheet import Block, Call, Direction, Sheet
from narrator.texts import Texts

_INDENT = " " * 6


def night_text(sheet: Sheet, number: int, texts: Texts) -> str:
    """The calls of the night of this number, each by its number in the book; nobody's seat is named."""
    night = next(one for one in sheet.nights if number in one.nights)
    blocks = (_block(block, number) for block in night.blocks)
    parts = (_lines(night.before), *blocks, _lines(night.asides), _lines(night.after))
    return "\n\n".join([texts.word("sheet.night", night=number), *("\n".join(part) for part in parts if part)])


def _block(block: Block, number: int) -> list[str]:
    calls = [call for call in block.calls if number in call.nights]
    return [block.title, *(line for call in calls for line in _lines(_acting(call), call.number))] if calls else []


def _acting(call: Call) -> tuple[Direction, ...]:
    return (Direction(call.title), *call.directions) if call.title else call.directions


def _lines(directions: Iterable[Direction], number: str = "") -> list[str]:
    """A line for each, the first behind the number of its call."""
    return [f"{head:>4}  {one.text if one.said else f'({one.text})'}" for head, one in _headed(directions, number)]


def _headed(directions: Iterable[Direction], number: str) -> Iterator[tuple[str, Direction]]:
    for place, one in enumerate(directions):
        yield "" if place else number, one
