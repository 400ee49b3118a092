"""The commands for this computer: examine it, report a fault, put a shortcut, have a model, record and try clips."""

from pathlib import Path
from typing import Annotated

import typer

from narrator.commands.options import ConfigFile
from narrator.terminal.words import agreed, say, terminal_texts


def doctor(
    *,
    setup: Annotated[Path | None, typer.Option("--setup")] = None,
    json: Annotated[bool, typer.Option("--json")] = False,
    config: ConfigFile = None,
) -> None:
    """Check voice, microphone, room and model before an evening; exit code 1 if anything fails."""
    from narrator.computer.texts import texts_of
    from narrator.doctor import examine
    from narrator.doctor.findings import FOLDER, as_data, worst
    from narrator.doctor.guide import TerminalGuide
    from narrator.doctor.tonight import look_at_settings

    texts = texts_of(look_at_settings(config)[0].language, FOLDER)
    guide = TerminalGuide(texts, spoken=not json)
    found = [guide.shown(finding) for finding in examine(setup, config, guide)]
    if json:
        from json import dumps

        typer.echo(dumps(as_data(found, texts), ensure_ascii=False, indent=2))
    else:
        guide.sum_up(found)
    raise typer.Exit(1 if worst(found) == "fail" else 0)


def report(*, out: Annotated[Path | None, typer.Option("--out")] = None, config: ConfigFile = None) -> None:
    """Write a file for a report of a fault: versions, settings, devices, and the last game without names."""
    from narrator.computer import files
    from narrator.doctor.report import report as whole_report
    from narrator.doctor.report import usual_file

    texts, path = terminal_texts(), out or usual_file()
    if files.there(path) and not _may_replace(path):
        say(texts.word("shortcut.left", path=path))
        raise typer.Exit(1)
    files.write(path, whole_report(config).encode(errors="backslashreplace"), private=True)
    say(texts.word("report.written", path=path))


def _may_replace(path: Path) -> bool:
    texts = terminal_texts()
    try:
        return agreed(texts.word("new.replace", path=path), default=False, texts=texts)
    except EOFError:
        return False


def shortcut(*, folder: Annotated[Path | None, typer.Option("--folder")] = None) -> None:
    """Put a shortcut to the menu on the desktop, for a double click."""
    import sys

    from narrator.computer import files
    from narrator.computer import shortcut as shortcuts

    texts, path = terminal_texts(), shortcuts.file_in(folder or shortcuts.place(sys.platform))
    listed = path.parent == shortcuts.programs()
    if listed:
        files.make_folder(path.parent)
    data = shortcuts.content(sys.platform, shortcuts.running())
    if files.is_file(path) and files.content(path) == data:
        say(texts.word("shortcut.there", path=path))
        return
    if files.there(path) and not _may_replace(path):
        say(texts.word("shortcut.left", path=path))
        raise typer.Exit(1)
    shortcuts.put(path, data, sys.platform)
    say(texts.word("shortcut.listed" if listed else "shortcut.made", path=path))


def record_clips(
    folder: Path,
    *,
    reader: Annotated[str, typer.Option("--as")] = "",
    setup: Annotated[Path | None, typer.Option("--setup")] = None,
    language: Annotated[str, typer.Option("--language", metavar="CODE")] = "",
    config: ConfigFile = None,
) -> None:
    """Record people saying answers, to measure how well they are understood."""
    from narrator.computer.config import load_config
    from narrator.play.loading import load_table
    from narrator.studio import clips

    table = load_table(setup).setup if setup else None
    settings = load_config(config)
    clips.record_clips(folder, reader, table, language or settings.language, settings)


def try_clips(
    folder: Path,
    *,
    setup: Annotated[Path | None, typer.Option("--setup")] = None,
    language: Annotated[str, typer.Option("--language", metavar="CODE")] = "",
    config: ConfigFile = None,
) -> None:
    """Play recorded clips to the ears, and count how well each kind of answer is understood."""
    from narrator.computer.config import load_config
    from narrator.studio import trying

    trying.try_clips(folder, setup, language, load_config(config))


def install_model(
    language: Annotated[str, typer.Argument()] = "",
    *,
    file: Annotated[Path | None, typer.Option("--from")] = None,
) -> None:
    """Download a speech model once (or take it from a file); afterwards everything works offline."""
    from narrator.computer.settings import usual_language
    from narrator.ears import models
    from narrator.terminal.fetching import download_bar

    language = language or usual_language()
    if file is not None:
        folder = models.install_from(file)
    else:
        with download_bar(models.model_of(language).name) as progress:
            folder = models.install(language, progress)
    typer.echo(terminal_texts().word("terminal.model-ready", folder=folder))
