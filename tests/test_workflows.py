"""The files for the host of the project: workflows that call what is there, and templates that can be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / ".github").rglob("*.yml"))
WORKFLOWS = [file for file in FILES if file.parent.name == "workflows"]


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text("utf-8"))


def test_they_are_there() -> None:
    assert {file.name for file in FILES} >= {"ci.yml", "release.yml", "bug.yml", "idea.yml"}


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_may_do_no_more_than_it_must_and_calls_what_is_there(file: Path) -> None:
    workflow = read(file)
    assert workflow["permissions"] == {"contents": "read"}
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    runs = "\n".join(step["run"] for step in steps if "run" in step)
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {*re.findall(r"^make ([a-z]+)", runs, re.MULTILINE)} <= set(targets)
    named = re.findall(r"\b(?:tests|packaging)/[\w/.]+", runs)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert all("@v" in step["uses"] for step in steps if "uses" in step)


def test_the_templates_ask_for_something() -> None:
    for file in (one for one in FILES if one.parent.name == "ISSUE_TEMPLATE"):
        template = read(file)
        assert template["name"]
        assert template["description"]
        assert any(part.get("validations", {}).get("required") for part in template["body"])


def test_the_code_of_conduct_has_five_lines() -> None:
    lines = (ROOT / "CODE_OF_CONDUCT.md").read_text("utf-8").splitlines()
    assert [line[:2] for line in lines if line[:1].isdigit()] == ["1.", "2.", "3.", "4.", "5."]
