"""What everybody sees of the table: whose turn it is, Doom and how far it may reach, the ritual track, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from narrator.games.view import Slip, View
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import ENOUGH, Force, State
from narrator.texts import Words, message


def seen(state: State, setup: Setup, view: View) -> View:
    """The table as all see it; nothing is secret in this game."""
    counted = (dict(_counters(one, state, setup)) for one in state.players)
    seats = tuple(replace(one, counters=counters) for one, counters in zip(view.seats, counted, strict=True))
    name = state.player.name if state.seat else ""
    return replace(
        view,
        seats=seats,
        table=tuple(_table(state)),
        tension=_tension(state),
        title=message(f"wars.title.{state.phase}", number=state.turn, name=name) if state.turn else "",
    )


def _tension(state: State) -> float:
    """How near the end is: the most Doom, or the ritual marker, whichever is nearer to it (CW70)."""
    doom = max(one.doom for one in state.players) / ENOUGH
    return min(1.0, max(doom, state.marker / len(state.track)))


def _counters(one: Force, state: State, setup: Setup) -> Iterator[tuple[str, int]]:
    """Power is counted by the table in the action phase, unless its actions are paid here; it is seen who is out."""
    yield "doom", one.doom
    if one.signs:
        yield "least", one.least
        yield "most", one.most
    if setup.paid or state.phase != "action" or not one.power:
        yield "power", one.power
    for of, count in (("signs", one.signs), ("books", one.books), ("captives", len(one.captives))):
        if count:
            yield of, count


def _table(state: State) -> Iterator[Slip]:
    def slip(of: str, words: Words, *commands: str, new: bool = False) -> Slip:
        return Slip(id=of, label=message(f"wars.table.{of}"), text=words, new=new, commands=commands)

    names = " → ".join(state.of(seat).name for seat in state.order) if state.first else ""
    price = message("wars.instant-death", price=state.price) if state.instant_death else str(state.price)
    yield slip("ritual", price, "set marker {n}", new=state.marker > 0)
    yield slip("order", names, "set first {seat}", "set direction {way}", new=state.counter)
    yield slip("abandoned", str(state.abandoned))
    hopeful = ", ".join(state.of(seat).name for seat in state.hopeful)
    yield slip("chances", hopeful or message("wars.nobody"))
    if state.ending:
        yield slip("ending", message(f"wars.ending.{state.ending}"), new=True)
