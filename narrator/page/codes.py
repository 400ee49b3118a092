"""What lets a device in: tokens to scan, and codes to type; of both only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Literal

from narrator.values import dataclass

Scope = Literal["moderator", "table", "room", "seat"]
"""What a device may see: all, what all may and may tap where a game lies on a table, the room's page, or a seat's."""

SIGNS, LENGTH = "ACDEFHJKLMNPQRTUVWXY3479", 5
"""What a short code is made of: signs that are not taken for one another, on paper or on a keyboard."""

LIVES = 600.0
"""Seconds that a code lives after it was shown."""

TRIES: dict[Scope, int] = {"moderator": 30, "table": 30, "room": 300, "seat": 300}
"""How many wrong short codes one outlives, whoever sends them: few where it shows secrets."""

GOOD: dict[Scope, int] = {"moderator": 1, "table": 1, "room": 1, "seat": 2}
"""How many codes of a kind let devices in: phones come in by the one before, too."""


@dataclass(slots=True)
class _Code:
    """A token or a short code, by its hash."""

    key: str
    until: float
    tries: int


class Codes:
    """The tokens and short codes that are good now. Its owner has the lock."""

    def __init__(self) -> None:
        self._tokens: dict[Scope, list[_Code]] = {}
        self._short: dict[Scope, list[_Code]] = {}
        self._once: dict[str, Scope] = {}

    def new_token(self, scope: Scope) -> str:
        """A token for an address or a code to scan, for a few minutes."""
        return self._kept(self._tokens, scope, secrets.token_urlsafe(12))  # 96 bits: the code to scan stays small

    def token_for_one(self, scope: Scope) -> str:
        """A token that lets one device in, and no other: anybody here may see what a browser was started with."""
        token = secrets.token_urlsafe(16)
        self._once[hashed(token)] = scope
        return token

    def short_code(self, scope: Scope) -> str:
        """A code to be typed, for a few minutes and a few guesses."""
        return self._kept(self._short, scope, "".join(secrets.choice(SIGNS) for _ in range(LENGTH)))

    def _kept(self, codes: dict[Scope, list[_Code]], scope: Scope, code: str) -> str:
        """Keep a code, and of those before as many as are good beside it."""
        new = _Code(hashed(code), time.monotonic() + LIVES, TRIES[scope])
        codes[scope] = [*codes.get(scope, ()), new][-GOOD[scope] :]
        return code

    def is_good(self, short: str) -> bool:
        """Whether this short code lets anybody in."""
        return _scope_of(short, self._short) is not None

    def scope(self, token: str, *, typed: bool) -> Scope | None:
        """What this token lets see; a short code only if it may be `typed`. None, and counted, if it is wrong."""
        found = self._once.get(hashed(token)) or _scope_of(token, self._tokens)
        return self._typed(token) if found is None and typed and len(token) <= 2 * LENGTH else found

    def _typed(self, token: str) -> Scope | None:
        """What a short code lets see; each wrong one brings the ends of all nearer."""
        found = _scope_of(token.upper().replace(" ", "").replace("-", ""), self._short)
        for scope, codes in self._short.items() if found is None else ():
            for code in codes:
                code.tries -= 1
            self._short[scope] = [code for code in codes if code.tries > 0]
        return found

    def used(self, token: str) -> None:
        """Let nobody else in by a token for one."""
        self._once.pop(hashed(token), None)

    def forget(self, scope: Scope) -> None:
        """Let nobody in by any code of this kind."""
        self._tokens.pop(scope, None)
        self._short.pop(scope, None)
        self._once = {token: one for token, one in self._once.items() if one != scope}


def _scope_of(token: str, codes: dict[Scope, list[_Code]]) -> Scope | None:
    found, now = hashed(token), time.monotonic()
    good = ((scope, code) for scope, listed in codes.items() for code in listed if now < code.until)
    return next((scope for scope, code in good if hmac.compare_digest(code.key, found)), None)


def hashed(secret: str) -> str:
    """The hash by which a secret is known again."""
    return hashlib.sha256(secret.encode()).hexdigest()
