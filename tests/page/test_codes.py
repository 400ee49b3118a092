"""What the terminal shows beside a page: addresses, a code that a phone reads, devices, strangers."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from narrator.computer.texts import texts_of
from narrator.errors import NarratorError
from narrator.page.access import Access
from narrator.page.console import PORT, Console, code, listening
from narrator.page.server import browser

from tests.page.asking import asking


def test_the_code_is_drawn_in_the_terminal() -> None:
    drawn = code("http://192.168.1.20:8144/?t=abc")
    lines = drawn.splitlines()
    assert 12 < len(lines) < 30
    assert max(map(len, lines)) < 60


def test_a_taken_port_is_told_and_the_usual_one_gives_way() -> None:
    texts = texts_of("pl")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(NarratorError, match=f"Port {number} jest zajęty"):
            listening(number, shared=False, texts=texts)
    first = listening(0, shared=False, texts=texts)
    second = listening(0, shared=False, texts=texts)
    with first, second:
        assert first.getsockname()[1] != second.getsockname()[1]
        assert PORT in (first.getsockname()[1], second.getsockname()[1]) or first.getsockname()[1] > 1024
        assert {first.getsockname()[0], second.getsockname()[0]} == {"127.0.0.1"}


def test_only_a_shared_page_can_be_reached_from_elsewhere() -> None:
    with listening(0, shared=True, texts=texts_of("pl")) as bound:
        assert bound.getsockname()[0] == "0.0.0.0"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605 Safari/604", "Safari, iPhone"),
        ("\x1b]0;x\x07<script>", "?"),
        ("", "?"),
    ],
)
def test_a_browser_has_a_short_name(agent: str, name: str) -> None:
    assert browser(agent) == name


def test_devices_and_strangers_are_told_and_one_is_thrown_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with asking(tmp_path) as client:
        console = Console(client.game.leading, client.access, texts_of("pl"), client.host, shared=False)
        client.enter()
        client.ask("/?t=wrong")
        console._look()
        said = capsys.readouterr().out
        assert "1. ?, 127.0.0.1" in said
        assert "Próby wejścia bez kodu: 1," in said
        console._throw_out("7")
        assert "Nie ma urządzenia o numerze 7" in capsys.readouterr().out
        console._throw_out("1")
        again = capsys.readouterr().out
        assert "Wyrzucone: ?" in again
        assert f"http://{client.host}/?t=" in again
        assert client.ask("/")[0] == 401


def test_a_damaged_file_of_devices_lets_nobody_in(tmp_path: Path) -> None:
    for spoilt in (b"", b"[]", b'{"devices": [1]}', b'{"devices": [{"key": "x"}]}', b"\xff"):
        (tmp_path / "devices.json").write_bytes(spoilt)
        assert Access(tmp_path / "devices.json").devices == []
