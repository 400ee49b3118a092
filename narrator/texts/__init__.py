"""What the program itself says to people: messages by key, and the texts of one language to tell them in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import ClassVar

from narrator.texts.plurals import form_of, miscounted
from narrator.texts.shell import quoted
from narrator.values import dataclass, field

DEFAULT = "pl"
"""The language whose texts are complete: it is spoken where no table says another, and fills the gaps of others."""

SECOND = "en"
"""The language of those who have none here; it fills gaps first."""


ON_PAGE = "-on-page"
"""What ends the key of a text that a page shows in place of the one before it, which speaks of keys or commands."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to tell people in whichever language they read: the key of its text, and what is filled in.

    As plain text, which only programmers read, it is in English (narrator.computer.texts), or else its key.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict, hash=False)
    english: ClassVar[Callable[[Message], str]] = attrgetter("key")

    def __str__(self) -> str:
        return Message.english(self)


Words = Message | str
"""What can be told: a message, or words that are passed on as they came, such as the system's own."""


def message(key: str, /, **values: object) -> Message:
    """Make a message; a value may be a message too."""
    return Message(key, values)


@dataclass(frozen=True, slots=True)
class _Fraction:
    """A number that is written with this decimal mark."""

    value: float
    mark: str

    def __format__(self, form: str) -> str:
        return format(self.value, "" if "|" in form else form).replace(".", self.mark)


@dataclass(frozen=True, slots=True)
class _Count:
    """A number by which a word can be chosen: `{count:# karta|# karty|# kart}` (narrator.texts.plurals)."""

    value: int
    language: str

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return format(self.value, form)
        language = DEFAULT if miscounted(form, self.language) else self.language  # it fills a gap
        return form_of(form, self.value, language).replace("#", str(self.value))


class _Words(str):
    """Words that are filled in, without another word's forms; `{file:shell}` and `{name:toml}` are quoted."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        if form == "shell":
            return quoted(self)
        if form == "toml":
            from json import dumps  # the help, which quotes nothing, does without it

            return dumps(self, ensure_ascii=False)
        return str(self) if "|" in form else super().__format__(form)


class Texts:
    """The texts of one language by key, such as `screen.night`; of several tables the first that has a key counts.

    `rest` has those that are told seldom, and is called once one of them is.
    """

    on_page: ClassVar[bool] = False
    """Whether a page has taken the terminal's place."""
    as_called: ClassVar[Callable[[str], str]] = staticmethod(lambda text: text)
    """Writes commands in a text as this shell can call them, where it does not find the program by its name."""

    def __init__(
        self, language: str, *tables: Mapping[str, str], rest: Callable[[], Mapping[str, str]] = dict
    ) -> None:
        self.language, self._rest = language, rest
        self._texts: dict[str, str] = {}
        for table in reversed(tables):
            self._texts |= table

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def word(self, key: str, /, **values: object) -> str:
        """The text with its placeholders filled in."""
        return self.told(Message(key, values))

    def told(self, words: Words) -> str:
        """Tell a message in this language."""
        if isinstance(words, str):
            return Texts.as_called(words)
        key = words.key
        if Texts.on_page and f"{key}{ON_PAGE}" in self._texts:
            key += ON_PAGE
        text = (self._texts if key in self._texts else self._rest())[key]
        filled = {name: self._filled(value) for name, value in words.values.items()}
        for name, value in filled.items():
            if isinstance(value, str) and value.endswith("."):  # as Ann K. does: one stop ends her and the sentence
                text = text.replace(f"{{{name}}}.", f"{{{name}}}")
        return Texts.as_called(text.format(**filled))

    def _filled(self, value: object) -> object:
        if isinstance(value, Message):
            return self.told(value)
        if isinstance(value, float):
            return _Fraction(value, self._texts.get("numbers.decimal", "."))
        return _Count(value, self.language) if type(value) is int else _Words(value)

    def number(self, value: float, places: int) -> str:
        """The number with so many decimal places, as this language writes it."""
        return f"{self._filled(float(value)):.{places}f}"

    def group(self, section: str) -> dict[str, str]:
        """The texts of a section by the rest of their keys, in the order of the file."""
        start = f"{section}."
        return {key.removeprefix(start): text for key, text in self._texts.items() if key.startswith(start)}
