"""What an examination finds: a verdict on each thing, and the cure for this computer where something is wrong."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

Verdict = Literal["ok", "warn", "fail"]

_CURES = Path(__file__).resolve().with_name("cures.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at. `text` tells people, `value` the same to programs, in plain JSON values."""

    name: str
    verdict: Verdict
    text: str
    value: Any = None
    cure: str = ""


def cure(trouble: str, platform: str = sys.platform) -> str:
    """Look up the cure of a trouble on this system; an unknown one is treated like Linux."""
    cures = all_cures()[trouble]
    return cures[{"win32": "windows", "darwin": "macos"}.get(platform, "linux")]


@cache
def all_cures() -> dict[str, dict[str, str]]:
    """Read the cures: by trouble, then by system."""
    data: dict[str, Any] = tomllib.loads(_CURES.read_text("utf-8"))
    return {
        trouble: {system: cures.get(system) or cures["everywhere"] for system in ("linux", "windows", "macos")}
        for trouble, cures in data["cures"].items()
    }


def downgraded(finding: Finding) -> Finding:
    """Turn a failure into a warning: tonight's table does without."""
    return replace(finding, verdict="warn") if finding.verdict == "fail" else finding


def as_data(findings: Iterable[Finding]) -> dict[str, Any]:
    """Write the findings and the worst verdict as plain JSON values."""
    found = list(findings)
    return {"format": 1, "verdict": worst(found), "findings": [asdict(finding) for finding in found]}


def worst(findings: Iterable[Finding]) -> Verdict:
    """Pick the worst verdict."""
    verdicts = {finding.verdict for finding in findings}
    return "fail" if "fail" in verdicts else "warn" if "warn" in verdicts else "ok"
