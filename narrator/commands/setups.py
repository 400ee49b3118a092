"""The commands for setups and scripts: ask for a new setup, check files, list a night, copy a script."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands import usage
from narrator.commands.options import MOST_GAMES, Names, SetupFile
from narrator.errors import BadData, Misused, NarratorError, Problem, escaped, fault
from narrator.games.registry import DEFAULT
from narrator.terminal.words import framed, in_terminal, say, terminal_texts
from narrator.texts import message

if TYPE_CHECKING:
    from narrator.games.package import HasScripts
    from narrator.texts import Texts


def check(
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE")] = None,
    *,
    language: Annotated[str, typer.Option("--language", metavar="CODE")] = "",
    games: Annotated[int, typer.Option(min=0, max=MOST_GAMES)] = 300,
) -> None:
    """List every fault of setups, scripts, texts or settings, with place and cure, and play those that have none."""
    from narrator.evening.leaving import ended_by_signals

    with ended_by_signals():  # which ends the processes that play, too
        _check(files or [], language, games)


def _check(files: list[Path], language: str, games: int) -> None:
    from narrator.play import checking

    bad, texts = False, terminal_texts()
    if language:
        bad = _tell_lacks(language)
    elif not files:
        raise Misused([usage.not_given("file", "narrator check")])
    for path, problems in checking.check(_each_named(files)):
        bad |= any(not problem.warning for problem in problems)
        words = _in_words(path, problems)
        for problem in problems:
            say(framed(problem, texts, words.get(problem, "")))
        more = _rehearsed(path, games, problems) if games and all(problem.warning for problem in problems) else []
        if all(problem.warning for problem in problems):
            warned = texts.word("terminal.warned", count=len(problems) + len(more)) if problems or more else ""
            say(escaped(texts.word("terminal.no-fault", path=path) + warned))
    raise typer.Exit(1 if bad else 0)


def _each_named(files: list[Path]) -> Iterator[Path]:
    """Each file as its turn comes; where somebody waits at a terminal, and there are several, it is said which."""
    for path in files:
        if len(files) > 1 and in_terminal():
            say(escaped(terminal_texts().word("check.at", path=path)), err=True)
        yield path


def _tell_lacks(language: str) -> bool:
    """Tell what is wrong in the user's own files of a language, and what it lacks; whether anything is wrong."""
    from narrator.play.completeness import faults_in, lacks, refuse_unknown

    refuse_unknown(language)
    texts, wrong, found = terminal_texts(), faults_in(language), lacks(language)
    for problem in wrong:
        say(framed(problem, texts))
    told = [texts.word("check.lacks", language=language), *(f"  {texts.told(one)}" for one in found)]
    for line in told if found else [texts.word("check.whole", language=language)]:
        say(escaped(line))
    return bool(wrong)


def _rehearsed(path: Path, games: int, known: list[Problem]) -> list[Problem]:
    """Play a file that has no faults, and tell of it: what never happened, unless it is known, and a summary."""
    from narrator.play import checking

    texts = terminal_texts()
    found = checking.rehearsed(path, texts.language, games)
    told = {problem.place.partition(": ")[2] for problem in known}
    told |= {f"faction[{side}]" for problem in known if problem.key == "no-win" for side in problem.about}
    news = [problem for problem in found.problems if not _is_told(problem.place.partition(": ")[2], told)]
    for problem in news:
        say(framed(problem, texts))
    for line in found.summary:
        say(escaped(f"  {line}"))
    return news


def _is_told(place: str, told: set[str]) -> bool:
    """Whether something is told already of this place: there, inside it, or where a change leads to it."""
    return any(one.startswith(place) or one.endswith(f": {place}") for one in told)


def _in_words(path: Path, problems: list[Problem]) -> dict[Problem, str]:
    """What is odd about a setup that can be played, in the words of its table if commands speak its language."""
    from narrator.computer.config import load_config
    from narrator.games.package import HasRemarks
    from narrator.play.loading import load_table

    try:
        table = load_table(path)
    except NarratorError:
        return {}
    if load_config().language != table.setup.language or not isinstance(table.package, HasRemarks):
        return {}
    remarks = {problem: table.package.remark(table, problem) for problem in problems}
    return {one: f"{one.where.partition(': ')[0]}: {words}" for one, words in remarks.items() if words}


def script_show(
    setup: SetupFile,
    *,
    night: Annotated[int | None, typer.Option(min=0, max=99)] = None,
    resolved: Annotated[bool, typer.Option("--resolved")] = False,
    names: Names = "",
) -> None:
    """Print the calls of a night in order, and what is said and done in each, as on the sheet."""
    if resolved:
        from narrator.computer.paths import setup_or_script

        typer.echo(_scripts().whole_script(setup_or_script(setup), _with_games_texts()), nl=False)
        return
    from narrator.computer.config import load_config
    from narrator.computer.texts import texts_of
    from narrator.games.package import HasSheet, require_door
    from narrator.paper.night import night_text
    from narrator.play import session

    _refuse_script(setup)
    table = session.load(setup, load_config(), names, "")
    sheet = require_door(table.package, HasSheet, "refusals.print").sheet(table, night or 1)
    known = [number for one in sheet.nights for number in one.nights]
    number = known[:2][-1] if night is None else night
    if number not in known:
        raise NarratorError(message("sheet.no-night", night=number))
    typer.echo(night_text(sheet, number, texts_of(table.setup.language)))


def _refuse_script(setup: Path) -> None:
    """Refuse a script where a setup is wanted, and tell how it is shown. Raises BadData, also if there is neither."""
    from narrator.computer import toml_reader
    from narrator.computer.config import is_config
    from narrator.computer.paths import setup_or_script

    data = toml_reader.look(setup_or_script(setup))
    if _scripts().is_script(data) and not is_config(data):  # which is refused wherever a setup is read
        raise BadData([fault(str(setup), "faults.script-to-show", script=str(setup), name=setup.name)])


def script_copy(script: str, file: Path) -> None:
    """Copy a shipped script to edit; name the copy in your setup: script = "my.toml"."""
    from narrator.computer import files
    from narrator.computer.paths import script_file

    _written(file, files.content(script_file(script, Path())))


def _written(file: Path, content: bytes) -> None:
    """Write a script that was not there, and say how a setup names it. Raises NarratorError if it was."""
    from narrator.computer import files

    file = file if file.suffix or files.there(file) else file.with_suffix(".toml")
    if files.there(file):
        raise NarratorError(message("refusals.file-there", path=file))
    files.write(file, content)
    typer.echo(terminal_texts().word("terminal.script-copied", file=file, name=file.name))


def _with_games_texts() -> "Texts":
    """The texts of the commands, with those of the games."""
    from narrator.computer.texts import texts_of
    from narrator.games import registry

    return texts_of(terminal_texts().language, *registry.folders())


def _scripts() -> "HasScripts":
    from narrator.games import registry
    from narrator.games.package import HasScripts, require_door

    return require_door(registry.package(), HasScripts, "refusals.scripts")


def script_new(file: Path, base: Annotated[str, typer.Option("--extends")] = DEFAULT) -> None:
    """Begin a script of your own: a few lines that name its base, to which you add what differs."""
    _written(file, _scripts().new_script(base, _with_games_texts()).encode())


def script_diff(
    one: Annotated[Path, typer.Argument(metavar="SCRIPT")],
    other: Annotated[Path | None, typer.Argument(metavar="OTHER")] = None,
) -> None:
    """Tell in words what one script has otherwise than another, or than its base."""
    from narrator.computer.paths import script_file

    second = script_file(str(other), Path()) if other else None
    told = _scripts().compared(script_file(str(one), Path()), second, _with_games_texts())
    typer.echo(escaped("\n".join(told), kept="\n"))


def script_accept(file: Path) -> None:
    """Note in a script that it was checked against its base as it is now: what of it changes later is told."""
    from narrator.computer import files

    files.write(file, _scripts().accepted_script(file).encode())
    typer.echo(terminal_texts().word("terminal.script-accepted", file=file))


def script_slim(copy: Path, file: Path, *, old: Annotated[Path | None, typer.Option("--base")] = None) -> None:
    """Make a script that only says what differs of a copy of a whole one, however old."""
    _written(file, _scripts().slim_script(copy, old).encode())


def script_add(file: Path, *, force: Annotated[bool, typer.Option("--force")] = False) -> None:
    """Check a script, and put it where any of your setups finds it by its name."""
    from narrator.computer import files, paths
    from narrator.games import registry

    texts, own = terminal_texts(), paths.user_scripts() / f"{file.stem}.toml"
    if not files.nameable(file.stem):
        raise NarratorError(texts.word("terminal.script-unnameable", name=escaped(file.stem)))
    found = _scripts().read_script(file)[1]
    if faults := [problem for problem in found if not problem.warning]:
        raise BadData(faults)
    taken = file.stem in (*paths.shipped_scripts(), *registry.GAMES)
    if taken or (files.there(own) and not force):
        raise NarratorError(texts.word("terminal.script-there", name=file.stem))
    if own.is_symlink():
        raise NarratorError(texts.word("terminal.script-link", file=own))
    base = _scripts().base_of(file)
    if base and not _is_found(base, own.parent):
        named = base if base.endswith(".toml") else f"{base}.toml"
        beside = file.parent / named  # from where a script names its base
        there = beside if files.there(beside) else named
        raise NarratorError(texts.word("terminal.script-first", name=file.stem, base=named, file=there))
    files.make_folder(own.parent)
    files.write(own, files.content(file))
    typer.echo(texts.word("terminal.script-added", name=file.stem))
    for problem in found:
        say(framed(problem, texts))


def _is_found(script: str, beside: Path) -> bool:
    """Whether a script of this name is found from a file in this folder."""
    from narrator.computer import files, paths

    with suppress(BadData):
        return files.is_file(paths.script_file(script, beside))
    return False


def script_schema(file: Annotated[Path, typer.Argument()] = Path("narrator.schema.json")) -> None:
    """Write what an editor can know of scripts and variants: it offers keys and ids, and underlines slips."""
    from json import dumps

    from narrator.computer import files

    if file.suffix != ".json":
        raise NarratorError(terminal_texts().word("terminal.schema-name", file=file))
    files.write(file, f"{dumps(_scripts().script_schema(), indent=1, ensure_ascii=False)}\n".encode())
    typer.echo(terminal_texts().word("terminal.schema-written", file=file, name=file.name))
