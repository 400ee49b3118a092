"""What may be said at any time, with the values that are legal now, and why something cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

from narrator import patterns
from narrator.cues import Weight
from narrator.games.counting.commands import everybody
from narrator.games.planetopia.cards import DECK, KING, QUEEN, SUITS
from narrator.games.planetopia.ledger import COUNTERS
from narrator.games.planetopia.questions import AUCTION, EFFECT, STRENGTH, cards, changes, passable
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import KINDS, State

LEVELS = ("auction", "full")
"""What is played: events and prophecies, or the rare combinations too."""

RARE = ("kings", "two-prophecies", "flush")
"""The rare combinations of whoever has the move; queens are anybody's."""

MOST_PLAYERS = 7

QUERIES = ("status", "mover", "trump", "led", "pending")
"""What may be asked of the narrator."""

WEIGHTS: dict[str, Weight] = {"tell {query}": "light", "strength {card}": "light", "read {seat}": "light"}

OUTRIGHT = ("throw {card} auction {mode}", "throw {card} direct {seat}")
"""An event in one word, for those who type."""

UNLISTED: Mapping[str, str] = {
    "set morale {seat} {percent:0-100}": "no-number",
    "set population {seat} {percent:0-999}": "no-number",
    "set hand {seat} {n:0-20}": "no-number",
    f"strength {{card:{','.join(DECK)}}}": "no-card",
    "throw {card} auction {mode:most,least}": "not-understood",
    "throw {card} direct {seat:1-7}": "not-understood",
}
"""What is legal where values are not listed, because they would fill a page, and why nothing else is."""


def _listed(values: Iterable[object]) -> str:
    return ",".join(map(str, values))


def prophecies(state: State) -> list[str]:
    """The suits of which whoever has the move may prophesy (PL50, PL51, PL56)."""
    may = state.seat != state.judge and not state.cast and state.seat not in state.missed and state.player.hand > 1
    return [suit for suit in SUITS if may and state.free(KING + suit) and state.free(QUEEN + suit)]


def anytime(state: State, setup: Setup) -> tuple[str, ...]:
    """What may be said at any question, too."""
    return _legal(_anytime(state, setup)) if state.judge else ()


def moves(state: State, setup: Setup) -> tuple[str, ...]:
    """What whoever has the move may do: throw, or pass with an empty hand (PL6)."""
    return _legal(_moves(state, setup)) if state.player.hand else ("pass",)


def _legal(commands: Iterable[str]) -> tuple[str, ...]:
    """Those of which no slot is without a value."""
    return tuple(one for one in commands if ":}" not in one)


def _moves(state: State, setup: Setup) -> Iterator[str]:
    hand = state.player.hand
    yield f"throw {{card:{cards(state)}}}"
    yield f"prophecy {{suit:{_listed(prophecies(state))}}}"
    if setup.rare and state.seat != state.judge:
        if hand >= 3:
            yield "kings"
        if hand >= 4 and not state.cast:
            yield from (f"two-prophecies {{suit:{one}}} {{suit2:{two}}}" for one, two in combinations(SUITS, 2))
        if hand >= 6 and not state.holder:
            yield f"flush {{suit:{_listed(SUITS)}}}"
    yield from OUTRIGHT


def _anytime(state: State, setup: Setup) -> Iterator[str]:
    seats, everyone = _listed(state.settlements), everybody(state)
    if state.question == "how":
        yield from (AUCTION, f"direct {{seat:{_listed(state.directable)}}}")
    if state.question == "jack":
        yield f"jack {{suit:{state.under_way.suit}}} {{seat:{_listed(passable(state))}}}"
    if state.event and not state.event.fallen and state.question != "effect":
        yield from (*EFFECT, *STRENGTH)
    for of in COUNTERS:
        yield f"{of} {{seat:{seats}}} {{change:{changes(20)}}}"
    yield f"note {{list:{_listed(KINDS)}}} {{seat:{seats}}}"
    for seat, kind in product(state.settlements, KINDS):
        numbers = _listed(number for number, _ in state.of(seat).holding(kind))
        yield f"strike {{list:{kind}}} {{item:{numbers}}} {{seat:{seat}}}"
    if setup.rare and state.turn:
        holders = [seat for seat in state.settlements if state.of(seat).hand >= setup.queens_needed]
        suits = [suit for suit in SUITS if state.free(QUEEN + suit)]
        yield f"queens {{suit:{_listed(suits)}}} {{seat:{_listed(holders)}}}"
    yield f"tell {{query:{_listed(QUERIES)}}}"
    yield f"read {{seat:{seats}}}"
    yield "strength {card}"
    yield "shuffle"
    yield "hand-size {n:3-10}"
    yield f"drew {{seat:{everyone}}} {{n:1-5}}"
    yield f"set trump {{trump:{_listed(SUITS)},none}}"
    if not state.asked:
        yield f"set mover {{seat:{everyone}}}"
    yield f"set morale {{seat:{seats}}} {{percent}}"
    yield f"set population {{seat:{seats}}} {{percent}}"
    yield f"set hand {{seat:{everyone}}} {{n}}"


# ---- Why not ----


def fault(state: State, setup: Setup, said: str) -> str:
    """Why a command cannot be whose values are not all listed; empty if it can."""
    if setup.strict_effect and _is_too_strong(state, said):
        return "too-strong"
    for pattern, reason in UNLISTED.items():
        found = patterns.values(patterns.bare(pattern), said)
        if found is not None:
            throws = pattern.startswith("throw ")
            odd = throws and (_card(state, found["card"]) or _directed(state, found.get("seat", "")))
            return odd or ("" if patterns.values(pattern, said) else reason)
    return ""


def _is_too_strong(state: State, said: str) -> bool:
    """Whether the effects would not add up to the strength, which this table wants (D16)."""
    event = state.event
    if event is None or event.prophecy or not (said == "done" or said.startswith("effect ")):
        return False
    more = 0 if said == "done" else abs(int(said.split()[-1]))
    return event.sum + more > event.strength or (said == "done" and event.sum != event.strength)


def _card(state: State, card: str) -> str:
    """Why this card cannot be laid."""
    return "" if state.free(card) else "lies-already" if card in DECK else "no-card"


def _directed(state: State, seat: str) -> str:
    """Why an event cannot be directed there; empty too for what is no seat."""
    if not seat.isdecimal():
        return ""
    if state.seat == state.judge:
        return "judge-directs"
    if int(seat) == state.seat and state.player.hand < 3:
        return "three-cards"
    return "" if int(seat) in state.settlements else "not-the-judge"


def why_not(state: State, setup: Setup, said: str) -> str:
    """Why something else than what is offered cannot be."""
    head, value, *_ = *said.split(), "", ""
    at, move = (state.question, head), "" if state.asked else head
    obstacles = (
        ("lies-already", state.question == "bid" and head in DECK),
        ("shares", at == ("share", "share")),
        ("wrong-jack", at == ("jack", "jack")),
        ("no-number", at == ("effect", "effect")),
        (_directed(state, value), at in (("how", "direct"), ("mode", "direct"))),
        ("not-played", move in (*RARE, "queens") and not setup.rare),
        ("judge-combines", move in (*RARE, "prophecy") and state.seat == state.judge),
        ("one-prophecy", move == "prophecy" and state.cast),
        ("chance-missed", move == "prophecy" and state.seat in state.missed),
        ("few-cards", move in (*RARE, "prophecy", "queens")),
        ("cards-left", move == "pass"),
        ("empty-hand", move == "throw" and not state.player.hand),
        (_card(state, value), move == "throw"),
    )
    return next((reason for reason, there in obstacles if there and reason), "not-understood")
