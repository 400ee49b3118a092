"""The help and the refusals of the command line are in the language of the settings, without a word of another."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer

from narrator.commands import usage
from narrator.commands.app import app
from narrator.computer.texts import FOLDER, OWN_KEYS, help_texts, texts_in
from narrator.errors import Misused
from narrator.texts import Texts

from tests.foreign import foreign
from tests.program import narrator
from tests.sitting import sitting

LANGUAGES = ("pl", "en")
JUDGED = (FOLDER / "help", FOLDER / "faults")

NAMES = """
python JSON html pdf onnx zip gentle book system slow gosia darkman mc_speech whisper base pl ktulu Piper
script nasz my toml schema narrator
"""
"""What is called the same in every language: kinds of files, profiles and voices, and what stands in a setup."""


def settings(folder: Path, language: str) -> dict[str, str]:
    """The surroundings of a program whose settings say this language, and whose system speaks the other one."""
    file = folder / "narrator" / "config.toml"
    file.parent.mkdir()
    file.write_text(f'format = 1\nlanguage = "{language}"\n', "utf-8")
    other = {"pl": "en_GB.UTF-8", "en": "pl_PL.UTF-8"}[language]
    return {**os.environ, "XDG_CONFIG_HOME": str(folder), "LC_ALL": other, "COLUMNS": "80"}


def lines(one: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words that call each command and each group."""
    yield before
    for name in getattr(one, "tree", ()):
        yield from lines(one.get_command(None, name), (*before, name))


LINES = [*lines(typer.main.get_command(app))]


class Asked(Texts):
    """Texts that keep which of them were told."""

    def __init__(self, language: str, table: dict[str, str]) -> None:
        super().__init__(language, table)
        self.asked = set[str]()

    def word(self, key: str, /, **values: object) -> str:
        said = super().word(key, **values)
        self.asked.add(key)
        return said


def run(*words: str) -> None:
    """Run the command line in this process, as far as it does not do anything yet."""
    with suppress(SystemExit):
        typer.main.get_command(app)([*words])


def texts_of_help(language: str) -> dict[str, str]:
    table = tomllib.loads((FOLDER / "help" / f"{language}.toml").read_text("utf-8"))
    return {key: text for key, text in texts_in(table) if key not in OWN_KEYS}


@pytest.fixture
def told(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The texts of a language, of which those are kept that the command line tells."""
    texts = Asked(request.param, texts_of_help(request.param))
    monkeypatch.setattr(usage, "texts_here", lambda: texts)
    return texts


@pytest.mark.parametrize("told", LANGUAGES, indirect=True)
def test_every_command_has_its_help_and_every_text_its_command(
    told: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in LINES:
        run(*line, "--help")
    with pytest.raises(Misused):
        run("play")
    found = {key for key in told if key not in told.asked}
    assert found == {"usage.completion-installed", "usage.no-completion"}  # for another test
    assert f" {told.word('usage.value.setup')}" in capsys.readouterr().out


def test_both_languages_have_the_same_texts_in_the_same_order() -> None:
    polish, english = (texts_of_help(language) for language in LANGUAGES)
    assert [*polish] == [*english]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_every_command_is_without_a_word_of_another_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(usage, "texts_here", lambda: help_texts(language))
    found = {}
    for line in LINES:
        run(*line, "--help")
        shown = re.sub(r"^\S+ .*? (?=\[)|^  [a-z-]+  +|--?[a-z-]+", " ", capsys.readouterr().out, flags=re.MULTILINE)
        assert len(shown) > 100
        found[line] = foreign(shown, language, [NAMES], judged=JUDGED)
    assert {line: words for line, words in found.items() if words} == {}


def test_a_word_of_another_language_in_the_help_would_be_found() -> None:
    assert foreign("Argumenty: STÓŁ  Give this help. required", "pl", [NAMES], judged=JUDGED) == {"give", "this"}
    assert foreign("Options: a table, zapis", "en", [NAMES], judged=JUDGED) == {"zapis"}


@pytest.mark.parametrize("line", [(), ("play",), ("script",), ("script", "show")], ids=" ".join)
@pytest.mark.parametrize(("language", "usage_of"), [("pl", "Użycie:"), ("en", "Usage:")])
def test_the_program_tells_its_help_in_the_language_of_the_settings(
    language: str, usage_of: str, line: tuple[str, ...], tmp_path: Path
) -> None:
    done = narrator(*line, "--help", env=settings(tmp_path, language))
    assert done.returncode == 0
    assert done.stdout.startswith(usage_of)
    assert (
        foreign(re.sub(r"--?[a-z-]+|^\S+ .*? (?=\[)|^  [a-z]+", " ", done.stdout, flags=re.M), language, [NAMES])
        == set()
    )


REFUSED = {
    "play": ("STÓŁ: tego brakuje → wpisz", "SETUP: it is missing → write"),
    "check": ("PLIK: tego brakuje → wpisz narrator check PLIK", "FILE: it is missing → write narrator check FILE"),
    "play demo small": (
        "small: to o jedno słowo za dużo → usuń small",
        "small: that is one word too many → leave small out",
    ),
    "paly": (
        "paly: nie ma takiego polecenia → może chodzi o play?",
        "paly: there is no such command → did you mean play?",
    ),
    "PLAY": (
        "PLAY: nie ma takiego polecenia → może chodzi o play?",
        "PLAY: there is no such command → did you mean play?",
    ),
    "play demo --SEED 3": (
        "--SEED: nie ma tu takiej opcji → może chodzi o --seed?",
        "--SEED: there is no such option",
    ),
    "''": ('"": nie ma takiego polecenia', '"": there is no such command'),
    "play demo ''": ('"": to o jedno słowo za dużo → usuń ""', '"": that is one word too many → leave "" out'),
    "play demo --seed ''": (
        '--seed: tu ma być liczba całkowita, a jest "" →',
        '--seed: expected a whole number, found "" →',
    ),
    "voice xx": ("xx: nie ma takiego polecenia → są tu: check", "xx: there is no such command → known here: check"),
    "karty": ("karty: nie ma takiego polecenia → Karty", "karty: there is no such command → Cards"),
    "play demo --page": (
        "--page: nie ma tu takiej opcji → Grę ze stron w przeglądarce prowadzi: narrator lead",
        "--page: there is no such option here → A game is led from pages in a browser by: narrator lead",
    ),
    "strona": (
        "strona: nie ma takiego polecenia → Grę ze stron w przeglądarce prowadzi: narrator lead",
        "strona: there is no such command → A game is led from pages in a browser by: narrator lead",
    ),
    "play demo --sed 3": ("--sed: nie ma tu takiej opcji → może chodzi o --seed?", "--sed: there is no such option"),
    "play demo -q": (
        "-q: nie ma tu takiej opcji → są tu: --answers",
        "-q: there is no such option here → known here: --a",
    ),
    "play demo --seed": (
        "--seed: brakuje jej wartości → wpisz --seed N",
        "--seed: its value is missing → write --seed N",
    ),
    "play demo --silent=3": (
        "--silent: nie przyjmuje wartości → wpisz --silent",
        "--silent: it takes no value → write --silent",
    ),
    "play demo --seed x": (
        "--seed: tu ma być liczba całkowita, a jest x → wpisz --seed N",
        "--seed: expected a whole number, found x → write --seed N",
    ),
    "play demo --pace x": (
        "--pace: tu ma być liczba, a jest x → wpisz",
        "--pace: expected a number, found x → write",
    ),
    "play demo --seed 99999999999999999999": (
        "--seed: 99999999999999999999 nie mieści",
        "--seed: 99999999999999999999 is out",
    ),
    f"play demo --seed {5000 * '9'}": ("--seed: 999999", "--seed: 999999"),
    f"simulate --line-up {5000 * '9'}": ("--line-up: ta liczba jest za", "--line-up: the number is too large"),
    "play demo --pace nan": ("--pace: nan nie mieści się w granicach → od", "--pace: nan is out of range → from"),
    "play demo --pace 11": (
        "--pace: 11.0 nie mieści się w granicach → od 0.0",
        "--pace: 11.0 is out of range → from",
    ),
    "simulate --jobs -1": ("--jobs: -1 to za mało → co najmniej 0", "--jobs: -1 is too small → at least 0"),
    "script show demo --night 100": (
        "--night: 100 nie mieści się w granicach → od 0 do 99",
        "--night: 100 is out of range → from 0 to 99",
    ),
    "simulate --games 10000001": (
        "--games: 10000001 nie mieści się",
        "--games: 10000001 is out of range → from 1 to 10000000",
    ),
    "check x --games 10000001": (
        "--games: 10000001 nie mieści się",
        "--games: 10000001 is out of range → from 0 to 10000000",
    ),
}
"""Lines that the program cannot follow, and how it begins to say so in each language."""


@pytest.mark.parametrize(("place", "language"), [*enumerate(LANGUAGES)], ids=LANGUAGES)
@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line[:40])
def test_a_line_that_cannot_be_followed_is_refused_with_place_and_cure(
    line: str, place: int, language: str, tmp_path: Path
) -> None:
    done = narrator(*shlex.split(line), env=settings(tmp_path, language))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(REFUSED[line][place])
    more = {
        "pl": "Użycie: .* \\[OPCJE\\] .*\nPomoc: .* --help\n$",
        "en": "Usage: .* \\[OPTIONS\\] .*\nHelp: .* --help\n$",
    }
    assert re.search(more[language], done.stderr, re.DOTALL)
    said = re.sub(r"--?[a-z-]+|(?<=known here:).*|(?<=są tu:).*|narrator \w+", " ", done.stderr)
    assert foreign(said, language, [NAMES, line], judged=JUDGED) == set()


@pytest.mark.parametrize("line", ["voice", "voice --", "script", ""])
def test_a_group_without_a_command_shows_its_help(line: str, tmp_path: Path) -> None:
    done = narrator(*line.split(), env=settings(tmp_path, "pl"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "\nPolecenia:\n" in done.stderr


@pytest.mark.parametrize("language", ["sv", "xx"])
def test_a_language_without_a_help_of_its_own_has_the_english_one(
    language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert help_texts(language).word("usage.usage") == "Usage:"
    own = tmp_path / "narrator" / "languages" / language / "texts.toml"
    own.parent.mkdir(parents=True)
    own.write_text(f'format = 1\ntexts = "{language}"\n\n[usage]\nusage = "Bruk:"\n', "utf-8")
    own_texts = help_texts(language)
    assert (own_texts.word("usage.usage"), own_texts.word("usage.options")) == ("Bruk:", "Options")


@pytest.mark.skipif(sys.platform == "win32", reason="there it is another shell, which asks for its own settings")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shell_is_told_to_complete_in_the_language_of_the_settings(language: str, tmp_path: Path) -> None:
    env = {**settings(tmp_path, language), "HOME": str(tmp_path)}
    program = f"{sys.executable} -m narrator"
    told = {}
    for name in ("install", "show"):
        command = ["bash", "-c", f"{program} --{name}-completion; exit $?"]
        done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
        told[name] = done.stdout
    kept = next((tmp_path / ".bash_completions").iterdir())
    text = texts_of_help(language)["usage.completion-installed"]
    assert told["install"] == text.format(shell="bash", path=kept) + "\n"
    assert told["show"] == kept.read_text("utf-8") + "\n"
    assert "_NARRATOR_COMPLETE=" in told["show"]
    assert "-F _narrator_completion narrator" in told["show"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other shells")
def test_a_shell_that_cannot_complete_is_refused(tmp_path: Path) -> None:
    env = settings(tmp_path, "pl")
    command = ["sh", "-c", f"{sys.executable} -m narrator --show-completion; exit $?"]
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (1, "Polecenia uzupełnia: bash, zsh, fish, powershell, pwsh.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["check", "nothing", "--games", "0"], "all-roles, demo, demo-fluxx, demo-planetopia, demo-wars"),
        (["play", "nothing"], "all-roles, demo, demo-fluxx, demo-planetopia, demo-wars"),
        (["script", "show", "ktulu"], "narrator script show ktulu --resolved;"),
    ],
    ids=["found", "refused", "told at length"],
)
def test_what_is_told_of_faults_is_broken_between_words(command: list[str], words: str, tmp_path: Path) -> None:
    for width in (30, 31, 32, 33):
        with sitting(tmp_path, *command, width=width) as one:
            one.see(words)
