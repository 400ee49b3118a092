"""A terminal that keeps all that is cleared, as GNU screen does: nothing private can be scrolled back to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich import cells
from rich.console import ConsoleDimensions

from narrator.cues import At
from narrator.rooms import paper
from narrator.rooms.pages import Page
from narrator.rooms.paper import Paper
from narrator.rooms.screen import Screen

from tests.program import at_home
from tests.sitting import sitting
from tests.terminal import Terminal

SECONDS = 30.0
CARD = "Szeryf"
VILLAGE = {"Ann": "werewolf", "Ben": "seer", "Cid": "villager", "Dot": "villager", "Eve": "villager"}
SIZES = [(80, 24), (100, 250), (30, 8), (10, 4), (20, 2)]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

DEALER = """
import sys
from narrator.computer.texts import texts_of
from narrator.evening import dealing
dealing.REST = 0.0
card = "Szeryf\\n" + "\\n".join(f"wiersz {number} tej karty, w całości" for number in range(30))
with dealing.CardScreen(texts_of("pl")) as screen:
    dealing.deal({1: ("Ala", card), 2: ("Bartek", "Herszt")}, 2, screen, texts_of("pl"))
"""


class Dealt:
    """Cards that are dealt in a terminal that keeps what is cleared."""

    def __init__(self, width: int, height: int) -> None:
        import pty

        self.terminal, self.seen = Terminal(keeps=True), list[str]()
        self._keys, self._side = pty.openpty()
        self.resize(width, height)
        environment = {**os.environ, "TERM": "screen"}
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        self.child = subprocess.Popen(
            [sys.executable, "-c", DEALER], stdin=self._side, stdout=self._side, stderr=self._side, env=environment
        )

    def resize(self, width: int, height: int) -> None:
        import fcntl
        import struct
        import termios

        self.terminal.resize(width or 80, height or 24)
        fcntl.ioctl(self._side, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def until(self, text: str) -> str:
        """Read until this stands on the screen, or the dealing is over; give what stands there."""
        over = time.monotonic() + SECONDS
        while text not in self.terminal.shown and self.child.poll() is None:
            self._read()
            assert time.monotonic() < over, self.terminal.shown
        return self.terminal.shown

    def turn(self) -> None:
        """Press Enter, once what stands there asks for it."""
        self.seen.append(self.until("[Enter]"))
        self.terminal.rows = [[" "] * self.terminal.width for _ in self.terminal.rows]
        os.write(self._keys, b"\r\n")

    def end(self) -> None:
        while self.child.poll() is None:
            self.turn()
        while self._read():
            continue

    def _read(self) -> bool:
        import select

        there = bool(select.select([self._keys], [], [], 0.05)[0])
        if there:
            self.terminal.write(os.read(self._keys, 65_536).decode("utf-8", "replace"))
        return there

    def close(self) -> None:
        self.child.kill()
        self.child.wait()
        os.close(self._keys)
        os.close(self._side)


@pytest.fixture
def dealt(request: pytest.FixtureRequest) -> Iterator[Dealt]:
    one = Dealt(*getattr(request, "param", (80, 24)))
    yield one
    one.close()


@POSIX
@pytest.mark.parametrize("dealt", SIZES, ids=str, indirect=True)
def test_no_card_can_be_scrolled_back_to_however_small_the_window(dealt: Dealt) -> None:
    dealt.end()
    assert "".join(dealt.terminal.history).strip() == ""
    read = "".join("".join(dealt.seen).replace("[Enter]", "").split())
    assert "Szeryf" in read
    assert all(f"wiersz{number}tejkarty" in read for number in range(30))


@POSIX
def test_no_card_can_be_scrolled_back_to_when_keys_are_leaned_on(dealt: Dealt) -> None:
    dealt.turn()
    dealt.until(CARD)
    os.write(dealt._keys, b"x" * 3000)
    dealt.end()
    assert "".join(dealt.terminal.history).strip() == ""


@POSIX
@pytest.mark.parametrize("size", [(40, 10), (100, 30), (80, 12)], ids=str)
def test_a_card_is_drawn_anew_in_a_window_of_another_size(size: tuple[int, int], dealt: Dealt) -> None:
    dealt.turn()
    dealt.until(CARD)
    dealt.until("[Enter]")
    dealt.resize(*size)
    dealt.terminal.rows = [[" "] * size[0] for _ in range(size[1])]
    shown = dealt.until("[Enter]")
    assert CARD in shown
    assert all(f"wiersz {number}" in shown for number in range(size[1] - 10))
    dealt.end()
    assert "".join(dealt.terminal.history).strip() == ""


@pytest.mark.skipif(not shutil.which("screen"), reason="needs GNU screen")
def test_gnu_screen_keeps_no_card(tmp_path: Path) -> None:
    """The terminal's model of what GNU screen does is compared with the program itself."""
    name, copy, settings = f"cards{os.getpid()}", tmp_path / "copy", tmp_path / "settings"
    settings.write_text("defscrollback 500\n")
    environment = {**os.environ, "SCREENDIR": str(tmp_path / "screens"), "LANG": "C.UTF-8"}
    (tmp_path / "screens").mkdir(mode=0o700)
    program = f"{DEALER}\nimport time; print('po kartach', flush=True); time.sleep(60)"

    def screen(*words: str) -> None:
        subprocess.run(["screen", *words], env=environment, check=False, stdout=subprocess.DEVNULL)

    def until(text: str) -> str:
        over = time.monotonic() + SECONDS
        while text not in (kept := copy.read_text("utf-8", "replace") if copy.exists() else ""):
            assert time.monotonic() < over, kept
            screen("-S", name, "-p", "0", "-X", "hardcopy", "-h", str(copy))
            time.sleep(0.1)
        return kept

    screen("-U", "-c", str(settings), "-dmS", name, sys.executable, "-c", program)
    try:
        until("Gracz 1")
        over = time.monotonic() + SECONDS
        while "po kartach" not in copy.read_text("utf-8", "replace"):
            screen("-S", name, "-p", "0", "-X", "stuff", "\r")
            screen("-S", name, "-p", "0", "-X", "hardcopy", "-h", str(copy))
            assert time.monotonic() < over
        kept = until("po kartach")
    finally:
        screen("-S", name, "-X", "quit")
    assert "wiersz" not in kept
    assert CARD not in kept


# ---- The pages of a game ----


@pytest.fixture
def terminal() -> Terminal:
    return Terminal(keeps=True)


@pytest.fixture
def screen(terminal: Terminal) -> Screen:
    return Screen({1: "Ala", 2: "Bartek"}, console=terminal.console())


def test_a_page_that_is_wiped_cannot_be_scrolled_back_to(terminal: Terminal, screen: Screen) -> None:
    screen.turn(Page("Ala jest w jaskini"))
    assert "jaskini" in terminal.shown
    screen.wipe()
    assert "jaskini" not in "\n".join([*terminal.history, terminal.shown])


def test_what_a_moderator_saw_cannot_be_scrolled_back_to(terminal: Terminal, screen: Screen) -> None:
    screen.private("Ala jest w jaskini", (1,), who=True)
    screen.wipe()
    assert "jaskini" not in "\n".join([*terminal.history, terminal.shown])


def test_a_page_in_a_window_made_smaller_cannot_be_scrolled_back_to(terminal: Terminal, screen: Screen) -> None:
    screen.turn(Page("Ala jest w jaskini"))
    terminal.resize(60, 8)
    assert terminal.history == []


@pytest.mark.parametrize("size", [(60, 12), (100, 30), (30, 24)], ids=str)
def test_a_page_is_drawn_anew_in_a_window_of_another_size(
    size: tuple[int, int], terminal: Terminal, screen: Screen
) -> None:
    screen.count("7")
    screen.turn(Page("Ala jest w jaskini"))
    screen.count("7")
    terminal.resize(*size)
    screen._paper.console.size = ConsoleDimensions(*size)
    screen.fit()
    shown = [row for row in terminal.shown.split("\n") if row]
    assert terminal.shown.count("jaskini") == 1
    assert terminal.shown.count("╰") == terminal.shown.count("╯") == 1
    assert {len(row) for row in shown if row[0] in "╭│╰"} == {size[0]}
    assert shown[0].endswith(" 7─")
    assert len(shown[0]) == size[0]
    before = terminal.getvalue()
    screen.fit()
    assert terminal.getvalue() == before
    assert terminal.history == []


@pytest.mark.parametrize("size", [(60, 12), (100, 30), (30, 24)], ids=str)
def test_a_moderators_panel_is_drawn_anew_in_a_window_of_another_size(
    size: tuple[int, int], terminal: Terminal, screen: Screen
) -> None:
    screen.line("Szeryf otwiera oczy.", At(phase="night"))
    screen.private("Ala jest w jaskini", (1,), who=True)
    screen.line("Szeryf zamyka oczy.", At(phase="night"))
    terminal.resize(*size)
    screen._paper.console.size = ConsoleDimensions(*size)
    screen.fit()
    shown = [row for row in terminal.shown.split("\n") if row.strip()]
    assert terminal.shown.count("jaskini") == terminal.shown.count("zamyka") == 1
    assert {len(row) for row in shown if row[0] in "╭│╰"} == {size[0]}
    before = terminal.getvalue()
    screen.fit()
    assert terminal.getvalue() == before
    screen.wipe()
    screen.line("Noc zapada.", At(phase="night"))
    screen._paper.console.size = ConsoleDimensions(70, 20)
    screen.fit()
    assert "jaskini" not in terminal.shown


def test_what_is_written_after_a_page_stands_below_it(terminal: Terminal, screen: Screen) -> None:
    screen.turn(Page("Ala jest w jaskini"))
    screen._paper.print("po stronie")
    assert terminal.shown.endswith("po stronie")
    assert "jaskini" in terminal.shown
    screen.line("Noc zapada.", At(phase="night"))


@pytest.mark.parametrize(
    "pasted", ["x" * 5000, "ż " * 2500, "骰" * 5000, "e\u0301" * 2500], ids=["x", "ż", "骰", "é"]
)
def test_a_long_paste_in_a_narrow_window_is_measured_a_few_times_and_stays_one_row(
    pasted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[int] = []

    def cell_len(text: str) -> int:
        measured.append(len(text))
        return measure(text)

    measure = cells.cell_len
    monkeypatch.setattr(cells, "cell_len", cell_len)
    terminal = Terminal(10, 24, keeps=True)
    Paper(terminal.console()).typing(pasted)
    assert sum(measured) < 3 * len(pasted)
    assert len([row for row in terminal.rows if "".join(row).strip()]) == 1
    assert terminal.history == []


# ---- Terminals that keep it all the same ----


@pytest.mark.parametrize(
    ("places", "warned"),
    [
        ({"STY": "1.pts"}, True),
        ({"STY": "1.pts", "TMUX": "x", "TERM_PROGRAM": "tmux"}, True),  # one within the other
        ({"TERM": "screen"}, True),
        ({"TERM": "screen-256color"}, True),
        ({"TERM": "screen.xterm-256color", "TMUX": "x"}, True),
        ({"TERM": "screen", "TMUX": "x"}, False),
        ({"TERM": "screen-256color", "TERM_PROGRAM": "tmux"}, False),
        ({"TERM": "tmux-256color"}, False),
        ({}, False),
    ],
)
def test_gnu_screen_keeps_what_a_moderators_screen_scrolls_away(
    places: dict[str, str], *, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"STY": "", "TMUX": "", "TERM_PROGRAM": "", "TERM": "xterm", **places}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(paper, "get_terminal_size", lambda _: (80, 24))
    assert (paper.kept_for(scrolls=True) == "deal.kept-scrolled") == warned
    assert paper.kept_for(scrolls=False) != "deal.kept-scrolled"


@POSIX
@pytest.mark.parametrize(
    ("answers", "options", "warned"),
    [("moderator", (), True), ("keys", (), False), ("moderator", ("--silent",), True)],
    ids=["moderator", "keys", "prompter"],
)
def test_the_opening_of_a_moderators_table_warns_of_gnu_screen(
    tmp_path: Path, answers: str, options: tuple[str, ...], *, warned: bool
) -> None:
    people = "".join(f'[[player]]\nname = "{one}"\ncard = "{card}"\n' for one, card in VILLAGE.items())
    head = f'format = 1\nlanguage = "en"\ngame = "night"\nanswers = "{answers}"\nvoice = "none"\n'
    (tmp_path / "table.toml").write_text(head + people)
    at_home(tmp_path, "format = 1\npace = 0.0\n")
    where = {"STY": "1.pts", "TMUX": ""}
    with sitting(tmp_path, "play", "table.toml", *options, places=where, width=100, height=40) as one:
        one.see("Choices: ready")
        assert ("GNU screen keeps" in " ".join(one.seen)) == warned


@pytest.mark.parametrize(
    ("term", "size", "parent", "why"),
    [
        ("xterm", (80, 24), "bash", ""),
        ("screen", (80, 24), "screen", ""),
        ("dumb", (80, 24), "emacs", "deal.kept-dumb"),
        ("xterm", (0, 0), "bash", "deal.kept-unsized"),
        ("xterm", (80, 24), "script", "deal.kept-recorded"),
        ("xterm", (80, 24), "asciinema", "deal.kept-recorded"),
    ],
)
def test_a_terminal_that_keeps_what_is_wiped_is_known(
    term: str, size: tuple[int, int], parent: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(paper, "get_terminal_size", lambda _: size)
    above = [SimpleNamespace(name=lambda: parent)]
    monkeypatch.setattr("psutil.Process", lambda: SimpleNamespace(parents=lambda: above))
    assert paper.kept_for() == why


@POSIX
@pytest.mark.parametrize(("dealt", "said"), [((80, 24), False), ((0, 0), True)], indirect=["dealt"])
def test_it_is_said_before_the_first_card(dealt: Dealt, said: bool) -> None:
    assert ("nie podaje, jak jest duży" in dealt.until("[Enter]")) is said


ASKER = """
import time
from pathlib import Path
from narrator.rooms.paper import kept_for
while not Path("begun").exists():
    time.sleep(0.05)
Path("asked").write_text(kept_for())
Path("asked").rename("answered")
input()  # the window stays
"""


TMUX = ("tmux", "-f", "/dev/null", "new-session", "-d", "-s", "{name}", sys.executable, "asker.py")
GNU_SCREEN = ("screen", "-c", "/dev/null", "-dmS", "{name}", sys.executable, "asker.py")
LOGGED_SCREEN = (*GNU_SCREEN[:3], "-L", "-Logfile", "log", *GNU_SCREEN[3:])
END = {"tmux": ("tmux", "kill-server"), "screen": ("screen", "-S", "{name}", "-X", "quit")}


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ((*TMUX,), ""),
        ((*TMUX, ";", "pipe-pane", "cat >log"), "deal.kept-recorded"),
        ((*GNU_SCREEN,), ""),
        ((*LOGGED_SCREEN,), "deal.kept-recorded"),
    ],
    ids=["tmux", "tmux pipe-pane", "screen", "screen -L"],
)
def test_a_window_whose_text_is_written_down_is_known(tmp_path: Path, start: tuple[str, ...], why: str) -> None:
    """The programs themselves are asked, each within one of its own."""
    if not shutil.which(start[0]):
        pytest.skip(f"needs {start[0]}")
    (tmp_path / "own").mkdir(mode=0o700)
    (tmp_path / "asker.py").write_text(ASKER)
    own = dict.fromkeys(("SCREENDIR", "TMUX_TMPDIR"), str(tmp_path / "own")) | {
        "PYTHONPATH": os.pathsep.join(sys.path)
    }
    environment = {name: value for name, value in os.environ.items() if name not in ("TMUX", "STY")} | own

    def run(*words: str) -> None:
        named = [word.format(name=f"log{os.getpid()}") for word in words]
        subprocess.run(named, env=environment, cwd=tmp_path, check=True, capture_output=True)

    run(*start)
    try:
        (tmp_path / "begun").touch()
        over = time.monotonic() + SECONDS
        while not (tmp_path / "answered").exists():
            assert time.monotonic() < over
            time.sleep(0.05)
    finally:
        run(*END[start[0]])
    assert (tmp_path / "answered").read_text() == why
