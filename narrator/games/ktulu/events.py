"""What can happen in a game of Ktulu: the facts of the journal, in the past tense."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from narrator.cues import AskKind, At, Audience
from narrator.games.ktulu.value import value

Values = dict[str, Any]
"""What a line's placeholders stand for: seats, ids, numbers."""


@value
class Event:
    """Something that happened."""


@value
class Began(Event):
    """The game began with these cards in seats 1…n."""

    seed: int
    cards: tuple[str, ...]


@value
class Answered(Event):
    """The open question was answered (canonical form)."""

    answer: str


@value
class Delivered(Event):
    """The cue at the head of the queue has gone out."""


@value
class Undone(Event):
    """The last answer was taken back: the table is again as it was when that question was open."""


@value
class Repeated(Event):
    """Somebody asked to hear the open call again."""


@value
class Paused(Event):
    """Somebody asked for a pause."""


@value
class Continued(Event):
    """The pause is over."""


@value
class NightBegan(Event):
    """Night fell; 0 is the zero night."""

    night: int


@value
class CallOpened(Event):
    """A call was made; `actors` can act in it (empty: nobody can, and the room shall not know)."""

    call: str
    role: str
    actors: tuple[int, ...]


@value
class CallSkipped(Event):
    """A call of a dealt role was left out."""

    call: str
    role: str
    reason: str


@value
class CallClosed(Event):
    """A call came to its end; those who woke for it close their eyes."""


@value
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


@value
class Announced(Event):
    """A line was given out for everybody."""

    line: str
    values: Values = field(default_factory=dict)
    at: At | None = None


@value
class Told(Event):
    """A private result was given out."""

    to: Audience
    line: str
    data: Values = field(default_factory=dict)


@value
class Waited(Event):
    """The open call's time began: as long as a choice may take, whether or not anybody can choose (R102)."""


@value
class Acted(Event):
    """The power of the open call has been used, declined, or found impossible."""


@value
class UseSpent(Event):
    """One of the role's limited uses was spent."""

    call: str
    role: str


@value
class StatueMoved(Event):
    """The statue came to this seat; planted means that its holder does not know (R10)."""

    to: int
    planted: bool = False


@value
class TakenOver(Event):
    """Everybody heard that the statue is now with this faction (R15)."""

    faction: str


@value
class Jailed(Event):
    """The sheriff jailed the seat (R20)."""

    seat: int


@value
class PutToSleep(Event):
    """The seat will not wake again this night: taken drinking (R25) or beaten at cards (R38)."""

    seat: int


@value
class Guarded(Event):
    """The bodyguard guards the seat (R24); one who died tonight in vain (R7)."""

    seat: int


@value
class Killed(Event):
    """The seat died, by the power of that call."""

    seat: int
    by: str


@value
class Escaped(Event):
    """The fugitive in the seat left the game (R60a)."""

    seat: int


@value
class Revived(Event):
    """The doctor brought the seat back (R28)."""

    seat: int


@value
class Trailed(Event):
    """Luke trails the seat (R51)."""

    seat: int


@value
class Possessed(Event):
    """Kaszabara's possession is on the seat; 0 ends it (R73)."""

    seat: int


@value
class Poisoned(Event):
    """The shamaness poisoned the seat (R37)."""

    seat: int


@value
class Bound(Event):
    """The seat became the client of, was seduced by, or is blackmailed by the one who has this card (R17–R19)."""

    seat: int
    role: str


@value
class MasterChosen(Event):
    """Kali picked his master of the night (R62)."""

    seat: int


@value
class RunnerChosen(Event):
    """The fugitives chose who runs (R60)."""

    seat: int


@value
class Scraped(Event):
    """A portion of gold was scraped off the statue (R64)."""


@value
class Signalled(Event):
    """The UFOs sent a signal (R45)."""


@value
class StatueHit(Event):
    """The gods hit the statue (R71)."""


@value
class GiftLeft(Event):
    """The receiver of the statue sleeps and will be told before the eyes open (R74)."""

    seat: int


@value
class DawnBroke(Event):
    """The night's calls are over; only those of the dawn are left."""


@value
class DayBegan(Event):
    """Everybody woke; who died or escaped is public now (R80)."""


@value
class Challenged(Event):
    """Somebody challenged somebody to a duel (R83)."""

    attacker: int
    defender: int


@value
class DuelRefused(Event):
    """The challenge was refused; it does not count."""


@value
class DuelBegan(Event):
    """The challenge was accepted, or could not be refused."""


@value
class Voted(Event):
    """So many voted for the death of the duellist in the seat."""

    seat: int
    votes: int


@value
class Doomed(Event):
    """By the result as it stands now, these die of the duel."""

    seats: tuple[int, ...]


@value
class DuelEnded(Event):
    """The duel is over."""


@value
class CardShown(Event):
    """A living player showed the card (R6)."""

    seat: int


@value
class PoisonAsked(Event):
    """The moderator asked for the poison's moment (R82)."""


@value
class PoisonStruck(Event):
    """The poison had its effect on the seat (R37)."""

    seat: int


@value
class BallotOpened(Event):
    """A vote began: everybody gives `votes` to the nominees for so many places; some are elected already."""

    purpose: str
    nominees: tuple[int, ...]
    places: int
    votes: int
    elected: tuple[int, ...] = ()
    runoff: bool = False


@value
class Counted(Event):
    """The votes for the next nominee were counted."""

    votes: int


@value
class BallotClosed(Event):
    """The vote is over."""


@value
class Searched(Event):
    """The town searched these people (R86)."""

    seats: tuple[int, ...]


@value
class Condemned(Event):
    """The town has settled whom it hangs: one, or nobody (R86)."""

    seats: tuple[int, ...]


@value
class Overridden(Event):
    """A moderator set something that the rules would have otherwise: kill, revive, statue or believed."""

    what: str
    value: str


@value
class Won(Event):
    """The game ended. `winner` is a faction or `nobody`; `rule` says why."""

    winner: str
    rule: str
