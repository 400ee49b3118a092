"""Which lines no voice is taught by, so that it can be judged by lines that it never learnt."""

from hashlib import sha256

_ONE_IN = 20


def is_kept_out(text: str) -> bool:
    """Whether a line is never taught: one in twenty, by the hash of its text."""
    return int(sha256(text.encode()).hexdigest(), 16) % _ONE_IN == 0
