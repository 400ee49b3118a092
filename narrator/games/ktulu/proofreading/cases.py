"""Proofread the cases of lines: what each is a case of, its facts, and whether it can ever be said."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, suggest
from narrator.games.ktulu.cases import FACTS
from narrator.games.ktulu.conditions import parse
from narrator.games.ktulu.proofreading.clauses import clash, proofread_arguments
from narrator.games.ktulu.script import Line, Script

_UNSPOKEN = ("tell.", "ask.", "refused.", "page.", "game.cards")
_READ = ("does.", "aim.")
"""Lines that are read from the cards before the game, when nothing but the house rules is known."""


def proofread_cases(script: Script, place: str) -> Iterator[Problem]:
    """Find the faults of all cases."""
    every = {line.id for line in script.line if line.when}
    for line in script.line:
        if line.when:
            where, plain = f"{place}: line[{line.id}]", script.plain(line.id)
            if plain not in script.wordings or plain in every:
                cure = f"{suggest(plain, script.wordings)}; a case is named after its line: <line>.<word>"
                yield Problem(f"{where}: id", f"there is no line {plain!r} for it to be a case of", cure)
            elif plain.startswith(_UNSPOKEN):
                yield Problem(where, f"{plain} has no cases: it is not spoken", "leave when out", warning=True)
            yield from _facts(script, line, plain, where)
    for cases in script.cases.values():
        yield from _never(cases, place)


def _facts(script: Script, line: Line, plain: str, place: str) -> Iterator[Problem]:
    for number, clause in enumerate(line.when, 1):
        where = f"{place}: when[{number}]"
        _, word, arguments = parse(clause)
        if word not in FACTS:
            yield Problem(where, f"unknown fact {word!r}", suggest(word, FACTS))
        elif plain.startswith(_READ) and word != "rule":
            yield Problem(where, f"{word} is not known when cards are read", "ask for a house rule: rule drinks 1")
        else:
            yield from proofread_arguments(script, clause, FACTS[word].arguments, where)
            if "0" in arguments and FACTS[word].arguments == ("number",):
                yield Problem(where, "this never holds", "write 1 or more")


def _never(cases: tuple[Line, ...], place: str) -> Iterator[Problem]:
    """Find cases that cannot come: their facts exclude each other, or an earlier case takes them all."""
    for number, case in enumerate(cases):
        where = f"{place}: line[{case.id}]: when"
        if pair := clash(case.when, FACTS):
            yield Problem(where, f"{' and '.join(pair)} are never true together", "leave one out")
        before = next((one.id for one in cases[:number] if {*one.when} <= {*case.when}), "")
        if before:
            fault = f"{before} stands above it and is said wherever this could be"
            yield Problem(where, fault, f"move it above {before}", warning=True)
