"""In a room: a whole day is heard, from the first word to the cards, line by line and as each was rendered."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from narrator.cues import Part
from narrator.mouth.cache import LineCache
from narrator.mouth.player import DevicePlayer
from narrator.mouth.rendered import RenderedMouth
from narrator.mouth.sound import at_rate, read_sound
from narrator.mouth.voice import load_voice
from narrator.play.loading import load_table
from narrator.play.session import delivery_of

from tests.audio.likeness import heard_of
from tests.audio.sound_server import RATE, SECONDS, SoundServer

pytestmark = [pytest.mark.audio, pytest.mark.long]

NARRATOR = [sys.executable, "-m", "narrator"]
SETUP = """
format = 1
voice = "voice.toml"
answers = "keys"
seed = 1
player = [
  { name = "Ala", card = "mayor" },
  { name = "Bartek", card = "judge" },
  { name = "Celina", card = "boss" },
  { name = "Dawid", card = "bandit" },
  { name = "Ewa", card = "townsman" },
  { name = "Filip", card = "townsman" },
]
"""
VOICE = 'format = 1\nengine = "system"\nlanguage = "pl"\nrate = 400\n'
CONFIG = 'format = 1\nears = "keys"\nambience = "none"\nshow_seconds = 0.2\n'
NEXT = 12.0
"""Seconds in which the next line must have begun."""

ANSWERS = (
    *("ready", "4"),
    *("timer", "1", "over"),
    *("duel", "5", "6", "over", "over", "2", "0", "none"),
    "helper",
    *("search-vote", "1,2,6", "4", "4", "2"),
    *("hang-vote", "4", "3", "2", "no"),
    *("reveal", "2"),
    *("died", "4"),
)
"""A talk, a duel of which somebody dies, a vote with a count for each, a hanging, a card, and the holder's death."""


def test_a_whole_day_is_heard_as_it_was_rendered(server: SoundServer, tmp_path: Path) -> None:
    for name, content in (("setup", SETUP), ("voice", VOICE), ("config", CONFIG)):
        (tmp_path / f"{name}.toml").write_text(content, "utf-8")
    (tmp_path / "answers").write_text("\n".join(ANSWERS), "utf-8")
    with server.recorded("speaker.monitor") as day:
        shown = _narrator(server, tmp_path, "--answers", "answers", "--config", "config.toml", "--pace", "0.01")
    cues = [json.loads(line) for line in _narrator(server, tmp_path, "--headless").splitlines()]
    assert cues[-1]["cue"] == "end", cues[-1]
    lines = [(cue["line"], [Part(*part) for part in cue["parts"]]) for cue in cues if cue["cue"] == "say"]
    by_day = {line.rpartition(".")[0] for line, _ in lines}
    assert by_day >= {"say.day", "say.day.whom", "day.duel.begins", "say.day.speech", "say.day.votes", "day.counted"}
    assert by_day >= {
        "say.day.verdict",
        "help.offer",
        "say.day.count",
        "day.died",
        "day.found",
        "win.town",
        "end.cards",
    }
    table, heard = load_table(tmp_path / "setup.toml"), day.samples()
    voice = load_voice(str(tmp_path / "voice.toml"))
    mouth = RenderedMouth(voice, DevicePlayer(), LineCache(), delivery_of(table))
    over = 0
    for line, parts in lines:
        text = "".join(part.text for part in parts)
        samples = at_rate(read_sound(mouth._line(mouth._spelt(text, parts), mouth._finish(parts))), RATE).samples
        place, share = heard_of(samples, heard[over : over + len(samples) + round(NEXT * RATE)])
        assert share > 0.5, (line, text, shown[-500:])
        assert 0.1 < float(np.abs(samples).max()) <= 1.0, line
        over += place + len(samples) // 2
    mouth.close()


def _narrator(server: SoundServer, folder: Path, *options: str) -> str:
    """Play the evening from answers; give what was shown, or the cues."""
    headless = "--headless" in options
    journal = folder / ("headless.jsonl" if headless else "aloud.jsonl")
    done = subprocess.run(
        [*NARRATOR, "play", "setup.toml", *options, "--journal", str(journal)],
        cwd=folder,
        env={**server.environment, "PYTHONUTF8": "1"},
        input="\n".join(ANSWERS) if headless else "",
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS * 6,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
