"""What random evenings must have met at least once, or they prove less than it seems.

`sometimes(what)` stands where something is met; what is wanted and was never met fails a test, which names it.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from narrator.cues import RESUME
from narrator.games.ktulu.sides import WINS
from narrator.games.night import events as e
from narrator.games.night.day.ballots import VOTE_LINES
from narrator.games.night.flow.effects import EFFECTS, FOLLOW_UPS
from narrator.games.night.flow.moments import ANSWER, TAKES
from narrator.games.night.flow.overrides import SETTINGS
from narrator.games.night.flow.steps import STEPS

from tests.scenario import SCRIPT, USED, shipped_script

Kind = Literal["effects", "questions", "marks", "wins", "settings", "refusals", "commands", "events", "votes"]

_COMMANDS = [(said, now) for now, takes in TAKES.items() for said in takes if said != ANSWER]
_REASONS = [
    line.removeprefix("refused.")
    for line in SCRIPT.wordings
    if line.startswith("refused.") and line.count(".") == 1  # a further part tells a reason's other words apart
]
OTHERS = (shipped_script("werewolf"), shipped_script("avalon"))
"""Scripts of other games of nights, in which there is what Ktulu has not."""

_EFFECTS = [call.do for one in OTHERS for _, call in one.every_call if call.do]
_ELSEWHERE = {"kill-too": "raid-may-kill", "kill-instead": "raid-or-kill", "then-kill": "learn-whether"}
"""The later questions of effects that the shipped script may lack."""
_LATER = [key for key in FOLLOW_UPS if _ELSEWHERE.get(key) in (None, *USED)]
_POWERS = {*USED, *_EFFECTS}
_MARKS = dict.fromkeys(mark.id for word, power in EFFECTS.items() if word in _POWERS for mark in power.marks)
_BREAKS = [(RESUME, now) for now in TAKES if now not in ("idle", "over")]

VOTED = (
    *(line for line in VOTE_LINES if line.startswith("day.")),
    *("day.hang.no-majority", "day.duel.undecided"),
)
"""What is said in votes by some of their words alone (D93)."""

WANTED: dict[Kind, tuple[str, ...]] = {
    "effects": tuple(f"effect {effect}" for effect in dict.fromkeys((*USED, *_EFFECTS))),
    "questions": tuple(f"question {key}" for key in (*_LATER, *STEPS)),
    "marks": tuple(f"mark {mark}, and the night after" for mark in _MARKS),
    "wins": tuple(f"win of {winner}" for winner in (*WINS, *(side for one in OTHERS for side in one.factions))),
    "settings": tuple(f"{what} is set" for what in SETTINGS),
    "refusals": tuple(f"refused: {reason}" for reason in _REASONS),
    "commands": tuple(f"{said} at a {now}" for said, now in (*_COMMANDS, *_BREAKS)),
    "votes": tuple(f"line {line}" for line in VOTED),
    "events": tuple(f"event {kind.__name__}" for kind in e.Event.__subclasses__()),
}
"""All that must be met; it follows from the rules and the shipped script, and so grows with them."""

MET: Counter[str] = Counter()
"""How often each was met so far."""

_KNOWN = {what for found in WANTED.values() for what in found}


def sometimes(what: str) -> None:
    """Note that this was met."""
    assert what in _KNOWN, f"nobody asks whether {what!r} was met"
    MET[what] += 1


def never_met(*kinds: Kind) -> list[str]:
    """List what is wanted, of these kinds or of all, and was not met."""
    return [what for kind in kinds or WANTED for what in WANTED[kind] if not MET[what]]


def rarest(*kinds: Kind, most: int = 12) -> str:
    """What was met least of what is wanted, of these kinds or of all, and how often."""
    wanted = [what for kind in kinds or WANTED for what in WANTED[kind]]
    return ", ".join(f"{what} {MET[what]}" for what in sorted(wanted, key=lambda what: (MET[what], what))[:most])
