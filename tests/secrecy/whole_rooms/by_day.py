"""Who answers by phone by day, and when: drawn from public chance, for all of it can be seen by everybody."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from narrator.answers import Answer, Heard, Silence
from narrator.cues import Ask
from narrator.page.phones.deciding import REVEAL, SHOW_CARD, TAKE_BACK, THAT_IS_ALL, VOTING
from narrator.page.phones.shared import SharedQuestion

Taps = list[tuple[float, int, str]]
"""In how many seconds which seat taps what."""

Coming = tuple[float, Heard]
"""In how many seconds what is heard, of what is typed; of taps nothing is heard that way."""

TYPED = 0.25
"""How often it is typed on the laptop all the same."""

PROMPT, SOON = 3.0, 0.01
"""Seconds in which hands are counted and typed, and after which it is looked what was heard."""

NIGHTS = 5000.0
"""Seconds in which phones get lost."""


class Public:
    """What both tables of a pair have in common: who has no phone, and whose is lost when."""

    def __init__(self, chance: Random, seats: Collection[int]) -> None:
        self._seed = chance.getrandbits(64)
        without = chance.choice((0, 0, 1, 2))
        self._without = frozenset(chance.sample([*seats], min(without, len(seats) - 2)))
        self._lost = [
            (seat, start := 1000.0 + chance.uniform(0.0, NIGHTS), start + chance.choice((3.0, 40.0, 600.0)))
            for seat in chance.choices([*seats], k=chance.choice((0, 3, 8)))
        ]

    def at(self, call: int) -> Random:
        """The public chance at the question with this number."""
        return Random(f"{self._seed} {call}")

    def absent(self, moment: float) -> frozenset[int]:
        """The seats whose phones are not there at this moment."""
        return self._without | {seat for seat, start, end in self._lost if start <= moment < end}


def voted(
    chance: Random, voters: Sequence[int], absent: Sequence[int], said: str, used: Mapping[int, int]
) -> tuple[Taps, Coming | None]:
    """Let phones vote so that with the hands of the absent there are so many; some never tap a no.

    Those vote who have used the fewest votes, so that there are enough left for each who comes after. There are no
    more than may vote: whose votes by phone are used the game does not know, and it may want more.
    """
    typed, both = chance.random() < TYPED, [*voters, *absent]
    total = min(int(said), len(both))
    if typed and not absent:
        return [], (PROMPT, Answer(str(total)))
    for_it = {*sorted(chance.sample(both, len(both)), key=lambda seat: used[seat])[:total]}
    hands = len(for_it.intersection(absent))
    silent = chance.choice((0.0, 0.0, 0.5))
    votes = [
        (chance.uniform(1.0, 8.0), seat, "yes" if seat in for_it else "no")
        for seat in voters
        if seat in for_it or chance.random() >= silent
    ]
    over = max((later for later, _, _ in votes), default=0.0) if len(votes) == len(voters) else VOTING
    return votes, (PROMPT, Answer(str(hands))) if absent else (over + SOON, Silence())


def decided(
    chance: Random, living: Sequence[int], ask: Ask, question: SharedQuestion, said: str, shower: int
) -> tuple[Taps, Coming | None]:
    """Let somebody wish for something else, or nominate and take it back; then enough agree, or somebody types it."""
    seats = chance.sample([*living], len(living))
    taps = _in_vain(chance, seats, ask, question, said)
    wanted = _wanted(seats, ask, question, said, shower)
    if not wanted or chance.random() < TYPED:
        return taps, None
    later = 3.0
    for seat, tapped in wanted:
        later += chance.uniform(0.2, 4.0)
        taps.append((later, seat, tapped))
    return taps, (later + SOON, Silence())


def _in_vain(chance: Random, seats: Sequence[int], ask: Ask, question: SharedQuestion, said: str) -> Taps:
    """What is tapped first and comes to nothing; of what is asked of one player alone, nothing is."""
    others = [one for one in question.choices if one != said]
    if isinstance(ask.to, tuple) or ask.whose or not others or chance.random() < 0.5:
        return []
    seat, back = seats[-1], "none" if ask.kind == "seats" else TAKE_BACK
    taps = [(chance.uniform(0.1, 1.5), seat, chance.choice(others))]
    return [*taps, (chance.uniform(1.5, 3.0), seat, back)] if back == "none" or chance.random() < 0.5 else taps


def _wanted(
    seats: Sequence[int], ask: Ask, question: SharedQuestion, said: str, shower: int
) -> list[tuple[int, str]]:
    """Who taps what so that this is answered; nothing where it cannot be, or tells whose card it is."""
    grave = said in ask.grave or (ask.grave and ask.kind == "seats")
    enough = question.half if grave else question.needed
    if said in ("no", "none"):
        enough = 2 if ask.whose else question.half
    agreeing = seats[:enough]
    if said == REVEAL:
        return [(shower, SHOW_CARD)] if shower in seats and shower in question.shows else []
    if ask.kind == "seats":
        named = [] if said == "none" else said.split(",")
        can = len(named) <= len(seats) >= enough and (named or question.none) and named == sorted(named, key=int)
        return [*zip(seats, named, strict=False), *((seat, THAT_IS_ALL) for seat in agreeing)] if can else []
    own = ask.whose or (isinstance(ask.to, tuple) and said not in ("no", "none"))
    possible = question.none if said == "none" else said in question.choices or question.kind == "count"
    return [(seat, said) for seat in agreeing] if possible and len(seats) >= enough and not own else []
