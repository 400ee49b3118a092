"""Votes by show of hands, counted person by person, with one run-off between the tied (R86)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.night import events as e
from narrator.games.night.flow.effects import PERSON
from narrator.games.night.flow.steps import COUNT_LINES, ask_count, step
from narrator.games.night.state.draft import Draft

COUNTS: dict[str, tuple[Callable[[Draft], None], Callable[[Draft], None]]] = {}
"""How each kind of count begins, and how it is settled."""

BALLOT_LINES = COUNT_LINES | {"day.ballot": ("count",), "day.runoff": ("seats",), "ask.day.count": PERSON}
"""The lines that a step takes in which people vote."""

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
    seat, voters = ballot.nominees[len(counted)], len(draft.state.living())
    rest = voters - sum(counted)
    last = len(counted) == len(ballot.nominees) - 1
    if last and ballot.votes == 1 and rest >= 0:
        ask_count(draft, "day.count", rest, rest, about=seat)
    else:
        ask_count(draft, "day.count", 0, voters, about=seat)


@step("day.count")
def count_nominee(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Record the count; after the last one settle the ballot, if the counts add up (D36)."""
    draft.emit(e.Counted(int(said)))
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
    if len(counted) < len(ballot.nominees):
        _ask_next(draft)
    elif sum(counted) == (votes := len(draft.state.living()) * ballot.votes):
        _settle(draft)
    else:
        ask_whether_it_stands(draft, sum(counted), votes)


def ask_whether_it_stands(draft: Draft, counted: int, votes: int) -> None:
    """Say that the counts do not add up, and ask whether they stand all the same (D36)."""
    draft.announce("day.miscounted", count=counted, total=votes)
    draft.ask("day.miscount", "choice", to="all", choices=("recount", "stands"))


@step("day.miscount")
def recount_or_settle(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Count all over, or settle the vote as it was counted."""
    begin, settle = COUNTS["ballot" if draft.state.today.ballot else "duel"]
    if said == "recount":
        draft.emit(e.Recounted())
        begin(draft)
    else:
        settle(draft)


def _settle(draft: Draft) -> None:
    """Elect those with most votes; one run-off for a tie, after which places still tied stay empty."""
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
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


COUNTS["ballot"] = (_ask_next, _settle)


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
