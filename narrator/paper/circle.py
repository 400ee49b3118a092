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

_LABELLED, _SPOKED = (50.0, 78.0), (40.0, 40.0)
"""How far the seats are from the middle, across and along: labels need room beside them, spokes on all sides."""

_STEP, _GAP = 4.4, 10.0
"""Millimetres from line to line of a label, and from a seat to its label."""

_WIDTHS = {"name": 2.75, "card": 2.2, "blank": 1.3}
"""Millimetres that a letter takes in a wide font."""

_MOST = 30
"""Letters that can still be read when they are pressed together."""

_ACROSS = 30
"""How wide the widest shape is that a number stands in, before it is scaled."""

_BLANK = "." * 20
"""Where the card of somebody is written who has none yet."""


def circle(sheet: Sheet) -> Markup:
    """Draw the circle: numbers in the shapes of their sides, names, and cards or room to write them."""
    seats = list(sheet.people)
    spokes = len(seats) > _UPRIGHT
    across, along = _SPOKED if spokes else _LABELLED
    cards = {card.seat: card for card in sheet.cards if card.seat}
    drawn = [tag("ellipse", cx=0, cy=0, rx=across - 11, ry=along - 11, class_="table")]
    size = min(0.4, 2 * pi * across / len(seats) / _ACROSS) if spokes else 0.56
    for seat, (x, y) in zip(seats, _places(len(seats), across, along), strict=True):
        drawn.append(_ring(sheet, seat, cards.get(seat), f"translate({x:.2f} {y:.2f}) scale({size:.3f})"))
        drawn.append((_spoke if spokes else _upright)(sheet.people[seat], cards.get(seat), x, y))
    box = f"{-_WIDE / 2} {-_HIGH / 2} {_WIDE} {_HIGH}"
    return tag("svg", *drawn, class_="circle", viewBox=box, role="img")


def _places(count: int, across: float, along: float) -> Iterator[tuple[float, float]]:
    """Places round an ellipse, equally far from each other, clockwise from the top."""
    angles = [pi * step / 720 - pi / 2 for step in range(1441)]
    round_it = [(across * cos(angle), along * sin(angle)) for angle in angles]
    ways = [0.0, *accumulate(dist(*pair) for pair in pairwise(round_it))]
    for number in range(count):
        yield round_it[bisect_left(ways, ways[-1] * number / count)]


def _ring(sheet: Sheet, seat: int, card: Card | None, place: str) -> Markup:
    number = shapes.place(card.side, sheet.sides) if card else 0
    ring = shapes.ring(number, shapes.colour(number) if card else "#000")
    return tag("g", ring, tag("text", text(seat), class_="seat", y=3.6), transform=place)


def _upright(name: str, card: Card | None, x: float, y: float) -> Markup:
    """Name and card beside the seat, or above and below it at the ends of the table."""
    end, right = abs(x) < 4, x > 0
    names = _broken(name, 11, 2)
    cards = [(line, "card") for line in _broken(card.title, 15, 3 - len(names))] if card else [(_BLANK, "blank")]
    lines = [*((line, "name") for line in names), *cards]
    x += 0 if end else _GAP if right else -_GAP
    y += 1 - (len(lines) - 1) * _STEP / 2
    y += (len(lines) * _STEP / 2 + 9) * (1 if y > 0 else -1) if end else 0
    spans = (_span(words, kind, 34, x=f"{x:.2f}", dy=_STEP if n else 0) for n, (words, kind) in enumerate(lines))
    return tag("text", *spans, y=f"{y:.2f}", text_anchor="middle" if end else "start" if right else "end")


def _spoke(name: str, card: Card | None, x: float, y: float) -> Markup:
    """Name and card in lines that lead away from the table."""
    left = x < -1e-9
    turned = degrees(atan2(y, x)) + (180 if left else 0)
    further = 1 + 5 / hypot(x, y)
    title, kind = (card.title, "card") if card else (_BLANK, "blank")
    spans = (_span(name, "name", 46, x=0, y=-0.3), _span(title, kind, 46, x=0, y=2.6))
    place = f"translate({x * further:.2f} {y * further:.2f}) rotate({turned:.2f})"
    return tag("text", *spans, class_="spoke", transform=place, text_anchor="end" if left else "start")


def _span(words: str, kind: str, room: float, **attributes: object) -> Markup:
    """A line of a label; one that may be too long for its room is pressed together, and cut if that is not enough."""
    words = words if len(words) <= _MOST else f"{words[: _MOST - 1]}…"
    pressed = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if len(words) * _WIDTHS[kind] > room else {}
    return tag("tspan", text(words), class_=kind, **attributes, **pressed)


def _broken(words: str, letters: int, most: int) -> list[str]:
    """A name in at most so many lines of so many letters, unless a word is longer; the last line takes the rest."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + len(word) >= letters and len(lines) < most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
