"""Whether a terminal shows what is typed into it."""

from __future__ import annotations

import sys
from typing import TextIO


def echo(terminal: TextIO, *, shown: bool) -> None:
    """Show or hide what is typed; a terminal that cannot hide it is left as it is."""
    if sys.platform == "win32":
        _windows(terminal, shown=shown)
    else:
        _posix(terminal, shown=shown)


def _posix(terminal: TextIO, *, shown: bool) -> None:
    if sys.platform != "win32":  # the type checker reads each platform's half apart
        import termios

        try:
            mode = termios.tcgetattr(terminal.fileno())
            mode[3] = mode[3] | termios.ECHO if shown else mode[3] & ~termios.ECHO
            termios.tcsetattr(terminal.fileno(), termios.TCSADRAIN, mode)
        except (termios.error, OSError):
            return


def _windows(terminal: TextIO, *, shown: bool) -> None:
    if sys.platform == "win32":
        import ctypes
        import msvcrt

        echo_input = 0x0004  # ENABLE_ECHO_INPUT of the console API
        handle = msvcrt.get_osfhandle(terminal.fileno())
        mode = ctypes.c_ulong()
        if ctypes.windll.kernel32.GetConsoleMode(handle, ctypes.byref(mode)):
            wanted = mode.value | echo_input if shown else mode.value & ~echo_input
            ctypes.windll.kernel32.SetConsoleMode(handle, wanted)
