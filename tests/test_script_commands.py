"""What commands do with script files: one begun, seen whole, made of an old copy, and put among one's own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from narrator.computer import paths
from narrator.games.ktulu.setup import ours
from narrator.games.night.loading import load_script, shipped_script
from narrator.games.night.script.script import PHASES
from narrator.games.night.variants.writing import as_toml_text

from tests.checked import faults_of
from tests.own_script import DATA
from tests.program import narrator

NAMES = {one["id"]: one for one in (*DATA["faction"], *DATA["role"])}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, in which commands run; the user's own data lie elsewhere."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "tables").mkdir()
    monkeypatch.chdir(tmp_path / "tables")
    return tmp_path / "tables"


def old_base() -> dict[str, Any]:
    """The script as it may have been: names written out, some lines, a call and traits not there yet."""
    text = re.sub(r"{([a-z-]+)\.(\w+)}", lambda found: _name(found[1], found[2], found[0]), as_toml_text(DATA))
    data = tomllib.loads(text)
    data["line"] = [line for line in data["line"] if not line["id"].startswith(("dawn.quiet.", "help."))]
    data["night"] = [call for call in data["night"] if call["id"] != "executioner.kill"]
    del next(role for role in data["role"] if role["id"] == "mayor")["traits"]
    return data


def _name(one: str, case: str, else_: str) -> str:
    return NAMES[one].get(case, NAMES[one]["name"]) if one in NAMES else else_


def edited(data: dict[str, Any]) -> dict[str, Any]:
    """The same as somebody made it their own: another name and window, a line more, calls moved and taken out."""
    sheriff = next(role for role in data["role"] if role["id"] == "sheriff")
    sheriff |= {"name": "Strażnik", "nom": "strażnik", "voc": "Strażniku", "gen": "strażnika"}
    night = {call["id"]: call for call in data["night"]}
    night["bodyguard.guard"]["window"] = [9.0, 3.0]
    data["night"].remove(night["tax-collector.audit"])
    data["night"].insert(0, data["night"].pop(data["night"].index(night["bodyguard.guard"])))
    next(line for line in data["line"] if line["id"] == "day.found")["text"].append("Mamy go: {seat}, {name}.")
    return data


def written(name: str, data: dict[str, Any]) -> Path:
    Path(name).write_text(as_toml_text(data), encoding="utf-8")
    return Path(name)


def test_a_script_is_begun_in_a_few_lines() -> None:
    assert 'script = "my.toml"' in narrator("script", "new", "my").stdout
    lines = Path("my.toml").read_text("utf-8").splitlines()
    assert len(lines) < 25
    assert faults_of(Path("my.toml")) == []
    assert narrator("script", "new", "my.toml").returncode == 1

    Path("my.toml").write_text("\n".join(re.sub(r"^# (?=[\[a-z])", "", line) for line in lines[1:]), "utf-8")
    assert [problem for problem in faults_of(Path("my.toml")) if not problem.warning] == []
    script = load_script(Path("my.toml"))
    assert ours(script.rules).sheriff_wins_at_once
    assert "pastor.confess" not in [call.id for call in script.zero]


@pytest.mark.parametrize("base", ["werewolf", "avalon"])
def test_a_script_that_is_begun_has_examples_of_its_own_game(base: str) -> None:
    narrator("script", "new", "my", "--extends", base)
    lines = Path("my.toml").read_text("utf-8").splitlines()
    Path("my.toml").write_text("\n".join(re.sub(r"^# (?=[\[a-z])", "", line) for line in lines[1:]), "utf-8")
    assert [str(problem) for problem in faults_of(Path("my.toml")) if not problem.warning] == []
    changed = load_script(Path("my.toml"))
    assert (changed.rules.dead, len(changed.every_call)) == ("faction", len(shipped_script(base).every_call) - 1)


@pytest.mark.parametrize(
    ("settings", "base", "said"),
    [
        ("en", "ktulu", 'language = "en"'),
        ("sv", "burza", 'language = "en"'),  # Ktulu has no Swedish
        ("en", "english", 'language = "en"'),
        ("pl", "english", 'language = "pl"'),
        ("pl", "ktulu", ""),
        ("en", "copy", ""),  # nobody has translated it
    ],
)
def test_a_script_that_is_begun_says_in_which_language_its_words_are_unless_all_are_in_that(
    monkeypatch: pytest.MonkeyPatch, settings: str, base: str, said: str
) -> None:
    Path("english.toml").write_text('format = 1\nextends = "ktulu"\nlanguage = "en"\n', "utf-8")
    narrator("script", "copy", "ktulu", "copy")
    monkeypatch.setenv("LC_ALL", settings)
    narrator("script", "new", "my", "--extends", base)
    lines = Path("my.toml").read_text("utf-8").splitlines()
    assert [line.partition("  #")[0] for line in lines if line.startswith("language")] == ([said] if said else [])
    Path("my.toml").write_text("\n".join(re.sub(r"^# (?=[\[a-z])", "", line) for line in lines[1:]), "utf-8")
    assert [str(problem) for problem in faults_of(Path("my.toml"))] == []


def test_a_setup_is_no_script_to_begin_on_nor_to_compare_or_show() -> None:
    setup = "format = 1\n[[player]]\n"
    Path("table.toml").write_text(setup, "utf-8")
    told = "table.toml: to stół, nie scenariusz → podaj scenariusz, na przykład ktulu\n"
    for command in (("new", "my", "--extends", "table.toml"), ("diff", "table.toml"), ("accept", "table.toml")):
        done = narrator("script", *command)
        assert (done.returncode, done.stderr) == (1, told)
    assert narrator("script", "show", "table.toml", "--resolved").stderr == told
    assert not Path("my.toml").exists()


@pytest.mark.parametrize("language", ["", "language = 5", 'language = ["pl"]'])
def test_no_script_is_begun_on_a_faulty_one(language: str) -> None:
    narrator("script", "copy", "ktulu", "copy.toml")
    copy = Path("copy.toml")
    copy.write_text(re.sub("(?m)^language = .*$", language, copy.read_text("utf-8")), "utf-8")
    done = narrator("script", "new", "my", "--extends", "copy.toml")
    assert (done.returncode, Path("my.toml").exists()) == (1, False)
    assert "copy.toml" in done.stderr


def test_a_script_may_be_begun_on_ones_own() -> None:
    narrator("script", "new", "one")
    narrator("script", "new", "two", "--extends", "one")
    assert 'extends = "one"' in Path("two.toml").read_text("utf-8")
    assert faults_of(Path("two.toml")) == []


def test_a_script_is_shown_whole() -> None:
    Path("my.toml").write_text('format = 1\nextends = "ktulu"\n[role.kali]\ndoes = "Nic."\n', "utf-8")
    shown = tomllib.loads(narrator("script", "show", "my.toml", "--resolved").stdout)
    roles = [{**role, "does": "Nic."} if role["id"] == "kali" else role for role in DATA["role"]]
    assert shown == {**DATA, "role": roles}
    lines = narrator("script", "show", "ktulu", "--resolved").stdout.splitlines()
    heads = [line for line in lines if line.startswith(("[[zero]]", "[[night]]", "[[dawn]]"))]
    assert all(re.fullmatch(r"\[\[\w+\]\]  # \d+ s", head) for head in heads)
    assert len(heads) == sum(len(DATA[phase]) for phase in PHASES)
    assert lines[0].startswith("# noc zerowa i noc 1 w minutach: 8 graczy ")
    Path("my.toml").write_text('format = 1\nextends = "ktulu"\n[role.kaly]\ndoes = "Nic."\n', "utf-8")
    assert "może chodzi o kali?" in narrator("script", "show", "my.toml", "--resolved").stderr


@pytest.mark.parametrize("named", ["burza", "my", "my.toml"])
def test_who_asks_for_the_night_of_a_script_is_told_how_it_is_shown(named: str) -> None:
    Path("my.toml").write_text('format = 1\nextends = "ktulu"\n', "utf-8")
    told = narrator("script", named)
    assert told.returncode == 1
    assert told.stderr.startswith(f"{named}: to scenariusz, nie stół → ")
    assert f"narrator script show {named} --resolved" in told.stderr
    assert f'script = "{named}"' in told.stderr
    assert narrator("script", "show", named, "--resolved").stderr == ""


def test_an_old_copy_that_nobody_changed_is_its_base() -> None:
    narrator("script", "slim", written("copy.toml", old_base()), "my")
    found = tomllib.loads(Path("my.toml").read_text("utf-8"))
    assert found == {"format": 1, "extends": "ktulu", "base": 1}
    assert "night/executioner.kill" in Path("my.toml").read_text("utf-8")
    assert load_script(Path("my.toml")).wordings == shipped_script().wordings


def test_of_an_old_copy_what_somebody_changed_is_left() -> None:
    copy = written("copy.toml", edited(old_base()))
    narrator("script", "slim", copy, "my")
    assert [problem for problem in faults_of(Path("my.toml")) if not problem.warning] == []
    script = load_script(Path("my.toml"))
    assert (script.roles["sheriff"].name, script.roles["mayor"].traits) == ("Strażnik", ("show-card", "pardon"))
    assert script.night[0].window == (9.0, 3.0)
    assert script.wordings["day.found"][-1] == "Mamy go: {seat}, {name}."
    assert {"executioner.kill", "tax-collector.audit"} <= {call.id for call in script.night}
    assert len(Path("my.toml").read_text("utf-8").splitlines()) < 35


def test_what_was_taken_out_is_known_by_the_script_that_was_copied() -> None:
    copy, old = written("copy.toml", edited(old_base())), written("old.toml", old_base())
    narrator("script", "slim", copy, "my", "--base", old)
    assert [problem for problem in faults_of(Path("my.toml")) if not problem.warning] == []
    calls = {call.id for call in load_script(Path("my.toml")).night}
    assert "executioner.kill" in calls
    assert "tax-collector.audit" not in calls


def test_what_is_no_whole_script_is_refused() -> None:
    Path("copy.toml").write_text('format = 1\nrole = [{name = "Kat"}]\nnight = 3\n', "utf-8")
    told = narrator("script", "slim", "copy.toml", "my").stderr
    assert told.count("→ to nie jest cały scenariusz") == 2
    assert not Path("my.toml").exists()


def test_a_script_that_was_given_is_found_by_its_name(folder: Path) -> None:
    given = folder.parent / "kasia.toml"
    given.write_text('format = 1\nextends = "ktulu"\n[rules]\ndrinks = 5\n', "utf-8")
    assert 'script = "kasia"' in narrator("script", "add", given).stdout
    assert load_script(paths.script_file("kasia", folder)).rules.number("drinks") == 5
    assert narrator("script", "add", given).returncode == 1
    given.write_text('format = 1\nextends = "ktulu"\n[rules]\ndrinks = 7\n', "utf-8")
    assert narrator("script", "add", given, "--force").returncode == 0
    assert load_script(paths.script_file("kasia", folder)).rules.number("drinks") == 7


@pytest.mark.parametrize("named", ["basia", "basia.toml"])
def test_a_script_is_checked_as_it_is_found_among_ones_own(folder: Path, named: str) -> None:
    given, base = folder / "kasia.toml", folder / "basia.toml"
    base.write_text('format = 1\nextends = "ktulu"\n[rules]\ndrinks = 5\n', "utf-8")
    given.write_text(f'format = 1\nextends = "{named}"\n', "utf-8")
    told = narrator("script", "add", given)
    assert told.returncode == 1
    assert told.stderr.endswith(f"narrator script add {base}\n")
    assert paths.script_names() == [*sorted(paths.shipped_scripts())]
    for file in (base, given):
        assert narrator("script", "add", file).returncode == 0
    assert load_script(paths.script_file("kasia", folder.parent)).rules.number("drinks") == 5


def test_a_script_is_not_written_through_a_link(folder: Path) -> None:
    given, other = folder / "kasia.toml", folder / "other.toml"
    given.write_text('format = 1\nextends = "ktulu"\n', "utf-8")
    other.write_text("mine", "utf-8")
    paths.user_scripts().mkdir(parents=True)
    (paths.user_scripts() / "kasia.toml").symlink_to(other)
    told = narrator("script", "add", given, "--force")
    assert told.returncode == 1
    assert "dowiązanie" in told.stderr
    assert other.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["con", "NUL.x", "aux", "a?b", "a{b}", "a\tb", "a."])
def test_a_script_is_not_added_under_a_name_that_no_file_can_have_everywhere(folder: Path, name: str) -> None:
    given = folder / f"{name}.toml"
    given.write_text('format = 1\nextends = "ktulu"\n', "utf-8")
    told = narrator("script", "add", given)
    assert told.returncode == 1
    assert told.stderr.count("nie może być nazwą pliku") == 1
    assert not paths.user_scripts().exists()


def test_a_script_whose_file_has_no_ending_gets_one_so_that_it_is_found(folder: Path) -> None:
    given = folder.parent / "kasia"
    given.write_text('format = 1\nextends = "ktulu"\n[rules]\ndrinks = 5\n', "utf-8")
    assert narrator("script", "add", given).returncode == 0
    assert load_script(paths.script_file("kasia", folder)).rules.number("drinks") == 5


@pytest.mark.parametrize(("name", "text"), [("bad", "[role.sherif]"), ("ktulu", "")])
def test_a_script_with_faults_or_a_shipped_ones_name_is_not_added(folder: Path, name: str, text: str) -> None:
    given = folder / f"{name}.toml"
    given.write_text(f'format = 1\nextends = "ktulu"\n{text}\n', "utf-8")
    assert narrator("script", "add", given, "--force").returncode == 1
    assert not paths.user_scripts().exists()


def test_what_differs_is_told_in_words() -> None:
    script = "[rules]\ndrinks = 3\n[role.kali]\nname = 'Sługa'\ncases = {acc = 'Sługę', voc = 'Sługo'}\n"
    order = (
        "[[order]]\nremove = 'night/pastor.confess'\n[[order]]\nmove = 'night/luke.kill'\nbefore = 'luke.search'\n"
    )
    Path("my.toml").write_text(f'format = 1\nextends = "ktulu"\n{script}{order}', "utf-8")
    assert narrator("script", "diff", "my.toml").stdout.splitlines() == [
        "zasada stołu drinks: 3",
        "Kali nazywa się teraz Sługa",
        "night/pastor.confess nie przychodzi",
        "night/luke.search przychodzi teraz po luke.kill",
    ]
    assert narrator("script", "diff", "my.toml", "ktulu").stdout.startswith("zasada stołu drinks: 2\n")
    assert narrator("script", "diff", "ktulu").stdout == "Nic się nie różni.\n"
    Path("my.toml").write_text('format = 1\nextends = "ktulu"\n[role.kaly]\ndoes = "Nic."\n', "utf-8")
    assert "może chodzi o kali?" in narrator("script", "diff", "my.toml").stderr


def test_a_variant_in_a_translations_language_is_compared_in_that() -> None:
    head = 'format = 1\nextends = "{}"\nlanguage = "{}"\n'
    rule, words = "[rules]\nsheriff_wins_at_once = true\n", '[line."day.found"]\nmore = ["Found: {seat}, {name}."]\n'
    Path("my.toml").write_text(head.format("ktulu", "en") + rule + words, "utf-8")
    Path("more.toml").write_text(head.format("my", "pl") + "[rules]\ndrinks = 3\n", "utf-8")
    ours = ["zasada stołu sheriff_wins_at_once: true", "inne słowa, 1 kwestia: day.found"]
    assert narrator("script", "diff", "my.toml").stdout.splitlines() == ours
    assert narrator("script", "diff", "ktulu", "my.toml").stdout.splitlines() == ours
    assert (
        narrator("script", "diff", "my.toml", "burza").stdout.splitlines()[0]
        == "zasada stołu sheriff_wins_at_once: false"
    )
    assert len(narrator("script", "diff", "my.toml", "burza").stdout.splitlines()) == 6
    assert narrator("script", "diff", "more.toml").stdout == "zasada stołu drinks: 3\n"
    translation = str(paths.script_file("ktulu", Path()).with_name("ktulu.en.toml"))
    assert "Szeryf nazywa się teraz Sheriff" in narrator("script", "diff", translation).stdout
