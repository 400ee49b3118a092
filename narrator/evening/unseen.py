"""Whose cards are still to be shown: kept in the data folder from a dealing's beginning until all have seen theirs.

It is kept by the seed, and so holds for a setup that is moved or copied.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from narrator.computer import files, paths
from narrator.games.table import Setup


def begin(setup: Setup) -> None:
    """Keep that this setup's cards are being dealt, unless there is a dealing to go on with."""
    if _cards(setup) and not left(setup):
        _keep(setup, [])


def left(setup: Setup) -> list[int]:
    """The seats that have not seen their cards yet; none if no dealing is under way or was broken off."""
    if not _cards(setup):
        return []
    try:
        seen = files.content(_file(setup)).split()
    except files.Unreadable:
        return []
    return [seat for seat in setup.people if _mark(setup, seat) not in seen]


def since(setup: Setup) -> float:
    """When one of this setup's cards was shown last, in seconds since 1970; 0 if nothing is kept of its dealing."""
    try:
        return _file(setup).stat().st_mtime
    except OSError:
        return 0.0


def saw(setup: Setup, seat: int) -> None:
    """Keep that the player in this seat has seen their card; once all have, nothing is kept any more."""
    unseen = left(setup)
    if unseen == [seat]:
        forget(setup)
    elif seat in unseen:
        _keep(setup, (one for one in setup.people if one == seat or one not in unseen))


def forget(setup: Setup) -> None:
    """Keep nothing of this setup's dealing any more."""
    with suppress(OSError):
        _file(setup).unlink(missing_ok=True)


def _keep(setup: Setup, seen: Iterable[int]) -> None:
    files.keep(_file(setup), b"\n".join(_mark(setup, seat) for seat in seen))


def _file(setup: Setup) -> Path:
    return paths.user_data() / "deals" / _hash(f"{setup.seed}{setup.given or ''}")


def _cards(setup: Setup) -> tuple[str, ...]:
    return setup.drawn or setup.given


def _mark(setup: Setup, seat: int) -> bytes:
    """What stands for a player who has seen their card: another person there, or another deck, is another card."""
    return _hash(f"{seat} {setup.people[seat]} {_cards(setup)}").encode()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:24]
