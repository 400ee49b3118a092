"""The program's first moment, on every system."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from importlib.abc import MetaPathFinder
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import narrator
from narrator.__main__ import main

from tests.without_posix import MODULES

NARRATOR = Path(narrator.__file__).parent
TESTS = Path(__file__).parent


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


def collected(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.without_posix", *map(str, arguments)]
    return subprocess.run(command, cwd=TESTS.parent, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="it takes away what Windows does not have")
@pytest.mark.long
def test_the_tests_can_be_collected_without_what_windows_lacks() -> None:
    done = collected()
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="it takes away what Windows does not have")
def test_a_test_that_needs_what_windows_lacks_cannot_be_collected(tmp_path: Path) -> None:
    lines = {"module": "import resource", "signal": "import signal; signal.SIGKILL", "call": "import os; os.mkfifo"}
    for name, line in lines.items():
        (tmp_path / f"test_{name}.py").write_text(line, encoding="utf-8")
    done = collected(tmp_path)
    assert done.returncode == 2
    assert {*re.findall(r"^ERROR .*test_(\w+)\.py", done.stdout, re.MULTILINE)} == {*lines}


def test_no_module_needs_what_windows_lacks_to_be_imported() -> None:
    needing: dict[str, set[str]] = {}
    for path in NARRATOR.rglob("*.py"):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        names = {name.name for node in body if isinstance(node, ast.Import) for name in node.names}
        found = {*MODULES} & (names | {str(node.module) for node in body if isinstance(node, ast.ImportFrom)})
        needing |= {path.name: found} if found else {}
    assert needing == {}


def test_the_types_are_there_for_whoever_imports_it() -> None:
    assert (NARRATOR / "py.typed").is_file()


def begun(before: str, found: str, *options: object) -> str:
    """Begin a game and leave it at once; give what Python finds then. `before` comes first of all."""
    program = (
        f"import sys\n{before}\n"
        "from narrator.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"print({found}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "play", "small", "--seed", "1", *map(str, options)],
        input="ready\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stderr.splitlines()[-1]


UNUSED = ["starlette", "uvicorn", "segno", "anyio", "tomlkit", "narrator.page", "narrator.games.sheet"]
"""What serves a page, writes setups or prints."""


def test_no_game_loads_what_it_does_not_use(tmp_path: Path) -> None:
    """Every start would pay for it."""
    found = f"[name for name in {UNUSED} if name in sys.modules]"
    assert begun("", found, "--headless", "--journal", tmp_path / "a.jsonl") == "[]"


def test_no_ears_load_what_downloads_need(tmp_path: Path) -> None:
    """They are opened while the first line is said, and then those who are asked wait for them."""
    found = "[name for name in ('http.client', 'ssl', 'zipfile') if name in sys.modules]"
    assert begun("", found, "--silent", "--journal", tmp_path / "a.jsonl") == "[]"


def test_the_help_loads_no_game_and_nothing_that_only_games_need() -> None:
    """It is what completes a command in a shell, too."""
    seldom = "json", "numpy", "rich", "narrator.games", "narrator.rooms"
    program = "import sys\nfrom narrator.__main__ import main\ntry: main()\nfinally: print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, encoding="utf-8", check=True
    )
    assert {*seldom}.isdisjoint(done.stdout.splitlines()[-1].split())


LISTED = """
opened = []
sys.addaudithook(lambda event, told: event == "open" and str(told[0]).endswith(".toml") and opened.append(told[0]))
"""


def test_a_game_begins_without_reading_words_twice(tmp_path: Path) -> None:
    """Every start would pay for it."""
    config = tmp_path / "config.toml"
    config.write_text('format = 1\nvoice = "none"\nears = "keys"\npace = 0.0\n', encoding="utf-8")
    options = ["--config", config, "--journal", tmp_path / "a.jsonl"]
    found = begun(LISTED, "[*map(str, opened)]", *options)
    read = Counter(ast.literal_eval(found))
    assert {Path(path).name for path in read} >= {"small.toml", "ktulu.toml", "pl.toml"}
    assert [path for path, times in read.items() if times > 1] == []


def test_a_game_begins_without_looking_for_garbage_all_the_time(tmp_path: Path) -> None:
    """What is imported stays."""
    looked = "sum(kind['collections'] for kind in gc.get_stats())"
    assert int(begun("import gc", looked, "--headless", "--journal", tmp_path / "a.jsonl")) < 60
