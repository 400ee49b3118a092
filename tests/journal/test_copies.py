"""Journals that are one game twice, as a synchronised folder makes them, count once: the one that is furthest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.computer.config import Config
from narrator.play import session, shelf

from tests.program import at_home, narrator

GAME = "2026-11-27_13-21-00"
COPIES = [
    f"{GAME}-DESKTOP-7Q2K",
    f"{GAME} (1)",
    f"{GAME} (Anna's conflicted copy 2026-11-27)",
    f"{GAME}.sync-conflict-20261127-140000-ABCDEFG",
    f"Copy of {GAME}",
    "2026-11-20_10-00-00",
    "zapis",
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A game that got as far as its first day."""
    file = tmp_path_factory.mktemp("whole") / "j.jsonl"
    narrator("play", "demo", "--headless", "--answers", "setups/demo.answers", "--journal", file)
    return file.read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "narrator" / "games"
    folder.mkdir(parents=True)
    return folder


def up_to(whole: bytes, lines: int) -> bytes:
    return b"".join(whole.splitlines(keepends=True)[:lines])


@pytest.mark.parametrize("name", COPIES)
def test_the_journal_that_is_further_goes_on(whole: bytes, folder: Path, name: str) -> None:
    for copy, game in ((20, 90), (200, 20)):
        (folder / f"{GAME}.jsonl").write_bytes(up_to(whole, game))
        (folder / f"{name}.jsonl").write_bytes(up_to(whole, copy))
        further = GAME if game > copy else name
        assert session.journals(Config(journals=str(folder))) == [folder / f"{further}.jsonl"]
        assert [*shelf.each_once(folder.glob("*.jsonl"))] == [folder / f"{further}.jsonl"]


def test_of_two_that_are_equally_far_the_game_itself_goes_on(whole: bytes, folder: Path) -> None:
    for name in (GAME, *COPIES[:4]):
        (folder / f"{name}.jsonl").write_bytes(up_to(whole, 50) + b'{"cut')
    assert session.latest_journal(Config(journals=str(folder))).stem == GAME


def holed(whole: bytes) -> bytes:
    lines = whole.splitlines(keepends=True)
    return b"".join(lines[:30] + lines[36:200])


def zeroed(whole: bytes) -> bytes:
    return up_to(whole, 100) + bytes(512) + b"\n" + b"".join(whole.splitlines(keepends=True)[110:200])


def doubled(whole: bytes) -> bytes:
    return up_to(whole, 120) + b"".join(whole.splitlines(keepends=True)[100:200])


@pytest.mark.parametrize("spoil", [holed, zeroed, doubled])
def test_one_that_cannot_be_played_again_is_not_further(
    whole: bytes, folder: Path, spoil: Callable[..., bytes]
) -> None:
    good, copy = folder / f"{GAME}.jsonl", folder / f"{COPIES[1]}.jsonl"
    good.write_bytes(up_to(whole, 90))
    copy.write_bytes(spoil(whole))
    assert session.latest_journal(Config(journals=str(folder))) == good
    assert shelf.copies(copy) == ([good], [])


@pytest.mark.parametrize("kept", [0, 500])
def test_nor_does_one_without_a_whole_header_come_first(whole: bytes, folder: Path, kept: int) -> None:
    good, copy = folder / f"{GAME}.jsonl", folder / f"{COPIES[1]}.jsonl"
    good.write_bytes(up_to(whole, 90))
    copy.write_bytes(whole[:kept])
    assert session.latest_journal(Config(journals=str(folder))) == good
    good.unlink()
    assert session.latest_journal(Config(journals=str(folder))) == copy


def test_each_command_names_the_other_one(whole: bytes, folder: Path, tmp_path: Path) -> None:
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\nears = "keys"\nvoice = "none"\n')
    (folder / f"{GAME}.jsonl").write_bytes(up_to(whole, 90))
    copy = folder / f"{COPIES[1]}.jsonl"
    copy.write_bytes(up_to(whole, 20))
    behind = f"This game has another journal, which goes no further and is left as it is: {copy}"
    assert behind in narrator("resume", env=env).stderr
    assert behind in narrator("log", env=env).stderr
    kept = copy.read_bytes()
    done = narrator("resume", copy, env=env)
    assert f"further on: narrator resume {folder / GAME}.jsonl" in done.stderr
    assert copy.read_bytes().startswith(kept)


def test_statistics_count_a_game_once(whole: bytes, folder: Path, tmp_path: Path) -> None:
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    for name, lines in ((GAME, 120), (COPIES[0], 120), (COPIES[1], 30)):
        (folder / f"{name}.jsonl").write_bytes(up_to(whole, lines))
    done = narrator("stats", "--json", env=env)
    assert '"unfinished": 1' in done.stdout


def test_games_that_only_began_at_the_same_time_are_two(whole: bytes, folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(whole)
    (folder / "b.jsonl").write_bytes(whole.replace(b'"seed": 7', b'"seed": 8', 1))
    assert len(session.journals(Config(journals=str(folder)))) == 2


def test_nobody_is_sent_to_a_copy_that_cannot_be_played_again(whole: bytes, folder: Path) -> None:
    here, copy = folder / f"{GAME}.jsonl", folder / f"{COPIES[1]}.jsonl"
    here.write_bytes(holed(whole)[:-400])
    copy.write_bytes(doubled(whole))
    assert shelf.copies(here)[0] == []
