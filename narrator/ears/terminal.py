"""A terminal that people type into: every key comes at once and unseen, and can be forgotten."""

from __future__ import annotations

import codecs
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TextIO

_OF_WINDOWS = re.compile("\0(.)|\xe0([GHIKMOPQRSstuvw\x85\x86\x8d\x91-\x93])", re.DOTALL)
"""What its consoles give for a key that writes nothing, such as an arrow: two signs, of which one may be a letter."""


def with_escapes(keys: str) -> str:
    """Give what a console of Windows has read with each key that writes nothing as other terminals give it."""
    return _OF_WINDOWS.sub(lambda key: f"\x1bO{key[1] or key[2]}", keys)


# The type checker reads each platform's half apart.
if sys.platform == "win32":
    import msvcrt

    class Terminal:
        """A console of Windows: it shows no key that is not read as a line."""

        def __init__(self, source: TextIO) -> None:
            self._source = source

        @property
        def there(self) -> bool:
            """Whether there is a console: the null device calls itself a terminal too."""
            raw = getattr(getattr(self._source, "buffer", None), "raw", None)
            return self._source.isatty() and type(raw).__name__ == "_WindowsConsoleIO"

        def hold(self) -> None:
            """Do nothing: a console shows no keys by itself."""

        def release(self) -> None:
            """Forget what was typed, so that nobody else reads it."""
            self.forget()

        def forget(self) -> None:
            """Throw away what was typed and has not been read."""
            while msvcrt.kbhit():
                msvcrt.getwch()

        def wait(self, seconds: float) -> bool:
            """Wait so long for something typed; True if there is any."""
            over = time.monotonic() + seconds
            while not msvcrt.kbhit():
                if time.monotonic() >= over:
                    return False
                time.sleep(0.01)
            return True

        def read(self) -> str | None:
            """Read what has been typed; None at the end of the input."""
            keys = ""
            while msvcrt.kbhit():
                keys += msvcrt.getwch()
            return with_escapes(keys)

        def line(self) -> str:
            """Wait for a line and read it, shown as it is typed; empty at the end of the input."""
            return self._source.readline()

        def rest(self, _: float) -> str:
            """Read nothing: a console keeps a line without an end for the next that is read, which shows it."""
            return ""

else:
    import os
    import select
    import termios

    _LOOK = 0.2
    """Seconds after which a wait for a line looks up: else a Ctrl-C as it begins would be seen with the next key."""

    class Terminal:
        """A terminal of Linux or macOS."""

        def __init__(self, source: TextIO) -> None:
            self._source = source
            self._before: list[int | list[bytes | int]] | None = None
            self._decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")("replace")
            self._reading = Lock()

        @property
        def there(self) -> bool:
            """Whether there is a terminal."""
            return self._source.isatty()

        def hold(self) -> None:
            """Make every key come at once and unseen, and none but Ctrl-C stop or suspend the program.

            Ctrl-C throws away nothing of what is being written: on a busy system that could be the last words, or
            what wipes a card. A terminal that cannot do so is left as it is; twice is harmless.
            """
            try:
                mode, first = termios.tcgetattr(self._source.fileno()), self._before is None
                if first:
                    self._before = termios.tcgetattr(self._source.fileno())
                mode[0] &= ~termios.IXON
                mode[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
                mode[3] |= termios.NOFLSH
                none = bytes([os.fpathconf(self._source.fileno(), "PC_VDISABLE") & 0xFF])
                mode[6][termios.VQUIT] = mode[6][termios.VSUSP] = none
                mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
                termios.tcsetattr(self._source.fileno(), termios.TCSANOW, mode)
                if first:
                    self.forget()
            except (termios.error, OSError, ValueError):
                return

        def release(self) -> None:
            """Put the terminal back as it was before; what was typed and not read goes to nobody else."""
            before, self._before = self._before, None
            if before is None:
                return
            try:
                termios.tcsetattr(self._source.fileno(), termios.TCSAFLUSH, before)
            except (termios.error, OSError, ValueError):
                return

        def forget(self) -> None:
            """Throw away what was typed and has not been read, half a line too.

            It is read, not flushed: flushing takes a Ctrl-C along that the system has not turned into a signal yet.
            """
            with self._reading, suppress(termios.error, OSError, ValueError), self._key_by_key():
                self._decoder.reset()
                while self.wait(0) and os.read(self._source.fileno(), 1024):
                    continue

        def wait(self, seconds: float) -> bool:
            """Wait so long for something typed; True if there is any."""
            return bool(select.select([self._source], [], [], seconds)[0])

        def read(self) -> str | None:
            """Read what has been typed, if it was not forgotten meanwhile; None at the end of the input."""
            with self._reading:
                if not self.wait(0):
                    return ""
                chunk = os.read(self._source.fileno(), 1024)
                return self._decoder.decode(chunk) if chunk else None

        def line(self) -> str:
            """Wait for a line and read it, shown as it is typed; empty at the end of the input."""
            while self.there and not self.wait(_LOOK):
                continue
            return self._source.readline()

        def rest(self, seconds: float) -> str:
            """Read a line that has no end yet, and what follows it within so many seconds; empty if none is begun.

            It is what a paste leaves that ends without a line feed: nothing shows that it waits.
            """
            rest = ""
            with suppress(termios.error, OSError, ValueError), self._key_by_key():
                while self.wait(seconds if rest else 0) and (keys := self.read()):
                    rest += keys
            return rest

        @contextmanager
        def _key_by_key(self) -> Iterator[None]:
            """Let keys be read meanwhile though no Enter was pressed after them. Raises termios.error."""
            before, mode = (termios.tcgetattr(self._source.fileno()) for _ in range(2))
            mode[3] &= ~termios.ICANON
            mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
            termios.tcsetattr(self._source.fileno(), termios.TCSANOW, mode)
            try:
                yield
            finally:
                termios.tcsetattr(self._source.fileno(), termios.TCSANOW, before)
