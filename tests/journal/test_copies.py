"""Journals that are one game twice, as a synchronised folder makes them, count once: the one that is furthest."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.computer.config import Config
from narrator.cues import Ask, Refused
from narrator.play import session, shelf
from narrator.play.journal import Journal
from narrator.play.steps import as_fact, step_of

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
        assert shelf.each_once(folder.glob("*.jsonl")) == ([folder / f"{further}.jsonl"], [], [])


@pytest.mark.parametrize(("game", "copy"), [(1, 20), (20, 1), (1, 1)])
def test_a_journal_in_which_nothing_has_happened_yet_is_behind(
    game: int, copy: int, whole: bytes, folder: Path
) -> None:
    (folder / f"{GAME}.jsonl").write_bytes(up_to(whole, game))
    (folder / f"{GAME} (1).jsonl").write_bytes(up_to(whole, copy))
    further = folder / (f"{GAME} (1).jsonl" if copy > game else f"{GAME}.jsonl")
    assert session.journals(Config(journals=str(folder))) == [further]
    assert [key for key, _ in shelf.copies(further)] == ["terminal.copy-behind"]


def test_of_two_that_are_equally_far_the_game_itself_goes_on(whole: bytes, folder: Path) -> None:
    for name in (GAME, *COPIES[:4]):
        (folder / f"{name}.jsonl").write_bytes(up_to(whole, 50) + b'{"cut')
    assert session.latest_journal(Config(journals=str(folder))).stem == GAME


@pytest.mark.parametrize(
    "written", [bytes, lambda data: b"\xef\xbb\xbf" + data, lambda data: data.replace(b"\n", b"\r\n")]
)
@pytest.mark.parametrize("name", ["zwykla", "zapas", "2026-11-27_13-21-00_2"])
def test_a_copy_that_is_equal_is_no_further_than_the_game_itself(
    name: str, written: Callable[[bytes], bytes], whole: bytes, folder: Path
) -> None:
    game, other = folder / f"{GAME}.jsonl", folder / f"{name}.jsonl"
    other.write_bytes(written(whole))
    game.write_bytes(whole)  # later than its copy
    for folder_of_names in ((game, other), (other, game)):
        assert shelf.each_once(folder_of_names) == ([game], [], [])
    assert session.journals(Config(journals=str(folder))) == [game]
    assert [*shelf.copies(game)] == [("terminal.copy-behind", other)]
    assert [*shelf.copies(other)] == [("terminal.copy-behind", game)]


def test_of_equal_ones_without_a_name_of_the_games_own_the_older_goes_on(whole: bytes, folder: Path) -> None:
    for name, age in (("b", 9), ("a", 5), ("older", 20)):
        (folder / f"{name}.jsonl").write_bytes(whole)
        os.utime(folder / f"{name}.jsonl", (1_700_000_000 - age, 1_700_000_000 - age))
    assert session.latest_journal(Config(journals=str(folder))).stem == "older"


def test_the_hidden_file_that_a_mac_puts_beside_a_journal_is_none(whole: bytes, folder: Path) -> None:
    game, hidden = folder / f"{GAME}.jsonl", folder / f"._{GAME}.jsonl"
    game.write_bytes(whole)
    for content in (whole, b"\0\5\x16\7Mac OS X"):
        hidden.write_bytes(content)
        assert [*shelf.copies(game)] == []
        assert session.journals(Config(journals=str(folder))) == [game]
        assert hidden.name not in narrator("stats", folder, "--json").stdout


def holed(whole: bytes) -> bytes:
    lines = whole.splitlines(keepends=True)
    return b"".join(lines[:30] + lines[36:200])


def zeroed(whole: bytes) -> bytes:
    return up_to(whole, 100) + bytes(512) + b"\n" + b"".join(whole.splitlines(keepends=True)[110:200])


def doubled(whole: bytes) -> bytes:
    return up_to(whole, 120) + b"".join(whole.splitlines(keepends=True)[100:200])


@pytest.mark.parametrize("spoil", [holed, zeroed, doubled])
def test_one_that_cannot_be_played_again_is_not_further_and_is_named_as_unreadable(
    whole: bytes, folder: Path, spoil: Callable[..., bytes]
) -> None:
    good, copy = folder / f"{GAME}.jsonl", folder / f"{COPIES[1]}.jsonl"
    good.write_bytes(up_to(whole, 90))
    copy.write_bytes(spoil(whole))
    assert session.latest_journal(Config(journals=str(folder))) == good
    assert [*shelf.copies(copy)] == [("terminal.copy-further", good)]
    assert [*shelf.copies(good)] == [("terminal.copy-unread", copy)]
    assert shelf.each_once([good, copy]) == ([good], [], [copy])


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
    behind = f"This game has another journal, with nothing in it that this one lacks; it is left as it is: {copy}"
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
    assert "terminal.copy-further" not in dict(shelf.copies(here))


# ---- Two futures of one game ----


def gone_on(path: Path, *said: str) -> None:
    """Go on with a journal: all this is said, one after the other, whenever something is asked, if it can be."""
    kept, left = session.recall(path), [*said]
    game, last = kept.table.game(), kept.last()
    state = last.after if last else None
    with contextlib.closing(Journal.reopen(path)) as journal:
        while left:
            answer = left.pop(0) if isinstance(game.cue(state), Ask) else ""
            events = game.take(state, answer) if answer else game.delivered(state)
            if not isinstance(events, Refused):
                journal.append(answer, map(as_fact, events))
                state = step_of(game, state, answer, events).after


@pytest.fixture
def finished(whole: bytes, folder: Path) -> Path:
    """The game as it ended."""
    path = folder / f"{GAME}.jsonl"
    path.write_bytes(whole)
    gone_on(path, "override", "win", "town")
    return path


@pytest.fixture
def copy(folder: Path) -> Path:
    return folder / f"{COPIES[1]}.jsonl"


def notes(many: int) -> bytes:
    row = b'{"note": "a", "seat": 3}\n{"note": "", "timer": "talk", "left": 3.0}\n'
    return row * many


def test_notes_are_no_part_of_the_game(whole: bytes, folder: Path, copy: Path) -> None:
    good = folder / f"{GAME}.jsonl"
    good.write_bytes(up_to(whole, 200))
    copy.write_bytes(up_to(whole, 190) + notes(40))
    assert session.latest_journal(Config(journals=str(folder))) == good
    assert [*shelf.copies(copy)] == [("terminal.copy-further", good)]
    assert [*shelf.copies(good)] == [("terminal.copy-behind", copy)]


def test_steps_that_were_taken_back_lead_no_further(whole: bytes, finished: Path, copy: Path) -> None:
    copy.write_bytes(up_to(whole, 81))
    gone_on(copy, *("night", "undo") * 40)
    assert len(copy.read_bytes().splitlines()) > len(finished.read_bytes().splitlines())
    assert session.latest_journal(Config(journals=str(finished.parent))) == finished
    assert [*shelf.copies(copy)] == [("terminal.copy-further", finished)]
    assert [*shelf.copies(finished)] == [("terminal.copy-behind", copy)]


def test_a_finished_game_is_further_than_one_that_goes_another_way(
    whole: bytes, finished: Path, copy: Path, tmp_path: Path
) -> None:
    copy.write_bytes(whole)
    gone_on(copy, "night", *("7", "8", "9", "none") * 5)
    assert shelf.each_once(finished.parent.glob("*.jsonl")) == ([finished], [copy], [])
    assert [*shelf.copies(finished)] == [("terminal.copy-apart", copy)]
    assert [*shelf.copies(copy)] == [("terminal.copy-apart", finished)]
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    assert "goes another way" in narrator("log", env=env).stderr
    counted = json.loads(narrator("stats", "--json", env=env).stdout)
    assert (counted["games"], counted["unfinished"], counted["apart"]) == (1, 0, [copy.name])
    assert f"with another course: {copy.name}" in " ".join(narrator("stats", env=env).stdout.split())


def test_a_copy_that_is_named_is_compared_with_the_games_that_are_kept(
    whole: bytes, folder: Path, tmp_path: Path
) -> None:
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    kept, named = folder / f"{GAME}.jsonl", tmp_path / "Desktop" / f"{GAME}.jsonl"
    named.parent.mkdir()
    kept.write_bytes(up_to(whole, 200))
    named.write_bytes(up_to(whole, 90))
    assert f"further on: narrator resume {kept}" in narrator("log", named, env=env).stderr
    assert str(named) not in narrator("log", kept, env=env).stderr


def test_a_folder_by_two_names_is_one(whole: bytes, folder: Path, tmp_path: Path) -> None:
    (folder / f"{GAME}.jsonl").write_bytes(up_to(whole, 90))
    (tmp_path / "games").symlink_to(folder)
    assert [*shelf.copies(tmp_path / "games" / f"{GAME}.jsonl", folder)] == []


def test_a_copy_that_holds_all_of_the_game_is_further_though_a_night_was_taken_back_in_it(
    whole: bytes, folder: Path, copy: Path
) -> None:
    good = folder / f"{GAME}.jsonl"
    good.write_bytes(up_to(whole, 90))
    copy.write_bytes(up_to(whole, 90))
    gone_on(copy, *("undo",) * 4)
    assert session.latest_journal(Config(journals=str(folder))) == copy


def test_an_answer_taken_back_since_the_copy_was_made_stays_so(whole: bytes, folder: Path, copy: Path) -> None:
    good = folder / f"{GAME}.jsonl"
    for path, said in ((copy, ("night",)), (good, ("night", "undo"))):
        path.write_bytes(up_to(whole, 81))
        gone_on(path, *said)
    assert session.latest_journal(Config(journals=str(folder))) == good
    assert [*shelf.copies(good)] == [("terminal.copy-behind", copy)]


def anew(data: bytes) -> bytes:
    """As other programs write JSON: keys sorted, other blanks, no letters but those of ASCII."""
    lines = (json.loads(line) for line in data.splitlines())
    return b"".join(json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n" for line in lines)


WRITTEN: dict[str, Callable[[bytes], bytes]] = {
    "the ends of lines of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "a byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "a blank at the header's end": lambda data: data.replace(b"\n", b" \n", 1),
    "all anew": anew,
}


@pytest.mark.parametrize("way", WRITTEN)
def test_a_copy_counts_as_one_however_its_rows_are_written(
    way: str, whole: bytes, finished: Path, copy: Path, tmp_path: Path
) -> None:
    env, write = at_home(tmp_path, 'format = 1\nlanguage = "en"\n'), WRITTEN[way]
    for game, other, further in (
        (finished.read_bytes(), write(up_to(whole, 130)), finished),
        (up_to(whole, 130), write(finished.read_bytes()), copy),
    ):
        finished.write_bytes(game)
        copy.write_bytes(other)
        assert session.journals(Config(journals=str(copy.parent))) == [further]
        counted = json.loads(narrator("stats", "--json", env=env).stdout)
        assert (counted["games"], counted["unfinished"]) == (1, 0)


@pytest.mark.parametrize("kept", [0, 500])
def test_what_may_be_a_copy_and_cannot_be_read_is_named(whole: bytes, finished: Path, copy: Path, kept: int) -> None:
    copy.write_bytes(whole[:kept])
    assert [*shelf.copies(finished)] == [("terminal.copy-unread", copy)]
    renamed = finished.rename(finished.with_stem("zapis"))
    (finished.with_stem(f"{GAME} 2")).write_bytes(up_to(whole, 90))
    assert [*shelf.copies(renamed)] == [("terminal.copy-behind", finished.with_stem(f"{GAME} 2"))]
    finished.write_bytes(up_to(whole, 80))
    assert ("terminal.copy-unread", copy) in [*shelf.copies(renamed)], "one of its names stands in the copy's"


def test_journals_that_are_no_copies_are_not_played_again(
    whole: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for hour in range(10, 20):
        (folder / f"{hour}.jsonl").write_bytes(whole.replace(b'"begun": "20', f'"begun": "{hour}'.encode(), 1))
    monkeypatch.setattr(shelf, "read", None)
    assert len(session.journals(Config(journals=str(folder)))) == 10
