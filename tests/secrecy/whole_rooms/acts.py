"""What people at two tables do alike, aloud: commands in every state, nonsense, and breaking off."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import NamedTuple

BREAK = "break off"
"""Somebody closes the laptop; later the game is resumed."""

LID = "lid"
"""Somebody shuts the laptop's lid for a while, and the computer sleeps; the program is still there.

It is drawn only where it is asked for: what is said before the narrator has noticed is lost, and these people would
say it again as soon as somebody listens.
"""

DOUBTFUL = "?"
"""Stands before what is heard with little confidence."""

NONSENSE = "ble ble"


class Act(NamedTuple):
    """A word that somebody says or types at that moment, or as soon as anybody listens after it."""

    due: float
    word: str


Acts = deque[Act]

Cluster = tuple[str, ...]
"""What is done in one go."""

CLUSTERS: tuple[Cluster, ...] = (
    ("undo",),
    ("undo", "undo"),
    ("pause",),
    ("pause", "undo"),
    ("pause", "undo", "undo"),
    ("pause", NONSENSE, "undo"),
    ("undo", "pause", "undo"),
    ("pause", "repeat", "ready", "pause"),
    ("repeat",),
    ("repeat", "undo"),
    ("repeat", "pause", "ready"),
    ("hold",),
    ("hold", "hold", "hurry"),
    ("hurry",),
    ("hurry", "hold"),
    ("hurry", "pause", "ready"),
    ("hurry", "undo"),
    ("hold", "repeat"),
    ("ambience",),
    ("ambience", "pause", "ambience"),
    (NONSENSE,),
    (NONSENSE, NONSENSE, NONSENSE),
)

_WORDS = ("undo", "pause", "repeat", "hold", "hurry")
DOUBTS: tuple[Cluster, ...] = tuple((DOUBTFUL + word, said) for word in _WORDS for said in ("confirm", "no"))
"""Commands that are heard amid talk, and what is said when they are asked back."""


ON_A_PAGE: tuple[Cluster, ...] = (
    ("redo",),
    ("undo", "redo"),
    ("jump",),
    ("change",),
    ("jump", "undo"),
    ("change", "undo"),
    ("moderator", "laptop"),
    ("moderator", "undo", "laptop"),
)
"""What only a page can do besides; its readers are named."""


def draw_acts(chance: Random, *, clusters: tuple[Cluster, ...], doing: tuple[Cluster, ...] = ()) -> list[Act]:
    """Draw what is done in the first hour: at three tables in four anything, or certainly some of this."""
    if not doing and chance.random() < 0.25:
        return []
    clusters = doing or (*CLUSTERS, *clusters)
    often, acts, due = chance.choice((60.0, 150.0, 400.0)), list[Act](), 1000.0
    for _ in range(chance.randint(1, 12)):
        due += chance.uniform(0.1, 2.0) * often
        cluster = (BREAK,) if chance.random() < 0.12 else chance.choice(clusters)
        for word in cluster:
            acts.append(Act(due, word))
            longest = 40.0 if word == "moderator" else 4.0  # in which the time of a call may end
            due += 1.5 if cluster in DOUBTS else chance.uniform(0.3, longest)
    return acts
