"""How likely each phrase of a closed set is, by a decoder that writes texts token by token.

The phrases stand in a tree, so that what begins alike is reckoned once; only the likeliest beginnings are gone on
with. Beside them the decoder writes freely: what it would rather write than any of the phrases is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from narrator.ears.whisper_model import Beginnings, Decoder, EncodedSound, Floats
from narrator.values import dataclass, field

Spelling = tuple[int, ...]
"""A phrase as tokens; one phrase may have several."""

WIDTH = 24
"""Beginnings that are gone on with at once."""

WINDOW = 10.0
"""Nats by which a beginning may be less likely than the likeliest."""

FREE = 12
"""Tokens that are written freely at most."""

PARTS = 5
"""Phrases that follow each other at most where several make an answer: three seats, and the words between them."""


class Written(NamedTuple):
    """A text that was written to its end: its tokens, the phrases in it, and its log-probability."""

    tokens: Spelling
    phrases: tuple[str, ...]
    score: float


class Result(NamedTuple):
    """The texts of the set that were written to their end, and how likely the text is that was written freely."""

    written: list[Written]
    free: float


@dataclass(slots=True)
class Node:
    """A beginning: what may follow, and the phrase that it is, if it is one."""

    then: dict[int, Node] = field(default_factory=dict)
    phrase: str | None = None


def tree(phrases: Mapping[str, Iterable[Spelling]]) -> Node:
    """Put every spelling of the phrases into one tree; of two phrases spelt alike the first counts."""
    root = Node()
    for phrase, spellings in phrases.items():
        for spelling in spellings:
            node = root
            for token in spelling:
                node = node.then.setdefault(token, Node())
            node.phrase = phrase if node.phrase is None else node.phrase
    return root


class _Hypothesis(NamedTuple):
    """A beginning under way: where it stands in the tree, and what was written before."""

    node: Node
    score: float
    tokens: Spelling = ()
    phrases: tuple[str, ...] = ()


_Grown = tuple[_Hypothesis, int, int]
"""A beginning gone on with: itself, its last token, and its place before."""


@dataclass(slots=True)
class _Free:
    """The text that is written freely, always with the likeliest token."""

    score: float = 0.0
    tokens: Spelling = ()
    over: bool = False

    def go_on(self, likely: Floats, ends: Sequence[int], most: int) -> None:
        """Write the next token, or end: where a text does, at a pair of tokens that was there, or if it is long."""
        token = int(likely[:most].argmax())
        pair = (*self.tokens[-1:], token)
        again = len(pair) > 1 and pair in list(pairwise(self.tokens))
        if token in ends and self.tokens:
            self.score += _sum_of(likely[list(ends)])
        elif not again:
            self.score += float(likely[token])
            self.tokens = (*self.tokens, token)
        self.over = again or token in ends or len(self.tokens) >= FREE


class ClosedSet:
    """Writes the phrases of a tree by a decoder."""

    def __init__(self, decoder: Decoder, prompt: Spelling, ends: Sequence[int], most: int) -> None:
        """Begin every text with the prompt; `ends` are tokens that end one, and those from `most` on are no text."""
        self._decoder, self._prompt, self._ends, self._most = decoder, prompt, tuple(ends), most

    def write(
        self,
        heard: EncodedSound,
        root: Node,
        width: int | None = WIDTH,
        *,
        several: bool = False,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Result | None:
        """Write the phrases as what was heard, or `several` of them one after another; all of them without a `width`.

        None if it was `stopped` meanwhile.
        """
        state, begun = self._decoder.go_on(heard, self._decoder.nothing(), np.array([self._prompt]))
        rows, free, written = [_Hypothesis(root, 0.0)], _Free(over=width is None), list[Written]()
        while True:
            grown = list[_Grown]()
            likely = list(self._decoder.likely(state))
            for place, (row, follows) in enumerate(zip(rows, likely, strict=False)):
                if row.node.phrase is not None:
                    end = row.score + _sum_of(follows[list(self._ends)])
                    written.append(Written(row.tokens, (*row.phrases, row.node.phrase), end))
                grown += [(one, token, place) for one, token in _next(row, root, follows, several=several)]
            if not free.over:
                free.go_on(likely[-1], self._ends, self._most)
            if width is not None:
                grown = _likeliest(grown, width, max((one.score for one in written), default=-np.inf))
            if stopped():
                return None
            if not grown and free.over:
                return Result(written, free.score)
            rows = [row for row, _, _ in grown]
            state, begun = self._more(heard, begun, grown, None if free.over else free)

    def _more(
        self, heard: EncodedSound, begun: Beginnings, grown: Sequence[_Grown], free: _Free | None
    ) -> tuple[Floats, Beginnings]:
        """Add a token to each row; the freely written text is the last of them."""
        places, tokens = [place for _, _, place in grown], [token for _, token, _ in grown]
        if free:
            places, tokens = [*places, len(begun.keys) - 1], [*tokens, free.tokens[-1]]
        return self._decoder.go_on(heard, begun.of(np.array(places)), np.array(tokens)[:, None])


def _next(row: _Hypothesis, root: Node, likely: Floats, *, several: bool) -> Iterator[tuple[_Hypothesis, int]]:
    """Give every way to go on by a token: within the phrase, or to another one."""
    for token, node in row.node.then.items():
        yield _Hypothesis(node, row.score + float(likely[token]), (*row.tokens, token), row.phrases), token
    if several and row.node.phrase is not None and len(row.phrases) < PARTS - 1:
        phrases = (*row.phrases, row.node.phrase)
        for token, node in root.then.items():
            yield _Hypothesis(node, row.score + float(likely[token]), (*row.tokens, token), phrases), token


def _likeliest(grown: Sequence[_Grown], width: int, best: float) -> list[_Grown]:
    """Keep the beginnings that may still become the likeliest text."""
    first = sorted(grown, key=lambda one: -one[0].score)[:width]
    least = max(best, *(one[0].score for one in first[:1]), -np.inf) - WINDOW
    return [one for one in first if one[0].score >= least]


def _sum_of(likely: Floats) -> float:
    return float(np.logaddexp.reduce(likely))


def together(written: Iterable[Written]) -> dict[tuple[str, ...], float]:
    """Add up what is the same phrases in several spellings."""
    found: dict[tuple[str, ...], float] = {}
    for one in written:
        found[one.phrases] = float(np.logaddexp(found.get(one.phrases, -np.inf), one.score))
    return found
