"""The hanging of one of the searched (R86), and the mayor's pardon (R87)."""

from __future__ import annotations

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day import ballots
from narrator.games.ktulu.day.steps import ask_count, ask_seat, die, living, step
from narrator.games.ktulu.draft import Act


def may_hang(act: Act) -> bool:
    """Tell whether the town hangs, has searched somebody living today, and has not settled it yet."""
    return act.state.rules.town_hangs and not act.state.today.hanged and bool(_searched(act))


def _searched(act: Act) -> tuple[int, ...]:
    return tuple(seat for seat in act.state.today.searched if act.state.alive(seat))


@step("day:hang")
def ask_hanged(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask whom the people hang, if anybody."""
    ask_seat(act, "day.hang", _searched(act), optional=True, final=True)


@step("day.hang")
def decided(act: Act, said: str, _asked: e.Asked) -> None:
    """Hang the one whom the people named."""
    condemn(act, () if said == "none" else (int(said),))


@step("day:hang-vote")
def ask_whether(act: Act, _said: str, _asked: e.Asked) -> None:
    """Count who is for hanging; all others are against."""
    ask_count(act, "day.hang-whether", 0, len(living(act)))


@step("day.hang-whether")
def whether(act: Act, said: str, _asked: e.Asked) -> None:
    """Vote on whom if more are for it than against; a tie is a no."""
    searched = _searched(act)
    if int(said) * 2 <= len(living(act)):
        condemn(act, ())
    elif len(searched) == 1:
        condemn(act, searched)
    else:
        ballots.open_ballot(act, "hang", searched, places=1, votes=1)


def condemn(act: Act, seats: tuple[int, ...]) -> None:
    """Settle who is to hang, and let a mayor who has not shown the card yet pardon (R87)."""
    act.emit(e.Condemned(seats))
    if not seats:
        act.announce("day.hang.nobody")
        return
    _ask_mayor(act, seats[0], act.state.with_trait("pardon"))


ballots.ELECTED["hang"] = condemn


def _ask_mayor(act: Act, seat: int, mayors: tuple[int, ...]) -> None:
    """Ask the next mayor who lives and has not shown the card; if none pardons, the seat hangs."""
    state = act.state
    mayor = next((one for one in mayors if state.alive(one) and one not in state.shown), 0)
    if mayor:
        act.ask("day.pardon", "yes-no", to=(mayor,), line="ask.day.pardon", about=seat, final=True)
    else:
        _hang(act, seat)


@step("day.pardon")
def pardon(act: Act, said: str, asked: e.Asked) -> None:
    """R87 Let the mayor show the card and pardon; nobody is hanged instead."""
    assert isinstance(asked.to, tuple)
    mayor = asked.to[0]
    if said == "yes":
        act.emit(e.CardShown(mayor))
        act.announce("day.pardoned", seat=mayor, other=asked.about)
    else:
        mayors = act.state.with_trait("pardon")
        _ask_mayor(act, asked.about, mayors[mayors.index(mayor) + 1 :])


def _hang(act: Act, seat: int) -> None:
    act.announce("day.hanged", seat=seat)
    die(act, [seat], "hang")
