"""The hanging of one of the searched (R86), or of anybody where nobody is (D80), and the mayor's pardon (R87)."""

from __future__ import annotations

from functools import partial

from narrator.games.night import events as e
from narrator.games.night.day import ballots
from narrator.games.night.flow import deck, own_rules
from narrator.games.night.flow.deaths import die
from narrator.games.night.flow.effects import PAIR, PERSON
from narrator.games.night.flow.steps import ask_count, asks_seat, day_step, may_come, may_settle, step
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
        **dict.fromkeys(("ask.day.accuse", "say.day.accuse", "day.hang.tie", "say.day.hang", "sheet.day.hang"), ()),
        **dict.fromkeys(("say.step.hang", "say.step.hang-vote"), ()),
        "say.day.hang-whether": ("count",),
    },
    rule="town_hangs",
    powers=("pardon",),
)
def may_hang(draft: Draft) -> tuple[str, ...]:
    """Whether the town hangs, somebody can be hanged today, and it has not settled it yet."""
    open_still = draft.state.rules.town_hangs and not draft.state.today.hanged
    return ("hang", "hang-vote") if open_still and suspects(draft.state) else ()


def of_searched(state: State) -> bool:
    """Whether only somebody who was searched can be hanged: where this day has a search (D80)."""
    return "search" in own_rules.steps_today(state)


def suspects(state: State) -> tuple[int, ...]:
    """Who can be hanged: those of the searched who live, or anybody alive."""
    return tuple(filter(state.alive, state.today.searched if of_searched(state) else state.seats()))


asks_seat("hang", suspects, optional=True, final=True)


@step("day.hang")
def hang_named(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Hang the player named, or nobody."""
    condemn(draft, () if said == "none" else (int(said),))


@step("day:hang-vote")
def ask_whether(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Count who is for hanging, all others being against; where nobody is searched ask who is accused (D80)."""
    living = draft.state.living()
    if of_searched(draft.state):
        ask_count(draft, "day.hang-whether", 0, len(living))
    else:
        draft.ask("day.accuse", "seats", to="all", offer=Offer(living), optional=True, most=len(living))


@step("day.accuse")
def count_accused(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Vote between those who are accused, or on the only one; a tie hangs nobody."""
    accused = () if said == "none" else tuple(map(int, said.split(",")))
    if len(accused) > 1:
        ballots.open_ballot(draft, "hang", accused, places=1, votes=1)
    elif accused:
        ask_count(draft, "day.hang-one", 0, len(draft.state.living()), about=accused[0], line="ask.day.count")
    else:
        condemn(draft, ())


@step("day.hang-one")
def count_for_one(draft: Draft, said: str, asked: e.Asked) -> None:
    """Hang the only one who is accused if a majority is for it; a tie is a no (D80)."""
    against = len(draft.state.living()) - int(said)
    if int(said) > against:
        condemn(draft, (asked.about,))
    else:
        _spare(draft, "day.hang.tie" if int(said) == against else "day.hang.nobody")


@step("day.hang-whether")
def count_hanging(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Vote on who hangs if a majority is for hanging; a tie is a no."""
    searched, voters = suspects(draft.state), len(draft.state.living())
    if int(said) * 2 == voters:
        _spare(draft, "day.hang.tie")
    elif int(said) * 2 < voters:
        condemn(draft, ())
    elif len(searched) == 1:
        condemn(draft, searched)
    else:
        ballots.open_ballot(draft, "hang", searched, places=1, votes=1)


def condemn(draft: Draft, seats: tuple[int, ...], nobody: str = "day.hang.nobody") -> None:
    """Settle who is to hang; a mayor who has not shown the card yet may pardon (R87)."""
    if not seats:
        _spare(draft, nobody)
        return
    draft.emit(e.Condemned(seats))
    _ask_mayor(draft, seats[0], 0)


def _spare(draft: Draft, line: str) -> None:
    """Hang nobody, and say why; a script without a line for a tie says only that."""
    draft.emit(e.Condemned(()))
    draft.announce(line if line in draft.state.script.wordings else "day.hang.nobody")


ballots.ELECTED["hang"] = partial(condemn, nobody="day.hang.tie")  # nobody is elected where the first are tied


def _ask_mayor(draft: Draft, seat: int, first: int) -> None:
    """Ask the next mayor who may live and has not shown the card; if none pardons, the seat hangs."""
    state = draft.state
    for number, mayor in enumerate(state.with_trait("pardon")[first:], first):
        if may_come(state, mayor) and mayor not in state.shown:
            to = deck.asked_of(state, mayor)
            stage = number if to == "moderator" else 0
            draft.ask("day.pardon", "yes-no", to=to, about=seat, stage=stage, final=True)
            return
    draft.announce("day.hanged", seat=seat)
    die(draft, [seat], "hang")


@step("day.pardon")
def pardon(draft: Draft, said: str, asked: e.Asked) -> None:
    """R87 The mayor may show the card and pardon; then nobody hangs."""
    mayors = draft.state.with_trait("pardon")
    mayor = asked.to[0] if isinstance(asked.to, tuple) else mayors[asked.stage]
    if said == "yes":
        deck.must_know(draft.state, mayor)
    if said == "yes" and may_settle(draft.state, mayor, (asked.about,)):
        draft.emit(e.CardShown(mayor))
        draft.announce("day.pardoned", seat=mayor, other=asked.about)
    else:
        _ask_mayor(draft, asked.about, mayors.index(mayor) + 1)
