"""What all phones show alike. Everything in it is public (R100)."""

from __future__ import annotations

from typing import Literal

from narrator.values import dataclass

Kind = Literal["choice", "seat", "seats", "yes-no", "count", "ready"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedQuestion:
    """A question of the day as all phones show it."""

    text: str
    kind: Kind
    choices: tuple[str, ...]
    """What may be answered; of a `count` only the least and the most."""
    labels: tuple[str, ...] = ()
    """What the choices are called, where the phones do not know it: seats, numbers, yes and no they do."""
    none: str = ""
    """What answering with none of them is called; empty where that is no answer."""
    commands: tuple[str, ...] = ()
    """Which of `repeat`, `undo`, `pause` and `redo` are possible."""
    shows: tuple[int, ...] = ()
    """The seats of those who may show their card to all now, where the rules know of that: whose is not open yet."""
    whose: int = 0
    """Whose alone it is to answer, though they may be out; 0: anybody's, or that of somebody whom nobody names."""
    needed: int = 0
    """How many must want the same, but to decline."""
    grave: tuple[str, ...] = ()
    """The choices and commands that take more, unless players want it of themselves."""
    half: int = 0
    """How many these take: more than half of the living."""
    takes: str = "two"
    """The text that says how many it takes."""
    menu: bool = False
    """Whether it asks what happens next."""
    wishes: tuple[tuple[int, str], ...] = ()
    """Who wishes for what, by seat, the oldest first."""
    nominated: tuple[tuple[int, int], ...] = ()
    """Who has nominated whom."""
    full: int = 0
    """How many may be nominated at most, once they are; 0: somebody else may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPage:
    """The page that all phones show; it follows from public facts alone."""

    run: str = ""
    """Another one for each time that the phones are served: what a page knew of the last is gone."""
    call: int = 0
    """The number of the last call's time, vote or reading; a tap for an earlier one comes too late."""
    joining: bool = False
    """Whether seats are still taken, and no card is shown yet."""
    lobby: str = ""
    """What players do before the game begins: `sit` down, or `look` at their cards."""
    missing: tuple[int, ...] = ()
    """The seats of those who have not done so yet."""
    agreed: tuple[int, ...] = ()
    """The seats of those who want to go on."""
    needed: int = 0
    """How many of them it takes."""
    dark: bool = False
    """Whether eyes are closed: then the page is dim, shows no line, and messages go out at fixed moments only."""
    open: bool = False
    """Whether something may be tapped now: in every call's time, by everybody."""
    line: str = ""
    """By day, what was said last."""
    vote: str = ""
    """By day, the question on which everybody votes yes or no."""
    reading: bool = False
    """Whether everybody reads their own page of a morning."""
    yes_no: bool = False
    """Whether that page is answered with yes or no."""
    voters: tuple[int, ...] = ()
    """The seats that answer yes or no by phone."""
    living: tuple[int, ...] = ()
    """The seats of those who are publicly still in."""
    leaving: bool = False
    """Whether one game is over, or the next has not begun to let anybody in: no card is shown meanwhile."""
    question: SharedQuestion | None = None
    """By day, what all may answer by phone."""
