"""Before a game whose cards nobody has seen, or everybody, the narrator asks; and it deals only into a terminal."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from narrator.computer import paths
from narrator.computer.config import Config, load_config
from narrator.evening import unseen
from narrator.evening.cards import Offered, deal_first, seated_with_cards
from narrator.evening.dealing import fix_seed
from narrator.evening.dealing_on import dealt_last
from narrator.evening.options import RunOptions
from narrator.play import loading, session

from tests import forking
from tests.played import SETUP, Played
from tests.program import narrator
from tests.sitting import HURRY

pytestmark = pytest.mark.usefixtures("own_data")

UNSEEN, SEEN = "nikt jeszcze nie widział", "wszyscy już widzieli"
PRESSED = "Enter: tak] "
CHANGED = "zmienił"


def seeded(setup: Path, seed: int) -> None:
    """Write the seed as `deal` does."""
    setup.write_text(SETUP.replace("format = 1", f"format = 1\nseed = {seed}"), encoding="utf-8")


def keep(game: Played, config: Path, setup: Path, *, batches: int | None = None, **changes: object) -> None:
    """Put the game among the journals, as begun from this setup; only its first batches, if so many are given."""
    end = None if batches is None else game.ends[batches]
    first, rest = game.journal[:end].split(b"\n", 1)
    head = json.loads(first) | {"setup": str(setup.resolve())} | changes
    (Path(load_config(config).journals) / "before.jsonl").write_bytes(json.dumps(head).encode() + b"\n" + rest)


def told(setup: Path, config: Path, capsys: pytest.CaptureFixture[str], seed: int | None = None) -> str:
    """Begin in a pipe; give what is told."""
    assert deal_first(setup, loading.load_table(setup), seed, load_config(config)) == Offered(seed)
    return capsys.readouterr().err


def begun_with(config: Path) -> Any:
    """The setup of the only game that was begun, as its journal has it."""
    (journal,) = Path(load_config(config).journals).glob("*.jsonl")
    return session.recall(journal).table.setup


# ---- What is told where nobody can be asked ----


def test_cards_that_were_never_dealt(setup: Path, config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(setup, config, capsys)
    assert UNSEEN in said
    assert f"narrator deal {setup}\n" in said
    assert UNSEEN in told(setup, config, capsys, seed=5)


def test_cards_that_were_dealt(game: Played, setup: Path, config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seeded(setup, game.seed)
    assert told(setup, config, capsys) == ""


def test_cards_that_a_game_has_shown(
    game: Played, setup: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeded(setup, game.seed)
    keep(game, config, setup)
    said = told(setup, config, capsys)
    assert SEEN in said
    assert f"narrator deal {setup} --again" in said


def test_cards_that_a_game_has_shown_at_this_table_before_it_was_renamed(
    game: Played, setup: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeded(setup, game.seed)
    keep(game, config, setup.with_name("other.toml"))
    assert SEEN in told(setup, config, capsys)


@pytest.mark.parametrize("elsewhere", ["another file", "another folder"])
def test_cards_that_a_game_has_shown_whose_journal_is_elsewhere(
    elsewhere: str, game: Played, setup: Path, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeded(setup, game.seed)
    folder = tmp_path / "nie tu"
    folder.mkdir()
    other = tmp_path / "other.toml"
    other.write_text(config.read_text("utf-8").replace("/games", "/nie tu"), "utf-8")
    how = ["--config", config, "--journal", folder / "a.jsonl"] if "file" in elsewhere else ["--config", other]
    narrator("play", setup, "--headless", *how, said="\n".join(game.answers))
    assert [*folder.glob("*.jsonl")], "its journal is there"
    assert SEEN in told(setup, config, capsys)
    seeded(setup, game.seed + 1)
    assert told(setup, config, capsys) == ""


def test_a_table_whose_game_has_its_journal_elsewhere_is_not_offered_as_one_that_was_only_dealt(
    setup: Path, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(setup.parent)
    fix_seed(setup)
    settings, dealt = load_config(config), loading.load_table(setup).setup
    unseen.begin(dealt)
    assert dealt_last(settings) == setup
    narrator("play", setup, "--headless", "--config", config, "--journal", tmp_path / "elsewhere.jsonl")
    assert dealt_last(settings) is None


def other_people(game: Played, config: Path, setup: Path) -> None:
    """Keep the game, and let other people sit at its table."""
    keep(game, config, setup)
    text = setup.read_text("utf-8")
    setup.write_text(re.sub(r'name = "(.*?)"', r'name = "\1 z domu obok"', text), encoding="utf-8")


def other_cards(game: Played, config: Path, setup: Path) -> None:
    """Keep the game, and have the same people play with the cards in another order."""
    keep(game, config, setup)
    cards = '"sheriff", "pastor", "boss", "avenger", "chief"'
    text = setup.read_text("utf-8")
    assert cards in text
    setup.write_text(text.replace(cards, ", ".join(reversed(cards.split(", ")))), encoding="utf-8")


def nonsense(config: Path, setup: Path) -> None:
    (Path(load_config(config).journals) / "x.jsonl").write_text(json.dumps(str(setup)), encoding="utf-8")


OTHERWISE: dict[str, Callable[[Played, Path, Path], None]] = {
    "a game that is not over": lambda game, config, setup: keep(game, config, setup, batches=9),
    "another seed": lambda game, config, setup: keep(game, config, setup, seed=game.seed + 1),
    "other people": other_people,
    "other cards": other_cards,
    "a damaged journal": lambda game, config, setup: keep(game, config, setup, table="no such sum"),
    "no journal": lambda _, config, setup: nonsense(config, setup),
}


@pytest.mark.parametrize("before", OTHERWISE)
def test_what_shows_nobody_these_cards(
    before: str, game: Played, setup: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeded(setup, game.seed)
    OTHERWISE[before](game, config, setup)
    assert told(setup, config, capsys) == ""


@pytest.mark.parametrize("others", [{"avenger": "thief"}, {"avenger": "thief", "Bartek": "Beata"}])
def test_cards_that_a_game_has_shown_to_most_players_of_a_table_that_was_edited(
    others: dict[str, str], game: Played, setup: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeded(setup, game.seed)
    keep(game, config, setup)
    text = setup.read_text("utf-8")
    for old, new in others.items():
        assert old in text
        text = text.replace(old, new)
    setup.write_text(text, encoding="utf-8")
    assert SEEN in told(setup, config, capsys)


def test_players_with_phones_get_new_cards_where_a_game_has_shown_these(
    game: Played, setup: Path, config: Path
) -> None:
    def seated() -> tuple[int | None, int | None]:
        table, seed = seated_with_cards(setup, RunOptions(phones=True), load_config(config))
        return table.setup.seed, seed

    seeded(setup, game.seed)
    assert seated() == (game.seed, None)
    keep(game, config, setup)
    new, by_option = seated()
    assert (new, by_option) == (seed_of(setup), None)
    assert new != game.seed


@pytest.mark.parametrize("name", ["demo", "all-roles"])
def test_cards_that_have_their_players(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert deal_first(Path(name), loading.load_table(Path(name)), None, Config()) == Offered()
    assert capsys.readouterr().err == ""


def test_a_shipped_table_cannot_be_dealt_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    deal_first(Path("small"), loading.load_table(Path("small")), None, Config())
    assert "narrator deal" not in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--headless"], ["--silent", "--answers", os.devnull]])
def test_programs_and_demonstrations_are_told_nothing(option: list[str], setup: Path, config: Path) -> None:
    assert UNSEEN not in narrator("play", setup, "--config", config, *option).stderr
    assert UNSEEN in narrator("play", setup, "--config", config, "--silent").stderr


# ---- What is asked in a terminal ----

IN_A_TERMINAL = """
{hurry}
from narrator.__main__ import main
main()
"""


@dataclass
class Terminal:
    """A terminal in which the program runs."""

    outer: int
    child: forking.Program
    heard: str = ""

    def until(self, end: str) -> None:
        while end not in self.heard and end.strip() not in self.words:
            self.heard += os.read(self.outer, 1024).decode("utf-8", "ignore")

    @property
    def words(self) -> str:
        """What was heard without its line breaks."""
        return " ".join(self.heard.split())

    def type(self, keys: str) -> None:
        self.heard = ""
        os.write(self.outer, keys.encode())


@contextmanager
def terminal(*arguments: object, hurry: str = "", code: str = IN_A_TERMINAL) -> Iterator[Terminal]:
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    child = forking.start(code.format(hurry=hurry), [*map(str, arguments)], [inner] * 3, terminal=True)
    os.close(inner)
    try:
        yield Terminal(outer, child)
    finally:
        child.kill()
        child.wait()
        os.close(outer)


def seed_of(setup: Path) -> int | None:
    found = tomllib.loads(setup.read_text("utf-8")).get("seed")
    return None if found is None else int(found)


def test_somebody_who_declines_plays_on(setup: Path, config: Path) -> None:
    with terminal("play", setup, "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        assert UNSEEN in screen.heard
        screen.type("nie\n")
        screen.until("Czy wszyscy są gotowi?")
        assert "Rozdajcie więc papierową talię" in screen.heard
        assert "\x1b[?1049h" not in screen.heard
    assert seed_of(setup) is None
    assert begun_with(config).deal == "table"
    assert CHANGED not in narrator("resume", "--silent", "--config", config).stderr


def test_somebody_who_agrees_deals_into_the_setup(setup: Path, config: Path) -> None:
    with terminal("play", setup, "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("co?\n")  # asked again
        screen.until(PRESSED)
        screen.type("\n")
        screen.until(": Łucja")
        screen.type("\x03")
        screen.until("\x1b[?1049l")
        assert screen.child.wait() == 130
        assert "Traceback" not in screen.heard
    assert seed_of(setup) is not None


def test_the_game_has_the_cards_that_were_dealt(setup: Path, config: Path) -> None:
    with terminal("play", setup, "--silent", "--config", config, hurry=HURRY) as screen:
        screen.until(PRESSED)
        screen.type("\n")
        for _ in range(2 * 5):  # each is called, and sees a card
            screen.until("[Enter] ")
            screen.type("\n")
        screen.until("Czy wszyscy są gotowi?")
    assert begun_with(config).seed == seed_of(setup) is not None


@pytest.mark.parametrize("command", ["play", "deal"])
def test_cards_that_all_have_seen_are_dealt_anew(command: str, game: Played, setup: Path, config: Path) -> None:
    seeded(setup, game.seed)
    keep(game, config, setup)
    with terminal(command, setup, "--config", config, *["--silent"] * (command == "play")) as screen:
        screen.until(PRESSED)
        assert SEEN in screen.words
        assert "Rozdać nowe" in screen.words or "Rozdać teraz nowe" in screen.words
        screen.type("t\n")
        screen.until(": Łucja")
        screen.type("\x03")
        assert screen.child.wait() == 130
    assert seed_of(setup) not in (None, game.seed)


@pytest.mark.parametrize("left_by", ["\x03", "\x04"], ids=["Ctrl-C", "end of input"])
@pytest.mark.parametrize("unfinished", [False, True])
def test_leaving_at_the_question_ends_without_a_traceback(
    left_by: str, unfinished: bool, game: Played, setup: Path, config: Path
) -> None:
    if unfinished:
        keep(game, config, setup, batches=9)
    with terminal("play", setup, "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type(left_by)
        assert screen.child.wait() == 130
    assert len([*Path(load_config(config).journals).iterdir()]) == unfinished


IN_ANOTHER_THREAD = """
import os, signal, sys, threading
from narrator.evening.dealing import CardScreen
from narrator.terminal.words import ask
def meanwhile():
    open(sys.argv[1]).read()
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)
threading.Thread(target=meanwhile, daemon=True).start()
try:
    if sys.argv[2] == "ask":
        ask("Kto?")
    else:
        with CardScreen() as screen:
            screen.wait()
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux tells what a program does")
@pytest.mark.parametrize("wait", ["ask", "card"])
def test_a_ctrl_c_that_does_not_end_the_wait_for_a_line_is_not_lost(wait: str, tmp_path: Path) -> None:
    """As one that comes in the moment before the wait begins: the program knows of it, and the system waits on."""
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    with terminal(asked, wait, code=IN_ANOTHER_THREAD) as screen:
        screen.until({"ask": "Kto?: ", "card": "[Enter] "}[wait])
        while " S " not in Path(f"/proc/{screen.child.pid}/stat").read_text():
            continue
        asked.write_text("")
        assert screen.child.wait(20) == 130


def test_a_shipped_table_is_dealt_without_a_word_in_its_file(config: Path) -> None:
    before = (paths.shipped("setups") / "small.toml").read_bytes()
    with terminal("play", "small", "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("\n")
        screen.until("Gracz 1 z")
    assert (paths.shipped("setups") / "small.toml").read_bytes() == before


# ---- A table whose game is not over ----


def test_a_table_whose_game_is_not_over_asks_which_it_shall_be(game: Played, setup: Path, config: Path) -> None:
    keep(game, config, setup, batches=9)
    with terminal("play", setup, "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        assert "nie jest skończona" in screen.heard
        assert "stół friday" in screen.heard
        screen.type("\n")
        screen.until("Noc zerowa")
        assert UNSEEN not in screen.heard
    assert [path.name for path in Path(load_config(config).journals).glob("*.jsonl")] == ["before.jsonl"]


def test_who_wants_a_new_game_gets_one_and_keeps_the_other(game: Played, setup: Path, config: Path) -> None:
    keep(game, config, setup, batches=9)
    kept = (Path(load_config(config).journals) / "before.jsonl").read_bytes()
    with terminal("lead", setup, "--no-browser", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("nie\n")
        screen.until(PRESSED)
        assert UNSEEN in screen.heard
        screen.type("nie\n")
        screen.until("Strona prowadzącego")
    journals = {path.name for path in Path(load_config(config).journals).glob("*.jsonl")}
    assert len(journals) == 2
    assert (Path(load_config(config).journals) / "before.jsonl").read_bytes() == kept


def test_who_begins_anew_with_the_cards_of_a_game_that_is_not_over_is_offered_others(
    game: Played, setup: Path, config: Path
) -> None:
    seeded(setup, game.seed)
    keep(game, config, setup, batches=9)
    with terminal("play", setup, "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("nie\n")
        screen.until("Tymi kartami już graliście")
        screen.until(PRESSED)
        screen.type("\n")
        screen.until("Gracz 1 z")
    assert loading.load_table(setup).setup.seed != game.seed


def test_leading_goes_on_on_the_page(game: Played, setup: Path, config: Path) -> None:
    keep(game, config, setup, batches=9)
    with terminal("lead", setup, "--no-browser", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("t\n")
        screen.until("Strona prowadzącego")
        journal = Path(load_config(config).journals) / "before.jsonl"
        assert f"narrator resume --share {journal}" in "".join(screen.heard.split("\r\n"))


@pytest.mark.parametrize("batches", [None, 9])
def test_a_pipe_is_asked_nothing_of_it(game: Played, setup: Path, config: Path, batches: int | None) -> None:
    seeded(setup, game.seed)
    keep(game, config, setup, batches=batches)
    assert "nie jest skończona" not in narrator("play", setup, "--config", config, "--silent").stderr
