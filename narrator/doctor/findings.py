"""What an examination finds: a verdict on each thing, and the cure for this computer where something is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, Literal

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.errors import Problem
from narrator.texts import DEFAULT, Message, Texts, Words, message
from narrator.values import asdict, dataclass, replace

Verdict = Literal["ok", "warn", "fail"]

FOLDER = Path(__file__).resolve().parent
"""Where the texts of what is found lie, a file a language."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `text` tells people, `value` the same to programs, in plain JSON values."""

    name: str
    verdict: Verdict
    text: Words
    value: Any = None
    cure: Words = ""

    def called(self, texts: Texts) -> str:
        """Call the finding as people do."""
        return texts.word(f"names.{self.name.replace(' ', '-')}")


def found(key: str, /, **values: object) -> Message:
    """Word what was found."""
    return message(f"found.{key}", **values)


def with_and(words: Sequence[Words]) -> Words:
    """List what was found, in any language."""
    return reduce(lambda one, other: found("and", one=one, other=other), words)


def listed(problems: Iterable[Problem]) -> Words:
    """What is wrong in files, without the cures."""
    return with_and([message("faults.inside", place=problem.where, fault=problem.words) for problem in problems])


def cure(trouble: str, platform: str = sys.platform, /, **values: object) -> Message:
    """Word the cure of a trouble on this system; an unknown one is treated like Linux."""
    key = f"cures.{trouble}.{paths.system(platform)}"
    return message(key if key in texts_of(DEFAULT, FOLDER) else f"cures.{trouble}.everywhere", **values)


def downgraded(finding: Finding) -> Finding:
    """Turn a failure into a warning: tonight's table does without."""
    return replace(finding, verdict="warn") if finding.verdict == "fail" else finding


def as_data(findings: Iterable[Finding], texts: Texts) -> dict[str, Any]:
    """Write the findings and the worst verdict as plain JSON values."""
    every = list(findings)
    told = [replace(one, text=texts.told(one.text), cure=texts.told(one.cure)) for one in every]
    return {"format": 1, "verdict": worst(every), "findings": [asdict(one) for one in told]}


def worst(findings: Iterable[Finding]) -> Verdict:
    """Pick the worst verdict."""
    verdicts = {finding.verdict for finding in findings}
    return "fail" if "fail" in verdicts else "warn" if "warn" in verdicts else "ok"
