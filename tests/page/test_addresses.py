"""The address that phones get: of the network that they share, the next one a key away, and networks joined later."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from narrator.computer import network
from narrator.computer.network import likeliest_first, own_addresses
from narrator.page.addresses import Addresses
from narrator.page.console import Console
from narrator.texts import message

from tests.page.asking import addresses, asking
from tests.waiting import wait

CARDS = [
    ([("wlan0", "172.20.10.2"), ("vboxnet0", "192.168.56.1")], "172.20.10.2", "172.20.10.2"),
    ([("virbr0", "192.168.122.1"), ("wlan0", "172.20.10.2")], "172.20.10.2", "172.20.10.2"),
    ([("waydroid0", "192.168.240.1"), ("usb0", "192.168.42.129")], "", "192.168.42.129"),
    ([("usb0", "192.168.42.187"), ("wlan0", "192.168.1.23")], "192.168.42.187", "192.168.1.23"),
    ([("bnep0", "192.168.44.33"), ("wlan0", "172.20.10.9")], "192.168.44.33", "172.20.10.9"),
    ([("mpqemubr0", "10.127.52.1"), ("wlan0", "10.42.0.1")], "", "10.42.0.1"),
    ([("enp0s3", "10.0.2.15"), ("enp0s8", "192.168.1.50")], "10.0.2.15", "192.168.1.50"),
    ([("enp0s3", "192.168.1.50"), ("enp0s8", "10.0.2.15")], "192.168.1.50", "192.168.1.50"),
    ([("enp0s3", "10.0.2.15"), ("virbr0", "192.168.122.1"), ("tun0", "10.8.0.2")], "10.8.0.2", "10.0.2.15"),
    ([("tun0", "10.8.0.2"), ("wlan0", "192.168.1.23")], "10.8.0.2", "192.168.1.23"),
    ([("utun4", "100.96.0.7"), ("en0", "172.16.4.9")], "100.96.0.7", "172.16.4.9"),
    ([("wg0", "10.66.66.2"), ("eth0", "192.168.0.4"), ("wlan0", "192.168.1.23")], "192.168.1.23", "192.168.1.23"),
    ([("vEthernet (WSL)", "172.28.96.1"), ("Wi-Fi", "192.168.1.23")], "192.168.1.23", "192.168.1.23"),
    ([("Ethernet 2", "192.168.56.1"), ("Wi-Fi", "10.0.0.8")], "", "10.0.0.8"),
    ([("VMware Network Adapter VMnet8", "192.168.40.1"), ("WLAN", "10.0.0.8")], "", "10.0.0.8"),
    ([("tailscale0", "100.101.1.1"), ("eth0", "172.20.10.2")], "100.101.1.1", "172.20.10.2"),
    ([("wwan0", "100.72.4.9"), ("wlan0", "10.42.0.1")], "100.72.4.9", "10.42.0.1"),
    ([("enx0c5b8f", "100.72.4.9"), ("wlan0", "10.42.0.1")], "100.72.4.9", "10.42.0.1"),
    ([("wwp0s20f0u6", "10.8.3.1"), ("wlan0", "172.20.10.1")], "10.8.3.1", "172.20.10.1"),
    ([("Mobilfunk", "10.8.3.1"), ("Wi-Fi", "192.168.137.1")], "10.8.3.1", "192.168.137.1"),
    ([("CloudflareWARP", "172.16.0.2"), ("wlan0", "192.168.1.9")], "172.16.0.2", "192.168.1.9"),
    ([("cscotun0", "10.20.0.7"), ("wlan0", "172.20.10.9")], "10.20.0.7", "172.20.10.9"),
    ([("outline-tun0", "10.0.85.1"), ("wlan0", "172.20.10.9")], "10.0.85.1", "172.20.10.9"),
    ([("enp3s0", "10.0.0.5"), ("wlp2s0", "10.42.0.1")], "10.0.0.5", "10.0.0.5"),
    ([("bridge100", "192.168.2.1"), ("utun0", "10.1.0.2")], "10.1.0.2", "192.168.2.1"),
    ([("wlan0", "192.168.56.7"), ("eth0", "10.0.0.2")], "192.168.56.7", "192.168.56.7"),
]
"""Network cards, the address of the route to other networks, and the address that phones can reach."""


@pytest.mark.parametrize(("cards", "routed", "first"), CARDS)
def test_the_network_that_phones_share_is_first(cards: list[tuple[str, str]], routed: str, first: str) -> None:
    for order in (cards, cards[::-1]):
        found = likeliest_first(order, routed)
        assert found[0] == first
        assert set(found) == {address for _, address in cards}, "no address is lost"


class Card(NamedTuple):
    """A network card as the system describes it."""

    name: str
    address: str
    netmask: str = "255.255.255.0"
    flags: str = "up,broadcast,running,multicast"


WIFI = Card("wlan0", "192.168.1.9")
ROUTED = "10.5.0.2"
OF_A_COMPUTER = [
    ([Card("eth0", "192.168.1.9", flags="broadcast,multicast")], []),
    ([Card("lo", "127.0.0.1", "255.0.0.0", "up,loopback,running"), Card("lo", "10.254.254.254")], []),
    ([Card("lo:dev", "10.254.254.254")], []),
    ([Card("lo0", "10.254.254.254"), Card("Loopback Pseudo-Interface 1", "10.254.254.253")], []),
    ([Card("eno1", "169.254.7.8", "255.255.0.0")], []),
    ([Card("clat", "192.0.0.2", "255.255.255.255")], []),
    ([Card("v4-rmnet0", "192.0.0.4", "255.255.255.255"), WIFI], ["192.168.1.9"]),
    ([Card("eth0:1", "192.168.7.2"), Card("logic0", "192.168.7.3")], ["192.168.7.2", "192.168.7.3"]),
    ([Card("secret", ROUTED, "255.255.255.255"), WIFI], ["192.168.1.9", ROUTED]),
    ([Card("work", ROUTED, flags="up,pointopoint,running"), WIFI], ["192.168.1.9", ROUTED]),
    ([Card("eth0", ROUTED, flags="up,broadcast"), WIFI], ["192.168.1.9", ROUTED]),
    ([Card("Ethernet", ROUTED, flags="")], []),
    ([Card("Ethernet 2", "192.168.56.1"), Card("vEthernet (External)", ROUTED)], [ROUTED, "192.168.56.1"]),
]
"""Network cards, and the addresses that phones may reach, the likeliest first."""


@pytest.mark.parametrize(("cards", "reached"), OF_A_COMPUTER)
def test_no_address_is_shown_that_no_phone_can_reach(
    cards: list[Card], reached: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses: dict[str, list[object]] = {}
    states: dict[str, object] = {}
    for name, address, netmask, flags in cards:
        found = SimpleNamespace(family=socket.AF_INET, address=address, netmask=netmask)
        addresses.setdefault(name, []).append(found)
        states[name] = SimpleNamespace(isup="running" in flags, flags=flags)
    known = {name: state for name, state in states.items() if ":" not in name}
    monkeypatch.setattr("psutil.net_if_addrs", lambda: addresses)
    monkeypatch.setattr("psutil.net_if_stats", lambda: known)
    monkeypatch.setattr(network, "_routed", lambda: ROUTED)
    assert own_addresses() == reached


@pytest.mark.parametrize(("name", "shared"), [("tun0", False), ("vboxnet0", False), ("wlan0", True)])
def test_phones_share_no_vpn(name: str, *, shared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    card = SimpleNamespace(family=socket.AF_INET, address="10.8.0.2", netmask="255.255.255.0")
    monkeypatch.setattr("psutil.net_if_addrs", lambda: {name: [card]})
    monkeypatch.setattr("psutil.net_if_stats", lambda: {name: SimpleNamespace(isup=True, flags="up,running")})
    monkeypatch.setattr(network, "_routed", lambda: "10.8.0.2")
    assert network.phones_may_share(*own_addresses()) is shared


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer of which nothing is known but what is written into the folder."""
    monkeypatch.setattr(network, "_CONTAINER", (str(tmp_path / "mark"),))
    monkeypatch.setattr(network, "_MAKER", (tmp_path / "vendor", tmp_path / "product"))
    monkeypatch.setattr(network, "_ROUTES", tmp_path / "route")
    monkeypatch.setattr(network, "_CARDS", tmp_path / "net")
    (tmp_path / "net" / "eth0").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize("address", ["172.17.0.2", "172.18.0.2", "10.5.0.3", "10.0.2.100"])
def test_no_phone_is_in_a_container(address: str, made: Path) -> None:
    assert network.inside(address) == ""
    (made / "mark").touch()
    assert network.inside(address) == "machine"
    assert network.inside("192.168.1.50") == "", "its card is bridged"
    (made / "net" / "eth0" / "device").touch()
    assert network.inside(address) == "", "it shares the computer's cards"


BY_VMWARE = "Iface\tDestination\tGateway\nens33\t00000000\t02AEA8C0\n"
BY_A_ROUTER = "Iface\tDestination\tGateway\nens33\t00000000\t0101A8C0\n"


@pytest.mark.parametrize(
    ("vendor", "product", "address", "route", "inside"),
    [
        ("", "", "10.0.2.15", "", "machine"),
        ("QEMU", "Standard PC (Q35 + ICH9, 2009)", "10.0.2.15", "", "machine"),
        ("QEMU", "Standard PC (Q35 + ICH9, 2009)", "192.168.122.50", "", "machine"),
        ("Red Hat", "KVM", "192.168.122.50", "", "machine"),
        ("innotek GmbH", "VirtualBox", "10.0.2.15", "", "machine"),
        ("innotek GmbH", "VirtualBox", "10.0.3.15", "", "machine"),
        ("Parallels International GmbH.", "Parallels ARM Virtual Machine", "10.211.55.3", "", "machine"),
        ("VMware, Inc.", "VMware Virtual Platform", "192.168.174.128", BY_VMWARE, "machine"),
        ("VMware, Inc.", "VMware Virtual Platform", "172.16.12.130", BY_VMWARE, "machine"),
        ("VMware, Inc.", "VMware Virtual Platform", "192.168.1.130", BY_A_ROUTER, ""),
        ("VMware, Inc.", "VMware Virtual Platform", "192.168.1.50", BY_VMWARE, ""),
        ("QEMU", "Standard PC (Q35 + ICH9, 2009)", "192.168.1.50", "", ""),
        ("innotek GmbH", "VirtualBox", "10.0.0.20", "", ""),
        ("LENOVO", "20XW", "10.0.2.15", "", ""),
        ("LENOVO", "20XW", "192.168.122.50", "", ""),
        ("LENOVO", "20XW", "10.211.55.3", "", ""),
        ("LENOVO", "20XW", "192.168.174.128", BY_VMWARE, ""),
    ],
)
def test_no_phone_is_in_a_virtual_machine(
    vendor: str, product: str, address: str, route: str, inside: str, made: Path
) -> None:
    for name, text in (("vendor", vendor), ("product", product), ("route", route)):
        (made / name).write_text(text)
    assert network.inside(address) == inside


@pytest.mark.parametrize("routed", ["10.0.2.15", "172.17.0.2", "192.168.1.50"])
def test_but_by_a_bridged_card_they_reach_it(routed: str, made: Path) -> None:
    (made / "mark").touch()
    cards = [("eth0", "10.0.2.15"), ("eth1", "192.168.1.50"), ("eth2", "172.17.0.2")]
    for order in (cards, cards[::-1]):
        bridged = Addresses(8144, shared=True, find=partial(likeliest_first, order, routed))
        alone = Addresses(8144, shared=True, find=partial(likeliest_first, [order[0], order[2]], routed))
        assert bridged.shown == "192.168.1.50:8144"
        assert bridged.trouble("i") is None
        assert alone.trouble("i") == message("lead.inside.machine", port=8144)


@pytest.mark.parametrize("name", ["Annas-MacBook-Pro", "Annas-MacBook-Pro.local", "ANNA"])
def test_a_computer_is_asked_under_its_name_in_whatever_letters(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    names = Addresses(8144, shared=True, find=list)
    bare = name.removesuffix(".local")
    assert all(f"{one}.local:8144" in names for one in (bare, bare.lower(), bare.upper()))
    assert f"{name.lower()}:8144" in names
    assert f"{bare}.local.local:8144" not in names


IN_A_NETWORK = """
set -e
ip link add wlan0 type dummy; ip addr add 172.20.10.2/28 dev wlan0; ip link set wlan0 up
ip link add vboxnet0 type dummy; ip addr add 192.168.56.1/24 dev vboxnet0; ip link set vboxnet0 up
ip link add tun0 type dummy; ip addr add 10.8.0.2/24 dev tun0; ip link set tun0 up
ip route add default via 10.8.0.1 dev tun0
"""


def test_the_addresses_of_real_network_cards_are_found() -> None:
    namespace = [*("unshare", "--net", "--map-root-user"), "sh", "-c"]
    if sys.platform != "linux" or not (shutil.which("unshare") and shutil.which("ip")):
        pytest.skip("this system has no network namespaces, or not what makes them")
    if subprocess.run([*namespace, IN_A_NETWORK], capture_output=True, check=False).returncode:
        pytest.skip("this computer does not let tests make network namespaces")
    asked = f"from {own_addresses.__module__} import own_addresses; print(*own_addresses())"
    made = [*namespace, f'{IN_A_NETWORK} "$0" -c "$1"', sys.executable, asked]
    found = subprocess.run(made, capture_output=True, text=True, check=True, env=os.environ).stdout.split()
    assert found[0] == "172.20.10.2"
    assert set(found) == {"172.20.10.2", "192.168.56.1", "10.8.0.2"}


@pytest.mark.usefixtures("clock")
def test_a_network_that_is_joined_later_is_let_in() -> None:
    found: list[str] = []
    names = Addresses(8144, shared=True, find=lambda: list(found))
    assert names.shown == names.local == "127.0.0.1:8144"
    found.append("172.20.10.2")
    assert "172.20.10.2:8144" not in names, "the system is not asked for each request"
    wait(2.0)
    assert "172.20.10.2:8144" in names
    assert names.shown == "172.20.10.2:8144"
    assert "evil.example:8144" not in names
    assert "172.20.10.2:80" not in names
    assert f"{socket.gethostname()}.local:8144" in names


def test_the_next_network_is_one_key_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with asking(tmp_path) as client:
        texts = client.game.leading.game.texts
        names = addresses("10.0.0.2:8144", "192.168.1.7", "172.16.0.3")
        console = Console(client.game.leading, client.access, texts, names, shared=True)
        key, seen = texts.word("lead.next-network"), []
        for _ in range(4):
            console.invite_all()
            told = capsys.readouterr().out
            others = {"10.0.0.2", "192.168.1.7", "172.16.0.3"} - {names.shown.partition(":")[0]}
            assert f"http://{names.shown}/#t=" in told
            assert all(address in told.replace("\n", " ") for address in others)
            seen.append(names.shown.partition(":")[0])
            console._obey(key)
            capsys.readouterr()
        assert seen == ["10.0.0.2", "192.168.1.7", "172.16.0.3", "10.0.0.2"]
        assert console.invitation("moderator")["more"]
        first, second = (console.invitation("moderator", elsewhere=True)["place"] for _ in range(2))
        assert first != second


@pytest.mark.parametrize("key", ["lead.invite", "lead.next-network"])
def test_each_key_of_the_code_looks_again(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found: list[str] = []
    with asking(tmp_path) as client:
        texts = client.game.leading.game.texts
        names = Addresses(8144, shared=True, find=lambda: list(found))
        console = Console(client.game.leading, client.access, texts, names, shared=True)
        console.invite_all()
        assert texts.word("lead.no-network", word="i").split(":")[0] in capsys.readouterr().out.replace("\n", " ")
        found.append("172.20.10.2")
        console._obey(texts.word(key))
        told = capsys.readouterr().out
        assert "http://172.20.10.2:8144/#t=" in told
        assert texts.word("lead.no-network", word="i").split(":")[0] not in told.replace("\n", " ")


@pytest.mark.parametrize(
    ("address", "release", "card", "system"),
    [
        ("100.115.92.200", "6.1.0", "eth0", "chromebook"),
        ("172.29.112.5", "5.15.167.4-microsoft-standard-WSL2", "eth0", "wsl"),
        ("10.20.30.45", "5.15.167.4-microsoft-standard-WSL2", "eth0", "wsl"),
        ("172.20.10.2", "5.15.167.4-microsoft-standard-WSL2", "loopback0", ""),
        ("172.29.112.5", "6.1.0-18-amd64", "eth0", ""),
        ("192.168.1.9", "4.4.0-19041-Microsoft", "eth0", ""),
        ("100.115.94.1", "6.1.0", "eth0", ""),
    ],
)
def test_inside_another_system_phones_come_by_the_address_of_that_one(
    address: str, release: str, card: str, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.release", lambda: release)
    monkeypatch.setattr("psutil.net_if_addrs", lambda: {"lo": [], card: []})
    names = Addresses(8144, shared=True, find=lambda: [address])
    trouble = names.trouble("z")
    assert (trouble.key if trouble else "") == (f"lead.inside.{system}" if system else "")
    assert [host in names for host in ("192.168.1.5:8144", "192.168.1.5:18144")] == [bool(system)] * 2
    assert not any(host in names for host in ("evil.example:8144", "8.8.8.8:8144", ""))
