"""What a page keeps on disk: devices and port outlive the journal's name, and a damaged file is passed over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.page.access import Access, devices_of
from narrator.play.journal import Header, Journal, read_header

from tests.page.led import led

DEVICE = {"key": "0" * 64, "scope": "moderator", "name": "Firefox", "address": "10.0.0.2", "since": 1.7e9}


def kept(folder: Path, text: str) -> Access:
    """The access to a game whose file of devices has this content."""
    path = folder / "devices.json"
    path.write_text(text, encoding="utf-8")
    return Access(path)


def written(**changed: Any) -> str:
    return json.dumps({"port": 8144, "devices": [DEVICE | changed]})


def test_what_was_written_is_read(tmp_path: Path) -> None:
    access = kept(tmp_path, written())
    assert (access.port, [one.name for one in access.devices], access.whole) == (8144, ["Firefox"], True)
    assert Access(tmp_path / "none.json").whole


@pytest.mark.parametrize("port", ["99999999", "-1", "1e999", "true", '"80"', "null", "[1]", "NaN"])
def test_an_impossible_port_is_none(tmp_path: Path, port: str) -> None:
    access = kept(tmp_path, written().replace("8144", port))
    assert (access.port, access.whole) == (0, False)


@pytest.mark.parametrize(
    "changed",
    [
        {"since": "x"},
        {"since": 1e30},
        {"since": float("nan")},
        {"since": -1.0},
        {"key": 5},
        {"key": "é"},
        {"name": "\x1b]"},
        {"name": None},
        {"address": []},
        {"scope": "all"},
        {"more": 1},
    ],
)
def test_a_damaged_device_is_passed_over(tmp_path: Path, changed: dict[str, Any]) -> None:
    access = kept(tmp_path, written(**changed))
    assert (access.port, access.devices, access.whole) == (8144, [], False)
    assert access.known("x") is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "\0", "[" * 100_000, '{"port": 1}', '{"port": 1, "devices": {}}', "7"]
)
def test_a_damaged_file_is_passed_over(tmp_path: Path, text: str) -> None:
    access = kept(tmp_path, text)
    assert (access.devices, access.whole) == ([], False)


def test_a_lost_journal_keeps_its_name_and_its_devices(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with led(path) as game:
        before = devices_of(read_header(path))
        path.unlink()
        game.go_on()
        assert game.leading.game.stage.journal.path == path
        assert path.exists()
        path.write_text("something else", encoding="utf-8")  # now it must go on under another name
        game.go_on()
        other = game.leading.game.stage.journal.path
        assert other != path
        assert devices_of(read_header(other)) == before


def test_games_of_one_folder_have_devices_of_their_own(tmp_path: Path) -> None:
    begun = []
    for seed, name in enumerate(("a", "b")):
        with led(tmp_path / f"{name}.jsonl", seed=seed):
            begun.append(devices_of(read_header(tmp_path / f"{name}.jsonl")))
    assert begun[0] != begun[1]


def test_a_journal_is_let_go_by_whoever_closes_it(tmp_path: Path) -> None:
    from threading import Thread

    header = Header(game="ktulu", setup="", fingerprint="", seed=1, data={})
    journal = Journal.begin(tmp_path / "a.jsonl", header)
    closing = Thread(target=journal.close)
    closing.start()
    closing.join()
    Journal.reopen(tmp_path / "a.jsonl").close()
