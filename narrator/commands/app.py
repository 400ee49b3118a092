"""The commands. Thin: each loads what it needs when it is called, and hands over."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from narrator.commands.deal import deal, deal_first
from narrator.commands.doctor import doctor
from narrator.commands.ears import ears_app
from narrator.commands.journal import again, log, replay, resume
from narrator.commands.options import (
    Answers,
    ConfigFile,
    Headless,
    JournalFile,
    Names,
    Pace,
    Seed,
    SetupFile,
    Silent,
    VoiceName,
    download_bar,
    lead,
    settings_of,
    terminal_texts,
)
from narrator.commands.simulate import simulate
from narrator.commands.voice import voice_app
from narrator.errors import NarratorError, printable
from narrator.games.registry import DEFAULT

if TYPE_CHECKING:
    from narrator.computer.config import Config

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A voice-driven narrator for the night phases of in-person games, offline.",
)


@app.callback(invoke_without_command=True)
def about(
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Lead the night phases of in-person games by voice, offline."""
    if version:
        from narrator import __version__

        typer.echo(f"narrator {__version__}")
        raise typer.Exit


class ShowUnlessNamed(TyperGroup):
    """Lets `narrator script SETUP` mean `narrator script show SETUP`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `show` before a first word that is no command."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


script_app = typer.Typer(cls=ShowUnlessNamed, no_args_is_help=True, rich_markup_mode=None)
model_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
app.add_typer(script_app, name="script", help="Print a night's calls (narrator script SETUP), or copy a script.")
app.add_typer(ears_app, name="ears", help="Record clips to measure how well answers are understood.")
app.add_typer(model_app, name="model", help="Install the speech model that the ears need.")
app.add_typer(voice_app, name="voice", help="Record your own voice, check it, or install a Piper voice.")


@app.command()
def play(
    setup: SetupFile,
    *,
    headless: Headless = False,
    silent: Silent = False,
    seed: Seed = None,
    journal: JournalFile = None,
    answers: Answers = None,
    names: Names = "",
    voice: VoiceName = "",
    pace: Pace = None,
    config: ConfigFile = None,
) -> None:
    """Lead a game: aloud, as a moderator's prompter, or for programs."""
    from narrator.play import session

    settings = settings_of(config, pace)
    table = session.seated(setup, settings, names, voice)
    _warn(table.warnings, settings)
    if not (headless or answers):
        seed = deal_first(setup, table, seed, settings)
        table = session.seated(setup, settings, names, voice)  # with the seed that it may have got
    if answers:
        session.answers_file(answers)  # before there is a journal of a game that cannot be led
    begun = session.Begun(silent=silent, pace=pace, config=str(config.resolve()) if config else "")
    stage = session.begin(setup, table, seed, journal, settings, begun)
    lead(stage, table, settings, session.Manner(headless=headless, silent=silent, answers=answers))


for command in (deal, resume, again, log, replay, doctor, simulate):
    app.command()(command)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Setups, scripts or texts.")],
) -> None:
    """List every fault of setups, scripts or texts, with place and likely cure."""
    from narrator.play import checking

    bad, texts = False, terminal_texts()
    for path, problems in checking.check(files):
        bad |= any(not problem.warning for problem in problems)
        for problem in problems:
            typer.echo(texts.word("terminal.warning", problem=problem) if problem.warning else problem)
        if not problems:
            typer.echo(printable(texts.word("terminal.no-fault", path=path)))
    raise typer.Exit(1 if bad else 0)


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="Where to write the setup.")] = Path("table.toml"),
) -> None:
    """Ask about players and cards, and write a setup file."""
    from narrator.computer.texts import texts_of
    from narrator.games import registry
    from narrator.games.package import Asks, wanted
    from narrator.play.new import save

    def ask(question: str, default: str) -> str:
        return str(typer.prompt(question, default=default, show_default=bool(default)))

    try:
        document = wanted(registry.package(), Asks, "has no questions for a setup").new_setup(ask, typer.echo)
        if save(document, file, ask):
            typer.echo(f"{file}")
    except (KeyboardInterrupt, EOFError, typer.Abort):
        typer.echo("\n" + texts_of().word("new.broken-off"), err=True)
        raise typer.Exit(130) from None


@model_app.command("install")
def model_install(
    language: Annotated[str, typer.Argument(help="The language, e.g. pl.")] = "pl",
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


@script_app.command("show")
def script_show(
    setup: SetupFile,
    *,
    night: Annotated[int, typer.Option(min=0, help="0 is the zero night.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    names: Names = "",
) -> None:
    """Print the calls of a night in order, their lines, and why a call would be left out."""
    from narrator.games.package import Lists, wanted
    from narrator.play import session

    table = session.seated(setup, settings_of(None, None), names, "")
    package = wanted(table.package, Lists, "has no nights to list")
    if json:
        from json import dumps

        typer.echo(dumps(package.listing(table, night), ensure_ascii=False, indent=2))
    else:
        typer.echo(package.listing_text(table, night))


@script_app.command("copy")
def script_copy(
    script: Annotated[str, typer.Argument(help=f"A shipped script, e.g. {DEFAULT}.")],
    file: Annotated[Path, typer.Argument(help="Where to put the copy.")],
) -> None:
    """Copy a shipped script to edit; name the copy in your setup: script = "my.toml"."""
    from narrator.computer import files
    from narrator.computer.shipped import script_file

    source = script_file(script, Path())
    if files.there(file):
        raise NarratorError(f"{file} exists already: name another file")
    files.write(file, files.content(source))
    texts = terminal_texts()
    typer.echo(texts.word("terminal.script-copied", file=file, name=file.name))


def _warn(problems: list[Any], settings: "Config") -> None:
    for problem in problems:
        typer.echo(terminal_texts(settings).word("terminal.warning", problem=problem), err=True)
