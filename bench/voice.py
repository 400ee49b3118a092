"""Measure how soon the narrator speaks and what it costs, beside the loop that people write first, in one room.

Both run in a PulseAudio server of their own with the real Vosk, its Korean model and a synthetic player; nothing else
should keep the computer busy meanwhile. With another model the narrator runs alone, at a Polish table. Fails if the
narrator misses a gate, or is worse by a third than what was kept. A program that does not speak or hear is named,
with its last words; what was measured until then stands in the table, and nothing is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import cycle, islice, zip_longest
from pathlib import Path
from typing import Any

import espeakng_loader
import numpy as np

from narrator.play.journal import read

from bench.figures import computer, settle
from bench.voice_rows import figures, missed, table
from tests.audio.evening import NARRATOR, Game, lay_table, played, profile
from tests.audio.sound_server import InVain, SoundServer
from tests.audio.table_words import KOREAN, TableWords, with_model
from tests.audio.talking import Measures, NotAsExpected, Program, Turn, talk
from tests.speech.tabletalk import Table

RATE = 150
"""Words a minute, of both voices."""

CONFIG = 'format = 1\nmodel = "{model}"\nambience_volume = 0.001\n'
"""The ambience is mixed in, but too soft to be taken for a word."""

TALK, LEVEL, SEED = 15.0, -6.0, 21
"""Seconds of others' talk, less than any call's time; how many dB louder than an answer; and which talk it is."""

ASOUND = "pcm.!default pulse\nctl.!default pulse\n"

SILENT = "{program} in the room of the sound server: it {why}"


def answers(samples: int, words: TableWords) -> list[str]:
    """List what is answered: "ready", then a seat after the other, each repeated first and taken back."""
    rounds = (word for seat in cycle(words.seats) for word in ("repeat", seat, "undo"))
    return ["ready", *islice(rounds, samples - 1)]


def table_talk(words: TableWords) -> bytes:
    """What the others at the table say, half as loud as somebody who answers."""
    said = Table(SEED, words.answers.values(), words.others).window(TALK, LEVEL)
    return (said * 32767).astype(np.int16).tobytes()


def cues_of(setup: Path, said: list[str]) -> list[dict[str, Any]]:
    """The cues of the game with these answers."""
    journal = setup.with_name("headless.jsonl")
    play = [*NARRATOR, "play", str(setup), "--headless", "--journal", str(journal)]
    done = subprocess.run(play, input="\n".join(said), capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def turns_of(cues: list[dict[str, Any]], said: list[str], words: TableWords) -> tuple[list[Turn], list[str]]:
    """The turns of the game, and the first line after each answer."""
    turns, lines, firsts, answered = [], [], [], iter(said)
    for cue in cues:
        if cue["cue"] == "say":
            lines.append(cue)
        elif cue["cue"] == "ask" and (answer := next(answered, "")):
            confirmed = [words.confirm] if cue["final"] and answer in words.seats else []
            turns.append(Turn([words.answers[answer], *confirmed], [line["pause"] for line in lines[:-1]]))
            firsts.append(lines[0]["text"])
            lines = []
    return turns, firsts


def narrate(
    server: SoundServer, setup: Path, samples: int, others: bytes, words: TableWords
) -> tuple[Measures, list[str]]:
    """Measure `narrator play` with a warm cache; give the lines that were its reactions too."""
    said = answers(samples, words)
    turns, firsts = turns_of(cues_of(setup, said), said, words)
    try:
        with played(server, setup, words=words) as game:  # all that can be known is rendered now
            game.wait_for_question()
    except InVain as fault:
        return Measures(broken_off=f"asked nothing: {fault}"), firsts
    found = talk(server, lambda: _narrating(server, setup, words), turns, others, words.speak)
    found.broken_off = found.broken_off or misheard(setup.with_name("night.jsonl"), said)
    return found, firsts


def misheard(journal: Path, said: list[str]) -> str:
    """What was taken for another answer than was said, if anything was."""
    heard = [batch.input for batch in read(journal)[1] if batch.input]
    wrong = (pair for pair in zip_longest(said, heard[: len(said)]) if len({*pair}) > 1)
    return next((f"took {answer!r} for {taken!r}" for answer, taken in wrong), "")


@contextmanager
def _narrating(server: SoundServer, setup: Path, words: TableWords) -> Iterator[Program]:
    setup.with_name("night.jsonl").unlink()
    with played(server, setup, pace=1.0, words=words) as game:
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
    said = [KOREAN.answers[word] for word in answers(samples, KOREAN)]
    opening = [(line, 0.8) for line in lines[:6]]
    told = {"phrases": list(KOREAN.answers.values()), "opening": opening, "answers": lines[1:]}
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
    command = [sys.executable, str(script), str(KOREAN.model), str(folder / "lines.json"), str(RATE)]
    environment = {**server.environment, **espeak}
    with (
        (folder / "plain.log").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, encoding="utf-8") as process,
    ):
        try:
            yield Plain(process)
        finally:
            process.kill()


def kept_as(voice: str, words: TableWords = KOREAN) -> str:
    """The name under which figures with this voice and these words' model are kept."""
    of_voice = [] if voice == "system" else [voice]
    of_model = [] if words is KOREAN else [words.model.name]
    return "-".join(["voice", *of_voice, *of_model])


def measured(voice: str, samples: int, words: TableWords) -> tuple[Measures, Measures]:
    """Measure the narrator and the plain loop, which has no model but the Korean one: else nothing of it."""
    folder, plain = Path(tempfile.mkdtemp(prefix="narrator-")), Measures()
    try:
        with SoundServer(folder) as server:
            (folder / "table").mkdir()
            config = CONFIG.format(model=words.model)
            setup = lay_table(folder / "table", profile(voice, RATE), config, words)
            others = table_talk(words)
            narrator, lines = narrate(server, setup, samples, others, words)
            if words is KOREAN:
                plain = loop(server, folder, samples, lines, others)
    finally:
        shutil.rmtree(folder)
    return narrator, plain


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=25, help="answers that are spoken to each program")
    parser.add_argument("--voice", default="system", help="the profile whose voice narrates")
    parser.add_argument("--model", type=with_model, default=KOREAN, help="a model's folder, for a Polish table")
    parser.add_argument("--json", action="store_true", help="print everything that was measured as JSON")
    parser.add_argument("--keep", action="store_true", help="keep the figures, to compare later ones with")
    wanted = parser.parse_args()
    if wanted.model is KOREAN and not shutil.which("aplay"):
        print("the plain loop plays with aplay, which is not here: apt install alsa-utils", file=sys.stderr)
        return 1
    busy = os.getloadavg()[0]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its modules compiled
    narrator, plain = measured(wanted.voice, wanted.samples, wanted.model)
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
    as_before = settle(
        kept_as(wanted.voice, wanted.model), [*figures(narrator, plain)], keep=wanted.keep and not faults
    )
    return 0 if as_before and not faults and not missed(narrator) else 1


if __name__ == "__main__":
    sys.exit(main())
