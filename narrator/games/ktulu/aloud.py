"""What is said before a question of the day, so that nobody has to look at the screen (D61)."""

from __future__ import annotations

from typing import Any

from narrator.games.ktulu.events import Asked
from narrator.games.ktulu.eyes import lines
from narrator.games.ktulu.state import Outgoing, State


def prompted(state: State, asked: Asked) -> tuple[Outgoing, ...]:
    """The words that put the day's question to all; none if the script has none for it.

    They are `say.day.…` for `ask.day.…`. Who a secret card belongs to is not among what they can name.
    """
    if state.phase != "day" or (asked.seconds and asked.key == "day.discussion" and not asked.stage):
        return ()  # the end of a talk has been announced, and nothing else is said in it
    data: dict[str, Any] = {"count": asked.most}
    if asked.key == "day.hang-whether":
        data["count"] = len(state.living()) // 2 + 1
    if asked.about:
        data["seat"] = asked.about
    if asked.key == "day":
        named = [step for step in asked.choices if f"say.step.{step}" in state.script.wordings]
        data["steps"] = sorted(named, key=lambda step: step == "night")  # what ends the day comes last
    if asked.key == "day.verdict":
        data["card"] = state.card(asked.to[0])  # type: ignore[arg-type]
    return lines(state, asked.line.replace("ask.", "say.", 1), **data)
