"""The search at the end of the day (R86): of people named outright, or elected by a vote with run-offs."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu import statue
from narrator.games.night.day import ballots
from narrator.games.night.flow.deaths import strike_poison
from narrator.games.night.flow.effects import PERSON
from narrator.games.night.flow.steps import day_step, seats_in, step
from narrator.games.night.script.script import Vote
from narrator.games.night.state.draft import Draft, Offer
from narrator.games.night.told.wording import GRAVE


@day_step(
    "search",
    {
        "day.searched": ("seats",),
        "day.found": PERSON,
        **dict.fromkeys(("day.not-found", "ask.day.search", "ask.day.nominate"), ()),
        **ballots.BALLOT_LINES,
    },
    {
        **dict.fromkeys(("day.search.nobody", "say.day.nominate", "say.step.search", "say.step.search-vote"), ()),
        "say.day.search": ("count",),
        "sheet.day.search": ("count",),
        **ballots.VOTE_LINES,
    },
    powers=("poison",),
    vote=Vote(rounds=2),
)
def may_search(draft: Draft) -> tuple[str, ...]:
    """Whether nobody has been searched today."""
    return () if draft.state.today.voted else ("search", "search-vote")


@step("day:search")
def ask_searched(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Ask who is searched; poison strikes first (R37)."""
    strike_poison(draft)
    if not draft.state.winner:
        _ask_seats(draft, "day.search", draft.state.rules.number("searches"), final=True)


GRAVE["day.nominate"] = None  # as many as there are places are searched without a vote


@step("day:search-vote")
def ask_nominated(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Ask who is nominated; poison strikes first (R37)."""
    strike_poison(draft)
    if not draft.state.winner:
        # A list of candidates kills and shows nothing.
        _ask_seats(draft, "day.nominate", draft.state.count_alive(), final=False)


def _ask_seats(draft: Draft, key: str, most: int, *, final: bool) -> None:
    seats = draft.state.living()
    draft.ask(key, "seats", to="all", offer=Offer(seats), optional=True, most=min(most, len(seats)), final=final)


@step("day.search")
def search_named(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Search the players named."""
    search(draft, seats_in(said))


@step("day.nominate")
def search_nominated(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Search all nominees if there is room for them, else count votes."""
    seats, places = seats_in(said), draft.state.rules.number("searches")
    if len(seats) <= places:
        search(draft, seats)
    else:
        ballots.open_ballot(draft, e.BallotOpened("search", seats, places, places))


def search(draft: Draft, seats: tuple[int, ...], **_: str) -> None:
    """Search these people: a statue that is found, planted or not, wins the game for the town (R86, R14)."""
    draft.emit(e.Searched(seats))
    if seats:
        draft.announce("day.searched", seats=list(seats))
        if draft.state.holder in seats:
            statue.find(draft)
        else:
            draft.announce("day.not-found")
    else:
        draft.announce("day.search.nobody")


ballots.ELECTED["search"] = search
