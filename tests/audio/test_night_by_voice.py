"""A night led by voice: the narrator speaks, players answer, and the statue moves because of what was heard."""

from __future__ import annotations

from pathlib import Path

import pytest
from evening import READY, REPEAT, SEAT_3, SEAT_6, UNDO, Game, echoing, lay_table, played
from sound_server import Recording, SoundServer
from speaker import speak

from narrator.journal import read
from narrator.rooms.words import word

pytestmark = pytest.mark.audio

SHERIFF = 1
NIGHT = "night\n"  # typed: keys answer beside the microphone
LOUD, SOFT = 0.4, 0.08
"""How loud the narrator gets, and how loud the ambience may be while the ears listen, 0…1."""


class Circle:
    """The people around the laptop: they hear the narrator out, and then answer."""

    def __init__(self, server: SoundServer, game: Game, narration: Recording) -> None:
        self._server, self._game, self._narration = server, game, narration
        self._since = narration.now

    def answer(self, words: str) -> None:
        """Answer the next question aloud, or with keys. The narrator must have spoken, and be silent now."""
        self._hear_out()
        if words == NIGHT:
            self._game.key_in(words)
        else:
            self._server.say(speak(words))

    def _hear_out(self) -> None:
        self._game.wait_for_question()
        assert self._narration.peak(self._since) > LOUD
        silent = self._narration.go_on(1.0)  # the ambience steps back, and the recorder comes a little late
        self._since = self._narration.go_on(0.5)
        assert self._narration.peak(silent, self._since) < SOFT


def test_the_statue_moves_because_of_what_is_heard(server: SoundServer, tmp_path: Path) -> None:
    table = lay_table(tmp_path)
    with echoing(server), server.recorded("speaker.monitor") as narration, played(server, table) as game:
        circle = Circle(server, game, narration)
        game.wait_for_ears()
        for words in (READY, SEAT_6, SEAT_3, NIGHT, REPEAT, SEAT_3, UNDO):
            circle.answer(words)
        game.wait_for_question()
        assert game.end() == 0
    for remark in ("not-understood", "sure"):  # nothing was heard but what the players said
        assert word(remark, heard="", answer="").split(":")[0] not in game.shown()
    _, batches = read(game.journal)
    said = [batch.input for batch in batches if batch.input]
    assert said == ["ready", "6", "3", "night", "repeat", "3", "undo"]
    moves = [(batch.input, fact["to"]) for batch in batches for fact in batch.facts if fact["event"] == "StatueMoved"]
    assert moves == [("3", 3), ("3", SHERIFF)]
