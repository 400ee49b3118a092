"""The command line: every command under its name."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from narrator.commands.computer import doctor, ears_app, model_app, shortcut
from narrator.commands.evening import again, deal, demo, lead, new, play, resume, teach
from narrator.commands.journal import log, replay, stats
from narrator.commands.setups import check, script_app
from narrator.commands.sheet import sheet
from narrator.commands.simulate import simulate
from narrator.commands.voice import voice_app
from narrator.terminal.words import in_terminal, terminal_texts


class MenuUnlessNamed(TyperGroup):
    """Lets `narrator` alone mean what its caller names, where somebody sits at a terminal, else the help."""

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
        context.obj()


app.add_typer(script_app, name="script", help="Print a night's calls (narrator script SETUP), or copy a script.")
app.add_typer(ears_app, name="ears", help="Record clips to measure how well answers are understood.")
app.add_typer(model_app, name="model", help="Install the speech model that the ears need.")
app.add_typer(voice_app, name="voice", help="Record your own voice, check it, or install a Piper voice.")


for command in (
    play, lead, deal, resume, again, log, replay, doctor, simulate, stats, check, new, sheet, demo, teach, shortcut,
):  # fmt: skip
    app.command()(command)
