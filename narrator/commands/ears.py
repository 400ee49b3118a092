"""The commands for the ears: record clips, which measure how well they understand, and install a speech model."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import ConfigFile
from narrator.terminal.fetching import download_bar
from narrator.terminal.words import terminal_texts

if TYPE_CHECKING:
    from narrator.ears.clips import Clip, Reading
    from narrator.ears.recorder import Recorder

ears_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
model_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@ears_app.callback()
def about() -> None:
    """Measure how well the ears understand people."""


@ears_app.command("record")
def record(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the clips go, a folder for each reader.")],
    *,
    reader: Annotated[str, typer.Option("--as", help="The reader's name.")] = "",
    setup: Annotated[Path | None, typer.Option("--setup", help="Its players' names are read too.")] = None,
    language: Annotated[str, typer.Option("--language", help="Language of the words.")] = "pl",
    config: ConfigFile = None,
) -> None:
    """Record people saying answers, to measure how well they are understood."""
    from narrator.computer.config import load_config
    from narrator.ears import clips
    from narrator.ears.lexicon import read_lexicon
    from narrator.ears.recorder import Recorder
    from narrator.games import registry

    game, names = _at_table(setup)
    settings, lexicon = load_config(config), read_lexicon(language, *registry.folders(game))
    group = clips.keep_group(folder, language, names)
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
            raise typer.Exit(130) from None


def _at_table(setup: Path | None) -> tuple[str, dict[int, str]]:
    """The setup's game and players' names; empty without a setup."""
    from narrator.play.loading import load_table

    table = load_table(setup).setup if setup else None
    return (table.game, table.people) if table else ("", {})


def _readers(named: str) -> Iterator[str]:
    if named:
        yield named
        return
    from narrator.computer.texts import texts_of

    while reader := typer.prompt(texts_of().word("clips.who"), default="", show_default=False).strip():
        yield reader


def _read(recorder: "Recorder", folder: Path, wanted: "list[Reading]", reader: str) -> None:
    """Record what one reader has not read yet; a bad clip is read again at once."""
    from narrator.computer.texts import texts_of
    from narrator.ears import clips

    keys = {key: move for move, key in texts_of().group("clips.keys").items()}
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


def _recorded(recorder: "Recorder", file: Path) -> bool:
    from narrator.ears import clips
    from narrator.ears.sound import RATE

    _say("clips.listening")
    clip: Clip = clips.take(block.sound for block in recorder.blocks())
    _say(f"clips.faults.{clip.fault}" if clip.fault else "clips.good", seconds=len(clip.sound) / 2 / RATE)
    if not clip.fault:
        clips.write_clip(file, clip)
    return not clip.fault


def _say(key: str, **values: object) -> None:
    from narrator.computer.texts import texts_of

    typer.echo(texts_of().word(key, **values))


@model_app.command("install")
def model_install(
    language: Annotated[str, typer.Argument(help="The language, e.g. pl, or whisper-base.")] = "pl",
    *,
    file: Annotated[Path | None, typer.Option("--from", help="A model's zip, for a place with no internet.")] = None,
) -> None:
    """Download a speech model once (or take it from a file); afterwards everything works offline."""
    from narrator.ears import models

    if file is not None:
        folder = models.install_from(file)
    else:
        with download_bar(models.model_of(language).name) as progress:
            folder = models.install(language, progress)
    typer.echo(terminal_texts().word("terminal.model-ready", folder=folder))
