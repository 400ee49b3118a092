"""Who may see the page: a token lets a device in, a cookie of its own keeps it in, and guessing is limited.

Of cookies only the hashes are kept, in a file of this user's, so that a device that was let in need not be let in
again when the program has died and goes on. A cookie is too long to be guessed, and many a browser still has an old
one; so only tokens that are wrong are counted.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, get_args

from narrator.computer import files, parsing, paths
from narrator.page.codes import Codes, Scope, hashed
from narrator.play.journal import Header
from narrator.values import asdict, dataclass, fields, replace

GUESSES, MINUTE = 10, 60.0
"""How many wrong tokens are heard from one address in so many seconds, before no token of its is heard any more."""

ALIKE, DEVICES = 30, 100
"""How many devices of one kind and address there may be for a page, and how many in all; then one has to go."""

AWAY = 600.0
"""Seconds for which a device keeps its place after its page was closed: a phone may be locked, or out of reach."""


_LATEST = 1e11
"""Seconds since 1970 up to which a clock can be asked for the time of day."""


@dataclass(frozen=True, slots=True)
class Device:
    """A browser that was let in. `key` is its cookie's hash, `since` a wall clock's time in seconds.

    A player's phone has its `seat`; until it has taken one, and on other devices, that is 0.
    """

    key: str
    scope: Scope
    name: str
    address: str
    since: float
    seat: int = 0


class Full(Exception):
    """There is no place for one more device: all that are in are there."""


class Access:
    """The tokens of one game, and the devices that they let in. Any thread may ask."""

    def __init__(self, kept: Path, changed: Callable[[], None] = lambda: None) -> None:
        self._file, self._changed = kept, changed
        self._lock = RLock()
        self._codes = Codes()
        self._devices, self.port, self.whole = _read(kept)
        """`port` is where the pages were served before; 0: nowhere yet. `whole`: nothing that was kept is damaged."""
        self._open: Counter[str] = Counter()
        self._seen = {one.key: time.monotonic() - _looking(one) for one in self._devices}
        self._wrong: dict[str, deque[float]] = {}
        self.refused: deque[tuple[float, str]] = deque(maxlen=1000)
        """When somebody was refused lately, and from which address."""

    def new_token(self, scope: Scope) -> str:
        """A token for an address or a code to scan, for a few minutes."""
        with self._lock:
            return self._codes.new_token(scope)

    def token_for_one(self, scope: Scope) -> str:
        """A token that lets one device in, and no other."""
        with self._lock:
            return self._codes.token_for_one(scope)

    def short_code(self, scope: Scope) -> str:
        """A code to be typed, for a few minutes and a few guesses."""
        with self._lock:
            return self._codes.short_code(scope)

    def is_good(self, short: str) -> bool:
        """Whether this short code lets anybody in still."""
        with self._lock:
            return self._codes.is_good(short)

    def enter(self, token: str, name: str, address: str, cookies: Sequence[str] = ()) -> tuple[Scope, str] | None:
        """Let a device in with a token: what it may see, and its cookie. None, and noted, if the token is wrong.

        With one of its `cookies` it is the device that it was, and keeps its seat. Whoever was wrong too often may
        still bring a code that was scanned, which nobody can guess. Raises Full.
        """
        with self._lock:
            guesses = not self.too_many(address)
            scope = self._codes.scope(token, typed=guesses)
            if scope is None:
                if guesses:
                    self._note(address)
                return None
            cookie = self._own(scope, cookies) or self._let_in(scope, name, address)
            self._codes.used(token)
        self._changed()
        return scope, cookie

    def _own(self, scope: Scope, cookies: Sequence[str]) -> str:
        """The cookie of a device of this kind that is in; empty if none of these is."""
        found = ((one, self.known(one)) for one in cookies)
        return next((one for one, device in found if device and device.scope == scope), "")

    def _let_in(self, scope: Scope, name: str, address: str) -> str:
        """Note a new device, and give its cookie. Raises Full."""
        cookie = secrets.token_urlsafe(24)
        new = Device(hashed(cookie), scope, name, address, time.time())
        self._take_in(new)
        if scope == "seat":
            self._seen[new.key] = time.monotonic()  # its player looks for their seat, and has no page open yet
        self._write()
        return cookie

    def _take_in(self, new: Device) -> None:
        """Note a device; where there are too many, the one goes that was away longest. Raises Full.

        A phone that has a seat stays. Of those that have none yet one address has few, whatever they call themselves,
        and the address with the most gives way: a stranger with a code takes nobody else's place.
        """
        every = [one for one in self._devices if one.scope == new.scope and not one.seat]
        phone = new.scope == "seat"
        same = [one for one in every if one.address == new.address and (phone or one.name == new.name)]
        full = same if len(same) >= ALIKE else every if len(every) >= DEVICES else []
        away = [one for one in full if not self._is_here(one)]
        gone = min(away, key=lambda one: self._seen.get(one.key, 0.0), default=None)
        if full and not gone:
            gone = _one_too_many(every, new.address) if phone else None
            if not gone:
                raise Full(new.scope)
        self._devices = [*(one for one in self._devices if one is not gone), new]
        self._seen.pop(gone.key if gone else "", None)

    def _is_here(self, device: Device) -> bool:
        """Whether a device has its page open, or had it a moment ago; a phone without a seat, whether it came lately.

        No other has that was only ever let in.
        """
        return self._open[device.key] > 0 or self._seen.get(device.key, -AWAY) > time.monotonic() - AWAY

    @contextmanager
    def present(self, device: Device) -> Iterator[None]:
        """Count a device as there, as long as a page of its is open."""
        with self._lock:
            self._open[device.key] += 1
        try:
            yield
        finally:
            with self._lock:
                self._open[device.key] -= 1
                self._open += Counter()  # without those that have none
                self._seen[device.key] = time.monotonic()

    def known(self, cookie: str) -> Device | None:
        """The device with this cookie; None for a stranger's."""
        found = hashed(cookie)
        return next((device for device in self.devices if hmac.compare_digest(device.key, found)), None)

    def too_many(self, address: str) -> bool:
        """Whether this address has been wrong so often that nothing is heard from it for a while."""
        with self._lock:
            wrong = self._wrong.get(address, deque())
            while wrong and time.monotonic() - wrong[0] > MINUTE:
                wrong.popleft()
            return len(wrong) >= GUESSES

    def _note(self, address: str) -> None:
        self._wrong.setdefault(address, deque(maxlen=GUESSES)).append(time.monotonic())
        if len(self._wrong) > 1000:
            self._wrong.pop(next(iter(self._wrong)))
        self.refused.append((time.monotonic(), address))
        self._changed()

    @property
    def devices(self) -> list[Device]:
        """The devices that are in, the first first."""
        with self._lock:
            return [*self._devices]

    def groups(self) -> list[list[Device]]:
        """The devices that are in; those of one kind and address stand together, for one may come in many times."""
        found: dict[tuple[str, str, str], list[Device]] = {}
        for one in self.devices:
            found.setdefault((one.scope, one.name, one.address), []).append(one)
        return [*found.values()]

    def seat_of(self, key: str) -> int:
        """The seat of the device with this key; 0 if it has none, or is in no more."""
        return next((one.seat for one in self.devices if one.key == key), 0)

    def seated(self, key: str, seat: int) -> None:
        """Bind the device with this key to a seat; another device that had it has none any more."""
        with self._lock:
            self._devices = [
                replace(one, seat=seat) if one.key == key else replace(one, seat=0) if one.seat == seat else one
                for one in self._devices
            ]
            self._write()
        self._changed()

    def throw_out(self, device: Device) -> None:
        """Let a device in no more. No code of its kind lets anybody in any more: whoever has one would be back."""
        with self._lock:
            self._devices = [one for one in self._devices if one != device]
            self._codes.forget(device.scope)
            self._write()
        self._changed()

    def lately(self) -> tuple[int, str]:
        """How often somebody was refused in the last minutes, and the last address."""
        with self._lock:
            fresh = [address for moment, address in self.refused if time.monotonic() - moment < 5 * MINUTE]
        return len(fresh), fresh[-1] if fresh else ""

    def serve_at(self, port: int) -> None:
        """Keep where the pages are served, so that those that are open find the next server there."""
        with self._lock:
            self.port = port
            self._write()

    def _write(self) -> None:
        _keep(self._file, self._devices, self.port)


def _looking(device: Device) -> float:
    """Reckon for how many seconds a phone without a seat has been in; 0 for other devices, which come back."""
    return max(time.time() - device.since, 0.0) if device.scope == "seat" and not device.seat else 0.0


def _one_too_many(phones: list[Device], address: str) -> Device | None:
    """Find the newest of the address that has most of these phones, if it has more than this one would have."""
    have = Counter(one.address for one in phones)
    [(greedy, most)] = have.most_common(1)
    return next(one for one in reversed(phones) if one.address == greedy) if most > have[address] + 1 else None


def devices_of(game: Header) -> Path:
    """The file that keeps which devices are in, for this game, whatever its journal is called."""
    return paths.user_data() / "pages" / f"{hashed(f'{game.begun} {game.seed} {game.fingerprint}')[:24]}.json"


_PUBLIC: tuple[Scope, ...] = ("room", "seat")
"""The scopes of devices that see no secret of others."""


def hand_on(before: Header, game: Header, seats: Mapping[int, int], *, trusted: bool) -> bool:
    """Let the devices of a game into the next one, which is then served at the same port; whether one leads there.

    Those that see secrets, or whose taps lead the game, are let in where the people are `trusted` as they were.
    `seats` has where players sit now, by their seats before; phones of others are without a seat, as new ones.
    """
    devices, port, _ = _read(devices_of(before))
    stay = [replace(one, seat=seats.get(one.seat, 0)) for one in devices if trusted or one.scope in _PUBLIC]
    _keep(devices_of(game), stay, port)
    return any(one.scope == "moderator" for one in stay)


def _keep(file: Path, devices: list[Device], port: int) -> None:
    data = json.dumps({"port": port, "devices": [asdict(one) for one in devices]})
    files.keep(file, data.encode())  # without it devices are let in anew


def _read(kept: Path) -> tuple[list[Device], int, bool]:
    """The devices and the port that are kept, and whether the file was whole; what is damaged is passed over."""
    try:
        found = parsing.json_object(files.content(kept)) or {}
    except files.Unreadable as error:
        return [], 0, error.missing
    port, listed = found.get("port"), found.get("devices")
    sound = type(port) is int and 0 <= port < 65536 and isinstance(listed, list)
    devices = [Device(**one) for one in listed if _is_device(one)] if isinstance(listed, list) else []
    whole = sound and isinstance(listed, list) and len(devices) == len(listed)
    return devices, port if type(port) is int and sound else 0, whole


def _is_device(one: Any) -> bool:
    """Whether this is a device as it is written down, with a moment that a clock can show."""
    names = {field.name for field in fields(Device)}
    if not isinstance(one, dict) or one.keys() | {"seat"} != names or type(one.get("seat", 0)) is not int:
        return False
    texts, since = [one[key] for key in ("key", "name", "address")], one["since"]
    written = all(
        isinstance(text, str) and text.isascii() and text.isprintable() and len(text) < 100 for text in texts
    )
    return written and one["scope"] in get_args(Scope) and type(since) is float and 0 <= since < _LATEST
