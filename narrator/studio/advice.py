"""What of a group's answers is understood least, and what to say instead."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from narrator.lexicon import Lexicon
from narrator.studio.scoring import Score
from narrator.texts import Words, message
from narrator.values import dataclass

_NUMBERS = ("numbers", "prefixed")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that was said `count` times, what it means, and as what it was taken how often if it was misheard."""

    said: str
    group: str
    expected: str
    right: int
    count: int
    mistaken: Sequence[tuple[str, int]] = ()

    @property
    def rate(self) -> float:
        """The share that was understood, from 0 to 1."""
        return self.right / self.count


def phrases_of(scores: Iterable[Score]) -> list[Phrase]:
    """Count by phrase, remarks left out."""
    by_phrase = defaultdict[tuple[str, str, str], list[Score]](list)
    for score in scores:
        if score.expected is not None:
            by_phrase[score.said, score.group, score.expected].append(score)
    return [
        Phrase(
            *key,
            right=sum(score.result == "right" for score in found),
            count=len(found),
            mistaken=Counter(score.heard for score in found if score.result == "wrong").most_common(),
        )
        for key, found in by_phrase.items()
    ]


def weakest(phrases: Iterable[Phrase], most: int) -> list[Phrase]:
    """Choose those of which least was understood, the worst first; what was always understood is none of them."""
    weak = [phrase for phrase in phrases if phrase.right < phrase.count]
    return sorted(weak, key=lambda one: (one.rate, -sum(n for _, n in one.mistaken), one.right - one.count))[:most]


def instead(weak: Phrase, phrases: Sequence[Phrase], lexicon: Lexicon, seats: Mapping[str, int]) -> Words:
    """Choose what to say instead, if anything was understood better.

    `seats` has the true seat of each name whose seat is known, by what its phrases mean.
    """
    if weak.group == "names":
        seat = seats.get(weak.expected, 0)
        number = _number(seat, phrases, lexicon) if 0 < seat <= len(lexicon.numbers) else ""
        return message("tried.by-this-number", number=number) if number else message("tried.by-number")
    alike = _NUMBERS if weak.group in _NUMBERS else (weak.group,)
    others = [one for one in phrases if one.expected == weak.expected and one.group in alike and one.rate > weak.rate]
    if not others:
        return ""
    best = max(others, key=lambda one: (one.rate, one.count))
    return message("tried.say", said=best.said, right=best.right, count=best.count)


def _number(seat: int, phrases: Sequence[Phrase], lexicon: Lexicon) -> str:
    """The number as this group is understood better: bare, or after a word such as *number*."""
    bare, prefixed = (_rate(group, phrases) for group in _NUMBERS)
    number = lexicon.numbers[seat - 1][0]
    return f"{lexicon.seat[0]} {number}" if lexicon.seat and prefixed > bare else number


def _rate(group: str, phrases: Sequence[Phrase]) -> float:
    of_group = [phrase for phrase in phrases if phrase.group == group]
    count = sum(phrase.count for phrase in of_group)
    return sum(phrase.right for phrase in of_group) / count if count else 0.0
