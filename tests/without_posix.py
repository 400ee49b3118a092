"""Collect tests as on Windows: without the modules, signals and calls that it lacks. Arguments go to pytest."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module

import pytest

MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
SIGNALS = ("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGWINCH")
CALLS = ("fork", "forkpty", "geteuid", "getloadavg", "getuid", "killpg", "mkfifo", "openpty", "setsid")
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
    return pytest.main(["--collect-only", "-q", "-W", QUIET, "-p", "no:cacheprovider", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
