"""The search at the end of the day (R86): whom the people have decided on, or by a vote with run-offs."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day import ballots
from narrator.games.ktulu.day.steps import find_statue, living, step, strike_poison
from narrator.games.ktulu.draft import Act, Offer


@step("day:search")
def ask_searched(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask whom the people search; poison strikes before (R37)."""
    strike_poison(act)
    if not act.state.winner:
        _ask_seats(act, "day.search", act.state.rules.searches or 0)


@step("day:search-vote")
def ask_nominated(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask who is nominated; poison strikes before (R37)."""
    strike_poison(act)
    if not act.state.winner:
        _ask_seats(act, "day.nominate", len(living(act)))


def _ask_seats(act: Act, key: str, most: int) -> None:
    offer = Offer(living(act))
    act.ask(
        key,
        "seats",
        to="all",
        line=f"ask.{key}",
        offer=offer,
        optional=True,
        most=min(most, len(offer.seats)),
        final=True,
    )


@step("day.search")
def decided(act: Act, said: str, _asked: e.Asked) -> None:
    """Search those whom the people named."""
    search(act, _seats(said))


@step("day.nominate")
def nominated(act: Act, said: str, _asked: e.Asked) -> None:
    """Search the nominated if they are not too many, else count votes."""
    seats, places = _seats(said), act.state.rules.searches or 0
    if len(seats) <= places:
        search(act, seats)
    else:
        ballots.open_ballot(act, "search", seats, places=places, votes=places)


def _seats(said: str) -> tuple[int, ...]:
    return () if said == "none" else tuple(int(seat) for seat in said.split(","))


def search(act: Act, seats: tuple[int, ...]) -> None:
    """Search these people: a statue that is found, planted or not, wins the game for the town (R86, R14)."""
    act.emit(e.Searched(seats))
    if seats:
        act.announce("day.searched", seats=list(seats))
        if act.state.holder in seats:
            find_statue(act)
        else:
            act.announce("day.not-found")


ballots.ELECTED["search"] = search
