"""A step of the game in the making: a copy of the state, and the events that changed it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from narrator.cues import AskKind, Audience
from narrator.games.night import events as e
from narrator.games.night.script.script import Call
from narrator.games.night.state.fold import WRITERS
from narrator.games.night.state.marks import MARKS
from narrator.games.night.state.state import State, Turn
from narrator.games.night.told.public import project
from narrator.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Offer:
    """The seats that may be picked, and for some others the id of the reason why not."""

    seats: list[int]
    barred: dict[int, str] = field(default_factory=dict)


class Draft:
    """What an effect works on: it reads `state`, and changes it through `emit` alone."""

    _named: tuple[int, ...] = ()
    """The seats announced as picked in this step."""

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.events: list[e.Event] = []

    def emit(self, event: e.Event) -> None:
        """Record an event and apply it to the state at once."""
        WRITERS[type(event)](self.state, event)
        self.events.append(event)

    @property
    def turn(self) -> Turn:
        """The open call's turn. There must be one."""
        turn = self.state.turn
        assert turn is not None
        return turn

    @property
    def call(self) -> Call:
        """The open call. There must be one."""
        state = self.state
        assert state.turn is not None
        return state.script.calls_by_phase[state.phase, state.turn.call]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that act in the open call, highest rank first."""
        return self.turn.actors

    @property
    def by(self) -> str:
        """The role whose call is open, or the faction: whose marks its effect leaves."""
        return self.call.called(self.turn.role)

    @property
    def alone(self) -> int:
        """The seat of a role, or of the only member of its faction who acts; else 0."""
        return self.actors[0] if self.turn.role or len(self.actors) == 1 else 0

    @property
    def asks_then(self) -> bool:
        """Whether the open call has a second question, by a text `then`; in the zero night nobody dies (D91)."""
        return self.state.phase != "zero" and f"{self.call.id}.then" in self.state.script.wordings

    def announce(self, line: str, **values: Any) -> None:
        """Queue a line for everybody."""
        self.emit(e.Announced(line, values))

    @property
    def announced(self) -> bool:
        """Whether the pick is said aloud: if `public` (R100, but D78, D79), or if `open` at an open table (R102)."""
        state, call = self.state, self.call
        said = call.public or (call.open and not state.secret)
        return said and not (state.rules.needs_secret_nights and call.id in project(state).cards.hushed)

    def announce_pick(self, *seats: int) -> None:
        """Announce who was picked in the open call, if that is said aloud."""
        if self.announced:
            self._named = seats
            self.announce(f"{self.call.id}.announce", seat=seats[0], seats=list(seats))

    def announce_out(self, line: str, seat: int) -> None:
        """Announce that somebody is out, with as much of the card as the table shows (R6, D78).

        Even a card that stays covered has to be known, since much is judged by it.
        """
        card = self.state.card(seat)
        if not self.state.covered(seat):
            self.announce(line, seat=seat, card=card)
            return
        shown = self.state.rules.dead
        more = {"faction": self.state.script.sides[card]} if shown == "faction" else {}
        self.announce(f"{line}-{shown}", seat=seat, **more)

    def mark(self, mark: str, seat: int, *, vain: bool = False) -> None:
        """Put the mark on the seat, as left by the open call's role or faction; on a body it is in vain (R7)."""
        known, vain = seat in self._named, vain or not self.state.alive(seat)
        self.emit(e.Marked(mark, seat, self.by, MARKS[mark].until, known, vain))

    def tell(self, to: Iterable[int], line: str, **data: Any) -> None:
        """Show these seats a private result."""
        self.emit(e.Told(tuple(sorted(to)), line, data))

    def tell_sleeper(self, to: int, line: str, **data: Any) -> None:
        """Show a private result to somebody who is woken for it; where nobody can wake them, keep it (D59).

        So it is for somebody who is awake, having picked themselves, since a call has no more time for that (R103).
        """
        if self.state.led:
            self.tell([to], line, **data)
        else:
            self.keep(to, line, **data)

    def keep(self, to: int, line: str, /, asks: str = "", **data: Any) -> None:
        """Keep a private result of the open call, and what it `asks`, until this seat reads it in a round (D59)."""
        self.emit(e.Kept(to, line, data, asks, self.turn.call))

    def ask(
        self,
        key: str,
        kind: AskKind,
        *,
        to: Audience,
        line: str | None = None,
        offer: Offer | None = None,
        optional: bool = False,
        most: int = 1,
        about: int = 0,
        choices: tuple[str, ...] = (),
        stage: int = 0,
        seconds: float = 0.0,
        final: bool = False,
        card: str = "",
    ) -> None:
        """Put a question by this line or `ask.<key>`; the answer goes to the effect or follow-up named `key`."""
        line = f"ask.{key}" if line is None else line
        if kind == "yes-no":
            choices = ("yes", "no")
        elif offer is not None:
            choices = as_choices(tuple(sorted(offer.seats)))
        to = tuple(sorted(to)) if isinstance(to, tuple) else to
        barred = tuple(sorted(offer.barred.items())) if offer and offer.barred else ()
        self.emit(e.Asked(key, kind, to, choices, line, optional, most, about, stage, seconds, final, barred, card))


@lru_cache(maxsize=1024)
def as_choices(numbers: tuple[int, ...] | range) -> tuple[str, ...]:
    """Seats, or numbers, as they are answered; written anew each time they would take a fiftieth of a game."""
    return tuple(map(str, numbers))


Chooser = Callable[[Draft], Offer]


def publicly_alive(draft: Draft) -> list[int]:
    """The seats of those publicly alive (R7)."""
    gone = draft.state.known_gone()
    return [seat for seat in draft.state.seats() if seat not in gone]


def without(seats: Iterable[int], barred: dict[int, str]) -> Offer:
    """Offer these seats, except those barred."""
    return Offer([seat for seat in seats if seat not in barred], barred)


def others(draft: Draft) -> Offer:
    """Offer everybody but the role itself (R88), or the member who decides alone (R5)."""
    itself = draft.alone
    if draft.turn.role in draft.state.rules.self_target:
        itself = 0
    return without(publicly_alive(draft), {itself: "oneself"} if itself else {})


def always_others(draft: Draft) -> Offer:
    """Offer everybody but the actor, whatever the house rules say (D6)."""
    return without(publicly_alive(draft), {draft.actors[0]: "oneself"})
