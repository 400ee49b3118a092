"""Somebody at a terminal, who leaves it when a test is over."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.ears.person import Person


@pytest.fixture
def person() -> Iterator[Person]:
    if sys.platform == "win32":
        pytest.skip("POSIX terminals")
    person = Person()
    yield person
    person.leaves()
