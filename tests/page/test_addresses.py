"""The address that phones get: of the network that they share, the next one a key away, and networks joined later."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.computer.network import likeliest_first, own_addresses
from narrator.page.addresses import Addresses
from narrator.page.console import Console

from tests.page.asking import addresses, asking
from tests.waiting import wait

CARDS = [
    ([("wlan0", "172.20.10.2"), ("vboxnet0", "192.168.56.1")], "172.20.10.2", "172.20.10.2"),
    ([("virbr0", "192.168.122.1"), ("wlan0", "172.20.10.2")], "172.20.10.2", "172.20.10.2"),
    ([("waydroid0", "192.168.240.1"), ("usb0", "192.168.42.129")], "", "192.168.42.129"),
    ([("tun0", "10.8.0.2"), ("wlan0", "192.168.1.23")], "10.8.0.2", "192.168.1.23"),
    ([("utun4", "100.96.0.7"), ("en0", "172.16.4.9")], "100.96.0.7", "172.16.4.9"),
    ([("wg0", "10.66.66.2"), ("eth0", "192.168.0.4"), ("wlan0", "192.168.1.23")], "192.168.1.23", "192.168.1.23"),
    ([("vEthernet (WSL)", "172.28.96.1"), ("Wi-Fi", "192.168.1.23")], "192.168.1.23", "192.168.1.23"),
    ([("Ethernet 2", "192.168.56.1"), ("Wi-Fi", "10.0.0.8")], "", "10.0.0.8"),
    ([("VMware Network Adapter VMnet8", "192.168.40.1"), ("WLAN", "10.0.0.8")], "", "10.0.0.8"),
    ([("eth0", "169.254.3.3"), ("wlan0", "172.20.10.2")], "", "172.20.10.2"),
    ([("tailscale0", "100.101.1.1"), ("eth0", "169.254.3.3")], "", "100.101.1.1"),
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


def test_the_key_of_the_code_looks_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found: list[str] = []
    with asking(tmp_path) as client:
        texts = client.game.leading.game.texts
        names = Addresses(8144, shared=True, find=lambda: list(found))
        console = Console(client.game.leading, client.access, texts, names, shared=True)
        console.invite_all()
        assert texts.word("lead.no-network").split(":")[0] in capsys.readouterr().out.replace("\n", " ")
        found.append("172.20.10.2")
        console._obey(texts.word("lead.invite"))
        told = capsys.readouterr().out
        assert "http://172.20.10.2:8144/#t=" in told
        assert texts.word("lead.no-network").split(":")[0] not in told.replace("\n", " ")
