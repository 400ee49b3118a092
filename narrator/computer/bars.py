"""Charts of bars as one SVG, with numbers beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

WIDTH, LEFT, ROW, BAR = 640, 170, 26, 16
"""Pixels: of the picture, before the bars, from bar to bar, of a bar."""

ROOM = WIDTH - LEFT - 70
"""Pixels that a share of 100% takes."""

STYLE = (
    "text{font:13px sans-serif;fill:#222}.h{font-weight:bold}.n{text-anchor:end}"
    ".b{fill:#b5762a}.c{stroke:#222;stroke-width:2}"
)

Bar = tuple[str, float, str, tuple[float, float] | None]
"""What a bar is of, its share of the full width, what stands beside it, and its interval."""


def bar_charts(title: str, charts: Iterable[tuple[str, Sequence[Bar]]]) -> str:
    """Draw charts below each other, each with its heading."""
    parts, top = [f'<text class="h" x="10" y="22">{escape(title)}</text>'], 40
    for heading, bars in charts:
        parts += _chart(heading, bars, top)
        top += ROW * (len(bars) + 2)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" viewBox="0 0 {WIDTH} {top}">'
    paper = f'<rect width="{WIDTH}" height="{top}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", paper, *parts, "</svg>", ""])


def _chart(heading: str, bars: Sequence[Bar], top: int) -> Iterator[str]:
    yield f'<text class="h" x="10" y="{top + BAR}">{escape(heading)}</text>'
    for row, (label, share, note, interval) in enumerate(bars, 1):
        y = top + row * ROW
        middle, end = y + BAR / 2, interval[1] if interval else share
        yield f'<text class="n" x="{LEFT - 8}" y="{middle + 5}">{escape(label)}</text>'
        yield f'<rect class="b" x="{LEFT}" y="{y}" width="{ROOM * share:.1f}" height="{BAR}"/>'
        if interval:
            low, high = (LEFT + ROOM * edge for edge in interval)
            yield f'<line class="c" x1="{low:.1f}" y1="{middle}" x2="{high:.1f}" y2="{middle}"/>'
        yield f'<text x="{LEFT + ROOM * end + 8:.1f}" y="{middle + 5}">{escape(note)}</text>'
