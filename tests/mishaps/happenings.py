"""What can happen at a cue: the one source of drawn answers for all random games, whatever leads them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from narrator.cues import COMMANDS, OVERRIDE, Ask, Cue, Pause, Say, Tell
from narrator.patterns import every, slots

NEARER = ("night", "duel", "search", "hang")
"""Choices of the day that bring the end nearer."""

SELDOM = ("win", "kill", "override")
"""Choices that end a game too soon to see much of it; nine times in ten something else is drawn."""

CALLED = ("undo", "undo", *COMMANDS, OVERRIDE)
"""Commands, as often as they are drawn: going back is the hardest."""

NONSENSE = (
    *("", " ", "0", "00", "99", "-1", "+1", "1.5", "1 2", "٣", "²", "1,,2", "1,99", "2,1,2", ",", "none,1", "yes,no"),
    *("YES", " Yes ", "READY", "Undo", "tak", "szeryf", "sheriff", "bandits", "sheriff.jail", "day", "moderator"),
    *(
        "hold",
        "hurry",
        "ambience",
        "confirm",
        "time",
        "over",
        "override",
        "nobody",
        "null",
        "{seat}",
        "\x1b[31m",
        "\x00",
    ),
    "7" * 5000,
)
"""What answers nothing, or something else than was asked; seats of the dead and of nobody come besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How often people do something else than answer what they are asked: each is a share of the cues (0…1).

    They are `late`, call for `commands`, talk `nonsense`, or say `again` what was for the question before. By day
    they `hurry` the end so often.
    """

    late: float = 0.0
    commands: float = 0.0
    nonsense: float = 0.0
    again: float = 0.0
    hurry: float = 0.0


USUAL = Habits(late=0.1, commands=0.04, nonsense=0.04, again=0.02, hurry=0.5)
"""People as a random game has them."""

PROMPT = Habits(hurry=0.7)
"""People who give legal answers only, and in time."""


def legal(ask: Ask, chance: Random, habits: Habits = PROMPT) -> str:
    """Draw one of the answers that the question allows: `none` and `time` too, where they are possible."""
    if ask.window and happens(chance, habits.late):
        return "time"
    if ask.kind == "open" or not ask.open:
        return chance.choice(every(chance.choice([one for one in ask.commands if lists_values(one)])))
    if ask.kind == "text":
        return "none" if ask.optional and happens(chance, 0.1) else f"Gość {chance.getrandbits(32)}"
    near = [choice for choice in ask.choices if choice in NEARER]
    if near and not happens(chance, 1 - habits.hurry):
        return chance.choice(near)
    said = chance.choice([*ask.choices, *["none"] * ask.optional])
    if said in SELDOM and not happens(chance, 0.1):
        said = ask.choices[0]
    if ask.kind != "seats" or said == "none":
        return said
    more = chance.choices(ask.choices, k=min(chance.randint(1, ask.most), len(ask.choices)) - 1)
    return ",".join(sorted({said, *more}, key=int))


def lists_values(command: str) -> bool:
    """Whether each value of a command is listed, so that one can be drawn."""
    return all(slots(command).values())


def happens(chance: Random, share: float) -> bool:
    """Draw whether something happens that does so often; the least that can be drawn is that it does not."""
    return bool(share) and chance.random() >= 1 - share


class Guests:
    """The people at one table, to whom anything may happen at any cue.

    Like a room, they call for something before a line only while a call's time runs.
    """

    def __init__(self, chance: Random, habits: Habits = USUAL, seats: int = 30) -> None:
        self._chance, self._habits, self._seats = chance, habits, seats
        self._before, self._running = "", False

    def answer(self, ask: Ask) -> str:
        """What is said to a question: an answer, a command, or what the game must refuse."""
        said = self._say(ask)
        self._running = (self._running or bool(ask.window)) and said not in CALLED
        return said

    def _say(self, ask: Ask) -> str:
        chance, habits = self._chance, self._habits
        if happens(chance, habits.commands):
            return chance.choice(called_at(ask))
        if happens(chance, habits.nonsense):
            return self.nonsense()
        if self._before and happens(chance, habits.again):
            return self._before
        self._before = legal(ask, chance, habits)
        return self._before

    def nonsense(self) -> str:
        """What is seldom an answer: any seat, of the living, the dead or nobody, or any of the words."""
        if happens(self._chance, 0.5):
            return str(self._chance.randint(0, self._seats + 2))
        return self._chance.choice(NONSENSE)

    def call(self, cue: Cue) -> str:
        """The command that is called for before a cue goes out, if any."""
        running = self._running and isinstance(cue, Say | Tell)
        self._running = isinstance(cue, Pause) or (self._running and isinstance(cue, Tell))
        if not (running and happens(self._chance, self._habits.commands)):
            return ""
        self._running = False
        return self._chance.choice(CALLED)


def called_at(ask: Ask) -> tuple[str, ...]:
    """List the commands that are called for at a question: the game's own too, whatever it takes of the others."""
    own = (command for pattern in ask.commands for command in every(pattern) if command not in CALLED)
    return (*CALLED, *own)


def possible(ask: Ask) -> tuple[str, ...]:
    """List every single answer that the question takes, `none` and `time` too."""
    return (*ask.choices, *["none"] * ask.optional, *["time"] * bool(ask.window))
