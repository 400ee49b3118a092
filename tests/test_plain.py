"""Plain output is a message a line, without boxes, colours and redrawing."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from narrator.cues import Ask, At
from narrator.games.view import Outcome, SeatView, Slip, View
from narrator.rooms.counting import words_of
from narrator.rooms.plain import PlainScreen, display
from narrator.rooms.screen import Screen
from narrator.texts import message

from tests.polish import KTULU
from tests.program import narrator

NAMES = {1: "Ala", 2: "Święty Mikołaj z Dalekiej Północy", 3: "Celina"}
NIGHT, DAY = At(call="thief.steal", book="20", night=1, phase="night"), At(call="day", night=1, phase="day")
KOGO = Ask(at=NIGHT, line="", text="Kogo okrada złodziej?", to=(2,), kind="seat", choices=("1", "3"), window=20.0)
BOXES = set("│╭╮╰╯─░█")


def written(act: object) -> list[str]:
    """The lines that a plain screen of sixty columns writes at a terminal."""
    page = StringIO()
    console = Console(file=page, width=60, force_terminal=True, no_color=True, highlight=False)
    act(PlainScreen(NAMES, words_of("pl"), console, KTULU))  # type: ignore[operator]
    return page.getvalue().split("\n")[:-1]


def everything(screen: PlainScreen) -> None:
    screen.line("Złodzieju, otwórz oczy i wskaż, komu dzisiaj zajrzysz do sakwy, póki wszyscy śpią.", NIGHT)
    screen.decoy()
    screen.secret_question(KOGO, "Wpisz numer.")
    screen.notice(message("screen.hold"))
    screen.chosen(KOGO, "3")
    screen.result("Nie ma.")
    screen.gate(KOGO)
    screen.question(KOGO, who=True)
    screen.private("Jest.", (2,), who=True)
    screen.count("5")
    screen.typing("po")
    screen.typed("pojedynek")
    with screen.countdown(lambda: 5.0), screen.progress("Przygotowuję głos") as told:
        told(1, 3)
        told(2, 3)
    screen.line("Wstaje dzień.", DAY)


def test_every_message_is_one_line_without_codes_or_boxes() -> None:
    lines = [line for line in written(everything) if line]
    assert not [line for line in lines if BOXES & set(line) or "\x1b" in line or "\r" in line]
    assert "Kogo okrada złodziej? Do wyboru: 1 Ala · 3 Celina Wpisz numer." in lines
    assert (
        "Odpowiada: 2 Święty Mikołaj z Dalekiej Północy. Kogo okrada złodziej? Do wyboru: 1 Ala · 3 Celina" in lines
    )
    assert lines.count("Przygotowuję głos") == 1
    assert "› pojedynek" in lines
    assert lines[-2:] == ["Dzień", "Wstaje dzień."]


def test_what_was_for_one_player_alone_is_pushed_out_of_sight() -> None:
    def secret(screen: PlainScreen) -> None:
        screen.result("Jest.")
        screen.wipe()

    lines = written(secret)
    assert lines[0].startswith("Jest.")
    assert len(lines) > 50
    assert not any(lines[1:])


def test_where_nothing_was_private_nothing_is_pushed_away() -> None:
    assert written(lambda screen: screen.decoy()) == []


def test_the_end_says_who_was_who_a_player_a_line() -> None:
    seats = tuple(SeatView(seat=seat, name=name, card="sheriff", side="town") for seat, name in NAMES.items())
    over = At(phase="over")
    view = View(audience="all", at=over, seats=seats, outcome=Outcome(winners=("town",)), names={"sheriff": "Szeryf"})

    def end(screen: PlainScreen) -> None:
        screen.see(view)
        screen.end("Koniec gry.")

    assert "1 Ala: Szeryf" in written(end)


@pytest.mark.parametrize(
    ("plain", "terminal", "kind"),
    [(True, "xterm", PlainScreen), (False, "dumb", PlainScreen), (False, "xterm", Screen)],
)
def test_settings_and_simple_terminals_ask_for_it(
    plain: bool, terminal: str, kind: type[Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", terminal)
    assert display(plain) is kind


def test_without_colours_there_are_boxes_but_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert Screen(NAMES)._paper.console.no_color


def test_a_whole_evening_is_led_in_plain_lines(tmp_path: object) -> None:
    config = f"{tmp_path}/plain.toml"
    with open(config, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write('format = 1\nplain = true\nvoice = "none"\nears = "keys"\npace = 0.0\n')
    done = narrator(
        "play", "demo", "--config", config, "--answers", "setups/demo.answers", "--journal", f"{tmp_path}/j.jsonl"
    )
    assert done.returncode == 0, done.stderr
    assert not [line for line in done.stdout.splitlines() if BOXES & set(line) or "\x1b" in line]
    assert "Co teraz?" in done.stdout


def test_what_lies_on_the_table_is_written_when_it_changes() -> None:
    asked = Ask(at=DAY, line="", text="Co zagrane?", to="all", kind="open", choices=())

    def played(screen: PlainScreen) -> None:
        for draw in ("1", "1", "4"):
            slip = Slip(id="draw", label="Dobierz", text=draw, new=draw != "1")
            screen.see(View(audience="all", at=DAY, seats=(), table=(slip,)))
            screen.question(asked, who=False)

    slips = [line for line in written(played) if line.startswith("Dobierz")]
    assert slips == ["Dobierz: 1", "Dobierz: 4 (nowa)"]


@pytest.mark.parametrize("terminal", [True, False])
def test_what_takes_long_is_written_once_where_no_bar_can_be_seen(terminal: bool) -> None:
    page = StringIO()
    screen = Screen(NAMES, words_of("pl"), Console(file=page, width=60, force_terminal=terminal))
    with screen.progress("Przygotowuję głos") as told:
        assert "Przygotowuję" not in page.getvalue()
        told(1, 3)
        told(2, 3)
    assert terminal or page.getvalue() == "Przygotowuję głos\n"
