"""Odd files, names, numbers and answers: each is told in one message; no command breaks down or waits for ever."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

import pytest

from narrator.__main__ import main
from narrator.computer import settings
from narrator.terminal.exits import BUG

from tests.written import players

pytestmark = [
    pytest.mark.timeout(60),
    # A room reads its own copy of standard input until the program ends, and here it does not.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


class Told(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err


Run = Callable[..., Told]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run a command in an empty folder, with an empty home of its own; nothing may break down."""
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(settings, "_of_this_run", None)  # as it is to be again afterwards, whatever --config says

    def command(*arguments: object, said: str = "") -> Told:
        monkeypatch.setattr(sys, "argv", ["narrator", *map(str, arguments)])
        (tmp_path / "said").write_bytes(said.encode())
        with (tmp_path / "said").open(encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            with pytest.raises(SystemExit) as end:
                main()
        assert isinstance(end.value.code, int)
        told = Told(end.value.code, *capsys.readouterr())
        assert told.code != BUG, (arguments, told.err)
        assert "Traceback" not in told.text
        hidden = {sign for sign in told.err if category(sign) in ("Cc", "Cf") and sign != "\n"}
        assert not hidden, (arguments, hidden)
        return told

    yield command
    assert not list(here.glob(".*.part"))


ENDLESS = "9" * 5000
DEEP = {
    "lists": f"format = 1\ncards = {'[' * 5000}{']' * 5000}\n",
    "tables": f"format = 1\nrules = {'{a = ' * 3000}1{'}' * 3000}\n",
    "dotted": f"format = 1\n{'.'.join('a' * 20_000)} = 1\n",
    "headed": f"format = 1\n[{'.'.join('a' * 20_000)}]\n",
    "deep enough": f"format = 1\ncards = {'[' * 40}{']' * 40}\n",
    "endless": f"format = 1\nseed = {ENDLESS}\n",
    "endless in hexadecimal": f"format = 1\nseed = 0x{'f' * 5000}\nvoice = 0x{'f' * 5000}\n",
    "no date": "format = 1\nvoice = 2024-02-31\n",
}


def odd_names(here: Path) -> dict[str, str]:
    """Make what is no file to be read, and give its names, and names that can be no file's."""
    (here / "folder").mkdir()
    (here / "deep.toml").write_text(DEEP["lists"])
    (here / "noise.toml").write_bytes(bytes(range(256)))
    names = {
        "nothing": "",
        "here": ".",
        "root": "/",
        "a folder": "folder",
        "far": "none/x.toml",
        "deep": "deep.toml",
        "long": f"{'x' * 300}.toml",
        "long path": f"{'x/' * 3000}y.toml",
        "noise": "noise.toml",
        "a stranger's home": "~nosuch/x.toml",
        "under a file": "deep.toml/x.toml",
    }
    if sys.platform != "win32":
        os.mkfifo(here / "pipe.toml")
        (here / "gone.toml").symlink_to("nowhere/at-all")
        (here / "round.toml").symlink_to("round.toml")
        (here / "zero.toml").symlink_to("/dev/zero")
        names |= {kind: f"{kind}.toml" for kind in ("pipe", "gone", "round", "zero")}
    return names


READING = {
    "play": ("play", "{}", "--headless"),
    "check": ("check", "{}"),
    "deal": ("deal", "{}"),
    "script": ("script", "show", "{}"),
    "sheet": ("sheet", "{}"),
    "simulate": ("simulate", "{}", "--games", "1", "--jobs", "1"),
    "settings": ("play", "demo", "--headless", "--config", "{}"),
    "answers": ("play", "demo", "--headless", "--answers", "{}"),
    "resume": ("resume", "{}", "--headless"),
    "log": ("log", "{}"),
    "replay": ("replay", "{}"),
    "again": ("again", "{}", "--headless"),
    "voice": ("voice", "check", "{}"),
    "table of a voice": ("voice", "check", "x", "--setup", "{}"),
    "script of a voice": ("voice", "check", "x", "--script", "{}"),
    "copied script": ("script", "copy", "{}", "copy.toml"),
    "model": ("model", "install", "--from", "{}"),
    "Piper's voice": ("voice", "install", "gosia", "--from", "{}"),
}


FITTING = {("answers", "deep"), ("copied script", "deep")}
"""What can be read as what it is named as: any text can hold answers, and any file be copied."""


@pytest.mark.parametrize("place", READING)
def test_whatever_is_named_to_be_read_is_told_of(place: str, run: Run) -> None:
    for kind, name in odd_names(Path()).items():
        told = run(*(part.format(name) for part in READING[place]))
        if (place, kind) in FITTING:
            continue
        assert told.code in (1, 2), (kind, told)
        assert 0 < len(told.err.splitlines() or told.out.splitlines()) <= 3, (kind, told)


WRITING = {
    "journal": ("play", "demo", "--headless", "--journal", "{}"),
    "copy": ("script", "copy", "ktulu", "{}"),
}


@pytest.mark.parametrize("place", WRITING)
def test_whatever_is_named_to_be_written_is_told_of(place: str, run: Run) -> None:
    fitting = {"deep", "noise", "gone", *(("far", "a stranger's home") if place == "journal" else ())}
    names = {kind: name for kind, name in odd_names(Path()).items() if kind not in fitting}
    if sys.platform != "win32":
        names["the empty device"] = "/dev/null"
    for kind, name in names.items():
        told = run(*(part.format(name) for part in WRITING[place]))
        assert told.code == 1, (kind, told)
        assert re.search("cannot be written|już jest|da się zapisać", told.err), (kind, told)
    assert Path("/dev/null").exists()
    assert not Path("/dev/null").is_file()


PLAYERS = players(("Ala", "Bartek", "Celina"), ("sheriff", "boss", "courtesan"))
NAMED = {
    "script": 'format = 1\nscript = "{}"\n' + PLAYERS,
    "voice": 'format = 1\nvoice = "{}"\n' + PLAYERS,
}


@pytest.mark.parametrize("key", NAMED)
def test_whatever_a_setup_names_is_told_at_its_key(key: str, run: Run) -> None:
    for kind, name in {**odd_names(Path()), "null": r"a\u0000b.toml", "escape": r"a\u001b[31mb.toml"}.items():
        Path("table.toml").write_text(NAMED[key].format(name), encoding="utf-8")
        told = run("check", "table.toml")
        if (key, kind) == ("voice", "nothing"):
            assert told.code == 0  # it is the language's own voice
            continue
        assert told.code == 1, (kind, told)
        assert f"table.toml:2: {key}" in told.out or kind in ("deep", "noise"), (kind, told)


SETTINGS = {
    "ambience": 'ambience = "{}"\n',
    "journals": 'journals = "{}"\n',
    "model": 'model = "{}"\n',
    "voice": 'voice = "{}"\n',
}


@pytest.mark.parametrize("key", SETTINGS)
def test_whatever_the_settings_name_is_told_or_not_needed(key: str, run: Run) -> None:
    for name in {**odd_names(Path()), "null": r"a\u0000b", "escape": r"a\u001bb"}.values():
        Path("settings.toml").write_text("format = 1\n" + SETTINGS[key].format(name), encoding="utf-8")
        for command in (("play", "demo", "--headless"), ("log",)):
            told = run(*command, "--config", "settings.toml")
            assert told.code == 0 or told.err, (key, name, told)


@pytest.mark.parametrize("kind", DEEP)
def test_a_file_that_is_too_deep_or_too_long_is_told(kind: str, run: Run) -> None:
    Path("odd.toml").write_text(DEEP[kind])
    Path("named.toml").write_text('format = 1\nscript = "odd.toml"\nvoice = "odd.toml"\n')
    for command in (("check", "odd.toml"), ("check", "named.toml"), ("log", "--config", "odd.toml")):
        told = run(*command)
        assert told.code == 1, told
        assert "odd.toml" in told.text
    assert run("play", "demo", "--voice", "odd.toml").code == 1
    assert run("voice", "check", "odd.toml").code == 1


@pytest.mark.parametrize("key", ["pace", "show_seconds", "ambience_volume"])
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "-1", "1e300", "601"])
def test_a_number_of_the_settings_is_within_bounds(key: str, number: str, run: Run) -> None:
    Path("settings.toml").write_text(f"format = 1\n{key} = {number}\n")
    told = run("play", "demo", "--headless", "--config", "settings.toml")
    assert told.code == 1
    assert f"settings.toml:2: {key}" in told.err


@pytest.mark.parametrize("number", ["nan", "inf", "-1", "1e300", "10.5", ENDLESS])
def test_the_pace_of_the_command_line_is_within_bounds(number: str, run: Run) -> None:
    assert run("play", "demo", "--headless", "--journal", "a.jsonl").code == 0
    for command in (("play", "demo"), ("resume", "a.jsonl"), ("again", "a.jsonl"), ("replay", "a.jsonl")):
        told = run(*command, "--pace", number)
        assert told.code in (1, 2)
        assert "--pace" in told.err


def test_a_seed_is_one_that_a_journal_can_keep(run: Run) -> None:
    for number in (str(2**63), str(-(2**63) - 1), ENDLESS, "nan"):
        assert run("play", "demo", "--headless", "--seed", number).code == 2


@pytest.mark.parametrize(
    "said", [ENDLESS, f"1,{ENDLESS}", "[" * 5000, "\0\x1b[31m\u202e", "½", "٣", "-1", "1e9", "x" * 10**6]
)
def test_no_answer_breaks_the_game(said: str, run: Run) -> None:
    for manner in ("--headless", "--silent"):
        told = run("play", "demo", manner, "--pace", "0", said=f"ready\nready\n{said}\n" * 2)
        assert told.code == 0, told
    assert run("resume", "--headless", said=f"{said}\n").code == 0
    assert run("log").code == 0


def test_a_fault_of_a_script_is_told_once_however_many_files_name_it(run: Run) -> None:
    Path("my.toml").write_text("format = 1\nid = 1\n[[night]]\n", encoding="utf-8")
    for name in ("one.toml", "two.toml"):
        Path(name).write_text(NAMED["script"].format("my.toml"), encoding="utf-8")
    told = run("check", "one.toml", "two.toml", "my.toml")
    assert told.code == 1
    lines = told.out.splitlines()
    assert any("my.toml:2: id" in line for line in lines)
    assert len(lines) == len(set(lines))


def test_a_voice_that_is_there_but_faulty_is_told_at_the_setups_key(run: Run) -> None:
    Path("loud.toml").write_text('format = 1\nengine = "system"\nlanguage = "pl"\nrate = 9000\n')
    Path("table.toml").write_text(NAMED["voice"].format("loud.toml"), encoding="utf-8")
    assert "table.toml:2: voice: loud.toml:4: rate: 9000 nie mieści się w granicach" in run("check", "table.toml").out


def test_control_characters_of_a_file_are_spelt_out(run: Run) -> None:
    odd = r"\u001b]0;x\u0007\u202e\u200b"
    Path("table.toml").write_text(f'format = 1\n"{odd}" = 1\n[[player]]\nname = "{odd}"\n', encoding="utf-8")
    told = run("check", "table.toml")
    assert told.code == 1
    assert r"\x1b]0;x\x07\u202e\u200b" in told.out
    assert not re.search("[\x1b\x07\u202e\u200b]", told.out)
    Path("old.jsonl").write_text('{"journal": 1, "program": "\\u001b[31m9"}\n')
    told = run("log", "old.jsonl")
    assert r"\x1b[31m9" in told.err
