"""A shortcut on the desktop starts this very program in a terminal, on each kind of desktop."""

from __future__ import annotations

import configparser
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.computer import shortcut
from narrator.computer.shortcut import content, ending, put, running

from tests.program import narrator

ODD = '/home/Łucja K/100 % $HOME `pwd` "gry" \\x/narrator'


def desktop_words(line: str) -> list[str]:
    """Read an Exec line as the Desktop Entry Specification has it: the file's escapes, quotes, and field codes."""
    text = line.replace("\\\\", "\\")
    assert text[0] == text[-1] == '"'
    words = []
    for quoted in text[1:-1].split('" "'):
        plain, signs = "", iter(quoted)
        for sign in signs:
            plain += next(signs) if sign == "\\" else sign
        words.append(plain.replace("%%", "%"))
    return words


def entry_of(file: Path) -> configparser.SectionProxy:
    """The keys of a desktop's entry."""
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]  # keys have capitals
    entry.read_string(file.read_text("utf-8"))
    return entry["Desktop Entry"]


@pytest.mark.parametrize("command", [["/usr/bin/narrator"], [ODD], ["/opt/py thon", "-m", "narrator"]])
def test_a_linux_desktop_gets_an_entry(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / f"narrator{ending('linux')}"
    put(path, content("linux", command), "linux")
    keys = entry_of(path)
    assert desktop_words(keys["Exec"]) == command
    assert (keys["Type"], keys["Terminal"]) == ("Application", "true")
    assert Path(keys["Icon"]).is_file()
    assert keys["GenericName[pl]"] == "Narrator gier z zamkniętymi oczami"
    assert path.suffix == ".desktop"
    assert sys.platform == "win32" or path.stat().st_mode & stat.S_IXUSR


@pytest.mark.parametrize("command", [["/usr/bin/narrator"], [ODD], ["/opt/py thon", "-m", "narrator"]])
def test_macos_gets_a_command(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / f"narrator{ending('darwin')}"
    put(path, content("darwin", command), "darwin")
    first, second = path.read_text("utf-8").splitlines()
    assert first == "#!/bin/sh"
    assert shlex.split(second) == ["exec", *command]
    assert path.suffix == ".command"


@pytest.mark.skipif(sys.platform == "win32", reason="sh runs it")
def test_the_command_of_macos_runs(tmp_path: Path) -> None:
    program = tmp_path / "Ł $x `y` %.sh"
    program.write_text("#!/bin/sh\necho it runs\n", "utf-8")
    program.chmod(0o755)
    path = tmp_path / "narrator.command"
    put(path, content("darwin", [str(program)]), "darwin")
    assert subprocess.run([path], capture_output=True, text=True, check=True).stdout == "it runs\n"


def test_windows_gets_a_batch_file(tmp_path: Path) -> None:
    path = tmp_path / f"narrator{ending('win32')}"
    put(path, content("win32", [r"C:\Users\Łucja\100%\narrator.exe"]), "win32")
    lines = path.read_bytes().decode().split("\r\n")
    assert r'"C:\Users\Łucja\100%%\narrator.exe"' in lines
    assert lines.index("chcp 65001 >nul") < 2  # before the first name that needs it
    assert path.suffix == ".bat"


def test_it_names_the_program_that_runs() -> None:
    command = running()
    assert Path(command[0]).is_absolute()
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("narrator ")


def test_it_says_where_it_is_and_makes_no_second_one(tmp_path: Path) -> None:
    path = tmp_path / f"Narrator{ending(sys.platform)}"
    told = " ".join(narrator("shortcut", "--folder", tmp_path).stdout.split())
    assert told == f"Skrót jest tu: {path}. Dwukrotne kliknięcie otwiera menu."
    assert "Skrót już jest" in narrator("shortcut", "--folder", tmp_path).stdout
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(("said", "replaced"), [("n\n", False), ("\n", False), ("", False), ("t\n", True)])
def test_another_file_of_that_name_is_asked_about(tmp_path: Path, said: str, replaced: bool) -> None:
    path = tmp_path / f"Narrator{ending(sys.platform)}"
    path.write_text("mine", "utf-8")
    done = narrator("shortcut", "--folder", tmp_path, said=said)
    assert "Zastąpić go" in " ".join(done.stdout.split())
    assert (path.read_text("utf-8") != "mine") is replaced
    assert done.returncode == (0 if replaced else 1)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = narrator("shortcut", "--folder", tmp_path / "nowhere")
    assert done.returncode == 1
    assert "Nie da się zapisać" in done.stderr


def test_without_a_desktop_it_stands_among_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr("platformdirs.user_desktop_dir", lambda: str(tmp_path / "Pulpit"))
    assert shortcut.place("linux") == tmp_path / ".local" / "share" / "applications"
    assert shortcut.place("darwin") == tmp_path
    (tmp_path / "Pulpit").mkdir()
    assert shortcut.place("linux") == tmp_path / "Pulpit"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a desktop")
def test_the_list_of_programs_is_made_where_there_is_none(tmp_path: Path) -> None:
    done = narrator("shortcut", env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")})
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "data" / "applications" / "Narrator.desktop").is_file()
    assert "na liście programów" in " ".join(done.stdout.split())
