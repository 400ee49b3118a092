"""Every scenario file holds: played straight, and resumed after every answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario import FOLDER, Playing, files, load, verify


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_scenario(path: Path) -> None:
    playing = Playing(load(path))
    playing.play()
    verify(playing)
