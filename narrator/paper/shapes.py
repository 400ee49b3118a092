"""The shapes and colours of the sides, so that they are told apart in dim light and in black and white too."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from narrator.games.sheet import Side
from narrator.paper.html import Markup, tag


def _polygon(corners: int, outer: float, inner: float = 0.0, turned: float = 0.0) -> str:
    """The points of a polygon around 0,0, or of a star if every second corner lies nearer."""
    points = corners * 2 if inner else corners
    found = []
    for number in range(points):
        radius = inner if inner and number % 2 else outer
        angle = 2 * pi * number / points - pi / 2 + turned
        found.append(f"{radius * cos(angle):.1f},{radius * sin(angle):.1f}")
    return " ".join(found)


_OUTLINES = (
    _polygon(48, 9.0),
    _polygon(4, 11.3, turned=pi / 4),
    _polygon(3, 11.5),
    _polygon(4, 11.5),
    _polygon(5, 11.0, 5.6),
    _polygon(6, 10.2),
    _polygon(8, 10.5, 7.2),
)
_COLOURS = ("#17457c", "#8e1b10", "#7a4300", "#1c6229", "#6b5200", "#4b2a86", "#3d4b59")
"""Dark enough to be read on white, and told apart by most people who see few colours; the shapes tell them anyway."""


def place(side: str, sides: Sequence[Side]) -> int:
    """The place of a side among all; the last one beyond them if it is unknown."""
    return next((number for number, one in enumerate(sides) if one.id == side), len(sides))


def colour(number: int) -> str:
    """The colour of the side in this place."""
    return _COLOURS[number % len(_COLOURS)]


def outline(number: int, **attributes: object) -> Markup:
    """The shape of the side in this place, as part of a drawing: about 20 across, around 0,0."""
    return tag("polygon", points=_OUTLINES[number % len(_OUTLINES)], **attributes)


def ring(number: int, stroke: str) -> Markup:
    """The shape as a frame for a number of two digits; those that are narrow in the middle are drawn larger."""
    larger = {2: "translate(0 -1) scale(1.2)", 4: "scale(1.25)"}.get(number % len(_OUTLINES), "")
    return outline(number, fill="#fff", stroke=stroke, class_="ring", transform=larger)


def shape(number: int) -> Markup:
    """The shape in its colour, for use in a text."""
    return tag("svg", outline(number, fill=colour(number)), class_="shape", viewBox="-12 -12 24 24")
