"""Dealing: each player sees one card, alone, the same that the game begins with, and nothing stays on the screen."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.computer.texts import texts_of
from narrator.cues import Part
from narrator.errors import BadData, ChannelLost, NarratorError
from narrator.evening import cards
from narrator.evening.calling import Herald, aloud
from narrator.evening.dealing import deal, deal_table, fix_seed
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import HouseRules, Player
from narrator.games.night.printed.dealing import aim, calls_of, card_texts, cards_of, does
from narrator.games.night.script.script import Role
from narrator.play import loading
from narrator.rooms.paper import WIPE, wrapped
from narrator.terminal import words as terminal_words

from tests.polish import KTULU

pytestmark = pytest.mark.usefixtures("own_data")

SMALL = (paths.shipped("setups") / "small.toml").read_text(encoding="utf-8")
DEMO = loading.load_table(paths.shipped("setups") / "demo.toml")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


class Heard:
    """A mouth that hears what it is to say; its events tell when."""

    def __init__(self) -> None:
        self.said, self.made = SimpleQueue[str](), list[str]()
        self.may_prepare, self.closed = Event(), Event()

    def prepare(self, lines: Sequence[Part], _progress: Callable[[int, int], None]) -> None:
        assert self.may_prepare.wait(30)
        self.made += [line.text for line in lines]

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:
        assert text == "".join(part.text for part in parts)
        self.said.put(text)

    def seconds(self, _text: str, _parts: Sequence[Part] = ()) -> float:
        return 0.0

    def hush(self) -> None:
        """Say nothing that could be hushed."""

    def close(self) -> None:
        self.closed.set()


class Pages:
    """What stood on the screen each time somebody pressed Enter."""

    def __init__(self) -> None:
        self.now, self.seen = "", list[str]()

    def show(self, text: str) -> None:
        self.now = text

    def wait(self) -> None:
        self.seen.append(self.now)


def test_a_card_stands_alone_on_the_screen() -> None:
    pages = Pages()
    names = [player.name for player in DEMO.setup.player]
    cards = [str(player.card) for player in DEMO.setup.player]
    texts = card_texts(cards, DEMO.setup, DEMO.script, KTULU)
    deal(dict(enumerate(zip(names, texts, strict=True), 1)), len(names), pages, KTULU)
    spoken = DEMO.script.vocabulary["gentle"]
    assert len(pages.seen) == 24
    for seat, name in enumerate(names):
        call, page = pages.seen[2 * seat], pages.seen[2 * seat + 1]
        assert f"Gracz {seat + 1} z 12: {name}" in call
        assert not [card for card in cards if spoken[card].name in call]
        assert [card for card in cards if f"  {spoken[card].name}\n" in page] == [cards[seat]]
        assert spoken[DEMO.script.roles[cards[seat]].faction].name in page


def test_cards_have_the_names_of_the_profile() -> None:
    pages = Pages()
    [card] = card_texts(["courtesan"], replace(DEMO.setup, names="book"), DEMO.script, KTULU)
    deal({1: ("Ala", card)}, 8, pages, KTULU)
    assert "Dziwka" in pages.seen[1]


@pytest.mark.parametrize("role", DEMO.script.role, ids=lambda role: role.id)
@pytest.mark.parametrize("profile", DEMO.script.vocabulary)
def test_a_card_says_what_its_holder_does_and_how_they_win(role: Role, profile: str) -> None:
    [text] = card_texts([role.id], replace(DEMO.setup, names=profile), DEMO.script, KTULU)
    assert does(DEMO.setup, DEMO.script, role.id) in text
    assert aim(DEMO.setup, DEMO.script, role.faction) in text
    assert role.does.endswith(".")
    assert "{" not in text
    pages = Pages()
    deal({1: ("Święty Mikołaj", text)}, 8, pages, KTULU)
    lines = wrapped(pages.seen[1], 58).splitlines()
    assert len(lines) + 4 <= 20
    assert max(map(len, lines)) <= 58


HOUSE = HouseRules(
    drinks=3,
    gambler_from_night=3,
    ship_night=2,
    signals_to_win=2,
    hits_to_win=2,
    kali_thefts=1,
    bandits_kill=True,
    fugitives_search=False,
    warrior="after-takeover",
    no_self_target=("mayor", "judge"),
)


@pytest.mark.parametrize(
    ("role", "book", "house"),
    [
        ("drunkard", "2 razy w grze", "3 razy w grze"),
        ("drunken-judge", "2 razy w grze", "3 razy w grze"),
        ("gambler", "od nocy numer 2", "od nocy numer 3"),
        ("mayor", "nawet siebie", "Siebie nie możesz"),
        ("judge", "wyniku pojedynku", "wyniku cudzego pojedynku"),
        ("kali", "2 razy w grze", "raz w grze"),
        ("boss", "po nocy numer 3 albo", "po nocy numer 2 albo"),
        ("boss", "przeszukujecie. ", "a ta osoba ginie"),
        ("ufo", "3. sygnał", "2. sygnał"),
        ("kaszabara", "po raz 3.", "po raz 2."),
        ("cleaner", "kogoś przeszukujecie", "Noc z posążkiem"),
        ("warrior", "Raz w grze", "W każdą noc, w którą przejmą posążek"),
    ],
)
def test_a_card_has_the_house_rules_of_its_table(role: str, book: str, house: str) -> None:
    by_book, by_house = (
        card_texts([role], replace(DEMO.setup, rules=rules), DEMO.script, KTULU)[0] for rules in (HouseRules(), HOUSE)
    )
    assert book in by_book
    assert house in by_house
    assert book not in by_house


def test_the_ship_sails_later_at_a_large_table() -> None:
    large = replace(DEMO.setup, rules=HouseRules(), player=tuple(Player(name=str(seat)) for seat in range(17)))
    assert "po nocy numer 4 albo" in aim(large, DEMO.script, "bandits")


def test_no_card_names_what_another_profile_calls_otherwise() -> None:
    script = DEMO.script
    other = [script.vocabulary["book"][one].name for one in script.profile[1].names]
    other += [script.vocabulary["gentle"][one].name for one in script.profile[1].names]
    texts = " ".join([*(role.does for role in script.role), *(faction.aim for faction in script.faction)])
    assert [name for name in other if name in texts] == []


def test_a_card_of_a_script_that_says_nothing_of_it_has_its_name_and_faction() -> None:
    script = replace(DEMO.script, role=tuple(replace(role, does="") for role in DEMO.script.role))
    script = replace(script, faction=tuple(replace(faction, aim="") for faction in script.faction))
    assert card_texts(["sheriff"], DEMO.setup, script, KTULU) == ["Szeryf\nFrakcja: Miasto"]


def test_the_cards_shown_are_those_of_the_game(small: Path) -> None:
    seed = fix_seed(small)
    table = loading.load_table(small)
    assert table.setup.seed == seed
    game = Ktulu(table.setup, table.script)
    state = game.begin(seed)
    for event in game.opening(state):
        state = game.fold(state, event)
    assert cards_of(table, seed) == state.cards
    assert sorted(state.cards) == sorted(table.setup.cards)


def test_a_seed_is_written_once_and_comments_stay(small: Path) -> None:
    seed = fix_seed(small)
    assert fix_seed(small) == seed
    written = small.read_text(encoding="utf-8")
    assert tomllib.loads(written) == tomllib.loads(SMALL) | {"seed": seed}
    assert {*SMALL.splitlines()} <= {*written.splitlines()}


def test_the_next_evening_is_dealt_anew(small: Path) -> None:
    assert len({fix_seed(small, again=True) for _ in range(3)}) > 1
    assert [file.name for file in small.parent.iterdir()] == ["small.toml"]


def test_cards_that_have_their_players_need_no_seed(tmp_path: Path) -> None:
    path = tmp_path / "given.toml"
    text = (paths.shipped("setups") / "demo.toml").read_text(encoding="utf-8").replace("seed = 7", "# no seed")
    path.write_text(text, encoding="utf-8")
    fix_seed(path, again=True)
    assert path.read_text(encoding="utf-8") == text
    assert cards_of(DEMO, 1) == tuple(player.card for player in DEMO.setup.player)


def test_a_faulty_setup_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(BadData):
        fix_seed(path)
    assert path.read_text(encoding="utf-8") == "format = 1\n"


def test_cards_are_not_dealt_into_a_pipe(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        with pytest.raises(NarratorError, match="w terminalu"):
            deal_table(small)
    assert small.read_text(encoding="utf-8") == SMALL


def test_known_cards_are_not_shown_again_where_no_new_ones_are_wanted(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fix_seed(small)
    written = small.read_text(encoding="utf-8")
    questions: list[str] = []

    def no(question: str, _: str) -> str:
        questions.append(question)
        return "nie"

    monkeypatch.setattr(cards, "in_terminal", lambda: True)
    monkeypatch.setattr(cards, "_played", lambda *_: "deal.seen")
    monkeypatch.setattr(terminal_words, "ask", no)
    cards.deal(small, Config())
    assert ["Rozdać nowe?" in question for question in questions] == [True]
    assert capsys.readouterr().out == "Nic nie rozdano.\n"
    assert small.read_text(encoding="utf-8") == written


DEALER = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches us
from narrator.games import ktulu
from narrator.games.night.printed.dealing import card_texts
from narrator.games.night.loading import shipped_script
from narrator.games.night.loading import FOLDER
from narrator.games.ktulu.setup import Setup
from narrator.evening import dealing
from narrator.evening.dealing import CardScreen, deal
from narrator.computer.texts import texts_of
TEXTS = texts_of("pl", FOLDER)
dealing.REST = 0.0
try:
    with CardScreen() as screen:
        cards = card_texts(["sheriff", "boss"], Setup(), shipped_script(), TEXTS)
        deal({1: ("Ala", cards[0]), 2: ("Bartek", cards[1])}, 2, screen, TEXTS)
except (EOFError, KeyboardInterrupt):
    pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not for Windows")
@pytest.mark.parametrize("keys", ["\n\n\n\n", "\n\x04", "\n\x03"], ids=["to the end", "end of input", "Ctrl-C"])
def test_a_terminal_is_left_without_a_trace(keys: str) -> None:
    import pty

    outer, inner = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", DEALER], stdin=inner, stdout=inner, stderr=inner, start_new_session=True
    )
    os.close(inner)
    heard = ""
    for key in keys:
        heard += until(outer, "[Enter] \x1b[H")
        os.write(outer, key.encode())
    heard += until(outer, "\x1b[?1049l")
    assert child.wait() == 0
    os.close(outer)
    assert heard.startswith("\x1b[?1049h" + WIPE)
    assert heard.endswith(WIPE + "\x1b[?1049l")
    assert "Traceback" not in heard
    pages = heard.split(WIPE)
    assert [page for page in pages if "Szeryf" in page and "Bartek" in page] == []
    assert len([page for page in pages if "Szeryf" in page]) == 1


def until(terminal: int, end: str) -> str:
    heard = b""
    while not heard.decode("utf-8", "ignore").endswith(end):
        heard += os.read(terminal, 1024)
    return heard.decode()


def test_whoever_has_no_name_is_called_once() -> None:
    pages = Pages()
    deal({3: ("Gracz 3", "x"), 4: ("Ola", "x")}, 8, pages, texts_of("pl"))
    first, _, second, _ = (text.strip().splitlines()[0] for text in pages.seen)
    assert (first, second) == ("Gracz 3 z 8", "Gracz 4 z 8: Ola")


def words(parts: Sequence[Part]) -> str:
    return "".join(part.text for part in parts)


def test_players_are_called_by_name_in_turn_and_not_twice_in_the_same_words() -> None:
    called = {seat: words(parts) for seat, parts in calls_of(DEMO, 7).items()}
    assert [*called] == [*DEMO.setup.people]
    for seat, name in DEMO.setup.people.items():
        assert name in called[seat]
        assert str(seat) not in called[seat]
    told = [text.replace(DEMO.setup.people[seat], "") for seat, text in called.items()]
    assert all(one != next_one for one, next_one in pairwise(told))
    assert len({*told}) >= 2


def test_players_who_share_a_name_are_called_by_their_numbers_too() -> None:
    two = tuple(replace(player, name="Ala") if player.name == "Bartek" else player for player in DEMO.setup.player)
    called = calls_of(replace(DEMO, setup=replace(DEMO.setup, player=two)), 7)
    assert all(str(seat) in words(parts) for seat, parts in called.items())


def test_a_deal_waits_for_no_voice_and_gets_the_lines_ready_meanwhile() -> None:
    """While a line is being made the deal goes on; then only who was called last is called."""
    mouth, pages = Heard(), Pages()
    lines = [Part(f"line.{number}", f"Zdanie {number}.") for number in range(10)]
    people = {seat: (name, "karta") for seat, name in DEMO.setup.people.items()}
    herald = Herald(lambda: mouth, calls_of(DEMO, 7), lines)
    deal(people, 12, pages, KTULU, herald)
    assert len(pages.seen) == 24
    herald.call(5)
    mouth.may_prepare.set()
    heard = mouth.said.get(timeout=30)
    while "Ewa" not in heard:  # who was called before the first line was begun
        heard = mouth.said.get(timeout=30)
    herald.call(6)
    assert DEMO.setup.people[6] in mouth.said.get(timeout=30)
    herald.close()
    assert mouth.closed.is_set()
    assert mouth.made == [line.text for line in lines][: len(mouth.made)]
    assert mouth.made


def test_a_deal_without_a_voice_is_silent() -> None:
    def lost() -> Heard:
        raise ChannelLost("no sound")

    pages = Pages()
    herald = Herald(lost, calls_of(DEMO, 7), [Part("a", "A.")])
    deal({1: ("Ala", "karta")}, 12, pages, KTULU, herald)
    herald.close()
    assert len(pages.seen) == 2


def test_somebody_who_leads_calls_people_without_a_voice() -> None:
    led = replace(DEMO, setup=replace(DEMO.setup, answers="moderator"))
    with aloud(Config())(led, 7) as caller:
        assert not isinstance(caller, Herald)


def test_no_card_stands_there_while_it_is_kept_who_has_seen_theirs() -> None:
    pages, kept = Pages(), list[tuple[int, str]]()
    people = {3: ("Ala", "x"), 4: ("Ola", "x")}
    deal(people, 8, pages, texts_of("pl"), saw=lambda seat: kept.append((seat, pages.now)))
    assert kept == [(3, ""), (4, "")]
