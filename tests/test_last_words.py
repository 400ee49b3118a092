"""Whatever ends the program is told in the language of the settings, without a word of another."""

from __future__ import annotations

import errno
import re
import sys
from pathlib import Path

import pytest

from narrator.computer.texts import FOLDER
from narrator.errors import ChannelLost
from narrator.studio.microphone import Microphone
from narrator.terminal import exits
from narrator.terminal.words import fault_words, terminal_texts

from tests.foreign import foreign

ENDS: dict[str, tuple[Exception, str, str, int]] = {
    "memory": (MemoryError(), "Brakuje pamięci: zamknij", "There is not enough memory: close", 1),
    "disk": (OSError(errno.ENOSPC, "No space left"), "zapisać: brak miejsca", "or written: the disk is full", 1),
    "rights": (PermissionError(errno.EACCES, "Permission denied", "a"), "zapisać: a: brak", "written: a: per", 1),
    "gone": (FileNotFoundError(errno.ENOENT, "No such file", "a"), "a: nie ma takiego", "a: there is no such", 1),
    "bug": (KeyError("x"), "narrator ma błąd (KeyError)", "narrator has a bug (KeyError)", exits.BUG),
}
"""What can end it, what is then said in Polish and in English, and the exit code."""


@pytest.fixture(params=["pl", "en"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The language of the settings; the system's is the other."""
    settings = tmp_path / "narrator" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(f'format = 1\nlanguage = "{request.param}"\n', "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", {"pl": "en_GB.UTF-8", "en": "pl_PL.UTF-8"}[request.param])
    return str(request.param)


def strange(told: str, language: str) -> set[str]:
    told = re.sub(r"Traceback.*\n|KeyError|/\S+", " ", told)
    return foreign(told, language, judged=(FOLDER / "faults",))


@pytest.mark.parametrize("what", ENDS)
def test_what_ends_the_program_is_told_in_the_language_of_the_settings(
    what: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    error, polish, english, code = ENDS[what]
    assert exits.reported(error) == code
    told = capsys.readouterr().err
    assert {"pl": polish, "en": english}[language] in told
    assert strange(told, language) == set()


def test_where_even_the_texts_are_broken_a_bug_is_still_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise ValueError("no texts")

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(exits, "terminal_texts", broken)
    assert exits.reported(KeyError("x")) == exits.BUG
    told = capsys.readouterr().err
    assert "faults.bug {'kind': 'KeyError'}" in told
    assert str(next((tmp_path / "narrator" / "faults").iterdir())) in told


@pytest.mark.skipif(sys.platform == "win32", reason="there is no file that is always full")
def test_an_output_that_takes_nothing_is_told_in_the_language_of_the_settings(
    language: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert exits.guarded(lambda: print("a")) == 1
        monkeypatch.undo()
    told = capfd.readouterr().err
    assert {"pl": "wypisać wyniku: brak miejsca", "en": "output cannot be written: the disk"}[language] in told
    assert strange(told, language) == set()


def test_a_microphone_that_is_not_there_is_told_in_the_language_of_the_settings(language: str) -> None:
    with pytest.raises(ChannelLost) as lost:
        Microphone("no microphone is called so")
    told = fault_words(lost.value, terminal_texts())
    assert told.startswith(
        {"pl": "Mikrofonu nie da się użyć: nie ma", "en": "The microphone cannot be used: "}[language]
    )
