"""Cards that were dealt last, to some or to all, are gone on with before an older game."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.evening import unseen
from narrator.evening.dealing import fix_seed
from narrator.play import loading, session

from tests.asked import EIGHT
from tests.last_games import begun, led, table_of
from tests.program import at_home, narrator
from tests.sitting import CTRL_C, ENTER, Sitting, sitting
from tests.sweeps import trial
from tests.test_menu import QUIET


def look(one: Sitting, *people: str) -> None:
    """Let each of these look at their card."""
    for name in people:
        one.answer(f": {name} Podejdź", "").answer(f"{name}, twoja karta", "")


def rematch_broken_off(home: Path) -> Path:
    """A rematch of the game before last whose dealing was broken off by the third; the journal of that game."""
    journal = begun(home)
    latest = table_of("planetopia", {"Zenon": "", "Wanda": "", "Xenia": ""}, "")
    led(home, latest, "b")
    with sitting(home, "again", str(journal), "--silent", hurried=True) as one:
        one.answer("Rewanż: tych samych 8 osób", "t")
        look(one, "Ala", "Bartek")
        one.see(": Celina Podejdź").type(CTRL_C)
        one.see("Następne rozdanie pokaże te same karty.").see("narrator resume").end()
    return journal


@pytest.mark.parametrize("command", ["again", trial("again that"), trial("resume")])
def test_a_rematch_whose_dealing_was_broken_off_goes_on_with_the_same_cards(command: str, tmp_path: Path) -> None:
    that = rematch_broken_off(tmp_path)
    (kept,) = {*that.parent.glob("*.jsonl")} - {that, that.with_name("b.jsonl")}
    typed = [command.split()[0], *([str(that)] if "that" in command else []), "--silent"]
    with sitting(tmp_path, *typed, hurried=True) as one:
        one.answer(
            "6 osób nie widziało jeszcze swoich kart (Celina, Darek, Ewa, Filip, Gosia, Hubert). Pokazać teraz", ""
        )
        look(one, "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert")
        one.see("Czy wszyscy są gotowi?")
        assert "Pokazać teraz" not in one.words
    assert {*that.parent.glob("*.jsonl")} == {that, that.with_name("b.jsonl"), kept}, "it is the same game"
    assert [*(tmp_path / "data" / "narrator" / "deals").glob("*")] == []


@pytest.mark.parametrize("command", ["again", trial("resume")])
def test_a_dealing_to_other_people_that_was_broken_off_goes_on_though_there_is_an_older_one(
    command: str, tmp_path: Path
) -> None:
    that = rematch_broken_off(tmp_path)
    games = {*that.parent.glob("*.jsonl")}
    with sitting(tmp_path, "again", "--silent", hurried=True) as one:
        one.answer("6 osób nie widziało", "n").answer("Rewanż: tych samych 8", "n")
        one.answer("Zagrać w innym składzie?", "t").answer("Gracz 9", "usuń Hubert").answer("Gracz 8", "Zenon, Iza")
        one.answer("Gracz 10", "").answer("Kto prowadzi noc", "").answer("Zaczynamy?", "tak")
        look(one, "Ala", "Bartek", "Celina")
        one.see(": Darek Podejdź").type(CTRL_C).end()
    with sitting(tmp_path, command, "--silent", hurried=True) as one:
        one.answer("(Darek, Ewa, Filip, Gosia, Zenon, Iza). Pokazać teraz", "")
        look(one, "Darek", "Ewa", "Filip", "Gosia", "Zenon", "Iza")
        one.see("Czy wszyscy są gotowi?")
    (begun,) = {*that.parent.glob("*.jsonl")} - games
    assert session.recall(begun).table.setup.people[9] == "Iza"


@pytest.fixture
def dealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A game that was begun, and after it the cards of another table, which only these have seen."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def done(*seen: str) -> None:
        begun(tmp_path)
        text = (tmp_path / "new.toml").read_text("utf-8")
        monday = tmp_path / "monday.toml"
        monday.write_text(text.replace('"Ala"', '"Zenon"'), "utf-8")
        fix_seed(monday)
        for seat in range(1, len(seen) + 1):
            unseen.saw(loading.load_table(monday).setup, seat)

    return done


ALL = ("Zenon", *EIGHT.split(", ")[1:])
HALF, WHOLE = (
    "6 osób nie widziało",
    "Przy stole monday wszyscy widzieli swoje karty, a gra się nie zaczęła. Zacząć ją",
)


@pytest.mark.parametrize(("seen", "asked"), [trial(ALL[:2], HALF), (ALL, WHOLE)])
def test_cards_that_were_dealt_last_are_gone_on_with_before_an_older_game(
    seen: tuple[str, ...], asked: str, dealt: Callable[..., None], tmp_path: Path
) -> None:
    dealt(*seen)
    for command, older in (("resume", "Czy wszyscy są gotowi"), ("again", "Rewanż: tych samych 8")):
        with sitting(tmp_path, command, "--silent") as one:
            one.answer(asked, "n").see(older).type(CTRL_C)
        os.utime(tmp_path / "data" / "narrator" / "games" / "a.jsonl", (1, 1))
    with sitting(tmp_path, "resume", "--silent", hurried=True) as one:
        one.answer(asked, "t")
        look(one, *ALL[len(seen) :])
        one.see("Czy wszyscy są gotowi?")


@pytest.mark.parametrize(
    ("seen", "words", "then"),
    [(ALL[:2], "rozdawanie kart przerwane", HALF), trial(ALL, "karty rozdane", "Czy wszyscy są gotowi?")],
)
def test_the_menu_goes_on_with_them_too(
    seen: tuple[str, ...], words: str, then: str, dealt: Callable[..., None], tmp_path: Path
) -> None:
    dealt(*seen)
    at_home(tmp_path, QUIET + 'language = "pl"\n')
    with sitting(tmp_path, "--terminal", height=60) as one:
        one.see(f"dalej: stół monday: {words}").type("2", ENTER).see("Która gra?").type("1", ENTER).see(then)


def test_a_game_that_was_gone_on_with_since_comes_before_them_though_nothing_happened_in_it(
    dealt: Callable[..., None], tmp_path: Path
) -> None:
    dealt(*ALL[:2])
    narrator("resume", "data/narrator/games/a.jsonl", "--headless", cwd=tmp_path, env=at_home(tmp_path))
    with sitting(tmp_path, "again", "--silent") as one:
        one.see("Rewanż: tych samych 8").type(CTRL_C)
        assert HALF not in one.words


def test_who_would_rather_have_new_cards_is_asked_for_a_rematch(tmp_path: Path) -> None:
    rematch_broken_off(tmp_path)
    with sitting(tmp_path, "again", "--silent") as one:
        one.answer("6 osób nie widziało", "n").see("Rewanż: tych samych 8 osób").type(CTRL_C).end()


@pytest.mark.parametrize("seen", [ALL[:2], ALL])
def test_the_people_of_a_rematch_are_not_taken_for_those_of_the_table_dealt_last(
    seen: tuple[str, ...], dealt: Callable[..., None], tmp_path: Path
) -> None:
    dealt(*seen)
    with sitting(tmp_path, "again", "--silent") as one:
        one.answer("monday" if len(seen) == len(ALL) else "(Celina,", "n").see("Rewanż: tych samych 8 osób").type(
            CTRL_C
        )
        assert f"Poprzednia gra: {EIGHT}." in one.words


def test_who_wants_no_rematch_at_all_is_let_go(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with sitting(tmp_path, "again", str(journal), "--silent") as one:
        one.answer("Rewanż: tych samych 8 osób", "n").answer("Zagrać w innym składzie?", "").end()
