"""Ktulu's own rules where the engine asks for them (narrator.games.night.flow.own_rules)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from narrator.games.ktulu.day import bury
from narrator.games.ktulu.day.duels import reviving
from narrator.games.ktulu.outcomes import died, holds, killed, leave
from narrator.games.ktulu.proofreading import faults_of_cards, faults_of_rules, faults_of_script
from narrator.games.ktulu.sides import BANDITS, FUGITIVES, GODS, INDIANS, LUKE, TOWN, UFOS, WINS
from narrator.games.ktulu.statue import cards_changed
from narrator.games.night import plain
from narrator.games.night.events import Asked
from narrator.games.night.flow.winning import judge, way, win
from narrator.games.night.loading import shipped_script
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State

__all__ = [
    "believed",
    "bury",
    "call_of",
    "cards_changed",
    "died",
    "faults_of_cards",
    "faults_of_rules",
    "faults_of_script",
    "habits",
    "judge_night",
    "judge_round",
    "killed",
    "last_turn",
    "leave",
    "lines_of_traits",
    "repeated",
    "rules",
    "spare_lines",
    "steps",
    "unmanned",
    "usual_line_ups",
    "usual_steps",
    "usual_wins",
]

believed, unmanned = BANDITS, (TOWN,)
rules = WINS | {"statue-on-a-body": WINS[TOWN], "holds-at-dawn": WINS[TOWN], "last-standing": WINS[INDIANS]}
usual_wins = {TOWN: ("statue-on-a-body", "holds-at-dawn"), INDIANS: ("last-standing",)}
usual_steps = ("timer", "duel", "poison", "search", "hang", "reveal")
steps = {
    BANDITS: ("sail",),
    UFOS: ("signal",),
    LUKE: ("ride",),
    FUGITIVES: ("choose-runner", "run"),
    GODS: ("shoot",),
}
repeated = (UFOS, GODS)
lines_of_traits = {
    "refuse-duels": ("sheet.day.duel", "say.day.accept", "day.duel.refused"),
    "revive": ("day.revive.line", "ask.day.revive", "day.duel.saved", "finale.turns.saved"),
    **plain.lines_of_traits,
}


spare_lines = {
    **dict.fromkeys((f"remarks.{odd}" for odd in ("no-bandit", "all-bandits", "no-sheriff")), ()),
    "finale.turns.saved": ("when", "name", "card"),
}


@way("dawn")
def statue_on_a_body(state: State, _faction: str) -> bool:
    """At the end of the night the statue lies on a body (R12, R14)."""
    return state.holder in state.dead


@way("dawn")
def holds_at_dawn(state: State, faction: str) -> bool:
    """At the end of the night somebody living of the faction holds the statue (R90)."""
    return holds(state, faction)


def usual_line_ups() -> LineUps:
    """Those of the book."""
    return shipped_script().line_ups


def judge_night(draft: Draft) -> None:
    """The statue may lie on a body, or be with somebody who wins by it (R12, R90)."""
    judge(draft, "dawn")


def judge_round(draft: Draft) -> None:
    """Somebody may have died of what was asked in the round (D60); the ship sails after it."""
    judge(draft, "dawn")
    state = draft.state
    if state.sailing and not state.winner and holds(state, BANDITS):
        win(draft, BANDITS)


def call_of(state: State, question: Asked) -> Call | None:
    """The doctor revives by day with the power of a night's call (R28)."""
    if question.key == "day.revive" and not isinstance(question.to, str):
        return reviving(state, question.to[0])[0]
    return None


@cache
def habits() -> Mapping[str, Callable[[Any, State, Asked], str]]:
    """Those of duels, searches, the dice and the gods; nobody needs them who only plays."""
    from narrator.games.ktulu.people import HABITS

    return HABITS


def last_turn(state: State, winner: str, rule: str) -> str:
    """The town finds the statue by day, the bandits sail with it, unless they win in another way."""
    if rule != WINS.get(winner):
        return ""
    if winner == TOWN and state.phase == "day":
        return "found"
    return "sailed" if winner == BANDITS else ""
