"""Which table is meant: a file that is there, or a shipped one by its bare name, and that stays as it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.commands.options import setups_like
from narrator.computer import paths
from narrator.errors import BadData, NarratorError
from narrator.evening.dealing import fix_seed
from narrator.evening.tables import place
from narrator.play.loading import load_table

from tests.checked import faults_of
from tests.program import narrator

SETUPS = paths.shipped("setups")
SMALL = (SETUPS / "small.toml").read_bytes()
KNOWN = "all-roles, demo, demo-fluxx, demo-planetopia, demo-wars, friday.toml, short, small"

BY_NAME = 'a shipped table is called by its bare name: write "{}"'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the program run in a folder with one table and no settings, and see that no shipped one changes."""
    for kind in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.toml").write_bytes(SMALL)
    before = {path: path.read_bytes() for path in SETUPS.rglob("*.*")}
    yield tmp_path
    assert {path: path.read_bytes() for path in SETUPS.rglob("*.*")} == before


@pytest.mark.parametrize("name", ["demo", "small", "all-roles"])
def test_a_bare_name_means_a_shipped_table(name: str) -> None:
    assert paths.setup_file(Path(name)) == SETUPS / f"{name}.toml"


def test_a_file_here_comes_before_a_shipped_table(folder: Path) -> None:
    (folder / "demo").write_bytes(SMALL)
    assert paths.setup_file(Path("demo")) == Path("demo")


def test_a_folder_of_that_name_is_no_table(folder: Path) -> None:
    (folder / "demo").mkdir()
    assert paths.setup_file(Path("demo")) == SETUPS / "demo.toml"


@pytest.fixture
def saved() -> Path:
    """A table as the menu saves it."""
    paths.user_tables().mkdir(parents=True)
    table = paths.user_tables() / "wtorek.toml"
    table.write_bytes(SMALL)
    return table


def test_a_bare_name_means_a_saved_table_too(saved: Path) -> None:
    assert paths.setup_file(Path("wtorek")) == saved
    assert narrator("check", "wtorek").returncode == 0
    assert "wtorek" in setups_like("wt")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize("name", ["my table", "it's", "a(b)", "R&B $1", "it\u2019s"])
def test_bash_reads_what_is_completed_as_one_word(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{name}.toml").touch()
    monkeypatch.setenv("_NARRATOR_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f'narrator\nplay\n"{tmp_path}/{name[0]}')
    assert setups_like(f"{tmp_path}/{name[0]}") == [f"{tmp_path}/{name}.toml"]
    monkeypatch.setenv("COMP_WORDS", f"narrator\nplay\n{tmp_path}/{name[0]}")
    (word,) = setups_like(f"{tmp_path}/{name[0]}")
    read = subprocess.run(["bash", "-c", f"printf '%s|' {word}"], capture_output=True, text=True, check=True).stdout
    assert read == f"{tmp_path}/{name}.toml|"


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize("name", ["our games/", "our games/friday's.toml"])
def test_what_a_shell_completes_better_is_left_to_it(
    shell: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, begun = tmp_path / name, f"{tmp_path}/{name[:-8]}"
    (tmp_path / "our games").mkdir()
    if not name.endswith("/"):
        path.touch()
    monkeypatch.setenv("_NARRATOR_COMPLETE", f"complete_{shell}")
    assert bool(setups_like(begun)) == (shell == "bash" and not name.endswith("/"))  # typer spells no ' for zsh
    (path.parent / "our cards.toml").touch()
    assert any(word.endswith("cards.toml") for word in setups_like(f"{path.parent}/"))


def test_a_saved_table_comes_before_a_shipped_one_of_that_name(saved: Path) -> None:
    own = saved.rename(saved.with_name("demo.toml"))
    assert paths.setup_file(Path("demo")) == own


@pytest.mark.parametrize(
    ("asked", "cure"), [("wtork", "did you mean wtorek?"), ("wtorek.toml", BY_NAME.replace("shipped", "saved"))]
)
def test_a_saved_table_is_found_by_a_name_that_is_near(asked: str, cure: str, saved: Path) -> None:
    with pytest.raises(BadData) as told:
        paths.setup_file(Path(asked))
    assert [problem.parts()[1] for problem in told.value.problems] == [cure.format(saved.stem)]


@pytest.mark.usefixtures("saved")
def test_only_tables_are_listed(folder: Path) -> None:
    for other in ("config.toml", "pyproject.toml", "ruff.toml"):
        (folder / other).write_text("format = 1\n", "utf-8")
    (folder / "broken.toml").write_text("player = ", "utf-8")  # somebody is at work on it
    with pytest.raises(BadData) as told:
        paths.setup_file(Path("xyz"))
    known = f"known here: {KNOWN}, wtorek".replace("demo,", "broken.toml, demo,")
    assert [problem.parts()[1] for problem in told.value.problems] == [known]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("pl", f"xyz: nie ma stołu „xyz” → są tu: {KNOWN}"),
        ("en", f"xyz: there is no setup 'xyz' → known here: {KNOWN}"),
    ],
)
@pytest.mark.parametrize("command", ["check", "deal"])
def test_a_table_that_is_not_there_is_told_in_the_language_of_the_commands(
    command: str, language: str, told: str, folder: Path
) -> None:
    settings = folder / "config" / "narrator" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'format = 1\nlanguage = "{language}"\n', "utf-8")
    done = narrator(command, "xyz")
    assert told in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("asked", "cure"),
    [
        ("small.toml", BY_NAME.format("small")),
        ("small.tml", BY_NAME.format("small")),
        ("demo.xyz", BY_NAME.format("demo")),
        ("/no/such/dir/demo.toml", BY_NAME.format("demo")),
        ("setups/all-roles.toml", BY_NAME.format("all-roles")),
        ("setups/all-roles", BY_NAME.format("all-roles")),
        ("./demo.toml", BY_NAME.format("demo")),
        ("firday.toml", "did you mean friday.toml?"),
        ("friday", "did you mean friday.toml?"),
        ("./firday.toml", "did you mean friday.toml?"),
        ("{folder}/firday.toml", "did you mean {folder}/friday.toml?"),
        ("smal.toml", BY_NAME.format("small")),
        ("nowhere/mine.toml", "there is no folder nowhere"),
        ("smal", "did you mean small?"),
        ("xyz", f"known here: {KNOWN}"),
    ],
)
def test_what_is_neither_is_told_with_the_names_that_are_near(asked: str, cure: str, folder: Path) -> None:
    asked, cure = asked.format(folder=folder), cure.format(folder=folder)
    with pytest.raises(BadData) as told:
        paths.setup_file(Path(asked))
    (problem,) = told.value.problems
    assert (problem.place, problem.parts()[1]) == (str(Path(asked)), cure)
    assert [str(problem) for problem in faults_of(Path(asked))] == [str(problem)]


@pytest.mark.parametrize("command", ["check", "play", "deal", "script"])
def test_no_command_takes_another_table_than_the_one_that_was_named(command: str) -> None:
    done = narrator(command, "wrong/dir/small.toml")
    assert done.returncode == 1
    assert "woła się samą nazwą: small" in done.stdout + done.stderr


def test_a_script_is_no_table(folder: Path) -> None:
    (folder / "my.toml").write_bytes((paths.shipped("scripts") / "ktulu.toml").read_bytes())
    with pytest.raises(BadData) as told:
        load_table(Path("my.toml"))
    cure = 'name it in a setup: script = "my.toml"'
    assert [str(one) for one in told.value.problems] == [f"my.toml: it is a script, not a setup → {cure}"]


@pytest.mark.parametrize("asked", ["small", str(SETUPS / "small.toml")])
@pytest.mark.parametrize("again", [False, True])
def test_a_deal_is_never_kept_in_a_shipped_table(asked: str, again: bool) -> None:
    with pytest.raises(NarratorError, match=r"jest dostarczony z programem.*narrator new"):
        fix_seed(Path(asked), again=again)


@pytest.mark.skipif(sys.platform == "win32", reason="links are for others")
def test_nor_through_a_link(folder: Path) -> None:
    (folder / "mine.toml").symlink_to(SETUPS / "small.toml")
    with pytest.raises(NarratorError, match="jest dostarczony"):
        fix_seed(folder / "mine.toml")


def test_a_shipped_table_whose_cards_are_given_can_be_shown() -> None:
    assert fix_seed(Path("demo")) == 7


def test_a_new_table_takes_no_shipped_ones_place(tmp_path: Path) -> None:
    shown: list[str] = []
    path = place(SETUPS / "small.toml", tmp_path, lambda *_: "mine", shown.append)
    assert path == tmp_path / "mine.toml"
    assert "jest dostarczony" in shown[0]


@pytest.mark.parametrize(
    ("typed", "told"),
    [("karty", "narrator deal"), ("cards", "narrator deal"), ("zasady", "jak się gra"), ("pomoc", "--help")],
)
def test_a_word_of_something_that_is_no_command_says_where_that_is(typed: str, told: str) -> None:
    done = narrator(typed)
    assert done.returncode == 2
    assert told in done.stderr
