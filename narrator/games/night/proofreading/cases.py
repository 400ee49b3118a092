"""Proofread the cases of lines: what each is a case of, its facts, and whether it can ever be said."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.errors import Problem, suggest
from narrator.games.night.flow.cases import FACTS
from narrator.games.night.flow.conditions import parse
from narrator.games.night.proofreading.clauses import clash, proofread_arguments
from narrator.games.night.script.script import Line, Script
from narrator.texts import message

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
                cure = message("faults.named-after-its-line", near=suggest(plain, script.wordings))
                yield Problem(f"{where}: id", message("faults.no-line-of-a-case", line=plain), cure)
            elif plain.startswith(_UNSPOKEN):
                yield Problem(where, message("faults.line-without-cases", line=plain), warning=True)
            yield from _facts(script, line, plain, where)
    for cases in script.cases.values():
        yield from _never(cases, place)


def _facts(script: Script, line: Line, plain: str, place: str) -> Iterator[Problem]:
    for number, clause in enumerate(line.when, 1):
        where = f"{place}: when[{number}]"
        _, word, arguments = parse(clause)
        if word not in FACTS:
            yield Problem(where, message("faults.no-fact", word=word), suggest(word, FACTS))
        elif plain.startswith(_READ) and word != "rule":
            yield Problem(where, message("faults.not-known-on-cards", word=word))
        else:
            yield from proofread_arguments(script, clause, FACTS[word].arguments, where)
            if "0" in arguments and FACTS[word].arguments == ("number",):
                yield Problem(where, message("faults.never-0"))


def _never(cases: tuple[Line, ...], place: str) -> Iterator[Problem]:
    """Find cases that cannot come: their facts exclude each other, or an earlier case takes them all."""
    for number, case in enumerate(cases):
        where = f"{place}: line[{case.id}]: when"
        if pair := clash(case.when, FACTS):
            yield Problem(where, message("faults.never-together", one=pair[0], other=pair[1]))
        before = next((one.id for one in cases[:number] if {*one.when} <= {*case.when}), "")
        if before:
            yield Problem(where, message("faults.case-above", case=before), warning=True)
