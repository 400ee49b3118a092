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
from narrator.games.night.flow.winning import clauses
from narrator.games.night.plain import NIGHT

from tests.own_script import with_calls
from tests.scenario import SCRIPT, USED, shipped_script

Kind = Literal["effects", "questions", "marks", "wins", "ways", "settings", "refusals", "commands", "events", "votes"]

_COMMANDS = [(said, now) for now, takes in TAKES.items() for said in takes if said != ANSWER]
_REASONS = [
    line.removeprefix("refused.")
    for line in SCRIPT.wordings
    if line.startswith("refused.") and line.count(".") == 1  # a further part tells a reason's other words apart
]
_THEN = "Czy numer {seat}, {name}, ma zginąć?"
OWN = with_calls(
    {
        "shaman.trance": {"do": "learn-whether", "shows": ["bandits", "sheriff"], "then": _THEN},
        "bandits.search": {"do": "raid-may-kill", "then": _THEN},
        "indians.kill-again": {"do": "kill-several", "ask": "seats", "picks": 2},
        "ufos.search": {"do": "raid-or-kill", "then": _THEN},
    },
    {"tell.one-of-them": "Tak: numer {seat}, {name}.", "tell.not-one": "Nie: numer {seat}, {name}."},
)
"""Ktulu with powers that the shipped script has not, and that come after a second question."""

OTHERS = (shipped_script("werewolf"), shipped_script("avalon"), OWN)
"""Scripts in which there is what Ktulu has not."""

_EFFECTS = [call.do for one in OTHERS for _, call in one.every_call if call.do]
_POWERS = {*USED, *_EFFECTS}
_MARKS = dict.fromkeys(mark.id for word, power in EFFECTS.items() if word in _POWERS for mark in power.marks)
_MARKS["wounded"] = None  # a card's, not a call's
_SIDES = [side for one in OTHERS for side in one.factions]
_WAYS = [one.word for script in OTHERS if script.game == NIGHT for one in clauses(script) if one.word != "declared"]
_BREAKS = [(RESUME, now) for now in TAKES if now not in ("idle", "over")]

VOTED = (
    *(line for line in VOTE_LINES if line.startswith("day.")),
    *("day.hang.no-majority", "day.duel.undecided"),
)
"""What is said in votes by some of their words alone (D93)."""

WANTED: dict[Kind, tuple[str, ...]] = {
    "effects": tuple(f"effect {effect}" for effect in dict.fromkeys((*USED, *_EFFECTS))),
    "questions": tuple(f"question {key}" for key in (*FOLLOW_UPS, *STEPS)),
    "marks": tuple(f"mark {mark}, and the night after" for mark in _MARKS),
    "wins": tuple(f"win of {winner}" for winner in dict.fromkeys((*WINS, *_SIDES))),
    "ways": tuple(f"way {way}" for way in dict.fromkeys((*_WAYS, "D85"))),
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
