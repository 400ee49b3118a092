"""The past of a game: answers given once more or changed, and what comes of it, before and after it is taken over."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.computer.paths import shipped
from narrator.cues import Ask, Refused
from narrator.errors import NarratorError, OutOfTurn
from narrator.games.ktulu.package import KtuluPackage
from narrator.games.ktulu.setup import Player, Setup
from narrator.games.night.flow.undoing import can_be_undone, remaining, ways_back
from narrator.games.night.loading import Table
from narrator.play.history import History, Impossible
from narrator.play.journal import Journal, read, read_notes
from narrator.play.loading import load_table
from narrator.play.log import happened
from narrator.play.stage import Stage
from narrator.play.steps import retrace, step_of

from tests.mishaps.games import begun
from tests.played import COMMANDS, SETUP, Notebook, Watched, lead
from tests.scenario import SCRIPT

SEEDS = range(8)


@cache
def table() -> Table:
    return load_table(shipped("setups") / "all-roles.toml")


def led(seed: int, path: Path, longest: int = 36) -> tuple[Watched, History]:
    """A game of all roles under way, with commands and late answers, and its history."""
    stage, _ = lead(table(), seed, path, longest)
    return stage, history_of(stage)


def history_of(stage: Stage[Any, Any]) -> History:
    history = History(stage.game)
    history.follow(stage.past)
    return history


def seen(stage: Stage[Any, Any], state: Any) -> tuple[Any, ...]:
    """What a moderator sees of the circle."""
    view = stage.game.view(state, "moderator")
    return view.seats, view.facts, view.counters


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_answered_alike_again_leads_to_the_same_table(seed: int, tmp_path: Path) -> None:
    stage, history = led(seed, tmp_path / "a.jsonl")
    chosen = Random(seed).choice(history.given)
    found = history.changed(chosen.step, chosen.said)
    assert found.misfits == []
    last = history.given[-1]
    assert seen(stage, found.steps[-1].after) == seen(stage, stage.past[last.step].after)


def question_after(stage: Stage[Any, Any], state: Any) -> Any:
    """The next question that is no mere readiness, once all that goes out before it has gone out."""
    while not isinstance(cue := stage.game.cue(state), Ask) or cue.kind == "ready":
        events = stage.game.take(state, "ready") if isinstance(cue, Ask) else stage.game.delivered(state)
        assert not isinstance(events, Refused)
        for event in events:
            state = stage.game.fold(state, event)
    return state


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_tells_by_day_how_far_back_an_answer_was_changed(seed: int, tmp_path: Path) -> None:
    stage, history = led_to_day(seed, tmp_path)
    changed = [
        history.changed(one.step, one.said, lambda state: stage.game.view(state, "moderator").secret).after
        for one in history.given[-12:]
        if one.ask.at.dark
    ]
    assert len(changed) > 1
    for after in changed:
        assert (after.times_said, after.retreat) == (stage.state.times_said, stage.state.retreat)
        assert undo_leads_to(stage, after) == undo_leads_to(stage, stage.state)


def led_to_day(seed: int, folder: Path) -> tuple[Watched, History]:
    """A game that somebody has gone back in and that has come to a question of the day, and its history."""
    whole, _ = led(seed, folder / "whole.jsonl", 90)
    answered = [step.before for step in whole.past if step.said]
    asked_by_day = (number for number, state in enumerate(answered) if number > 36 and is_asked_by_day(state))
    stage, history = led(seed, folder / "to the day.jsonl", next(asked_by_day) - len(COMMANDS))
    assert is_asked_by_day(stage.state)
    return stage, history


def is_asked_by_day(state: Any) -> bool:
    return state.phase == "day" and state.question is not None and state.turn is None


def undo_leads_to(stage: Stage[Any, Any], state: Any) -> tuple[Any, ...]:
    """How many steps are left once somebody has gone back, and what is said then."""
    events = stage.game.take(state, "undo")
    assert not isinstance(events, Refused)
    state = step_of(stage.game, state, "undo", events).after
    return len(ways_back(state)), state.at, stage.game.cue(state)


CARDS = "sheriff courtesan pastor good-gunslinger boss bad-gunslinger avenger thief shaman chief".split()  # noqa: SIM905

NOTHING_SET = "ready 3 8 8 5 night 4 7 6 override none 8 override none 7 undo".split()  # noqa: SIM905
"""In two calls of a night a moderator begins to set something, and leaves it; then the last call is taken back."""

OWN_DECK = "ready 2 1 sheriff 2 3 1 5 7 8 6 none 10 9 undo".split()  # noqa: SIM905
"""At an open table with its own deck: who has which card, and then one answer is taken back."""


def stands(stage: Stage[Any, Any]) -> tuple[int, int]:
    """How many of a game's steps that can be undone are left, and how many times undo can go back."""
    left = remaining(happened(stage.game, stage.past))
    steps, before = 0, stage.state.before
    while before is not None:
        steps, before = steps + 1, before.before
    return sum(can_be_undone(state, event) for state, event in left), steps


@pytest.mark.parametrize(
    ("said", "own"), [(NOTHING_SET, False), (OWN_DECK, True)], ids=["nothing was set in two calls", "an open deck"]
)
def test_what_stands_is_what_was_not_taken_back(said: list[str], own: bool, tmp_path: Path) -> None:
    players = tuple(Player(name=f"G{seat}", card=card) for seat, card in enumerate(CARDS, 1))
    setup = Setup(player=players, answers="moderator")
    if own:
        strangers = tuple(Player(name=player.name) for player in players)
        setup = replace(setup, player=strangers, cards=tuple(CARDS), deal="table", policy="open")
    stage = begun(Table(KtuluPackage(), setup, SCRIPT, []), 3, tmp_path / "a.jsonl")
    stage.run(Notebook(iter(said)))
    stage.journal.close()
    steps, undone = stands(stage)
    assert steps == undone > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changed_answer_is_in_the_journal_and_resumed(seed: int, tmp_path: Path) -> None:
    stage, history = led(seed, tmp_path / "a.jsonl")
    choose = Random(seed)
    one = choose.choice([one for one in history.given if len(one.ask.choices) > 1])
    other = choose.choice([choice for choice in one.ask.choices if choice not in (one.said, "time")])
    found = history.changed(one.step, other)
    again = Journal.reopen(tmp_path / "a.jsonl")
    stage.journal = again
    stage.carry_out(found.steps)
    again.close()
    header, batches = read(tmp_path / "a.jsonl")
    *_, last = retrace(stage.game, header.seed, batches, tmp_path / "a.jsonl")
    assert last.after == stage.state
    asked = [(one.ask.line, one.said) for one in history_of(stage).given]
    assert (one.ask.line, other) in asked


def test_an_answer_that_the_rules_refuse_changes_nothing(tmp_path: Path) -> None:
    _, history = led(1, tmp_path / "a.jsonl")
    one = next(one for one in history.given if one.ask.kind == "seat" and not one.ask.optional)
    with pytest.raises(Impossible, match=r"\w"):
        history.changed(one.step, "none")
    with pytest.raises(Impossible):
        history.changed(one.step, "99")


def test_steps_are_taken_over_only_where_the_game_still_stands(tmp_path: Path) -> None:
    stage, history = led(1, tmp_path / "a.jsonl")
    stage.journal = Journal.reopen(tmp_path / "a.jsonl")
    found, other = history.gone_back(history.given[3].step), history.gone_back(history.given[5].step)
    stage.carry_out(other.steps)
    before = (tmp_path / "a.jsonl").read_bytes()
    with pytest.raises(OutOfTurn):
        stage.carry_out(found.steps)
    stage.journal.close()
    assert (tmp_path / "a.jsonl").read_bytes() == before


def test_a_game_that_is_over_is_changed_no_more(tmp_path: Path) -> None:
    stage, history = led(1, tmp_path / "a.jsonl", 200)
    assert stage.over
    with pytest.raises(Impossible):
        history.changed(history.given[-1].step, "1")


def test_a_step_that_is_no_answer_cannot_be_changed(tmp_path: Path) -> None:
    _, history = led(1, tmp_path / "a.jsonl")
    with pytest.raises(Impossible):
        history.gone_back(0)


@pytest.mark.parametrize("seed", SEEDS)
def test_going_back_asks_that_question_once_more(seed: int, tmp_path: Path) -> None:
    stage, history = led(seed, tmp_path / "a.jsonl")
    one = Random(seed).choice(history.given)
    state = question_after(stage, history.gone_back(one.step).steps[-1].after)
    cue = stage.game.cue(state)
    assert isinstance(cue, Ask)
    assert (cue.at.night, cue.at.call, cue.text) == (one.ask.at.night, one.ask.at.call, one.ask.text)


def undone_and_redone(tmp_path: Path, answers: int) -> tuple[History, list[str]]:
    """So many answers, an undo or two, and what redo gives again, until there is nothing more."""
    file = tmp_path / "table.toml"
    file.write_text(SETUP, encoding="utf-8")
    small = load_table(file)
    stage, _ = lead(small, 3, tmp_path / "b.jsonl", answers)
    stage.journal = Journal.reopen(tmp_path / "b.jsonl")
    history = History(stage.game)
    history.follow(stage.past)
    before = [one.said for one in history.given]
    for _ in history.given[-2:]:
        back = history.gone_back(history.given[-1].step)
        stage.carry_out(back.steps)
        history.follow(stage.past)
    while history.undone:
        stage.carry_out(history.redone().steps)
        history.follow(stage.past)
    stage.journal.close()
    return history, before


@pytest.mark.parametrize("answers", [4, 7, 12])
def test_what_was_undone_is_given_again_one_answer_after_the_other(answers: int, tmp_path: Path) -> None:
    history, before = undone_and_redone(tmp_path, answers)
    assert [one.said for one in history.given] == before
    with pytest.raises(Impossible):
        history.redone()


def test_what_was_undone_answers_no_other_question(tmp_path: Path) -> None:
    stage, history = led(3, tmp_path / "a.jsonl")
    other = next(one for one in history.given if one.ask.at != history.given[-1].ask.at)
    history.undone = [other]
    with pytest.raises(Impossible):
        history.redone()
    assert stage.past[-1].after is stage.state


def test_another_answer_forgets_what_was_undone(tmp_path: Path) -> None:
    stage, history = led(2, tmp_path / "a.jsonl")
    stage.journal = Journal.reopen(tmp_path / "a.jsonl")
    number = next(n for n, one in enumerate(history.given) if n > 5 and one.ask.kind == "seat")
    one = history.given[number]
    stage.carry_out(history.gone_back(one.step).steps)
    history.follow(stage.past)
    assert history.undone
    other = next(choice for choice in one.ask.choices if choice != one.said)
    room = Notebook(iter([other]))
    stage.run(room)
    stage.journal.close()
    history.follow(stage.past)
    assert history.undone == []


def test_a_change_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, history = led(1, tmp_path / "a.jsonl")
    stage.journal = Journal.reopen(tmp_path / "a.jsonl")
    before, state = (tmp_path / "a.jsonl").read_bytes(), stage.state
    found = history.gone_back(history.given[3].step)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("narrator.computer.append_only.os.fsync", full)
    with pytest.raises(NarratorError, match="the disk is full"):
        stage.carry_out(found.steps)
    stage.journal.close()
    assert (tmp_path / "a.jsonl").read_bytes() == before
    assert stage.state == state


def test_notes_are_kept_beside_the_game_and_change_nothing(tmp_path: Path) -> None:
    stage, _ = led(1, tmp_path / "a.jsonl", 20)
    journal = Journal.reopen(tmp_path / "a.jsonl")
    journal.note(3, "lies badly")
    journal.note(4, "left early")
    journal.note(4, "")
    journal.close()
    assert read_notes(tmp_path / "a.jsonl") == {3: "lies badly"}
    header, batches = read(tmp_path / "a.jsonl")
    *_, last = retrace(stage.game, header.seed, batches, tmp_path / "a.jsonl")
    assert last.after == stage.state
