"""The networks that this computer is in: its addresses there, and the name of the wireless one."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
from contextlib import suppress

_SECONDS = 1.5
"""How long the system may take to name a network; nobody at a table waits for it."""

_LONGEST = 32
"""Letters of a network's name at most, by the standard."""

_ASKED: dict[str, tuple[tuple[str, ...], ...]] = {
    "linux": (("iwgetid", "-r"), ("nmcli", "-t", "-f", "active,ssid", "dev", "wifi", "list", "--rescan", "no")),
    "darwin": (("networksetup", "-getairportnetwork", "en0"), ("networksetup", "-getairportnetwork", "en1")),
    "win32": (("netsh", "wlan", "show", "interfaces"),),
}
"""What names the network on each system; it asks the computer itself, and nothing is sent."""

_NAMED: dict[str, re.Pattern[str]] = {
    "iwgetid": re.compile(r"^(.+)$", re.MULTILINE),
    "nmcli": re.compile(r"^(?:yes|tak):(.+)$", re.MULTILINE),
    "networksetup": re.compile(r"^Current Wi-Fi Network: (.+)$", re.MULTILINE),
    "netsh": re.compile(r"^\s*SSID\s*: (.+)$", re.MULTILINE),
}


def own_addresses() -> list[str]:
    """The addresses of this computer in its networks, those that look like a home's first."""
    import psutil

    found = [
        one.address
        for name, addresses in psutil.net_if_addrs().items()
        for one in addresses
        if one.family == socket.AF_INET
        and not one.address.startswith("127.")
        and not name.startswith(("docker", "veth"))
    ]
    return sorted(found, key=lambda address: not address.startswith(("192.168.", "10.")))


def network_name() -> str:
    """The name of the wireless network that this computer is in; empty if the system does not tell."""
    for command in _ASKED.get(sys.platform, ()):
        told = _told(command) if shutil.which(command[0]) else ""
        if found := _NAMED[command[0]].search(told):
            return found[1].strip()[:_LONGEST]
    return ""


def _told(command: tuple[str, ...]) -> str:
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, stdin=subprocess.DEVNULL, check=False)
        return done.stdout.decode(errors="replace")
    return ""
