"""The terminal beside a page: its address and code, the devices that are in, and who is thrown out."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from shutil import get_terminal_size
from threading import Event, Thread

from narrator.computer.awake import Remarks
from narrator.computer.network import network_name
from narrator.ears.terminal import Terminal
from narrator.errors import escaped
from narrator.page.access import Access, Device
from narrator.page.addresses import Addresses
from narrator.page.at_desk import AtDesk
from narrator.page.codes import Scope
from narrator.page.leading import Leading
from narrator.page.snapshot import Json
from narrator.rooms.paper import wrapped
from narrator.terminal.desk import Desk, page
from narrator.texts import Texts, message
from narrator.texts.shell import quoted

LOOK = 0.3
"""Seconds after which it is looked again whether anything has changed."""

REMATCH = "rematch"
"""What may be wanted after a game: another with the same people."""

_CALLED: dict[Scope, str] = {
    "moderator": "lead.moderator",
    "table": "lead.player",
    "room": "lead.watcher",
    "seat": "lead.seat",
}
"""The key of what a device is called that may see so much."""

_OF_LAPTOP = message("screen.may-sleep")
"""What is told in the terminal alone: a phone that leads can do nothing about it."""


class Console:
    """Shows what whoever sits at the laptop must know, and takes what they type, until the game is left."""

    def __init__(self, leading: Leading, access: Access, texts: Texts, addresses: Addresses, *, shared: bool) -> None:
        self._leading, self._access, self._texts = leading, access, texts
        self._addresses, self._shared = addresses, shared
        self._typed: SimpleQueue[str | None] = SimpleQueue()
        self._strangers = 0
        self._devices: list[str] = []
        self._over = False
        self.computer: Remarks = list
        """What the computer has to say of itself."""

    def url(self, scope: Scope) -> str:
        """An address that lets in whoever opens it."""
        path = "room" if scope == "room" else ""
        return f"http://{self._addresses.shown}/{path}#t={self._access.new_token(scope)}"

    def opened_here(self) -> str:
        """An address for this computer's own browser, which lets it in and nobody else."""
        return f"http://{self._addresses.local}/#t={self._access.token_for_one('moderator')}"

    def invite_all(self) -> None:
        """Show how the room's page is opened, and how phones come in: where a game lies on the table, as its own."""
        if self._shared and (trouble := self._addresses.trouble("" if page() else self._texts.word("lead.invite"))):
            tell(self._texts.told(trouble))
        self.invite("room")
        open_to_all = self._shared and bool(self._leading.game.known.table)
        if open_to_all:
            self.tell("lead.address", address=self.url("moderator"))
        self.invite("table" if open_to_all else "moderator")

    def invite(self, scope: Scope) -> None:
        """Show the address that lets a device in, and the code last, where it is seen whole."""
        url = self.url(scope)
        short = self._access.short_code(scope) if self._shared else ""
        if scope == "room":
            self.tell("lead.room", address=url)
            if short:
                self.tell("lead.type-room", place=self._addresses.shown, code=short)
            return
        if not page():
            self.tell("lead.keys-shared" if self._shared else "lead.keys")
        if self._shared:
            self._scan(scope, network_name())
            if others := [place.rpartition(":")[0] for place in self._addresses.elsewhere]:
                key = "desk.other-addresses" if page() else "lead.other-addresses"
                self.tell(key, others=", ".join(others))
        elif not page():
            self.tell("lead.share")
            show(Texts.as_called(f"narrator resume --share {quoted(self._leading.game.stage.journal.path)}"))
        self.tell("lead.address-table" if scope == "table" else "lead.address", address=url)
        if self._shared:
            self.tell("lead.type", place=self._addresses.shown, code=short)
            print(code(url, coloured=coloured()).rstrip("\n"), flush=True)

    def _scan(self, scope: Scope, name: str) -> None:
        """Say who may scan the code, in which network."""
        everybody = scope == "table"
        if name:
            self.tell("lead.network-table" if everybody else "lead.network", name=name)
        else:
            self.tell("lead.scan-table" if everybody else "lead.scan")

    def invitation(self, scope: Scope, *, elsewhere: bool = False) -> Json:
        """What a page shows to let one more device in: an address as a code, row by row, and a short code.

        `elsewhere` asks for the address in the next network; `more` says whether there is one.
        """
        (self._addresses.turn if elsewhere else self._addresses.look)()
        path = "room" if scope == "room" else ""
        url = f"http://{self._addresses.shown}/{path}#t={self._access.token_for_one(scope)}"
        rows = ["".join(map(str, row)) for row in matrix(url)]
        return {
            "rows": rows,
            "place": self._addresses.shown,
            "code": self._access.short_code(scope),
            "more": len(self._addresses.others) > 1,
        }

    def run(self) -> str:
        """Wait until somebody leaves, or wants something after the game; raises what the game's thread raised."""
        left = Event()
        reader = Thread(target=self._read, args=(left,), name="console", daemon=True)
        if page() or (sys.stdin is not None and sys.stdin.isatty()):
            reader.start()
        try:
            return self._until_left()
        finally:
            left.set()  # what is typed from now on is for whoever has the terminal next
            while (desk := page()) and reader.is_alive():
                desk.withdraw()
                reader.join(timeout=LOOK)
            if reader.is_alive():
                reader.join(timeout=2 * LOOK)

    def _until_left(self) -> str:
        while True:
            self._look()
            if self._leading.game.wanted:
                return self._leading.game.wanted
            try:
                said = self._typed.get(timeout=LOOK)
            except Empty:
                continue
            if said is None or said in self._texts.word("lead.stop").split():
                return ""
            self._obey(said)

    def _obey(self, said: str) -> None:
        """Do what was typed: show the code, here or in the next network, list the devices, or throw one out."""
        if said == self._texts.word("lead.invite"):
            self._addresses.look()
            self.invite_all()
        elif said == self._texts.word("lead.next-network") and self._shared:
            self._addresses.turn()
            self.invite_all()
        elif said == self._texts.word("lead.again") and self._leading.game.ended.is_set():
            self._leading.game.wanted = REMATCH
        elif said == self._texts.word("lead.list"):
            show("\n".join([self._texts.word("lead.devices"), *self._listed()]))
        else:
            self._throw_out(said)

    def _read(self, left: Event) -> None:
        if desk := page():
            self._read_page(desk, left)
            return
        terminal = Terminal(sys.stdin)
        while not left.is_set():
            if terminal.wait(LOOK):
                line = sys.stdin.readline()
                self._typed.put(line.strip() if line else None)
                if not line:
                    return

    def _read_page(self, desk: Desk, left: Event) -> None:
        """Have the same tapped on the page that has taken the terminal's place."""
        at_desk = AtDesk(desk, self._texts, self.opened_here(), lambda: [*self._listed()])
        with suppress(KeyboardInterrupt):
            while not left.is_set():
                more = self._shared and len(self._addresses.others) > 1
                if said := at_desk.asked(over=self._leading.game.ended.is_set(), shared=self._shared, more=more):
                    self._typed.put(said)
        self._typed.put(None)

    def _look(self) -> None:
        """Tell what has changed: devices, strangers, the end. Raises what the game's thread raised."""
        if self._leading.fault:
            raise self._leading.fault
        if self._leading.game.ended.is_set() and not self._over:
            self._say_over()
        devices = [*self._listed()]
        for device in devices:
            if device not in self._devices:  # a line each, so that the code stays in sight
                tell(self._texts.word("lead.entered", device=device))
        self._devices = devices
        for words in self.computer():
            if words != _OF_LAPTOP:
                self._leading.game.board.notice(words)
            tell(self._texts.told(words))
        count, address = self._access.lately()
        if count > self._strangers:
            self.tell("lead.strangers", count=count, address=address)
            self._leading.publish()
        self._strangers = count

    def _say_over(self) -> None:
        self._over = True
        if desk := page():
            desk.withdraw()  # it is asked anew, and with a rematch
        else:
            self.tell("lead.over")

    def _listed(self) -> Iterator[str]:
        for number, alike in enumerate(self._access.groups(), 1):
            one, times = alike[-1], len(alike)
            scope = self._texts.word(_CALLED[one.scope])
            since = time.strftime("%H:%M", time.localtime(one.since))
            listed = self._texts.word(
                "lead.device", number=number, name=one.name, address=one.address, since=since, scope=scope
            )
            yield f"{listed} ×{times}" if times > 1 else listed

    def _throw_out(self, said: str) -> None:
        devices = self._access.groups()
        number = int(said) if said.isdecimal() and len(said) < 4 else 0
        if 1 <= number <= len(devices):
            self._thrown_out(devices[number - 1])
        elif said:
            self.tell("lead.no-device", said=said)

    def throw_out(self, key: str) -> bool:
        """Throw out the device with this key, and those like it, as a page wants it; False if there is none."""
        found = next((group for group in self._access.groups() if any(one.key == key for one in group)), [])
        self._thrown_out(found)
        return bool(found)

    def _thrown_out(self, group: list[Device]) -> None:
        for device in group:
            self._access.throw_out(device)
        if group:
            self._leading.publish()
            self.tell("lead.out", name=group[0].name)
            self.invite(group[0].scope)

    def tell(self, key: str, **values: object) -> None:
        """Show one of the program's texts, broken between words: an address in it stays whole."""
        tell(self._texts.word(key, **values))


def tell(text: str) -> None:
    """Show a text of the program's own, broken between words: an address in it stays whole."""
    show(wrapped(text, get_terminal_size().columns - 1))


def show(text: str) -> None:
    """Show a text as it is, without signs that a terminal would obey."""
    print(escaped(text, kept="\n"), flush=True)


_BLACK_ON_WHITE, _PLAIN = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def matrix(url: str) -> list[list[int]]:
    """The code of an address, row by row: 1 is dark."""
    import segno

    return [
        [int(bool(dark)) for dark in row] for row in segno.make(url, error="l", micro=False).matrix_iter(border=2)
    ]


def code(url: str, *, coloured: bool) -> str:
    """The address as a code that a phone's camera reads, in half blocks: black on white, whatever the terminal's are.

    Without colours it is right where letters are light on dark.
    """
    rows = [[bool(dark) is coloured for dark in row] for row in matrix(url)]
    if len(rows) % 2:
        rows.append([not coloured] * len(rows[0]))
    drawn = (
        "".join(map(_HALVES.__getitem__, zip(*pair, strict=True))) for pair in zip(rows[::2], rows[1::2], strict=True)
    )
    before, after = (_BLACK_ON_WHITE, _PLAIN) if coloured else ("", "")
    return "".join(f"{before}{row}{after}\n" for row in drawn)


def coloured() -> bool:
    """Whether this terminal takes colours, by what it says of itself."""
    if sys.platform == "win32":
        os.system("")  # any command makes an old console obey the codes from then on
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "x") != "dumb"
