"""The sheet: the night on paper for whoever leads, and cards to cut out, as HTML or PDF."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import Names, SetupFile
from narrator.errors import ChannelLost, NarratorError
from narrator.terminal.words import agreed, say, terminal_texts

if TYPE_CHECKING:
    from narrator.texts import Texts

_KINDS = (".html", ".pdf")


def sheet(
    setup: SetupFile,
    *,
    out: Annotated[Path | None, typer.Option("--out")] = None,
    nights: Annotated[int, typer.Option(min=1, max=9)] = 5,
    cards: Annotated[bool, typer.Option("--cards")] = False,
    nameless: Annotated[bool, typer.Option("--nameless")] = False,
    backs: Annotated[bool, typer.Option("--backs")] = False,
    force: Annotated[bool, typer.Option("--force")] = False,
    names: Names = "",
) -> None:
    """Print the night for whoever leads: what to say, room for the picks, the circle, who is who."""
    from narrator.computer.config import load_config
    from narrator.computer.paths import setup_file
    from narrator.computer.texts import texts_of
    from narrator.games.package import HasReference, HasSheet, require_door
    from narrator.games.registry import folders
    from narrator.paper.cards import cards_page
    from narrator.paper.reference import reference_page
    from narrator.paper.sheet import sheet_page
    from narrator.play import session

    table = session.load(setup, load_config(), names, "")
    title, language = setup_file(setup).stem, table.setup.language
    if isinstance(table.package, HasReference) and not cards:
        texts = texts_of(language, *folders(table.setup.game))
        path = _place(out or Path(f"{title}.html"), force=force)
        _write(path, reference_page(table.package.reference(table, texts), title, texts), private=False)
        say(terminal_texts().word("sheet.written", path=path))
        return
    missing = "refusals.print-cards" if cards else "refusals.print"
    found, texts = require_door(table.package, HasSheet, missing).sheet(table, nights), texts_of(language)
    path = _place(out or Path(f"{title}-cards.html" if cards else f"{title}.html"), force=force)
    if cards:
        named = found.dealt and not nameless
        page = cards_page(found, title, texts, named=named, backs=backs)
    else:
        page = sheet_page(found, title, texts)
    _write(path, page, private=found.dealt)
    if cards and not (found.dealt or nameless):
        say(terminal_texts().word("sheet.no-names"))
    say(terminal_texts().word("sheet.written", path=path))


def _place(path: Path, *, force: bool) -> Path:
    """Where it may be written; ask where there is a file already."""
    from narrator.computer import files

    texts = terminal_texts()
    if path.suffix.lower() not in _KINDS:
        raise NarratorError(texts.word("sheet.not-html", path=path))
    if files.there(path) and not (force or _replaced(path, texts)):
        say(texts.word("sheet.left", path=path))
        raise typer.Exit(1)
    return path


def _replaced(path: Path, texts: "Texts") -> bool:
    """Ask whether this file is to be replaced. Raises NarratorError where nobody can answer."""
    try:
        return agreed(texts.word("new.replace", path=path), default=False, texts=texts)
    except EOFError:
        typer.echo()
        raise NarratorError(texts.word("sheet.exists", path=path)) from None


def _write(path: Path, page: str, *, private: bool) -> None:
    """Write the page, printed by a browser if it is to be a PDF; a `private` one is for its owner alone."""
    from narrator.computer import browser, files

    data = page.encode()
    if path.suffix.lower() == ".pdf":
        texts, program = terminal_texts(), browser.browser()
        if program is None:
            raise NarratorError(texts.word("sheet.no-browser"))
        try:
            data = browser.print_pdf(program, page, path.parent)
        except ChannelLost as lost:
            raise NarratorError(texts.told(lost.table)) from None
    files.write(path, data, private=private)
