"""The networks that this computer is in: its addresses there, and the name of the wireless one."""

from __future__ import annotations

import os
import platform
import re
import shutil
import socket
import sys
from collections.abc import Collection
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path

from narrator.computer.worker import said_by

PORT = 8144
"""The usual port of pages, so that one that lost its server finds the next one at the same address."""

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
    r"|vethernet|tun|tap|utun|wg|ppp|ipsec|gpd|zt|ham|nordlynx|proton|awdl|llw|anpi|ww(an|p)|rmnet|pdp_ip|ccmni)"
    r"|tun\d*$|virtual|vmware|hyper-v|vpn|wireguard|warp|mullvad|tailscale|zerotier|hamachi|\bwsl\b|tap-windows|wintun"
    r"|teredo|mpqemubr|cellular|kom.rkow|mobil",
    re.IGNORECASE,
)
"""Names of network cards that no phone is behind: virtual machines', containers', VPNs', and those of a SIM."""

_VIRTUAL_NETWORKS = ("192.168.56.", "192.168.122.", "172.17.")
"""The networks that VirtualBox, libvirt and Docker make, however their cards are called."""

_OF_A_PROVIDER = ip_network("100.64.0.0/10")
"""What mobile networks and some VPNs give out (RFC 6598)."""

_TETHERED = re.compile(r"(usb|bnep|rndis)\d", re.IGNORECASE)
"""Names of the cables, or the Bluetooth, by which one phone shares its network: only that phone is behind it."""

INSIDE = ("chromebook", "wsl", "machine")
"""The systems with another inside that is in no network of theirs."""

_OF_A_MACHINE = "10.0.2.15"
"""What VirtualBox and QEMU give a virtual machine in a network of its own."""

_MACHINES = {
    "QEMU|KVM|Red Hat": r"10\.0\.2\.15|192\.168\.122\.\d+",
    "VirtualBox|innotek": r"10\.0\.\d+\.15",
    "Parallels": r"10\.211\.55\.\d+",
    "VMware": r"(192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.(12[89]|1[3-9]\d|2\d\d)",
}
"""Makers of virtual machines, and the addresses that each gives in a network of a machine's own."""

_MAKER = tuple(Path("/sys/class/dmi/id", name) for name in ("sys_vendor", "product_name"))
"""Where Linux says who made the computer."""

_ROUTES = Path("/proc/net/route")
_BY_TWO = re.compile(r"^\S+\s+0{8}\s+02", re.MULTILINE)
"""A way out by an address that ends in 2, as in VMware's own networks; a home's router has hardly ever such a one."""

_CONTAINER = ("/.dockerenv", "/run/.containerenv")
"""Files that Docker and Podman put into each container."""

_CARDS = Path("/sys/class/net")
"""Where Linux lists network cards, each real one with its `device`."""

_OF_A_CHROMEBOOK = ip_network("100.115.92.0/23")

_NO_NETWORK = ("127.", "169.254.", "192.0.0.")
"""What a computer calls itself, what it does in a network that gave it no address, and the inside of CLAT."""

_NO_CARD = re.compile(r"lo\d*$|loopback|docker|veth(?!ernet)", re.IGNORECASE)


def own_addresses() -> list[str]:
    """The addresses of this computer in its networks, that by which phones find it most likely first."""
    found, alone = _found()
    return likeliest_first(found, _routed(), alone)


def phones_may_share(address: str) -> bool:
    """Whether phones may be in the network of this address of the computer's: it is no VPN's, nor a virtual one."""
    (found, alone), routed = _found(), _routed()
    return any(not _far(one, routed, alone) for one in found if one[1] == address)


def _found() -> tuple[list[tuple[str, str]], set[str]]:
    """Each address with its card's name, and those that are alone in their network."""
    import psutil

    found, alone, cards = list[tuple[str, str]](), set[str](), psutil.net_if_stats()
    for label, addresses in psutil.net_if_addrs().items():
        name = label.partition(":")[0]  # a card's second address on Linux
        up, flags = (cards[name].isup, cards[name].flags.split(",")) if name in cards else (True, [])
        for one in addresses if (up or "up" in flags) and not _NO_CARD.match(name) else ():
            if one.family == socket.AF_INET and not one.address.startswith(_NO_NETWORK):
                found.append((name, one.address))
                lonely = one.netmask == "255.255.255.255" or "pointopoint" in flags or not up
                alone.update([one.address] if lonely else ())
    return found, alone


def likeliest_first(found: list[tuple[str, str]], routed: str, alone: Collection[str] = ()) -> list[str]:
    """Sort addresses, each with its card's name: real cards, then those that are virtual or `alone` in their network.

    A phone's cable is the last of the real ones, and an address inside another system the first of the others, for it
    says why no phone comes. Among equals that by which this computer reaches other networks is first, then a home's.
    """

    def rank(one: tuple[str, str]) -> tuple[bool, ...]:
        name, address = one
        far, within, tethered = _far(one, routed, alone), bool(_within(address)), bool(_TETHERED.match(name))
        return far, not within, tethered, address != routed, not address.startswith(("192.168.", "10."))

    return list(dict.fromkeys(address for _, address in sorted(found, key=rank)))


def inside(address: str) -> str:
    """The system inside which this is an address, so that phones reach that system alone; else empty."""
    if (system := _within(address)) or "microsoft-standard" not in platform.release():
        return system
    import psutil

    return "" if "loopback0" in psutil.net_if_addrs() else "wsl"  # mirrored, WSL has the addresses of Windows


def _within(address: str) -> str:
    """The system whose own network inside it this address is of; else empty."""
    if ip_address(address) in _OF_A_CHROMEBOOK:
        return "chromebook"
    return "machine" if _contained(address) or _of_a_machine(address) else ""


def _contained(address: str) -> bool:
    """Whether it is of a container's own network: what shares the computer's has real cards, a home's is bridged."""
    marked = any(map(os.path.exists, _CONTAINER)) and not address.startswith("192.168.")
    return marked and not any(_CARDS.glob("*/device"))


def _of_a_machine(address: str) -> bool:
    """Whether a virtual machine has it in a network of its own; without word of a maker one address alone tells."""
    maker = " ".join(map(_said_in, _MAKER)).strip()
    if not maker:
        return address == _OF_A_MACHINE
    own = next((own for names, own in _MACHINES.items() if re.search(names, maker)), "")
    return bool(re.fullmatch(own, address)) and ("VMware" not in maker or bool(_BY_TWO.search(_said_in(_ROUTES))))


def _said_in(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(encoding="utf-8", errors="replace")
    return ""


def _far(one: tuple[str, str], routed: str, alone: Collection[str]) -> bool:
    name, address = one
    virtual = bool(_VIRTUAL.search(name)) or (address.startswith(_VIRTUAL_NETWORKS) and address != routed)
    return virtual or address in alone or ip_address(address) in _OF_A_PROVIDER or bool(_within(address))


def _routed() -> str:
    """The address by which this computer reaches other networks, if any; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # RFC 5737: an address of nobody
        return str(asked.getsockname()[0])
    return ""


def network_name() -> str:
    """The name of the wireless network that this computer is in; empty if the system does not tell."""
    for command in _ASKED.get(sys.platform, ()):
        told = said_by(command) if shutil.which(command[0]) else ""
        if found := _NAMED[command[0]].search(told):
            return found[1].strip()[:_LONGEST]
    return ""


_WALLS: dict[str, tuple[tuple[str, tuple[str, ...], str], ...]] = {
    "linux": (
        ("firewalld", ("firewall-cmd", "--state"), r"^running"),
        ("ufw", ("grep", "-i", "^ENABLED=yes", "/etc/ufw/ufw.conf"), "yes"),
    ),
    "darwin": (("macOS", ("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate"), "enabled"),),
    "win32": (("Windows", ("netsh", "advfirewall", "show", "currentprofile"), "Block"),),
}
"""The firewalls of each system: what asks whether one is on, and what it then says; nobody else is asked."""


def firewall() -> str:
    """The name of a firewall that is on, and may keep phones out; empty if none is known."""
    for name, command, on in _WALLS.get(sys.platform, ()):
        if shutil.which(command[0]) and re.search(on, said_by(command), re.IGNORECASE | re.MULTILINE):
            return name
    return ""
