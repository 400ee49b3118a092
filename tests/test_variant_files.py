"""Variants as files: on which they stand, where they and voices are looked for, and whole games with one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.toml_reader import as_toml
from narrator.errors import BadData
from narrator.games.night.loading import load_script
from narrator.play.loading import load_table, read_setup

from tests.checked import faults_of
from tests.program import narrator

DOCS = (Path(__file__).parent.parent / "docs" / "scripts.md").read_text(encoding="utf-8")
EXAMPLE = DOCS.partition("## A variant")[2].partition("```toml\n")[2].partition("```")[0]
"""The variant of the manual: a storm, a renamed sheriff and a new jailer."""

CARDS = (
    *("sheriff", "courtesan", "boss", "chief", "shaman", "drunkard", "bodyguard", "townsman", "bandit", "indian"),
    *("good-gunslinger", "bad-gunslinger", "townsman", "indian"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables; the user's own data lie elsewhere."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "tables").mkdir()
    return tmp_path / "tables"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def variant(folder: Path, name: str, base: str, more: str = "") -> Path:
    return write(folder / f"{name}.toml", f'format = 1\nextends = "{base}"\n{more}')


def setup(folder: Path, script: str, more: str = "", second: str = "courtesan") -> Path:
    cards = [second if card == "courtesan" else card for card in CARDS]
    players = "".join(f'[[player]]\nname = "G{seat}"\ncard = "{card}"\n' for seat, card in enumerate(cards, 1))
    return write(folder / "table.toml", f'format = 1\nscript = "{script}"\n{more}\n{players}')


# ---- On what a variant stands ----


@pytest.mark.parametrize(
    ("base", "meant"),
    [
        *(("wilkołaki", "werewolf"), ("Wilkolaki", "werewolf"), ("Werewolf", "werewolf"), ("Mafia", "mafia")),
        *(("Wilkołaki.toml", "werewolf"), ("ktulu.toml", "ktulu"), ("No Hanging", "bez-wieszania")),
        *(("noc Avalonu", "avalon"), ("ktoolu", "ktulu"), ("Nasze noce", "nasza"), ("moje-ktulu.toml", "")),
    ],
)
def test_a_base_may_be_meant_by_what_its_game_is_called(folder: Path, base: str, meant: str) -> None:
    write(folder / "nasza.toml", 'format = 1\nextends = "ktulu"\n[meta]\nname = "Nasze noce"\n')
    (problem,) = faults_of(variant(folder, "mine", base))
    assert (problem.key == "no-script", f"did you mean {meant}?" in str(problem)) == (bool(meant), bool(meant))


def test_the_manuals_example_has_no_fault(folder: Path) -> None:
    write(folder / "my.toml", EXAMPLE)
    assert faults_of(folder / "my.toml") == []
    assert "jailer" in load_table(setup(folder, "my.toml", second="jailer")).setup.in_play


def test_a_variant_may_stand_on_variants(folder: Path) -> None:
    variant(folder, "one", "ktulu", '[rules]\ndrinks = 3\nsearches = 1\n[line."day.found"]\nmore = ["A.", "B."]')
    variant(folder, "two", "one.toml", '[rules]\ndrinks = 4\n[role.kali]\ndoes = "Nic."')
    three = load_script(variant(folder, "three", "two", '[line."day.found"]\nmore = ["C."]'))
    assert (three.rules.number("drinks"), three.rules.number("searches"), three.roles["kali"].does) == (4, 1, "Nic.")
    assert three.wordings["day.found"][-3:] == ("A.", "B.", "C.")


def test_a_vote_of_the_base_is_changed_key_by_key(folder: Path) -> None:
    variant(folder, "one", "ktulu", '[day.vote.hang]\nrounds = 2\ntie = "decide"\ndecides = "mayor"\n')
    other = variant(folder, "other", "one.toml", '[day.vote.hang]\ntie = "all"\n')
    assert load_script(other).day.vote["hang"] == {"rounds": 2, "tie": "all"}
    for more, told in (
        ("[day.vote.hang]\nrounds = 0\n", ":4: day: vote: hang: rounds: 0 is too little"),
        ('[day.vote.hang]\ntie = "all"\ndecides = "judge"\n', ":5: day: vote: hang: decides: this decides nothing"),
        ('without = ["mayor"]\n', ":3: without: day: vote[hang]: decides: there is no role 'mayor' → have it say"),
    ):
        (fault,) = faults_of(variant(folder, "wrong", "one.toml", more))
        assert str(fault).startswith(f"wrong.toml{told}")


def test_a_variant_that_takes_the_place_of_one_of_the_same_time_and_size_is_read(folder: Path) -> None:
    for drinks in (3, 4):
        new = variant(folder, "new", "ktulu", f"[rules]\ndrinks = {drinks}\n")
        os.utime(new, (1e9, 1e9))
        new.replace(folder / "our.toml")
        assert load_script(folder / "our.toml").rules.number("drinks") == drinks


def test_four_variants_on_each_other_are_too_many(folder: Path) -> None:
    variant(folder, "one", "ktulu")
    for name, base in (("two", "one"), ("three", "two"), ("four", "three")):
        top = variant(folder, name, f"{base}.toml")
    (problem,) = faults_of(top)
    assert str(problem) == (
        "one.toml:2: extends: 4 variants stand on each other, and 3 are the most"
        ' → write extends = "ktulu", and below it all that is to differ'
    )


def test_no_variant_stands_on_itself(folder: Path) -> None:
    variant(folder, "one", "two.toml")
    (problem,) = faults_of(variant(folder, "two", "one.toml"))
    assert problem.parts()[0] == "it stands on itself"


def test_faults_are_told_where_they_stand(folder: Path) -> None:
    variant(folder, "one", "ktulu", '[line."day.found"]\nmore = ["{nobody}"]')
    two = variant(folder, "two", "one.toml", '[line."day.found"]\nmore = ["B.", "{nothing}"]')
    places = [str(problem).partition(" {")[0] for problem in faults_of(two)]
    assert places == ["one.toml:4: line.day.found: more[1]:", "two.toml:4: line.day.found: more[2]:"]


def test_what_changes_lead_to_is_told_in_the_variant_that_made_them(folder: Path) -> None:
    variant(folder, "one", "ktulu", '[[order]]\nremove = "night/indians.sleep"\n[role.kali]\ndoes = "Nic."')
    two = variant(folder, "two", "one.toml", '[role.mayor]\ndoes = "Nic."\n[[order]]\nremove = "night/ufos.sleep"')
    places = [str(problem).partition(": nobody")[0] for problem in faults_of(two)]
    assert places == ["one.toml:3: order[1]: night[indians.wake]", "two.toml:5: order[1]: night[ufos.wake]"]


def test_a_spelling_that_a_variants_lines_need_no_more_is_no_fault_of_its(folder: Path) -> None:
    reworded = '[line."quiet-foot.plant.line"]\ntext = ["{quiet-foot.voc}, komu go dasz?"]'
    one = variant(folder, "one", "ktulu", reworded)
    assert faults_of(one) == []
    assert "podrzucisz" not in str(load_script(one).wordings)
    (problem,) = faults_of(variant(folder, "two", "ktulu", '[say]\nZorro = "Zoro"'))
    assert str(problem).startswith("two.toml:4: say: Zorro: no line has this word")


def test_nothing_is_made_of_a_base_with_faults(folder: Path) -> None:
    variant(folder, "one", "ktulu", "[role.sherif]\nmany = true")
    two = variant(folder, "two", "one.toml", '[role.mayr]\ndoes = "Nic."')
    assert [str(problem).partition(" →")[0] for problem in faults_of(two)] == [
        "one.toml:3: role.sherif: there is no role 'sherif' in the base"
    ]


# ---- Where files are looked for ----


@pytest.mark.parametrize("name", ["kasia", "kasia.toml"])
@pytest.mark.parametrize("own", [True, False], ids=["own", "beside"])
def test_a_script_lies_beside_its_setup_or_with_the_users_own(folder: Path, name: str, *, own: bool) -> None:
    variant(paths.user_scripts() if own else folder, "kasia", "ktulu", "[rules]\ndrinks = 5")
    assert load_table(setup(folder, name)).setup.rules.number("drinks") == 5


def test_a_script_that_is_not_there_is_told_with_the_nearest(folder: Path) -> None:
    variant(paths.user_scripts(), "kasia", "ktulu")
    (problem,) = faults_of(setup(folder, "kasja"))
    assert str(problem).endswith("script: there is no script 'kasja' → did you mean kasia?")


def test_no_own_script_takes_the_place_of_a_shipped_one(folder: Path) -> None:
    variant(paths.user_scripts(), "ktulu", "ktulu", "[rules]\ndrinks = 5")
    assert load_table(setup(folder, "ktulu", "[rules]\ntown_hangs = false")).setup.rules.number("drinks") == 2


@pytest.mark.parametrize("own", [True, False], ids=["own", "beside"])
def test_a_voice_is_found_from_any_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, own: bool
) -> None:
    voice = write(
        (paths.user_voices() if own else folder) / "hers.toml", 'format = 1\nengine = "none"\nlanguage = "pl"'
    )
    table = setup(folder, "ktulu", 'voice = "hers.toml"').rename(folder / "friday.toml")
    for place in (folder, tmp_path):
        monkeypatch.chdir(place)
        assert Path(load_table(table).setup.voice) == voice
        assert narrator("check", table, "--games", 0).returncode == 0


# ---- Whole games ----


def test_a_setups_own_rules_stand_above_its_scripts(folder: Path) -> None:
    variant(folder, "my", "ktulu", "[rules]\ndrinks = 5\ntown_hangs = false\nship_night = 7")
    rules = load_table(setup(folder, "my.toml", "[rules]\ntown_hangs = true\ndrinks = 1")).setup.rules
    assert (rules.drinks, rules.town_hangs, rules.ship_night, rules.searches) == (1, True, 7, None)


def test_faulty_rules_of_a_script_are_told_once(folder: Path) -> None:
    variant(folder, "my", "ktulu", "[rules]\ndrinks = 0")
    loaded = read_setup(setup(folder, "my.toml"))
    assert [str(one) for one in loaded.script_problems] == [
        "my.toml:4: rules: drinks: 0 is too little → write 1 or more"
    ]
    with pytest.raises(BadData):
        loaded.table()


def led(*arguments: object, answers: list[str] | None = None, stop: int = 10_000) -> list[dict[str, Any]]:
    """Lead a game headless, and answer by chance, or as given; its cues, an answer each after its question."""
    chance, told = Random(7), list[dict[str, Any]]()
    command = [sys.executable, "-m", "narrator", *map(str, arguments), "--headless"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as program:
        assert program.stdin
        assert program.stdout
        for line in program.stdout:
            told.append(json.loads(line))
            if told[-1]["cue"] == "ask":
                if not stop:
                    program.stdin.close()
                    break
                said = answers.pop(0) if answers else drawn(told[-1], chance)
                told[-1]["said"] = said
                program.stdin.write(f"{said}\n")
                program.stdin.flush()
                stop -= 1
    return told


def drawn(ask: dict[str, Any], chance: Random) -> str:
    choices = ask["choices"]
    if ask["kind"] == "seats":
        return ",".join(chance.sample(choices, 1))
    return "night" if "night" in choices else str(chance.choice(choices))


def test_a_whole_game_of_a_variant_and_the_same_resumed(folder: Path) -> None:
    write(folder / "my.toml", EXAMPLE)
    table, journal = setup(folder, "my.toml", second="jailer"), folder / "game.jsonl"
    whole = led("play", table, "--seed", "9", "--journal", folder / "whole.jsonl")
    said = {f"{cue['night']} {cue['line'].rpartition('.')[0]}": cue["text"] for cue in whole if cue["cue"] == "say"}
    assert whole[-1]["cue"] == "end"
    assert said["2 storm.line"] == "Nad prerią szaleje burza."
    assert not {"1 storm.line", "3 storm.line"} & {*said}
    assert "Strażniku" in said["1 sheriff.jail.sleep"] + said["1 sheriff.jail.wake"]
    assert "Klawiszu" in said["1 jailer.jail.wake"]
    assert "Szeryf" not in " ".join(said.values())

    answers = [cue["said"] for cue in whole if cue["cue"] == "ask"]
    begun = led("play", table, "--seed", "9", "--journal", journal, answers=answers[:8], stop=8)
    write(folder / "my.toml", "what comes now reaches no game that has begun")
    rest = led("resume", journal, answers=answers[8:])
    assert [*begun[:-1], *rest] == whole


def test_a_journal_keeps_the_whole_script(folder: Path) -> None:
    write(folder / "my.toml", EXAMPLE)
    table, journal = setup(folder, "my.toml", second="jailer"), folder / "game.jsonl"
    led("play", table, "--seed", "9", "--journal", journal, stop=1)
    header = json.loads(journal.read_bytes().splitlines()[0])
    assert header["data"]["script"] == as_toml(load_script(folder / "my.toml"))


def test_a_copy_ends_as_scripts_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert 'script = "kopia.toml"' in narrator("script", "copy", "ktulu", "kopia").stdout
    assert faults_of(folder / "kopia.toml") == []
