"""The commands for setups and scripts: ask for a new setup, check files, list a night, copy a script."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from narrator.commands.options import Names, SetupFile, settings_of
from narrator.errors import NarratorError, Problem, printable
from narrator.games.registry import DEFAULT
from narrator.terminal.words import agreed, ask, in_terminal, problem_words, say, terminal_texts


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Setups, scripts or texts.")],
) -> None:
    """List every fault of setups, scripts or texts, with place and likely cure."""
    from narrator.play import checking

    bad, texts = False, terminal_texts()
    for path, problems in checking.check(files):
        bad |= any(not problem.warning for problem in problems)
        words = _in_words(path, problems)
        for problem in problems:
            typer.echo(texts.word("terminal.warning", problem=words[problem]) if problem.warning else words[problem])
        if not problems:
            typer.echo(printable(texts.word("terminal.no-fault", path=path)))
    raise typer.Exit(1 if bad else 0)


def _in_words(path: Path, problems: list[Problem]) -> dict[Problem, str]:
    """What is odd about a setup that can be played, in the words of its table if commands speak its language."""
    from narrator.games.package import Remarks
    from narrator.play.loading import load_table

    texts = terminal_texts()
    plain = {problem: problem_words(problem, texts) for problem in problems}
    try:
        table = load_table(path)
    except NarratorError:
        return plain
    if settings_of(None, None).language != table.setup.language or not isinstance(table.package, Remarks):
        return plain
    return {problem: table.package.remark(table, problem) for problem in problems}


def new(
    file: Annotated[
        Path | None, typer.Argument(help="Where to write the setup; asked for if it is left out.")
    ] = None,
) -> None:
    """Ask about players and cards, write a setup file, and go on to the cards and the game."""
    path, go = new_table(file, Path())
    if in_terminal():
        begin(path, go)
    else:
        _later(path)


def new_table(file: Path | None, folder: Path) -> tuple[Path, str]:
    """Ask one's way to a setup in that folder; give the file that was written, and what is wanted next (`begin`).

    Ctrl-C keeps what was answered.
    """
    from narrator.commands.first import would_hear
    from narrator.computer.texts import texts_of
    from narrator.games import registry
    from narrator.games.package import Asks, wanted
    from narrator.play.loading import words_taken
    from narrator.play.new import Kept, by_day, place, save

    texts, kept, answers = texts_of(), Kept(), dict[str, Any]()
    try:
        path = place(file, folder, ask, say) if file else by_day(folder)
        answers = kept.recall()
        again = texts.word("new.again", players=", ".join(answers.get("players", [])))
        if answers and not agreed(again, default=True):
            answers = {}
        package = wanted(registry.package(), Asks, "has no questions for a setup")
        setup = package.new_setup(ask, say, kept=answers, hears=would_hear, taken=words_taken())
        path = place(None, folder, ask, say) if not file and answers.get("go") == "more" else path
        save(setup, path)
    except (KeyboardInterrupt, EOFError, typer.Abort):
        key = "new.broken-off-kept" if kept.keep(answers) else "new.broken-off"
        typer.echo("\n" + texts.word(key), err=True)
        raise typer.Exit(130) from None
    kept.forget()
    say(texts.word("new.written", path=path if file else path.stem))
    return path, answers.get("go", "more")


def _later(setup: Path) -> None:
    from narrator.computer.texts import texts_of

    say(texts_of().word("new.later", command=f"narrator play {setup}"))


def begin(setup: Path, go: str = "more") -> None:
    """Begin the game of a setup that has just been written: the cards first, if they are to be dealt.

    `go` is `now`, `later`, or `more`, which asks.
    """
    from narrator.commands.lead import lead_if_wanted
    from narrator.computer.texts import texts_of
    from narrator.play.calling import aloud
    from narrator.play.deal import deal_table
    from narrator.play.loading import load_table

    try:
        drawn = load_table(setup).setup.drawn
        question = texts_of().word("new.begin" if drawn else "new.begin-dealt")
        wanted = go == "now" or (go == "more" and agreed(question, default=True))
        if wanted and drawn:
            deal_table(setup, calling=aloud(settings_of(None, None)))
    except (KeyboardInterrupt, EOFError, typer.Abort):
        say(f"\n{texts_of().word('deal.stopped')}")
        raise typer.Exit(130) from None
    if wanted:
        lead_if_wanted(setup)
    else:
        _later(setup)


class ShowUnlessNamed(TyperGroup):
    """Lets `narrator script SETUP` mean `narrator script show SETUP`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `show` before a first word that is no command."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


script_app = typer.Typer(cls=ShowUnlessNamed, no_args_is_help=True, rich_markup_mode=None)


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
