"""What `voice` shows and keeps: each figure, how it is found and written, its gate, and what may be lost of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from typing import NamedTuple

import numpy as np

from bench.figures import Figure
from tests.audio.talking import Measures

LOSS = 1 / 3
"""The share by which a figure may be worse than what was kept; those of a few milliseconds are gated alone."""

MANY = 100
"""A ratio above this only says that ours is next to nothing."""

HEAD = "| | narrator | plain loop | ratio | gate |"


class Row(NamedTuple):
    """A line of the table: what is measured, how it is written, the most allowed, and by how much it may grow."""

    name: str
    find: Callable[[Measures], float | None]
    form: str
    gate: float = 0.0
    tolerance: float | None = LOSS

    def of(self, found: Measures) -> float | None:
        """Read the value; None if it was not measured."""
        try:
            return self.find(found)
        except ValueError:  # of nothing there is no median
            return None


ROWS = [
    Row("reaction, median", lambda found: 1000 * median(found.reactions), "{:.0f} ms", 300),
    Row("reaction, 95 %", lambda found: 1000 * _most(found.reactions), "{:.0f} ms", 400),
    Row("first word after the start, median", lambda found: median(found.first_words), "{:.2f} s", 0.6),
    Row("between two lines, beyond the pause: median", lambda found: 1000 * median(found.gaps), "{:.0f} ms", 0, None),
    Row("between two lines, beyond the pause: longest", lambda found: 1000 * max(found.gaps), "{:.0f} ms", 60, None),
    Row("listening, of one core", lambda found: 100 * found.listening or None, "{:.1f} %", 3.3),
    Row("listening amid talk, of one core", lambda found: 100 * found.amid_talk or None, "{:.1f} %", 6),
    Row("speaking, of one core", lambda found: 100 * found.speaking or None, "{:.1f} %"),
    Row("memory", lambda found: found.memory or None, "{:.0f} MB"),
    Row("answers said again", lambda found: float(found.again) or None, "{:.0f}", 0, None),
    Row("memory without the speech model's process", lambda found: found.without_model, "{:.0f} MB", 150),
]


def _most(values: list[float]) -> float:
    """Give what 95 % do not exceed. Raises ValueError if there are none."""
    if not values:
        raise ValueError
    return float(np.percentile(values, 95))


def table(narrator: Measures, plain: Measures) -> Iterator[str]:
    """Write the table."""
    yield HEAD
    yield "|---|---|---|---|---|"
    for row in ROWS:
        ours, theirs = row.of(narrator), row.of(plain)
        ratio = theirs / ours if ours and theirs else 0.0
        shown = [row.form.format(value) if value is not None else "" for value in (ours, theirs, row.gate or None)]
        yield f"| {row.name} | {shown[0]} | {shown[1]} | {f'{ratio:.1f}' if 0 < ratio < MANY else ''} | {shown[2]} |"


def figures(narrator: Measures, plain: Measures) -> Iterator[Figure]:
    """What is kept: the narrator's figures, which are judged by the next ones, and the plain loop's."""
    for name, found, judged in (("narrator", narrator, True), ("plain loop", plain, False)):
        for row in ROWS:
            value = row.of(found)
            if value is not None:
                yield Figure(f"{name}: {row.name}", value, row.form, row.tolerance if judged else None)


def missed(narrator: Measures) -> list[str]:
    """List the rows in which the narrator misses its gate."""
    return [row.name for row in ROWS if row.gate and (row.of(narrator) or 0.0) > row.gate]
