"""The chronicle: what the room has heard and may still talk about, for lines that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrator.values import changed, frozen

OUT = ("dawn.died", "dawn.escaped", "day.died", "day.leaves")
"""The lines that tell who is out; each ends in what is shown, if that is not the card: `dawn.died-faction` (D78)."""

LOSSES = frozenset(f"{line}{shown}" for line in OUT[:2] for shown in ("", "-faction", "-nothing"))
"""The lines by which the dawn names the dead and escaped."""


@frozen
class Chronicle:
    """What has been said aloud; nothing else comes in here.

    lost       the cards of those named as dead or escaped at the last dawn, in order; empty where one stays covered
    quiet      how many dawns in a row, up to the last one, named nobody
    takeovers  how often all heard tonight that what they fight for came to another side
    hanged     whether somebody was hanged today
    listed     the choices of a day that were named today
    declared   whether the moderator has said who wins
    before     the marks that all heard of in the last night that is over: the mark, its seat
    """

    lost: tuple[str, ...] = ()
    quiet: int = 0
    takeovers: int = 0
    hanged: bool = False
    listed: tuple[str, ...] = ()
    declared: bool = False
    before: tuple[tuple[str, int], ...] = ()

    def heard(self, line: str, values: Mapping[str, Any]) -> Chronicle:
        """What is known once this line has been said to all."""
        if line in LOSSES:
            return changed(self, lost=(*self.lost, str(values.get("card", ""))), quiet=0)
        if line == "dawn.quiet":
            return changed(self, quiet=self.quiet + 1)
        return changed(self, hanged=True) if line == "day.hanged" else self

    def naming(self, steps: Iterable[str]) -> Chronicle:
        """What is known once these choices of the day have been named to all."""
        return changed(self, listed=tuple(dict.fromkeys((*self.listed, *steps))))

    def at_nightfall(self) -> Chronicle:
        """What stays when night falls."""
        return changed(self, lost=(), takeovers=0)

    def at_daybreak(self, marks: tuple[tuple[str, int, str], ...]) -> Chronicle:
        """What stays when the day begins; `marks` are those that all heard of in the night that is over."""
        return changed(self, hanged=False, listed=(), before=tuple((mark, seat) for mark, seat, _ in marks))


UNWRITTEN = Chronicle()
"""The chronicle before anything was heard."""
