"""Statistics: what finished games come to, read from their journals without playing them again."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from narrator.commands import journal as command
from narrator.games import registry
from narrator.games.ktulu import events as e
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.night.flow.undoing import remaining
from narrator.games.package import HasStatistics
from narrator.play import stats
from narrator.play.loading import as_data
from narrator.play.log import happened
from narrator.play.session import recall
from narrator.play.stats import Stats, Wins, show, stats_of
from narrator.terminal import words

from tests.page.led import led
from tests.played import SETUP, Played, whole_game
from tests.polish import KTULU
from tests.program import narrator

UNDONE = b'{"event": "Undone"'
LISTED = [name for name in ("Łucja", "Bartek", "Żaneta", "Darek", "Ewa") if name in SETUP]


def kept(game: Played, folder: Path, name: str = "one.jsonl", ends: int | None = None) -> Path:
    """Write the journal of the game, or of its beginning."""
    path = folder / name
    path.write_bytes(game.journal[: None if ends is None else game.ends[ends]])
    return path


def by_the_rules(path: Path) -> tuple[str, int, Counter[str]]:
    """The winner, the moves of the statue after the first, and who was jailed: from the game itself, replayed."""
    found = recall(path)
    names = found.table.setup.people
    moves, jailed, winner = -1, Counter[str](), ""
    for _, event in remaining(happened(found.table.game(), found.steps())):
        moves += isinstance(event, e.StatueMoved)
        if isinstance(event, e.Marked) and event.mark == "jail":
            jailed[names[event.seat]] += 1
        if isinstance(event, e.Won):
            winner = event.winner
    return winner, moves, jailed


def test_a_game_counts_for_whoever_sat_there_in_the_end(game: Played) -> None:
    data, names = as_data(game.table), game.table.setup.people
    began: dict[str, Any] = {"event": "Began", "cards": list(game.states[-1].cards)}
    jail: dict[str, Any] = {"event": "Marked", "mark": "jail", "seat": 1}
    right: dict[str, Any] = {"event": "Overridden", "what": "name", "value": "Right", "of": "1"}
    other: dict[str, Any] = {"event": "Overridden", "what": "substitute", "value": "Other", "of": "1"}
    facts: list[dict[str, Any]] = [began, jail, right, other, jail, {"event": "Won", "winner": "town"}]
    found = KtuluPackage.counted(data["setup"], data["script"], facts)
    assert found is not None
    assert [one.name for one in found.participants] == ["Other", *[*names.values()][1:]]
    assert found.people["jailed"] == ["Right", "Other"]


def test_a_game_is_counted_without_what_was_undone(game: Played, tmp_path: Path) -> None:
    path = kept(game, tmp_path)
    assert UNDONE in game.journal
    found, (winner, moves, jailed) = stats_of([path]), by_the_rules(path)
    script = game.table.script
    [won] = [side for side, wins in found.sides.items() if wins.won] or [""]
    assert won == script.vocabulary["gentle"][winner].name
    assert found.numbers["moves"] == [moves]
    assert found.people["jailed"] == jailed
    assert {*found.players} == {*LISTED}
    assert sum(wins.won for wins in found.players.values()) == sum(
        script.roles[card].faction == winner for card in game.states[-1].cards
    )


@pytest.fixture(scope="module")
def calm() -> Played:
    """A game in which nothing was undone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.played.COMMANDS", [])
        return whole_game.__wrapped__()


def test_a_game_in_which_nothing_was_undone_is_not_played_again(
    calm: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(calm, tmp_path)
    replayed = by_the_rules(path)
    monkeypatch.setattr(stats, "_replayed", None)
    found = stats_of([path])
    assert not found.unread
    assert (found.numbers["moves"], found.people["jailed"]) == ([replayed[1]], replayed[2])


def test_a_game_that_is_not_over_is_not_counted(game: Played, tmp_path: Path) -> None:
    won = game.journal.index(b'"event": "Won"')
    before = sum(end < won for end in game.ends)
    paths = [kept(game, tmp_path, f"{ends}.jsonl", ends) for ends in range(2, before, 5)]
    found = stats_of(paths)
    assert (found.games, found.unfinished, found.unread) == (0, len(paths), [])


@pytest.mark.parametrize("manner", ["[]", '["practice"]', '"practice"', "true", "null", "4"])
def test_a_journal_whose_manner_is_none_is_named_and_left_out(manner: str, game: Played, tmp_path: Path) -> None:
    path = kept(game, tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"manner": {}', f'"manner": {manner}'.encode(), 1))
    found = stats_of([path])
    assert (found.games, found.unread) == (0, [path])


@pytest.mark.parametrize("content", [b"", b"{}\n", b"no journal\n", b'{"journal": 3, "game": "ktulu"}\n', b"\xff\n"])
def test_what_is_no_journal_is_named_and_left_out(content: bytes, game: Played, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(content)
    found = stats_of([kept(game, tmp_path), other])
    assert (found.games, found.unread) == (1, [other])


def test_people_are_told_apart_by_their_names_but_for_capitals(calm: Played, tmp_path: Path) -> None:
    for number, name in enumerate(("Łucja", "łucja", "Lucja")):
        kept(calm, tmp_path, f"{number}.jsonl").write_bytes(calm.journal.replace("Łucja".encode(), name.encode()))
    players = stats_of(sorted(tmp_path.iterdir())).players
    assert {name: wins.games for name, wins in players.items() if "ucja" in name} == {"Łucja": 2, "Lucja": 1}


def test_the_command_prints_tables_and_json(game: Played, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    path = kept(game, folder)
    shutil.copy(path, folder / "two.jsonl")
    shown = narrator("stats", folder).stdout
    assert "Rozegrane gry: 2" in shown
    assert all(name in shown for name in LISTED)
    data = json.loads(narrator("stats", folder, "--json").stdout)
    assert data["games"] == 2
    assert sum(side["won"] for side in data["sides"].values()) + data["draws"] == 2


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = narrator("stats", tmp_path / "nowhere")
    assert (done.returncode, "nowhere" in done.stderr) == (1, True)


def test_before_the_first_game_there_is_nothing_to_count(tmp_path: Path) -> None:
    assert "Rozegrane gry: 0" in narrator("stats", tmp_path).stdout


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([0], ["Nocy w grze: 0", "Ile razy w grze posążek zmieniał ręce: 0"]),
        ([2, 2], ["Nocy w grze: 2", "Ile razy w grze posążek zmieniał ręce: 2"]),
        (
            [1, 4],
            ["Nocy w grze: średnio 2,5, od 1 do 4", "Posążek zmieniał ręce średnio 2,5 raza w grze, od 1 do 4"],
        ),
    ],
)
def test_a_mean_is_told_only_of_what_differs(numbers: list[int], told: list[str]) -> None:
    page = StringIO()
    found = Stats(games=len(numbers), numbers={"nights": numbers, "moves": numbers})
    show(found, Console(file=page, width=80), KTULU)
    assert page.getvalue().splitlines()[1:3] == told


def test_in_a_terminal_statistics_come_a_screenful_at_a_time(
    game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(game, tmp_path)
    printed: list[int] = []

    def turned(_: str) -> str:
        printed.append(len(capsys.readouterr().out.splitlines()))
        return ""

    monkeypatch.setenv("LINES", "10")
    monkeypatch.setattr(command, "in_terminal", lambda: True)
    monkeypatch.setattr(words, "ask", turned)
    command.stats(tmp_path)
    assert len(printed) > 1
    assert {*printed} == {8}


def test_variants_are_told_apart_once_there_are_several(calm: Played, tmp_path: Path) -> None:
    kept(calm, tmp_path)
    page = StringIO()
    show(stats_of([*tmp_path.iterdir()]), Console(file=page, width=80), KTULU)
    assert "Kto wygrywał:" not in page.getvalue()
    head, _, tail = calm.journal.partition(b"\n")
    header = json.loads(head)
    header["data"]["script"]["meta"] = {"name": "Burza"}
    (tmp_path / "two.jsonl").write_bytes(json.dumps(header).encode() + b"\n" + tail)
    found = stats_of(sorted(tmp_path.iterdir()))
    assert {name: sum(side.won for side in sides.values()) for name, sides in found.variants.items()} == {
        calm.table.script.title: 1,
        "Burza": 1,
    }
    show(found, Console(file=page, width=80), KTULU)
    assert "Kto wygrywał: Burza" in page.getvalue()


def test_who_is_ahead_is_said_first() -> None:
    page = StringIO()
    stats = Stats(games=3, sides={"Miasto": Wins(3, 2), "Bandyci": Wins(3, 1)})
    show(stats, Console(file=page, width=80), KTULU)
    assert page.getvalue().splitlines()[0] == "Na czele: Miasto, 2:1."
    page.truncate(0)
    show(Stats(games=2, sides={"Miasto": Wins(2, 1), "Bandyci": Wins(2, 1)}), Console(file=page, width=80), KTULU)
    assert "Na czele" not in page.getvalue()


def test_a_deck_of_the_tables_own_counts_as_it_was_seen() -> None:
    setup = {"deal": "table", "player": [{"name": name} for name in ("Ala", "Bea", "Cyd", "Dan", "Ewa")]}
    facts: list[dict[str, Any]] = [
        {"event": "Began", "cards": ["boss", "sheriff", "kali", "mayor", "judge"]},
        {"event": "CallOpened", "call": "bandits.search"},
        {"event": "Asked", "key": "deck.who", "card": "boss"},
        {"event": "Answered", "answer": "3"},
        {"event": "CardSeen", "seat": 3, "card": "boss"},
        {"event": "Asked", "key": "raid"},
        {"event": "Answered", "answer": "2"},
        {"event": "CardSeen", "seat": 1, "card": "sheriff"},
        {"event": "Overridden", "what": "card", "value": "sheriff", "of": "2"},
        {"event": "Won", "winner": "bandits"},
    ]
    found = KtuluPackage.counted(setup, as_data(whole_game().table)["script"], facts)
    assert found is not None
    assert {one.name: one.won for one in found.participants} == {"Bea": False, "Cyd": True}
    assert found.people["searched"] == ["Bea"]


def test_notes_and_a_rewritten_past_leave_the_facts_as_they_are(tmp_path: Path) -> None:
    journal = tmp_path / "a.jsonl"
    with led(journal, "demo-fluxx") as game:
        for said in ("no", "1", "none", "doom 2 +1"):
            game.do("answer", said=said)
        game.send("note", seat=0, text="the box is new")
        game.do("answer", said="doom 2 +2")
        step = [entry["step"] for entry in game.entries if "step" in entry][-1]
        game.do("change", step=step, said="doom 2 +3")
        game.send("note", seat=1, text="")
        for said in ("play goal", "win 2", "end"):
            game.do("answer", said=said)
        game.do("go")
    facts = [fact for batch in recall(journal).batches for fact in batch.facts]
    data = journal.read_bytes()
    package = registry.package("cthulhu-fluxx")
    assert isinstance(package, HasStatistics)
    read = stats._facts(data, package)
    assert [one["what"] for one in read] == [one["what"] for one in facts]
    assert b'{"note"' in data
    assert b'{"piece"' in data
    told = stats_of([journal])
    assert (told.unread, told.games) == ([], 1)


def test_what_a_rewritten_past_took_back_is_no_fact() -> None:
    undone = b'\n{"piece": 3, "event": "Undone", "input": "undo"}\n'
    assert stats._UNDONE.search(undone)
    assert stats._UNDONE.search(undone.replace(b'"piece": 3, ', b""))
    assert not stats._UNDONE.search(b'\n{"event": "Did", "what": "x", "input": "Undone"}\n')
