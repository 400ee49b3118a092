"""A game's lines by their ids: said in turn, prepared before the game, and read aloud to record a voice for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from narrator.cues import Part
from narrator.games import chance
from narrator.games.package import Reading
from narrator.games.parts import Vocabulary, card, fields_of, number, person, split
from narrator.texts.plurals import samples
from narrator.values import dataclass

Line = tuple[str, Mapping[str, Sequence[Any]]]
"""A line that can be heard: its id, and the numbers or ids that its placeholders may stand for, if that is known."""

Ways = Callable[[str], tuple[bool, ...]]
"""Whether players have their numbers in the line of this id as it is spoken, or not, or now so, now so."""

_GAP = "gap"


@dataclass(frozen=True, eq=False)
class Lines:
    """The wordings of each line in one language, and what can stand in their placeholders."""

    wordings: Mapping[str, tuple[str, ...]]
    vocabulary: Vocabulary

    def said(
        self, line: str, values: Mapping[str, Any], seed: int, times: int, *, numbered: bool = True
    ) -> tuple[str, tuple[Part, ...]]:
        """The id of the wording whose turn it is after so many times, and its parts; an unknown line has none.

        The seed draws the first; each time the next one's turn comes (R103).
        """
        options = self.wordings.get(line, ())
        if not options:
            return line, ()
        turn = (int(chance.draw(seed, "words", line) * len(options)) + times) % len(options)
        wording = f"{line}.{turn + 1}"
        return wording, split(options[turn], values, wording, self.vocabulary, numbered=numbered)

    def text(self, words: str, values: Mapping[str, Any]) -> str:
        """Fill a wording in."""
        return "".join(part.text for part in split(words, values, "", self.vocabulary))

    def prepared(self, heard: Iterable[Line], known: Mapping[str, Sequence[Any]]) -> list[Part]:
        """Every text of these lines that can be made before the game, by what is `known` of all or one."""
        texts: dict[Part, None] = {}
        for line, own in heard:
            for turn, words in enumerate(self.wordings[line], 1):
                for values in self.fillings(words, {**known, **own}, whole=True):
                    texts[Part(f"{line}.{turn}", self.text(words, values))] = None
        return list(texts)

    def fillings(self, words: str, known: Mapping[str, Sequence[Any]], *, whole: bool) -> Iterator[dict[str, Any]]:
        """All that the known placeholders of a wording may stand for together; if `whole`, all must be known."""
        blanks = dict.fromkeys(word for _, word, _, _ in fields_of(words) if word and word not in self.vocabulary)
        named = [blank for blank in blanks if blank in known]
        for values in product(*(known[blank] for blank in named)) if len(named) == len(blanks) or not whole else ():
            yield {blank: self.vocabulary.get(value, value) for blank, value in zip(named, values, strict=True)}


def readings(
    lines: Lines,
    heard: Sequence[Line],
    *,
    numbers: Iterable[int] = (),
    people: Iterable[str] = (),
    named: Mapping[str, Iterable[str]] | None = None,
    others: Iterable[Part] = (),
    ways: Ways = lambda _: (True,),
) -> list[Reading]:
    """List what has to be read for these lines, in a good order.

    `named` has for placeholders that stand apart the ids whose names they may have; `others` are parts of no line.
    """
    alone = [*map(number, numbers), *others, *map(person, people), *_names(lines, heard, named or {})]
    found = [Reading(part.id, part.text, (part,)) for part in alone]
    for line in heard:
        for numbered in ways(line[0]):
            found += _phrases(lines, line, numbered=numbered)
    return list({reading.id: reading for reading in found}.values())


def _names(lines: Lines, heard: Sequence[Line], named: Mapping[str, Iterable[str]]) -> Iterator[Part]:
    """The names that lines have a place for, in the cases that they use."""
    wordings = (words for line, _ in heard for words in lines.wordings[line])
    used = dict.fromkeys((word, case) for words in wordings for _, word, case, _ in fields_of(words))
    for word, case in used:
        for known in dict.fromkeys(named.get(word, ())):
            yield card(lines.vocabulary[known], case, lines.vocabulary)


def _phrases(lines: Lines, line: Line, *, numbered: bool) -> Iterator[Reading]:
    """A line's wordings, each for every name, and every form of a number, that belongs to its phrases."""
    line_id, own = line
    names = {word: ids for word, values in own.items() if (ids := [one for one in values if one in lines.vocabulary])}
    for turn, words in enumerate(lines.wordings[line_id], 1):
        counts = dict[str, dict[int, None]]()
        for _, word, _, forms in fields_of(words):
            if forms:
                counts.setdefault(word, {}).update(
                    dict.fromkeys(samples(forms, lines.vocabulary.language_of(forms)).values())
                )
        for values in lines.fillings(
            words, {**names, **{word: [*each] for word, each in counts.items()}}, whole=False
        ):
            known: dict[str, Any] = defaultdict(lambda: (Part(_GAP, "…"),), {**lines.vocabulary, **values})
            yield from _reading(split(words, known, f"{line_id}.{turn}", lines.vocabulary, numbered=numbered))


def _is_gap(part: Part) -> bool:
    return part.id == _GAP or part.id.startswith("number.")


def _reading(pieces: tuple[Part, ...]) -> Iterator[Reading]:
    phrases = tuple(part for part in pieces if part.id and not _is_gap(part))
    if not phrases:
        return
    whole = len(pieces) == 1
    text = phrases[0].text if whole else _with_gaps(pieces)
    yield Reading(phrases[0].id if whole else phrases[0].id.rpartition(".")[0], text, phrases)


def _with_gaps(pieces: tuple[Part, ...]) -> str:
    """Show one gap where names and numbers follow each other."""
    shown: list[str] = []
    for part in pieces:
        if _is_gap(part) and shown[-1:] != ["…"]:
            shown.append("…")
        elif part.id and not _is_gap(part):
            shown.append(part.text.strip() if not shown else part.text.lstrip(" ,;:.").rstrip())
    return " ".join(shown)
