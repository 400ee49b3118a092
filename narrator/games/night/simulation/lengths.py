"""How long a night takes to lead, and which line is the longest, computed from what is said and waited for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from random import Random
from statistics import mean
from string import Formatter

from narrator.cues import Ask, Cue, End, Pause, Say
from narrator.games.night.events import Event
from narrator.games.night.game import NightGame
from narrator.games.night.script.script import WRITTEN, Call, Script
from narrator.games.night.simulation.evening import answered
from narrator.games.night.simulation.people import sensible
from narrator.games.night.state.state import State
from narrator.games.night.told.wording import SILENT

SPEED = 14.0
"""Letters and spaces that a voice says in a second, about what the voices of the program do."""


_READ = tuple(f".{key}" for key in ("prompt", *WRITTEN))
"""Ends of the ids of what calls have to be read alone."""


def seconds_of(text: str) -> float:
    """How long a voice takes to say this."""
    return len(text) / SPEED


def nights(game: NightGame, seed: int, most: int = 1) -> dict[int, float]:
    """How many seconds each night up to this one takes, in one game with sensible people."""
    lasted: defaultdict[int, float] = defaultdict(float)
    for cue in cues(game, seed, sensibly):
        if cue.at.night > most or (cue.at.night == most and not cue.at.dark):
            break
        if cue.at.dark and isinstance(cue, Say):
            lasted[cue.at.night] += seconds_of(cue.text) + cue.pause
        elif isinstance(cue, Pause):
            lasted[cue.at.night] += cue.seconds
    return dict(lasted)


def call_seconds(script: Script, call: Call) -> float:
    """How long a call takes on average: what is spoken in it, the silences after that, and its time to act."""
    keys = ("wake", "line", "announce", "sleep") if call.public or call.open else ("wake", "line", "sleep")
    spoken = (script.wordings.get(f"{call.id}.{key}", ()) for key in keys)
    pause = script.timing.pause if call.pause is None else call.pause
    words = sum(mean(seconds_of(_bare(text)) for text in texts) + pause for texts in spoken if texts)
    least, spread = call.window or script.timing.window
    return words + (least + spread / 2 if call.do else 0.0)


Answering = Callable[[NightGame, State, Ask, Random], list[Event]]
"""What people do when they are asked: it gives the events that follow."""


def cues(game: NightGame, seed: int, answering: Answering) -> Iterator[Cue]:
    """Lead a game to its end; yield its cues."""
    chance, state = Random(seed), game.begin(seed)
    events = game.opening(state)
    while True:
        for event in events:
            state = game.fold(state, event)
        cue = game.cue(state)
        if cue is None or isinstance(cue, End):
            return
        yield cue
        events = answering(game, state, cue, chance) if isinstance(cue, Ask) else game.delivered(state)


def sensibly(game: NightGame, state: State, _: Ask, chance: Random) -> list[Event]:
    """Answer as sensible people do."""
    if state.question is None:
        return game.delivered(state)
    return answered(game, state, sensible(chance, state, state.question)).events


def longest_line(script: Script) -> tuple[str, str]:
    """The id and the words of the longest line that is spoken."""
    spoken = [
        (line, text)
        for line, texts in script.wordings.items()
        if not line.startswith(SILENT) and not line.endswith(_READ)
        for text in texts
    ]
    return max(spoken, key=lambda one: len(_bare(one[1])), default=("", ""))


def _bare(text: str) -> str:
    """The text without its placeholders, each of which is about as long as a name."""
    parts: Iterable[tuple[str, str | None, str | None, str | None]] = Formatter().parse(text)
    return "".join(said + ("x" * 7 if name else "") for said, name, _, _ in parts)
