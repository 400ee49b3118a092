"""The command line: every command under its name."""

from typing import Annotated, Any

import typer

from narrator.commands import usage
from narrator.errors import NarratorError
from narrator.terminal.words import in_terminal
from narrator.texts import Words


class ShowUnlessNamed(usage.Subcommands):
    """Lets `narrator script SETUP` mean `narrator script show SETUP`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `show` before a first word that is no command."""
        if args and args[0] not in self.tree and args[0] not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


COMMANDS: usage.Tree = {
    "play": "evening:play",
    "lead": "evening:lead",
    "deal": "evening:deal",
    "resume": "evening:resume",
    "again": "evening:again",
    "log": "journal:log",
    "replay": "journal:replay",
    "doctor": "computer:doctor",
    "report": "computer:report",
    "simulate": "simulate:simulate",
    "stats": "journal:stats",
    "check": "setups:check",
    "new": "evening:new",
    "sheet": "sheet:sheet",
    "demo": "evening:demo",
    "teach": "evening:teach",
    "shortcut": "computer:shortcut",
    "script": ShowUnlessNamed(
        {
            "show": "setups:script_show",
            "copy": "setups:script_copy",
            "new": "setups:script_new",
            "diff": "setups:script_diff",
            "accept": "setups:script_accept",
            "slim": "setups:script_slim",
            "add": "setups:script_add",
            "schema": "setups:script_schema",
        }
    ),
    "ears": usage.Subcommands({"record": "computer:record_clips", "try": "computer:try_clips"}),
    "model": usage.Subcommands({"install": "computer:install_model"}),
    "voice": usage.Subcommands(
        {
            "list": "voice:list_voices",
            "try": "voice:try_voice",
            "record": "voice:record",
            "check": "voice:check",
            "install": "voice:install",
        }
    ),
}
"""What each command is, as `module:function` of this package: only the one that is named is read."""


class MenuUnlessNamed(usage.Subcommands):
    """Lets `narrator` alone mean what its caller names, where somebody sits at a terminal, else the help."""

    def __init__(self, **others: Any) -> None:
        super().__init__(COMMANDS, **others)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Leave a line without words to the menu."""
        self.no_args_is_help = not in_terminal()
        for one in self.params:
            if one.name in ("install_completion", "show_completion"):
                one.callback = _complete
        return super().parse_args(ctx, args)

    def cure(self, word: str) -> Words:
        """Point whoever types the word of something that is no command to where it is."""
        return usage.elsewhere(word) or super().cure(word)


def _complete(ctx: Any, param: Any, wanted: Any) -> None:
    """Let the shell around this program complete its commands, or show what it would be told for that."""
    if not wanted or ctx.resilient_parsing:
        return
    from typer._completion_shared import Shells, _get_shell_name, get_completion_script, install

    texts, shell, name = usage.texts_here(), _get_shell_name(), ctx.info_name
    if shell not in [one.value for one in Shells]:
        raise NarratorError(texts.word("usage.no-completion", shells=", ".join(one.value for one in Shells)))
    if param.name == "install_completion":
        typer.echo(texts.word("usage.completion-installed", shell=shell, path=install(shell)[1]))
    else:
        variable = f"_{name}_COMPLETE".replace("-", "_").upper()
        typer.echo(get_completion_script(prog_name=name, complete_var=variable, shell=shell))
    raise typer.Exit


app = typer.Typer(
    cls=MenuUnlessNamed,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version")] = False,
    terminal: Annotated[bool, typer.Option("--terminal")] = False,
) -> None:
    """Lead the night phases of in-person games by voice, offline."""
    if version:
        from narrator import __version__

        typer.echo(f"narrator {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        context.obj(terminal=terminal)
