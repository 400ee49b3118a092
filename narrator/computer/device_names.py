"""Sound devices are asked for by a part of their name: numbers change with whatever is plugged in."""

from __future__ import annotations


def called(wanted: str, name: str) -> bool:
    """Say whether this is the device that was asked for."""
    return wanted.casefold() in name.casefold()
