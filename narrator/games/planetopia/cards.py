"""The deck: what a card is worth, and which one wins (PL9, PL20–22, PL32, PL33)."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = ("j", "2", "3", "4", "5", "6", "7", "8", "9", "10", "w", "d", "k", "a")
"""The weakest first: `j` is a joker, `w` the jack, `d` the queen."""

SUITS = ("c", "d", "h", "s")
"""The weakest first."""

JOKERS = ("jc", "jj")

DECK = (*(rank + suit for suit in reversed(SUITS) for rank in RANKS[:0:-1]), *JOKERS)

JACK, QUEEN, KING = "w", "d", "k"

PROPHECY = 30
"""The strength of a prophecy (PL53)."""


def suit_of(card: str) -> str:
    """The suit; a joker has none."""
    return "" if card in JOKERS else card[-1]


def strength(card: str) -> int:
    """How strong an event of this card is."""
    return {"a": 20, "10": 10, **dict.fromkeys("jwdk", 15)}.get(card[:-1], 5)


CLASSES = ("joker", "off", "led", "trump")
"""Of a contest the classes of cards, the weakest first; in a duel no suit is led."""


def standing(card: str, mode: str, led: str, trump: str, *, by_suit: bool) -> tuple[int, ...]:
    """Where a card stands; `by_suit` tells equal ranks of two suits apart where suit need not be followed (D5)."""
    suit = suit_of(card)
    of = "joker" if not suit else "trump" if suit == trump else "led" if suit == led and mode != "duel" else "off"
    place = CLASSES.index(of)
    if of == "joker" or (of == "off" and mode == "most"):
        return (place,)
    return place, RANKS.index(card[:-1]), SUITS.index(suit) if by_suit else 0


def best(bids: Sequence[tuple[int, str]], mode: str, led: str, trump: str, *, by_suit: bool) -> tuple[list[int], str]:
    """The seats whose cards win, several if they are equal, and the class of what won."""
    places = [(seat, standing(card, mode, led, trump, by_suit=by_suit)) for seat, card in bids]
    wins = (min if mode == "least" else max)(place for _, place in places)
    return [seat for seat, place in places if place == wins], CLASSES[wins[0]]
