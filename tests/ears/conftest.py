"""Somebody at a terminal, who leaves it when a test is over."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from narrator.ears import speech

from tests.ears.person import Person


@pytest.fixture
def person() -> Iterator[Person]:
    if sys.platform == "win32":
        pytest.skip("POSIX terminals")
    person = Person()
    yield person
    person.leaves()


@pytest.fixture(scope="module", autouse=True)
def _piped() -> Iterator[None]:
    """Let the listening process read the file or pipe that is named in the place of a microphone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speech, "_WORKER", "tests.ears.piped")
        yield
