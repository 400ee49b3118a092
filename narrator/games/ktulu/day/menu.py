"""The day's menu: what may happen next, and the steps too short for a module of their own."""

from __future__ import annotations

from typing import get_args

from narrator.games.ktulu.day.deaths import die, leave, strike_poison
from narrator.games.ktulu.day.duels import may_duel
from narrator.games.ktulu.day.hanging import may_hang
from narrator.games.night import events as e
from narrator.games.night.flow import deck
from narrator.games.night.flow.steps import STEPS, ask_count, ask_timed, asks_seat, step
from narrator.games.night.script.script import Timing
from narrator.games.night.script.setup import Policy
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


def advance(draft: Draft) -> None:
    """Ask whether all are ready for the game, or what happens next in the day."""
    if draft.state.phase == "start":
        draft.ask("start", "ready", to="all", line="ask.ready", choices=("ready",))
    else:
        _offer_help(draft)
        draft.ask("day", "choice", to="all", choices=possible(draft))


def _offer_help(draft: Draft) -> None:
    """D63 Once somebody is out, players without a moderator hear that they have one, if they like."""
    state = draft.state
    if not (state.led or state.offered) and state.known_gone():
        draft.emit(e.HelpOffered())
        draft.announce("help.offer")


def hidden(state: State) -> list[int]:
    """The living who have not shown their card yet (D48)."""
    return [seat for seat in state.living() if seat not in state.shown]


def possible(draft: Draft) -> tuple[str, ...]:
    """List the steps that the rules allow now; nothing in the list depends on a secret."""
    state = draft.state
    steps = ["night", "timer"]
    if may_duel(draft):
        steps.append("duel")
    if state.holders("poison") and not state.today.poison:
        steps.append("poison")
    if not state.today.voted:
        steps += ["search", "search-vote"]
    if may_hang(draft):
        steps += ["hang", "hang-vote"]
    if hidden(state):
        steps.append("reveal")
    if state.helped:
        steps.append("alone")
    elif not state.led and state.known_gone():
        steps.append("helper")
    return (*steps, "died", "leaves", "policy", "override")


def answer(draft: Draft, said: str) -> None:
    """Take the answer to a question outside the night."""
    question = draft.state.question
    assert question is not None
    draft.emit(e.Answered(said))
    if question.kind == "count" and question.to == "all" and question.key != "day.timer":
        draft.announce("day.counted", count=int(said))
    deck.attempt(draft, lambda act: take(act, question, said), deck.ANSWER)


def take(draft: Draft, question: e.Asked, said: str) -> None:
    """Take the step to which the answer led."""
    STEPS[question.key](draft, said, question)


@step("start")
def start(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """The zero night falls."""
    draft.emit(e.NightBegan(0))


@step("day")
def begin_step(draft: Draft, said: str, asked: e.Asked) -> None:
    """Begin the chosen step."""
    STEPS[f"day:{said}"](draft, said, asked)


@step("day:night")
def end_day(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Poison that has waited all day strikes, then night falls."""
    strike_poison(draft)
    if not draft.state.winner:
        draft.emit(e.NightBegan(draft.state.night + 1))


@step("day:poison")
def poison(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """R82 The poison strikes now, if there is any."""
    draft.emit(e.PoisonAsked())
    strike_poison(draft)


asks_seat("reveal", hidden, optional=True, final=True)
asks_seat("died", State.living, optional=True, final=True)
asks_seat("leaves", State.living, optional=True, final=True)


@step("day.reveal")
def reveal(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Show the card to everybody: two roles may (R87, R87a), all others die of it (R6)."""
    if said == "none":
        return
    seat, card = int(said), draft.state.card(int(said))
    draft.emit(e.CardShown(seat))
    if card in draft.state.cards_with("show-card"):
        draft.announce("day.revealed", seat=seat, card=card)
    else:
        draft.announce("day.forbidden", seat=seat)
        die(draft, [seat], "reveal")


@step("day.died")
def record_death(draft: Draft, said: str, _asked: e.Asked) -> None:
    """Record who died by a way of the table's own."""
    if said != "none":
        die(draft, [int(said)], "day")


@step("day.leaves")
def record_leaving(draft: Draft, said: str, _asked: e.Asked) -> None:
    """D64 Record who went home."""
    if said != "none":
        leave(draft, int(said))


@step("day:helper")
def be_helped(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """D63 From now on those who are out watch, show and enter answers, as a moderator would."""
    draft.emit(e.HelpChanged(helped=True))
    draft.announce("help.begins")


@step("day:alone")
def be_alone(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """D63 From now on everybody is alone with the screen again."""
    draft.emit(e.HelpChanged(helped=False))
    draft.announce("help.ends")


@step("day:policy")
def ask_policy(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """R102 Ask for the policy of the coming nights; never `open` where answers are counted."""
    never = {draft.state.policy, *(("open",) if draft.state.setup.answers == "counting" else ())}
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
