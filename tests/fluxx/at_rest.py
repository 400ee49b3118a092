"""The demonstration's table of Cthulhu FLUXX, and what is listened for there all evening."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from narrator.computer import paths
from narrator.cues import HELP, Ask
from narrator.ears.lexicon import read_lexicon
from narrator.games.fluxx.package import FluxxPackage
from narrator.lexicon import Lexicon
from narrator.play.loading import load_table

from tests.any_game.evening import begun, said, settled

GAME = FluxxPackage.id
DEMO = paths.shipped("setups") / "demo-fluxx.toml"
TABLE = load_table(DEMO)
NAMES = TABLE.setup.people

KOREAN_AT_REST = Path(__file__).parent
"""The folder whose lexicon has the questions in Korean, for the model that tests can install."""


def words(language: str) -> Lexicon:
    """The words of a language with those of the game, in Korean too."""
    return read_lexicon(language, FluxxPackage.folders[0], KOREAN_AT_REST)


@cache
def at_rest() -> Ask:
    """The state of rest of the first turn, with a goal in the middle."""
    game = TABLE.game()
    state = settled(game, begun(game, 1))
    for word in ("no", "1", "none", "play goal"):
        state = settled(game, said(game, state, word))
    cue = game.cue(state)
    assert isinstance(cue, Ask)
    return cue


def heard_at_rest() -> Ask:
    """The same as a room puts it to its ears."""
    return replace(at_rest(), commands=(*at_rest().commands, HELP))
