"""Recording clips: people read answers one by one, by which it is measured how well the ears understand them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from narrator.computer.config import Config
from narrator.ears import clips
from narrator.ears.clips import Clip, ClipText
from narrator.ears.lexicon import read_lexicon
from narrator.ears.recorder import Recorder
from narrator.ears.sound import RATE
from narrator.games import registry
from narrator.games.table import Setup
from narrator.terminal.exits import BrokenOff
from narrator.terminal.words import terminal_texts


def record_clips(folder: Path, reader: str, setup: Setup | None, language: str, settings: Config) -> None:
    """Record this reader, or each whose name is typed; a table's names are read too. Raises BrokenOff."""
    lexicon = read_lexicon(language, *registry.folders(setup.game if setup else ""))
    group = clips.keep_group(folder, language, setup.people if setup else {})
    wanted = clips.readings(lexicon, group.names)
    with Recorder(settings.microphone) as recorder:
        _say("clips.kept", folder=folder, device=recorder.device)
        try:
            for one in _readers(reader):
                _read(recorder, clips.reader_folder(folder, one), wanted, one)
            _say("clips.next", folder=folder)
        except (KeyboardInterrupt, EOFError, typer.Abort):
            typer.echo()
            _say("clips.broken-off")
            raise BrokenOff from None


def _readers(named: str) -> Iterator[str]:
    if named:
        yield named
        return
    while reader := typer.prompt(terminal_texts().word("clips.who"), default="", show_default=False).strip():
        yield reader


def _read(recorder: Recorder, folder: Path, wanted: list[ClipText], reader: str) -> None:
    """Record what one reader has not read yet; a bad clip is read again at once."""
    keys = {terminal_texts().word(f"studio.keys.{move}"): move for move in ("back", "skip", "stop")}
    left = clips.left(folder, wanted, reader)
    _say("clips.left", reader=reader, count=len(left), minutes=clips.minutes(len(left)))
    _say("clips.how")
    number = 0
    while number < len(left):
        reading = left[number]
        typer.echo(f"\n  {number + 1}/{len(left)}   {typer.style(reading.text, bold=True)}")
        key = typer.prompt("", default="", show_default=False, prompt_suffix="  ⏎ ").strip().casefold()
        move = keys.get(key, "")
        if move == "stop":
            return
        if move:
            number = max(number - 1, 0) if move == "back" else number + 1
        elif _recorded(recorder, folder / reading.file):
            number += 1
    _say("clips.all", reader=reader)


def _recorded(recorder: Recorder, file: Path) -> bool:
    _say("clips.listening")
    clip: Clip = clips.take(block.sound for block in recorder.blocks())
    _say(f"clips.faults.{clip.fault}" if clip.fault else "clips.good", seconds=len(clip.sound) / 2 / RATE)
    if not clip.fault:
        clips.write_clip(file, clip)
    return not clip.fault


def _say(key: str, **values: object) -> None:
    typer.echo(terminal_texts().word(key, **values))
