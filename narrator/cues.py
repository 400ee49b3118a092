"""What goes out to the table: lines to say, questions, private results, silences, and the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from narrator.patterns import bare, command_of
from narrator.values import Field, dataclass, field, fields, is_dataclass

Audience = Literal["all", "moderator"] | tuple[int, ...]
"""Who a cue is for: the whole circle, the moderator alone, or the players in these seats (1…n)."""

AskKind = Literal["seat", "seats", "yes-no", "card", "choice", "count", "text", "ready", "page", "open"]
"""What is asked for: `text` in words of one's own, such as a name, which nobody can choose or say.

A `page` is read by one player alone, all eyes open, and turned with *ready*, *yes* or *no*. Where a question is
`open` nothing in particular is asked: the game waits for whichever of its own commands comes.
"""

Phase = Literal["start", "zero", "night", "dawn", "day", "over"]
"""The phases of a game: all eyes are closed from `zero` or `night` until `dawn` is over."""

COMMANDS = ("repeat", "undo", "pause")
"""What may be said instead of an answer, at nearly every question."""

Weight = Literal["light", "counted", "final"]
"""How much a command counts.

A `light` one, such as a query, changes nothing: it is no answer that stands, nobody goes back to it, and it costs
nothing if it was misheard. A `counted` one is an answer. A `final` one is asked back before it is taken.
"""

_WEIGHTS: Mapping[str, Weight] = {"repeat": "light", "pause": "light"}

REDO = "redo"
"""What is said to give the answer again that was undone last; the game never sees it."""

OVERRIDE = "override"
"""What whoever leads may say besides, where a game lets them set what the rules have otherwise."""

RESUME = "resume"
"""What a game is told when it goes on after a while in which nobody led it."""

UNHEARD = "unheard"
"""What a game is told when a cue goes out that nobody hears, since answers are only given again."""

UNDO_UNHEARD = "undo unheard"
"""What it is told when a step is taken back for that."""

TIME = "time"
"""What a room answers when nobody did in time."""

CONFIRM = "confirm"
"""What is said to an answer that is asked back, so that a yes amid talk is none."""

HELP = "help"
"""What is typed at any question to read what can be answered, or with a word behind it, what that is."""

AMBIENCE = "ambience"
"""What is typed at any question to switch the ambience off and on; the game never sees it."""

PHONES = "phones"
"""What is typed at any question to let one more phone in; the game never sees it."""

HOLD, HURRY = "hold", "hurry"
"""What makes a call longer or shorter for everybody; the game never sees it."""

LONGEST = 500
"""The most letters of an answer: enough for all seats of a table. Anything longer answers nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """The place in the game: the call's id and its number in the book, the night (0 is the zero night), the phase."""

    call: str = ""
    book: str = ""
    night: int = 0
    phase: Phase = "night"

    @property
    def dark(self) -> bool:
        """Whether it is night for the circle. Only the phase says so; a call's id may be anything."""
        return self.phase in ("zero", "night", "dawn")


class Part(NamedTuple):
    """A piece of a line that always sounds the same: a phrase, a number, a name. Stops between them have no id."""

    id: str
    text: str


TIMBRES = ("ether", "cloud")
"""What a voice may sound like."""

SIGNALS = ("nightfall", "dawn", "win")
"""The sounds that may come before a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How the lines of a table are said, beside their words; public, and the same all evening."""

    words: Mapping[str, str] = field(default_factory=dict)
    """Words of the script, and how they are spelt for a voice that would say them wrong."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The same for players' names."""
    timbres: Mapping[str, str] = field(default_factory=dict)
    """For each line's id, without its wording, one of TIMBRES; a line that is not there sounds plain."""
    signals: Mapping[str, str] = field(default_factory=dict)
    """The same for what sounds before a line: one of SIGNALS, or a sound file."""

    def timbre(self, parts: Sequence[Part]) -> str:
        """The timbre of the line with these parts; empty if it has none."""
        return _of_line(self.timbres, parts)

    def signal(self, parts: Sequence[Part]) -> str:
        """What sounds before the line with these parts; empty if nothing does."""
        return _of_line(self.signals, parts)

    def spelt(self, text: str, parts: Sequence[Part] = ()) -> str:
        """Spell a line for the voice: names where its parts have them, and whole words, large or small."""
        pieces = parts or (Part("", text),)
        return "".join(self._piece(part) for part in pieces)

    def _piece(self, part: Part) -> str:
        if part.id.startswith("name."):
            return self.names.get(part.text, part.text)
        text = part.text
        for word, sound in self.words.items():
            text = whole_word(word).sub(sound.replace("\\", r"\\"), text)
        return text


@lru_cache(maxsize=256)
def whole_word(word: str) -> re.Pattern[str]:
    """Where a word stands in a text that is spelt for a voice: whole, large or small."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)


def _of_line(found: Mapping[str, str], parts: Sequence[Part]) -> str:
    """Look up a line by its parts, whose ids begin with the line's own."""
    for part in parts if found else ():
        known = part.id
        while known and known not in found:
            known = known.rpartition(".")[0]
        if known:
            return found[known]
    return ""


PLAINLY = Delivery()
"""Every line is said as it is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A line to be spoken aloud, then `pause` seconds of silence.

    `line` is its id with the wording's number, e.g. `sheriff.jail.wake.2`. Its `parts` are what is spoken: `text`
    as it is shown, but for the numbers of players whom everybody calls by their names.
    """

    at: At
    line: str
    text: str
    to: Audience = "all"
    pause: float = 0.0
    parts: tuple[Part, ...] = ()

    @property
    def spoken(self) -> str:
        """The words that are spoken."""
        return "".join(part.text for part in self.parts) or self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question. `choices` lists every legal answer in canonical form; `none` is legal too if `optional`.

    `to` is who decides, `most` how many seats a `seats` answer may hold. `window` is how long the call lasts for the
    room, in seconds (section 8): an early answer waits for its end, and if none has come by then the room answers
    `time` itself. `seconds` is a time limit after which it does so too; what is asked about goes on for `more`
    seconds then, as a talk does after its warning; a page is read for `more` seconds at least. Those with the same
    `timer` share their seconds: what one has not used up, the next has. A `final` answer is shown or announced at
    once and cannot be taken back, so a spoken one is better confirmed. `whose` is the seat of the player alone who
    answers, where all hear the question and know that; else 0. `grave` are choices that two players must not make for
    a whole table, unless they make them of themselves.

    The `commands` may be patterns with the values that are legal now; the `weights` of those that do not simply
    count are listed by the pattern without its values.
    """

    at: At
    line: str
    text: str
    to: Audience
    kind: AskKind
    choices: tuple[str, ...]
    optional: bool = False
    most: int = 1
    window: float = 0.0
    seconds: float = 0.0
    more: float = 0.0
    timer: str = ""
    final: bool = False
    whose: int = 0
    grave: tuple[str, ...] = ()
    commands: tuple[str, ...] = COMMANDS
    weights: Mapping[str, Weight] = field(default_factory=dict)

    def command(self, said: str) -> str:
        """Which of the commands, or of the patterns among them, this is; empty if it is none."""
        return command_of(self.commands, said)

    def weight(self, said: str) -> Weight:
        """How much this counts, if it is a command; an answer always counts."""
        command = bare(self.command(said) or said)
        return self.weights.get(command) or _WEIGHTS.get(command, "counted")

    @property
    def open(self) -> bool:
        """Whether it takes an answer: one of its choices, a text, or whatever comes; else commands alone."""
        return bool(self.choices) or self.kind in ("text", "open")

    @property
    def own(self) -> tuple[str, ...]:
        """The game's own commands that it takes, without those that every game has and the room's."""
        return tuple(one for one in self.commands if one not in _EVERYWHERE)

    def is_own(self, said: str) -> bool:
        """Whether this is one of the game's own commands."""
        return self.command(said) in self.own

    @property
    def sets(self) -> bool:
        """Whether a moderator is asked this while something is set, which the game itself waits for."""
        return self.to == "moderator" and not self.window and OVERRIDE not in (*self.commands, *self.choices)


_EVERYWHERE = (*COMMANDS, REDO, OVERRIDE, HELP, AMBIENCE, PHONES, HOLD, HURRY, "ready")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """A private result: `text` for people, `data` the same as plain JSON values. It is never spoken aloud."""

    at: At
    line: str
    text: str
    to: Audience
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A call's time begins: the next line is not spoken before `seconds` have passed, whenever an answer comes.

    At most `tells` private results can come in it; rooms that show them one by one make it longer accordingly.
    `counts` has an entry for each question that can come in it: the answers that may be counted aloud for it.
    """

    at: At
    seconds: float
    tells: int = 0
    counts: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An answer that the rules or the question do not allow; `reason` is an id, `text` says it in words."""

    at: At
    answer: str
    reason: str
    text: str
    to: Audience


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """The game is over. `data` has `winner` (a faction id, or null for a draw) and `rule` (its id)."""

    at: At
    text: str
    data: dict[str, Any] = field(default_factory=dict)


Cue = Say | Ask | Tell | Pause | Refused | End


@lru_cache(maxsize=256)
def _keys(shape: type, key: Callable[[Field[Any]], str]) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass, each with the key that it is written under."""
    return tuple((field.name, key(field)) for field in fields(shape))


def plain(value: Any, key: Callable[[Field[Any]], str] = attrgetter("name"), *, sparse: bool = False) -> Any:
    """Dataclasses as dicts, with each field's `key`, and tuples as lists; `sparse` leaves empty fields out."""
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(one, key, sparse=sparse) for one in value]
    if is_dataclass(value):
        shape: Any = type(value)
        found = {name: plain(getattr(value, own), key, sparse=sparse) for own, name in _keys(shape, key)}
        return {name: one for name, one in found.items() if not sparse or one not in ([], {}, None)}
    if isinstance(value, dict):
        return {str(name): plain(one, key, sparse=sparse) for name, one in value.items()}
    return value


def as_json(cue: Cue) -> dict[str, Any]:
    """Write the cue as the object of the headless contract (docs/headless.md)."""
    data = plain(cue)
    for key in ("weights", "timer", "whose", "grave"):
        if not data.get(key, True):
            del data[key]
    return {"cue": type(cue).__name__.lower(), **data.pop("at"), **data}
