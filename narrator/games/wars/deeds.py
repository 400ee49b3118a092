"""What follows from a command of the table: the initiative, actions that are paid, counters, answers to questions."""

from __future__ import annotations

from dataclasses import replace

from narrator.games.counting.commands import Deeds
from narrator.games.wars import battle, ledger, phases
from narrator.games.wars.commands import PRICES
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import BOOKS, MOST, SIGNS, State

DEEDS: Deeds[State, Setup] = Deeds()


# ---- The initiative ----


@DEEDS.does("next", "done")
def _next(state: State, setup: Setup, _: dict[str, str]) -> State:
    return phases.hand_over(state, setup)


@DEEDS.does("out")
def _out(state: State, setup: Setup, _: dict[str, str]) -> State:
    """Whoever has the initiative has no Power left (CW10)."""
    return phases.hand_over(state.with_player(state.seat, power=0), setup)


@DEEDS.does("gather")
def _gather(state: State, setup: Setup, _: dict[str, str]) -> State:
    """Nobody has any left (CW13)."""
    for seat in state.order:
        state = state.with_player(seat, power=0)
    return phases.hand_over(state, setup)


# ---- Actions that are paid (CW14) ----


DEEDS |= dict.fromkeys(("recruit", "gate", "capture {seat}"), ledger.acted)
DEEDS |= dict.fromkeys(("move {n}", "summon {n}", "awaken {n}", "special {n}"), ledger.acted)


@DEEDS.does("battle {seat}")
def _battle(state: State, setup: Setup, said: dict[str, str]) -> State:
    """Led step by step, or fought by the table alone."""
    state = phases.reminded(state, setup, "battle", state.seat)
    if setup.battle == "guided":
        return battle.begins(state, int(said["seat"]))
    return ledger.fought(ledger.paid(state, PRICES["battle"]), setup)


@DEEDS.does("pass")
def _pass(state: State, setup: Setup, _: dict[str, str]) -> State:
    """Drop to no Power instead of an action (CW14, D4)."""
    state = state.with_player(state.seat, power=0).says("passed", name=state.part())
    return phases.hand_over(state, setup)


# ---- Counters ----


@DEEDS.does("power {seat} {change}", "doom {seat} {change}", "signs {seat} {change}")
@DEEDS.does("set power {seat} {n}", "set doom {seat} {n}", "set signs {seat} {n}", "set books {seat} {n}")
def _changed(state: State, _setup: Setup, said: dict[str, str]) -> State:
    seat, of = int(said["seat"]), said["deed"].removeprefix("set ")
    return _counted(state, seat, of, int(said.get("n") or getattr(state.of(seat), of) + int(said["change"])))


def _counted(state: State, seat: int, of: str, count: int) -> State:
    """The faction has so many, which is said; whoever was out of Power is back in play (CW12)."""
    count = max(0, min(count, {"signs": SIGNS, "books": BOOKS}.get(of, MOST)))
    back = of == "power" and state.phase == "action" and seat != state.seat and not state.of(seat).power and count
    state = state.with_player(seat, **{of: count})
    state = state.says("back" if back else f"has.{of}", name=state.part(seat), count=count)
    return phases.watched(state) if of == "doom" else state


@DEEDS.does("book {seat}", "unbook {seat}")
def _book(state: State, _setup: Setup, said: dict[str, str]) -> State:
    seat, change = int(said["seat"]), 1 if said["deed"] == "book" else -1
    return _counted(state, seat, "books", state.of(seat).books + change)


@DEEDS.does("reveal {seat} {n}")
def _reveal(state: State, _setup: Setup, said: dict[str, str]) -> State:
    """One sign becomes Doom, at any time (CW5)."""
    seat = int(said["seat"])
    one = state.of(seat)
    return _counted(state.with_player(seat, signs=one.signs - 1), seat, "doom", one.doom + int(said["n"]))


@DEEDS.does("captive {seat} {seat2}")
def _captive(state: State, _setup: Setup, said: dict[str, str]) -> State:
    """The figure waits with its captor (CW27)."""
    seat = int(said["seat"])
    held = (*state.of(seat).captives, int(said["seat2"]))
    return _holds(state, seat, held)


@DEEDS.does("set captives {seat} {n}")
def _set_captives(state: State, _setup: Setup, said: dict[str, str]) -> State:
    seat, count = int(said["seat"]), int(said["n"])
    return _holds(state, seat, (*state.of(seat).captives, *[0] * count)[:count])


def _holds(state: State, seat: int, held: tuple[int, ...]) -> State:
    state = state.with_player(seat, captives=held)
    return state.says("has.captives", name=state.part(seat), count=len(held))


@DEEDS.does("set marker {n}")
def _marker(state: State, _setup: Setup, said: dict[str, str]) -> State:
    state = replace(state, marker=int(said["n"]))
    return phases.watched(state.says("ritual.price", count=state.price))


@DEEDS.does("set first {seat}", "set direction {way}")
def _order(state: State, _setup: Setup, said: dict[str, str]) -> State:
    counter = said["way"] == "counter" if "way" in said else state.counter
    state = replace(state, first=int(said.get("seat", state.first)), counter=counter)
    return state.says("order", names=state.parts(state.order))


@DEEDS.does("set turn {seat}")
def _turn(state: State, _setup: Setup, said: dict[str, str]) -> State:
    state = replace(state, seat=int(said["seat"]), main="", fought=0, begun=state.begun + 1, late=False)
    return state.says("turn", name=state.part())


# ---- Questions to the narrator ----


@DEEDS.does("tell {query}")
def told(state: State, _setup: Setup, said: dict[str, str]) -> State:
    """Answer a question of the table (section 5)."""
    query = said["query"]
    if query == "turn":
        return state.says("turn", name=state.part())
    if query == "ritual":
        return state.says("ritual.price", count=state.price)
    if query == "end":
        return state.says(f"end.after.{state.ending}" if state.ending else "end.not-yet")
    if query == "chances":
        return _chances(state)
    for seat in state.order:
        one = state.of(seat)
        range_ = {"least": one.least, "most": one.most}
        line = "status.range" if one.signs else "status"
        state = state.says(line, name=state.part(seat), count=one.doom, books=one.books, **range_)
    return state


def _chances(state: State) -> State:
    """Who may win today, from books and what signs may be worth."""
    if not state.hopeful:
        return state.says("chances.nobody")
    for seat in state.hopeful:
        one = state.of(seat)
        line = "chances.range" if one.signs else "chances"
        state = state.says(line, name=state.part(seat), least=one.least, most=one.most)
    return state


@DEEDS.does("cost {thing}", "cost {unit}")
def _cost(state: State, _setup: Setup, said: dict[str, str]) -> State:
    thing = said.get("thing") or said["unit"]
    return state.says("ritual.price", count=state.price) if thing == "ritual" else state.says(f"cost.{thing}")


@DEEDS.does("may-capture {own} {theirs}")
def _may_capture(state: State, _setup: Setup, said: dict[str, str]) -> State:
    """The best own unit against the best one of the cultist's own faction there; others protect nobody (CW27)."""
    rank = ("nothing", "cultist", "monster", "goo")
    may = rank.index(said["own"]) > max(1, rank.index(said["theirs"]))
    return state.says("capture.yes" if may else "capture.no")
