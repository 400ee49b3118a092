"""Duels, from the challenge to the bodies (R83–R85), with the gunslingers, the judges and the doctor."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.games.ktulu import events as e
from narrator.games.ktulu.conditions import is_left, is_limited
from narrator.games.ktulu.day.steps import ask_count, ask_seat, ask_timed, ask_yes, die, living, step
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.schedule import program
from narrator.games.ktulu.script import PHASES, Call
from narrator.games.ktulu.state import State


def may_duel(act: Act) -> bool:
    """Tell whether a duel is left today and two people live to fight it (R83)."""
    return act.state.today.duels < act.state.rules.duels_per_day and len(living(act)) >= 2


@step("day:duel")
def ask_challenger(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask who challenges."""
    ask_seat(act, "day.duel", living(act))


@step("day.duel")
def challenge(act: Act, said: str, asked: e.Asked) -> None:
    """Ask whom, then, while a sheriff lives, whether the challenge is accepted (R83)."""
    if not asked.about:
        ask_seat(act, "day.duel", [seat for seat in living(act) if seat != int(said)], about=int(said))
        return
    act.emit(e.Challenged(asked.about, int(said)))
    if any(map(act.state.alive, act.state.with_trait("refuse-duels"))):
        ask_yes(act, "day.accept", int(said))
    else:
        _begin(act)


@step("day.accept")
def accept(act: Act, said: str, _asked: e.Asked) -> None:
    """Begin the duel, or drop it: a refused one does not count."""
    if said == "yes":
        _begin(act)
    else:
        act.emit(e.DuelRefused())
        act.announce("day.duel.refused")


def _begin(act: Act) -> None:
    act.emit(e.DuelBegan())
    attacker, defender = act.state.today.duel
    act.announce("day.duel.begins", seat=attacker, other=defender)
    ask_timed(act, "day.speech", act.state.script.timing.speech, about=attacker)


@step("day.speech")
def speak(act: Act, _said: str, asked: e.Asked) -> None:
    """After the attacker the defender speaks, then all others vote for who dies."""
    attacker, defender = act.state.today.duel
    if asked.about == attacker:
        ask_timed(act, "day.speech", act.state.script.timing.speech, about=defender)
    else:
        ask_count(act, "day.votes", 0, len(living(act)) - 2, about=attacker)


@step("day.votes")
def count(act: Act, said: str, asked: e.Asked) -> None:
    """Count the votes against both; who gave none abstained."""
    attacker, defender = act.state.today.duel
    act.emit(e.Voted(asked.about, int(said)))
    if asked.about == attacker:
        ask_count(act, "day.votes", 0, len(living(act)) - 2 - int(said), about=defender)
    else:
        _decide(act)


def _decide(act: Act) -> None:
    """Give the result, a gunslinger's victory in the place of any other (R84), and let the judges speak."""
    pair = act.state.today.duel
    votes = dict(act.state.today.votes)
    most = max(votes.values())
    doomed = tuple(seat for seat in pair if most and votes[seat] == most)
    armed = [seat for seat in pair if seat in act.state.with_trait("win-duels")]
    if len(armed) == 1 and doomed != (loser := tuple(seat for seat in pair if seat not in armed)):
        act.emit(e.Doomed(loser))
        act.announce("day.duel.gunslinger", seat=armed[0], other=loser[0])
    else:
        act.emit(e.Doomed(doomed))
        _tell_result(act, doomed)
    _ask_judge(act, 0)


def _tell_result(act: Act, doomed: tuple[int, ...]) -> None:
    if len(doomed) == 1:
        act.announce("day.duel.dies", seat=doomed[0])
    else:
        act.announce("day.duel.both" if doomed else "day.duel.nobody")


def _ask_judge(act: Act, first: int) -> None:
    """Ask the next judge who lives and has not shown the card; after the last one go on to the doctors (R85)."""
    judges = act.state.with_trait("judge-duels")
    for number, seat in enumerate(judges[first:], first):
        if act.state.alive(seat) and seat not in act.state.shown:
            ask_seat(
                act, "day.verdict", act.state.today.duel, to=(seat,), optional=True, stage=number + 1, final=True
            )
            return
    _ask_doctors(act)


@step("day.verdict")
def judge(act: Act, said: str, asked: e.Asked) -> None:
    """R85 Let the judge show the card and name who dies, or keep silent."""
    if said != "none":
        seat = act.state.with_trait("judge-duels")[asked.stage - 1]
        act.emit(e.CardShown(seat))
        act.emit(e.Doomed((int(said),)))
        act.announce("day.verdict.announce", seat=seat, card=act.state.card(seat), other=int(said))
    _ask_judge(act, asked.stage)


def _ask_doctors(act: Act) -> None:
    """Ask those who can revive, eyes closed, whether to save one of those to die (R28), if any is to die."""
    doctors = [seat for seat in act.state.holders("revive") if not act.state.publicly_gone(seat)]
    if act.state.today.doomed and doctors:
        _ask_doctor(act, doctors)
    else:
        _bury(act)


def _ask_doctor(act: Act, doctors: Sequence[int]) -> None:
    """Ask the first of these doctors, then the others; each time the same is heard, whether or not they can."""
    if not doctors:
        _open_eyes(act)
        return
    state, (doctor, *rest) = act.state, doctors
    act.announce("day.revive.line")
    # An open table waits for his answer: there the time is the day's own, and the question not bound to it.
    act.emit(e.Waited("day.revive.line", asks=("seat",), question="day.revive" if state.secret else ""))
    doomed = state.today.doomed
    if doomed and state.alive(doctor) and doctor not in doomed and _can_revive(state, doctor):
        ask_seat(act, "day.revive", doomed, to=(doctor,), optional=True, final=True)
    else:
        _ask_doctor(act, rest)


def _can_revive(state: State, doctor: int) -> bool:
    """Tell whether the doctor has a use left, at night or by day: it is one power (R28)."""
    return is_left(state, *_reviving(state, doctor))


def _reviving(state: State, doctor: int) -> tuple[Call, str]:
    """Find the call of a night in which the doctor revives, and the card that has it."""
    steps = (step for phase in PHASES for step in program(state.script, state.cards, phase))
    return next((call, role) for call, role in steps if call.do == "revive" and role == state.card(doctor))


@step("day.revive")
def revive(act: Act, said: str, asked: e.Asked) -> None:
    """R28 Save one of those to die; a saved holder keeps the statue."""
    assert isinstance(asked.to, tuple)
    doctor = asked.to[0]
    if said not in ("none", "time"):
        call, role = _reviving(act.state, doctor)
        if is_limited(call):
            act.emit(e.UseSpent(call.id, role))
        act.emit(e.Spared(int(said)))
    doctors = [seat for seat in act.state.holders("revive") if not act.state.publicly_gone(seat)]
    _ask_doctor(act, doctors[doctors.index(doctor) + 1 :])


def _open_eyes(act: Act) -> None:
    """Let all open their eyes after the last doctor, and say who was saved."""
    act.announce("day.revive.end")
    for seat in act.state.today.spared:
        act.announce("day.duel.saved", seat=seat)
    _bury(act)


def _bury(act: Act) -> None:
    doomed = act.state.today.doomed
    act.emit(e.DuelEnded())
    die(act, doomed, "duel")
