"""What commands share: setups and journals as arguments, their completion, and the options of an evening."""

# No module of commands postpones its annotations: Typer would evaluate them all at every start, half of its time.

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from narrator.evening.options import RunOptions


def _used(path: Path | None) -> Path | None:
    """Let all of this run find these settings, whatever asks for them."""
    from narrator.computer.settings import use

    use(path)
    return path


def _known(voice: str) -> str:
    """Refuse a voice that nobody knows before anything is begun; none is all right. Raises BadData."""
    if voice:
        from narrator.mouth.voice import load_voice

        load_voice(voice)
    return voice


def _a_number(value: float | None) -> float | None:
    """Refuse what is no number, though it is written as one: it lies between all bounds."""
    if value is not None and value != value:
        raise typer.BadParameter("")
    return value


def setups_like(begun: str) -> list[str]:
    """Complete a setup: the saved and the shipped ones by name, and files."""
    from narrator.computer.paths import setup_names

    return _typed([*(name for name in setup_names() if name.startswith(begun)), *files_like(begun, ".toml")])


def journals_like(begun: str) -> list[str]:
    """Complete a journal: those in their usual folder, the latest first, and files."""
    from narrator.computer.config import load_config
    from narrator.errors import NarratorError
    from narrator.play import session

    try:
        kept = [str(path) for path in session.journals(load_config())]
    except NarratorError:
        kept = []
    return _typed(dict.fromkeys([*(path for path in kept if path.startswith(begun)), *files_like(begun, ".jsonl")]))


def _typed(words: Iterable[str]) -> list[str]:
    """The words as the shell takes them; none, so that it completes files itself, where only folders are left.

    Behind a folder alone bash and zsh would put a space. Unless a quote is open, bash takes a word as it stands; in
    those for zsh, Typer loses an apostrophe.
    """
    begun, shell = os.environ.get("COMP_WORDS", "").rpartition("\n")[2], os.environ.get("_NARRATOR_COMPLETE", "")
    found = [word for word in words if not (shell == "complete_zsh" and "'" in word)]
    if all(word.endswith("/") for word in found):
        return []
    if shell != "complete_bash" or begun.startswith(("'", '"')):
        return found
    return [re.sub(r"([\s!\"#$&'()*;<>?\[\\\]^`{|}])", r"\\\1", word) for word in found]


def files_like(begun: str, ending: str) -> list[str]:
    """Complete the name of a file with this ending; folders on the way to one come with a slash."""
    folder, _, start = begun.rpartition("/")
    top = Path(folder or ("/" if begun.startswith("/") else "."))
    try:
        found = sorted(path for path in top.expanduser().iterdir() if path.name.startswith(start))
    except (OSError, RuntimeError):  # the latter of a home that is nobody's
        return []
    before = begun.removesuffix(start)
    return [f"{before}{path.name}{'/' * path.is_dir()}" for path in found if path.is_dir() or path.suffix == ending]


SetupFile = Annotated[Path, typer.Argument(metavar="SETUP", autocompletion=setups_like)]
LastJournal = Annotated[Path | None, typer.Argument(metavar="JOURNAL", autocompletion=journals_like)]
MOST_GAMES = 10_000_000
"""Games that are simulated at most: days of them, and their rounds are listed in advance."""
PACES: dict[str, Any] = {"min": 0.0, "max": 10.0, "callback": _a_number}
OPTIONS: dict[str, Any] = {
    "headless": typer.Option("--headless"),
    "silent": typer.Option("--silent"),
    "page": typer.Option("--page/--no-page"),
    "share": typer.Option("--share"),
    "aloud": typer.Option("--aloud"),
    "phones": typer.Option("--phones"),
    "port": typer.Option(min=0, max=65535),
    "browser": typer.Option("--browser/--no-browser"),
    "seed": typer.Option(min=-(2**63), max=2**63 - 1),
    "journal": typer.Option("--journal"),
    "answers": typer.Option("--answers"),
    "names": typer.Option(),
    "voice": typer.Option("--voice", callback=_known),
    "pace": typer.Option(**PACES),
    "config": typer.Option("--config", callback=_used),
}
"""How what a `RunOptions` holds is said."""

SILENT_OR_ALOUD = typer.Option("--silent/--aloud")
ConfigFile = Annotated[Path | None, OPTIONS["config"]]
Names = Annotated[str, OPTIONS["names"]]
VoiceName = Annotated[str, OPTIONS["voice"]]


def of_an_evening(*names: str, **others: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these options beside those that each has, or `others` for them.

    The command takes the `RunOptions` that they say, and then its argument.
    """
    said = {name: OPTIONS[name] for name in (*names, "names", "voice", "pace", "config")} | others

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        _, argument = signature(command).parameters.values()

        def run(**given: Any) -> None:
            place = given.pop(argument.name)
            command(RunOptions(**given), place)

        options = [
            Parameter(
                one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=Annotated[one.type, said[one.name]]
            )
            for one in fields(RunOptions)
            if one.name in said
        ]
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        vars(run)["__signature__"] = Signature([argument, *options])
        return run

    return with_options
