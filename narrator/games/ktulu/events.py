"""What can happen in a game of Ktulu: the facts of the journal, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from narrator.cues import AskKind, At, Audience

Values = dict[str, Any]
"""What a line's placeholders stand for: seats, ids, numbers."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The game began with these cards in seats 1…n."""

    seed: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """The open question was answered (canonical form)."""

    answer: str


@dataclass(frozen=True, slots=True)
class Delivered(Event):
    """The cue at the head of the queue has gone out."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last answer was taken back: the table is again as it was when that question was open."""


@dataclass(frozen=True, slots=True)
class Repeated(Event):
    """Somebody asked to hear the open call again."""


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """Somebody asked for a pause."""


@dataclass(frozen=True, slots=True)
class Continued(Event):
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class NightBegan(Event):
    """Night fell; 0 is the zero night."""

    night: int


@dataclass(frozen=True, slots=True)
class CallOpened(Event):
    """A call was made; `actors` can act in it (empty: nobody can, and the room shall not know)."""

    call: str
    role: str
    actors: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallSkipped(Event):
    """A call of a dealt role was left out."""

    call: str
    role: str
    reason: str


@dataclass(frozen=True, slots=True)
class CallClosed(Event):
    """A call came to its end; those who woke for it close their eyes."""


@dataclass(frozen=True, slots=True)
class Asked(Event):
    """A question was put, about a seat or at a stage of its step.

    `barred` pairs a seat with the id of the reason why it is not offered.
    """

    key: str
    kind: AskKind
    to: Audience
    choices: tuple[str, ...]
    line: str
    optional: bool = False
    most: int = 1
    about: int = 0
    stage: int = 0
    seconds: float = 0.0
    barred: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """A line was given out for everybody."""

    line: str
    values: Values = field(default_factory=dict)
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Told(Event):
    """A private result was given out."""

    to: Audience
    line: str
    data: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Waited(Event):
    """The narrator gave the room the time of a choice, though nobody could choose."""


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """The power of the open call has been used, declined, or found impossible."""


@dataclass(frozen=True, slots=True)
class UseSpent(Event):
    """One of the role's limited uses was spent."""

    call: str
    role: str


@dataclass(frozen=True, slots=True)
class StatueMoved(Event):
    """The statue came to this seat; planted means that its holder does not know (R10)."""

    to: int
    planted: bool = False


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """Everybody heard that the statue is now with this faction (R15)."""

    faction: str


@dataclass(frozen=True, slots=True)
class Jailed(Event):
    """The sheriff jailed the seat (R20)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PutToSleep(Event):
    """The seat will not wake again this night: taken drinking (R25) or beaten at cards (R38)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Guarded(Event):
    """The bodyguard guards the seat (R24); one who died tonight in vain (R7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Killed(Event):
    """The seat died, by the power of that call."""

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class Escaped(Event):
    """The fugitive in the seat left the game (R60a)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Revived(Event):
    """The doctor brought the seat back (R28)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Trailed(Event):
    """Luke trails the seat (R51)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Possessed(Event):
    """Kaszabara's possession is on the seat; 0 ends it (R73)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Poisoned(Event):
    """The shamaness poisoned the seat (R37)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bound(Event):
    """The seat became the client of, was seduced by, or is blackmailed by the one who has this card (R17–R19)."""

    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class MasterChosen(Event):
    """Kali picked his master of the night (R62)."""

    seat: int


@dataclass(frozen=True, slots=True)
class RunnerChosen(Event):
    """The fugitives chose who runs (R60)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Scraped(Event):
    """A portion of gold was scraped off the statue (R64)."""


@dataclass(frozen=True, slots=True)
class Signalled(Event):
    """The UFOs sent a signal (R45)."""


@dataclass(frozen=True, slots=True)
class StatueHit(Event):
    """The gods hit the statue (R71)."""


@dataclass(frozen=True, slots=True)
class GiftLeft(Event):
    """The receiver of the statue sleeps and will be told before the eyes open (R74)."""

    seat: int


@dataclass(frozen=True, slots=True)
class DawnBroke(Event):
    """The night's calls are over; only those of the dawn are left."""


@dataclass(frozen=True, slots=True)
class DayBegan(Event):
    """Everybody woke; who died or escaped is public now (R80)."""


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """Somebody challenged somebody to a duel (R83)."""

    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class DuelRefused(Event):
    """The challenge was refused; it does not count."""


@dataclass(frozen=True, slots=True)
class DuelBegan(Event):
    """The challenge was accepted, or could not be refused."""


@dataclass(frozen=True, slots=True)
class Voted(Event):
    """So many voted for the death of the duellist in the seat."""

    seat: int
    votes: int


@dataclass(frozen=True, slots=True)
class Doomed(Event):
    """By the result as it stands now, these die of the duel."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DuelEnded(Event):
    """The duel is over."""


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """A living player showed the card (R6)."""

    seat: int


@dataclass(frozen=True, slots=True)
class PoisonAsked(Event):
    """The moderator asked for the poison's moment (R82)."""


@dataclass(frozen=True, slots=True)
class PoisonStruck(Event):
    """The poison had its effect on the seat (R37)."""

    seat: int


@dataclass(frozen=True, slots=True)
class BallotOpened(Event):
    """A vote began: everybody gives `votes` to the nominees for so many places; some are elected already."""

    purpose: str
    nominees: tuple[int, ...]
    places: int
    votes: int
    elected: tuple[int, ...] = ()
    runoff: bool = False


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """The votes for the next nominee were counted."""

    votes: int


@dataclass(frozen=True, slots=True)
class BallotClosed(Event):
    """The vote is over."""


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """The town searched these people (R86)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Condemned(Event):
    """The town has settled whom it hangs: one, or nobody (R86)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Overridden(Event):
    """A moderator set something that the rules would have otherwise: kill, revive, statue or believed."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class Won(Event):
    """The game ended. `winner` is a faction or `nobody`; `rule` says why."""

    winner: str
    rule: str
