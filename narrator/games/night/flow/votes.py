"""How a day's votes are weighed, by the words that the script has for the step that is voted on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.script.script import Script, Vote
from narrator.values import dataclass, replace

Votes = Mapping[int, int]
"""How many votes each nominee has."""


@lru_cache(maxsize=64)
def vote_of(script: Script, step: str) -> Vote:
    """How the script has this step voted on."""
    usual = DAY_STEPS[step].vote
    assert usual is not None
    own = script.day.vote.get(step)
    return replace(usual, **own) if own else usual


def needs_more_than_half(vote: Vote) -> bool:
    """Whether half of the votes spare somebody who is accused alone, without a tie to settle."""
    return vote.tie == "all" or vote.majority != "most"


@dataclass(frozen=True, slots=True)
class Standing:
    """Who is elected, who is tied for the places left, and who is voted on again if there is another round."""

    elected: tuple[int, ...]
    tied: tuple[int, ...] = ()
    again: tuple[int, ...] = ()


def standing(vote: Vote, votes: Votes, *, places: int, each: int, voters: int) -> Standing:
    """Weigh the votes for these places; each voter had `each` votes to give.

    Everybody elected has a majority, if one is wanted, and everybody tied at least half.
    """
    found = _most(_of_weight(vote, votes, voters), places)
    if vote.majority == "most":
        return Standing(found.elected, found.tied, found.tied)
    all_ = voters if vote.majority == "of-living" else sum(votes.values()) / each
    elected = tuple(seat for seat in found.elected if votes[seat] * 2 > all_)
    tied = tuple(seat for seat in found.tied if votes[seat] * 2 >= all_)
    return Standing(elected, tied, tied or _first(votes, elected, places - len(elected)))


def _of_weight(vote: Vote, votes: Votes, voters: int) -> Votes:
    """Without those for whom nobody is, where everybody may abstain, or nobody can vote."""
    return {seat: count for seat, count in votes.items() if count or not (vote.abstain or not voters)}


def _most(votes: Votes, places: int) -> Standing:
    """Those with most votes; of some who share the last place each is tied."""
    order = sorted(votes, key=lambda seat: -votes[seat])
    if len(order) <= places:
        return Standing(tuple(order))
    border = votes[order[places - 1]]
    if votes[order[places]] < border:
        return Standing(tuple(order[:places]))
    above = tuple(seat for seat in order if votes[seat] > border)
    return Standing(above, tuple(sorted(seat for seat in order if votes[seat] == border)))


def _first(votes: Votes, elected: tuple[int, ...], places: int) -> tuple[int, ...]:
    """Who stands again where there is no majority for all places: one more than there are, and who ties with them."""
    left = {seat: count for seat, count in votes.items() if count and seat not in elected}
    found = _most(left, places + 1)
    again = tuple(sorted((*found.elected, *found.tied)))
    return again if len(again) > places > 0 else ()
