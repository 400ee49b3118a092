"""What a moderator sets is an aside: nobody else sees it begin, and undo takes it back before all else (D65)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from narrator.cues import OVERRIDE, Ask, End, Refused
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.naming import taken_names
from narrator.games.night.flow.eyes import closed
from narrator.games.night.flow.moments import TAKES, may_override, moment
from narrator.games.night.flow.overrides import NAMING, SETTINGS
from narrator.games.night.script.setup import Policy
from narrator.games.night.state.state import State
from narrator.games.table import Answerers

from tests.any_game.evening import after, begun
from tests.polish import KTULU
from tests.scenario import SCRIPT

CARDS = ("sheriff", "boss", "kaszabara", "chief", "shaman", "doctor", "townsman", "townsman")


def game(answers: Answerers = "moderator", policy: Policy = "masked") -> Ktulu:
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(CARDS, 1))
    return Ktulu(Setup(player=players, dice="table", answers=answers, policy=policy), SCRIPT)


def said(rules: Ktulu, state: State, *answers: str) -> State:
    for one in answers:
        events = rules.take(state, one)
        assert not isinstance(events, Refused), (one, events)
        state = after(rules, state, events)
    return state


def delivered(rules: Ktulu, state: State) -> State:
    return after(rules, state, rules.delivered(state))


def through(rules: Ktulu, state: State) -> State:
    while state.queue:
        state = delivered(rules, state)
    return state


def states(rules: Ktulu) -> Iterator[State]:
    """Every state up to the second night's end, nobody doing more than they must."""
    state = begun(rules, 1)
    while state.night < 2 or state.phase != "day":
        yield state
        cue = rules.cue(state)
        assert cue is not None
        assert not isinstance(cue, End)
        if isinstance(cue, Ask):
            plain = "night" if "night" in cue.choices else "none" if cue.optional else cue.choices[0]
            state = said(rules, state, plain)
        else:
            state = delivered(rules, state)


def asked(rules: Ktulu, key: str) -> State:
    found = (state for state in states(rules) if state.question and state.question.key == key and not state.queue)
    return next(found)


def test_nobody_else_sees_that_something_is_about_to_be_set() -> None:
    rules, tried = game(), 0
    for state in states(rules):
        if OVERRIDE in TAKES[moment(state)] and may_override(state):
            aside = said(rules, state, OVERRIDE)
            assert rules.view(aside, "all") == rules.view(state, "all")
            assert closed(aside) is closed(state)
            left = said(rules, aside, "none")
            assert (left.question, left.queue) == (state.question, state.queue), "nothing is said anew"
            tried += 1
    assert tried > 60


@pytest.mark.parametrize(
    ("answers", "offered"), [("keys", ("kill", "revive", "statue", "believed")), ("moderator", tuple(SETTINGS))]
)
def test_players_alone_set_nothing_that_tells_of_a_card(answers: Answerers, offered: tuple[str, ...]) -> None:
    rules = game(answers)
    cue = rules.cue(said(rules, asked(rules, "day"), OVERRIDE))
    assert isinstance(cue, Ask)
    assert {*cue.choices} <= {*offered}
    assert ("card" in cue.choices) is ("card" in offered)


def test_players_alone_are_offered_it_at_the_menu_only() -> None:
    rules = game("keys")
    state = asked(rules, "jail")
    cue = rules.cue(state)
    assert isinstance(cue, Ask)
    assert OVERRIDE not in cue.commands
    assert isinstance(rules.take(state, OVERRIDE), Refused)


def test_undo_after_an_answered_call_takes_back_what_was_set_first() -> None:
    rules = game()
    state = said(rules, asked(rules, "roll"), OVERRIDE, "hits", "2")
    assert state.hits == 2
    back = said(rules, through(rules, state), "undo")
    assert back.hits == 0
    assert back.question is not None
    assert back.question.key == "day.override"


# ---- Steps back ----

DEEPEST: dict[str, tuple[str, ...]] = {
    "believed": ("believed",),
    "card": ("card", "1"),
    "name": ("name", "3"),
    "uses": ("uses", "6"),
}
"""By what is set, what is answered up to its last question."""


def standing(rules: Ktulu, state: State) -> State:
    """The state; a call's time that begins anew has begun."""
    return delivered(rules, state) if state.queue and state.queue[0].kind == "pause" else state


@pytest.mark.parametrize("policy", ["masked", "open"])
@pytest.mark.parametrize("what", DEEPEST)
def test_undo_steps_back_within_and_then_puts_back_what_stood_there(what: str, policy: Policy) -> None:
    rules, tried = game(policy=policy), Counter[str]()
    for state in states(rules):
        if not (OVERRIDE in TAKES[moment(state)] and may_override(state)):
            continue
        if what not in offered(rules, state):
            continue
        depths = [said(rules, state, OVERRIDE)]
        for one in DEEPEST[what]:
            depths.append(said(rules, depths[-1], one))
        back = depths[-1]
        for before in depths[-2::-1]:
            back = said(rules, back, "undo")
            assert (back.question, back.queue, given(back)) == (before.question, (), given(before))
        back = standing(rules, said(rules, back, "undo"))
        assert back == state
        assert (back.before, back.began) == (state.before, state.began)
        tried[state.queue[0].kind if state.queue else "question"] += 1
    assert min(tried[kind] for kind in ("say", "tell", "question")) > 3


def given(state: State) -> tuple[str, ...]:
    assert state.aside is not None
    return state.aside.given


def offered(rules: Ktulu, state: State) -> tuple[str, ...]:
    cue = rules.cue(said(rules, state, OVERRIDE))
    assert isinstance(cue, Ask)
    return cue.choices


def test_undo_after_a_break_off_amid_it_leads_back_to_closed_eyes_and_the_words_that_wake() -> None:
    rules = game()
    state = asked(rules, "jail")
    broken_off = through(rules, said(rules, state, OVERRIDE, "resume"))
    back = said(rules, broken_off, "undo")
    assert back.aside is None
    assert [out.line for out in back.queue] == ["undo.notice", "night.again"]
    back = through(rules, back)
    assert moment(back) == "pause"
    assert back.gate
    back = said(rules, back, "ready")
    assert "sheriff.jail.wake" in [out.line for out in back.queue]
    assert through(rules, back).question == state.question


def test_undo_at_a_line_in_a_calls_time_takes_back_what_was_set_first() -> None:
    rules = game()
    lines = (one for one in states(rules) if one.night and one.window and one.queue and moment(one) == "line")
    state = said(rules, next(lines), OVERRIDE, "hits", "2")
    assert state.hits == 2
    back = said(rules, state, "undo")
    assert back.hits == 0
    assert back.question is not None
    assert back.question.key == "day.override"


# ---- Another name, a substitute (D65) ----


@pytest.mark.parametrize("what", NAMING)
@pytest.mark.parametrize("key", ["jail", "day"])
def test_a_seat_has_another_name_from_then_on_and_keeps_all_else(what: str, key: str) -> None:
    rules = game()
    before = asked(rules, key)
    state = said(rules, before, OVERRIDE, what, "3")
    cue = rules.cue(through(rules, state))
    assert isinstance(cue, Ask)
    assert (cue.kind, cue.to, cue.choices, cue.optional, cue.final) == ("text", "moderator", (), True, True)
    state = through(rules, said(rules, state, "  Ola   Ż. "))
    assert rules.names(state) == {**rules.names(before), 3: "Ola Ż."}
    assert rules.view(state, "all").seats[2].name == "Ola Ż."
    assert (state.cards, state.marks, state.dead) == (before.cards, before.marks, before.dead)
    assert state.question == before.question
    assert rules.setup.name(3) == "Gracz 3"


def test_a_name_is_written_as_it_was_said_and_spoken_so() -> None:
    rules = game()
    sayers = tuple(replace(one, say="Gra-cz") for one in rules.setup.player)
    rules.setup = replace(rules.setup, player=sayers)
    state = said(rules, asked(rules, "day"), OVERRIDE, "substitute", "3", "Nicole")
    assert "Nicole" not in state.setup.spoken_names
    assert len(state.setup.spoken_names) == len(CARDS) - 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Gracz 4", "name-taken"),
        ("gracz  4", "name-taken"),
        ("Gr\u0430cz 4", "name-taken"),  # with a Cyrillic letter
        ("7", "no-name"),
        ("\x1b[31mOla", "no-name"),
        ("O" * 61, "no-name"),
        ("Tak!", "name-is-answer"),
        ("time", "not-understood"),
    ],
)
def test_what_a_setup_refuses_as_a_name_is_refused(name: str, reason: str) -> None:
    rules = game()
    rules.taken = taken_names(["tak"])
    state = said(rules, asked(rules, "day"), OVERRIDE, "name", "3")
    refused = rules.take(state, name)
    assert isinstance(refused, Refused)
    assert refused.reason == reason
    assert refused.text
    assert rules.names(said(rules, state, "gracz 3")) == {**rules.names(state), 3: "gracz 3"}


def test_undo_takes_a_name_back() -> None:
    rules = game()
    state = said(rules, asked(rules, "day"), OVERRIDE, "name", "3", "Ola")
    back = said(rules, through(rules, state), "undo")
    assert rules.names(back) == rules.setup.people
    assert back.question is not None
    assert back.question.kind == "text"


def test_a_script_without_words_for_it_offers_no_other_name() -> None:
    lines = tuple(line for line in SCRIPT.line if not line.id.startswith(("ask.day.override.name", "refused.name")))
    rules = Ktulu(game().setup, replace(SCRIPT, line=lines))
    cue = rules.cue(said(rules, asked(rules, "day"), OVERRIDE))
    assert isinstance(cue, Ask)
    assert "name" not in cue.choices
    assert "substitute" in cue.choices


def test_the_story_tells_who_sits_there_now() -> None:
    rules, steps = game(), []
    state = asked(rules, "day")
    for word in (OVERRIDE, "name", "3", "Ola", OVERRIDE, "substitute", "3", "Ela"):
        state = through(rules, state)
        events = rules.take(state, word)
        assert not isinstance(events, Refused)
        for event in events:
            steps.append((state, event))
            state = rules.fold(state, event)
    told = [(one.text, one.public) for one in rules.story(steps, KTULU)]
    assert told == [
        ("Poprawka imienia: nie Gracz 3, lecz Ola.", True),
        ("Zmiana przy stole: wstaje Ola, siada Ela.", True),
    ]


def test_the_end_of_a_declared_win_says_that_it_was_declared() -> None:
    rules = game()
    state = said(rules, asked(rules, "day"), OVERRIDE, "win", "bandits")
    while not isinstance(cue := rules.cue(state), End):
        state = delivered(rules, state)
    assert "Manitou" in cue.text.partition(" wygrywają bandyci.")[0]
