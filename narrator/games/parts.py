"""Fill a wording in from a game's vocabulary, and cut it into parts that a recorded voice can put together again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from string import Formatter, ascii_lowercase
from typing import Any

from narrator.cues import Part
from narrator.games import naming
from narrator.texts import plurals
from narrator.values import dataclass

_KEPT = 4096
"""Cut wordings that are kept: in most games the same are said, shown and looked at again and again."""

CASES = ("name", "nom", "gen", "dat", "acc", "ins", "loc", "voc")


@dataclass(frozen=True, kw_only=True)
class Names:
    """A name in the cases that the lines use, as it stands within a sentence; there `nom` is the nominative.

    `name` is what a card has as its title, and `short` stands where that has no room. By the words of `heard` people
    call it.
    """

    name: str = ""
    short: str = ""
    nom: str = ""
    gen: str = ""
    dat: str = ""
    acc: str = ""
    ins: str = ""
    loc: str = ""
    voc: str = ""
    heard: tuple[str, ...] = ()

    def form(self, case: str) -> str:
        """The name in this case; the title itself for none, and for a nominative or short form that is not given."""
        return str(getattr(self, case or "name")) or (self.name if case in ("nom", "short") else "")

    @property
    def called(self) -> tuple[str, ...]:
        """The phrases by which people call it: the name without its punctuation, if no others are given."""
        plain = " ".join(re.findall(r"\w+", self.name.casefold()))
        return self.heard or ((plain,) if plain else ())

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, kw_only=True)
class Named(Names):
    """Something that has a name, such as a card or a side."""

    id: str


class Vocabulary(dict[str, Named]):
    """The names of a game's cards, sides and the like by their ids, so that `{sheriff.voc}` calls one.

    `apart` are the placeholders that may stand for any of them, whose names are recorded each by itself. A name under
    another placeholder belongs to the words around it. `changed` are the ids and cases whose names a name profile
    changes, each with the profile's id. Forms that are none of the `language` are those of the `fallback`.
    """

    def __init__(
        self,
        names: Mapping[str, Named],
        language: str,
        *,
        apart: Collection[str] = (),
        changed: Mapping[tuple[str, str], str] | None = None,
        fallback: str = "",
    ) -> None:
        super().__init__(names)
        self.language, self.apart, self.changed = language, apart, changed or {}
        self._fallback = fallback
        self.cut: dict[tuple[Any, ...], tuple[Part, ...]] = {}
        """What `split` made of wordings with these names, by all that it follows from."""

    def language_of(self, forms: str) -> str:
        """The language by whose numbers one of these forms is chosen."""
        return self._fallback if self._fallback and plurals.miscounted(forms, self.language) else self.language


def split(
    words: str, values: Mapping[str, Any], line: str, vocabulary: Vocabulary, *, numbered: bool = True
) -> tuple[Part, ...]:
    """Fill a wording in and cut it into phrases, numbers and names; together their texts are the line's text.

    Of `values` whole numbers and parts stay apart; names belong to the phrase, but where the vocabulary has them
    apart. What is none of them is a name of the vocabulary. Of "number {seat}, {name}," only the half that says
    something is left, without its commas: the number where the name says no more, and the name where people are not
    `numbered`.
    """
    blanks = (word for _, word, _, _ in fields_of(words if numbered else by_name(words)) if word)
    known = {word: vocabulary[word] if word in vocabulary and word not in values else values[word] for word in blanks}
    key = (words, line, numbered, *known.values(), *map(type, known.values()))
    if key not in vocabulary.cut:
        if len(vocabulary.cut) == _KEPT:
            vocabulary.cut.clear()
        vocabulary.cut[key] = _split(words, known, line, vocabulary, numbered=numbered)
    return vocabulary.cut[key]


def _split(
    words: str, values: Mapping[str, Any], line: str, vocabulary: Vocabulary, *, numbered: bool
) -> tuple[Part, ...]:
    pieces: list[str | Part] = []
    variants: dict[str, None] = {}
    ended = ""  # by what went before: a stop that is not said twice, or a comma that has nothing to close
    for written, word, case, forms in fields_of(words if numbered else by_name(words)):
        literal = written.removeprefix(ended)
        value: Any = values[word] if word else ""
        unnamed = bool(pieces and not literal.strip(" ,.:") and _only_counts(pieces[-1], value))
        stop = "." in literal if unnamed else _text(value).endswith(".")
        ended = "." if stop else "," if unnamed else ""
        pieces.append("." * stop if unnamed else literal)
        if forms:
            language = vocabulary.language_of(forms)
            pieces += _counted(plurals.form_of(forms, value, language), value)
            variants[f"n{plurals.least(forms, value, language)}"] = None
        elif word and not unnamed:
            pieces += _meant(word, case, value, vocabulary, opens=_opens(literal, first=len(pieces) == 1))
            variants |= dict.fromkeys(_variant(word, case, value, vocabulary))
    variants |= {} if numbered or by_name(words) == words else {"named": None}
    return tuple(_named(_joined(pieces), ".".join((line, *variants))))


_NUMBERED = re.compile(r"\w+ {(seat|other)}, {(name|other_name)},?")


@lru_cache(maxsize=1024)
def by_name(words: str) -> str:
    """The wording with names alone: "number {seat}, {name}," becomes "{name}", since the commas belong to it."""
    return _NUMBERED.sub(r"{\2}", words)


@lru_cache(maxsize=4096)
def fields_of(words: str) -> tuple[tuple[str, str, str, str], ...]:
    """The wording's texts, each with the placeholder that follows it, its case and its forms, as far as there are."""
    found = []
    for text, name, forms, _ in Formatter().parse(words):
        word, _, case = (name or "").partition(".")
        found.append((text, word, case, forms or ""))
    return tuple(found)


def number(value: int) -> Part:
    """A number as a part."""
    return Part(f"number.{value}", str(value))


@lru_cache(maxsize=256)
def person(name: str) -> Part:
    """A player's name as a part; its id can be a file's name anywhere, and no other name has it."""
    plain = unicodedata.normalize("NFC", name)
    slug = re.sub(r"[^\w-]+", "-", plain).strip("-")
    if slug.replace("-", " ") != plain:  # more than spaces became hyphens: another name may look like it
        slug += f".{blake2b(plain.encode(), digest_size=3).hexdigest()}"
    return Part(f"name.{slug}", name)


def people(seats: Iterable[tuple[int, str]], *, numbered: bool = True) -> tuple[Part, ...]:
    """Players as a list: number, name; number, name. If they are not `numbered`: name, name."""
    if not numbered:
        return listed((person(name),) for _, name in seats)
    named = ((number(seat), Part("", ", "), person(name)) for seat, name in seats)
    return listed((one[:1] if _only_counts(one[0], one[2:]) else one for one in named), "; ")


def written(seats: Iterable[tuple[int, str]]) -> tuple[Part, ...]:
    """Players as a list that is read, not heard: number and name, number and name."""
    return (Part("", ", ".join(naming.numbered(seat, name) for seat, name in seats)),)


def listed(items: Iterable[tuple[Part, ...]], between: str = ", ") -> tuple[Part, ...]:
    """The items, each of some parts, as a list: one, two, three."""
    apart = ((Part("", between), *item) for item in items)
    return tuple(chain.from_iterable(apart))[1:]


def card(value: Named, case: str, vocabulary: Vocabulary) -> Part:
    """The name of a card, or of another thing that has one, as a part."""
    words = ("card", value.id, case.removeprefix("name"), vocabulary.changed.get((value.id, case or "name"), ""))
    return Part(".".join(filter(None, words)), value.form(case))


def _opens(before: str, *, first: bool) -> bool:
    """Whether a sentence begins after this text, which may be the wording's first."""
    return before.rstrip().endswith((".", "!", "?", "…")) or (first and not before.strip())


def _meant(word: str, case: str, value: Any, vocabulary: Vocabulary, *, opens: bool) -> Iterable[str | Part]:
    if isinstance(value, Named):
        if word in vocabulary.apart:
            return [card(value, case, vocabulary)]
        form = value.form(case)
        return [form[:1].upper() + form[1:] if opens else form]
    if isinstance(value, tuple):
        return value
    return [number(value)] if isinstance(value, int) else [str(value)]


def _counted(form: str, value: int) -> Iterator[str | Part]:
    """The form's words, with the number itself where it stands in them."""
    before, *after = form.split("#")
    yield before
    for words in after:
        yield number(value)
        yield words


def _only_counts(before: str | Part, value: Any) -> bool:
    """Whether a player's name says no more than the number before it, as "Player 3" after a 3."""
    return isinstance(before, Part) and bool(re.fullmatch(rf"[^\W\d]+ {re.escape(before.text)}", _text(value)))


def _text(value: Any) -> str:
    return "".join(part.text for part in value) if isinstance(value, tuple) else str(value)


def _variant(word: str, case: str, value: Any, vocabulary: Vocabulary) -> Iterator[str]:
    """What tells this phrase from the same wording elsewhere: who is meant, or a name that the profile changed."""
    if isinstance(value, Named) and word not in vocabulary.apart:
        if word != value.id:
            yield value.id
        if profile := vocabulary.changed.get((value.id, case or "name")):
            yield profile


def _joined(pieces: Iterable[str | Part]) -> Iterator[Part]:
    """Join texts that follow each other; a phrase has no id yet."""
    phrase = ""
    for piece in pieces:
        if isinstance(piece, str) or not piece.id:
            phrase += piece if isinstance(piece, str) else piece.text
            continue
        if phrase:
            yield Part("", phrase)
        phrase = ""
        yield piece
    if phrase:
        yield Part("", phrase)


def _named(found: Iterable[Part], stem: str) -> Iterator[Part]:
    parts = list(found)
    if not any(part.id for part in parts):
        yield from (Part(stem, part.text) for part in parts)
        return
    letters = iter(ascii_lowercase)
    for part in parts:
        spoken = not part.id and any(letter.isalnum() for letter in part.text)
        yield Part(f"{stem}.{next(letters)}", part.text) if spoken else part
