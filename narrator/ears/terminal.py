"""How a terminal behaves: whether it shows what is typed into it, and whether every key counts at once."""

from __future__ import annotations

import sys
from typing import TextIO


def behave(terminal: TextIO, *, shown: bool, single: bool = False) -> None:
    """Show or hide what is typed, and give it line by line or each key at once.

    A terminal that cannot do so is left as it is.
    """
    if sys.platform == "win32":
        _windows(terminal, shown=shown, single=single)
    else:
        _posix(terminal, shown=shown, single=single)


def _posix(terminal: TextIO, *, shown: bool, single: bool) -> None:
    if sys.platform != "win32":  # the type checker reads each platform's half apart
        import termios

        try:
            mode = termios.tcgetattr(terminal.fileno())
            mode[3] = mode[3] | termios.ECHO if shown else mode[3] & ~termios.ECHO
            mode[3] = mode[3] & ~termios.ICANON if single else mode[3] | termios.ICANON
            termios.tcsetattr(terminal.fileno(), termios.TCSADRAIN, mode)
        except (termios.error, OSError):
            return


def _windows(terminal: TextIO, *, shown: bool, single: bool) -> None:
    if sys.platform == "win32":
        import ctypes
        import msvcrt

        line_input, echo_input = 0x0002, 0x0004  # ENABLE_LINE_INPUT and ENABLE_ECHO_INPUT of the console API
        handle = msvcrt.get_osfhandle(terminal.fileno())
        mode = ctypes.c_ulong()
        if ctypes.windll.kernel32.GetConsoleMode(handle, ctypes.byref(mode)):
            wanted = mode.value & ~(line_input | echo_input)
            wanted |= 0 if single else line_input | (echo_input if shown else 0)
            ctypes.windll.kernel32.SetConsoleMode(handle, wanted)
