"""What follows from a command of the table: cards played, rules laid and taken away, counters set."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from narrator.games.counting.commands import Deeds
from narrator.games.fluxx import turn
from narrator.games.fluxx.setup import Setup
from narrator.games.fluxx.state import Rules, State, TemporaryHand

DEEDS: Deeds[State, Setup] = Deeds()


# ---- Cards ----


def _played(state: State, setup: Setup) -> State:
    """Count a card that whoever's turn it is has played: from the temporary hand, if one is open (FX32)."""
    after = replace(state, voidable=(state.rules, state.goal, state.title, len(state.frames)), owed=0)
    if not setup.counts:
        return after
    if state.frames:
        top = state.frames[-1]
        return replace(after, frames=(*state.frames[:-1], replace(top, done=top.done + 1)))
    hand = state.player.hand
    after = replace(after, played=state.played + 1)
    return after.with_player(state.seat, hand=max(0, hand - 1)) if hand is not None else after


def _settled(state: State, setup: Setup) -> State:
    """Close the temporary hands that are played to their end, and say what is left."""
    while state.frames and state.frames[-1].done >= state.frames[-1].must:
        top = state.frames[-1]
        state = replace(state, frames=state.frames[:-1])
        if top.of > top.must:
            state = state.says("frame.rest", count=top.of - top.must)
    return turn.plays_told(state, setup) if setup.counts and "plays" in setup.reminders else state


@DEEDS.does("play {card}")
def _kind_of_card(state: State, setup: Setup, said: dict[str, str]) -> State:
    card = said["card"]
    after = _played(state, setup)
    if card in ("goal", "antigoal"):
        return _settled(_new_goal(after, setup, card), setup)
    keepers = state.player.keepers
    if card == "keeper" and keepers is not None:
        after = after.with_player(state.seat, keepers=keepers + 1)
    return _settled(_goal_asked(after, setup) if card == "keeper" else after, setup)


def _new_goal(state: State, setup: Setup, card: str, title: int = 0) -> State:
    """The goal, or ungoal, in the middle; the one before is put away (FX20, FX23)."""
    if state.goal:
        state = state.says("goal.replaced")
    after = replace(state, goal="goal" if card == "goal" else "antigoal", title=title)
    if "goal" not in setup.reminders:
        return after
    if card == "antigoal":
        return after.says("antigoal.new", count=turn.doom_of(after, setup))
    return after.says("goal.named", goal=setup.goals[title - 1]) if title else after.says("goal.new")


def _goal_asked(state: State, setup: Setup) -> State:
    """Ask again whether somebody has what the goal wants, or the ungoal (FX21, FX72)."""
    if not state.goal or "goal" not in setup.reminders:
        return state
    if state.goal == "antigoal":
        return state.says("antigoal.check", count=turn.doom_of(state, setup))
    return state.says("goal.named", goal=setup.goals[state.title - 1]) if state.title else state.says("goal.check")


@DEEDS.does("action {action}")
def _action(state: State, setup: Setup, said: dict[str, str]) -> State:
    after = _played(state, setup)
    if said["action"] == "everybody-1":
        for seat, player in enumerate(after.players, 1):
            if player.hand is not None:
                after = after.with_player(seat, hand=player.hand + 1)
        return _settled(after.says("action.everybody", count=len(state.players)), setup)
    frame = TemporaryHand(of=2, must=2) if said["action"] == "draw-2-play-2" else TemporaryHand(of=3, must=2)
    return _settled(replace(after, frames=(*after.frames, frame)), setup)


@DEEDS.does("surprise {seat}")
def _surprise(state: State, setup: Setup, said: dict[str, str]) -> State:
    """A surprise counts as a play in the own turn alone (FX50, D6)."""
    seat = int(said["seat"])
    if seat == state.seat:
        return _settled(_played(state, setup), setup)
    hand = state.of(seat).hand
    return state if hand is None else state.with_player(seat, hand=max(0, hand - 1))


@DEEDS.does("cancel")
def _cancel(state: State, setup: Setup, _: dict[str, str]) -> State:
    """The last card has no effect, but was played (FX50)."""
    assert state.voidable is not None
    rules, goal, title, frames = state.voidable
    after = replace(state, rules=rules, goal=goal, title=title, frames=state.frames[:frames], owed=0, voidable=None)
    return _settled(after.says("cancelled"), setup)


DEEDS |= {
    "played": lambda state, setup, _: _settled(_played(state, setup), setup),
    "goal {title}": lambda state, setup, said: _settled(
        _new_goal(_played(state, setup), setup, "goal", int(said["title"])), setup
    ),
    "creeper": lambda state, *_: state.says("creeper"),  # it is laid out and replaced; nothing is counted (FX40)
}


# ---- Rules ----


def _with(rules: Rules, of: str, value: object) -> Rules:
    changes: dict[str, Any] = {of: value}
    return replace(rules, **changes)


@DEEDS.does("rule draw {n}", "rule hand {n}", "rule keepers {n}", "rule play {play}")
def _number(state: State, setup: Setup, said: dict[str, str]) -> State:
    of = said["deed"].removeprefix("rule ")
    had = getattr(state.rules, of)
    after = _played(state, setup)
    if had is not None:
        after = after.says(f"replaced.{of}")
    value = said.get("n") or said["play"]
    rules = _with(state.rules, of, int(value) if value.isdecimal() else value)
    return _settled(_ruled(after, setup, rules, of), setup)


@DEEDS.does("rule {new}")
def _single_rule(state: State, setup: Setup, said: dict[str, str]) -> State:
    new, rules = said["new"], state.rules
    if new in ("other", "free"):
        rules = replace(rules, others=(*rules.others, new == "free"))
    else:
        rules = _with(rules, new, True)
    return _settled(_ruled(_played(state, setup).says(f"rule.{new}"), setup, rules, new), setup)


@DEEDS.does("drop {rule}")
def _dropped(state: State, setup: Setup, said: dict[str, str]) -> State:
    gone, rules = said["rule"], state.rules
    if gone == "goal":
        return replace(state, goal="", title=0).says("goal.gone")
    if gone == "all":
        rules = Rules()
    elif gone in ("other", "free"):
        last = max(place for place, free in enumerate(rules.others) if free == (gone == "free"))
        rules = replace(rules, others=(*rules.others[:last], *rules.others[last + 1 :]))
    else:
        rules = _with(rules, gone, False if gone in ("bonus", "inflation") else None)
    after = turn.rules_changed(state.says(f"dropped.{gone}"), setup, rules)
    return after if rules.plays == state.rules.plays else _settled(after, setup)


def _ruled(state: State, setup: Setup, rules: Rules, new: str) -> State:
    """A new rule works at once, for everybody (FX10)."""
    after = turn.rules_changed(state, setup, rules)
    if new in ("draw", "inflation") and "difference" in setup.reminders and after.drawn == state.drawn:
        return after.says("draw.none")
    return after


# ---- The turn ----


DEEDS |= {
    "end-turn": lambda state, setup, _: turn.ending(state, setup),
    "skip": lambda state, setup, _: turn.next_turn(replace(state, frames=()), setup),
    "extra-turn": lambda state, *_: replace(state, extra=True).says("extra-turn", name=state.part()),
    "drew": lambda state, *_: replace(state, owed=0),
    "join": lambda state, *_: replace(state, asked="join"),
    "win {seat}": lambda state, _, said: replace(state, asked=f"win {said['seat']}"),
    "all-lose": lambda state, *_: replace(state, asked="win 0"),  # all have lost, who have no seat
    "tie": lambda state, *_: state.says("tie"),  # play goes on until it is exactly one (FX22)
    "set turn {seat}": lambda state, setup, said: turn.begins(
        replace(state, seat=int(said["seat"]), turns=1, extra=False), setup
    ),
}


# ---- Counters ----


@DEEDS.does("doom {seat} {change}", "rescue {seat} {change}", "set doom {seat} {n}", "set rescue {seat} {n}")
@DEEDS.does("set hand {seat} {n}", "set keepers {seat} {n}")
def _counted(state: State, setup: Setup, said: dict[str, str]) -> State:
    seat, of = int(said["seat"]), said["deed"].removeprefix("set ")
    count = said.get("n") or max(0, getattr(state.of(seat), of) + int(said["change"]))
    after = state.with_player(seat, **{of: int(count)})
    if of in ("hand", "keepers"):
        return after
    told = after.says("doom", name=after.part(seat), count=after.of(seat).net)
    if "doom" not in setup.reminders:
        return told
    total = turn.doom_of(after, setup)
    return told.says("antigoal.check" if state.goal == "antigoal" else "doom.table", count=total)


DEEDS |= {
    "set drawn {n}": lambda state, _, said: replace(state, drawn=int(said["n"]), owed=0),  # nothing is called for
    "set played {n}": lambda state, _, said: replace(state, played=int(said["n"])),
}


# ---- Questions to the narrator ----


DEEDS |= {
    "tell {query}": lambda state, setup, said: turn.told(state, setup, said["query"]),
    "faq {about}": lambda state, _, said: state.says(f"faq.{said['about']}"),
}
