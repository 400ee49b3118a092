"""A journal that cannot be used is refused in words, and stays as it is."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from narrator import __version__
from narrator.computer import parsing
from narrator.errors import BadData, NarratorError
from narrator.play import session
from narrator.play.journal import FORMAT, Batch, Journal, read
from narrator.play.loading import fingerprint

from tests.played import SETUP, Played
from tests.program import at_home, narrator


def header(game: Played, /, **changes: object) -> bytes:
    """The journal with these changes in its header."""
    first, rest = game.journal.split(b"\n", 1)
    return json.dumps(json.loads(first) | changes).encode() + b"\n" + rest


def other_table(game: Played) -> bytes:
    """The journal of another table: the header of one, the facts of another."""
    data = json.loads(game.journal.split(b"\n", 1)[0])["data"]
    data["setup"]["cards"][0] = "mayor"
    return header(game, data=data)


def retabled(game: Played, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The journal with this change in the table that it keeps, and a sum that fits it."""
    data = json.loads(game.journal.split(b"\n", 1)[0])["data"]
    change(data)
    return header(game, data=data, fingerprint=fingerprint(data))


def line(game: Played, number: int, new: bytes) -> bytes:
    """The journal with another line in the place of this one, counted from 1."""
    lines = game.journal.splitlines(keepends=True)
    return b"".join([*lines[: number - 1], new, *lines[number:]])


def answered(game: Played) -> int:
    """The number of the line with the second answer; one line that was said may be like the next."""
    lines = game.journal.splitlines()
    return [number for number, text in enumerate(lines, 1) if b'"Answered"' in text][1]


def swapped(game: Played) -> bytes:
    """The journal with another answer in it: what follows does not fit it."""
    return game.journal.replace(b'"answer": "4"', b'"answer": "3"', 1).replace(b'"input": "4"', b'"input": "3"', 1)


ODD_HEADERS: list[tuple[str, object]] = [
    *[("data", "x"), ("data", {}), ("data", {"setup": 5, "script": 5}), ("seed", "7"), ("seed", 10**30)],
    *[("setup", 5), ("setup", None), ("setup", "\x1b[31m"), ("game", []), ("program", {}), ("table", 1)],
]
Made = tuple[Callable[[Played], bytes], str, str]
"""How a journal is made of one that is in order, the fault that is told, and the cure."""


def with_header(key: str, value: object) -> Made:
    """Put something odd into the header."""
    table = key == "data" and isinstance(value, dict)
    fault = "not those that this game began with" if table else "beginning is damaged"
    return lambda game: header(game, **{key: value}), fault, "put back a copy"


NO_JOURNAL = "not a narrator journal"
DAMAGED = "the journal is damaged here"
REFUSED: dict[str, Made] = {
    "empty": (lambda _: b"", "stopped before it began", "narrator play"),
    "cut in its first line": (lambda game: game.journal[:500], "its first line is cut off", "put back a copy"),
    "a setup": (lambda _: SETUP.encode(), NO_JOURNAL, ".jsonl"),
    "other lines": (lambda _: b'{"cue": "say"}\n{"cue": "ask"}\n', NO_JOURNAL, ".jsonl"),
    "a list": (lambda _: b"[1, 2]\n", NO_JOURNAL, ".jsonl"),
    "not text": (lambda _: bytes(range(256)) * 4, NO_JOURNAL, ".jsonl"),
    "one line without an end": (lambda _: b'{"cue": "say"}', NO_JOURNAL, ".jsonl"),
    "of another format": (
        lambda game: header(game, journal=FORMAT + 1, program="9.9"),
        f"format {FORMAT + 1}",
        "go on with the version that wrote it: 9.9",
    ),
    "of the first format": (
        lambda _: b'{"journal": 1, "game": "ktulu", "setup": "", "table": "", "seed": 1}\n',
        "format 1",
        "version",
    ),
    "of another table": (other_table, "not those that this game began with", "put back a copy"),
    "of another seed": (lambda game: header(game, seed=game.seed + 1), "other facts follow", "put back a copy"),
    "of another version": (
        lambda game: header(game, seed=game.seed + 1, program="0.0.1"),
        f"narrator 0.0.1 wrote this journal, this is {__version__}",
        "install that version",
    ),
    "header without a key": (
        lambda game: line(game, 1, b'{"journal": %d, "game": "ktulu"}\n' % FORMAT),
        "beginning is damaged",
        "put back a copy",
    ),
    **{f"header whose {key} is {value!r}": with_header(key, value) for key, value in ODD_HEADERS},
    "a header nested deep": (lambda game: line(game, 1, b"[" * 100_000 + b"\n"), NO_JOURNAL, ".jsonl"),
    "nested deep in the middle": (
        lambda game: line(game, 40, b'{"event": ' * 50_000 + b"1" + b"}" * 50_000 + b"\n"),
        DAMAGED,
        "put back a copy",
    ),
    "strange cards, rightly summed up": (
        lambda game: retabled(game, lambda data: data["setup"].update(cards=["x"] * 5)),
        "there is no role 'x'",
        "known here",
    ),
    "a strange setup, rightly summed up": (
        lambda game: retabled(game, lambda data: data["setup"].update(player=7)),
        "expected a list",
        "player",
    ),
    "a strange script, rightly summed up": (
        lambda game: retabled(game, lambda data: data["script"].update(line=[])),
        "the line night.falls is missing",
        "add [[line]]",
    ),
    "of the version before": (
        lambda game: header(game, journal=3, program="0.2.0"),
        f"this journal has format 3, narrator {__version__} reads format 4",
        "go on with the version that wrote it: 0.2.0",
    ),
    "damaged in the middle": (
        lambda game: line(game, 40, b'{"event": "De\n'),
        DAMAGED,
        "go on from the answer before",
    ),
    "a line that ends in a carriage return": (
        lambda game: line(game, 40, game.journal.split(b"\n")[39] + b"\r"),
        DAMAGED,
        "put back a copy",
    ),
    "other ends of lines in the middle": (
        lambda game: line(game, 40, game.journal.split(b"\n")[39] + "\u2028\x0b\x0c\x1e\x85".encode()),
        DAMAGED,
        "put back a copy",
    ),
    "zeros in the middle": (lambda game: line(game, 40, b"\0" * 70 + b"\n"), DAMAGED, "put back a copy"),
    "not UTF-8 in the middle": (lambda game: line(game, 40, b'{"event": "\xff"}\n'), DAMAGED, "put back a copy"),
    "a list in the middle": (lambda game: line(game, 40, b"[]\n"), DAMAGED, "put back a copy"),
    "a fact before the first input": (lambda game: line(game, 2, b'{"event": "Won"}\n'), DAMAGED, "put back a copy"),
    "a line is missing": (lambda game: line(game, answered(game), b""), "other facts follow", "version"),
    "a line is there twice": (
        lambda game: line(game, 40, 2 * (game.journal.splitlines(keepends=True)[39])),
        "other facts follow",
        "version",
    ),
    "another answer": (swapped, "other facts follow", "put back a copy"),
    "nobody was asked": (
        lambda game: line(game, 4, b'{"event": "Answered", "answer": "5", "input": "5"}\n'),
        "other facts follow",
        "version",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_journal_that_cannot_be_used_is_refused_and_stays_as_it_is(kind: str, game: Played, tmp_path: Path) -> None:
    made, fault, cure = REFUSED[kind]
    path = tmp_path / "journal.jsonl"
    path.write_bytes(made(game))
    with pytest.raises(NarratorError) as refused:
        session.resume(path, "", "")
    assert fault in str(refused.value)
    assert cure in str(refused.value)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == made(game)
    with suppress(BadData):
        Journal.reopen(path).close()  # nobody holds it


def test_lines_that_end_as_on_windows_are_read(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(game.journal.replace(b"\n", b"\r\n"))
    assert [batch.input for batch in read(path)[1]][1:] == [batch.input for batch in batches(game, tmp_path)][1:]


def test_only_a_part_of_the_last_line_is_passed_over(game: Played, tmp_path: Path) -> None:
    """Also where it holds what elsewhere ends a line, and then all before it is kept."""
    path = tmp_path / "journal.jsonl"
    whole = game.journal[: game.ends[-8]]
    path.write_bytes(whole + b'{"event": "De\r\x0b{}\r')
    _, stage, _ = session.resume(path, "", "")
    stage.again()
    stage.journal.close()
    assert path.read_bytes().startswith(whole + b'{"event": "Re')  # it is repeated, or by night resumed


def batches(game: Played, folder: Path) -> list[Batch]:
    path = folder / "whole.jsonl"
    path.write_bytes(game.journal)
    return read(path)[1]


def test_problems_of_a_journal_have_their_line(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for number in (1, 2, 40):
        odd = b'{"journal": %d}\n' % FORMAT if number == 1 else b'{"journal": "damaged\n'
        path.write_bytes(line(game, number, odd))
        with pytest.raises(BadData) as refused:
            read(path)
        assert [problem.where for problem in refused.value.problems] == [f"{path}:{number}"]


def test_the_program_refuses_with_one_message_and_exit_code_1(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(swapped(game))
    for command in ("resume", "log", "replay", "again"):
        done = narrator(command, path)
        assert done.returncode == 1, command
        assert done.stdout == "", command
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert "z tych odpowiedzi wynika co innego" in done.stderr
    assert path.read_bytes() == swapped(game)


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for path, fault in ((tmp_path / "none.jsonl", "no such file"), (tmp_path, "cannot be read")):
        with pytest.raises(NarratorError, match=fault):
            session.resume(path, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read every file")
def test_a_journal_of_somebody_else_is_said(game: Played, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(game.journal)
    for mode, fault in ((0o000, "cannot be read"), (0o400, "cannot be written")):
        path.chmod(mode)
        with pytest.raises(NarratorError, match=fault):
            session.resume(path, "", "")


@pytest.mark.parametrize("text", ["", "[{"])
def test_how_deep_a_line_may_be_nested_is_the_same_whatever_its_texts_are(text: str) -> None:
    def nested(levels: int) -> bytes:
        return b'{"a": ' * levels + json.dumps(text).encode() + b"}" * levels

    assert parsing.json_object(nested(19))
    assert not parsing.json_object(nested(20))


def test_of_one_cut_in_its_first_line_the_whole_copies_are_named(game: Played, tmp_path: Path) -> None:
    cut, copy, other = (tmp_path / f"{name}.jsonl" for name in ("cut", "copy", "other"))
    for path, data in ((cut, game.journal[:700]), (copy, game.journal), (other, header(game, seed=game.seed + 1))):
        path.write_bytes(data)
    told = narrator("log", cut.name, cwd=tmp_path).stderr
    assert (copy.name in told, other.name in told) == (True, False), told


def test_an_empty_file_of_another_kind_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "e.toml").touch()
    for command in ("resume", "log"):
        assert ".jsonl" in narrator(command, tmp_path / "e.toml").stderr


@pytest.mark.parametrize("command", ["resume", "again", "log", "replay"])
def test_a_table_in_place_of_a_journal_names_its_last_game(command: str, tmp_path: Path) -> None:
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    setup = tmp_path / "data" / "narrator" / "tables" / "ours.toml"
    setup.parent.mkdir(parents=True)
    setup.write_text(SETUP, "utf-8")
    for named in (setup, "ours"):
        told = narrator(command, named, env=env).stderr
        assert f"no game of it has been played here. Begin one: narrator play {named}\n" in told
    narrator("play", setup, "--headless", "--answers", "setups/demo.answers", env=env)
    (journal,) = (tmp_path / "data" / "narrator" / "games").glob("*.jsonl")
    for named in (setup, "ours"):
        said = narrator(command, named, env=env)
        assert f"Its last game: narrator {command} {journal}. A new game: narrator play {named}\n" in said.stderr
        assert said.returncode == 1


def test_a_file_in_place_of_a_folder_of_journals_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    env = at_home(tmp_path, 'format = 1\nlanguage = "en"\n')
    assert f"{tmp_path / 'a.png'} is a file" in narrator("stats", tmp_path / "a.png", env=env).stderr
