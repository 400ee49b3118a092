"""The command line: every command under its name, and `play`, which leads a game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from narrator.commands.deal import deal, seated_with_cards
from narrator.commands.demo import demo
from narrator.commands.doctor import doctor
from narrator.commands.ears import ears_app, model_app
from narrator.commands.first import by_keys_where_deaf
from narrator.commands.journal import again, log, replay, resume
from narrator.commands.lead import lead
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
    lead_in_room,
    place_of,
    settings_of,
)
from narrator.commands.picking import to_go_on_with
from narrator.commands.setups import check, new, script_app
from narrator.commands.sheet import sheet
from narrator.commands.shortcut import shortcut
from narrator.commands.simulate import simulate
from narrator.commands.stats import stats
from narrator.commands.voice import voice_app
from narrator.terminal.words import in_terminal, terminal_texts

if TYPE_CHECKING:
    pass


class MenuUnlessNamed(TyperGroup):
    """Lets `narrator` alone mean the menu, where somebody sits at a terminal; elsewhere it prints the help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Leave a line without words to the menu."""
        self.no_args_is_help = not in_terminal()
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Point whoever types the word of something that is no command to where it is."""
        if self.get_command(ctx, args[0]) is None:
            texts, hint = terminal_texts(), f"elsewhere.{args[0].casefold()}"
            if hint in texts:
                ctx.fail(texts.word(texts.word(hint)))
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=MenuUnlessNamed,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A voice-driven narrator for the night phases of in-person games, offline.",
)


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Lead the night phases of in-person games by voice, offline."""
    if version:
        from narrator import __version__

        typer.echo(f"narrator {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from narrator.commands.menu import menu

        menu()


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
    if not (headless or answers or journal) and (kept := to_go_on_with(setup, settings)):
        resume(kept, silent=silent, page=False, names=names, voice=voice, pace=pace, config=config)
        return
    table, seed = seated_with_cards(
        setup, seed, settings, names, voice, asked=not (headless or answers), silent=silent
    )
    table = table if headless or silent or answers else by_keys_where_deaf(table, settings)
    if answers:
        session.answers_file(answers)  # before there is a journal of a game that cannot be led
    begun = session.Begun(silent=silent, pace=pace, config=place_of(config))
    stage = session.begin(setup, table, seed, journal, settings, begun)
    lead_in_room(stage, table, settings, session.Manner(headless=headless, silent=silent, answers=answers))


for command in (lead, deal, resume, again, log, replay, doctor, simulate, stats, check, new, sheet, demo, shortcut):
    app.command()(command)
