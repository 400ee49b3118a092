"""How the command line tells of itself, in the language of the settings: its help, and what is wrong with a line."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from textwrap import shorten
from typing import TYPE_CHECKING, Any, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from narrator.errors import Misused, Problem, fault, out_of_range, suggest, write
from narrator.texts import Texts, Words, message

if TYPE_CHECKING:
    _Base = TyperCommand
else:
    _Base = object

_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What Typer raises of a line that it cannot follow; it has no public name there."""

_SHORT = 60
"""Letters that fit beside what a shell completes."""

Tree: TypeAlias = Mapping[str, "str | Subcommands"]


class Described(_Base):
    """A command that tells of itself; `place` is the table of its texts."""

    place = "help"

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write all of its help."""
        texts = texts_here()
        self.format_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self._word("about", "", texts))
        for heading, rows in self._rows(ctx, texts):
            if rows:
                with formatter.section(texts.word(heading)):
                    formatter.write_dl(rows)

    def _rows(self, ctx: Any, texts: Texts) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        for kind in ("argument", "option"):
            params = [one for one in self.get_params(ctx) if one.param_type_name == kind]
            yield f"usage.{kind}s", [(_names(one, texts), self._about(one, texts)) for one in params]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that shows how it is called."""
        texts = texts_here()
        pieces = [_names(one, texts) for one in self.get_params(ctx) if one.param_type_name == "argument"]
        pieces += [texts.word("usage.a-command")] * isinstance(self, Subcommands)
        options = texts.word("usage.some-options")
        formatter.write_usage(
            texts.told(ctx.command_path), " ".join([options, *pieces]), f"{texts.word('usage.usage')} "
        )

    def get_short_help_str(self, limit: int = _SHORT) -> str:
        """What it does, for a shell that completes its name."""
        return shorten(self._word("about", "", texts_here()), limit, placeholder="…")

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Complete its options, each with what it does."""
        texts = texts_here()
        for one in self.get_params(ctx):
            vars(one)["help"] = shorten(self._about(one, texts), _SHORT, placeholder="…")
        return super().shell_complete(ctx, incomplete)

    def _about(self, param: Any, texts: Texts) -> str:
        told = self._word(_key(param), f"usage.{param.param_type_name}", texts)
        shown = param.default and param.default is not True
        return texts.word("usage.default", help=told, value=param.default) if shown else told

    def _word(self, name: str, shared: str, texts: Texts) -> str:
        try:
            return texts.word(f"{self.place}.{name}")
        except KeyError:
            return texts.word(f"{shared}.{name}")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a line. Raises Misused."""
        words = [*args]
        try:
            rest: list[str] = super().parse_args(ctx, args)
        except _UsageError as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                raise
            raise misused(ctx, self._problem(error, ctx, words)) from None
        return rest

    def _problem(self, error: Any, ctx: Any, words: list[str]) -> Problem:
        options: dict[str, Any] = {
            name: one for one in self.get_params(ctx) for name in (*one.opts, *one.secondary_opts)
        }
        match type(error).__name__:
            case "NoSuchOption":
                known = [name for name in options if name.startswith("--")]
                name = error.option_name
                cure = elsewhere(name.lstrip("-")) or suggest(name.casefold(), known)
                return fault(name, "faults.no-option", cure)
            case "BadOptionUsage":
                name, flag = error.option_name, options[error.option_name].is_flag
                key = "faults.option-takes-no-value" if flag else "faults.option-without-value"
                return fault(name, key, write(_names(options[name], texts_here())))
            case "MissingParameter":
                return not_given(_key(error.param), ctx.command_path)
        given, _, _ = self.make_parser(ctx).parse_args(words)
        return _no_number(error.param, given[error.param.name])


class OneCommand(Described, TyperCommand):
    """A command that does something."""

    allow_extra_args = True  # they are refused here

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a line; those that are too many are refused."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            cures = ((word, message("faults.leave-out", what=word)) for word in map(_visible, rest))
            raise misused(ctx, *(fault(word, "faults.word-too-many", cure) for word, cure in cures))
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Do it. Raises Misused where it turns out only then that something is missing."""
        try:
            return super().invoke(ctx)
        except Misused as error:
            raise misused(ctx, *error.problems) from None


class Subcommands(Described, TyperGroup):
    """Commands under one name; each is read and made once it is named, since that takes longer than most do."""

    def __init__(self, tree: Tree, **others: Any) -> None:
        super().__init__(**{"no_args_is_help": True, "rich_markup_mode": None} | others)
        self.tree = tree

    def list_commands(self, _ctx: Any) -> list[str]:
        """List the names of its commands, in the order in which they are told."""
        return [*self.tree]

    def get_command(self, _ctx: Any, cmd_name: str) -> Any:
        """The command of this name; None if there is none."""
        if cmd_name in self.tree and cmd_name not in self.commands:
            made: Any = self.tree[cmd_name]
            if isinstance(made, str):
                module, _, function = made.partition(":")
                alone = typer.Typer(add_completion=False, rich_markup_mode=None)
                alone.command(cls=OneCommand)(getattr(import_module(f"narrator.commands.{module}"), function))
                made = get_command(alone)
            made.name, made.place = cmd_name, f"{self.place}.{cmd_name}"
            self.commands[cmd_name] = made
        return self.commands.get(cmd_name)

    def _rows(self, ctx: Any, texts: Texts) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        yield from super()._rows(ctx, texts)
        yield "usage.commands", [(name, texts.word(f"{self.place}.{name}.about")) for name in self.tree]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a line; dashes alone are as good as none."""
        return super().parse_args(ctx, [] if args == ["--"] else args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is named. Raises Misused."""
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            raise misused(ctx, fault(_visible(args[0]), "faults.no-command", self.cure(args[0])))
        return super().resolve_command(ctx, args)

    def cure(self, word: str) -> Any:
        """What whoever typed a word that is no command probably meant."""
        return suggest(word.casefold(), self.tree)


def elsewhere(word: str) -> Words:
    """Where that is for which people type this word as a command or an option; empty for a word of no meaning."""
    from narrator.terminal.words import terminal_texts

    hints = terminal_texts().group("elsewhere").items()
    found = (message(f"terminal.{hint}") for hint, words in hints if word.casefold() in words.split())
    return next(found, "")


def misused(ctx: Any, *problems: Problem) -> Misused:
    """Say what is wrong with a line, and how the command is called."""
    found = Misused([*problems])
    for line in ctx.get_usage().splitlines():
        found.add_note(line)
    found.add_note(texts_here().word("usage.more", command=f"{ctx.command_path} {ctx.help_option_names[-1]}"))
    return found


def not_given(argument: str, command: str) -> Problem:
    """What is wrong where an argument is missing that the command cannot do without."""
    value = texts_here().word(f"usage.value.{argument}")
    return fault(value, "faults.not-given", write(f"{command} {value}"))


def _no_number(param: Any, said: str) -> Problem:
    """What is wrong with the value of an option: only numbers are looked at as long as nothing is read."""
    name, kind = param.opts[-1], param.type
    whole, most = kind.name.startswith("int"), getattr(kind, "max", None)
    try:
        value = (int if whole else float)(said)
    except ValueError:
        if whole and said.removeprefix("-").isdecimal():  # Python takes no number of thousands of digits
            found = fault(name, "faults.number-too-large")
            return found if most is None else out_of_range(name, said, kind.min, most)
        key = "faults.expected-whole-number" if whole else "faults.expected-number"
        return fault(name, key, write(_names(param, texts_here())), found=_visible(said))
    if most is None:
        return fault(name, "faults.too-small", value=str(value), least=str(kind.min))
    return out_of_range(name, value, kind.min, most)


def _visible(word: str) -> str:
    """A word as it is told of: one that nobody would see in quotes."""
    return word if word.strip() else f'"{word}"'


def _names(param: Any, texts: Texts) -> str:
    """How a parameter is written: `--seed N`, or `[FILE]` for an argument that can be left out."""
    if param.param_type_name == "argument":
        value = _value(param, texts) + "..." * (param.nargs != 1)
        return value if param.required else f"[{value}]"
    names = " / ".join(", ".join(sorted(some, key=len)) for some in (param.opts, param.secondary_opts) if some)
    return names if param.is_flag else f"{names} {_value(param, texts)}"


def _value(param: Any, texts: Texts) -> str:
    kind = param.name if param.param_type_name == "argument" else param.type.name.partition(" ")[0]
    return texts.word(f"usage.value.{(param.metavar or kind).casefold()}")


def _key(param: Any) -> str:
    """What a parameter is called in the texts: as people write it."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name).casefold()
    return str(max(param.opts, key=len)).lstrip("-")


def texts_here() -> Texts:
    """The texts of the help, in the language of the settings."""
    from narrator.computer.settings import usual_language
    from narrator.computer.texts import help_texts

    return help_texts(usual_language())
