"""Measure how soon the narrator speaks and what it costs, beside the loop that people write first, in one room.

Both run in a PulseAudio server of their own with the real Vosk, its Korean model and a synthetic player; nothing else
should keep the computer busy meanwhile. Fails if the narrator misses a gate, or
is worse by a third than what was kept. A program that does not speak is named, with its last words; what was measured
until then stands in the table, and nothing is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import espeakng_loader
import numpy as np

from bench.figures import Figure, computer, settle
from tests.audio.evening import CONFIRM, NARRATOR, READY, REPEAT, UNDO, Game, lay_table, played, profile
from tests.audio.sound_server import SoundServer
from tests.audio.talking import Measures, NotAsExpected, Program, Turn, talk
from tests.speech.speaker import MODEL
from tests.speech.tabletalk import Table

RATE = 150
"""Words a minute, of both voices."""

CONFIG = f'format = 1\nmodel = "{MODEL}"\nambience_volume = 0.001\n'
"""The ambience is mixed in, but too soft to be taken for a word."""

SEATS = {"3": "번호 삼", "4": "번호 넷", "5": "번호 다섯", "6": "번호 여섯"}
ANSWERS = {"ready": READY, "repeat": REPEAT, "undo": UNDO, **SEATS}

TALK, LEVEL, SEED = 15.0, -6.0, 21
"""Seconds of others' talk, less than any call's time; how many dB louder than an answer; and which talk it is."""

LOSS = 1 / 3
"""The share by which a figure may be worse than what was kept; those of a few milliseconds are gated alone."""

MANY = 100
"""A ratio above this only says that ours is next to nothing."""

ASOUND = "pcm.!default pulse\nctl.!default pulse\n"

SILENT = "{program} in the room of the sound server: it {why}"

HEAD = "| | narrator | plain loop | ratio | gate |"


class Row(NamedTuple):
    """A line of the table: what is measured, how it is written, the most allowed, and by how much it may grow."""

    name: str
    find: Callable[[Measures], float | None]
    form: str
    gate: float = 0.0
    tolerance: float | None = LOSS

    def of(self, found: Measures) -> float | None:
        """Read the value; None if it was not measured."""
        try:
            return self.find(found)
        except ValueError:  # of nothing there is no median
            return None


ROWS = [
    Row("reaction, median", lambda found: 1000 * median(found.reactions), "{:.0f} ms", 300),
    Row("reaction, 95 %", lambda found: 1000 * _most(found.reactions), "{:.0f} ms", 400),
    Row("first word after the start, median", lambda found: median(found.first_words), "{:.2f} s", 0.6),
    Row("between two lines, beyond the pause: median", lambda found: 1000 * median(found.gaps), "{:.0f} ms", 0, None),
    Row("between two lines, beyond the pause: longest", lambda found: 1000 * max(found.gaps), "{:.0f} ms", 60, None),
    Row("listening, of one core", lambda found: 100 * found.listening or None, "{:.1f} %", 3.3),
    Row("listening amid talk, of one core", lambda found: 100 * found.amid_talk or None, "{:.1f} %", 6),
    Row("speaking, of one core", lambda found: 100 * found.speaking or None, "{:.1f} %"),
    Row("memory", lambda found: found.memory or None, "{:.0f} MB"),
    Row("memory without the speech model's process", lambda found: found.without_model, "{:.0f} MB", 150),
]


def _most(values: list[float]) -> float:
    """Give what 95 % do not exceed. Raises ValueError if there are none."""
    if not values:
        raise ValueError
    return float(np.percentile(values, 95))


def answers(samples: int) -> list[str]:
    """List what is answered: "ready", then a seat after the other, each repeated first and taken back."""
    rounds = (word for seat in cycle(SEATS) for word in ("repeat", seat, "undo"))
    return ["ready", *islice(rounds, samples - 1)]


def table_talk() -> bytes:
    """What the others at the table say, half as loud as somebody who answers."""
    said = Table(SEED, ANSWERS.values()).window(TALK, LEVEL)
    return (said * 32767).astype(np.int16).tobytes()


def cues_of(setup: Path, said: list[str]) -> list[dict[str, Any]]:
    """The cues of the game with these answers."""
    journal = setup.with_name("headless.jsonl")
    play = [*NARRATOR, "play", str(setup), "--headless", "--journal", str(journal)]
    done = subprocess.run(play, input="\n".join(said), capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def turns_of(cues: list[dict[str, Any]], said: list[str]) -> tuple[list[Turn], list[str]]:
    """The turns of the game, and the first line after each answer."""
    turns, lines, firsts, answered = [], [], [], iter(said)
    for cue in cues:
        if cue["cue"] == "say":
            lines.append(cue)
        elif cue["cue"] == "ask" and (words := next(answered, "")):
            confirmed = [CONFIRM] if cue["final"] and words in SEATS else []
            turns.append(Turn([ANSWERS[words], *confirmed], [line["pause"] for line in lines[:-1]]))
            firsts.append(lines[0]["text"])
            lines = []
    return turns, firsts


def narrate(server: SoundServer, setup: Path, samples: int, others: bytes) -> tuple[Measures, list[str]]:
    """Measure `narrator play` with a warm cache; give the lines that were its reactions too."""
    said = answers(samples)
    turns, firsts = turns_of(cues_of(setup, said), said)
    with played(server, setup) as game:  # all that can be known is rendered now
        game.wait_for_question()
    return talk(server, lambda: _narrating(server, setup), turns, others), firsts


@contextmanager
def _narrating(server: SoundServer, setup: Path) -> Iterator[Program]:
    setup.with_name("night.jsonl").unlink()
    with played(server, setup, pace=1.0) as game:
        yield Narrating(game)


class Narrating:
    """The narrator, running; at its first question its ears may still be on their way."""

    def __init__(self, game: Game) -> None:
        self.pid, self._game = game.pid, game

    def wait_for_question(self) -> None:
        """Wait until the next question is open and can be heard."""
        self._game.wait_for_question()
        self._game.wait_for_ears()

    def wait_to_confirm(self) -> None:
        """Wait until what was said is to be confirmed."""
        self._game.wait_to_confirm()


class Plain:
    """The plain loop, running."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.pid, self._process = process.pid, process

    def wait_for_question(self) -> None:
        """Wait until it says that it listens."""
        assert self._process.stdout
        if not self._process.stdout.readline():
            raise NotAsExpected("ended by itself")

    def wait_to_confirm(self) -> None:
        """Have nothing confirmed."""


def loop(server: SoundServer, folder: Path, samples: int, lines: list[str], others: bytes) -> Measures:
    """Measure the plain loop with the same words and lines."""
    Path(server.own_environment["HOME"], ".asoundrc").write_text(ASOUND)  # its player goes through ALSA
    said = [ANSWERS[word] for word in answers(samples)]
    opening = [(line, 0.8) for line in lines[:6]]
    told = {"phrases": list(ANSWERS.values()), "opening": opening, "answers": lines[1:]}
    (folder / "lines.json").write_text(json.dumps(told), "utf-8")
    # Its first line returns at once, before it sounds: no pause follows that could be measured.
    turns = [Turn([words], [] if number else [0.8] * (len(opening) - 2)) for number, words in enumerate(said)]
    espeak = own_espeak(folder)
    found = talk(server, lambda: _looping(server, folder, espeak), turns, others)
    if found.broken_off:
        found.broken_off += f"; its last words: {_last_words(folder)}"
    return found


def own_espeak(folder: Path) -> dict[str, str]:
    """Let the plain loop find the narrator's espeak-ng under the name that pyttsx3 asks the system for."""
    library = folder / "libespeak-ng.so.1"
    if not library.exists():
        library.symlink_to(espeakng_loader.get_library_path())
    return {"LD_LIBRARY_PATH": str(folder), "ESPEAK_DATA_PATH": str(espeakng_loader.get_data_path())}


def _last_words(folder: Path) -> str:
    said = (folder / "plain.log").read_text("utf-8", errors="replace").strip().splitlines()
    return said[-1] if said else "none"


@contextmanager
def _looping(server: SoundServer, folder: Path, espeak: dict[str, str]) -> Iterator[Program]:
    script = Path(__file__).with_name("plain_loop.py")
    command = [sys.executable, str(script), str(MODEL), str(folder / "lines.json"), str(RATE)]
    environment = {**server.environment, **espeak}
    with (
        (folder / "plain.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, encoding="utf-8") as process,
    ):
        try:
            yield Plain(process)
        finally:
            process.kill()


def table(narrator: Measures, plain: Measures) -> Iterator[str]:
    """Write the table."""
    yield HEAD
    yield "|---|---|---|---|---|"
    for row in ROWS:
        ours, theirs = row.of(narrator), row.of(plain)
        ratio = theirs / ours if ours and theirs else 0.0
        shown = [row.form.format(value) if value is not None else "" for value in (ours, theirs, row.gate or None)]
        yield f"| {row.name} | {shown[0]} | {shown[1]} | {f'{ratio:.1f}' if 0 < ratio < MANY else ''} | {shown[2]} |"


def figures(narrator: Measures, plain: Measures) -> Iterator[Figure]:
    """What is kept: the narrator's figures, which are judged by the next ones, and the plain loop's."""
    for name, found, judged in (("narrator", narrator, True), ("plain loop", plain, False)):
        for row in ROWS:
            value = row.of(found)
            if value is not None:
                yield Figure(f"{name}: {row.name}", value, row.form, row.tolerance if judged else None)


def kept_as(voice: str) -> str:
    """The name under which figures with this voice are kept."""
    return "voice" if voice == "system" else f"voice-{voice}"


def missed(narrator: Measures) -> list[str]:
    """List the rows in which the narrator misses its gate."""
    return [row.name for row in ROWS if row.gate and (row.of(narrator) or 0.0) > row.gate]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=25, help="answers that are spoken to each program")
    parser.add_argument("--voice", default="system", help="the profile whose voice narrates")
    parser.add_argument("--json", action="store_true", help="print everything that was measured as JSON")
    parser.add_argument("--keep", action="store_true", help="keep the figures, to compare later ones with")
    wanted = parser.parse_args()
    if not shutil.which("aplay"):
        print("the plain loop plays with aplay, which is not here: apt install alsa-utils", file=sys.stderr)
        return 1
    folder, busy = Path(tempfile.mkdtemp(prefix="narrator-")), os.getloadavg()[0]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its modules compiled
    try:
        with SoundServer(folder) as server:
            (folder / "table").mkdir()
            setup = lay_table(folder / "table", profile(wanted.voice, RATE), CONFIG)
            others = table_talk()
            narrator, lines = narrate(server, setup, wanted.samples, others)
            plain = loop(server, folder, wanted.samples, lines, others)
    finally:
        shutil.rmtree(folder)
    if wanted.json:
        told = {"computer": computer(), "narrator": asdict(narrator), "plain": asdict(plain)}
        print(json.dumps(told, indent=2))
    else:
        print(f"{len(narrator.reactions)} spoken answers each; {computer()}; load before {busy:.1f}\n")
        print("\n".join(table(narrator, plain)))
    programs = {"the narrator": narrator, "the plain loop": plain}
    faults = [
        SILENT.format(program=name, why=found.broken_off) for name, found in programs.items() if found.broken_off
    ]
    for fault in faults:
        print(fault, file=sys.stderr)
    as_before = settle(kept_as(wanted.voice), [*figures(narrator, plain)], keep=wanted.keep and not faults)
    return 0 if as_before and not faults and not missed(narrator) else 1


if __name__ == "__main__":
    sys.exit(main())
