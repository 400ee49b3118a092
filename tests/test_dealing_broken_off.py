"""A dealing that is broken off is gone on with, whoever has seen a card or not, before any night begins."""

from __future__ import annotations

import re
import shutil
import signal
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from narrator.evening import unseen
from narrator.evening.dealing import fix_seed
from narrator.games.ktulu.setup import Player, Setup
from narrator.play import loading
from narrator.rooms.paper import WIPE

from tests.played import Played
from tests.program import narrator
from tests.sitting import HURRY
from tests.sweeps import trial
from tests.test_cards_first import PRESSED, SEEN, Terminal, begun_with, keep, seed_of, seeded, terminal

pytestmark = [
    pytest.mark.usefixtures("own_data"),
    pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows"),
]

FOUR, READY = "4 osoby nie widziały jeszcze swoich kart", "Czy wszyscy są gotowi?"
PEOPLE = ["Łucja", "Bartek", "Żaneta", "Darek", "Ewa"]


def show(screen: Terminal, *people: str) -> None:
    """Let each of these, who are called in this order, look at their card to the end."""
    for name in people:
        for _ in range(2):
            screen.until("[Enter] ")
            assert name in screen.heard.rsplit("\x1b[3J", 1)[1]
            screen.type("\n")


def broken_off(setup: Path, config: Path, *, by: str = "\x03") -> None:
    """Deal, and break off while the second card is on the screen."""
    with terminal("deal", setup, "--config", config, hurry=HURRY) as screen:
        show(screen, "Łucja")
        screen.until("[Enter] ")
        screen.type("\n")
        screen.until("[Enter] ")
        assert "Bartek, twoja karta" in screen.heard
        if by:
            screen.type(by)
            assert screen.child.wait()


@pytest.mark.parametrize("name", [trial("SIGTERM"), "SIGHUP"])
def test_a_signal_leaves_no_card_on_the_screen(setup: Path, config: Path, name: str) -> None:
    with terminal("deal", setup, "--config", config, hurry=HURRY) as screen:
        show(screen, "Łucja")
        screen.until("[Enter] ")
        screen.type("\n")
        screen.until("[Enter] ")
        screen.child.send_signal(sent := getattr(signal, name))
        screen.until("\x1b[?1049l")
        assert screen.child.wait() == 128 + sent
    assert screen.heard.rpartition("twoja karta")[2].endswith(WIPE + "\x1b[?1049l")


@pytest.fixture
def half(setup: Path, config: Path) -> Path:
    """A setup of which only the first has seen their card."""
    broken_off(setup, config)
    return setup


def kept(data: Path) -> list[Path]:
    return [*(data / "deals").glob("*")]


@pytest.mark.parametrize("by", [trial("\x03"), trial("\x04"), ""], ids=["Ctrl-C", "end of input", "kill"])
def test_the_game_asks_first_and_shows_the_others_the_same_cards(by: str, setup: Path, config: Path) -> None:
    broken_off(setup, config, by=by)
    seed = seed_of(setup)
    with terminal("play", setup, "--silent", "--config", config, hurry=HURRY) as screen:
        screen.until(PRESSED)
        assert FOUR in screen.words
        screen.type("\n")
        show(screen, *PEOPLE[1:])
        screen.until(READY)
    assert begun_with(config).seed == seed == seed_of(setup) is not None
    assert unseen.left(loading.load_table(setup).setup) == []


def test_a_page_asks_too(half: Path, config: Path) -> None:
    with terminal("lead", half, "--no-browser", "--config", config) as screen:
        screen.until(PRESSED)
        assert FOUR in screen.words


def test_who_declines_plays_on_and_is_asked_another_time(half: Path, config: Path) -> None:
    seed = seed_of(half)
    for _ in range(2):
        with terminal("play", half, "--silent", "--config", config) as screen:
            screen.until(PRESSED)
            if "nie jest skończona" in screen.heard:
                screen.type("nie\n")
                screen.until(PRESSED)
            assert FOUR in screen.words
            screen.type("nie\n")
            screen.until(READY)
            assert "twoja karta" not in screen.heard
            assert "talię" not in screen.heard
    assert seed_of(half) == seed


@pytest.mark.parametrize("options", [["--silent"], ["--headless"]])
def test_where_nobody_can_be_asked_it_is_said(options: list[str], half: Path, config: Path) -> None:
    said = narrator("play", half, "--config", config, *options).stderr
    assert FOUR in said
    assert f"narrator deal {half}\n" in said


@pytest.mark.parametrize("options", [["--silent"], ["--headless"]])
def test_a_seed_that_deals_other_cards_is_refused_before_any_is_shown(
    options: list[str], half: Path, config: Path
) -> None:
    own = seed_of(half) or 0
    said = narrator("play", half, "--seed", str(own + 1), "--config", config, *options).stderr
    assert f"z ziarnem {own}:" in said
    assert FOUR not in said
    assert FOUR in narrator("play", half, "--seed", str(own), "--config", config, *options).stderr


def test_an_offer_to_deal_that_was_taken_and_broken_off(setup: Path, config: Path) -> None:
    with terminal("play", setup, "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("\n")
        screen.until(": Łucja")
        screen.type("\x03")
        assert screen.child.wait() == 130
    assert "5 osób nie widziało" in narrator("play", setup, "--config", config, "--silent").stderr


SAME = "Następne rozdanie pokaże te same karty. Ciąg dalszy rozdania: narrator deal "


@pytest.mark.parametrize("by", ["\x03", trial("\x04")], ids=["Ctrl-C", "end of input"])
@pytest.mark.parametrize("command", [("deal",), ("play", "--silent"), ("lead", "--no-browser")], ids="-".join)
def test_who_breaks_it_off_reads_that_the_cards_stay_and_how_to_go_on(
    command: tuple[str, ...], by: str, setup: Path, config: Path
) -> None:
    for time in range(2):  # the offer to deal, then the one to go on
        with terminal(command[0], setup, *command[1:], "--config", config, hurry=HURRY) as screen:
            if command != ("deal",):
                screen.until(PRESSED)
                assert ("5 osób nie widziało" if time else "Rozdać teraz") in screen.heard
                screen.type("\n")
            screen.until("[Enter] ")
            screen.type(by)
            screen.until(setup.name)
            assert SAME in " ".join(screen.heard.split())
            assert screen.child.wait() == 130


def test_a_shipped_table_deals_others_next_time_and_does_not_say_the_same(config: Path) -> None:
    with terminal("play", "small", "--silent", "--config", config) as screen:
        screen.until(PRESSED)
        screen.type("\n")
        screen.until("Podejdź i naciśnij Enter")
        screen.type("\x03")
        screen.until("Przerwane: nie wszyscy zobaczyli karty.")
        assert screen.child.wait() == 130
    assert "te same karty" not in screen.heard


def test_dealing_itself_goes_on(half: Path, config: Path) -> None:
    seed = seed_of(half)
    with terminal("deal", half, "--config", config, hurry=HURRY) as screen:
        show(screen, *PEOPLE[1:3])
        screen.until(": Darek")
    with terminal("deal", half, "--config", config, hurry=HURRY) as screen:
        show(screen, *PEOPLE[3:])
        screen.until("Wszyscy znają")
        assert screen.child.wait() == 0
    assert seed_of(half) == seed
    assert unseen.left(loading.load_table(half).setup) == []
    assert "nie widzia" not in narrator("play", half, "--config", config, "--silent").stderr


@pytest.mark.parametrize("begun", [True, False])
def test_one_who_looks_alone_has_seen_it(begun: bool, setup: Path, config: Path) -> None:
    if begun:
        broken_off(setup, config)
    with terminal("deal", setup, "--player", "Ewa", "--config", config, hurry=HURRY) as screen:
        show(screen, "Ewa")
        assert screen.child.wait() == 0
    assert unseen.left(loading.load_table(setup).setup) == ([2, 3, 4] if begun else [1, 2, 3, 4])


def test_one_who_looks_again_leaves_no_mark(setup: Path, config: Path, own_data: Path) -> None:
    seeded(setup, 5)
    with terminal("deal", setup, "--player", "Ewa", "--config", config, hurry=HURRY) as screen:
        show(screen, "Ewa")
        assert screen.child.wait() == 0
    assert kept(own_data) == []


def test_a_new_deal_begins_with_everybody(half: Path, config: Path, own_data: Path) -> None:
    with terminal("deal", half, "--again", "--config", config, hurry=HURRY) as screen:
        show(screen, *PEOPLE)
        assert screen.child.wait() == 0
    assert len(kept(own_data)) == 1, "of the deal before nothing is kept"
    assert unseen.left(loading.load_table(half).setup) == []


@pytest.mark.parametrize(
    ("edited", "who"),
    [({"Łucja": "Zenon"}, ["Zenon"]), ({"Łucja": "Żaneta", "Żaneta": "Łucja"}, ["Żaneta", "Łucja"])],
)
def test_who_has_another_name_or_seat_since_all_saw_their_cards_sees_theirs(
    edited: dict[str, str], who: list[str], setup: Path, config: Path
) -> None:
    with terminal("deal", setup, "--config", config, hurry=HURRY) as screen:
        show(screen, *PEOPLE)
        assert screen.child.wait() == 0
    text = re.sub("|".join(edited), lambda found: edited[found[0]], setup.read_text("utf-8"))
    setup.write_text(text, "utf-8")
    with terminal("play", setup, "--config", config, "--silent", hurry=HURRY) as screen:
        screen.until("Pokazać teraz")
        assert f"Od rozdania stół się zmienił: {len(who)} oso" in screen.words
        assert f"({', '.join(who)})" in screen.words
        screen.type("\n")
        show(screen, *who)
        screen.until(READY)
    assert unseen.left(loading.load_table(setup).setup) == []


def test_a_game_that_has_shown_all_cards_counts_for_more(
    game: Played, setup: Path, config: Path, own_data: Path
) -> None:
    seeded(setup, game.seed)
    broken_off(setup, config)
    keep(game, config, setup)
    said = narrator("play", setup, "--config", config, "--silent").stderr
    assert SEEN in said
    assert "nie widział" not in said
    assert "nie widział" not in narrator("play", setup, "--config", config, "--headless").stderr
    fix_seed(setup, again=True)
    assert unseen.left(loading.load_table(setup).setup) == [1, 2, 3, 4, 5]
    assert len(kept(own_data)) == 1


# ---- What is kept ----

TABLE = Setup(seed=7, cards=("sheriff", "boss", "chief"), player=tuple(Player(name=name) for name in PEOPLE[:3]))


def test_what_is_kept_names_neither_seed_nor_card_nor_player(own_data: Path) -> None:
    table = replace(TABLE, seed=123456789)
    unseen.begin(table)
    unseen.saw(table, 2)
    (file,) = kept(own_data)
    text = f"{file} {file.read_text()}"
    assert [one for one in ("123456789", *TABLE.cards, *PEOPLE) if one in text] == []


def test_a_setup_that_is_moved_or_copied(half: Path, config: Path) -> None:
    copy = half.with_name("saturday.toml")
    shutil.copy(half, copy)
    assert FOUR in narrator("play", copy, "--config", config, "--silent").stderr
    half.rename(half.with_name("sunday.toml"))
    assert FOUR in narrator("play", half.with_name("sunday.toml"), "--config", config, "--silent").stderr


def test_only_a_dealing_is_kept() -> None:
    unseen.saw(TABLE, 1)
    assert unseen.left(TABLE) == []
    unseen.begin(replace(TABLE, deal="table"))
    unseen.begin(replace(TABLE, cards=()))
    assert unseen.left(TABLE) == []


def test_another_seed_is_another_deal() -> None:
    unseen.begin(TABLE)
    unseen.saw(TABLE, 1)
    unseen.begin(TABLE)
    assert unseen.left(TABLE) == [2, 3]
    assert unseen.left(replace(TABLE, seed=8)) == []


EDITED = {
    "somebody came": (
        replace(TABLE, cards=(*TABLE.cards, "thief"), player=(*TABLE.player, Player(name="Ola"))),
        [1, 2, 3, 4],
    ),
    "another card": (replace(TABLE, cards=("sheriff", "boss", "thief")), [1, 2, 3]),
    "another order": (replace(TABLE, player=(TABLE.player[1], TABLE.player[0], TABLE.player[2])), [1, 2, 3]),
    "another name": (TABLE.renamed(1, "Lucyna"), [1, 2, 3]),
    "a name of those left": (TABLE.renamed(2, "Bartosz"), [2, 3]),
    "a deck of their own": (replace(TABLE, deal="table"), []),
}


@pytest.mark.parametrize("edit", EDITED)
def test_whoever_may_have_another_card_since_the_table_was_edited_has_not_seen_it(edit: str) -> None:
    unseen.begin(TABLE)
    unseen.saw(TABLE, 1)
    setup, left = EDITED[edit]
    assert unseen.left(setup) == left


@pytest.mark.parametrize("content", [b"", b"\xff\x00 nonsense\n"])
def test_what_is_damaged_shows_too_many_cards_rather_than_too_few(content: bytes, own_data: Path) -> None:
    unseen.begin(TABLE)
    unseen.saw(TABLE, 1)
    kept(own_data)[0].write_bytes(content)
    assert unseen.left(TABLE) == [1, 2, 3]


def test_a_dealing_that_cannot_be_kept_goes_on(setup: Path, config: Path, own_data: Path) -> None:
    own_data.mkdir()
    (own_data / "deals").write_text("a file")
    with terminal("deal", setup, "--config", config, hurry=HURRY) as screen:
        show(screen, *PEOPLE)
        assert screen.child.wait() == 0
    assert "seed" in tomllib.loads(setup.read_text("utf-8"))


def test_a_setup_that_cannot_be_written_leaves_no_mark(
    setup: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from narrator.computer import files
    from narrator.errors import NarratorError
    from narrator.texts import message

    write = files.write

    def forbidden(path: Path, data: bytes, *, private: bool = False) -> None:
        if path == setup:
            assert kept(own_data), "the seed would be there first"
            raise files.Unwritable(path, message("faults.forbidden"))
        write(path, data, private=private)

    monkeypatch.setattr(files, "write", forbidden)
    with pytest.raises(NarratorError, match="cannot be written"):
        fix_seed(setup)
    assert kept(own_data) == []


def test_so_it_is_where_the_setup_gives_each_their_card(setup: Path, config: Path) -> None:
    cards = ["sheriff", "boss", "thief", "chief", "townsman"]
    people = "".join(
        f'\n[[player]]\nname = "{name}"\ncard = "{card}"' for name, card in zip(PEOPLE, cards, strict=True)
    )
    setup.write_text(f"format = 1{people}\n", "utf-8")
    before = setup.read_bytes()
    broken_off(setup, config)
    with terminal("play", setup, "--silent", "--config", config, hurry=HURRY) as screen:
        screen.until(PRESSED)
        assert FOUR in screen.words
        screen.type("\n")
        show(screen, *PEOPLE[1:])
        screen.until(READY)
    assert (setup.read_bytes(), unseen.left(loading.load_table(setup).setup)) == (before, [])
