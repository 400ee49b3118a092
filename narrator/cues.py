"""What goes out to the table: lines to say, questions, private results, silences, and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

Audience = Literal["all", "moderator"] | tuple[int, ...]
"""Who a cue is for: the whole circle, the moderator alone, or the players in these seats (1…n)."""

AskKind = Literal["seat", "seats", "yes-no", "card", "choice", "count", "ready"]

Phase = Literal["start", "zero", "night", "dawn", "day", "over"]
"""The phases of a game: all eyes are closed from `zero` or `night` until `dawn` is over."""

COMMANDS = ("repeat", "undo", "pause")
"""What may be said instead of an answer, at nearly every question."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A line to be spoken aloud, then `pause` seconds of silence.

    `line` is its id with the wording's number, e.g. `sheriff.jail.wake.2`. The texts of its `parts` make up `text`.
    """

    at: At
    line: str
    text: str
    to: Audience = "all"
    pause: float = 0.0
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question. `choices` lists every legal answer in canonical form; `none` is legal too if `optional`.

    `to` is who decides, `most` how many seats a `seats` answer may hold. `window` is how long the call lasts for the
    room, in seconds (section 8): an early answer waits for its end, and if none has come by then the room answers
    `time` itself. `seconds` is a time limit after which it does so too. A `final` answer is shown or announced at
    once and cannot be taken back, so a spoken one is better confirmed.
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
    final: bool = False
    commands: tuple[str, ...] = COMMANDS


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


def _own_name(field: Field[Any]) -> str:
    return field.name


@lru_cache(maxsize=256)
def _keys(shape: type, key: Callable[[Field[Any]], str]) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass, each with the key that it is written under."""
    return tuple((field.name, key(field)) for field in fields(shape))


def plain(value: Any, key: Callable[[Field[Any]], str] = _own_name, *, sparse: bool = False) -> Any:
    """Dataclasses as dicts, with each field's `key`, and tuples as lists; `sparse` leaves empty fields out."""
    if isinstance(value, str | int | float):
        return value
    if is_dataclass(value):
        shape: Any = type(value)
        found = {name: plain(getattr(value, own), key, sparse=sparse) for own, name in _keys(shape, key)}
        return {name: one for name, one in found.items() if not sparse or one not in ([], {}, None)}
    if isinstance(value, tuple | list):
        return [plain(one, key, sparse=sparse) for one in value]
    if isinstance(value, dict):
        return {str(name): plain(one, key, sparse=sparse) for name, one in value.items()}
    return value


def as_json(cue: Cue) -> dict[str, Any]:
    """Write the cue as the object of the headless contract (docs/headless.md)."""
    data = plain(cue)
    return {"cue": type(cue).__name__.lower(), **data.pop("at"), **data}
