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


_VIRTUAL = re.compile(
    r"^(docker|podman|veth|br-|cni|flannel|cali|lxc|lxd|incus|waydroid|anbox|kube|cilium|dummy|virbr|vnet|vmnet|vboxnet"
    r"|vethernet|tun|tap|utun|wg|ppp|ipsec|gpd|zt|ham|tailscale|nordlynx|proton|awdl|llw|anpi)"
    r"|virtual|vmware|hyper-v|vpn|wireguard|tailscale|zerotier|hamachi|\bwsl\b|tap-windows|wintun|teredo",
    re.IGNORECASE,
)
"""Names of network cards that no phone is behind: virtual machines', containers' and VPNs'."""

_VIRTUAL_NETWORKS = ("192.168.56.", "192.168.122.", "172.17.")
"""The networks that VirtualBox, libvirt and Docker make, however their cards are called."""

_LINK_LOCAL = "169.254."
"""What a computer calls itself in a network that gave it no address."""


def own_addresses() -> list[str]:
    """The addresses of this computer in its networks, that by which phones find it most likely first."""
    import psutil

    found = [
        (name, one.address)
        for name, addresses in psutil.net_if_addrs().items()
        for one in addresses
        if one.family == socket.AF_INET
        and not one.address.startswith("127.")
        and not name.startswith(("docker", "veth"))
    ]
    return likeliest_first(found, _routed())


def likeliest_first(found: list[tuple[str, str]], routed: str) -> list[str]:
    """Sort addresses, each with its card's name: real cards, then virtual ones, then those without a network.

    Among equals the address by which this computer reaches other networks is first, then a home's.
    """

    def rank(one: tuple[str, str]) -> tuple[int, bool, bool]:
        name, address = one
        virtual = bool(_VIRTUAL.search(name)) or (address.startswith(_VIRTUAL_NETWORKS) and address != routed)
        kind = 2 if address.startswith(_LINK_LOCAL) else int(virtual)
        return kind, address != routed, not address.startswith(("192.168.", "10."))

    return list(dict.fromkeys(address for _, address in sorted(found, key=rank)))


def _routed() -> str:
    """The address by which this computer reaches other networks, if any; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # RFC 5737: an address of nobody
        return str(asked.getsockname()[0])
    return ""


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
