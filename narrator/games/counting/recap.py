"""What is kept of a game in which everybody plays: a sheet to have at hand, and how it went once it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from narrator.games.sheet import Reference, Section
from narrator.games.view import Finale
from narrator.texts import Texts

LAST = 4
"""How many of the last deeds the finale tells."""


def reference(
    texts: Texts, people: Mapping[int, str], counted: Iterable[str], tables: Iterable[Section] = ()
) -> Reference:
    """How a turn goes and what can be said, with the game's own tables."""
    said = [meaning.partition(": ") for meaning in texts.group("meaning").values()]
    turn = Section(
        title=texts.word("reference.turn"), rows=tuple(("", step) for step in texts.group("teach.lesson").values())
    )
    commands = Section(title=texts.word("reference.said"), rows=tuple((word, what) for word, _, what in said))
    counters = tuple(texts.word(f"counters.{one}") for one in counted)
    return Reference(people=dict(people), sections=(turn, *tables, commands), counted=counters)


def finale(
    done: Sequence[tuple[str, str, str]], praised: Mapping[str, Sequence[str]], turns: int, texts: Texts
) -> Finale:
    """Sum up a game: who did what most often, and what such deeds led to its end.

    `done` has for each deed the command, whose it was, and how the story tells it, and no command for an answer that
    ended the game; `praised` for each text of `most` how the commands begin that it counts.
    """
    chapters = [texts.word("finale.turns", count=turns)]
    for key, heads in praised.items():
        most = Counter(who for command, who, _ in done if command.startswith(tuple(heads))).most_common(2)
        if most and (len(most) == 1 or most[0][1] > most[1][1]):
            chapters.append(texts.word(f"finale.most.{key}", name=most[0][0], count=most[0][1]))
    weighty = tuple(head for heads in praised.values() for head in heads)
    last = [told for command, _, told in done if not command or command.startswith(weighty)][-LAST:]
    return Finale(heading=texts.word("finale.heading"), chapters=tuple(chapters), turns=tuple(last))
