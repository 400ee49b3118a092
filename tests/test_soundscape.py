"""The ambience covers the night: the same for whoever acts, ducked while somebody could choose, off with one key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from narrator.answers import typed
from narrator.computer import paths
from narrator.computer.config import Config, load_config
from narrator.cues import AMBIENCE, Ask, At, Cue, Part, Pause, Say, Tell
from narrator.ears.lexicon import languages, read_lexicon
from narrator.errors import BadData, ChannelLost
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.loading import load_script
from narrator.games.table import Answerers
from narrator.games.view import Outcome, View
from narrator.mouth.ambience import Ambience, ambience_of
from narrator.rooms.captions import NoMouth
from narrator.rooms.counting import words_of
from narrator.rooms.opening import microphone_listens
from narrator.rooms.screen import Screen
from narrator.rooms.soundscape import DUCKED, FORWARD, Soundscape
from narrator.rooms.table import RoomSettings, TableRoom

from tests.polish import in_polish, word
from tests.waiting import Typing

NIGHT, DAY = At(call="thief.steal", book="20", night=1), At(call="day", night=1, phase="day")
START = At(call="start", phase="start")
NAMES = {1: "Ala", 2: "Bartek", 3: "Celina"}
LOUD = 0.4

pytestmark = pytest.mark.usefixtures("clock")


class Noted:
    """A player that notes what is asked of it, in order; `mute` has no ambience."""

    ahead = 0.0
    begins: Callable[[float], None] = staticmethod(lambda _: None)

    def __init__(self, *, mute: bool = False) -> None:
        self.notes: list[object] = []
        self.fades: list[tuple[float, float]] = []
        self._mute = mute

    def play(self, path: Path) -> None:
        raise AssertionError(path)

    def rest(self, seconds: float) -> None:  # noqa: ARG002
        self.notes.append("rest")

    def surround(self, ambience: Ambience) -> None:  # noqa: ARG002
        if self._mute:
            raise ChannelLost("aplay plays one sound at a time.")
        self.notes.append("surround")

    def fade(self, gain: float, seconds: float) -> None:
        self.notes.append(gain)
        self.fades.append((gain, seconds))

    def chime(self) -> None:
        self.notes.append("tone")

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass


class Voice(NoMouth):
    """A mouth that notes its lines among what its player is asked."""

    def __init__(self, player: Noted) -> None:
        self._player = player

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002
        self._player.notes.append(text)


def say(text: str, at: At = NIGHT) -> Say:
    return Say(at=at, line="", text=text, pause=0.5)


def ask(at: At = NIGHT) -> Ask:
    return Ask(at=at, line="", text="Kogo?", to=(2,), kind="seat", choices=("1", "3"), optional=True, window=20.0)


def led(
    player: Noted,
    cues: Sequence[Cue | View],
    *lines: tuple[str, str],
    ambience: str = "wind",
    microphone: bool = True,
) -> tuple[list[str | None], str]:
    """Lead the cues in a room whose players type these lines; give what the game gets, and what the screen shows."""
    page, told = StringIO(), list[str]()
    screen = Screen(NAMES, words_of("pl"), Console(file=page, width=100))
    soundscape = Soundscape(player, ambience_of(ambience), LOUD, in_polish(told.append), microphone=microphone)
    room = TableRoom(Voice(player), Typing(NAMES, *lines), screen, RoomSettings(show_seconds=0.0), soundscape)
    answers = []
    for cue in cues:
        if isinstance(cue, View):
            room.see(cue)
        elif isinstance(cue, Say):
            room.say(cue)
        elif isinstance(cue, Ask):
            answers.append(room.ask(cue))
        elif isinstance(cue, Tell):
            room.tell(cue)
        elif isinstance(cue, Pause):
            room.pause(cue)
    return answers, page.getvalue() + "".join(told)


WAKE, SLEEP = say("Złodziej się budzi."), say("Złodziej zasypia.")
TOLD = Tell(at=NIGHT, line="", text="Nie ma.", to=(2,))
TIME = Pause(at=NIGHT, seconds=20.0)


def test_it_ducks_for_a_calls_whole_window() -> None:
    player = Noted()
    led(player, [WAKE, TIME, SLEEP])
    after, window = ["rest"], [LOUD * DUCKED, "rest", LOUD]
    assert player.notes == ["surround", LOUD, WAKE.text, *after, *window, SLEEP.text, *after]
    assert pytest.approx(10 ** (-12 / 20), rel=0.01) == DUCKED


def test_where_no_microphone_listens_it_comes_forward_for_a_calls_whole_window() -> None:
    player = Noted()
    led(player, [WAKE, TIME, SLEEP], microphone=False)
    assert [note for note in player.notes if isinstance(note, float)] == [LOUD, LOUD * FORWARD, LOUD]
    assert FORWARD > 1.0


@pytest.mark.parametrize(("answers", "listens"), [("keys", False), ("counting", False), ("moderator", True)])
def test_no_microphone_listens_at_a_table_of_keys(answers: Answerers, listens: bool) -> None:
    setup = Setup(player=tuple(Player(name=name) for name in NAMES.values()), answers=answers)
    assert microphone_listens(setup, Config(), silent=False) is listens
    assert not microphone_listens(setup, Config(ears="keys"), silent=False)


@pytest.mark.parametrize(
    "acting", [[TIME, ask()], [TIME, TOLD, ask()], [TIME, ask(), TOLD], [ask()], [TIME, ask(), ask()]]
)
def test_whoever_acts_the_room_sounds_the_same(acting: list[Cue]) -> None:
    nobody, somebody = Noted(), Noted()
    led(nobody, [WAKE, TIME, SLEEP])
    led(somebody, [WAKE, *acting, SLEEP], ("ask", "3"), ("ask", "1"))
    assert nobody.notes == somebody.notes


def test_the_day_is_without_it() -> None:
    player = Noted()
    led(
        player,
        [
            say("Witajcie.", START),
            WAKE,
            say("Dzień.", DAY),
            ask(DAY),
            say("Noc.", At(call="night")),
        ],
        ("ask", "3"),
    )
    assert [note for note in player.notes if note != "rest"] == [
        "Witajcie.", "surround", LOUD, WAKE.text, 0.0, "Dzień.", LOUD, "Noc.",
    ]  # fmt: skip


def tense(tension: float, **more: Any) -> View:
    return View(audience="all", at=DAY, seats=(), tension=tension, **more)


def test_a_tense_day_is_as_loud_as_it_is_tense_whoever_listens() -> None:
    player = Noted()
    won = Outcome(winners=("1",))
    led(
        player,
        [tense(0.5), say("Pięć.", DAY), ask(DAY), tense(1.0), say("Dziesięć.", DAY), tense(1.0, outcome=won)],
        ("ask", "3"),
    )
    heard = [note for note in player.notes if note != "rest"]
    assert heard == ["surround", LOUD / 2, "Pięć.", LOUD, "Dziesięć.", 0.0]


def test_it_rises_slowly_by_day_and_a_night_is_as_ever() -> None:
    player = Noted()
    led(player, [tense(0.2), tense(0.4), say("Dzień.", DAY), WAKE, TIME, say("Dzień.", DAY), tense(0.0)])
    assert [(note, seconds) for note, seconds in player.fades] == [
        (LOUD * 0.2, 3.0), (LOUD * 0.4, 3.0), (LOUD, 0.5), (LOUD * DUCKED, 0.5), (LOUD * 0.4, 0.5), (0.0, 3.0),
    ]  # fmt: skip


def test_one_key_switches_it_off_and_on_and_the_game_does_not_see_it() -> None:
    player = Noted()
    answers, shown = led(
        player, [WAKE, ask(), SLEEP, ask(), SLEEP], ("ask", "a"), ("ask", "3"), ("ask", "1"), ("acts", "ambience")
    )
    assert answers == ["3", "1"]
    gains = [note for note in player.notes if isinstance(note, float)]
    assert gains == [LOUD, LOUD * DUCKED, 0.0, 0.0, 0.0, LOUD * DUCKED, LOUD]
    assert shown.index(word("ambience-off")) < shown.index(word("ambience-on"))


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_key(language: str) -> None:
    question = Ask(at=NIGHT, line="", text="", to="all", kind="seat", choices=("1",), commands=(AMBIENCE,))
    assert typed("a", question, read_lexicon(language), NAMES).canonical == AMBIENCE  # type: ignore[union-attr]


def test_without_ambience_the_key_is_no_answer() -> None:
    answers, shown = led(Noted(), [WAKE, ask()], ("ask", "a"), ("ask", "3"), ambience="none")
    assert answers == ["3"]
    assert word("not-understood", heard="a") in shown


def test_a_player_that_cannot_mix_is_told_once_and_plays_on() -> None:
    player = Noted(mute=True)
    _, shown = led(player, [WAKE, TIME, SLEEP, TIME, SLEEP])
    assert shown.count("plays one sound at a time") == 1
    assert [note for note in player.notes if isinstance(note, str) and note != "rest"] == [
        WAKE.text,
        SLEEP.text,
        SLEEP.text,
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            'ambience = "win"',
            "config.toml:2: ambience: there is no ambience 'win', and no such file → did you mean wind?",
        ),
        ("ambience_volume = 3.0", "config.toml:2: ambience_volume: 3.0 is out of range → from 0.0 to 1.0"),
    ],
)
def test_settings_that_cannot_be_are_told(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"format = 1\n{line}\n")
    with pytest.raises(BadData) as told:
        load_config(path)
    assert str(told.value) == fault


def test_a_file_is_looked_for_beside_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('format = 1\nambience = "lake.ogg"\n')
    (tmp_path / "lake.ogg").touch()
    assert load_config(path).ambience == str(tmp_path / "lake.ogg")


def test_a_call_is_of_the_night_whatever_its_id(tmp_path: Path) -> None:
    """A title or a sound of the day would come from a name."""
    file = tmp_path / "own.toml"
    own = (paths.shipped("scripts") / "ktulu.toml").read_text("utf-8")
    file.write_text(own.replace('id = "sheriff.jail', 'id = "day-watch.jail'), "utf-8")
    players = tuple(Player(name=card, card=card) for card in ("sheriff", "boss", "avenger", "chief"))
    game = Ktulu(Setup(player=players), load_script(file))
    state = game.begin(1)
    events = game.opening(state)
    while True:
        for event in events:
            state = game.fold(state, event)
        cue = game.cue(state)
        if isinstance(cue, Say) and cue.at.call == "day-watch.jail":
            break
        events = as_events(game.take(state, "ready") if isinstance(cue, Ask) else game.delivered(state))
    player = Noted()
    _, shown = led(player, [cue])
    assert "Noc zerowa" in shown
    assert word("day") not in shown
    assert player.notes[:2] == ["surround", LOUD]


def as_events(result: Any) -> list[Any]:
    assert isinstance(result, list), result
    return result
