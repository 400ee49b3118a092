"""`narrator` alone: a menu in the table's language, by arrows, by digits, or plainly by numbers typed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
import typer

from narrator.commands import setups
from narrator.computer import paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.errors import ChannelLost
from narrator.evening import hearing
from narrator.games import registry
from narrator.games.night.loading import load_script
from narrator.menu import main as menu
from narrator.play import loading
from narrator.terminal import words
from narrator.texts import message

from tests.harvest import HarvestPackage
from tests.played import SETUP
from tests.program import at_home, narrator
from tests.sitting import CTRL_C, DOWN, ENTER, ESCAPE, UP, Sitting, sitting
from tests.sweeps import every

PASTED = "\x1b[200~{}\x1b[201~"
"""What a terminal sends of a text that is pasted."""

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")

TEXTS = texts_of("pl")
TITLE = "Co robimy?"
QUIET = 'format = 1\nears = "keys"\nvoice = "none"\npace = 0.0\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home where the program was started before, with settings of its own."""
    settings = tmp_path / "config" / "narrator" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(QUIET, "utf-8")
    return tmp_path


@pytest.fixture
def seated(home: Path) -> Iterator[Sitting]:
    with sitting(home) as one:
        yield one.see(TITLE)


def broken_off_game(home: Path) -> Path:
    """A game that was broken off before the first night, at a table in the menu's folder."""
    data = home / "data" / "narrator"
    (data / "tables").mkdir(parents=True)
    table = data / "tables" / "piatek.toml"
    table.write_text(SETUP, "utf-8")
    assert narrator("play", table, "--headless", env=at_home(home)).returncode == 0
    return table


# ---- The list itself ----


@posix
def test_the_menu_ends_at_esc_without_a_word(seated: Sitting) -> None:
    assert seated.type(ESCAPE).end() == 0
    assert seated.shown == ""


@posix
@pytest.mark.parametrize("keys", [[CTRL_C], ["0", ENTER], [UP, ENTER]], ids=["ctrl-c", "0", "the last by arrows"])
def test_the_menu_ends_by_other_keys(seated: Sitting, keys: list[str]) -> None:
    assert seated.type(*keys).end() == 0
    assert seated.shown == ""


@posix
def test_arrows_and_enter_choose(seated: Sitting) -> None:
    seated.type(DOWN, DOWN, DOWN, DOWN, ENTER).see("W co gramy?").type(ENTER)
    for page in ("Narrator prowadzi grę", "NOC.", "DZIEŃ."):
        seated.answer(page, "")
    seated.see("NA CO DZIEŃ.").see(TITLE)


@posix
def test_a_digit_and_enter_choose_and_one_level_back_is_the_menu(seated: Sitting) -> None:
    place = 1 + [key for key, _ in menu._MAIN].index("menu.settings")
    seated.type(str(place), ENTER).see("plik ustawień")
    seated.type("5", ENTER).see("noc i karty na papier")
    seated.type(ESCAPE).see("plik ustawień").type(CTRL_C).see(TITLE)
    assert seated.process.poll() is None


@posix
def test_a_digit_and_its_enter_are_one_choice(seated: Sitting) -> None:
    """An Enter that came after the digit's choice would take the first thing of the next list."""
    seated.type("4").see("» 4").type(ENTER).see("Nie ma tu jeszcze żadnego stołu.").see(TITLE)
    seated.type("0", ENTER)
    assert seated.end() == 0
    assert "Jak nazwać" not in " ".join(seated.seen)


@posix
@pytest.mark.parametrize("stray", every(3, ["ls -1 4", "xyz", "końc"]))
def test_words_meant_for_somebody_else_choose_nothing(seated: Sitting, stray: str) -> None:
    seated.type(stray, ENTER).see(f"Nie ma takiego numeru: {stray}.").see(TITLE)
    seated.type("0", ENTER)
    assert seated.end() == 0
    assert "»" not in seated.shown


@posix
@pytest.mark.parametrize("sent", ["ls -1 4", "\n ls\t-1 4\r\n"])
def test_words_that_are_pasted_are_as_if_typed(seated: Sitting, sent: str) -> None:
    seated.type(PASTED.format(sent), ENTER).see("Nie ma takiego numeru: ls -1 4.").see(TITLE)
    seated.type(PASTED.format("0"), ENTER)
    assert seated.end() == 0
    assert "»" not in seated.shown


@posix
def test_an_arrow_after_a_stray_letter_means_the_list(seated: Sitting) -> None:
    seated.type("x", DOWN, DOWN, DOWN, DOWN, ENTER).see("W co gramy?")


@posix
@pytest.mark.parametrize("keys", every(4, ["x\x7f", "\x7f", " ", "\t", "\x1b[D", "\x1b[5~"]))
def test_keys_that_write_nothing_do_not_keep_enter_from_choosing(seated: Sitting, keys: str) -> None:
    seated.type(*[*([keys] if keys[0] == "\x1b" else keys), DOWN, DOWN, DOWN, DOWN, ENTER]).see("W co gramy?")


@posix
@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no colour", "dumb"])
def test_a_plain_terminal_gets_numbers_and_no_codes(home: Path, plain: dict[str, str]) -> None:
    with sitting(home, places=plain) as one:
        one.answer("0. koniec Numer i Enter", "77").see("Nie ma takiego numeru: 77")
        one.answer("Numer i Enter", "5").answer("W co gramy?", "1").see("Narrator prowadzi grę")
        for _ in range(3):
            one.answer("[Enter: dalej]", "")
        one.see("NA CO DZIEŃ").see("0. koniec Numer i Enter").type("0", ENTER)
        assert one.end() == 0
        assert not one.codes


def test_without_a_terminal_the_help_is_printed() -> None:
    done = narrator()
    assert done.returncode == 2
    assert (done.stdout + done.stderr).startswith("Użycie:")


def test_every_command_has_a_place_in_the_menu() -> None:
    """The commands that a person may want; what programs ask for has none."""
    code = "".join(file.read_text("utf-8") for file in Path(menu.__file__).parent.glob("*.py"))
    for command in (
        "play",
        "resume",
        "again",
        "deal",
        "log",
        "replay",
        "simulate",
        "check",
        "script_show",
        "sheet",
        "demo",
        "lead",
    ):
        assert f"import {command}" in code or f", {command}" in code, command
    for command in ("doctor", "shortcut", "voice", "record", "new_table"):
        assert command in code, command


# ---- What is chosen ----


@posix
def test_the_game_to_go_on_with_is_named_and_goes_on(home: Path) -> None:
    broken_off_game(home)
    with sitting(home) as one:
        one.see("2 dalej:").see("· stół piatek · na początku")
        one.type(ENTER).see("gotow")  # the arrow stands there already
        one.type(CTRL_C).see("Przerwane; nic nie zginęło.").see(TITLE)
        one.type("0", ENTER)
        assert one.end() == 0


@posix
def test_several_games_to_go_on_with_are_listed(home: Path) -> None:
    table = broken_off_game(home)
    other = table.with_name("sobota.toml")
    other.write_text(SETUP, "utf-8")
    narrator("play", other, "--headless", env=at_home(home))
    with sitting(home) as one:
        one.see("· stół sobota · na początku").type("2", ENTER).see("Która gra?").see("stół piatek")
        one.type("2", ENTER).see("gotow").type(CTRL_C).see(TITLE)
    stems = {json.loads(path.read_text("utf-8").split("\n")[0])["setup"] for path in (home / "data").rglob("*.jsonl")}
    assert {Path(stem).stem for stem in stems} == {"piatek", "sobota"}


@posix
def test_a_table_that_was_made_before_is_offered(home: Path) -> None:
    broken_off_game(home)
    with sitting(home) as one:
        one.see(TITLE).type("1", ENTER).see("Który stół?")
        one.see("nowy stół").see("rewanż: ten sam skład").see("stół piatek, 5 graczy")
        one.type(ESCAPE).see(TITLE)


@posix
def test_one_player_may_look_again(home: Path) -> None:
    broken_off_game(home)
    with sitting(home) as one:
        one.see(TITLE).type("4", ENTER).see("Który stół?").type("1", ENTER).see("Komu?").see("wszystkim po kolei")
        one.type("2", ENTER).see("Numer albo imię").type("3", ENTER).see("[Enter]").type(ENTER)
        one.see("twoja karta").see("[Enter]").type(ENTER).see(TITLE)


@posix
def test_a_story_and_cards_without_any_game_are_no_fault(seated: Sitting) -> None:
    seated.type("2", ENTER).see("Nie ma przerwanej gry. Zaczyna ją").see(TITLE)
    seated.type("4", ENTER).see("Nie ma tu jeszcze żadnego stołu.").see(TITLE)
    seated.type("6", ENTER).see("Nie było tu jeszcze żadnej gry.").see(TITLE)


@posix
def test_a_faulty_file_is_told_of_and_the_menu_comes_back(home: Path) -> None:
    (home / "config" / "narrator" / "config.toml").write_text("format = 1\npace = 99.0\n", "utf-8")
    with sitting(home) as one:
        one.see(TITLE).type("2", ENTER).see("Nie ma przerwanej gry.").see(TITLE)
        one.type("1", ENTER).see("Tego pliku nie da się użyć:").see("config.toml:2: pace").see(TITLE)


def test_a_fault_is_told_in_the_words_that_it_has_for_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    def lost(_: object) -> None:
        raise ChannelLost(message("mouth.hangs"))

    menu._done(lost, TEXTS)
    assert capsys.readouterr().out == "Dźwięk w tym komputerze nie odpowiada.\n"


def test_a_bug_of_one_thing_leaves_the_menu(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    secret = "the sheriff is 3"

    def breaks(_: object) -> None:
        raise KeyError(secret)

    menu._done(breaks, TEXTS)
    told = capsys.readouterr().err
    assert "narrator ma błąd" in told
    assert secret not in told


@posix
def test_mafia_is_a_game_of_the_menu_and_each_game_says_what_it_is(home: Path) -> None:
    with sitting(home, hurried=True) as one:
        one.see(TITLE).type("1", ENTER).see("Ktulu: ukryte frakcje walczą o posążek")
        one.see("Mafia: to samo w mieście").type("3", ENTER).see("Gracz 1:")
        one.type("Ala, Bartek, Celina, Darek, Ewa", ENTER).see("Gracz 6").type(ENTER)
        one.answer("jak odpowiadacie?", "").answer("Zaczynamy?", "później").see(TITLE)
    (table,) = (home / "data" / "narrator" / "tables").glob("*.toml")
    assert 'script = "mafia"' in table.read_text("utf-8")
    assert table.read_text("utf-8").startswith("# Stół do gry Mafia (Wilkołaki). ")


GALLERY = ["burza", "pierwotna", "szybka", "bez-wieszania", "bandyci-strzelaja", "xiega"]


@posix
def test_what_is_said_of_a_game_is_whole_in_a_narrow_terminal(home: Path) -> None:
    described = [menu._described(*game, TEXTS) for game in menu._with_variants(registry.offered()).items()]
    assert any(len(one) > 60 for one in described)
    with sitting(home, width=60) as one:
        one.see(TITLE).type("1", ENTER).see("W co gramy?")
        for said in described:
            one.see(said)
        one.type(DOWN, DOWN, ENTER).see("» " + described[2])


@posix
def test_too_few_for_a_game_choose_another_one(seated: Sitting) -> None:
    seated.type("1", ENTER).see("W co gramy?").type(ENTER)
    seated.answer("Gracz 1:", "Ala, Bartek, Celina, Darek, Ewa, Filip, Gosia")
    seated.answer("Gracz 8:", "").see("8–30 osób").see("„gra” wybiera inną grę").answer("Gracz 8:", "gra")
    seated.see("W co gramy?").type("2", ENTER).see("7 Gosia")
    seated.answer("Gracz 8 (sam Enter: to już wszyscy)", "wstecz").see("W co gramy?")


@pytest.mark.long
@posix
@pytest.mark.parametrize("variant", every(18, GALLERY))
def test_a_variant_is_chosen_by_keys_and_says_its_name(home: Path, variant: str) -> None:
    name = load_script(paths.script_file(variant, home)).meta.name
    with sitting(home, hurried=True) as one:
        one.see(TITLE).type("1", ENTER).see("W co gramy?").type(ENTER).see("Gracz 1:").type(
            "Ala, Bartek, Celina, Darek, Ewa, Filip, Kasia, Hubert", ENTER
        )
        one.answer("Gracz 9", "").answer("jak odpowiadacie?", "").answer("Zaczynamy?", "więcej")
        one.see("Burza: Nocą słychać burzę").answer("W którą odmianę gramy? [Ktulu]:", "pomoc")
        one.see("Odmiana mówi sama").answer("odpowiedzi czekają. W którą odmianę gramy? [Ktulu]:", variant)
        one.answer("tajna", "wstecz").answer(f"odmianę gramy? [{name}]", "")
        while "gotow" not in one.asked("gotow").words:
            one.type(ENTER).changed()
        assert re.search(rf"odmian[aę]: {name}\.", " ".join(one.seen))
    (table,) = (home / "data" / "narrator" / "tables").glob("*.toml")
    assert f'script = "{variant}"' in table.read_text("utf-8")


def test_the_demonstration_is_offered_for_every_game_that_has_a_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    scripts = tmp_path / "narrator" / "scripts"
    scripts.mkdir(parents=True)
    (scripts / "ours.toml").write_bytes(
        (paths.shipped("scripts") / "avalon.toml").read_bytes().replace(b'"avalon"', b'"ours"')
    )
    shown, offers = list[str](), list[list[str]]()
    monkeypatch.setattr(menu, "demo", shown.append)

    def choose(_: str, names: list[str], *__: object) -> int:
        offers.append(names)
        return len(offers) - 1

    monkeypatch.setattr(menu, "choose", choose)
    for _ in range(5):
        menu._demo(TEXTS)
    assert shown == ["ktulu", "werewolf", "mafia", "avalon", "ours"]
    assert [len(one) for one in offers] == [5] * 5


# ---- What is told ----


@pytest.mark.parametrize(
    ("model", "microphone", "answers"), [(True, True, "open"), (False, True, "keys"), (True, False, "keys")]
)
def test_where_nothing_hears_spoken_answers_they_are_typed_and_that_is_told(
    model: bool, microphone: bool, answers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hearing, "has_model", lambda *_: model)
    monkeypatch.setattr(hearing, "_microphone_is_there", lambda: microphone)
    table = loading.load_table(Path("demo"))
    spoken = replace(table, setup=replace(table.setup, answers="open"))
    assert hearing.by_keys_where_deaf(spoken, Config()).setup.answers == answers
    assert ("dziś piszecie" in capsys.readouterr().err) is (answers == "keys")
    assert hearing.by_keys_where_deaf(table, Config()) is table


def test_a_long_text_comes_a_screenful_at_a_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LINES", "7")
    asked = iter(["", "koniec"])
    monkeypatch.setattr(words, "ask", lambda *_: next(asked))
    words.say_by_pages("\n".join(map(str, range(30))))
    assert capsys.readouterr().out.split() == [*map(str, range(10))]


def test_each_game_tells_how_it_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.GAMES, "harvest", HarvestPackage)
    monkeypatch.setenv("NO_COLOR", "1")
    told = []
    for number in ("1", "2", "4", "0"):
        monkeypatch.setattr("sys.stdin", StringIO(f"{number}\n\n\n\n\n"))
        menu._how(TEXTS)
        told.append(capsys.readouterr().out)
    found = [("kto ma posążek" in one, "NA CO DZIEŃ" in one) for one in told]
    assert found == [(True, True), (False, True), (False, True), (False, False)]
    assert told[1].index("Siadacie w kręgu") < told[1].index("Wilkołaki: Co noc razem wybieracie")


def test_a_table_that_is_odd_is_checked_in_its_own_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    table = tmp_path / "t.toml"
    cards = ("boss", "bandit", "townsman", "townsman", "townsman", "townsman")
    table.write_text(
        'format = 1\ngame = "ktulu"\n'
        + "".join(f'[[player]]\nname = "P{card}{n}"\ncard = "{card}"\n' for n, card in enumerate(cards)),
        "utf-8",
    )
    with pytest.raises(typer.Exit):
        setups.check([table])
    told = capsys.readouterr().out
    assert "Nie ma szeryfa" in told
    assert "→" not in told
