"""What can go wrong, sorted by whose fault it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from unicodedata import category

from narrator.texts import Message, Words, message
from narrator.values import dataclass, field

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories that a terminal obeys or does not show: controls, direction marks, zero width, unassigned."""


class NarratorError(Exception):
    """Anything that users see as one clear message instead of a traceback.

    `table` says it in the language of whoever reads it; without a message they see what programmers see.
    """

    def __init__(self, why: Words) -> None:
        super().__init__(why)
        self.table: Words | None = why if isinstance(why, Message) else None

    def __str__(self) -> str:
        return "\n".join(readable(escaped(line)) for line in super().__str__().split("\n"))


def escaped(text: str, kept: str = "") -> str:
    """Escape every character that a terminal would obey or hide, except those `kept`: files may hold anything."""
    shown = (sign in kept or category(sign) not in _HIDDEN for sign in text)
    around = zip(text, shown, f" {text}", f"{text[1:]} ", strict=False)
    return "".join(sign if seen or _joins(sign, left, right) else _spelt(sign) for sign, seen, left, right in around)


def _joins(sign: str, left: str, right: str) -> bool:
    """Whether the sign joins emoji or letters of a script that needs it, as a name in Persian does."""
    return sign in "\u200c\u200d" and {category(left), category(right)} <= {"Lo", "Mc", "Mn", "Sk", "So"}


_MOST, _PART, _CURE = 1200, 300, 500
"""Signs of a message that are shown at most, of a problem's place or fault, and of its cure, which may list keys."""

_COMMAND = 9000
"""The same where it has a command to copy, in which two files may have names as long as they can be."""


def brief(text: str, most: int) -> str:
    """The text without its middle, where it is longer than is read: what it quotes may be of any length."""
    if len(text) <= most:
        return text
    return f"{_LAST_WORD.sub('', text[: most // 2])}…{_FIRST_WORD.sub('', text[-most // 2 :])}"


_LAST_WORD, _FIRST_WORD = re.compile(r"(?<=\s)\S{1,60}$"), re.compile(r"^\S{1,60}(?=\s)")
"""What may be a part of a word at a cut, unless it is too long for one."""


def readable(told: str, most: int = _MOST) -> str:
    """What is told people without its middle, where it is longer than is read; a command to copy stays whole."""
    return brief(told, _COMMAND if "narrator " in told else most)


def _spelt(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


ARROW = " → "
"""What stands between what is wrong and its likely cure, in texts too."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a file: where it is, what is wrong, and the likely cure. A warning does not stop a game.

    Where the cure is always the same, it stands in the text of `words`, behind an arrow. `about` names the roles that
    a table hears of in its remark, which has the same key. `line` counts from 1; 0: none.
    """

    place: str
    words: Words
    cure: Words = ""
    warning: bool = False
    about: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        """The last part of the key of its words, such as `no-sheriff`."""
        return self.words.key.rpartition(".")[2] if isinstance(self.words, Message) else ""

    @property
    def where(self) -> str:
        """The place, with the line behind the file's name if it has one."""
        name, colon, inside = self.place.partition(": ")
        return f"{name}:{self.line}{colon}{inside}" if self.line else self.place

    def parts(self, tell: Callable[[Words], str] = str) -> tuple[str, str]:
        """What is wrong and the likely cure, if there is one, both told and safe to show."""
        fault, _, cure = tell(self.words).partition(ARROW)
        return readable(escaped(fault), _PART), readable(escaped(tell(self.cure) or cure), _CURE)

    def said(self, tell: Callable[[Words], str] = str) -> str:
        """What is wrong and its cure, without the place."""
        fault, cure = self.parts(tell)
        return f"{fault}{cure and ARROW + cure}"

    def told(self, tell: Callable[[Words], str] = str) -> str:
        """The whole of it, as people read it."""
        return f"{brief(escaped(self.where), _PART)}: {self.said(tell)}"

    def __str__(self) -> str:
        return self.told()


def fault(place: str, key: str, cure: Words = "", /, **values: object) -> Problem:
    """The fault whose text has this key, with what is filled in."""
    return Problem(place, message(key, **values), cure)


def warn(place: str, key: str, cure: Words = "", /, *, about: tuple[str, ...] = (), **values: object) -> Problem:
    """The same, of what does not stop a game."""
    return Problem(place, message(key, **values), cure, warning=True, about=about)


def unknown(place: str, key: str, name: str, known: Iterable[str]) -> Problem:
    """The fault of a name that is none of those known, with the one that was probably meant."""
    return fault(place, key, suggest(name, known), name=name)


class BadData(NarratorError):
    """A file cannot be used; `problems` are all that were found in it, not just the first."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("")

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class Misused(BadData):
    """A line of words that the program cannot follow; its notes say how a command is called."""


class ChannelLost(NarratorError):
    """A device or helper process is gone: fall back to another channel, never lose the night."""

    table: Words

    def __init__(self, why: Words) -> None:
        super().__init__(why)
        self.table = why


def for_table(error: Exception) -> Words:
    """The words in which the table hears of an error."""
    told = error.table if isinstance(error, NarratorError) else None
    return told or str(error) or type(error).__name__


class OutOfTurn(Exception):
    """Something was answered or went out when nothing was due: a bug in the program, not a NarratorError."""


def suggest(word: str, known: Iterable[str]) -> Words:
    """A cure for an unknown word: the known word that was probably meant, or a list of them."""
    known = sorted(set(known))
    if close := nearest(word, known):
        return did_you_mean(close)
    return message("faults.known", words=short_list(known)) if known else ""


def did_you_mean(*words: object) -> Message:
    """The cure of what was probably meant otherwise, in one of these ways."""
    return message("faults.did-you-mean", word=" / ".join(map(str, words)))


def write(what: object) -> Message:
    """The cure of what has to be written so."""
    return message("faults.write", what=what)


def add_texts(keys: Iterable[str]) -> Message:
    """The cure of texts that are missing, all of them by key."""
    return message("faults.add", what=", ".join(f'{key} = "…"' for key in keys))


def out_of_range(place: str, value: float | str, least: float, most: float) -> Problem:
    """A number that is too small or too large, written as TOML has it."""
    return fault(place, "faults.out-of-range", value=str(value), least=str(least), most=str(most))


def short_list(known: Sequence[str], most: int = 12) -> str:
    """List the known words, as many as are read."""
    return ", ".join(known[:most]) + (", …" if len(known) > most else "")


def misspelt(key: str, known: Iterable[str]) -> str:
    """Find the known key of which this one is a slip: cut short, or each word wrong in a letter, or in one of four.

    Empty if it is another word, however like one of them: a rule that nobody has is no slip.
    """
    near = nearest(key, known)
    words, meant = re.split(r"[-_.]", key), re.split(r"[-_.]", near)
    if len(words) != len(meant):
        words, meant = ["".join(words)], ["".join(meant)]
    return near if near.startswith(key) or all(map(_is_slip, words, meant)) else ""


def _is_slip(word: str, meant: str) -> bool:
    from difflib import SequenceMatcher

    changes = SequenceMatcher(None, word, meant, autojunk=False).get_opcodes()
    wrong = sum(max(end - start, to - at) for kind, start, end, at, to in changes if kind != "equal")
    alike = word[:1] == meant[:1] and wrong <= max(1, len(word) // 4)
    return alike or sorted(word) == sorted(meant)


def nearest(word: str, known: Iterable[str], like: float = 0.6) -> str:
    """Find the known word that is most like this one, from 0 to 1; empty if they all differ more than that."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word[:80], known, n=1, cutoff=like)), "")
