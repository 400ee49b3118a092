"""Setup and script files, checked as the tests of bad files read them; and in which language that is told."""

from __future__ import annotations

import re
from pathlib import Path

from narrator.computer.paths import setup_file
from narrator.computer.texts import texts_of
from narrator.errors import BadData, Problem
from narrator.play.loading import read_setup, script_problems

ENGLISH = re.compile(
    r"\b(the|is|are|was|be|has|have|of|in|and|or|not|with|without|this|that|there|here|it|its|they|them|their|who"
    r"|write|add|leave|out|one|name|found|expected|mean|known|missing|nothing|nobody|must|cannot|never|too|by)\b"
)
POLISH = re.compile(r"[ąćęłńóśźż„]", re.IGNORECASE)

QUOTED = re.compile(
    r"„[^”]*”|\"[^\"]*\"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|<[^>]*>"
    r"|[\w.-]+/[\w./<>-]+|\w+\.\w[\w.]*|\w+-[\w-]+|\bnot rule \w+"
)
"""What is quoted from files, and what is written there, in any language."""

KEYS = {"by", "in", "or", "is", "who", "name", "not", "must", "add", "known", "without", "nobody"}
"""Words of English that stand in files, as keys and conditions, and so in any language."""


def faults_of(path: Path) -> list[Problem]:
    """List every fault and warning of a setup or script file."""
    try:
        path = setup_file(path)
        found = script_problems(path)
        if found is not None:
            return found
        loaded = read_setup(path)
        return [*loaded.script_problems, *loaded.problems]
    except BadData as bad:
        return bad.problems


def in_a_foreign_language(problems: list[Problem]) -> list[str]:
    """List what has a word of English when it is told in Polish, or of Polish when it is told in English."""
    polish, english = (
        [QUOTED.sub("", " → ".join(problem.parts(texts_of(language).told))) for problem in problems]
        for language in ("pl", "en")
    )
    mixed = [told for told in polish if {*ENGLISH.findall(told)} - KEYS]
    return mixed + [told for told in english if POLISH.search(told)]
