"""The program as PyInstaller packs it: there `sys.executable` is no interpreter, so it runs its own modules too."""

import multiprocessing
import os
import runpy
import sys
from pathlib import Path


def main() -> None:
    """Run the program, or one of its modules as a worker (narrator/computer/worker.py)."""
    multiprocessing.freeze_support()
    _leave_the_system_alone()
    if sys.argv[1:3] == ["-P", "-m"]:
        del sys.argv[:3]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        from narrator.__main__ import main as narrate

        narrate()


def _leave_the_system_alone() -> None:
    """Let other programs, such as a browser, load the system's libraries; trust the certificates of the system."""
    own = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if own is not None:
        os.environ["LD_LIBRARY_PATH"] = own
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # workers set it anew
    if not Path("/usr/lib/ssl/certs").exists():  # Debian's place, which the packed OpenSSL knows
        os.environ.setdefault("SSL_CERT_FILE", str(Path(__file__).parent / "certifi" / "cacert.pem"))


if __name__ == "__main__":
    main()
