"""Votes by show of hands, counted person by person, with one run-off between the tied (R86)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.steps import ask_count, living, step
from narrator.games.ktulu.draft import Draft

ELECTED: dict[str, Callable[[Draft, tuple[int, ...]], None]] = {}
"""What follows a ballot, by its purpose: a function of the draft and those elected."""


def open_ballot(draft: Draft, purpose: str, nominees: tuple[int, ...], *, places: int, votes: int) -> None:
    """Count votes for each nominee; everybody has `votes`, each for another person, and nobody may abstain."""
    draft.emit(e.BallotOpened(purpose, nominees, places, votes))
    draft.announce("day.ballot", count=votes)
    _ask_next(draft)


def _ask_next(draft: Draft) -> None:
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
    seat = ballot.nominees[len(counted)]
    voters = len(living(draft))
    to_come = len(ballot.nominees) - len(counted) - 1
    left = voters * ballot.votes - sum(counted)
    ask_count(draft, "day.count", max(0, left - voters * to_come), min(voters, left), about=seat)


@step("day.count")
def count_nominee(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Record the count; after the last one settle the ballot."""
    draft.emit(e.Counted(int(said)))
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
    if len(counted) < len(ballot.nominees):
        _ask_next(draft)
    else:
        _settle(draft, ballot, counted)


def _settle(draft: Draft, ballot: e.BallotOpened, counted: tuple[int, ...]) -> None:
    """Elect those with most votes; one run-off for a tie, after which places still tied stay empty."""
    chosen, tied = outcome(ballot, counted)
    elected = (*ballot.elected, *chosen)
    places = ballot.places - len(chosen)
    if tied and not ballot.runoff and ballot.purpose == "search":
        draft.announce("day.runoff", seats=list(tied))
        draft.emit(e.BallotOpened(ballot.purpose, tied, places, places, elected, runoff=True))
        draft.announce("day.ballot", count=places)
        _ask_next(draft)
    else:
        draft.emit(e.BallotClosed())
        ELECTED[ballot.purpose](draft, tuple(sorted(elected)))


def outcome(ballot: e.BallotOpened, counted: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who is elected, and who is tied for the places left."""
    votes = dict(zip(ballot.nominees, counted, strict=True))
    order = sorted(ballot.nominees, key=lambda seat: -votes[seat])
    if len(order) <= ballot.places:
        return tuple(order), ()
    border = votes[order[ballot.places - 1]]
    if votes[order[ballot.places]] < border:
        return tuple(order[: ballot.places]), ()
    above = tuple(seat for seat in order if votes[seat] > border)
    return above, tuple(sorted(seat for seat in order if votes[seat] == border))
