"""The command that collects clips: it shows a group what to read, and keeps what each reader says."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import ConfigFile, settings_of

if TYPE_CHECKING:
    from narrator.ears.clips import Clip, Reading
    from narrator.ears.recorder import Recorder

ears_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

_WORDS = {
    "kept": "Nagrania zostają w folderze {folder}, na tym komputerze. Mikrofon: {device}.",
    "how": "Enter: nagrywaj, potem od razu czytaj. p: poprzednie jeszcze raz, o: opuść, k: koniec czytania.",
    "who": "Kto czyta? (przezwisko; sam Enter kończy)",
    "left": "{reader}: {count} do przeczytania.",
    "all": "{reader}: wszystko przeczytane, dziękujemy!",
    "listening": "    słucham…",
    "good": "    zapisane, {seconds:.1f} s",
    "silent": "    nic nie słychać; jeszcze raz",
    "faint": "    za cicho; jeszcze raz, bliżej",
    "loud": "    za głośno; jeszcze raz, dalej od mikrofonu",
    "long": "    za długo, albo za głośno dokoła; jeszcze raz",
    "broken-off": "Przerwane; nic nie zginęło. To samo polecenie zaczyna od pierwszego brakującego.",
}


@ears_app.callback()
def about() -> None:
    """Measure how well the ears understand people."""


@ears_app.command("record")
def record(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the clips go, a folder for each reader.")],
    *,
    reader: Annotated[str, typer.Option("--as", help="Who reads, instead of asking.")] = "",
    setup: Annotated[Path | None, typer.Option("--setup", help="Its players' names are read too.")] = None,
    language: Annotated[str, typer.Option("--language", help="The words of this language.")] = "pl",
    config: ConfigFile = None,
) -> None:
    """Collect clips of people saying answers, phrase by phrase, to measure the ears with."""
    from narrator.ears import clips
    from narrator.ears.lexicon import read_lexicon
    from narrator.ears.recorder import Recorder

    settings, lexicon = settings_of(config, None), read_lexicon(language)
    group = clips.keep_group(folder, language, _names(setup))
    wanted = clips.readings(lexicon, group.names, _cards())
    with Recorder(settings.microphone) as recorder:
        _say("kept", folder=folder, device=recorder.device)
        try:
            for one in _readers(reader):
                _read(recorder, clips.reader_folder(folder, one), wanted, one)
        except (KeyboardInterrupt, EOFError, typer.Abort):
            typer.echo()
            _say("broken-off")
            raise typer.Exit(130) from None


def _names(setup: Path | None) -> dict[int, str]:
    from narrator.play.loading import load_table

    return load_table(setup).setup.people if setup else {}


def _cards() -> Collection[str]:
    """Give the cards: the game has no question that is answered with one, so nobody need read them."""
    return ()


def _readers(named: str) -> Iterator[str]:
    if named:
        yield named
        return
    while reader := typer.prompt(_WORDS["who"], default="", show_default=False).strip():
        yield reader


def _read(recorder: "Recorder", folder: Path, wanted: "list[Reading]", reader: str) -> None:
    """Let one reader read what is left; a bad clip is read again at once."""
    from narrator.ears import clips

    left = clips.left(folder, wanted, reader)
    _say("left", reader=reader, count=len(left))
    _say("how")
    number = 0
    while number < len(left):
        reading = left[number]
        typer.echo(f"\n  {number + 1}/{len(left)}   {typer.style(reading.text, bold=True)}")
        key = typer.prompt("", default="", show_default=False, prompt_suffix="  ⏎ ").strip().casefold()
        if key == "k":
            return
        if key in ("p", "o"):
            number = max(number - 1, 0) if key == "p" else number + 1
        elif _recorded(recorder, folder / reading.file):
            number += 1
    _say("all", reader=reader)


def _recorded(recorder: "Recorder", file: Path) -> bool:
    from narrator.ears import clips
    from narrator.ears.sound import RATE

    _say("listening")
    clip: Clip = clips.take(block.sound for block in recorder.blocks())
    _say(clip.fault or "good", seconds=len(clip.sound) / 2 / RATE)
    if not clip.fault:
        clips.write_clip(file, clip)
    return not clip.fault


def _say(key: str, **values: object) -> None:
    typer.echo(_WORDS[key].format(**values))
