"""Whose cards are still to be shown: kept in the data folder from a dealing's beginning until others are dealt.

It is kept by the seed, and so holds for a setup that is moved or copied. Once all have seen theirs, it tells whose
name, or seat, was changed since. Beside it is kept where the journals of their games are.
"""

from __future__ import annotations

import hashlib
import os
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
    """The seats that have not seen their cards yet; none if nothing is kept of a dealing."""
    seen = _kept(setup)
    return [] if seen is None else [seat for seat in setup.people if _mark(setup, seat) not in seen]


def is_edited(setup: Setup) -> bool:
    """Whether all had seen their cards once: those who have not now are others, or sit elsewhere."""
    return bool(left(setup)) and _ALL in (_kept(setup) or ())


def since(setup: Setup) -> float:
    """When one of this setup's cards was shown last, in seconds since 1970; 0 if nothing is kept of its dealing."""
    try:
        return _file(setup).stat().st_mtime
    except OSError:
        return 0.0


def shown_last() -> float:
    """When a card of any setup was shown last, as `since`; 0 if nothing is kept."""
    with suppress(OSError):
        return max((file.stat().st_mtime for file in files.inside(_folder(), "*")), default=0.0)
    return 0.0


def saw(setup: Setup, seat: int) -> None:
    """Keep that the player in this seat has seen their card, and whether all have."""
    unseen = left(setup)
    if seat in unseen:
        _keep(setup, (one for one in setup.people if one == seat or one not in unseen), whole=unseen == [seat])


def led(setup: Setup, journal: Path) -> None:
    """Keep that a game with this setup's cards has this journal: it may be in no folder of journals."""
    if setup.drawn and setup.seed is not None:
        journals = dict.fromkeys((*games(setup), journal.absolute()))
        files.keep(_led(setup), b"\0".join(map(os.fsencode, journals)))


def games(setup: Setup) -> list[Path]:
    """The journals of the games that were begun with this setup's cards, wherever they were then."""
    with suppress(files.Unreadable):
        return [Path(os.fsdecode(name)) for name in files.content(_led(setup)).split(b"\0")]
    return []


def forget(setup: Setup) -> None:
    """Keep nothing of this setup's dealing any more."""
    with suppress(OSError):
        _file(setup).unlink(missing_ok=True)


_ALL = b"all"
"""Stands behind the marks of a dealing that was finished."""


def _kept(setup: Setup) -> list[bytes] | None:
    """The marks of those who have seen their cards; None if nothing is kept of a dealing."""
    with suppress(files.Unreadable):
        return files.content(_file(setup)).split() if _cards(setup) else None
    return None


def _keep(setup: Setup, seen: Iterable[int], *, whole: bool = False) -> None:
    marks = [*(_mark(setup, seat) for seat in seen), *([_ALL] if whole else [])]
    files.keep(_file(setup), b"\n".join(marks))


def _folder() -> Path:
    return paths.user_data() / "deals"


def _file(setup: Setup) -> Path:
    return _folder() / _hash(f"{setup.seed}{setup.given or ''}")


def _led(setup: Setup) -> Path:
    return paths.user_data() / "led" / _file(setup).name


def _cards(setup: Setup) -> tuple[str, ...]:
    return setup.drawn or setup.given


def _mark(setup: Setup, seat: int) -> bytes:
    """What stands for a player who has seen their card: another person there, or another deck, is another card."""
    return _hash(f"{seat} {setup.people[seat]} {_cards(setup)}").encode()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:24]
