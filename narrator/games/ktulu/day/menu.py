"""What may happen next by day, and the steps that need no page of their own."""

from __future__ import annotations

from typing import get_args

from narrator.games.ktulu import events as e
from narrator.games.ktulu.day.cards import hidden
from narrator.games.ktulu.day.duels import may_duel
from narrator.games.ktulu.day.hanging import may_hang
from narrator.games.ktulu.day.steps import STEPS, ask_count, ask_seat, ask_timed, die, living, step, strike_poison
from narrator.games.ktulu.draft import Act
from narrator.games.ktulu.script import Timing
from narrator.games.ktulu.setup import Policy


def advance(act: Act) -> None:
    """Ask whether all are ready for the game, or what happens next in the day."""
    if act.state.phase == "start":
        act.ask("start", "ready", to="all", line="ask.ready", choices=("ready",))
    else:
        act.ask("day", "choice", to="all", line="ask.day", choices=possible(act))


def possible(act: Act) -> tuple[str, ...]:
    """List the steps that the rules allow now; nothing in the list depends on a secret."""
    state = act.state
    steps = ["night", "timer"]
    if may_duel(act):
        steps.append("duel")
    if state.holders("poison") and not state.today.poison:
        steps.append("poison")
    if not state.today.voted:
        steps += ["search", "search-vote"]
    if may_hang(act):
        steps += ["hang", "hang-vote"]
    if hidden(act):
        steps.append("reveal")
    return (*steps, "died", "policy", "override")


def answer(act: Act, said: str) -> None:
    """Take the answer to a question outside the night."""
    question = act.state.question
    assert question is not None
    act.emit(e.Answered(said))
    STEPS[question.key](act, said, question)


@step("start")
def start(act: Act, _said: str, _asked: e.Asked) -> None:
    """Let the zero night fall."""
    act.emit(e.NightBegan(0))


@step("day")
def choose(act: Act, said: str, asked: e.Asked) -> None:
    """Begin the chosen step."""
    STEPS[f"day:{said}"](act, said, asked)


@step("day:night")
def fall(act: Act, _said: str, _asked: e.Asked) -> None:
    """Let poison strike that has waited all day, then let night fall."""
    strike_poison(act)
    if not act.state.winner:
        act.emit(e.NightBegan(act.state.night + 1))


@step("day:poison")
def poison(act: Act, _said: str, _asked: e.Asked) -> None:
    """R82 Let the poison strike now, if there is any."""
    act.emit(e.PoisonAsked())
    strike_poison(act)


@step("day:died")
def ask_dead(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask who died by a way of the table's own."""
    ask_seat(act, "day.died", living(act), optional=True, final=True)


@step("day.died")
def record_death(act: Act, said: str, _asked: e.Asked) -> None:
    """Record the death."""
    if said != "none":
        die(act, [int(said)], "day")


@step("day:policy")
def ask_policy(act: Act, _said: str, _asked: e.Asked) -> None:
    """R102 Ask by which policy the coming nights shall be led; an open one has no time to count answers in."""
    never = {act.state.policy, *(("open",) if act.state.setup.answers == "counting" else ())}
    others = tuple(policy for policy in get_args(Policy) if policy not in never)
    act.ask("day.policy", "choice", to="all", line="ask.day.policy", choices=others, optional=True)


@step("day.policy")
def change_policy(act: Act, said: str, _asked: e.Asked) -> None:
    """Lead the coming nights by it, and say so."""
    if said != "none":
        act.emit(e.PolicyChanged(said))
        act.announce(f"day.policy.{said}")


LONGEST = 60
"""Minutes that the timer can be set to."""


@step("day:timer")
def ask_minutes(act: Act, _said: str, _asked: e.Asked) -> None:
    """Ask how many minutes the people want to talk."""
    ask_count(act, "day.timer", 1, LONGEST)


@step("day.timer")
def discuss(act: Act, said: str, _asked: e.Asked) -> None:
    """Give the people that time, with a warning before its end."""
    warning = _warning(act.state.script.timing, int(said))
    ask_timed(act, "day.discussion", int(said) * 60.0 - warning, stage=int(warning))


def warnings(timing: Timing) -> tuple[int, ...]:
    """List the numbers of seconds that a warning can name."""
    return tuple(dict.fromkeys(int(_warning(timing, minutes)) for minutes in range(1, LONGEST + 1)))


def _warning(timing: Timing, minutes: int) -> float:
    """Give how long before the end of a talk of so many minutes the warning comes, in seconds."""
    return min(timing.warning, minutes * 60.0 / 2)


@step("day.discussion")
def warn_or_end(act: Act, said: str, asked: e.Asked) -> None:
    """Warn once when time is nearly up, then end the talk; `over` ends it at once."""
    if said == "time" and asked.stage:
        act.announce("day.timer.warning", number=asked.stage)
        ask_timed(act, "day.discussion", float(asked.stage))
    else:
        act.announce("day.timer.over")
