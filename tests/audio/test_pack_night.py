"""A voice is recorded through the microphone, line by line, and leads a night on a computer that cannot speak."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.cues import Part
from narrator.games.night.told.spoken_lines import readings
from narrator.games.package import Reading
from narrator.mouth.packs import Pack
from narrator.mouth.recorded import joined
from narrator.mouth.sound import at_rate, read_sound, tidy
from narrator.play.loading import load_table
from narrator.studio.checking import faults_of
from narrator.studio.microphone import Microphone
from narrator.studio.profiles import pack_to_record
from narrator.studio.session import Studio

from tests.audio.likeness import found, heard_of
from tests.audio.sound_server import RATE, SECONDS, SoundServer
from tests.speech.speaker import silence, speak

pytestmark = pytest.mark.audio

NARRATOR = [sys.executable, "-m", "narrator"]
SETUP = """
format = 1
voice = "{voice}"
policy = "open"
seed = 1
player = [
  {{ name = "Ala", card = "sheriff" }},
  {{ name = "Bartek", card = "boss" }},
  {{ name = "Celina", card = "townsman" }},
  {{ name = "Dawid", card = "townsman" }},
]
"""
PROFILE = 'format = 1\nengine = "recorded"\nlanguage = "pl"\nfallback = "none"\n'
CONFIG = 'format = 1\nears = "keys"\nambience = "none"\n'
TO_THE_BANDITS, TO_THE_DAY = "ready\n4\n", "ready\n4\n2\n"
HIDDEN = ("pyttsx3", "espeakng_loader")
"""What the system's voice needs."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Write a table's files; its voice is still to be recorded."""
    path = tmp_path / "setup.toml"
    path.write_text(SETUP.format(voice=tmp_path / "ala.toml"), "utf-8")
    (tmp_path / "ala.toml").write_text(PROFILE, "utf-8")
    (tmp_path / "config.toml").write_text(CONFIG, "utf-8")
    return path


def script_of(setup: Path, answers: str) -> list[list[Part]]:
    """The parts of every line of the night, in order, as the headless contract has them."""
    journal = setup.with_name("headless.jsonl")
    play = [*NARRATOR, "play", str(setup), "--headless", "--journal", str(journal)]
    done = subprocess.run(play, input=answers, capture_output=True, encoding="utf-8", check=True)
    cues = map(json.loads, done.stdout.splitlines())
    return [[Part(*part) for part in cue["parts"]] for cue in cues if cue["cue"] == "say"]


def read_aloud(text: str) -> bytes:
    """Let the synthetic speaker read quickly, with a gap at each … in the middle."""
    pieces = [speak(part, "pl", 330) for part in text.split("…") if part.strip(" .")]
    lead, trail = (len(silence(seconds)) for seconds in (0.3, 1.1))
    loud = np.frombuffer(silence(0.8).join(piece[lead:-trail] for piece in pieces), np.int16)
    return (loud // 2).tobytes()


class Reader:
    """A synthetic speaker at the studio, in the room where the microphone stands."""

    def __init__(self, server: SoundServer) -> None:
        self._server = server
        self._text = ""

    def look(self, text: str) -> None:
        """See what is shown: a reading's number, then its text."""
        if text.startswith("\n"):
            self._text = text.strip().splitlines()[-1].strip()
        else:
            assert text.startswith("    ("), f"{self._text}: {text}"  # a hint, not a fault

    def type(self, prompt: str) -> str:
        """Read while the recording is on; Enter is the answer to everything."""
        if prompt.startswith("●"):
            self._server.say(read_aloud(self._text))
        return ""


def recorded(server: SoundServer, pack: Pack, wanted: list[Reading]) -> None:
    """Record the readings through the microphone."""
    reader, microphone = Reader(server), Microphone()
    try:
        Studio(pack, microphone, None, reader.type, reader.look).record(wanted)
    finally:
        microphone.close()


def mute(folder: Path) -> str:
    """Make a folder that hides the system's voice from a program that looks there first."""
    for module in HIDDEN:
        (folder / f"{module}.py").write_text('raise ImportError("hidden")\n', "utf-8")
    return str(folder)


def played(server: SoundServer, setup: Path, hidden: str, *options: str) -> str:
    """Play the night from answers in a file, on a computer without a voice; give what is shown, unbroken."""
    files = {"--answers": "answers", "--config": "config.toml"}
    given = [word for option, name in files.items() for word in (option, str(setup.with_name(name)))]
    done = subprocess.run(
        [*NARRATOR, "play", str(setup), *given, "--pace", "0.01", *options],
        env={**server.environment, "PYTHONPATH": hidden, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS * 2,
        check=True,
    )
    return " ".join((done.stdout + done.stderr).split())


def expected(pack: Pack, parts: list[Part]) -> NDArray[np.float32]:
    """The samples that the loudspeaker shall get for a line."""
    sounds = [(part.text, tidy(read_sound(pack.path(part.id))) if part.id else None) for part in parts]
    return at_rate(joined(sounds), RATE).samples


@pytest.mark.long
@pytest.mark.parametrize("answers", [TO_THE_BANDITS, pytest.param(TO_THE_DAY, marks=pytest.mark.trial)])
def test_a_pack_recorded_in_the_room_leads_a_night_without_a_system_voice(
    server: SoundServer, table: Path, tmp_path: Path, answers: str
) -> None:
    table.with_name("answers").write_text(answers, "utf-8")
    lines = script_of(table, answers)
    spoken = {part.id for parts in lines for part in parts if part.id}
    loaded = load_table(table)
    every = readings(loaded.script, "gentle", loaded.setup)
    wanted = [reading for reading in every if spoken & {part.id for part in reading.parts}]
    assert {part.id for reading in wanted for part in reading.parts} == spoken
    pack = pack_to_record(str(tmp_path / "ala.toml"), "pl")
    recorded(server, pack, wanted)
    assert faults_of(pack, wanted, "ala") == []
    (tmp_path / "hidden").mkdir()
    hidden = mute(tmp_path / "hidden")
    with server.recorded("speaker.monitor") as night:
        shown = played(server, table, hidden)
    assert "nagrano" not in shown
    heard = night.samples()
    places = []
    for parts in lines:
        place, share = heard_of(expected(pack, parts), heard)
        assert share > 0.8, "".join(part.text for part in parts)
        places.append(place)
    assert places == sorted(places)
    assert any(part.id == "number.4" for parts in lines for part in parts)
    assert "Nie ma głosu" in played(server, table, hidden, "--voice", "system")


def test_a_reader_records_from_the_command_line_and_hears_the_take(server: SoundServer, table: Path) -> None:
    record = [*NARRATOR, "voice", "record", "ola", "--setup", str(table), "--only", "number.4"]
    with (
        server.recorded("speaker.monitor") as room,
        subprocess.Popen(
            record,
            env={**server.environment, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        for shown in process.stdout:
            if "●" in shown:
                server.say(read_aloud("4"))
            if "●" in shown or "Enter:" in shown:
                process.stdin.write("\n")
                process.stdin.flush()
        room.go_on(0.3)
    assert process.returncode == 0
    pack = Pack(Path(server.own_environment["XDG_DATA_HOME"]) / "narrator" / "voices" / "ola")
    assert len(pack.takes("number.4")) == 1
    kept = at_rate(tidy(read_sound(pack.path("number.4"))), RATE).samples
    assert found(kept, room.samples())[1] > 0.9
