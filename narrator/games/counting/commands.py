"""What a game's commands do, by their patterns, and what it asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any, Generic, NamedTuple, TypeVar

from narrator import patterns
from narrator.cues import AskKind
from narrator.games.counting.setup import Setup
from narrator.games.counting.state import State

Played = TypeVar("Played", bound=State[Any])
Seated = TypeVar("Seated", bound=Setup)

_NUMBER = re.compile(r"[+-]?\d{1,9}", re.ASCII)

Deed = Callable[[Played, Seated, dict[str, str]], Played]


class Deeds(dict[str, Deed[Played, Seated]]):
    """What each command does, by its pattern without values; `named` are slots for what has a name in the lines.

    Each is done with the values that stand in its slots, and under `deed` with its words without them.
    """

    def __init__(self, named: Collection[str] = ()) -> None:
        super().__init__()
        self.named = named

    def does(self, *commands: str) -> Callable[[Deed[Played, Seated]], Deed[Played, Seated]]:
        """Say that this is what these commands do."""

        def register(deed: Deed[Played, Seated]) -> Deed[Played, Seated]:
            self.update(dict.fromkeys(commands, deed))
            return deed

        return register

    def done(self, state: Played, setup: Seated, command: str) -> Played:
        """The game after a legal command of the table."""
        for pattern, deed in self.items():
            if (found := patterns.values(pattern, command)) is not None:
                return deed(state, setup, {**found, "deed": patterns.literal(pattern)})
        raise KeyError(command)

    def line(self, state: Played, command: str) -> tuple[str, dict[str, Any]]:
        """The line that calls a command, and the numbers and players in it; other values belong to its id."""
        for pattern in self:
            found = patterns.values(pattern, command)
            if found is None:
                continue
            words, values = ["deed", *patterns.literal(pattern).split()], dict[str, Any]()
            for slot, value in found.items():
                if patterns.kind(slot) == patterns.SEAT:
                    if value not in seats(state):
                        return "", {}
                    values[f"name{slot.removeprefix(patterns.SEAT)}"] = state.part(int(value))
                elif patterns.kind(slot) in self.named:
                    values[slot] = value
                elif _NUMBER.fullmatch(value):
                    values[slot] = int(value) if value.isdecimal() else value
                else:
                    words.append(value)
            return ".".join(words), values
        return "", {}


Answers = Collection[object] | Callable[[Played], Collection[object]]
"""Answers that always are the same, or those of a state; patterns of commands, where a question is `open`."""


class Asking(NamedTuple, Generic[Played, Seated]):
    """A question: its kind, its answers, what follows from one, and `more` answers, in a form of their own."""

    kind: AskKind
    answers: Answers[Played]
    follows: Callable[[Played, Seated, str], Played]
    optional: bool = False
    more: Answers[Played] = ()

    def choices(self, state: Played) -> tuple[str, ...]:
        """What can be answered."""
        return tuple(map(str, self.answers(state) if callable(self.answers) else self.answers))

    def besides(self, state: Played) -> tuple[str, ...]:
        """What can be answered in a form of its own."""
        return tuple(map(str, self.more(state) if callable(self.more) else self.more))


YES_NO = ("yes", "no")

READY = ("ready",)
"""The answer to a question that only waits."""


def everybody(state: State[Any]) -> str:
    """All seats, as a pattern lists them."""
    return f"1-{len(state.players)}"


def seats(state: State[Any]) -> tuple[str, ...]:
    """Everybody."""
    return tuple(str(seat) for seat in range(1, len(state.players) + 1))
