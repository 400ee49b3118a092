"""The settlements' ledger: percents with what follows from them, and the lists of facts, luxuries, misfortunes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from narrator.cues import Part
from narrator.games.counting.commands import Deeds
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import CAP, CROWD, KINDS, Entry, Settlement, State

DEEDS: Deeds[State, Setup] = Deeds(named=("card", "suit"))

COUNTERS = ("morale", "population")


def signed(change: int) -> str:
    """A change as it is told."""
    return f"{change:+d}".replace("-", "−")


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
        state = state.says("crowded", name=state.part(seat)).tells("crowded", name=state.part(seat))
        return state.next(f"note crowd {seat}")
    return state


def _coup(state: State, seat: int) -> State:
    """A new order, or new colonists, one after the other; the same game if neither is due (PL80, PL81)."""
    one, name = state.of(seat), state.part(seat)
    if not one.morale:
        state = _bounded(state, seat, {"morale": 10, "population": one.population - 10})
        return state.says("coup", name=name).tells("coup", name=name).next(f"note coup {seat}")
    if not one.population:
        entries = (*(_without_people(entry) for entry in one.entries), Entry(kind="fact", cause="colonists"))
        state = state.with_player(seat, population=20, entries=entries)
        return state.says("empty", name=name).tells("empty", name=name)
    return state


def _without_people(entry: Entry) -> Entry:
    return replace(entry, struck=entry.struck or (entry.kind == "luxury" and entry.people))


def _victory(state: State) -> State:
    """Who wins now, if anybody does; all at once, if several do (PL90, D15)."""
    won = tuple(seat for seat in state.settlements if state.of(seat).wins)
    if not won or state.won:
        return state
    names = state.parts(won)
    return replace(state, won=won, agenda=(), asked="").says("won", names=names).tells("won", names=names)


def _by(of: str, state: State, _: Setup, said: dict[str, str]) -> State:
    seat = int(said["seat"])
    return changed(state, seat, **{of: getattr(state.of(seat), of) + int(said["change"])})


def _set(of: str, state: State, _: Setup, said: dict[str, str]) -> State:
    return changed(state, int(said["seat"]), **{of: int(said["percent"])})


for _of in COUNTERS:
    DEEDS[f"{_of} {{seat}} {{change}}"] = partial(_by, _of)
    DEEDS[f"set {_of} {{seat}} {{percent}}"] = partial(_set, _of)


# ---- Lists ----


def noted(state: State, kind: str, seat: int, said: str) -> State:
    """The game after this was written into a settlement's list; `none` writes nothing, but for what has a cause."""
    cause, note = kind if kind in ("coup", "crowd") else "", "" if said == "none" else said
    if not note and not cause:
        return state
    listed: Any = "fact" if cause else kind
    entry = Entry(kind=listed, note=note, cause="" if note else cause)
    one = state.of(seat)
    state = state.with_player(seat, entries=(*one.entries, entry))
    if note:
        state = state.tells(listed, name=state.part(seat), note=(Part("", note),))
    number = len(state.of(seat).listed(listed))
    state = state.says(f"noted.{listed}", name=state.part(seat), count=number)
    return state.next(f"people {seat}") if listed == "luxury" else state


def concerns_people(state: State, seat: int) -> State:
    """The game in which the luxury that was noted last concerns people (PL81)."""
    one = state.of(seat)
    last = max(at for at, entry in enumerate(one.entries) if entry.kind == "luxury")
    return _rewritten(state, seat, last, people=True)


def _rewritten(state: State, seat: int, at: int, **changes: Any) -> State:
    entries = state.of(seat).entries
    entry = replace(entries[at], **changes)
    return state.with_player(seat, entries=(*entries[:at], entry, *entries[at + 1 :]))


@DEEDS.does("note {list} {seat}")
def _note(state: State, _: Setup, said: dict[str, str]) -> State:
    return state.next(f"note {said['list']} {said['seat']}")


@DEEDS.does("strike {list} {item} {seat}")
def _struck(state: State, _: Setup, said: dict[str, str]) -> State:
    """Cross out what is over (PL14)."""
    seat, kind, number = int(said["seat"]), said["list"], int(said["item"])
    entries = state.of(seat).entries
    at = [place for place, entry in enumerate(entries) if entry.kind == kind][number - 1]
    state = _rewritten(state, seat, at, struck=True)
    name, note = state.part(seat), worded(entries[at])
    return state.says(f"struck.{kind}", name=name, note=note).tells("struck", name=name, note=note)


@DEEDS.does("read {seat}")
def _read(state: State, _: Setup, said: dict[str, str]) -> State:
    """Read a settlement's card, with the numbers by which it is crossed out."""
    seat = int(said["seat"])
    state = told(state, seat)
    for kind in KINDS:
        for number, entry in enumerate(state.of(seat).listed(kind), 1):
            if not entry.struck:
                state = state.says(f"read.{kind}", count=number, note=worded(entry))
    return state


def worded(entry: Entry) -> Any:
    """What an entry says, as it stands in a line: in own words, or by the id of words that lines have."""
    return (Part("", entry.note),) if entry.note else entry.cause


def told(state: State, seat: int) -> State:
    """Say where a settlement stands."""
    one = state.of(seat)
    return state.says("status", name=state.part(seat), morale=one.morale, population=one.population)


def strikeable(one: Settlement, kind: str) -> list[str]:
    """The numbers in a list that are not crossed out."""
    return [str(number) for number, entry in enumerate(one.listed(kind), 1) if not entry.struck]
