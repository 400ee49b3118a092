"""A command that a message names can be copied into the shell, wherever files lie and whatever they are called."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from narrator.computer.misfits import shown
from narrator.computer.texts import texts_of
from narrator.errors import NarratorError, Problem, escaped
from narrator.mouth.voice import called, load_voice
from narrator.rooms.paper import printable, wrapped
from narrator.terminal.words import call_by
from narrator.texts import Texts, message
from narrator.texts.shell import called as run_by
from narrator.texts.shell import quoted

from tests.program import at_home, narrator
from tests.sweeps import trial

TEXTS = sorted(Path("narrator").rglob("texts/**/*.toml"))
FILLED_IN = re.compile(
    r"(?:narrator (?!ha[sr] )[a-z]+|python -m \S+)(?: [a-z]+)?(?: --?\S+(?: [A-Z]+)?)* ?\{(\w+)(:?[^}]*)\}"
)
FOLDER = """it's Anna's "small" $HOME folder; #1"""
posix = pytest.mark.skipif(sys.platform == "win32", reason="only a POSIX shell reads these")
SHELLS = [*filter(shutil.which, ("sh", "dash", "bash", "zsh", "fish"))]


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_whatever_stands_in_a_command_is_quoted(path: Path) -> None:
    bare = [found[0] for found in FILLED_IN.finditer(path.read_text("utf-8")) if found[2] != ":shell"]
    assert [one for one in bare if not one.endswith("log --all{journal}")] == []  # with the blank before it


def test_the_pattern_finds_commands() -> None:
    found = [one[1] for path in TEXTS for one in FILLED_IN.finditer(path.read_text("utf-8"))]
    assert {"journal", "path", "file", "script", "voice", "language", "folder"} <= {*found}


@posix
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "word",
    ["game.jsonl", "a b", "it's", '"', "$HOME", "`id`", "a;b", "a\\b", "#1", "-x", "ł", "*", "~", "!", "=x", "%1"],
)
def test_a_shell_reads_a_quoted_word_as_one(word: str, shell: str) -> None:
    done = subprocess.run([shell, "-c", f"printf %s {quoted(word)}"], capture_output=True, text=True, check=True)
    assert done.stdout == (f"./{word}" if word[0] in "-=" else word)


@pytest.mark.parametrize(
    ("word", "written"),
    [
        (r"C:\Users\Anna Nowak\a.jsonl", r'"C:\Users\Anna Nowak\a.jsonl"'),
        (r"C:\games\a.jsonl", r"C:\games\a.jsonl"),
        (r"C:\Users\a$b c\it's", r"'C:\Users\a$b c\it''s'"),
        (r"C:\a`n b\y", r"'C:\a`n b\y'"),
        (r"C:\„Gry” i\it’s", r"'C:\„Gry” i\it’’s'"),
        (r"C:\‘x’ y", r'"C:\‘x’ y"'),
        (r"C:\R&B\it's.toml", r'"C:\R&B\it\'s.toml"'.replace(r"\'", "'")),
    ],
)
def test_windows_has_its_own_quotes(word: str, written: str) -> None:
    assert quoted(word, system="nt") == written


@pytest.mark.parametrize(
    ("program", "written"),
    [
        (r"C:\Python313\python.exe", r"C:\Python313\python.exe"),
        (r"C:\Users\Anna Nowak\bin\python.exe", r'C:\"Users\Anna Nowak\bin\python.exe"'),
        (r"C:\R&B\python.exe", r'C:\"R&B\python.exe"'),
        (r"C:\a$b c\python.exe", r"& 'C:\a$b c\python.exe'"),
        (r"\\server\our games\python.exe", r'& "\\server\our games\python.exe"'),
    ],
)
def test_a_program_on_windows_begins_with_no_quote_for_powershell_runs_none(program: str, written: str) -> None:
    assert run_by(program, system="nt") == written


@pytest.mark.parametrize("width", range(20, 90, 7))
@pytest.mark.parametrize(
    "command",
    [
        f"narrator resume --share {quoted('/home/anna/my games/it is/a.jsonl')}",
        f"narrator deal {quoted('/home/anna/my games/it is/a.toml')} --player 3",
        "narrator model install pl",
    ],
)
def test_no_line_ends_within_a_command(command: str, width: int) -> None:
    assert command in wrapped(f"The game before is not over; it stays where it is: {command}", width)


@pytest.mark.parametrize(
    "name",
    [
        *("moje\u00a0stoly", "a\tb", "a\tit's \\n", "a b\u200bc", "a\nb", "b\x1b[2J", "\udcff b", "a\t5% 7"),
        'a\t"$HOME" `id` (x) \\101',
    ],
)
@pytest.mark.parametrize("shell", SHELLS)
@posix
def test_no_sign_of_a_name_is_changed_or_broken_at_on_the_way_to_the_shell(name: str, shell: str) -> None:
    word = quoted(f"/home/anna/{name}/x.jsonl")
    shown = wrapped(f"The game before is not over; it stays where it is: narrator resume {word}", 60).split("\n")[-1]
    assert shown.startswith("narrator resume ")
    assert printable(shown) == escaped(shown) == shown
    copied = os.fsencode(f"printf %s {shown.removeprefix('narrator resume ')}")
    assert subprocess.run([shell, "-c", copied], capture_output=True, check=True).stdout == os.fsencode(
        f"/home/anna/{name}/x.jsonl"
    )


def test_a_long_command_is_whole() -> None:
    path = f"/{'a long folder/' * 70}x.toml"
    command = f"narrator check {quoted(path)}"
    assert command in Problem("x", "wrong", f"look at it: {command}").told()
    assert command in str(NarratorError(f"wrong: {command} or {command}"))


def test_what_is_quoted_stays_short_whatever_it_names() -> None:
    assert len(shown("narrator and " * 99)) < 70
    assert len(Problem(f"narrator {'x' * 999}: key", "wrong").told()) < 400


def test_what_is_to_be_written_in_a_setup_is_toml() -> None:
    for language in ("pl", "en", "sv"):
        for key in ("terminal.script-copied", "terminal.script-added"):
            told = texts_of(language).word(key, name='a"b\\c ł.toml', file="f")
            found = re.search(r'script = "(?:\\.|[^"])*"', told)
            assert found
            assert tomllib.loads(found[0]) == {"script": 'a"b\\c ł.toml'}


def test_a_text_quotes_what_it_is_asked_to() -> None:
    texts = Texts("en", {"a": "narrator play {file:shell}"})
    assert texts.word("a", file=Path("my table.toml")) == "narrator play 'my table.toml'"


@posix
@pytest.mark.parametrize("language", ["en", trial("pl"), trial("sv")])
def test_what_a_message_names_runs_as_it_stands(tmp_path: Path, language: str) -> None:
    home = tmp_path / FOLDER
    home.mkdir()
    env = at_home(home, f'format = 1\nears = "keys"\nvoice = "none"\nlanguage = "{language}"\n')
    table = home / "our table.toml"
    demo = Path("setups/demo.toml").read_text("utf-8").replace("seed = 7", "")
    table.write_text(demo, "utf-8")
    path = tmp_path / "bin"
    path.mkdir()
    (path / "narrator").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m narrator "$@"\n', "utf-8")
    (path / "narrator").chmod(0o755)
    env["PATH"] = f"{path}{os.pathsep}{env['PATH']}"
    env["PYTHONPATH"] = str(Path.cwd())

    done = [
        narrator("play", table, env=env),
        narrator("again", env=env),
        narrator("log", home / newest(home), env=env),
    ]
    done.append(narrator("deal", table, env=env))
    named = {line for one in done for line in re.findall(r": (narrator .*)", one.stdout + one.stderr)}
    assert {line.split()[1] for line in named} >= {"resume", "log"}, done
    for line in named:
        ran = subprocess.run(["sh", "-c", line], env=env, capture_output=True, text=True, check=False, input="")
        assert "--help" not in ran.stderr, (line, ran.stderr)
        assert ran.returncode in (0, 130), (line, ran.stderr)


def newest(home: Path) -> Path:
    return max((home / "data" / "narrator" / "games").glob("*.jsonl"))


@posix
@pytest.mark.parametrize("way", ["module", "script", "found"])
def test_a_message_calls_the_program_as_this_shell_can(way: str, tmp_path: Path) -> None:
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    script = tmp_path / "our games" / "narrator"
    script.parent.mkdir()
    script.write_text(f"#!{sys.executable}\nfrom narrator.__main__ import main\nmain()\n", "utf-8")
    script.chmod(0o755)
    env |= {"PATH": f"{script.parent}{os.pathsep}/usr/bin:/bin" if way == "found" else "/usr/bin:/bin"}
    env |= {"PYTHONPATH": str(Path.cwd())}
    called = {"module": f"{sys.executable} -m narrator", "script": f"'{script}'", "found": "narrator"}[way]
    refused = subprocess.run(f"{called} again", shell=True, env=env, capture_output=True, text=True, check=False)
    assert refused.stderr.endswith(f": {called} play\n")
    command = f"{called} check --help"
    assert command in wrapped(f"To go on with it when all of them are here again: {command}", 40)
    helped = subprocess.run(command, shell=True, env=env, capture_output=True, text=True, check=False)
    assert helped.stdout.startswith(f"Usage: {called} check ")


def test_a_command_in_a_message_within_another_is_called_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Texts, "as_called", Texts.as_called)
    call_by("python -m narrator", ["play"])
    texts = Texts("en", {"a": "The narrator plays. {cure}", "cure": "Go on: narrator play {file:shell}"})
    assert texts.word("a", cure=message("cure", file="x")) == "The narrator plays. Go on: python -m narrator play x"


@posix
@pytest.mark.parametrize("name", ["our wolves.toml", 'a"b\\c.toml', "-wolves.toml"])
@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_script_where_a_setup_is_wanted_is_named_as_it_is_to_be_written(
    tmp_path: Path, name: str, language: str
) -> None:
    (tmp_path / name).write_text('format = 1\nextends = "ktulu"\n', "utf-8")
    env = at_home(tmp_path, f'format = 1\nlanguage = "{language}"\n')
    told = narrator("script", "show", f"./{name}", cwd=tmp_path, env=env).stderr
    command = re.search(r"narrator (script show .*) --resolved", told)
    assert command, told
    assert narrator(*shlex.split(command[1]), "--resolved", cwd=tmp_path, env=env).returncode == 0
    for words in (told, narrator("play", f"./{name}", cwd=tmp_path, env=env).stderr):
        assert tomllib.loads(words[words.index("script = ") :].splitlines()[0]) == {"script": name}


@posix
@pytest.mark.parametrize(
    "name", ["our voices/ala.toml", "our voices/ala (1).toml", "-ala.toml", "data/narrator/voices/-ala"]
)
def test_a_voice_is_recorded_where_its_profile_lies(tmp_path: Path, name: str) -> None:
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    file = tmp_path / f"{name.removesuffix('.toml')}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('format = 1\nengine = "recorded"\nlanguage = "en"\nfallback = "none"\n', "utf-8")
    setup = tmp_path / "table.toml"
    voice = name if name.endswith(".toml") else file.stem
    players = "".join(f'[[player]]\nname = "{one}"\n' for one in ("Ann", "Ben", "Cid", "Dan"))
    setup.write_text(f'format = 1\ngame = "fluxx"\nlanguage = "en"\nvoice = "{voice}"\n{players}', "utf-8")
    told = narrator("check", "--games", "0", setup, cwd=tmp_path, env=env).stdout
    command = re.search(r"narrator (voice record .*)", told)
    assert command, told
    narrator(
        *shlex.split(command[1]), cwd=tmp_path, env=env
    )  # a folder for the recordings, whatever it is heard with
    assert file.with_suffix("").is_dir()
    assert "voice record" not in narrator("check", "--games", "0", setup, cwd=tmp_path, env=env).stdout
    found = load_voice(str(file))
    assert called(found) == str(file)


def test_a_voice_of_ones_own_is_called_by_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.mouth.voice.user_voices", lambda: tmp_path)
    profile = 'format = 1\nengine = "recorded"\nlanguage = "en"\nfallback = "none"\npack = "packs/a"\n'
    (tmp_path / "ala.toml").write_text(profile, "utf-8")
    (tmp_path / "packs" / "a").mkdir(parents=True)
    assert called(load_voice("ala")) == "ala"


@posix
def test_a_base_that_is_to_be_added_first_is_named_from_where_one_is(tmp_path: Path) -> None:
    folder, env = tmp_path / "our games", at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    folder.mkdir()
    (folder / "our wolves.toml").write_text('format = 1\nextends = "ktulu"\n', "utf-8")
    (folder / "second.toml").write_text('format = 1\nextends = "our wolves.toml"\n', "utf-8")
    told = narrator("script", "add", "our games/second.toml", cwd=tmp_path, env=env).stderr
    command = re.search(r"narrator (script add .*)", told)
    assert command, told
    assert narrator(*shlex.split(command[1]), cwd=tmp_path, env=env).returncode == 0
    assert narrator("script", "add", "our games/second.toml", cwd=tmp_path, env=env).returncode == 0


@posix
@pytest.mark.parametrize("language", ["pl", "en", "sv"])
def test_a_journal_that_is_there_is_the_one_to_go_on_with(tmp_path: Path, language: str) -> None:
    env = at_home(tmp_path, f'format = 1\nlanguage = "{language}"\nears = "keys"\nvoice = "none"\n')
    (tmp_path / "a b.jsonl").write_text("{}", "utf-8")
    told = narrator("play", "demo", "--journal", "a b.jsonl", cwd=tmp_path, env=env)
    assert "narrator resume 'a b.jsonl'" in told.stdout + told.stderr
