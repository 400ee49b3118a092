"""Setup and script files, checked as the tests of bad files read them."""

from __future__ import annotations

from pathlib import Path

from narrator.computer.paths import setup_file
from narrator.errors import BadData, Problem
from narrator.play.loading import read_setup, script_problems


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
