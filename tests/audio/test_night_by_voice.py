"""A night led by voice: the narrator speaks, players answer, and the statue moves because of what was heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.ears.sound import BLOCK, RATE
from narrator.ears.voice_activity import CALM
from narrator.play.journal import read

from tests.audio.evening import CONFIRM, READY, REPEAT, SEAT_3, SEAT_6, UNDO, Game, echoing, lay_table, played
from tests.audio.sound_server import Recording, SoundServer, wait_until
from tests.speech.speaker import speak

pytestmark = [pytest.mark.audio, pytest.mark.long]

SHERIFF = 1
NIGHT = "night\nyes\n"  # typed: keys answer beside the microphone, and it is asked back
LISTENING = CALM * BLOCK / RATE + 2.0
"""Seconds of listening after which the room counts as calm, and a little more: the first question takes so long."""

REMARKS = ("I do not understand", "Are you sure?")
"""What the program, which has no Korean texts, remarks on where it heard nobody who answered for certain."""

LOUD, SOFT = 0.4, 0.08
"""How loud the narrator gets, and how loud the ambience may be while the ears listen, 0…1."""


class Circle:
    """The people around the laptop: they hear the narrator out, and then answer."""

    def __init__(self, server: SoundServer, game: Game, narration: Recording) -> None:
        self._server, self._game, self._narration = server, game, narration
        self._since, self._calm = narration.now, False

    def answer(self, words: str) -> None:
        """Answer the next question aloud, or with keys. The narrator must have spoken, and be silent now."""
        self._hear_out()
        if words == NIGHT:
            self._game.key_in(words)
        else:
            self._server.say(speak(words))
        if words in (SEAT_3, SEAT_6):  # what cannot be taken back is said by two words
            self._game.wait_to_confirm()
            self._narration.go_on(1.0)  # till somebody has read it; at once, the ears take a voice for an echo
            self._server.say(speak(CONFIRM))

    def _hear_out(self) -> None:
        self._game.wait_for_question()
        assert self._narration.peak(self._since) > LOUD
        if not self._calm:
            self._narration.go_on(LISTENING)
            self._calm = True
        silent = self._narration.go_on(1.0)  # the ambience steps back, and the recorder comes a little late
        self._since = self._narration.go_on(0.5)
        assert self._narration.peak(silent, self._since) < SOFT


def test_the_statue_moves_because_of_what_is_heard(server: SoundServer, tmp_path: Path) -> None:
    table = lay_table(tmp_path)
    with echoing(server), server.recorded("speaker.monitor") as narration, played(server, table) as game:
        circle = Circle(server, game, narration)
        game.wait_for_ears()
        for words in (READY, SEAT_6, SEAT_3):
            circle.answer(words)
        wait_until(lambda: moves(game), "the statue to move")
    assert only_players_were_heard(game)
    assert moves(game) == [("3", 3)]


@pytest.mark.trial  # the same for longer: the day, another night, and steps back
def test_a_night_and_the_next_are_led_by_voice(server: SoundServer, tmp_path: Path) -> None:
    table = lay_table(tmp_path)
    with echoing(server), server.recorded("speaker.monitor") as narration, played(server, table) as game:
        circle = Circle(server, game, narration)
        game.wait_for_ears()
        for words in (READY, SEAT_6, SEAT_3, NIGHT, REPEAT, SEAT_3, UNDO):
            circle.answer(words)
        game.wait_for_question()
        assert game.end() == 0
    assert only_players_were_heard(game)
    said = [batch.input for batch in read(game.journal)[1] if batch.input]
    assert said == ["ready", "6", "3", "night", "repeat", "3", "undo"]
    assert moves(game) == [("3", 3), ("3", SHERIFF)]


def only_players_were_heard(game: Game) -> bool:
    """Whether nothing was heard that was no answer, or was not sure to be one."""
    shown = " ".join(game.shown().split())
    return not any(remark in shown for remark in REMARKS)


def moves(game: Game) -> list[tuple[str, int]]:
    """List the answers that moved the statue, and to which seats."""
    batches = read(game.journal)[1]
    return [(batch.input, fact["to"]) for batch in batches for fact in batch.facts if fact["event"] == "StatueMoved"]
