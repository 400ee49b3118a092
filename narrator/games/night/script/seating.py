"""Who sits where: what follows from the cards in the seats, and what a card that is seen changes among them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from narrator.games.night.script.script import PHASES, Script, Step, calls_tonight
from narrator.values import frozen


@frozen
class Dealt:
    """Which cards were dealt, and all that follows from it, no matter who has them.

    roles   the dealt roles, sorted
    sides   each dealt role's faction
    powers  for each effect the dealt roles that have it
    calls   for each phase its calls, in order
    whose   for each role and faction its dealt cards
    traits  for each trait the dealt cards that have it
    """

    roles: tuple[str, ...]
    sides: dict[str, str]
    powers: dict[str, frozenset[str]]
    calls: dict[str, list[Step]]
    whose: dict[str, frozenset[str]]
    traits: dict[str, frozenset[str]]

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, script: Script, roles: tuple[str, ...]) -> Dealt:
        """What follows from these roles, sorted; worked out once for all games of the same cards."""
        cards = frozenset(roles)
        sides = {card: script.sides[card] for card in roles}
        return cls(
            roles,
            sides,
            powers={effect: who & cards for effect, who in script.holders.items()},
            calls={phase: calls_tonight(script, roles, phase) for phase in PHASES},
            whose={
                who: frozenset(card for card in cards if who in (card, sides[card]))
                for who in {*cards, *sides.values()}
            },
            traits={
                trait: frozenset(card for card in cards if trait in script.roles[card].traits)
                for trait in {trait for card in cards for trait in script.roles[card].traits}
            },
        )


@frozen
class Seating:
    """Who sits where, and all that follows from it for the whole game.

    dealt     which cards there are
    factions  each seat's faction
    members   each faction's seats, highest rank first
    seat_of   each role's seat; of a role that many have, the first
    holders   for each effect the seats whose calls have it, highest rank first
    traits    for each trait the seats whose cards have it, highest rank first
    """

    dealt: Dealt
    factions: tuple[str, ...]
    members: dict[str, tuple[int, ...]]
    seat_of: dict[str, int]
    holders: dict[str, tuple[int, ...]]
    traits: dict[str, tuple[int, ...]]

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, script: Script, cards: tuple[str, ...]) -> Seating:
        """The seating of the cards in seats 1…n, worked out once."""
        factions = tuple([script.sides[card] for card in cards])
        by_rank = sorted(range(1, len(cards) + 1), key=lambda seat: (script.rank[cards[seat - 1]], seat))
        members: dict[str, tuple[int, ...]] = {}
        holders: dict[str, tuple[int, ...]] = dict.fromkeys(script.holders, ())
        traits: dict[str, tuple[int, ...]] = {}
        for seat in by_rank:
            card, faction = cards[seat - 1], factions[seat - 1]
            members[faction] = (*members.get(faction, ()), seat)
            for effect in script.effects_of[card]:
                holders[effect] = (*holders[effect], seat)
            for trait in script.roles[card].traits:
                traits[trait] = (*traits.get(trait, ()), seat)
        seat_of = {card: cards.index(card) + 1 for card in cards}
        return cls(Dealt.of(script, tuple(sorted(cards))), factions, members, seat_of, holders, traits)


def seen(
    cards: Sequence[str], unseen: Collection[int], seat: int, card: str
) -> tuple[tuple[str, ...], frozenset[int]]:
    """The cards, and the seats whose cards nobody has seen, once it is certain that this seat has this card (D66).

    It changes places with one that nobody has seen, else with the first in the circle; those left over are seen too
    where they can lie in one way only.
    """
    dealt, left = [*cards], {*unseen}
    if dealt[seat - 1] != card:
        owners = [one for one, other in enumerate(dealt, 1) if other == card]
        other = min(owners, key=lambda one: one not in left)
        dealt[seat - 1], dealt[other - 1] = card, dealt[seat - 1]
        left |= {other} if seat in left else set()
    return tuple(dealt), unknown(dealt, left - {seat})


def unknown(cards: Sequence[str], seats: Collection[int]) -> frozenset[int]:
    """The seats among these whose cards nobody can know: none, if all their cards are the same."""
    return frozenset(seats if len({cards[seat - 1] for seat in seats}) > 1 else ())
