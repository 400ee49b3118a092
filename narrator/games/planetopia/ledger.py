"""The settlements' ledger: percents with what follows from them, and the lists of facts, luxuries, misfortunes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narrator.cues import Part
from narrator.games.counting.commands import Deeds
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import CAP, CROWD, KINDS, Entry, State

DEEDS: Deeds[State, Setup] = Deeds(named=("card", "suit"))

COUNTERS = ("morale", "population")


# ---- Percents ----


def changed(state: State, seat: int, **to: int) -> State:
    """The game after percents of a settlement have become this, with all that follows (PL3, PL80–90)."""
    state = _bounded(state, seat, to)
    for of in to:
        state = state.says(of, name=state.part(seat), to=getattr(state.of(seat), of))
    while (after := _coup(state, seat)) is not state:
        state = after
    return _victory(state)


def _bounded(state: State, seat: int, to: Mapping[str, int]) -> State:
    """The percents within their bounds; a crowded settlement's morale has a cap (PL82, D13)."""
    one = state.of(seat)
    population = max(0, to.get("population", one.population))
    crowded = population >= CROWD
    morale = max(0, min(CAP if crowded else 100, to.get("morale", one.morale)))
    state = state.with_player(seat, morale=morale, population=population, crowded=crowded)
    if crowded and not one.crowded:
        return state.announces("crowded", name=state.part(seat)).next(f"note crowd {seat}")
    return state


def _coup(state: State, seat: int) -> State:
    """A new order, or new colonists, one after the other; the same game if neither is due (PL80, PL81)."""
    one, name = state.of(seat), state.part(seat)
    if not one.morale:
        state = _bounded(state, seat, {"morale": 10, "population": one.population - 10})
        return state.announces("coup", name=name).next(f"note coup {seat}")
    if not one.population:
        left = (
            replace(entry, struck=entry.struck or (entry.kind == "luxury" and entry.people)) for entry in one.entries
        )
        entries = (*left, Entry(kind="fact", cause="colonists"))
        return state.with_player(seat, population=20, entries=entries).announces("empty", name=name)
    return state


def _victory(state: State) -> State:
    """Who wins now, if anybody does; all at once, if several do (PL90, D15)."""
    won = tuple(seat for seat in state.settlements if state.of(seat).wins)
    if not won or state.won:
        return state
    return replace(state, won=won, agenda=(), asked="").announces("won", names=state.parts(won))


@DEEDS.does("morale {seat} {change}", "population {seat} {change}")
@DEEDS.does("set morale {seat} {percent}", "set population {seat} {percent}")
def _percent(state: State, _: Setup, said: dict[str, str]) -> State:
    seat, of = int(said["seat"]), said["deed"].removeprefix("set ")
    to = said.get("percent") or getattr(state.of(seat), of) + int(said["change"])
    return changed(state, seat, **{of: int(to)})


# ---- Lists ----


def noted(state: State, _: Setup, said: str) -> State:
    """Write this into a settlement's list; `none` writes nothing, but for what has a cause."""
    seat, about, state = state.about, state.asked.split()[1], state.then()
    note, cause = "" if said == "none" else said, "" if about in KINDS else about
    if not note and not cause:
        return state
    kind: Any = "fact" if cause else about
    entries = (*state.of(seat).entries, Entry(kind=kind, note=note, cause=cause))
    state, name = state.with_player(seat, entries=entries), state.part(seat)
    if note:
        state = state.tells(kind, name=name, note=(Part("", note),))
    state = state.says(f"noted.{kind}", name=name, count=state.of(seat).holding(kind)[-1][0])
    return state.next(f"people {seat}") if kind == "luxury" else state


def concerns_people(state: State, _: Setup, said: str) -> State:
    """The luxury that was noted last concerns people, or not (PL81)."""
    seat, state = state.about, state.then()
    last = max(at for at, entry in enumerate(state.of(seat).entries) if entry.kind == "luxury")
    return _rewritten(state, seat, last, people=True) if said == "yes" else state


def _rewritten(state: State, seat: int, at: int, **changes: Any) -> State:
    entries = [*state.of(seat).entries]
    entries[at] = replace(entries[at], **changes)
    return state.with_player(seat, entries=tuple(entries))


DEEDS["note {list} {seat}"] = lambda state, _, said: state.next(f"note {said['list']} {said['seat']}")


@DEEDS.does("strike {list} {item} {seat}")
def _struck(state: State, _: Setup, said: dict[str, str]) -> State:
    """Cross out what is over (PL14)."""
    seat, kind = int(said["seat"]), said["list"]
    entries = state.of(seat).entries
    at = [place for place, entry in enumerate(entries) if entry.kind == kind][int(said["item"]) - 1]
    told = {"name": state.part(seat), "note": worded(entries[at])}
    return _rewritten(state, seat, at, struck=True).announces(f"struck.{kind}", **told)


@DEEDS.does("read {seat}")
def _read(state: State, _: Setup, said: dict[str, str]) -> State:
    """Read a settlement's card, with the numbers by which it is crossed out."""
    state = told(state, int(said["seat"]))
    for kind in KINDS:
        for number, entry in state.of(int(said["seat"])).holding(kind):
            state = state.says(f"read.{kind}", count=number, note=worded(entry))
    return state


def worded(entry: Entry) -> Any:
    """What an entry says, as it stands in a line: in own words, or by the id of words that lines have."""
    return (Part("", entry.note),) if entry.note else entry.cause


def told(state: State, *seats: int) -> State:
    """Say where settlements stand."""
    for seat in seats:
        one = state.of(seat)
        state = state.says("status", name=state.part(seat), morale=one.morale, population=one.population)
    return state
