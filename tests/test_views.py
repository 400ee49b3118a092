"""R100 What everybody, a seat and the moderator may see of a table, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from narrator.computer.toml_reader import build
from narrator.cues import Ask, Pause
from narrator.games.ktulu import Ktulu
from narrator.games.ktulu import setup as ktulu
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.events import Asked, DayBegan, Delivered, Marked, Paused
from narrator.games.night.flow.deaths import die
from narrator.games.night.flow.eyes import closed
from narrator.games.night.flow.winning import announce_losses
from narrator.games.night.script.script import Script
from narrator.games.night.script.setup import Policy, in_force
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.marks import Marks
from narrator.games.night.state.state import State
from narrator.games.view import MarkView, View

from tests.any_game.evening import after, begun
from tests.invariants.gathering import gather
from tests.own_script import DATA
from tests.scenario import SCRIPT

QUESTIONS = 120


def states(seed: int, policy: Policy | None = None, script: Script = SCRIPT) -> Iterator[tuple[Ktulu, State]]:
    """Play a game at a table drawn by chance, with legal answers and late ones; yield it before each cue."""
    chance = Random(seed)
    setup = gather(chance, script)
    game = Ktulu(replace(setup, policy=policy or setup.policy), script)
    state = game.begin(seed)
    events = game.opening(state)
    for _ in range(QUESTIONS * 5):
        for event in events:
            state = game.fold(state, event)
        yield game, state
        cue = game.cue(state)
        if isinstance(cue, Ask):
            choices = [*cue.choices, *["time"] * bool(cue.window), *["none"] * cue.optional]
            result = game.take(state, chance.choice(choices))
            events = result if isinstance(result, list) else []
        elif state.winner and not state.queue:
            return
        else:
            events = game.delivered(state)


@pytest.mark.parametrize("seed", range(12))
def test_everybody_sees_the_cards_that_were_shown_and_no_other(seed: int) -> None:
    ever: set[int] = set()
    for game, state in states(seed):
        ever |= state.dead | state.escaped | state.shown
        view = game.view(state, "all")
        assert {*view.names} == {name for one in view.seats for name in (one.card, one.side) if name}
        if view.outcome:
            assert [(one.card, one.out) for one in view.seats] == [
                (state.card(seat), not state.alive(seat)) for seat in state.seats()
            ]
            continue
        for one in view.seats:
            assert one.card in ("", state.card(one.seat))
            assert one.seat in ever or not (one.card or one.out)
            assert one.card or not one.out or (state.rules.dead != "card" and one.seat not in state.shown), "D78"
            assert bool(one.side) is (bool(one.card) or (one.out and state.rules.dead == "faction"))
        assert view.due is None or view.due.to == "all"


@pytest.mark.parametrize("seed", range(12))
def test_a_player_sees_the_own_card_marks_and_question_besides(seed: int) -> None:
    for game, state in states(seed):
        everybody = game.view(state, "all")
        for seat in (1, len(state.cards)):
            view = game.view(state, (seat,))
            assert view.seats[seat - 1].card == state.card(seat)
            others = [one.card for one in view.seats if one.seat != seat]
            assert others == [one.card for one in everybody.seats if one.seat != seat]
            own = {state.card(seat), state.faction(seat)}
            for mine, theirs in zip(view.seats, everybody.seats, strict=True):
                assert {mark.by for mark in mine.marks} - {mark.by for mark in theirs.marks} <= own
            assert view.due is None or view.due.to == "all" or seat in view.due.to
            assert (view.at, view.coming, view.facts) == (everybody.at, everybody.coming, everybody.facts)


@pytest.mark.parametrize("seed", range(12))
def test_the_moderator_sees_everything(seed: int) -> None:
    for game, state in states(seed):
        view = game.view(state, "moderator")
        assert tuple(one.card for one in view.seats) == state.cards
        assert [one.seat for one in view.seats if one.out] == sorted(state.dead | state.escaped)
        assert [one.seat for one in view.seats if "statue" in {mark.id for mark in one.marks}] == [
            seat for seat in [state.holder] if seat
        ]
        cue = game.cue(state)
        assert view.due == (cue if isinstance(cue, Ask) else None)
        assert view.outcome == game.over(state)


def test_the_calls_to_come_do_come() -> None:
    """An answer may bring a call about, or rule it out; else what is to come next comes next."""
    before, expected, right, wrong = "", "", 0, 0
    for game, state in (one for seed in range(3, 6) for one in states(seed)):
        opened = state.turn.call if state.turn else ""
        if expected and opened and opened != before:
            right, wrong = right + (opened == expected), wrong + (opened != expected)
        before, expected = opened, next(iter(game.view(state, "moderator").coming), "")
    assert right > 20
    assert wrong < right / 10


def going_out(state: State) -> list[tuple[str, View]]:
    """The lines that go out now, each with what everybody may see while it does."""
    game, found = Ktulu(state.setup, SCRIPT), []
    while state.queue:
        found.append((state.queue[0].line, game.view(state, "all")))
        state = delivered(game, state)
    return [*found, ("", game.view(state, "all"))]


def heard(**facts: Any) -> Draft:
    """A table at which all that has happened so far has been said."""
    state = marked()[1]
    state = replace(state, setup=replace(state.setup, rules=in_force(state.rules, 4)), night=2, **facts)
    return Draft(replace(state, heard=state))


def out(view: View) -> list[int]:
    return [one.seat for one in view.seats if one.out]


def test_by_day_everybody_sees_a_loss_as_the_line_that_tells_of_it_goes_out() -> None:
    draft = heard(phase="day")
    die(draft, [1, 2], "duel")
    told = going_out(draft.state)
    assert [(line, out(view)) for line, view in told[:2]] == [("day.died", [1]), ("day.died", [1, 2])]


def test_the_day_begins_with_what_the_dawn_has_told() -> None:
    draft = heard(phase="dawn", dead=frozenset({3}), gone_tonight=(3,))
    announce_losses(draft)
    draft.emit(DayBegan())
    draft.announce("day.begins")
    told = going_out(draft.state)
    assert [(line, out(view)) for line, view in told[:2]] == [("dawn.died", []), ("day.begins", [3])]


def test_a_pause_shows_no_more_than_what_was_heard_before_it() -> None:
    draft = heard(phase="day")
    draft.emit(Asked("day", "choice", "all", ("duel",), "ask.day"))
    die(draft, [1], "duel")
    draft.emit(Paused())
    assert {tuple(out(view)) for _, view in going_out(draft.state)} == {()}


def marked(*marks: Marked) -> tuple[Ktulu, State]:
    """A night with these marks on the table, at which Kaszabara sits first, and two fugitives after her."""
    cards = ("kaszabara", "kali", "cleaner", "boss")
    setup = Setup(player=tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(cards, 1)))
    state = State(SCRIPT, setup, cards=cards, phase="night", night=1, holder=4, marks=Marks(marks))
    return Ktulu(setup, SCRIPT), state


def seen_by(seat: int, *marks: Marked) -> list[MarkView]:
    """The marks that this player sees."""
    game, state = marked(*marks)
    return [mark for one in game.view(state, (seat,)).seats for mark in one.marks]


def test_nobody_sees_whether_a_possession_succeeded() -> None:
    """R73 Nobody is told, not even Kaszabara."""
    assert seen_by(1, Marked("possession", 4, "kaszabara", "own-call")) == []


def test_a_guard_ends_with_whoever_stands_it() -> None:
    """R24 The guard ends if the bodyguard dies."""
    game, state = marked(Marked("guard", 2, "cleaner", "own-call"))
    seen = [mark.id for mark in game.view(state, "moderator").seats[1].marks]
    assert seen == ["guard"]
    after = replace(state, dead=frozenset({3}))
    assert game.view(after, "moderator").seats[1].marks == ()


def test_a_factions_choice_is_seen_by_those_who_are_awake() -> None:
    chosen = Marked("runner", 2, "fugitives", "day")
    assert seen_by(3, chosen) == [MarkView(id="runner", by="fugitives")]
    assert seen_by(3, Marked("sleep", 3, "drunkard", "day"), chosen) == []


def test_before_the_cards_are_dealt_a_player_sees_what_everybody_does() -> None:
    game = marked()[0]
    state = game.begin(1)
    assert game.view(state, (1,)) == game.view(state, "all")


JAILING = ("sheriff", "boss", "bandit", "chief", "townsman", "townsman", "drunkard", "gambler")


def before_the_jail() -> tuple[Ktulu, State]:
    """Play up to where the sheriff, who sits first, chooses whom to jail."""
    players = tuple(Player(name=f"Gracz {seat}", card=card) for seat, card in enumerate(JAILING, 1))
    game = Ktulu(Setup(player=players), SCRIPT)
    state = begun(game, 1)
    while True:
        cue = game.cue(state)
        if not isinstance(cue, Ask):
            state = delivered(game, state)
        elif cue.at.call == "sheriff.jail":
            return game, state
        else:
            state = said(game, state, "night" if cue.at.call == "day" else "time" if cue.window else "ready")


def said(game: Ktulu, state: State, word: str) -> State:
    """The table after something was said."""
    taken = game.take(state, word)
    assert isinstance(taken, list)
    return after(game, state, taken)


def delivered(game: Ktulu, state: State) -> State:
    """The table once what goes out has gone."""
    return after(game, state, game.delivered(state))


def seen_in_a_pause(game: Ktulu, state: State) -> Iterator[View]:
    """What everybody sees from the time that somebody calls for a pause till its last word."""
    state = said(game, state, "pause")
    for _ in range(2):
        while not isinstance(game.cue(state), Ask):
            yield game.view(state, "all")
            if not state.paused:
                return
            state = game.fold(state, Delivered())
        yield game.view(state, "all")
        state = said(game, state, "ready")


def test_a_pause_does_not_tell_what_was_answered_before_it() -> None:
    """R103 The choice is announced after the pause, so nobody sees it sooner."""
    game, state = before_the_jail()
    silent = list(seen_in_a_pause(game, state))
    assert list(seen_in_a_pause(game, said(game, state, "4"))) == silent
    assert len(silent) > 2


@pytest.mark.parametrize("seed", range(6))
def test_nobody_sees_when_somebody_answered(seed: int) -> None:
    """R103 As long as a call's time runs, everybody sees the same, whether or not it has been answered."""
    compared, before = 0, None
    for game, state in states(seed, "masked"):
        view, cue = game.view(state, "all"), game.cue(state)
        if before is not None and state.secret:
            assert view == before
            compared += 1
        before = view if isinstance(cue, Ask) and cue.window else None
    assert compared


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_whoever_leads_sees_the_call_whose_time_begins_anew_beside_one_in_which_nobody_can_act(seed: int) -> None:
    beside = 0
    for game, state in states(seed, "masked"):
        if state.phase != "night" or not state.window:
            continue
        paused = said(game, state, "pause")
        while not isinstance(cue := game.cue(paused), Pause):
            paused = said(game, paused, "ready") if isinstance(cue, Ask) else delivered(game, paused)
        call, turn = game.view(paused, "moderator").call, paused.turn
        beside += call is not None and turn is not None and call.id != turn.call and not turn.actors
    assert beside


MUTE = build(
    DATA | {"line": [line for line in DATA["line"] if not line["id"].startswith("end.wake")]}, ktulu.Script, "mute"
)
"""The shipped script without the words at which all open their eyes once somebody has won by night."""


def test_without_words_that_open_them_eyes_stay_closed_until_a_win_by_night_is_told() -> None:
    won = [
        state
        for seed in range(40)
        for _, state in states(seed, "masked", MUTE)
        if state.winner and any(out.at.dark for out in state.queue)
    ]
    assert won
    assert all(closed(state) for state in won)
