"""Votes by show of hands, counted person by person, with run-offs, and what comes of a tie (R86, D93)."""

from __future__ import annotations

from collections.abc import Callable

from narrator.cues import AskKind, Audience
from narrator.games import chance
from narrator.games.night import events as e
from narrator.games.night.flow.effects import PERSON
from narrator.games.night.flow.steps import COUNT_LINES, ask_count, seats_in, step
from narrator.games.night.flow.votes import Standing, needs_more_than_half, standing, vote_of
from narrator.games.night.script.script import Vote
from narrator.games.night.state.draft import Draft, Offer

COUNTS: dict[str, tuple[Callable[[Draft], None], Callable[[Draft], None]]] = {}
"""How each kind of count begins, and how it is settled."""

BALLOT_LINES = COUNT_LINES | {"day.ballot": ("count",), "day.runoff": ("seats",), "ask.day.count": PERSON}
"""The lines that a step takes in which people vote."""

VOTE_LINES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("day.revote", "day.lot", "ask.day.tie", "say.day.tie"), ()),
    "day.ballot-free": ("count",),
    "day.second-round": ("seats",),
}
"""The lines that it takes besides by some words for its votes."""

ELECTED: dict[str, Callable[..., None]] = {}
"""What follows a vote, by its purpose: a function of the draft and those elected, and why it is `nobody`, if so."""


def open_ballot(draft: Draft, ballot: e.BallotOpened) -> None:
    """Count votes for each nominee; everybody has `votes`, each for another person."""
    draft.emit(ballot)
    free = "-free" if vote_of(draft.state.script, ballot.purpose).abstain else ""
    draft.announce(f"day.ballot{free}", count=ballot.votes)
    _ask_next(draft)


def _ask_next(draft: Draft) -> None:
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
    seat, voters = ballot.nominees[len(counted)], draft.state.count_alive()
    rest = voters - sum(counted)
    last = len(counted) == len(ballot.nominees) - 1
    all_vote = not vote_of(draft.state.script, ballot.purpose).abstain
    if last and ballot.votes == 1 and rest >= 0 and all_vote:
        ask_count(draft, "day.count", rest, rest, about=seat)
    else:
        ask_count(draft, "day.count", 0, voters, about=seat)


@step("day.count")
def count_nominee(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Record the count; after the last one settle the ballot, if the counts add up (D36)."""
    draft.emit(e.Counted(int(said)))
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
    votes = draft.state.count_alive() * ballot.votes
    if len(counted) < len(ballot.nominees):
        _ask_next(draft)
    elif adds_up(vote_of(draft.state.script, ballot.purpose), sum(counted), votes):
        _settle(draft)
    else:
        ask_whether_it_stands(draft, sum(counted), votes)


def adds_up(vote: Vote, counted: int, votes: int) -> bool:
    """Whether these votes allow for as many as were counted."""
    return counted <= votes if vote.abstain else counted == votes


def ask_whether_it_stands(draft: Draft, counted: int, votes: int) -> None:
    """Say that the counts do not add up, and ask whether they stand all the same (D36)."""
    draft.announce("day.miscounted", count=counted, total=votes)
    draft.ask("day.miscount", "choice", to="all", choices=("recount", "stands"))


@step("day.miscount")
def recount_or_settle(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Count all over, or settle the vote as it was counted."""
    begin, settle = COUNTS["ballot" if draft.state.today.ballot else draft.state.today.purpose]
    if said == "recount":
        draft.emit(e.Recounted())
        begin(draft)
    else:
        settle(draft)


def _standing(draft: Draft) -> Standing:
    """How the votes of the open ballot have fallen."""
    ballot, counted = draft.state.today.ballot, draft.state.today.counted
    assert ballot is not None
    return standing(
        vote_of(draft.state.script, ballot.purpose),
        dict(zip(ballot.nominees, counted, strict=True)),
        places=ballot.places,
        each=ballot.votes,
        voters=draft.state.count_alive(),
    )


def _settle(draft: Draft) -> None:
    """Elect those with most votes; where that is not decided vote again, or settle the tie."""
    ballot, found = draft.state.today.ballot, _standing(draft)
    assert ballot is not None
    places = ballot.places - len(found.elected)
    if found.again and another_round(draft, ballot.purpose):
        draft.announce("day.runoff" if found.tied else "day.second-round", seats=list(found.again))
        elected = (*ballot.elected, *found.elected)
        open_ballot(draft, e.BallotOpened(ballot.purpose, found.again, places, places, elected, runoff=True))
    elif found.tied:
        settle_tie(draft, ballot.purpose, found.tied, places)
    else:
        missed = vote_of(draft.state.script, ballot.purpose).majority != "most" and any(draft.state.today.counted)
        _close(draft, ballot.purpose, (), nobody="no-majority" if missed else "nobody")


COUNTS["ballot"] = (_ask_next, _settle)


def another_round(draft: Draft, purpose: str) -> bool:
    """Whether people vote once more if this vote has decided nothing."""
    return draft.state.today.undecided + 1 < vote_of(draft.state.script, purpose).rounds


def settle_tie(draft: Draft, purpose: str, tied: tuple[int, ...], places: int) -> None:
    """Take nobody of the tied, all, or as many as there are places by lot; or ask who decides, if there is one.

    A single one was accused alone, and the tie is with nobody.
    """
    vote = vote_of(draft.state.script, purpose)
    if len(tied) == 1 and needs_more_than_half(vote):
        ELECTED[purpose](draft, (), nobody="tie")
        return
    if vote.tie == "decide" and (to := _deciding(draft, vote)):
        most = min(places, len(tied))
        kind: AskKind = "seat" if most == 1 else "seats"
        draft.ask("day.tie", kind, to=to, offer=Offer([*tied]), optional=True, most=most, final=True)
        return
    chosen = tied if vote.tie == "all" else ()
    if vote.tie == "lot":
        state, lots = draft.state, tied if len(tied) > places else (*tied, 0)
        drawn = chance.shuffled(state.seed, lots, "tie", purpose, state.night, *tied)
        chosen = tuple(filter(None, drawn[:places]))
    _close(draft, purpose, chosen, nobody="tie")


def _deciding(draft: Draft, vote: Vote) -> Audience | None:
    """Who decides a tie: somebody whom all know to, or one who lives and whose card lies open."""
    if not vote.decides:
        return "all"
    state = draft.state
    return next(
        ((seat,) for seat in state.living() if seat in state.shown and state.cards[seat - 1] == vote.decides), None
    )


@step("day.tie")
def decide_tie(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Take those of the tied who are named."""
    today = draft.state.today
    purpose = today.ballot.purpose if today.ballot else today.purpose
    _close(draft, purpose, seats_in(said), nobody="tie")


def _close(draft: Draft, purpose: str, chosen: tuple[int, ...], *, nobody: str) -> None:
    """End the vote with those elected, and those chosen of the tied."""
    if ballot := draft.state.today.ballot:
        chosen = (*ballot.elected, *_standing(draft).elected, *chosen)
        draft.emit(e.BallotClosed())
    if nobody == "tie" and vote_of(draft.state.script, purpose).tie == "lot":
        draft.announce("day.lot")
    ELECTED[purpose](draft, tuple(sorted(chosen)), nobody=nobody)
