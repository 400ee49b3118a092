"""The public recordings of people are read from git at their commit: which word, by whom, at the ears' own rate."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.ears.sound import RATE

from tests.speech import people
from tests.speech.people import WORDS, read_words, sounds

SECOND = np.zeros(8000, np.float32)


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=n", "-c", "user.email=n@localhost")
    return subprocess.run(["git", "-C", folder, *who, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("jeden/jeden1", "jeden/jeden12", "jeden/jeden13", "wlacz/wlacz36"):
        file = tmp_path / "data" / f"{name}.wav"
        file.parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(file, SECOND, 8000, subtype="PCM_U8")
    (tmp_path / "data" / "notes.txt").write_text("no sound")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "words")
    monkeypatch.setattr(people, "WORDS", replace(WORDS, commit=git(tmp_path, "rev-parse", "HEAD").strip()))
    return tmp_path


def test_each_word_is_a_clip_of_the_person_who_said_it(clone: Path) -> None:
    found = [(clip.reader, clip.reading.text, len(clip.samples)) for clip in read_words(clone)]
    said = [("first", "jeden"), ("first", "jeden"), ("second", "jeden"), ("third", "włącz")]
    assert found == [(reader, word, RATE) for reader, word in said]


def test_another_commit_is_refused(clone: Path) -> None:
    with pytest.raises(SystemExit, match=r"it has no commit"):
        list(sounds(WORDS, clone))
