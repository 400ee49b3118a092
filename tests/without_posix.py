"""Import tests as on Windows: without the modules, signals and calls that it lacks. Arguments go to pytest."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module

import pytest

MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGWINCH")
CALLS = ("fork", "forkpty", "geteuid", "getloadavg", "getuid", "killpg", "mkfifo", "openpty", "setsid")
QUICKLY = ("--collect-only", "-q", "--assert=plain", "-p", "no:cacheprovider", "-o", "python_functions=none")
"""Modules are imported, which is when something is missed, and what is in them is left there."""
QUIET = "ignore:Module already imported"
OTHERS = ("asyncio", "filelock", "hypothesis", "multiprocessing.util", "platformdirs", "rich.console", "typer")
"""What asks the system before it imports: it is loaded while everything is there."""


def main() -> int:
    for name in (*OTHERS, "narrator.ears.terminal"):
        import_module(name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # so an import fails
    for module, names in ((signal, SIGNALS), (os, CALLS)):
        for name in names:
            delattr(module, name)
    imported = pytest.main([*QUICKLY, "-W", QUIET, *sys.argv[1:]])
    return 0 if imported == pytest.ExitCode.NO_TESTS_COLLECTED else imported


if __name__ == "__main__":
    sys.exit(main())
