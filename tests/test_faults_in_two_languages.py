"""What is wrong with a file is told in the language of the settings, without a word of another."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.computer.config import load_config
from narrator.computer.texts import texts_of
from narrator.ears.lexicon import read_lexicon
from narrator.errors import BadData, Problem
from narrator.mouth.voice import load_voice
from narrator.play.checking import check
from narrator.play.journal import read as read_journal

from tests.checked import ENGLISH, KEYS, POLISH, QUOTED, faults_of, in_a_foreign_language
from tests.program import narrator
from tests.test_bad_files import BAD

OTHERS = {
    "config.toml": """format = 1
pace = 99.0
ambience = "sea"
win = "gone.wav"
journals = "~nobody-here/x"
language = "xx"
""",
    "voice.toml": """format = 1
id = "other"
engine = "system"
language = "1"
timbre = "tin"
rate = 9
says = { "" = "a" }
""",
    "lexicon.toml": """format = 1
language = "pl"
yes = ["tak", ""]
no = ["tak"]
patterns = { "give" = ["daj"], "Give {x}" = ["{y}"] }
""",
    "texts.toml": """format = 1
texts = "en"
screen = { day = 3, night = "Night {nigth}", zero = "}", no-such-key = "a" }
""",
    "game.jsonl": '{"journal": 1}\n',
    "cut.jsonl": '{"journal": 4}\nxx\n',
    "empty.jsonl": "",
}
"""Files of other kinds, each with as many faults as it can hold."""


def found_in(file: Path) -> Iterator[Problem]:
    try:
        if file.name == "config.toml":
            load_config(file)
        elif file.name == "voice.toml":
            load_voice(str(file))
        elif file.name == "lexicon.toml":
            read_lexicon(str(file))
        elif file.suffix == ".jsonl":
            read_journal(file)
        else:
            yield from (problem for _, problems in check([file]) for problem in problems)
    except BadData as refused:
        yield from refused.problems


@pytest.mark.parametrize("name", [*OTHERS, "gone.toml"])
def test_faults_of_any_file_are_told_without_a_word_of_the_other_language(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    if name in OTHERS:
        file.write_text(OTHERS[name], "utf-8")
    problems = [problem for problem in found_in(file) if problem.key != "text-missing"]  # which quotes a text
    assert problems
    assert in_a_foreign_language(problems) == []


def test_a_word_of_the_other_language_is_found() -> None:
    found = [Problem("a", "there is no such file"), Problem("a", "nie ma żadnego pliku")]
    assert len(in_a_foreign_language(found)) == 2


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_program_checks_files_in_the_language_of_the_settings(language: str, tmp_path: Path) -> None:
    settings = tmp_path / "narrator" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(f'format = 1\nlanguage = "{language}"\n', "utf-8")
    files = [BAD / "setups" / "a-card-is-a-known-role.toml", BAD / "variants" / "tables-are-tables.toml"]
    done = narrator("check", "--games", "0", *files, env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)})
    lines = [QUOTED.sub("", line.partition(": ")[2]) for line in done.stdout.splitlines() if "→" in line]
    assert len(lines) > 5
    assert any(map(POLISH.search, lines)) is (language == "pl")
    assert language == "en" or not [line for line in lines if {*ENGLISH.findall(line)} - KEYS]


@pytest.mark.parametrize(("language", "told"), [("pl", "nie mieści się"), ("en", "out of range")])
def test_what_is_wrong_with_settings_is_told_in_the_language_that_they_say(
    language: str, told: str, tmp_path: Path
) -> None:
    settings = tmp_path / "narrator" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(f'format = 1\nlanguage = "{language}"\npace = 99.0\n', "utf-8")
    other = {"pl": "en_GB", "en": "pl_PL"}[language]
    done = narrator("stats", env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "LC_ALL": f"{other}.UTF-8"})
    assert told in done.stderr


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ('[role.szeryf]\ndoes = "X"', "w podstawie nie ma roli „szeryf”"),
        ('[faction.bandyci]\nname = "X"', "w podstawie nie ma frakcji „bandyci”"),
        ('[line."day.fund"]\ntext = ["X"]', "w podstawie nie ma kwestii „day.fund”"),
        ("[profile.my]\nnames = {}", "w podstawie nie ma profilu nazw „my”"),
        ('[[role]]\nid = "sheriff"', "odmiana nie ma listy [[role]]"),
        ('[role.sheriff]\nname = "X"', 'stara nazwa zostałaby tu: gen = "szeryfa", voc = "Szeryfie"'),
    ],
)
def test_what_a_variant_is_refused_for_is_told_in_whole_polish(part: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f'format = 1\nextends = "ktulu"\n{part}\n', "utf-8")
    (found,) = faults_of(file)
    assert found.parts(texts_of("pl").told)[0] == told
