"""The circle as a drawing: the seats in order round the table, clockwise as seen from above."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, dist, hypot, pi, sin

from narrator.games.sheet import Card, Sheet
from narrator.paper import shapes
from narrator.paper.html import Markup, tag, text

_WIDE, _HIGH = 190.0, 200.0
"""Millimetres of the drawing."""

_UPRIGHT = 20
"""Above this number of seats the names no longer fit beside each other, and stand like the spokes of a wheel."""

_LABELLED, _SPOKED = (50.0, 78.0), (38.0, 38.0)
"""How far the seats are from the middle, across and along: labels need room beside them, spokes on all sides."""

_LINE, _STEP, _GAP = 16, 4.4, 10.0
"""Letters that fit in a line beside a seat, millimetres from line to line, and from a seat to its label."""

_BLANK = "." * 20
"""Where the card of somebody is written who has none yet."""


def circle(sheet: Sheet) -> Markup:
    """Draw the circle: numbers in the shapes of their sides, names, and cards or room to write them."""
    seats = list(sheet.people)
    spokes = len(seats) > _UPRIGHT
    across, along = _SPOKED if spokes else _LABELLED
    cards = {card.seat: card for card in sheet.cards if card.seat}
    drawn = [tag("ellipse", cx=0, cy=0, rx=across - 11, ry=along - 11, class_="table")]
    for seat, (x, y) in zip(seats, _places(len(seats), across, along), strict=True):
        drawn += _seat(sheet, seat, cards.get(seat), x, y, spokes=spokes)
    box = f"{-_WIDE / 2} {-_HIGH / 2} {_WIDE} {_HIGH}"
    return tag("svg", *drawn, class_="circle", viewBox=box, role="img")


def _places(count: int, across: float, along: float) -> Iterator[tuple[float, float]]:
    """Places round an ellipse, equally far from each other, clockwise from the top."""
    angles = [pi * step / 720 - pi / 2 for step in range(1441)]
    round_it = [(across * cos(angle), along * sin(angle)) for angle in angles]
    ways = [0.0, *accumulate(dist(*pair) for pair in pairwise(round_it))]
    for number in range(count):
        yield round_it[bisect_left(ways, ways[-1] * number / count)]


def _seat(sheet: Sheet, seat: int, card: Card | None, x: float, y: float, *, spokes: bool) -> Iterator[Markup]:
    number = shapes.place(card.side, sheet.sides) if card else 0
    ring = shapes.ring(number, shapes.colour(number) if card else "#000")
    drawn = (ring, tag("text", text(seat), class_="seat", y=3.6))
    yield tag("g", *drawn, transform=f"translate({x:.2f} {y:.2f}) scale({0.3 if spokes else 0.56})")
    label = _spoke if spokes else _upright
    yield label(sheet.people[seat], card, x, y)


def _upright(name: str, card: Card | None, x: float, y: float) -> Markup:
    """Name and card beside the seat, or above and below it at the ends of the table."""
    end, right = abs(x) < 4, x > 0
    cards = [(line, "card") for line in _broken(card.title)] if card else [(_BLANK, "blank")]
    lines = [*((line, "name") for line in _broken(name)[:2]), *cards]
    x += 0 if end else _GAP if right else -_GAP
    y += 1 - (len(lines) - 1) * _STEP / 2
    y += (len(lines) * _STEP / 2 + 7.5) * (1 if y > 0 else -1) if end else 0
    spans = (
        _span(words, kind, x=f"{x:.2f}", dy=_STEP if number else 0) for number, (words, kind) in enumerate(lines)
    )
    return tag("text", *spans, y=f"{y:.2f}", text_anchor="middle" if end else "start" if right else "end")


def _span(words: str, kind: str, **attributes: object) -> Markup:
    """A line of a label; one that is too long is pressed together, and cut if that is not enough."""
    words = words if len(words) <= 2 * _LINE else f"{words[: 2 * _LINE - 1]}…"
    pressed = {"textLength": _LINE * 2.1, "lengthAdjust": "spacingAndGlyphs"} if len(words) > _LINE else {}
    return tag("tspan", text(words), class_=kind, **attributes, **pressed)


def _spoke(name: str, card: Card | None, x: float, y: float) -> Markup:
    """Name and card in one line that leads away from the table."""
    left = x < -1e-9
    turned = degrees(atan2(y, x)) + (180 if left else 0)
    further = 1 + 5 / hypot(x, y)
    title = card.title if card else _BLANK
    pieces = [_span(name, "name"), text("  "), _span(title, "card")]
    place = f"translate({x * further:.2f} {y * further:.2f}) rotate({turned:.2f})"
    shown, anchor = (reversed(pieces), "end") if left else (pieces, "start")
    return tag("text", *shown, class_="spoke", y=1.1, transform=place, text_anchor=anchor)


def _broken(words: str) -> list[str]:
    """A name in lines of a few words."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= _LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
