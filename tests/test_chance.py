"""Chance: a draw lies where it should whatever the hash gives, and a seed gives what it always gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from narrator.games import chance


class Hashed:
    """Stands for the hash: it gives these bytes."""

    def __init__(self, digest: bytes) -> None:
        self._digest = digest

    def digest(self) -> bytes:
        return self._digest


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    def hashed(digest: bytes) -> None:
        def blake2b(key: bytes, digest_size: int) -> Any:  # noqa: ARG001
            return Hashed(digest)

        monkeypatch.setattr(chance, "blake2b", blake2b)

    return hashed


@pytest.mark.parametrize("last", [0xFF, 0xFC, 0xFB])
def test_the_highest_hash_is_a_draw_below_one(last: int, hashing: Callable[[bytes], None]) -> None:
    hashing(b"\xff" * 6 + bytes([last]))
    assert chance.draw(7, "wording") < 1.0
    assert chance.pick(7, ["first", "last"], "wording") == "last"


def test_the_lowest_hash_is_zero(hashing: Callable[[bytes], None]) -> None:
    hashing(bytes(7))
    assert chance.draw(7, "wording") == 0.0
    assert chance.pick(7, ["first", "last"], "wording") == "first"


def test_seeds_keep_their_meaning() -> None:
    """Journals hold the seed alone: a draw that changed would make every one of them another game."""
    assert chance.draw(7, "deal", 3) == 0.8740242773758009
    assert chance.shuffled(7, "abcdefgh", "deal") == tuple("gahcfbde")
