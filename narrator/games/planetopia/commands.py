"""What may be said at any time, with the values that are legal now, and why something cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations

from narrator import patterns
from narrator.cues import COMMANDS, Weight
from narrator.games.planetopia.cards import DECK, KING, QUEEN, SUITS
from narrator.games.planetopia.ledger import strikeable
from narrator.games.planetopia.questions import AUCTION, EFFECT, STRENGTH, cards, changes
from narrator.games.planetopia.setup import Setup
from narrator.games.planetopia.state import KINDS, State

LEVELS = ("auction", "full")
"""What is played: events and prophecies, or the rare combinations too."""

MOST_PLAYERS = 7

QUERIES = ("status", "mover", "trump", "led", "pending")
"""What may be asked of the narrator."""

WEIGHTS: dict[str, Weight] = {"tell {query}": "light", "strength {card}": "light", "read {seat}": "light"}

OUTRIGHT = ("throw {card} auction {mode}", "throw {card} direct {seat}")
"""An event in one word, for those who type."""

SETTINGS: Mapping[str, range] = {
    "set morale {seat} {percent}": range(101),
    "set population {seat} {percent}": range(1000),
    "set hand {seat} {n}": range(21),
}
"""Percents and hands that are typed."""


def _suits(suits: list[str]) -> str:
    return ",".join(suits)


def prophecies(state: State) -> list[str]:
    """The suits of which whoever has the move may prophesy (PL50, PL51, PL56)."""
    may = state.seat != state.judge and not state.cast and state.seat not in state.missed and state.player.hand > 1
    return [suit for suit in SUITS if may and state.free(KING + suit) and state.free(QUEEN + suit)]


def moves(state: State, setup: Setup) -> Iterator[str]:
    """What whoever has the move may do: throw, or pass with an empty hand (PL6)."""
    hand = state.player.hand
    if not hand:
        yield "pass"
        return
    yield f"throw {{card:{cards(state)}}}"
    if suits := prophecies(state):
        yield f"prophecy {{suit:{_suits(suits)}}}"
    if setup.rare and state.seat != state.judge:
        yield from _rare(state, hand)
    yield from OUTRIGHT


def _rare(state: State, hand: int) -> Iterator[str]:
    if hand >= 3:
        yield "kings"
    if hand >= 4 and not state.cast:
        for one, two in permutations(SUITS, 2):
            if SUITS.index(one) < SUITS.index(two):
                yield f"two-prophecies {{suit:{one}}} {{suit2:{two}}}"
    if hand >= 6 and not state.holder:
        yield f"flush {{suit:{_suits([*SUITS])}}}"


def offered(state: State, setup: Setup) -> tuple[str, ...]:
    """All commands that are legal where nothing is asked."""
    return (*moves(state, setup), *anytime(state, setup), *COMMANDS)


def anytime(state: State, setup: Setup) -> tuple[str, ...]:
    """What may be said at any question, too."""
    return tuple(_anytime(state, setup)) if state.judge else ()


def _anytime(state: State, setup: Setup) -> Iterator[str]:
    seats, others = _listed(state.settlements), _listed([*range(1, len(state.players) + 1)])
    if state.question == "how":
        yield from (AUCTION, f"direct {{seat:{_listed(state.directable)}}}")
    if state.question == "jack":
        others_than = _listed([seat for seat in state.settlements if seat != state.under_way.target])
        yield f"jack {{suit:{state.under_way.suit}}} {{seat:{others_than}}}"
    if state.event and not state.event.fallen and state.question != "effect":
        yield from (*EFFECT, *STRENGTH)
    yield f"morale {{seat:{seats}}} {{change:{changes(20)}}}"
    yield f"population {{seat:{seats}}} {{change:{changes(20)}}}"
    yield f"note {{list:{','.join(KINDS)}}} {{seat:{seats}}}"
    yield from _strikeable(state)
    if setup.rare and state.turn:
        yield from _queens(state, setup)
    yield f"tell {{query:{','.join(QUERIES)}}}"
    yield f"read {{seat:{seats}}}"
    yield "strength {card}"
    yield "shuffle"
    yield "hand-size {n:3-10}"
    yield f"drew {{seat:{others}}} {{n:1-5}}"
    yield f"set trump {{trump:{_suits([*SUITS])},none}}"
    if not state.asked:
        yield f"set mover {{seat:{others}}}"
    for pattern in SETTINGS:
        yield pattern.replace("{seat}", f"{{seat:{others if 'hand' in pattern else seats}}}")


def _strikeable(state: State) -> Iterator[str]:
    for seat in state.settlements:
        for kind in KINDS:
            if numbers := strikeable(state.of(seat), kind):
                yield f"strike {{list:{kind}}} {{item:{','.join(numbers)}}} {{seat:{seat}}}"


def _queens(state: State, setup: Setup) -> Iterator[str]:
    suits = [suit for suit in SUITS if state.free(QUEEN + suit)]
    holders = [seat for seat in state.settlements if state.of(seat).hand >= setup.queens_needed]
    if suits and holders:
        yield f"queens {{suit:{_suits(suits)}}} {{seat:{_listed(holders)}}}"


def _listed(seats: list[int]) -> str:
    return ",".join(map(str, seats))


# ---- Why not ----


def fault(state: State, setup: Setup, said: str) -> str:
    """Why a command cannot be whose values are not all listed; empty if it can."""
    for pattern, legal in SETTINGS.items():
        if found := patterns.values(pattern, said):
            number = [*found.values()][-1]
            return "" if number.isdecimal() and int(number) in legal else "no-number"
    if found := patterns.values("strength {card}", said):
        return "" if found["card"] in DECK else "no-card"
    outright = patterns.command_of(OUTRIGHT, said)
    if outright:
        return _outright(state, patterns.values(outright, said) or {})
    return "too-strong" if setup.strict_effect and _is_too_strong(state, said) else ""


def _is_too_strong(state: State, said: str) -> bool:
    """Whether the effects would not add up to the strength, which this table wants (D16)."""
    event = state.event
    if event is None or event.prophecy or not (said == "done" or said.startswith("effect ")):
        return False
    more = 0 if said == "done" else abs(int(said.split()[-1]))
    return event.sum + more > event.strength or (said == "done" and event.sum != event.strength)


def _outright(state: State, said: Mapping[str, str]) -> str:
    if odd := _card(state, said["card"]):
        return odd
    if "seat" in said:
        return _directed(state, said["seat"]) if said["seat"].isdecimal() else "not-understood"
    return "" if said["mode"] in ("most", "least") else "not-understood"


def _card(state: State, card: str) -> str:
    return "" if state.free(card) else "lies-already" if card in DECK else "no-card"


def _directed(state: State, seat: str) -> str:
    if state.seat == state.judge:
        return "judge-directs"
    if int(seat) == state.seat and state.player.hand < 3:
        return "three-cards"
    return "" if int(seat) in state.settlements else "not-the-judge"


def why_not(state: State, setup: Setup, said: str) -> str:
    """Why something else than what is offered cannot be."""
    head, *rest = said.split()[:3] or [""]
    rule = _WHY.get(head)
    if rule is not None and not state.asked:
        return rule(state, setup, rest) or "not-understood"
    if state.question in ("how", "mode") and head == "direct":
        return (rest and rest[0].isdecimal() and _directed(state, rest[0])) or "not-understood"
    if state.question == "bid" and head in DECK:
        return "lies-already"
    return _AT.get((state.question, head), "not-understood")


def _why_throw(state: State, _: Setup, rest: list[str]) -> str:
    return "empty-hand" if not state.player.hand else _card(state, rest[0]) if rest else "no-card"


def _why_prophecy(state: State, _: Setup, __: list[str]) -> str:
    if state.seat == state.judge:
        return "judge-combines"
    if state.cast:
        return "one-prophecy"
    return "chance-missed" if state.seat in state.missed else "few-cards"


def _why_rare(state: State, setup: Setup, _: list[str]) -> str:
    if not setup.rare:
        return "not-played"
    return "judge-combines" if state.seat == state.judge else "few-cards"


def _why_queens(_: State, setup: Setup, __: list[str]) -> str:
    return "few-cards" if setup.rare else "not-played"


def _why_pass(*_: object) -> str:
    return "cards-left"


_WHY: Mapping[str, Callable[[State, Setup, list[str]], str]] = {
    "throw": _why_throw,
    "prophecy": _why_prophecy,
    "pass": _why_pass,
    "queens": _why_queens,
    **dict.fromkeys(("kings", "flush", "two-prophecies"), _why_rare),
}

_AT: Mapping[tuple[str, str], str] = {
    ("share", "share"): "shares",
    ("jack", "jack"): "wrong-jack",
    ("effect", "effect"): "no-number",
}
"""Why not, by the question and the first word."""
