"""The pages that the woken read: whatever stands on one, it gives as much light, which closed eyes may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from narrator.rooms.light import USUAL, filling, in_fills, light_of
from narrator.rooms.paper import TIE, printable, written
from narrator.values import dataclass

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.segment import Segment

ROOMY = 40
"""So many columns leave room for wide margins."""

_WORDS = 420  # as many signs have three letters and a question, without the players named in them
_LOOSE = 4  # rows for lines that end early

_LEAST = 3  # rows of a page besides what stands in its frame
_RANGE = 3  # so many numbers in a row are shorter as a range


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on a page; below it, at length and short, what may be answered."""

    text: str
    choices: str = ""
    short: str = ""

    def rows(
        self,
        console: Console,
        people: Mapping[int, str],
        remarks: Sequence[str],
        rule: RenderableType,
        line: RenderableType | None,
        band: Sequence[str] = (),
    ) -> list[list[Segment]]:
        """Render the page under its head, a rule and the line said last, so that nothing scrolls.

        A `band` of rows stands between head and frame: what everybody hears counted, drawn large.
        """
        free = max(console.height - 1 - len(band), 0)
        side = 3 if console.width >= ROOMY else 1
        frame = frame_for(people, max(console.width - 2 * side - 2, 1), free - _LEAST)
        head = console.render_lines(rule)[:1]
        if line:
            head += _cut(console.render_lines(line), max(free - frame.rows - _LEAST, free // 5))
        inside = frame_for(people, frame.width, free - len(head) - 2)
        large = [_large(console, console.width, text) for text in band]
        framed = _framed(console, console.width, tuple(self._variants(remarks)), inside, side)
        return [*head, *large, *framed][: free + len(band)]

    def _variants(self, remarks: Sequence[str]) -> list[str]:
        """List what may stand on it, the roomiest first."""
        whole, short = ("\n".join(filter(None, (self.text, *remarks, end))) for end in (self.choices, self.short))
        return [printable(text) for text in (f"\n{whole}", whole, short)]


def _cut(lines: list[list[Segment]], room: int) -> list[list[Segment]]:
    """Leave out the rest of what everybody heard, and the empty line before it, where there is no room."""
    return lines if len(lines) <= room else lines[1:][: max(room, 0)]


@lru_cache(maxsize=256)  # the same numbers are counted in each call
def _large(console: Console, _width: int, text: str) -> list[Segment]:
    return console.render_lines(written(text, "bold"))[0]


@lru_cache(maxsize=8)  # with each number that is counted it is drawn again
def _framed(console: Console, width: int, texts: tuple[str, ...], frame: Frame, side: int) -> list[list[Segment]]:
    from rich.panel import Panel

    rows = page(texts, frame)
    inside = written("\n".join(rows), "bold")
    inside.no_wrap = True
    panel = Panel(inside, padding=(0, side), height=len(rows) + 2, width=width)
    return console.render_lines(panel) if rows else []


@dataclass(frozen=True, slots=True)
class Frame:
    """The inside of a page's frame in cells, and how much light all that stands in it gives."""

    width: int
    rows: int
    light: int


def frame_for(people: Mapping[int, str], width: int, rows: int) -> Frame:
    """Choose the frame for these players where there are so many cells: what will stand in it makes no difference."""
    from rich.cells import cell_len

    most = _WORDS + sum(len(str(seat)) + cell_len(name) + 2 for seat, name in people.items())
    rows = max(min(rows, _LOOSE + ceil(1.5 * most / width)), 0)
    return Frame(width, rows, in_fills(USUAL * min(most, width * rows // 2)))


def page(texts: Sequence[str], frame: Frame) -> list[str]:
    """Lay out the first of these texts that the frame has room for, else as much as it has room for of the last."""
    for text in texts:
        rows = _filled(_wrapped(text, frame.width), frame)
        if rows is not None:
            return rows
    fitting = (_filled(lines, frame) for lines in _shorter(_wrapped(texts[-1], frame.width), frame.width))
    return next(rows for rows in fitting if rows is not None)


def _wrapped(text: str, width: int) -> list[str]:
    from rich.console import Console
    from rich.text import Text

    lines = Text(text).wrap(Console(width=width), width)
    return [line.plain.rstrip().replace(TIE, " ") for line in lines]


def _shorter(lines: list[str], width: int) -> Iterator[list[str]]:
    from rich.cells import set_cell_size

    for kept in range(len(lines) - 1, 0, -1):
        last = set_cell_size(lines[kept - 1], width - 2).rstrip()
        yield [*lines[: kept - 1], f"{last} …"]
    yield []


def _filled(lines: Sequence[str], frame: Frame) -> list[str] | None:
    """Fill up the frame from below, and what is still dark beside the text; None if it cannot be as bright."""
    from rich.cells import cell_len

    rows = [*lines, *[""] * (frame.rows - len(lines))]
    spare = frame.light - sum(map(light_of, lines))
    signs = filling(spare) if len(rows) <= frame.rows and spare >= 0 else None
    if signs is None:
        return None
    for number in reversed(range(len(rows))):
        begins = cell_len(rows[number]) + 1 if number < len(lines) else 0
        here, signs = signs[: max(frame.width - begins, 0)], signs[max(frame.width - begins, 0) :]
        rows[number] += (" " * (begins - cell_len(rows[number])) + here) if here else ""
    return None if signs else rows


def in_ranges(choices: Sequence[str]) -> list[str]:
    """Write three numbers in a row or more as a range."""
    runs: list[list[str]] = []
    for before, choice in pairwise(["", *choices]):
        follows = before.isdecimal() and choice.isdecimal() and int(choice) == int(before) + 1
        if follows:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    return [part for run in runs for part in ([f"{run[0]}–{run[-1]}"] if len(run) >= _RANGE else run)]
