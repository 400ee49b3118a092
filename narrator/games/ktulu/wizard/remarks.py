"""What is odd or wrong about a line-up, in the words of the people who choose it."""

from __future__ import annotations

from collections.abc import Mapping

from narrator.errors import Problem
from narrator.games.ktulu.script import Names
from narrator.games.ktulu.wizard.questions import texts


def told(problem: Problem, names: Mapping[str, Names]) -> str:
    """Tell the problem; one that has no words here is told as `narrator check` tells it."""
    key = f"remarks.{problem.key}"
    if key not in texts():
        return str(problem)
    return texts().word(key, about=", ".join(names[role].name for role in problem.about))
