"""What was found in files is asked for again only of those that have changed, and kept for its owner alone."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narrator.computer import remembered
from narrator.computer.remembered import found_in
from narrator.play import stats
from narrator.play.stats import stats_of

from tests.played import Played

MANY = 30


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setattr(remembered, "user_cache", lambda: folder)
    return folder


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "files"
    folder.mkdir()
    found = [folder / f"{number}.txt" for number in range(MANY)]
    for number, path in enumerate(found):
        path.write_text(str(number), "utf-8")
    return found


class Reader:
    """Reads files, and knows which."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, path: Path) -> list[Any]:
        self.read.append(path.stem)
        return [path.read_text("utf-8")]


@pytest.mark.usefixtures("cache")
def test_a_file_is_read_again_only_once_it_has_changed(paths: list[Path]) -> None:
    reader = Reader()
    first = found_in(paths, reader, "words")
    assert (len(reader.read), [*first], first[paths[3]]) == (MANY, paths, ["3"])
    paths[3].write_text("x", "utf-8")
    new = paths[0].with_name("new.txt")
    new.write_text("n", "utf-8")
    reader.read.clear()
    found = found_in([*paths, new], reader, "words")
    assert reader.read == ["3", "new"]
    assert found == {**first, paths[3]: ["x"], new: ["n"]}


@pytest.mark.usefixtures("cache")
def test_another_file_of_the_same_time_and_size_is_read(paths: list[Path]) -> None:
    found_in(paths, Reader(), "words")
    facts = paths[3].stat()
    other = paths[3].with_name("other")
    other.write_text("x", "utf-8")
    other.replace(paths[3])
    os.utime(paths[3], ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert found_in(paths, Reader(), "words")[paths[3]] == ["x"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_what_is_kept_is_for_its_owner_alone(cache: Path, paths: list[Path]) -> None:
    found_in(paths, Reader(), "words")
    assert [one.stat().st_mode & 0o777 for one in (cache, cache / "words.json")] == [0o700, 0o600]


def test_of_a_few_files_nothing_is_kept(cache: Path, paths: list[Path]) -> None:
    found_in(paths[:5], Reader(), "words")
    assert not cache.exists()


def test_what_is_gone_from_a_folder_is_forgotten_and_what_other_folders_hold_is_not(
    cache: Path, paths: list[Path], tmp_path: Path
) -> None:
    found_in(paths, Reader(), "words")
    paths[0].unlink()
    for path in paths[1:]:
        path.write_text("changed", "utf-8")
    others = tmp_path / "others"
    others.mkdir()
    moved = [others / path.name for path in paths[1:]]
    for path in moved:
        path.write_text("other", "utf-8")
    found_in(moved, Reader(), "words")
    found_in(paths[1:], Reader(), "words")
    assert {*json.loads((cache / "words.json").read_text("utf-8"))["files"]} == {*map(str, [*paths[1:], *moved])}


def _other_version(place: Path) -> None:
    place.write_text(json.dumps({**json.loads(place.read_text("utf-8")), "version": "0"}), "utf-8")


def _odd(place: Path) -> None:
    found = json.loads(place.read_text("utf-8"))
    place.write_text(json.dumps({**found, "files": dict.fromkeys(found["files"], 5)}), "utf-8")


def _folder(place: Path) -> None:
    place.unlink()
    place.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "another version": _other_version,
    "odd entries": _odd,
    "no entries": lambda place: place.write_text('{"version": 1, "files": []}', "utf-8"),
    "a list": lambda place: place.write_text("[]", "utf-8"),
    "half": lambda place: place.write_bytes(place.read_bytes()[:100]),
    "deep": lambda place: place.write_text("[" * 100_000, "utf-8"),
    "no text": lambda place: place.write_bytes(b"\xff\xfe\xff"),
    "a folder": _folder,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_where_what_was_kept_is_no_use_all_is_read_again(
    damage: Callable[[Path], object], cache: Path, paths: list[Path]
) -> None:
    first = found_in(paths, Reader(), "words")
    damage(cache / "words.json")
    reader = Reader()
    assert found_in(paths, reader, "words") == first
    assert len(reader.read) == MANY


def test_where_nothing_can_be_kept_all_is_found(cache: Path, paths: list[Path]) -> None:
    cache.write_text("no folder", "utf-8")
    assert len(found_in(paths, Reader(), "words")) == MANY


@pytest.mark.usefixtures("cache")
def test_evenings_are_counted_alike_whether_they_are_read_or_remembered(
    game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for number in range(MANY):
        whole = game.journal if number % 3 else game.journal[: game.ends[2]]
        (games / f"{number}.jsonl").write_bytes(whole if number else b"none\n")
    journals = sorted(games.iterdir())
    first = stats_of(journals)
    monkeypatch.setattr(stats, "_game", lambda path: pytest.fail(f"{path} was read again"))
    assert stats_of(journals) == first
    assert (first.games, first.unfinished, first.unread) == (20, 9, [games / "0.jsonl"])


def test_of_an_evening_that_is_not_over_no_card_is_kept(cache: Path, game: Played, tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    for number in range(MANY):
        (games / f"{number}.jsonl").write_bytes(game.journal[: game.ends[2]])
    stats_of(games.iterdir())
    kept = json.loads((cache / "counted.json").read_text("utf-8"))["files"]
    assert [one[1] for one in kept.values()] == [["ktulu"]] * MANY
