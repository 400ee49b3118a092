"""The state of a game: who lives, who sleeps, where the statue is, and the place in the night."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any, Literal

from narrator.cues import At, Audience, Phase
from narrator.games.night.events import Asked, BallotOpened, Kept
from narrator.games.night.script.script import Call, Script
from narrator.games.night.script.seating import Seating, seen
from narrator.games.night.script.setup import HouseRules, Policy, Setup
from narrator.games.night.state.marks import SAFE, UNMARKED, Marks
from narrator.games.night.told.chronicle import UNWRITTEN, Chronicle
from narrator.values import changed, dataclass, field, frozen


class Unseen(Exception):
    """A step of the rules needs a card that nobody has seen: this seat's, or else to know who has this card."""

    def __init__(self, seat: int = 0, card: str = "", *, optional: bool = False) -> None:
        super().__init__(seat, card)
        self.seat, self.card, self.optional = seat, card, optional


@frozen
class Outgoing:
    """A cue that waits to go out: its line's id, for whom, and what the placeholders stand for.

    `times` is how often the line had gone out before, if it is heard again in the same words. `case` is the line that
    is said instead, chosen by what is known when it is queued. `known` is the state that a line of the day shows.
    """

    kind: Literal["say", "tell", "pause"]
    at: At
    line: str = ""
    to: Audience = "all"
    data: dict[str, Any] = field(default_factory=dict)
    times: int | None = None
    case: str = ""
    known: State | None = field(default=None, compare=False, repr=False)

    @property
    def said(self) -> str:
        """The id of the line whose wordings are said."""
        return self.case or self.line


@frozen
class Turn:
    """The open call, whose role it is, who can act in it, and what they have answered so far."""

    call: str
    role: str
    actors: tuple[int, ...]
    stage: Literal["opened", "acting", "acted"] = "opened"
    answers: tuple[str, ...] = ()

    def at_stage(self, stage: Literal["acting", "acted"]) -> Turn:
        """The same turn, gone on."""
        return Turn(self.call, self.role, self.actors, stage, self.answers)


@frozen
class Aside:
    """What was going on when a moderator began to set something, and what they have answered since (D65)."""

    turn: Turn | None
    question: Asked | None
    queue: tuple[Outgoing, ...]
    window: tuple[Outgoing, ...]
    answering: tuple[Asked, str] | None = None
    given: tuple[str, ...] = ()


@frozen
class Today:
    """What has happened in this day so far."""

    bouts: int = 0
    """How often two were against each other."""
    pair: tuple[int, ...] = ()
    """The two between whom the vote under way decides; they have none in it."""
    purpose: str = "hang"
    """What is voted on where no ballot is open."""
    doomed: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    poison: bool = False
    ballot: BallotOpened | None = None
    counted: tuple[int, ...] = ()
    undecided: int = 0
    """How many rounds of the vote that is under way have decided nothing."""
    raised: int = 0
    """How often hands were counted, whatever came of it."""
    voted: bool = False
    searched: tuple[int, ...] = ()
    hanged: bool = False
    condemned: tuple[int, ...] = ()

    def after_vote(self) -> Today:
        """The day with no vote under way."""
        return changed(self, pair=(), purpose="hang", doomed=(), spared=(), ballot=None, counted=(), undecided=0)


@dataclass
class State:
    """Everything that the game knows. Treated as a value: `fold` copies, nothing else writes."""

    script: Script = field(compare=False, repr=False)
    setup: Setup = field(repr=False)

    quiet: bool = field(default=False, compare=False, repr=False)
    """At a quiet table nothing goes out, nor is remembered as said: the game runs on from question to question."""

    seed: int = 0
    policy: Policy = "masked"
    helped: bool = False
    """Whether players without a moderator have those who are out to watch and to answer (D63)."""
    offered: bool = False
    """Whether all have heard that this is possible."""
    cards: tuple[str, ...] = ()
    unseen: frozenset[int] = frozenset()
    """The seats whose cards nobody has seen yet, at a table that dealt its own deck; theirs in `cards` may lie
    anywhere among them."""
    absent: frozenset[tuple[str, str]] = frozenset()
    """The cards for which nobody opened their eyes: in which call, in which faction tonight, or stood up by day."""
    answering: tuple[Asked, str] | None = None
    """The last question with its answer, whose step goes on once a card is seen."""
    winning: tuple[str, str] | None = None
    """Who has won, and by which rule, while cards are still shown before it is said."""
    strict: bool = field(default=False, compare=False, repr=False)
    """While a step of the rules is taken: reading a card that nobody has seen raises Unseen."""

    phase: Phase = "start"
    night: int = 0
    place: int = 0
    turn: Turn | None = None
    queue: tuple[Outgoing, ...] = ()
    question: Asked | None = None
    paused: bool = False
    held: tuple[Outgoing, ...] = ()
    """What was to go out next when the pause began."""
    aside: Aside | None = None
    """What was going on, while a moderator sets something."""
    gate: bool = False
    """Whether the pause comes before a night that goes on: until it ends, eyes may be open."""
    window: tuple[Outgoing, ...] = ()
    """While a call's time runs: what goes out again if the time begins anew."""
    untouched: bool = field(default=False, compare=False, repr=False)
    """Whether nobody is asked or shown anything in the call's time that began last."""
    before: State | None = field(default=None, compare=False, repr=False)
    """The state that undo goes back to."""
    began: State | None = field(default=None, compare=False, repr=False)
    """While a call's time runs: the state that undo goes back to, though the next call may be open already."""
    projected: tuple[tuple[Any, ...], Any] | None = field(default=None, compare=False, repr=False)
    """The last public projection, with the facts that it was made from."""
    heard: State | None = field(default=None, compare=False, repr=False)
    """The state when the last line went out; a public view of a newer one would show more than was heard."""
    times_said: dict[str, int] = field(default_factory=dict)
    """How often the room has heard each line, so that its wordings take turns."""
    said: tuple[Outgoing, ...] = field(default=(), compare=False, repr=False)
    """What everybody heard since an answer aloud or a call of the night, to be repeated."""
    answered: bool = field(default=False, compare=False, repr=False)
    """Whether somebody has answered aloud since the last of them."""
    retreat: tuple[int, int] = (0, 0)
    """How many steps there were when undoing began, and how many were left when it last went back."""

    swaps: tuple[tuple[int, int], ...] = ()
    """Who has each other's cards as this night ends, in order (D89)."""

    dead: frozenset[int] = frozenset()
    escaped: frozenset[int] = frozenset()
    gone_tonight: tuple[int, ...] = ()
    marks: Marks = UNMARKED

    holder: int = 0
    planted: bool = False
    planted_on: int = 0
    planter: str = ""
    believed: str = ""
    took_over: frozenset[str] = frozenset()

    uses: dict[tuple[str, str], int] = field(default_factory=dict)
    hushed: frozenset[str] = frozenset()
    """The calls that were once made while nobody would have heard their public pick (D78, D79)."""
    scrapes: int = 0
    killed_since: frozenset[int] = frozenset()
    """Who was killed since the last escape, and whose card is known (R60)."""
    signals: int = 0
    hits: int = 0

    letters: tuple[Kept, ...] = ()
    """What is kept for players who slept, and was not read yet (D59)."""
    dues: int = 0
    """How many calls were made since the last round that may have left somebody a letter, or a question."""
    dreaming: bool = False
    """Whether somebody may still answer a dream in the round to come; no win at dawn comes before that (D60)."""
    readers: tuple[int, ...] = ()
    """In a round: those still to come to the screen, the next one first."""
    replies: tuple[tuple[Kept, str], ...] = ()
    """In a round: what was answered to the questions kept."""
    sailing: bool = False
    """Whether the bandits will sail after the round, if they hold the statue still (D60)."""
    up: bool = False
    """Whether all eyes are open already though the dawn is not over, since there was a round."""

    today: Today = field(default_factory=Today)
    chronicle: Chronicle = UNWRITTEN
    shown: frozenset[int] = frozenset()
    shots: frozenset[int] = frozenset()
    """The dead who were asked for a last shot, or can have none (D83)."""
    went_home: frozenset[int] = frozenset()

    winner: str = ""
    rule: str = ""
    together: tuple[int, ...] = ()
    """Who has won in the name of a side that has no cards (D87)."""

    @property
    def rules(self) -> HouseRules:
        """The house rules in force, with the defaults that depend on the number of players filled in."""
        return self.setup.rules

    @property
    def led(self) -> bool:
        """Whether a moderator touches, shows and watches; if not, the players are alone with the screen (D59)."""
        return self.helped or self.setup.answers == "moderator"

    @property
    def secret(self) -> bool:
        """Whether what the room hears at night may depend on public facts alone (R103)."""
        return self.policy != "open"

    @property
    def windowed(self) -> bool:
        """Whether the open question lasts as long as a call: at night, and when the doctor is asked by day."""
        return self.secret and (self.turn is not None or self.reviving)

    @property
    def silence_answers(self) -> bool:
        """Whether silence answers the open question though no call's time runs: it means nobody, or no.

        So it is where players are alone and are asked in an open night, or for a card that nobody need show. A
        moderator sees when nothing comes.
        """
        asked = self.question
        if asked is None or self.led or self.windowed:
            return False
        return self.turn is not None or self.reviving or asked.key in ("day.pardon", "day.verdict")

    @property
    def reviving(self) -> bool:
        """Whether the doctor is asked by day, while all others have their eyes closed (R83)."""
        return self.question is not None and self.question.key == "day.revive"

    @property
    def outside(self) -> State:
        """The state as all others know it: what a moderator is about to set concerns nobody else yet."""
        aside = self.aside
        if aside is None:
            return self
        new = self.copy()
        new.turn, new.question, new.window, new.aside = aside.turn, aside.question, aside.window, None
        new.queue = (*self.queue, *aside.queue)
        return new

    def copy(self) -> State:
        """A copy that may be written to."""
        new = object.__new__(State)
        new.__dict__ = self.__dict__.copy()
        return new

    def deal(self, cards: tuple[str, ...]) -> None:
        """Give out these cards, in seats 1…n: the only way in which they change."""
        self.cards = cards
        self.__dict__.pop("seating", None)  # it followed from others

    def see(self, seat: int, card: str) -> None:
        """Let the seat have the card for certain (`seen`); a player who has shown another card has shown none."""
        cards, self.unseen = seen(self.cards, self.unseen, seat, card)
        if cards != self.cards:
            self.shown -= {one for one in self.seats() if cards[one - 1] != self.cards[one - 1]}
            self.deal(cards)

    def hidden_cards(self) -> list[str]:
        """The cards that nobody has seen, highest rank first; one that several have comes as often."""
        return sorted((self.cards[seat - 1] for seat in self.unseen), key=self.script.rank.__getitem__)

    def alive(self, seat: int) -> bool:
        """Whether the player is neither killed nor escaped (R2)."""
        return seat not in self.dead and seat not in self.escaped

    def active(self, seat: int) -> bool:
        """Whether the player lives and wakes tonight (R3)."""
        return self.alive(seat) and seat not in self.marks.asleep

    def dreams(self, seat: int) -> bool:
        """Whether a nightmare can come: also to those who died tonight, but to nobody put to sleep (D54)."""
        return seat not in self.marks.asleep if self.alive(seat) else seat not in self.marks.put_to_sleep

    def living(self) -> list[int]:
        """List the seats of the living."""
        gone = self.dead | self.escaped
        return [seat for seat in range(1, len(self.cards) + 1) if seat not in gone]

    def count_alive(self) -> int:
        """Count the living."""
        return len(self.cards) - len(self.dead | self.escaped)

    def known_gone(self) -> frozenset[int]:
        """The seats of those whom everybody knows to be dead or escaped (R7)."""
        return (self.dead | self.escaped).difference(self.gone_tonight)

    def covered(self, seat: int) -> bool:
        """Whether nobody sees the card of the seat when its player is out (D78)."""
        return self.rules.dead != "card" and seat not in self.shown

    def publicly_gone(self, seat: int) -> bool:
        """Whether everybody knows that the player is dead or escaped (R7)."""
        return not self.alive(seat) and seat not in self.gone_tonight

    @property
    def killed_tonight(self) -> tuple[int, ...]:
        """Who was killed in this night so far, and lives no more."""
        return tuple(seat for seat in self.gone_tonight if seat in self.dead)

    @cached_property
    def seating(self) -> Seating:
        """What follows from the cards alone; copies of the state share it, until cards change (`deal`)."""
        return Seating.of(self.script, self.cards)

    def seats(self) -> range:
        """All seats, 1…n."""
        return range(1, len(self.cards) + 1)

    def card(self, seat: int) -> str:
        """The role in this seat."""
        if self.strict and seat in self.unseen:
            raise Unseen(seat)
        return self.cards[seat - 1]

    def card_at_last(self, seat: int) -> str:
        """The role that is in this seat once the night is over and all who swap have changed cards."""
        return self.card(self._giver(seat))

    def change_cards(self) -> None:
        """Let all who swap tonight have each other's cards."""
        givers = [self._giver(seat) for seat in self.seats()]
        self.deal(tuple(self.cards[giver - 1] for giver in givers))
        self.unseen = frozenset(seat for seat, giver in enumerate(givers, 1) if giver in self.unseen)
        self.swaps = ()

    def _giver(self, seat: int) -> int:
        """Who has now the card that will be in this seat."""
        for one, other in reversed(self.swaps):
            seat = other if seat == one else one if seat == other else seat
        return seat

    def spent(self, call: str, role: str) -> int:
        """Count how often the role has used the call's power."""
        return self.uses.get((call, role), 0)

    def faction(self, seat: int) -> str:
        """The faction of the card in this seat."""
        factions = self.seating.factions
        if self.strict and seat in self.unseen and len({factions[one - 1] for one in self.unseen}) > 1:
            raise Unseen(seat)
        return factions[seat - 1]

    def has_any(self, seat: int, cards: Collection[str]) -> bool:
        """Whether the seat's card is one of these; where all unseen cards are, or none is, nobody need look."""
        if self.strict and seat in self.unseen and len({card in cards for card in self.hidden_cards()}) > 1:
            raise Unseen(seat)
        return self.cards[seat - 1] in cards

    def sides_with(self, seat: int, faction: str) -> bool:
        """Whether the seat's card is of the faction."""
        return self.has_any(seat, self.cards_of(faction))

    def any_lives(self, cards: Collection[str]) -> bool:
        """Whether anybody alive has one of these cards; of unseen ones, their number settles it nearly always."""
        unseen, dealt = self.unseen, self.cards
        if any(dealt[seat - 1] in cards for seat in self.living() if seat not in unseen):
            return True
        hidden = sum(card in cards for card in self.hidden_cards())
        gone = [seat for seat in sorted(unseen) if not self.alive(seat)]
        if not gone or not hidden or hidden > len(gone) or len(gone) == len(unseen):
            return hidden > len(gone)
        if self.strict:
            raise Unseen(gone[0])
        return any(dealt[seat - 1] in cards for seat in unseen if self.alive(seat))

    def count_living(self, cards: Collection[str]) -> int:
        """Count the living who have one of these cards; only the cards of those who are gone have to be seen."""
        gone = self.dead | self.escaped
        return sum(card in cards for card in self.cards) - sum(self.has_any(seat, cards) for seat in gone)

    def cards_of(self, who: str) -> frozenset[str]:
        """The dealt cards of a role or a faction."""
        return self.seating.dealt.whose.get(who, frozenset())

    def cards_with(self, trait: str) -> frozenset[str]:
        """The dealt cards that have this trait."""
        return self.seating.dealt.traits.get(trait, frozenset())

    def members(self, faction: str) -> tuple[int, ...]:
        """List the seats of a faction, as far as they are known, highest rank first (D1)."""
        found = self.seating.members.get(faction, ())
        return tuple(seat for seat in found if seat not in self.unseen) if self.unseen else found

    def seat_of(self, role: str) -> int:
        """The seat of a unique role, 0 if it was not dealt or nobody knows who has it."""
        seat = self.seating.seat_of.get(role, 0)
        return 0 if seat in self.unseen else seat

    def holders(self, effect: str) -> tuple[int, ...]:
        """List the seats whose calls have this effect, highest rank first, dead or alive."""
        return self.seating.holders.get(effect, ())

    def with_trait(self, trait: str) -> tuple[int, ...]:
        """List the seats whose cards have this trait, highest rank first, dead or alive."""
        return self.seating.traits.get(trait, ())

    def safe(self, seat: int) -> bool:
        """Whether the player cannot be killed tonight: by a mark, such as a guard's who lives (R4, R24)."""
        return seat in self.marks.on(*SAFE) or any(map(self.lives, self.marks.owners("guard", seat)))

    def lives(self, who: str) -> bool:
        """Whether this role, or anybody of this faction, is alive."""
        return self.any_lives(self.cards_of(who)) if self.unseen else any(map(self.alive, self.seats_of(who)))

    def seats_of(self, who: str) -> tuple[int, ...]:
        """List the seats of a role or a faction, highest rank first."""
        seat = self.seat_of(who)
        return (seat,) if seat else self.members(who)

    @property
    def call(self) -> Call | None:
        """The open call."""
        return self.script.calls_by_phase[self.phase, self.turn.call] if self.turn else None

    @property
    def at(self) -> At:
        """The place in the game: the open call, else the phase; a round is at dawn, after the zero night too."""
        call = self.call
        if call is None:
            phase: Phase = "dawn" if self.up and self.phase == "zero" else self.phase
            return At(call=self.question.key if self.question else phase, night=self.night, phase=phase)
        return At(call=call.id, book=call.book, night=self.night, phase=self.phase)

    @property
    def held_at(self) -> At:
        """The place at which a pause holds the game, as the room knows it."""
        return self.held[0].at if self.held else self.at
