"""D59, D60 A table of players alone: how they are told to answer, and how each reads a page of a round."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from narrator.computer.config import Config
from narrator.computer.paths import setup_file
from narrator.cues import Ask, At, End, Pause, Say
from narrator.ears.keyboard import Keyboard
from narrator.ears.lexicon import read_lexicon
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night import events as e
from narrator.games.night.state.state import State
from narrator.games.night.told.aloud import prompted
from narrator.games.night.told.wording import LETTER
from narrator.games.table import Answerers
from narrator.play.loading import load_table
from narrator.play.log import happened, told_aloud
from narrator.play.session import SavedGame, begin, recall
from narrator.rooms.alone import READING
from narrator.rooms.clock import now
from narrator.rooms.counting import CountingRoom, words_of
from narrator.rooms.plain import PlainScreen
from narrator.rooms.screen import HOME, WIPE, Screen
from narrator.rooms.table import RoomSettings, TableRoom

from tests.mishaps.happenings import legal
from tests.paper import Paper
from tests.polish import KTULU, word
from tests.scenario import SCRIPT
from tests.waiting import Typing

pytestmark = pytest.mark.usefixtures("clock")

CARDS = ("choragiew", "courtesan", "boss", "townsman", "sheriff")
PEOPLE = {seat: f"Gracz {seat}" for seat in range(1, 6)}
PAGE = Ask(
    at=At(call="page", night=1, phase="dawn"),
    line="page",
    text="Uwodzi cię numer 3, Ala.",
    to=(4,),
    kind="page",
    choices=("ready", "time"),
    commands=(),
)
ASKED = Ask(
    at=At(call="thief.steal", night=1), line="x", text="Kogo?", to=(2,), kind="seat", choices=("3", "4"), window=20.0
)
DREAM = replace(PAGE, text="Śni ci się koszmar. Zgadzasz się?", choices=("yes", "no", "time"))


def game(answers: Answerers = "keys") -> Ktulu:
    players = tuple(Player(name=PEOPLE[seat], card=card) for seat, card in enumerate(CARDS, 1))
    return Ktulu(Setup(player=players, answers=answers), SCRIPT)


def go(rules: Ktulu, state: State, *said: str) -> tuple[State, list[str]]:
    """Go on to the next question, give these answers one by one, and list the lines that were said meanwhile."""
    lines: list[str] = []
    answers = [*said]
    while True:
        cue = rules.cue(state)
        if isinstance(cue, Ask):
            if not answers:
                return state, lines
            events = rules.take(state, answers.pop(0))
            assert isinstance(events, list), events
        else:
            lines += [rules.script.plain(cue.line.rpartition(".")[0])] if isinstance(cue, Say) else []
            events = rules.delivered(state)
        for event in events:
            state = rules.fold(state, event)


def begun(rules: Ktulu) -> State:
    state = rules.begin(1)
    for event in rules.opening(state):
        state = rules.fold(state, event)
    return state


def reading(rules: Ktulu) -> State:
    """The table in the round after the zero night; the courtesan chose seat 4."""
    state, _ = go(rules, begun(rules), "ready", "4", "1", "3")
    return state


# ---- In the game ----


@pytest.mark.parametrize(
    ("answers", "how", "silence"),
    [
        ("moderator", "palcem", "Kto nie da znaku"),
        ("keys", "Enter", "Kto nic nie wpisze"),
        ("counting", "klawisz", "Kto nie naciśnie"),
        ("phones", "telefon", "Kto nic nie wyśle"),
        ("open", "na głos", "Milczenie"),
    ],
)
def test_everybody_hears_how_one_answers_at_this_table(answers: Answerers, how: str, silence: str) -> None:
    words = " ".join(SCRIPT.wordings[f"game.how.{answers}"])
    assert how in words
    assert silence in words
    rules = game(answers)
    state, lines = go(rules, begun(rules))
    assert lines == ["game.welcome", f"game.how.{answers}", "game.ready"]
    assert go(rules, state, "repeat")[1] == [f"game.how.{answers}", "game.ready"]


def test_two_judges_are_asked_one_after_the_other_each_by_the_card() -> None:
    cards = ("judge", "drunken-judge", "boss", "townsman", "townsman", "townsman")
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(cards, 1))
    rules = Ktulu(Setup(player=players, answers="keys"), SCRIPT)
    state, _ = go(rules, begun(rules), "ready", "3", "duel", "4", "5", "over", "over", "2", "0")
    named = SCRIPT.vocabulary["gentle"]
    for judge in ("judge", "drunken-judge"):
        question = rules.cue(state)
        assert isinstance(question, Ask)
        assert question.text.startswith(f"{named[judge].name} ")
        state, _ = go(rules, state, "none")


def test_a_round_is_at_dawn_after_the_zero_night_too() -> None:
    rules = game()
    state = reading(rules)
    assert (state.phase, state.at.phase, state.at.night) == ("zero", "dawn", 0)
    assert rules.view(state, "all").at.phase == "dawn"
    assert rules.view(state, "all").coming == rules.view(state, "moderator").coming == ()


def test_a_page_of_the_round_is_said_for_again_and_taken_back_one_by_one() -> None:
    rules = game()
    state = reading(rules)
    assert state.question is not None
    assert (state.question.key, state.question.about) == ("page", 1)
    assert go(rules, state, "repeat")[1] == ["round.begins", "round.next"]
    second, _ = go(rules, state, "ready")
    back, lines = go(rules, second, "undo")
    assert back.question == state.question
    assert lines == ["undo.notice", "round.next"]  # all eyes are open, and stay so


def test_what_was_read_is_kept_again_when_the_round_is_taken_back() -> None:
    rules = game()
    state, _ = go(rules, reading(rules), "ready", "ready", "ready")
    page = rules.cue(state)
    assert isinstance(page, Ask)
    assert page.to == (4,)
    assert SCRIPT.vocabulary["gentle"]["courtesan"].name in page.text
    after, _ = go(rules, state, "ready")
    assert not after.letters
    again, _ = go(rules, after, "undo")
    assert rules.cue(again) == page


def test_the_story_names_only_those_who_read_something() -> None:
    rules = game()
    state = reading(rules)
    (letter,) = state.letters
    found = replace(letter, line="tell.found", data={})

    def told(*letters: e.Kept) -> list[tuple[str, bool]]:
        kept = replace(state, letters=letters)
        read = [(kept, e.Announced("round.next", {"seat": 4})), (kept, e.PageRead(4, "ready"))]
        return [(entry.text, entry.public) for entry in rules.story(read, KTULU)]

    assert told() == []
    assert told(letter) == []  # that the courtesan chose them was told when she did
    assert told(letter, replace(found, seat=3)) == []
    assert told(letter, found) == [("Na ucho, Miastowy Gracz 4: Jest! Posążek był właśnie tam.", False)]


def test_from_the_round_the_way_back_to_the_night_closes_all_eyes() -> None:
    rules = game()
    state, lines = go(rules, reading(rules), "undo")
    assert lines == ["undo.notice", "night.again.alone"]
    assert state.gate


def test_a_game_broken_off_in_the_round_goes_on_at_the_same_page() -> None:
    rules = game()
    state = reading(rules)
    assert rules.take(state, "resume") == []


def test_where_a_moderator_sits_nothing_is_kept() -> None:
    rules = game("moderator")
    state, lines = go(rules, begun(rules), "ready", "4", "1", "3")
    assert state.phase == "day"
    assert not [line for line in lines if line.startswith("round.")]
    told = rules.draft_answer(go(rules, begun(rules), "ready")[0], "4")
    assert [event.to for event in told.events if isinstance(event, e.Told)] == [(2,), (4,)]  # type: ignore[union-attr]


# ---- In the room ----


def led(*lines: tuple[str, str]) -> tuple[TableRoom, StringIO]:
    page = StringIO()
    screen = Screen(PEOPLE, words_of("pl"), Console(file=page, width=80, height=24, force_terminal=True))
    return TableRoom(Paper(), Typing(PEOPLE, *lines), screen, RoomSettings(moderated=False)), page


def scenes(page: StringIO) -> list[str]:
    return [scene for scene in re.split(f"{re.escape(WIPE)}|{re.escape(HOME)}", page.getvalue()) if "╭" in scene]


def test_a_page_is_shown_between_two_that_all_may_see() -> None:
    room, page = led(("ask", ""), ("ask", ""))
    began = now()
    assert room.ask(PAGE) == "ready"
    assert [PAGE.text in scene for scene in scenes(page)] == [False, True, False]
    assert "Gracz 4" in scenes(page)[0]
    assert page.getvalue().rpartition(WIPE)[2].strip() == ""
    assert now() - began == pytest.approx(RoomSettings().show_seconds)  # however soon it was turned


def test_a_round_that_a_broken_off_game_goes_on_with_has_the_title_of_one_that_was_begun() -> None:
    titles = list[list[str]]()
    for said in (True, False):
        room, page = led(("ask", ""), ("ask", ""))
        if said:
            room.say(Say(at=PAGE.at, line="", text="Otwórzcie oczy."))
        assert room.ask(PAGE) == "ready"
        titles.append([line for scene in scenes(page) for line in scene.splitlines() if word("dawn") in line])
    assert titles[0] == titles[1]
    assert len(titles[0]) == 3
    written = StringIO()
    PlainScreen(PEOPLE, words_of("pl"), Console(file=written)).gate(PAGE)
    assert written.getvalue().startswith(f"{word('dawn')}\n")


def test_the_next_is_not_called_before_everybody_could_have_read_and_decided() -> None:
    room, page = led(("ask", ""), ("ask", ""))
    began = now()
    assert room.ask(replace(PAGE, more=24.0)) == "ready"
    assert now() - began == pytest.approx(24.0)
    assert word("read") in " ".join(page.getvalue().split())


def seconds_of_a_page(rules: Ktulu, state: State) -> float:
    cue = rules.cue(state)
    assert isinstance(cue, Ask)
    assert cue.kind == "page"
    return cue.more


def test_a_page_lasts_by_the_calls_that_were_made_and_not_by_what_stands_on_it() -> None:
    rules = game()
    state, lasts = reading(rules), list[float]()
    while (state.question is not None) and state.question.key == "page":
        lasts.append(seconds_of_a_page(rules, state))
        state, _ = go(rules, state, "ready")
    assert len(lasts) > 3
    assert {*lasts} == {LETTER}  # a letter of the courtesan's call, and no question


def test_where_a_dream_may_be_answered_there_is_time_to_decide_and_to_count() -> None:
    rules = game()
    state = reading(rules).copy()
    state.dues, state.dreaming = 3, True
    assert seconds_of_a_page(rules, state) >= (3 * 20 + 22) / 150 * 60 + 10 - 0.5
    without = reading(rules)
    cue = rules.cue(without)
    assert isinstance(cue, Ask)
    assert re.search(r"Policz w myślach do \d+", cue.text)


def test_a_question_on_a_page_is_answered_there() -> None:
    room, page = led(("ask", ""), ("ask", "n"))
    assert room.ask(DREAM) == "no"
    assert "Wpisz t" in scenes(page)[1]


def test_a_page_that_is_not_turned_makes_way_in_the_end() -> None:
    room, _ = led(("ask", ""))
    began = now()
    assert room.ask(DREAM) == "time"
    assert now() - began == pytest.approx(READING)


def test_whoever_is_to_come_may_take_a_step_back_instead() -> None:
    room, page = led(("ask", "cofnij"))
    assert room.ask(PAGE) == "undo"
    assert PAGE.text not in page.getvalue()


def test_how_one_answers_stays_on_the_screen_until_all_are_ready() -> None:
    room, page = led()
    start = At(call="start", phase="start")
    for words in ("Wskazać to wpisać numer.", "Czy wszyscy są gotowi?"):
        room.say(Say(at=start, line="", text=words))
    assert "Wskazać to wpisać numer." in page.getvalue().rpartition(WIPE)[2]


# ---- The end ----


def test_what_is_told_aloud_is_what_nobody_could_hear(tmp_path: Path) -> None:
    kept = over_by_night(tmp_path)
    told = [*told_aloud(kept.table.game(), kept.steps(), KTULU)]
    assert told[0] == "Noc zerowa."
    assert not [line for line in told if "Karty:" in line]
    game = kept.table.game()
    secrets = {entry.text for entry in game.story(happened(game, kept.steps()), KTULU) if not entry.public}
    titles = {line for line in told if line.startswith(("Noc ", "Dzień "))}
    assert {*told} - titles
    assert {*told} - titles <= secrets


def over_by_night(folder: Path) -> SavedGame:
    """A game played headless to its end."""
    journal = folder / "over.jsonl"
    table = load_table(setup_file(Path("small")))
    stage = begin(None, table, 1, journal, Config())
    chance = Random(4)
    while not isinstance(cue := stage.game.cue(stage.state), End):
        said = legal(cue, chance) if isinstance(cue, Ask) else ""
        result = stage.game.take(stage.state, said) if said else stage.game.delivered(stage.state)
        if isinstance(result, list):
            stage._commit(said, result)
    stage.journal.close()
    return recall(journal)


# ---- Those who are out ----


def test_a_room_follows_who_helps() -> None:
    keys = Keyboard(read_lexicon("pl"), PEOPLE, source=StringIO(""))
    screen = Screen(PEOPLE, words_of("pl"), Console(file=StringIO(), width=80))
    settings, typed = RoomSettings(moderated=False), Typing(PEOPLE, ("ask", "4"))
    for room in (
        TableRoom(Paper(), typed, screen, settings),
        CountingRoom(Paper(), typed, screen, settings, keys=keys, words=words_of("pl")),
    ):
        assert not room.moderated
        room.led(True)
        assert room.moderated
    room.pause(Pause(at=ASKED.at, seconds=20.0, counts=(("3", "4"),)))
    assert room.ask(ASKED) == "4"  # typed by whoever helps, and nothing is counted
    room.say(Say(at=ASKED.at, line="", text="Śpij."))
    assert [*vars(room)["_mouth"].lines] == ["Śpij."]


def test_what_whoever_helps_has_seen_is_gone_before_all_open_their_eyes() -> None:
    room, page = led(("ask", "4"))
    room.led(True)
    room.pause(Pause(at=ASKED.at, seconds=20.0))
    room.ask(ASKED)
    assert "Gracz 2" in page.getvalue()
    room.say(Say(at=At(call="dawn", night=1, phase="dawn"), line="", text="Otwórzcie oczy."))
    assert "Gracz" not in page.getvalue().rpartition(WIPE)[2]
    assert "Otwórzcie oczy." in page.getvalue().rpartition(WIPE)[2]


def of(rules: Ktulu, key: str, *choices: str, about: int = 0) -> Ask:
    """The day's question with this key, as it is put."""
    asked = e.Asked(key=key, kind="choice", to="all", choices=choices, line="ask.day", about=about)
    cue = rules.cue(rules.fold(rules.begin(1), asked))
    assert isinstance(cue, Ask)
    return cue


@pytest.mark.parametrize(
    ("key", "choices", "grave"),
    [
        ("day", ("hang", "night", "policy", "died"), ("night", "policy")),
        ("day.policy", ("open", "private"), ("open", "private")),
        ("day.miscount", ("recount", "stands"), ("stands",)),
        ("day.duel", ("1", "2"), ("1", "2")),
        ("day.nominate", ("1", "2"), ("1", "2")),
        ("day.accuse", ("1", "2"), ()),
        ("day.hang", ("1", "2"), ()),
    ],
)
def test_what_two_players_must_not_decide_for_all_is_grave(
    key: str, choices: tuple[str, ...], grave: tuple[str, ...]
) -> None:
    assert of(game(), key, *choices).grave == grave


@pytest.mark.parametrize("key", ["day.duel", "day.accept"])
def test_who_duels_says_whom_and_whether_themselves(key: str) -> None:
    cue = of(game(), key, "1", "2", about=3)
    assert (cue.whose, cue.grave) == (3, ())


@pytest.mark.parametrize(("answers", "possible"), [("keys", True), ("phones", False)])
def test_with_phones_nobody_helps_at_the_laptop_and_no_night_is_open(answers: Answerers, possible: bool) -> None:
    rules = game(answers)
    day, _ = go(rules, reading(rules), "ready", "ready", "ready", "ready", "ready")
    dead, lines = go(rules, day, "died", "4")
    assert ("help.offer" in lines) is possible
    assert ("helper" in rules.cue(dead).choices) is possible  # type: ignore[union-attr]
    assert ("helper" in dead.chronicle.listed) is possible
    asked, _ = go(rules, dead, "policy")
    assert ("open" in rules.cue(asked).choices) is possible  # type: ignore[union-attr]
    assert asked.question
    (aloud,) = prompted(asked, asked.question)
    assert ("open" in aloud.data["steps"]) is possible


def test_help_is_offered_once_and_taken_back_with_what_came_before() -> None:
    rules = game()
    day, _ = go(rules, reading(rules), "ready", "ready", "ready", "ready", "ready")
    dead, lines = go(rules, day, "died", "4")
    assert "help.offer" in lines
    helped, lines = go(rules, dead, "helper")
    assert "help.offer" not in lines
    assert rules.led(helped)
    back, lines = go(rules, helped, "undo")
    assert not rules.led(back)
    assert "helper" in (rules.cue(back).choices)  # type: ignore[union-attr]
