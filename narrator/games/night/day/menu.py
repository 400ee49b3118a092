"""The day's menu: what may happen next, and the steps too short for a module of their own."""

from __future__ import annotations

from narrator.games.night import events as e
from narrator.games.night.day import last_shot
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import own_rules, winning
from narrator.games.night.flow.deaths import die, strike_poison
from narrator.games.night.flow.effects import CARD, PERSON
from narrator.games.night.flow.steps import DAY_STEPS, asks_seat, day_step, step
from narrator.games.night.flow.table_steps import offer_help
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


def advance(draft: Draft) -> None:
    """Ask for last shots, then what happens next in the day."""
    if last_shot.ask_next(draft):
        return
    offer_help(draft)
    draft.ask("day", "choice", to="all", choices=possible(draft))


def possible(draft: Draft) -> tuple[str, ...]:
    """List what the script and the rules allow now; nothing in the list depends on a secret."""
    state = draft.state
    steps = [choice for one in own_rules.steps_today(state) for choice in DAY_STEPS[one].offered(draft)]
    if state.helped:
        steps.append("alone")
    elif not state.led and state.known_gone():
        steps.append("helper")
    night = ("night",) if state.script.calls("night") else ()
    return (*night, *steps, "died", "leaves", "policy", "override")


@day_step("declare", {"ask.day.declare": ()}, dict.fromkeys(("say.day.declare", "say.step.declare"), ()))
def may_declare(_draft: Draft) -> tuple[str, ...]:
    """People may say who has won, where the game cannot know (D85)."""
    return ("declare",)


@step("day:declare")
def ask_who_has_won(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Ask which side has won, of all that were dealt."""
    choices = (*winning.may_win(draft.state), NOBODY)
    draft.ask("day.declare", "choice", to="all", choices=choices, optional=True, final=True)


@step("day.declare")
def declare(draft: Draft, said: str, _asked: e.Asked) -> None:
    """The game is over, and this side has won."""
    if said != "none":
        draft.emit(e.Declared())
        winning.win(draft, said, "D85")


@day_step(
    "timer",
    {
        "day.timer.warning": ("number",),
        **dict.fromkeys(("day.timer.over", "ask.day.timer", "ask.day.discussion"), ()),
    },
    dict.fromkeys(("say.day.timer", "say.day.discussion", "say.step.timer"), ()),
)
def may_talk(_draft: Draft) -> tuple[str, ...]:
    """A talk against time is always possible."""
    return ("timer",)


@day_step(
    "poison",
    {"day.poisoned": PERSON},
    dict.fromkeys(("say.step.poison", "sheet.day.poison"), ()),
    powers=("poison",),
)
def may_strike(draft: Draft) -> tuple[str, ...]:
    """Where somebody may poison, the poison may be let strike once a day, whether or not there is any (R82)."""
    return ("poison",) if draft.state.holders("poison") and not draft.state.today.poison else ()


@day_step(
    "reveal",
    {"day.revealed": CARD, "day.forbidden": PERSON, "ask.day.reveal": ()},
    dict.fromkeys(("say.day.reveal", "say.step.reveal"), ()),
    powers=("show-card",),
)
def may_reveal(draft: Draft) -> tuple[str, ...]:
    """Somebody who has not shown the card may."""
    return ("reveal",) if hidden(draft.state) else ()


def hidden(state: State) -> list[int]:
    """The living who have not shown their card yet (D48)."""
    return [seat for seat in state.living() if seat not in state.shown]


@step("day:night")
def end_day(draft: Draft, _said: str, _asked: e.Asked) -> None:
    """Poison that has waited all day strikes, then night falls."""
    strike_poison(draft)
    if not draft.state.winner and not last_shot.due(draft.state):  # else the menu comes back, after a last shot
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
        own_rules.of(draft.state.setup).leave(draft, int(said))
