"""The commands for voices: list them, try one, record one, check it, or install one for Piper."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import ConfigFile, Names
from narrator.games.registry import DEFAULT
from narrator.terminal.fetching import download_bar
from narrator.terminal.words import fault_words, framed, in_terminal, say, terminal_texts
from narrator.texts import Words, message

if TYPE_CHECKING:
    from narrator.games.package import Reading

Voice = Annotated[str, typer.Argument(metavar="NAME")]
ForSetup = Annotated[Path | None, typer.Option("--setup")]
ForScript = Annotated[str, typer.Option("--script")]


def list_voices(*, json: Annotated[bool, typer.Option("--json")] = False, config: ConfigFile = None) -> None:
    """List the voices: those that speak here, those to download, and how the others are had."""
    from narrator.computer.config import load_config
    from narrator.mouth.catalogue import about, catalogue, how, licence
    from narrator.mouth.voice import load_voice

    settings = load_config(config)
    texts = terminal_texts(settings)
    found, current = catalogue(texts.language), load_voice(settings.voice, texts.language).id
    if json:
        import json as json_of

        told = [
            {
                "voice": one.voice.id,
                "engine": one.voice.engine,
                "here": one.here,
                "current": one.voice.id == current,
                "megabytes": one.offer.megabytes if one.offer else 0,
                "licence": licence(one.offer, texts) if one.offer else "",
            }
            for one in found
        ]
        typer.echo(json_of.dumps(told, ensure_ascii=False, indent=2))
        return
    reasons = list[Words]()  # each is given once
    for one in found:
        mark = "*" if one.voice.id == current else " "
        say(f"{mark} {one.voice.id:13} {about(one, texts)}")
        if one.offer or (one.lacks and one.lacks not in reasons):
            say(f"    {how(one, texts)}")
            reasons.append(one.lacks)


def try_voice(name: Annotated[str, typer.Argument(metavar="VOICE")] = "", *, config: ConfigFile = None) -> None:
    """Say a line in a voice; without a name hear them all, and keep one."""
    from narrator.computer.config import load_config
    from narrator.evening.voices import choose_voice, heard
    from narrator.mouth.catalogue import catalogue
    from narrator.mouth.voice import load_voice

    settings = load_config(config)
    texts = terminal_texts(settings)
    if not name and in_terminal():
        choose_voice(texts)
        return
    wanted = [load_voice(name)] if name else [one.voice for one in catalogue(texts.language) if one.here]
    if not all([heard(one, settings, texts) for one in wanted]):
        raise typer.Exit(1)


def record(
    name: Voice,
    *,
    setup: ForSetup = None,
    script: ForScript = DEFAULT,
    names: Names = "",
    only: Annotated[str, typer.Option(metavar="TEXT")] = "",
    config: ConfigFile = None,
) -> None:
    """Record a voice line by line; a later run continues at the first missing line."""
    from narrator.computer.config import load_config
    from narrator.studio import profiles, session
    from narrator.studio.checking import lacking

    wanted, language = _readings(setup, script, names, only)
    with profiles.recording(name, language) as pack:
        left = wanted if only else lacking(pack, wanted)
        if not left:
            typer.echo(terminal_texts().word("studio.nothing"))
            return
        settings = load_config(config)
        with session.opened(pack, settings.microphone, settings.speaker, _typed, typer.echo) as open_studio:
            try:
                open_studio.record(left)
            finally:
                left_now = len(lacking(pack, wanted))
                typer.echo(terminal_texts().word("studio.done", kept=open_studio.kept, left=left_now))


def check(
    name: Voice,
    *,
    setup: ForSetup = None,
    script: ForScript = DEFAULT,
    names: Names = "",
    json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """List recordings that are missing, too quiet, clipped or too long."""
    from narrator.studio import checking, profiles
    from narrator.texts.shell import quoted

    wanted, _ = _readings(setup, script, names, "")
    pack = profiles.pack_to_check(name)
    said = {"--setup": setup, "--script": script if script != DEFAULT else None, "--names": names}
    options = "".join(f" {option} {quoted(value)}" for option, value in said.items() if value)
    problems = checking.faults_of(pack, wanted, f"{quoted(name)}{options}")
    if json:
        told = [dict(zip(("place", "fault", "cure"), (one.place, *one.parts()), strict=True)) for one in problems]
        count = {"readings": len(wanted), "lacking": len(checking.lacking(pack, wanted))}
        import json as json_of

        typer.echo(json_of.dumps({"voice": name, **count, "problems": told}, ensure_ascii=False, indent=2))
    else:
        for problem in problems:
            typer.echo(framed(problem, terminal_texts()))
        if not problems:
            typer.echo(terminal_texts().word("terminal.voice-complete", voice=name, count=len(wanted)))
    raise typer.Exit(1 if problems else 0)


def install(name: str, *, file: Annotated[Path | None, typer.Option("--from")] = None) -> None:
    """Download a Piper voice (or take it from a file), and show its licence."""
    from narrator.errors import ChannelLost
    from narrator.mouth import piper, piper_voices
    from narrator.mouth.catalogue import licence

    voice, texts = piper_voices.voice_of(name), terminal_texts()
    typer.echo(f"{name}: {licence(voice, texts)}\n")
    if file is not None:
        model = piper_voices.install_from(file, name)
    else:
        with download_bar(name) as progress:
            model = piper_voices.install(name, progress)
    typer.echo(texts.word("terminal.voice-installed", model=model, voice=name))
    try:
        piper.find_model(name)
    except ChannelLost as lost:
        typer.echo(fault_words(lost, texts), err=True)


def _readings(setup: Path | None, script: str, names: str, only: str) -> "tuple[list[Reading], str]":
    """The readings that these options ask for, and their language. Raises BadData if there are none."""
    from narrator.errors import BadData, Problem, suggest
    from narrator.games import registry
    from narrator.games.package import HasReadings, require_door
    from narrator.play.loading import load_table
    from narrator.rooms.counting import words_counted

    table = load_table(setup) if setup else None
    package = require_door(table.package if table else registry.package(), HasReadings, "refusals.record")
    found, language = package.readings(table, script, names, words_counted)
    chosen = [reading for reading in found if reading.id.startswith(only)]
    if not chosen:
        words, cure = message("faults.nothing-begins-so", name=only), suggest(only, [reading.id for reading in found])
        raise BadData([Problem("--only", words, cure)])
    return chosen, language


def _typed(prompt: str) -> str:
    typer.echo(f"    {prompt}")
    return input()
