"""A file that was spoilt is refused in words or can be used; it breaks nothing, and is not read for ever."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.spoiling.reading import READERS, file_of, prepared, read

FILES = {
    "setup": 60,
    "script": 12,
    "variant": 20,
    "voice": 150,
    "config": 150,
    "lexicon": 60,
    "group": 100,
    "pack": 100,
    "journal": 60,
}
"""How many of each kind are read here; bench/spoilt_files.py reads more."""


@pytest.mark.skipif(sys.platform == "win32", reason="their time is measured as POSIX allows it")
@pytest.mark.parametrize("kind", READERS)
def test_a_spoilt_file_breaks_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(prepared(tmp_path))
    used = {number: read(kind, file_of(kind, f"{kind} {number}"), tmp_path) for number in range(FILES[kind])}
    assert False in used.values()
