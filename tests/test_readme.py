"""The README tells the truth: its commands run, in its order, in a scratch copy; its make targets exist."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from narrator.texts.shell import quoted

from tests.program import at_home

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = sysconfig.get_path("scripts")

TYPED = {"new": "\n8\n" + "\n" * 60}
"""What is typed into commands that ask: nobody leads, eight play, and then what each question suggests."""

NO_TERMINAL = "uruchomcie to polecenie w terminalu"


def commands() -> list[list[str]]:
    """List the commands of the README's sh blocks, in order."""
    blocks = re.findall(r"^```sh\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)
    lines = [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line]


NARRATOR = [command for command in commands() if command[0] == "narrator"]
MAKE = [command for command in commands() if command[0] == "make"]


def environment(folder: Path) -> dict[str, str]:
    return {**at_home(folder), "HOME": str(folder)}


def serve(command: list[str], folder: Path) -> None:
    """Run a command that serves a page until it is told to end, once it has named the page's address."""
    arguments = [f"{BIN}/{command[0]}", *command[1:]]
    with subprocess.Popen(
        arguments,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as process:
        assert process.stdout
        said = ""
        while "/#t=" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        process.terminate()
        assert "narrator resume" in process.stdout.read()
    assert process.returncode == 143


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the installed program in the folder, with settings and data of its own there, and without a terminal."""
    return subprocess.run(
        [f"{BIN}/{command[0]}", *command[1:]],
        cwd=folder,
        env=environment(folder),
        input=TYPED.get(" ".join(command[1:2]), ""),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "setups", folder / "setups")
    return folder


def test_a_visitor_sees_no_more_than_two_screens() -> None:
    assert len(README.splitlines()) <= 120


def test_every_command_is_one_that_is_tested() -> None:
    assert [command for command in commands() if command[0] not in ("make", "narrator")] == []
    assert ["make", "demo"] in MAKE
    assert ["make", "test"] in MAKE


@pytest.mark.long
@pytest.mark.parametrize("own", [False, True], ids=["a table", "a script of one's own"])
def test_narrator_commands_run(scratch: Path, *, own: bool) -> None:
    for command in (command for command in NARRATOR if ("my.toml" in command) is own):
        if command == ["narrator"]:  # the menu wants a terminal: tests/test_menu.py
            assert "Użycie" in run(command, scratch).stderr
            continue
        if command[1] == "model":
            continue
        if command[1] == "lead":
            serve(command, scratch)
            continue
        speaks = command[1] in ("play", "resume", "again") and "--silent" not in command
        done = run([*command, "--headless"] if speaks else command, scratch)
        assert "Traceback" not in done.stderr, done.stderr
        if command[1] == "deal":
            assert NO_TERMINAL in done.stderr
        else:
            assert done.returncode == 0, f"{command}: {done.stderr}"
    assert (scratch / ("my.toml" if own else "friday.toml")).exists()
    assert own or list(scratch.rglob("games/*.jsonl"))


def test_commands_that_need_a_network_have_these_options(tmp_path: Path) -> None:
    for command in NARRATOR:
        if command[1:2] == ["model"]:
            shown = run([*command[:3], "--help"], tmp_path)
            assert shown.returncode == 0, shown.stderr
            assert all(word in shown.stdout for word in command[3:] if word.startswith("--"))


def test_make_targets_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert {command[1] for command in MAKE} <= set(targets)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_demonstration_plays_to_the_second_day(tmp_path: Path) -> None:
    assert "@$(BIN)/narrator demo" in (ROOT / "Makefile").read_text(encoding="utf-8")
    settings = tmp_path / "config" / "narrator" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('format = 1\nvoice = "none"\n', encoding="utf-8")
    done = run(["narrator", "demo"], tmp_path)
    assert done.returncode == 0, done.stderr
    for sight in ("około dwóch minut", "Noc 1", "Kogo zamyka szeryf?", "Posążek", "numer 4"):
        assert sight in done.stdout, sight
    *_, said, end = (line.strip() for line in done.stdout.splitlines() if line.strip())
    here = shutil.which("narrator", path=environment(tmp_path)["PATH"])
    assert end == f"To był pokaz. Wasz stół: {'narrator' if here else quoted(f'{BIN}/narrator')}"
    assert not said.startswith(("Do wyboru", "powtórz", "›")), "no question is left open"
    assert not (tmp_path / "data" / "narrator" / "games").exists()
