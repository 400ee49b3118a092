"""Every file that must be refused is refused, with exactly the problems expected and no traceback.

`bad/setups` are setups, `bad/warned` setups that are worth a warning alone; `bad/variants` are variants of the
shipped script, and `bad/scripts` say what to change in it. The file's name is the law that it breaks; the problems
stand beside it in `<name>.expected.txt`.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from narrator.computer import paths
from narrator.computer.texts import texts_of
from narrator.errors import BadData, Problem
from narrator.games.night.loading import FOLDER, load_script, remark, shipped_script
from narrator.games.night.proofreading.hearing import proofread_secrets
from narrator.play.loading import load_table
from narrator.values import replace

from tests.checked import faults_of, in_a_foreign_language
from tests.program import narrator

BAD = Path(__file__).parent / "bad"
ALL = (paths.shipped("setups") / "all-roles.toml").read_text(encoding="utf-8")
SCRIPT = (paths.shipped("scripts") / "ktulu.toml").read_text(encoding="utf-8")


def expected(path: Path) -> list[str]:
    return path.with_suffix(".expected.txt").read_text(encoding="utf-8").splitlines()


def written(problems: list[Problem]) -> list[str]:
    """The problems as they are printed; at which line of the shipped script one stands changes with the script."""
    texts = [f"{'warning: ' if problem.warning else ''}{problem}" for problem in problems]
    return [re.sub(r"^((?:warning: )?ktulu\.toml):\d+:", r"\1:…:", text) for text in texts]


def changed(path: Path) -> str:
    """Make the changes that the file lists to the shipped script; each must be possible in just one place."""
    text = SCRIPT
    for change in tomllib.loads(path.read_text(encoding="utf-8"))["change"]:
        assert text.count(change["old"]) == 1, change["old"]
        text = text.replace(change["old"], change["new"])
    return text


def bad(kind: str) -> list[Path]:
    found = sorted((BAD / kind).glob("*.toml"))
    assert found, kind
    return found


@pytest.mark.parametrize("path", bad("setups"), ids=lambda path: path.stem)
def test_bad_setup(path: Path) -> None:
    problems = faults_of(path)
    assert (written(problems), in_a_foreign_language(problems)) == (expected(path), [])
    with pytest.raises(BadData):
        load_table(path)


@pytest.mark.parametrize("path", bad("warned"), ids=lambda path: path.stem)
def test_doubtful_setup(path: Path) -> None:
    problems = faults_of(path)
    assert (written(problems), in_a_foreign_language(problems)) == (expected(path), [])
    table = load_table(path)
    assert written(table.warnings) == expected(path)
    assert all(problem.line or remark(problem, table.script.lines[table.setup.names]) for problem in problems)


@pytest.mark.parametrize("path", bad("scripts"), ids=lambda path: path.stem)
def test_bad_script(path: Path, tmp_path: Path) -> None:
    script = tmp_path / "ktulu.toml"
    script.write_text(changed(path), encoding="utf-8")
    problems = faults_of(script)
    assert (written(problems), in_a_foreign_language(problems)) == (expected(path), [])
    if not all(line.startswith("warning: ") for line in expected(path)):
        with pytest.raises(BadData):
            load_script(script)
        with pytest.raises(BadData):
            load_table(_table_of_all(script))


@pytest.mark.parametrize("path", bad("variants"), ids=lambda path: path.stem)
def test_bad_variant(path: Path) -> None:
    problems = faults_of(path)
    assert (written(problems), in_a_foreign_language(problems)) == (expected(path), [])
    if not all(line.startswith("warning: ") for line in expected(path)):
        with pytest.raises(BadData):
            load_script(path)


def _table_of_all(script: Path) -> Path:
    """A table of all roles that takes this script."""
    table = script.with_name("all.toml")
    table.write_text(ALL.replace("format = 1", f'format = 1\nscript = "{script.name}"'), encoding="utf-8")
    return table


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("name", ["ktulu", "werewolf", "avalon"])
def test_the_words_of_no_shipped_call_count_anybody_even_if_it_is_made_secret(name: str, language: str) -> None:
    script = shipped_script(name, language)
    counts = texts_of(language, FOLDER).word("proofreading.counts").split()
    secret = replace(script, night=tuple(replace(call, public=False, open=False) for call in script.night))
    found = [*proofread_secrets(secret, counts, name)]
    assert [str(problem) for problem in found if problem.key == "tells-a-number"] == []


@pytest.mark.parametrize("setup", ["demo", "small"])
def test_shipped_setups_leave_nothing_to_say(setup: str) -> None:
    assert faults_of(paths.shipped("setups") / f"{setup}.toml") == []


@pytest.mark.parametrize(("name", "cure"), [("demmo", "demo"), ("cabim", "cabin.toml"), ("cabim.toml", "cabin.toml")])
def test_a_setup_that_is_not_there_is_told_with_the_nearest(
    name: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cabin.toml").write_text("[[player]]\n", "utf-8")
    (problem,) = faults_of(Path(name))
    assert problem.parts()[1] == f"did you mean {cure}?"


ENDLESS = "A" * 200_000
PLAYERS = "".join(f'[[player]]\nname = "{name}"\n' for name in "BCDEF")


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        (f'[[player]]\nname = "{ENDLESS}"\n{PLAYERS}', "cannot be said as a name → write letters"),
        (f"{ENDLESS} = 1\n{PLAYERS}", "unknown key"),
        (f'voice = "{ENDLESS}"\n{PLAYERS}', "there is no voice"),
        (f'names = "{ENDLESS}"\n{PLAYERS}', "there is no name profile"),
        (f'script = "{ENDLESS}"\n{PLAYERS}', "there is no script"),
    ],
    ids=["name", "key", "voice", "names", "script"],
)
def test_a_message_is_short_whatever_stands_in_the_file(
    tmp_path: Path, setup: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    file = tmp_path / "a.toml"
    file.write_text(f"format = 1\n{setup}", "utf-8")
    said = narrator("check", file).stdout
    assert told in said
    assert max(map(len, said.splitlines())) < 1200


def test_a_message_is_short_whatever_file_is_asked_for() -> None:
    for command in ("check", "log"):
        done = narrator(command, ENDLESS[:20_000])
        assert 0 < len(done.stdout + done.stderr) < 1500


def test_all_roles_can_be_played() -> None:
    assert all(problem.warning for problem in faults_of(paths.shipped("setups") / "all-roles.toml"))


def test_shipped_script_leaves_nothing_to_say() -> None:
    assert faults_of(paths.shipped("scripts") / "ktulu.toml") == []


def test_a_problem_and_its_frame_are_in_one_language(tmp_path: Path) -> None:
    script = tmp_path / "ktulu.toml"
    script.write_text(changed(BAD / "scripts" / "a-card-says-what-it-is-for.toml"), "utf-8")
    table = BAD / "warned" / "a-table-wants-a-sheriff.toml"
    first, *rest = narrator("check", "--games", "0", script, table).stdout.splitlines()
    assert re.fullmatch(r"uwaga: ktulu\.toml:\d+: role\[[a-z-]+\]: karta nie mówi, co robi .*", first)
    assert rest[0] == f"{script}: bez błędów, 1 uwaga"
    assert rest[1].startswith(f"uwaga: {table.name}:")
    assert "Nie ma szeryfa" in rest[1]
