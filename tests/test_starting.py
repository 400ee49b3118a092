"""The program's first moment."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import entry_points
from typing import Any

import pytest

from narrator.__main__ import main


class Impatient(MetaPathFinder):
    """Somebody who presses Ctrl-C while the commands are imported."""

    def find_spec(self, fullname: str, *_: Any) -> None:
        if fullname == "narrator.cli":
            raise KeyboardInterrupt


def test_ctrl_c_during_the_import_ends_the_program_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "narrator.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Impatient(), *sys.meta_path])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 130


def test_the_command_begins_there() -> None:
    (command,) = entry_points(group="console_scripts", name="narrator")
    assert command.load() is main
