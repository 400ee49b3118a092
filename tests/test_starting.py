"""The program's first moment, on every system."""

from __future__ import annotations

import ast
import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import narrator
from narrator.__main__ import main

NARRATOR = Path(narrator.__file__).parent
TESTS = Path(__file__).parent
POSIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}
"""Modules that Windows does not have."""


class Impatient(MetaPathFinder):
    """Somebody who presses Ctrl-C while the commands are imported."""

    def find_spec(self, fullname: str, *_: Any) -> None:
        if fullname == "narrator.commands.app":
            raise KeyboardInterrupt


def test_ctrl_c_during_the_import_ends_the_program_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "narrator.commands.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Impatient(), *sys.meta_path])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130


def test_the_command_begins_there() -> None:
    (command,) = entry_points(group="console_scripts", name="narrator")
    assert command.load() is main


@pytest.mark.parametrize("folder", [NARRATOR, TESTS], ids=["program", "tests"])
def test_no_module_needs_what_windows_lacks_to_be_imported(folder: Path) -> None:
    needing: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        names = {name.name for node in body if isinstance(node, ast.Import) for name in node.names}
        found = POSIX & (names | {str(node.module) for node in body if isinstance(node, ast.ImportFrom)})
        needing |= {path.name: found} if found else {}
    assert needing == {}


def test_the_types_are_there_for_whoever_imports_it() -> None:
    assert (NARRATOR / "py.typed").is_file()
