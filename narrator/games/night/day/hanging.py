"""The hanging of one of the searched (R86), or of anybody where nobody is (D80), and the mayor's pardon (R87)."""

from __future__ import annotations

from narrator.games.night import events as e
from narrator.games.night.day import ballots
from narrator.games.night.flow import deck, own_rules
from narrator.games.night.flow.deaths import die
from narrator.games.night.flow.effects import PAIR, PERSON
from narrator.games.night.flow.steps import ask_count, asks_seat, day_step, may_come, may_settle, seats_in, step
from narrator.games.night.flow.votes import vote_of
from narrator.games.night.script.script import Vote
from narrator.games.night.state.draft import Draft, Offer
from narrator.games.night.state.state import State


@day_step(
    "hang",
    {
        **dict.fromkeys(("day.hang.nobody", "ask.day.hang", "ask.day.hang-whether"), ()),
        "day.hanged": PERSON,
        "day.pardoned": PAIR,
        "ask.day.pardon": PERSON,
        **ballots.BALLOT_LINES,
    },
    {
        **dict.fromkeys(("ask.day.accuse", "say.day.accuse", "day.hang.tie", "day.hang.no-majority"), ()),
        **dict.fromkeys(("say.day.hang", "sheet.day.hang", "say.step.hang", "say.step.hang-vote"), ()),
        "say.day.hang-whether": ("count",),
        **dict.fromkeys((f"{way}.day.hang-{side}" for way in ("ask", "say") for side in ("for", "against")), ()),
        **ballots.VOTE_LINES,
    },
    powers=("pardon",),
    vote=Vote(),
)
def may_hang(draft: Draft) -> tuple[str, ...]:
    """Whether the town hangs, somebody can be hanged today, and it has not settled it yet."""
    open_still = draft.state.rules.may_come("hang") and not draft.state.today.hanged
    return ("hang", "hang-vote") if open_still and suspects(draft.state) else ()


def of_searched(state: State) -> bool:
    """Whether only somebody who was searched can be hanged: where this day has a search (D80)."""
    return own_rules.of(state.setup).suspecting in own_rules.steps_today(state)


def suspects(state: State) -> tuple[int, ...]:
    """Who can be hanged: those of the searched who live, or anybody alive."""
    return tuple(filter(state.alive, state.today.searched if of_searched(state) else state.seats()))


asks_seat("hang", suspects, optional=True, final=True)


@step("day.hang")
def hang_named(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Hang the player named, or nobody."""
    condemn(draft, seats_in(said))


@step("day:hang-vote")
def ask_whether(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Count who is for hanging; where nobody is searched ask who is accused (D80)."""
    living = draft.state.living()
    if of_searched(draft.state):
        line = "ask.day.hang-for" if _counts_against(draft) else None
        ask_count(draft, "day.hang-whether", 0, len(living), line=line)
    else:
        draft.ask("day.accuse", "seats", to="all", offer=Offer(living), optional=True, most=len(living))


@step("day.accuse")
def count_accused(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Vote between those who are accused, or on the only one."""
    accused = seats_in(said)
    if len(accused) > 1:
        ballots.open_ballot(draft, e.BallotOpened("hang", accused, places=1, votes=1))
    elif accused:
        _ask_for_one(draft, accused[0])
    else:
        condemn(draft, ())


def _ask_for_one(draft: Draft, accused: int) -> None:
    ask_count(draft, "day.hang-one", 0, draft.state.count_alive(), about=accused, line="ask.day.count")


@step("day.hang-one")
@step("day.hang-whether")
def count_for(draft: Draft, said: str, asked: e.Asked) -> None:
    """Count who is for hanging: all others are against, unless they may abstain."""
    others = draft.state.count_alive() - int(said)
    if others and _counts_against(draft):
        draft.emit(e.Counted(int(said)))
        ask_count(draft, "day.hang-against", 0, others, about=asked.about)
    else:
        _weigh(draft, asked.about, int(said), others)


def _counts_against(draft: Draft) -> bool:
    """Whether those against are counted: where one may abstain, unless it takes a majority of all the living."""
    vote = vote_of(draft.state.script, "hang")
    return vote.abstain and vote.majority != "of-living"


@step("day.hang-against")
def count_against(draft: Draft, said: str, asked: e.Asked) -> None:
    """Compare those against with those for hanging."""
    _weigh(draft, asked.about, draft.state.today.counted[-1], int(said))


def _weigh(draft: Draft, accused: int, for_it: int, against: int) -> None:
    """Hang the only one who is accused if more are for it than against, or vote on who hangs of the searched.

    A tie on whether to hang is a no.
    """
    if for_it != against or not for_it:
        _decide(draft, accused, yes=for_it > against)
    elif not accused:
        _spare(draft, "day.hang.tie")
    elif ballots.another_round(draft, "hang"):
        draft.announce("day.revote")
        draft.emit(e.Recounted(again=True))
        _ask_for_one(draft, accused)
    else:
        ballots.settle_tie(draft, "hang", (accused,), 1)


def _decide(draft: Draft, accused: int, *, yes: bool) -> None:
    whom = (accused,) if accused else suspects(draft.state)
    if not yes or len(whom) == 1:
        condemn(draft, whom if yes else ())
    else:
        ballots.open_ballot(draft, e.BallotOpened("hang", whom, places=1, votes=1))


def condemn(draft: Draft, seats: tuple[int, ...], *, nobody: str = "nobody") -> None:
    """Settle who is to hang; a mayor who has not shown the card yet may pardon (R87)."""
    if seats:
        draft.emit(e.Condemned(seats))
        _ask_mayor(draft, seats[0], 0)
    else:
        _spare(draft, f"day.hang.{nobody}")


def _spare(draft: Draft, line: str) -> None:
    """Hang nobody, and say why; a script without a line for that says only so much."""
    draft.emit(e.Condemned(()))
    draft.announce(line if line in draft.state.script.wordings else "day.hang.nobody")


ballots.ELECTED["hang"] = condemn


def _ask_mayor(draft: Draft, seat: int, first: int) -> None:
    """Ask the next mayor who may live and has not shown the card; if none pardons, go on to who else may hang."""
    state = draft.state
    for number, mayor in enumerate(state.with_trait("pardon")[first:], first):
        if may_come(state, mayor) and mayor not in state.shown:
            to = deck.asked_of(state, mayor)
            stage = number if to == "moderator" else 0
            draft.ask("day.pardon", "yes-no", to=to, about=seat, stage=stage, final=True)
            return
    _go_on(draft, seat)


def _go_on(draft: Draft, settled: int) -> None:
    """Ask about the next who is to hang; after the last one all of them do who were not pardoned."""
    condemned = draft.state.today.condemned
    if later := [seat for seat in condemned if seat > settled]:
        _ask_mayor(draft, later[0], 0)
        return
    for seat in condemned:
        draft.announce("day.hanged", seat=seat)
    die(draft, condemned, "hang")


@step("day.pardon")
def pardon(draft: Draft, said: str, asked: e.Asked) -> None:
    """R87 The mayor may show the card and pardon; then this one does not hang."""
    mayors = draft.state.with_trait("pardon")
    mayor = asked.to[0] if isinstance(asked.to, tuple) else mayors[asked.stage]
    if said == "yes":
        deck.must_know(draft.state, mayor)
    if said == "yes" and may_settle(draft.state, mayor, (asked.about,)):
        draft.emit(e.CardShown(mayor))
        draft.announce("day.pardoned", seat=mayor, other=asked.about)
        if others := tuple(seat for seat in draft.state.today.condemned if seat != asked.about):
            draft.emit(e.Condemned(others))
            _go_on(draft, asked.about)
    else:
        _ask_mayor(draft, asked.about, mayors.index(mayor) + 1)
