"""What the second game says, by line: names, a grain in its cases, and words that go with a count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from narrator.games.lines import Line, Lines
from narrator.games.parts import Named, Vocabulary

_GRAINS = (Named(id="rye", name="żyto", gen="żyta"), Named(id="wheat", name="pszenica", gen="pszenicy"))
_MANY = "{count:Został jeden snop|2=Zostały dwa snopy|Zostały # snopy|Zostało # snopów}"

LINES = Lines(
    {
        "begins": ("Czas żniw.",),
        "asked": ("{name}, ile snopów siejesz?",),
        "reaped": ("{name} zbiera {count}.",),
        "given": ("{name} dostaje {count}.",),
        "storm": (f"Burza! {_MANY} {{grain.gen}}.", f"Burza! Trzeba liczyć. {_MANY} {{grain.gen}}."),
        "rain": ("Deszcz: każdemu o {count} więcej.",),
        "next": ("Do pracy!",),
        "counted": ("Snopy: {sheaves}.",),
    },
    Vocabulary({grain.id: grain for grain in _GRAINS}, "pl"),
)

MOST = 30
"""So many sheaves may be left for a line to be made ready, and numbers to be recorded."""

SILENT = ("asked", "counted")
"""The lines that are read alone, or hold what nobody can have recorded."""


def grain_of(round_: int) -> Named:
    """What is reaped in this round."""
    return _GRAINS[round_ % len(_GRAINS)]


def heard() -> list[Line]:
    """The lines that can be heard, with what is known of them: how much it rains, and what a storm leaves."""
    storm = {"count": range(MOST + 1), "grain": [grain.id for grain in _GRAINS]}
    known: dict[str, Mapping[str, Sequence[Any]]] = {"storm": storm, "rain": {"count": (1, 2, 3)}}
    return [(line, known.get(line, {})) for line in LINES.wordings if line not in SILENT]
