"""Check setups, scripts and texts: every fault of the files, of the voice that a setup names, and of its language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from narrator.computer.shipped import setup_file
from narrator.ears.lexicon import languages
from narrator.errors import BadData, Problem, suggest
from narrator.games.table import Loaded
from narrator.mouth.voice import load_voice
from narrator.play.loading import draft_of, script_problems
from narrator.play.translations import faults_of, is_texts

Checked = tuple[Path, list[Problem]]
"""A file that was named, and the problems found in it and in those that it names."""


def check(paths: Iterable[Path]) -> Iterator[Checked]:
    """Check the files one after the other; what two of them have to do with is told with the first alone."""
    told: set[Path] = set()
    for path in paths:
        try:
            yield path, list(_faults(setup_file(path), told))
        except BadData as bad:
            yield path, bad.problems


def _faults(path: Path, told: set[Path]) -> Iterator[Problem]:
    if is_texts(path):
        yield from _once(path, faults_of(path), told)
        return
    of_script = script_problems(path)
    if of_script is not None:
        yield from _once(path, of_script, told)
        return
    draft = draft_of(path)
    if draft.script_file:
        yield from _once(draft.script_file, draft.script_problems, told)
    more = [*_of_the_voice(draft, path.name), *_of_the_answers(draft, path.name)]
    yield from _once(path, [*draft.problems, *more], told)


def _once(path: Path, problems: list[Problem], told: set[Path]) -> Iterator[Problem]:
    if path.resolve() not in told:
        yield from problems
    told.add(path.resolve())


def _of_the_voice(draft: Loaded[Any, Any], place: str) -> list[Problem]:
    """List what keeps the setup's voice from speaking, at the setup's own key."""
    try:
        if draft.setup:
            load_voice(draft.setup.voice)
    except BadData as bad:
        return [replace(bad.problems[0], place=f"{place}: voice", fault=_told(bad.problems[0]))]
    return []


def _of_the_answers(draft: Loaded[Any, Any], place: str) -> list[Problem]:
    """Warn of a language in which no answer is understood, at the setup's own key."""
    if draft.setup is None or draft.setup.language in languages():
        return []
    fault = f"no answers are understood in {draft.setup.language!r}, so only --headless leads this table"
    return [Problem(f"{place}: language", fault, suggest(draft.setup.language, languages()), warning=True)]


def _told(problem: Problem) -> str:
    return problem.fault if problem.place == "voice" else f"{problem.place}: {problem.fault}"
