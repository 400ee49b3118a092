"""What may be said at any time: the commands of the table, with the values that are legal now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from narrator.cues import COMMANDS, Weight
from narrator.games.counting.commands import everybody
from narrator.games.wars.setup import Setup
from narrator.games.wars.state import BOOKS, State

QUERIES = ("status", "turn", "ritual", "end", "chances")
"""What may be asked of the narrator."""

UNITS = (
    *("deep-one", "shoggoth", "starspawn", "cthulhu", "nightgaunt", "flying-polyp", "hunting-horror", "nyarlathotep"),
    *("ghoul", "fungi", "dark-young", "shub-niggurath", "undead", "byakhee", "king-in-yellow", "hastur"),
)

THINGS = ("recruit", "move", "battle", "capture", "gate", "ritual")
"""What has a price that may be asked for, besides the units."""

PRICES: Mapping[str, int] = {"recruit": 1, "move": 1, "battle": 1, "capture": 1, "gate": 3}
"""What main actions cost (CW20-24); what is summoned, awakened or special costs what is said."""

WEIGHTS: dict[str, Weight] = {
    "tell {query}": "light",
    "cost {thing}": "light",
    "cost {unit}": "light",
    "may-capture {own} {theirs}": "light",
}

MOST_CAPTIVES = 12


def offered(state: State, setup: Setup) -> tuple[str, ...]:
    """All commands that are legal while nothing is asked, the most frequent first."""
    turn = _actions(state, setup) if setup.paid else ("next", "out", "gather", *_battle(state, setup))
    return (*turn, *anytime(state), *COMMANDS)


def anytime(state: State) -> tuple[str, ...]:
    """What is said whatever is asked, until the end begins; then only numbers are put right."""
    if state.phase == "end" or not state.seat:
        return tuple(_settings(state)) if state.seat else ()
    return tuple([*_counters(state), *_questions(), *_settings(state)])


def _battle(state: State, setup: Setup) -> tuple[str, ...]:
    return (f"battle {{seat:{_others(state)}}}",) if setup.battle == "guided" else ()


def _actions(state: State, setup: Setup) -> Iterator[str]:
    """What the faction can pay: a main action, with six books battles besides (CW28), and the end of its turn."""
    power, six = state.player.power, state.player.has_books
    if power and not state.main:
        yield f"move {{n:1-{min(power, 12)}}}"
        yield from (one for one in ("recruit", "gate") if PRICES[one] <= power)
        yield f"capture {{seat:{_others(state)}}}"
        for one in ("summon", "awaken", "special"):
            yield f"{one} {{n:{'0' if one == 'special' else '1'}-{min(power, 12)}}}"
    if power and (six or not state.main):
        yield f"battle {{seat:{_others(state)}}}"
    if (state.main or state.fought or not power) and (six or setup.handover == "spoken" or not power):
        yield "done"
    if power and not state.main and setup.may_pass:
        yield "pass"


def _counters(state: State) -> Iterator[str]:
    seats, one = everybody(state), state.players
    for seat in range(1, len(one) + 1):
        others = ",".join(str(other) for other in range(1, len(one) + 1) if other != seat)
        yield f"captive {{seat:{seat}}} {{seat2:{others}}}"
    yield f"doom {{seat:{seats}}} {{change:+1,+2,+3,+4,-1,-2}}"
    yield f"signs {{seat:{seats}}} {{change:+1,+2,+3,-1}}"
    if able := [str(seat) for seat, who in enumerate(one, 1) if who.signs]:
        yield f"reveal {{seat:{','.join(able)}}} {{n:1-3}}"
    if able := [str(seat) for seat, who in enumerate(one, 1) if who.books < BOOKS]:
        yield f"book {{seat:{','.join(able)}}}"
    if able := [str(seat) for seat, who in enumerate(one, 1) if who.books]:
        yield f"unbook {{seat:{','.join(able)}}}"
    yield f"power {{seat:{seats}}} {{change:+1,+2,+3,+4,+5,+6,-1,-2,-3,-4,-5,-6}}"


def _questions() -> Iterator[str]:
    yield f"tell {{query:{','.join(QUERIES)}}}"
    yield f"cost {{thing:{','.join(THINGS)}}}"
    yield f"cost {{unit:{','.join(UNITS)}}}"
    yield "may-capture {own:monster,goo,cultist} {theirs:nothing,monster,goo}"


def _settings(state: State) -> Iterator[str]:
    """What can be set outright, whatever was counted."""
    seats = everybody(state)
    yield f"set power {{seat:{seats}}} {{n:0-40}}"
    yield f"set doom {{seat:{seats}}} {{n:0-40}}"
    yield f"set signs {{seat:{seats}}} {{n:0-20}}"
    yield f"set books {{seat:{seats}}} {{n:0-6}}"
    yield f"set captives {{seat:{seats}}} {{n:0-{MOST_CAPTIVES}}}"
    if state.phase != "end":
        yield f"set marker {{n:0-{len(state.track)}}}"
        yield f"set first {{seat:{seats}}}"
        yield "set direction {way:clockwise,counter}"
    if not state.asked:
        yield f"set turn {{seat:{','.join(str(seat) for seat in state.order if state.of(seat).power)}}}"


def _others(state: State) -> str:
    return ",".join(str(seat) for seat in range(1, len(state.players) + 1) if seat != state.seat)


NOT_NOW: Mapping[str, str] = {
    "next": "other-ledger",
    "out": "other-ledger",
    "gather": "other-ledger",
    "reveal": "no-signs",
    "book": "books-full",
    "unbook": "no-book",
    "pass": "no-pass",
    "done": "nothing-done",
}
"""Why a command is not legal now, by its first word."""
