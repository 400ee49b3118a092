"""What everybody sees of the table: trump, the suit to follow, the event, what is due, each settlement's card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from narrator.games.planetopia.cards import DECK, JOKERS, SUITS, suit_of
from narrator.games.planetopia.ledger import worded
from narrator.games.planetopia.questions import of_whom
from narrator.games.planetopia.state import KINDS, Incident, State
from narrator.games.view import MarkView, SeatView, Slip, View
from narrator.texts import Words, message

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}

CALM = 25
"""The lowest morale at which nothing is to be feared."""

Named = Callable[[Any], str]
"""What a value of a line is called in it."""


def short(card: str) -> str:
    """A card in as few letters as on its corner; a joker has none."""
    return "" if card in JOKERS else card[:-1].upper() + SIGNS[card[-1]]


def seen(state: State, view: View, named: Named) -> View:
    """The table as all see it; nothing is secret but what a prophecy says, and that nobody tells."""
    way = {"": "throw ", "bid": ""}.get(state.question)
    laid = way is not None and state.turn and (state.asked or state.player.hand) and not state.paused
    suits = ([card for card in DECK if suit_of(card) == suit] for suit in (*reversed(SUITS), ""))
    grid = tuple(tuple(f"{way}{card}" for card in cards) for cards in suits) if laid else ()
    return replace(
        view,
        seats=tuple(_seat(state, seat) for seat in range(1, len(state.players) + 1)),
        table=tuple(_table(state, named)),
        tension=_tension(state),
        title=message("planetopia.turn-of", number=state.turn, name=state.player.name) if state.turn else "",
        grid=grid,
        short={one: short(one.split()[-1]) or named(one.split()[-1]) for row in grid for one in row},
    )


def _tension(state: State) -> float:
    """How near the lowest morale is to a coup: nothing at what all begin with."""
    lowest = min((state.of(seat).morale for seat in state.settlements), default=CALM) if state.judge else CALM
    return max(0.0, min(1.0, (CALM - lowest) / (CALM - 5)))


def _seat(state: State, seat: int) -> SeatView:
    one = state.of(seat)
    percents = {} if seat == state.judge else {"morale": one.morale, "population": one.population}
    turn = (of_whom(state) or state.seat) if state.turn else 0
    marks = {"turn": seat == turn, "judge": seat == state.judge, "crowded": one.crowded}
    shown = tuple(MarkView(id=mark) for mark, there in marks.items() if there)
    return SeatView(seat=seat, name=one.name, counters={**percents, "hand": one.hand}, marks=shown)


def _slip(of: str, words: Words, label: Words = "", *commands: str, new: bool = True) -> Slip:
    label = label or message(f"planetopia.table.{of}")
    return Slip(id=of, label=label, text=words, new=new, commands=commands, above=of in ("trump", "led"))


def _table(state: State, named: Named) -> Iterator[Slip]:
    nothing, event = message("planetopia.none"), state.event
    yield _slip("trump", named(state.trump) or nothing, "", "set trump {trump}", new=bool(state.trump))
    yield _slip("led", (event and named(event.led)) or nothing, new=bool(event and event.led))
    if event:
        yield _slip("event", _event(event, named))
        if bids := ", ".join(f"{state.of(seat).name} {short(card) or named(card)}" for seat, card in event.bids):
            yield _slip("bids", bids)
    for suit, turn in ((one.suit, one.turn + 1) for one in state.pending):
        due = message("planetopia.due", suit=named(suit), turn=turn)
        yield _slip(f"due.{suit}.{turn}", due, message("planetopia.table.due"))
    if state.holder:
        yield _slip("holder", f"{state.of(state.holder[0]).name}: {named(state.holder[1])}")
    yield _slip("pile", str(state.pile), "", "shuffle", "hand-size {n}", new=False)
    for seat in state.settlements if state.judge else ():
        if words := _card(state, seat, named):
            label = state.of(seat).town or state.of(seat).name
            yield _slip(f"card.{seat}", words, label, f"strike {{list}} {{item}} {{seat:{seat}}}", new=False)


def _event(event: Incident, named: Named) -> Words:
    mode = f"planetopia.mode.{event.mode or 'none'}"
    return message("planetopia.event", card=named(event.card or event.suit), n=event.strength, mode=message(mode))


def _card(state: State, seat: int, named: Named) -> str:
    """A settlement's lists, with the numbers by which an entry is crossed out; what is over is left out."""
    found = []
    for kind in KINDS:
        for number, entry in state.of(seat).holding(kind):
            found.append(f"{named(kind)} {number}: {named(worded(entry))}")
    return " · ".join(found)
