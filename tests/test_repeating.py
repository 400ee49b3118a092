"""Whoever asks for it again hears what was said last, at every question that all may know of."""

from __future__ import annotations

import pytest

from narrator.cues import Ask, Say

from tests.test_ways_back import DUEL, Walk


def said_before_the_question(walk: Walk) -> list[str]:
    """Let the lines up to the next question go out; give them."""
    said = []
    while not (isinstance(walk.cue, Ask) or (walk.state.paused and not walk.state.queue)):
        if isinstance(walk.cue, Say):
            said.append(walk.cue.text)
        walk.go()
    return said


def day(answer: str = "none") -> tuple[Walk, list[str]]:
    """Lead a game to its first day, and answer every question of the night alike; give the lines since."""
    walk = Walk(DUEL)
    said = said_before_the_question(walk)
    while walk.state.phase != "day":
        cue = walk.cue
        assert isinstance(cue, Ask)
        walk.take("none" if answer == "none" and cue.optional else cue.choices[0])
        said = said_before_the_question(walk)
    return walk, said


def again(walk: Walk) -> list[str]:
    """What is said when somebody asks for it again, up to the same question."""
    asked = walk.cue
    walk.take("repeat")
    said = said_before_the_question(walk)
    assert walk.cue == asked
    return said


def test_the_first_question_of_an_evening_is_heard_again() -> None:
    walk = Walk(DUEL)
    said = said_before_the_question(walk)
    assert len(said) > 1
    assert again(walk) == said[1:]  # not the welcome, but how one answers, and the question
    assert again(walk) == said[1:]


def test_by_day_what_was_said_since_the_last_answer_is_heard_again() -> None:
    walk, said = day()
    assert again(walk) == said[-len(again(walk)) :] != []
    walk.take("died")
    said_before_the_question(walk)
    walk.take("4")
    said = said_before_the_question(walk)
    assert len(said) > 1
    told, listed = again(walk)[:-1], again(walk)[-1]
    assert told == said[:-1]
    assert "noc" in listed  # all choices of the day, which were not named a second time
    assert "noc" not in said[-1]


def test_what_is_heard_again_by_day_does_not_tell_what_was_answered_by_night() -> None:
    assert again(day("none")[0]) == again(day("first")[0])


@pytest.mark.parametrize("commands", [("died", "undo"), ("pause", "ready")], ids=lambda said: said[-1])
def test_words_about_the_game_itself_are_not_heard_again(commands: tuple[str, str]) -> None:
    walk, _ = day()
    said = again(walk)
    walk.take(commands[0])
    said_before_the_question(walk)
    walk.take(commands[1])
    assert said_before_the_question(walk) != []
    assert again(walk) == said
