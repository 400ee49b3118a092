"""What is said before a question of the day, so that nobody has to look at the screen (D61)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from narrator.games.night.events import Asked
from narrator.games.night.flow.eyes import lines
from narrator.games.night.state.state import Outgoing, State


def prompted(state: State, asked: Asked) -> tuple[Outgoing, ...]:
    """The words that put the day's question to all; none if the script has none for it.

    They are `say.day.…` for `ask.day.…`. Who a secret card belongs to is not among what they can name.
    """
    if state.phase != "day" or (asked.seconds and asked.key == "day.discussion" and not asked.stage):
        return ()  # the end of a talk has been announced, and nothing else is said in it
    data: dict[str, Any] = {"count": asked.most, **concerned(state, asked)}
    if asked.key == "day.hang-whether":
        data["count"] = state.count_alive() // 2 + 1
    if asked.key == "day":
        data["steps"] = named(state, asked)
        data["new"] = [step for step in data["steps"] if step not in state.chronicle.listed]
    if asked.key == "day.policy":
        data["steps"] = offered(state, asked)
    return lines(state, asked.line.replace("ask.", "say.", 1), **data)


def named(state: State, asked: Asked) -> list[str]:
    """The choices of the day that have a spoken name; what ends the day comes last."""
    spoken = [step for step in offered(state, asked) if f"say.step.{step}" in state.script.wordings]
    return sorted(spoken, key=lambda step: step == "night")


def offered(state: State, question: Asked) -> tuple[str, ...]:
    """What may be answered; at a table with phones nobody helps at the laptop, and no night is open.

    There the question has these choices all the same, as in journals from before.
    """
    phones = state.setup.answers == "phones"
    return tuple(one for one in question.choices if not (phones and (question.key, one) in _NOT_BY_PHONE))


_NOT_BY_PHONE = {("day", "helper"), ("day.policy", "open")}


def in_full(state: State, line: Outgoing) -> Outgoing:
    """The day's question as it is repeated: with all choices, as they were named last."""
    if line.line != "say.day" or not line.case:
        return line
    times = max(state.times_said.get(line.line, 0) - 1, 0)
    return replace(line, case="", times=times, data={**line.data, "new": line.data["steps"]})


def concerned(state: State, question: Asked) -> dict[str, Any]:
    """What a question's words can name: the seat that it is about, the card (D61)."""
    about: dict[str, Any] = {"seat": question.about} if question.about else {}
    card = CARDS[question.key](state, question) if question.key in CARDS else question.card
    return about | {"card": card} if card else about


CARDS: dict[str, Callable[[State, Asked], str]] = {}
"""The card that a question is about, by its key, where it does not say so itself."""
