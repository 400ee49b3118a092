"""Duels, from the challenge to the bodies (R83–R85), with the gunslingers, the judges and the doctor."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.games.ktulu import events as e
from narrator.games.ktulu.setup import ours
from narrator.games.night.day import ballots
from narrator.games.night.flow import deck
from narrator.games.night.flow.conditions import is_left, is_limited
from narrator.games.night.flow.deaths import die
from narrator.games.night.flow.effects import PAIR, PERSON
from narrator.games.night.flow.steps import (
    COUNT_LINES,
    ask_count,
    ask_seat,
    ask_timed,
    asks_seat,
    day_step,
    may_come,
    may_settle,
    step,
)
from narrator.games.night.flow.votes import standing, vote_of
from narrator.games.night.script.script import PHASES, Call, Vote, calls_tonight
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State
from narrator.games.night.told.aloud import CARDS
from narrator.games.night.told.public import may_live
from narrator.games.night.told.wording import THEIRS


@day_step(
    "duel",
    {
        **dict.fromkeys(("day.duel.refused", "day.duel.nobody", "day.revive.line", "day.revive.end"), ()),
        **dict.fromkeys(("day.duel.dies", "day.duel.saved"), PERSON),
        **dict.fromkeys(("day.duel.begins", "day.duel.both", "day.duel.gunslinger"), PAIR),
        **dict.fromkeys(("ask.day.duel", "ask.day.revive"), ()),
        **dict.fromkeys((f"ask.day.{what}" for what in ("whom", "accept", "speech", "votes")), PERSON),
        "ask.day.verdict": ("card",),
        "day.verdict.announce": (*PAIR, "card"),
        **COUNT_LINES,
    },
    {
        **dict.fromkeys(("say.day.duel", "say.step.duel", "sheet.day.gunslinger"), ()),
        **dict.fromkeys((f"say.day.{what}" for what in ("whom", "accept", "speech", "votes")), PERSON),
        "say.day.verdict": ("card",),
        "sheet.day.duel": ("count",),
        **ballots.VOTE_LINES,
        "day.duel.undecided": (),
    },
    powers=("refuse-duels", "win-duels", "judge-duels", "revive"),
    vote=Vote(tie="all", abstain=True),
)
def may_duel(draft: Draft) -> tuple[str, ...]:
    """Whether a duel is left today and two people live to fight it (R83)."""
    left = draft.state.today.bouts < ours(draft.state.rules).duels_per_day
    return ("duel",) if left and draft.state.count_alive() >= 2 else ()


asks_seat("duel", State.living)
THEIRS.update({"day.duel", "day.accept"})


@step("day.duel")
def challenge(draft: Draft, said: str, asked: e.Asked) -> None:
    """Ask who is challenged, then, while a sheriff may live (D78), whether they accept (R83)."""
    if not asked.about:
        opponents = [seat for seat in draft.state.living() if seat != int(said)]
        ask_seat(draft, "day.duel", opponents, line="ask.day.whom", about=int(said))
        return
    draft.emit(e.Challenged(asked.about, int(said)))
    if may_live(draft.state, draft.state.cards_with("refuse-duels")):
        draft.ask("day.accept", "yes-no", to=(int(said),), about=int(said))
    else:
        _begin(draft)


@step("day.accept")
def accept(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Begin the duel, or drop it: a refused one does not count."""
    if said == "yes":
        _begin(draft)
    else:
        draft.emit(e.DuelRefused())
        draft.announce("day.duel.refused")


def _begin(draft: Draft) -> None:
    draft.emit(e.DuelBegan())
    attacker, defender = draft.state.today.pair
    draft.announce("day.duel.begins", seat=attacker, other=defender)
    ask_timed(draft, "day.speech", draft.state.script.timing.speech, about=attacker)


@step("day.speech")
def speak(draft: Draft, _said: str, asked: e.Asked) -> None:
    """After the attacker the defender speaks, then all others vote for who dies."""
    attacker, defender = draft.state.today.pair
    if asked.about == attacker:
        ask_timed(draft, "day.speech", draft.state.script.timing.speech, about=defender)
    else:
        _ask_votes(draft)


@step("day.votes")
def count_votes(draft: Draft, said: str, asked: e.Asked) -> None:
    """Count the votes against each; if the counts add up, go on with the result (D36)."""
    draft.emit(e.Voted(asked.about, int(said)))
    counted = draft.state.today.counted
    if len(counted) == 1:
        _ask_votes(draft)
    elif ballots.adds_up(vote_of(draft.state.script, "duel"), sum(counted), voters := _voters(draft)):
        _weigh(draft)
    else:
        ballots.ask_whether_it_stands(draft, sum(counted), voters)


def _voters(draft: Draft) -> int:
    return draft.state.count_alive() - 2


def _ask_votes(draft: Draft) -> None:
    """Ask for the votes against the next of the two; if all voted against the first, there are none left."""
    today, voters = draft.state.today, _voters(draft)
    rest = voters - sum(today.counted)
    all_vote = not vote_of(draft.state.script, "duel").abstain
    settled = bool(today.counted) and (rest == 0 or (all_vote and rest > 0))
    least, most = (rest, rest) if settled else (0, voters)
    ask_count(draft, "day.votes", least, most, about=today.pair[len(today.counted)])


def _weigh(draft: Draft) -> None:
    """Decide by the votes; a lone gunslinger wins whatever they are (R84), else undecided ones are cast again."""
    today, vote = draft.state.today, vote_of(draft.state.script, "duel")
    found = standing(vote, dict(zip(today.pair, today.counted, strict=True)), places=1, each=1, voters=_voters(draft))
    armed = [seat for seat in today.pair if draft.state.has_any(seat, draft.state.cards_with("win-duels"))]
    loser = tuple(seat for seat in today.pair if seat not in armed)
    if len(armed) == 1 and found.elected != loser:
        draft.emit(e.Doomed(loser))
        draft.announce("day.duel.gunslinger", seat=armed[0], other=loser[0])
        _ask_judge(draft, 0)
    elif found.again and ballots.another_round(draft, "duel"):
        draft.announce("day.revote")
        draft.emit(e.Recounted(again=True))
        _ask_votes(draft)
    elif found.tied:
        ballots.settle_tie(draft, "duel", found.tied, 1)
    else:
        _doom(draft, found.elected)


def _doom(draft: Draft, doomed: tuple[int, ...], **_: str) -> None:
    """Announce who is to die. Then the judges may speak."""
    draft.emit(e.Doomed(doomed))
    _tell_result(draft, doomed)
    _ask_judge(draft, 0)


ballots.COUNTS["duel"] = (_ask_votes, _weigh)
ballots.ELECTED["duel"] = _doom


def _tell_result(draft: Draft, doomed: tuple[int, ...]) -> None:
    if len(doomed) == 1:
        draft.announce("day.duel.dies", seat=doomed[0])
    elif doomed:
        draft.announce("day.duel.both", seat=doomed[0], other=doomed[1])
    else:
        cast = any(draft.state.today.counted) and "day.duel.undecided" in draft.state.script.wordings
        draft.announce("day.duel.undecided" if cast else "day.duel.nobody")


def _ask_judge(draft: Draft, first: int) -> None:
    """Ask the next judge who may live and has not shown the card; after the last one go on to the doctors (R85)."""
    judges = draft.state.with_trait("judge-duels")
    for number, seat in enumerate(judges[first:], first):
        if may_come(draft.state, seat) and seat not in draft.state.shown:
            to, duel = deck.asked_of(draft.state, seat), draft.state.today.pair
            ask_seat(draft, "day.verdict", duel, to=to, optional=True, stage=number + 1, final=True)
            return
    _ask_doctors(draft)


def asked_judge(state: State, asked: e.Asked) -> int:
    """The seat of the judge who is asked."""
    return state.with_trait("judge-duels")[asked.stage - 1]


CARDS["day.verdict"] = lambda state, asked: state.cards[asked_judge(state, asked) - 1]


@step("day.verdict")
def judge(draft: Draft, said: str, asked: e.Asked) -> None:
    """R85 The judge shows the card and names who dies, or keeps silent."""
    if said not in ("none", "time"):
        seat = asked_judge(draft.state, asked)
        deck.must_know(draft.state, seat)
        if may_settle(draft.state, seat, draft.state.today.pair):
            draft.emit(e.CardShown(seat))
            draft.emit(e.Doomed((int(said),)))
            draft.announce("day.verdict.announce", seat=seat, card=draft.state.card(seat), other=int(said))
    _ask_judge(draft, asked.stage)


def _doctors(state: State) -> list[int]:
    return [seat for seat in state.holders("revive") if may_come(state, seat)]


def _ask_doctors(draft: Draft) -> None:
    """Ask those who can revive, eyes closed, whether to save one of those to die (R28), if any is to die."""
    doctors = _doctors(draft.state)
    if draft.state.today.doomed and doctors:
        _ask_doctor(draft, doctors)
    else:
        deck.attempt(draft, bury, deck.BURIAL)


def _ask_doctor(draft: Draft, doctors: Sequence[int]) -> None:
    """Ask these doctors one by one; the room hears the same whether or not they can revive."""
    if not doctors:
        _open_eyes(draft)
        return
    state, (doctor, *rest) = draft.state, doctors
    draft.announce("day.revive.line")
    # An open table waits for his answer: there the time is the day's own, and the question not bound to it.
    draft.emit(e.Waited("day.revive.line", asks=("seat",), question="day.revive" if state.secret else ""))
    if doctor in state.unseen:
        deck.ask_who(draft, "day.revive", state.cards[doctor - 1])
        return
    _put_to_doctor(draft, doctor, rest)


def _find_doctor(draft: Draft, said: str, asked: e.Asked) -> None:
    """Ask the doctor, if one opened their eyes, and then those who are left."""
    if said not in ("none", "time"):
        deck.see(draft, int(said), asked.card)
    state = draft.state
    cards = [state.cards[seat - 1] for seat in _doctors(state)]
    doctor, *rest = _doctors(state)[cards.index(asked.card) :]
    if doctor in state.unseen:
        _ask_doctor(draft, rest)
    else:
        _put_to_doctor(draft, doctor, rest)


def _put_to_doctor(draft: Draft, doctor: int, rest: Sequence[int]) -> None:
    state, doomed = draft.state, draft.state.today.doomed
    free = doctor not in doomed or state.card(doctor) in state.rules.self_target  # D6
    if doomed and state.alive(doctor) and free and is_left(state, *reviving(state, doctor)):
        ask_seat(draft, "day.revive", doomed, to=(doctor,), optional=True, final=True)
    else:
        _ask_doctor(draft, rest)


def reviving(state: State, doctor: int) -> tuple[Call, str]:
    """The night call by which the doctor revives, whose uses count by day too (R28), and the doctor's card."""
    steps = (step for phase in PHASES for step in calls_tonight(state.script, state.cards, phase))
    return next((call, role) for call, role in steps if call.do == "revive" and role == state.card(doctor))


@step("day.revive")
def revive(draft: Draft, said: str, asked: e.Asked) -> None:
    """R28 Save one of those to die; a saved holder keeps the statue."""
    if asked.card:
        _find_doctor(draft, said, asked)
        return
    assert isinstance(asked.to, tuple)
    doctor = asked.to[0]
    if said not in ("none", "time"):
        call, role = reviving(draft.state, doctor)
        if is_limited(call):
            draft.emit(e.UseSpent(call.id, role))
        draft.emit(e.Spared(int(said)))
    doctors = _doctors(draft.state)
    _ask_doctor(draft, doctors[doctors.index(doctor) + 1 :])


def _open_eyes(draft: Draft) -> None:
    """After the last doctor all open their eyes and hear who was saved."""
    draft.announce("day.revive.end")
    for seat in draft.state.today.spared:
        draft.announce("day.duel.saved", seat=seat)
    deck.attempt(draft, bury, deck.BURIAL)


def bury(draft: Draft) -> None:
    """End the duel with the deaths of those whom nobody saved."""
    doomed = draft.state.today.doomed
    draft.emit(e.DuelEnded())
    die(draft, doomed, "duel")
