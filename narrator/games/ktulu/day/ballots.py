"""Votes by show of hands, counted person by person, with one run-off between the tied (R86)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.steps import ask_count, living, step
from narrator.games.ktulu.draft import Act

ELECTED: dict[str, Callable[[Act, tuple[int, ...]], None]] = {}
"""What comes of a ballot, by its purpose: a function of the act and those elected."""


def open_ballot(act: Act, purpose: str, nominees: tuple[int, ...], *, places: int, votes: int) -> None:
    """Count votes for each nominee; everybody has `votes`, each for another person, and nobody may abstain."""
    act.emit(e.BallotOpened(purpose, nominees, places, votes))
    _ask_next(act)


def _ask_next(act: Act) -> None:
    ballot, counted = act.state.today.ballot, act.state.today.counted
    assert ballot is not None
    seat = ballot.nominees[len(counted)]
    voters = len(living(act))
    to_come = len(ballot.nominees) - len(counted) - 1
    left = voters * ballot.votes - sum(counted)
    ask_count(act, "day.count", max(0, left - voters * to_come), min(voters, left), about=seat)


@step("day.count")
def count(act: Act, said: str, _asked: e.Asked) -> None:
    """Write the count down; after the last one settle the ballot."""
    act.emit(e.Counted(int(said)))
    ballot, counted = act.state.today.ballot, act.state.today.counted
    assert ballot is not None
    if len(counted) < len(ballot.nominees):
        _ask_next(act)
    else:
        _settle(act, ballot, counted)


def _settle(act: Act, ballot: e.BallotOpened, counted: tuple[int, ...]) -> None:
    """Elect those with most votes; a tie for the last places is voted on once more, then they stay empty."""
    chosen, tied = outcome(ballot, counted)
    elected = (*ballot.elected, *chosen)
    places = ballot.places - len(chosen)
    if tied and not ballot.runoff and ballot.purpose == "search":
        act.announce("day.runoff", seats=list(tied))
        act.emit(e.BallotOpened(ballot.purpose, tied, places, places, elected, runoff=True))
        _ask_next(act)
    else:
        act.emit(e.BallotClosed())
        ELECTED[ballot.purpose](act, tuple(sorted(elected)))


def outcome(ballot: e.BallotOpened, counted: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give who is elected, and who is tied for the places left."""
    votes = dict(zip(ballot.nominees, counted, strict=True))
    order = sorted(ballot.nominees, key=lambda seat: -votes[seat])
    if len(order) <= ballot.places:
        return tuple(order), ()
    border = votes[order[ballot.places - 1]]
    if votes[order[ballot.places]] < border:
        return tuple(order[: ballot.places]), ()
    above = tuple(seat for seat in order if votes[seat] > border)
    return above, tuple(sorted(seat for seat in order if votes[seat] == border))
