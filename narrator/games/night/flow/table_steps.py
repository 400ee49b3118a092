"""Steps that any table knows: its beginning, a talk against time, help by those who are out, how nights are led."""

from __future__ import annotations

from typing import get_args

from narrator.games.night import events as e
from narrator.games.night.flow.steps import STEPS, ask_count, ask_timed, step
from narrator.games.night.script.script import Timing
from narrator.games.night.script.setup import Policy
from narrator.games.night.state.draft import Draft


def begin(draft: Draft) -> None:
    """Ask whether all are ready for the game."""
    draft.ask("start", "ready", to="all", line="ask.ready", choices=("ready",))


@step("start")
def start(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """The zero night falls."""
    draft.emit(e.NightBegan(0))


@step("day")
def begin_step(draft: Draft, said: str, asked: e.Asked) -> None:
    """Begin the chosen step."""
    STEPS[f"day:{said}"](draft, said, asked)


def offer_help(draft: Draft) -> None:
    """D63 Once somebody is out, players without a moderator hear that they have one, if they like."""
    state = draft.state
    if not (state.led or state.offered) and state.known_gone():
        draft.emit(e.HelpOffered())
        draft.announce("help.offer")


@step("day:helper")
@step("day:alone")
def change_help(draft: Draft, said: str, _asked: e.Asked) -> None:
    """D63 From now on those who are out act as a moderator would, or everybody is alone with the screen again."""
    helped = said == "helper"
    draft.emit(e.HelpChanged(helped))
    draft.announce("help.begins" if helped else "help.ends")


@step("day:policy")
def ask_policy(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """R102 Ask for the policy of the coming nights; never `open` where that would tell, or could not be led."""
    state = draft.state
    never_open = state.setup.answers == "counting" or state.rules.needs_secret_nights
    never = {state.policy, *(("open",) if never_open else ())}
    others = tuple(policy for policy in get_args(Policy) if policy not in never)
    draft.ask("day.policy", "choice", to="all", choices=others, optional=True)


@step("day.policy")
def change_policy(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Change the policy of the coming nights, and say so."""
    if said != "none":
        draft.emit(e.PolicyChanged(said))
        draft.announce(f"day.policy.{said}")


LONGEST = 60
"""Minutes that the timer can be set to."""


@step("day:timer")
def ask_minutes(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Ask how many minutes the people want to talk."""
    ask_count(draft, "day.timer", 1, LONGEST)


@step("day.timer")
def discuss(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Start the timer; a warning comes before its end."""
    warning = _warning(draft.state.script.timing, int(said))
    ask_timed(draft, "day.discussion", int(said) * 60.0 - warning, stage=int(warning))


def warnings(timing: Timing) -> tuple[int, ...]:
    """Every number of seconds that a warning can name."""
    return tuple(dict.fromkeys(int(_warning(timing, minutes)) for minutes in range(1, LONGEST + 1)))


def _warning(timing: Timing, minutes: int) -> float:
    """How many seconds before the end of a talk the warning comes."""
    return min(timing.warning, minutes * 60.0 / 2)


@step("day.discussion")
def warn_or_end(draft: Draft, said: str, asked: e.Asked) -> None:
    """Warn once when time is nearly up, then end the talk; `over` ends it at once."""
    if said == "time" and asked.stage:
        draft.announce("day.timer.warning", number=asked.stage)
        ask_timed(draft, "day.discussion", float(asked.stage))
    else:
        draft.announce("day.timer.over")
