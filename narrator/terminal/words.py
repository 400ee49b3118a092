"""What is said to people at a terminal, and asked of them, in the language of their settings."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from pathlib import Path
from shutil import get_terminal_size, which
from typing import TYPE_CHECKING, Literal

from narrator.terminal.desk import Choice, Desk, DeskQuestion, page
from narrator.texts import Texts
from narrator.texts.shell import called

if TYPE_CHECKING:
    from narrator.computer.config import Config
    from narrator.ears.terminal import Terminal
    from narrator.errors import NarratorError, Problem
    from narrator.games.package import Question


def in_terminal() -> bool:
    """Whether somebody sits at a terminal, or at the page that has taken its place."""
    return page() is not None or (sys.stdin.isatty() and sys.stdout.isatty())


def terminal_texts(settings: Config | None = None) -> Texts:
    """The texts of commands, in the language of these settings, else of the usual ones.

    If the settings cannot be read, which another command reports, the system's language is used.
    """
    from narrator.computer.settings import usual_language
    from narrator.computer.texts import texts_of

    return texts_of(settings.language if settings else usual_language())


def framed(problem: Problem, texts: Texts, words: str = "") -> str:
    """The problem, or these words of it, in these texts' language, and that it is a warning if it is one."""
    words = words or problem.told(texts.told)
    return texts.word("terminal.warning", problem=words) if problem.warning else words


def fault_words(fault: NarratorError, texts: Texts) -> str:
    """What went wrong, in these texts' language where it has words for that."""
    from narrator.errors import BadData, escaped, for_table, readable

    if isinstance(fault, BadData):
        return "\n".join(problem.told(texts.told) for problem in fault.problems)
    words = for_table(fault)
    return words if isinstance(words, str) else readable(escaped(texts.told(words), "\n"))


def own_command() -> str:
    """What calls this program in this shell: its name where that is found, else what has just called it."""
    ours = Path(sys.argv[0])
    if ours.name == "__main__.py" and not which("narrator"):
        return f"{called(sys.executable)} -m narrator"
    return "narrator" if ours.stem != "narrator" or which("narrator") else called(sys.argv[0])


def call_by(own: str, commands: Collection[str]) -> None:
    """Let all texts name this program's commands as they can be called."""
    if own != "narrator":
        named = re.compile(rf"(?<![\w/\\.'\"-])(?<!-m )narrator(?= (?:{'|'.join(commands)})\b)")
        Texts.as_called = staticmethod(lambda text: named.sub(lambda _: own, text))


def say(text: str, *, err: bool = False) -> None:
    """Print a text, its lines broken between words where the terminal ends; for a program they stay whole."""
    if desk := page():
        _show_on_page(desk, text)
        return
    stream = sys.stderr if err else sys.stdout
    print(_wrapped(text, 1) if stream.isatty() else text, file=stream, flush=True)


def say_by_pages(text: str) -> None:
    """Print a text for people, a screenful at a time; each but the last waits for Enter, or any word to stop."""
    if desk := page():
        desk.show(text, printed=True)
        return
    rows = _wrapped(text, 1).split("\n")
    room = max(get_terminal_size().lines - 2, 1)
    for first in range(0, len(rows), room):
        print("\n".join(rows[first : first + room]), flush=True)
        if first + room < len(rows):
            try:
                if ask(terminal_texts().word("menu.turn")):
                    return
            except EOFError:
                return


_AT_ONCE = 0.05
"""Seconds within which rows come that were pasted together, or by a key that is held."""

_AFTER_A_LIST = 0.5
"""Seconds in which nothing comes behind a list that ends with an empty row, or with one that has no line feed.

Over a slow line its rows, and parts of them, come one by one.
"""

_BEFORE = [""]
"""What was the default of the question before."""


def ask(question: str, default: str = "") -> str:
    """Put a question; Enter means the default, which is shown. Raises EOFError.

    What was typed before is forgotten, and rows that come together answer nothing, unless SEVERAL are wanted: then
    rows that came while the one before was read belong to the list, too.
    """
    from narrator.ears.terminal import Terminal
    from narrator.games.package import SEVERAL

    if desk := page():
        return desk.put(_on_page(question, default)).strip() or default
    ends = "" if question.endswith("]") else f" [{default}]:" if default.strip() else ":"
    room = 4 if question.endswith("]") else 20  # for a letter, or for a name
    terminal = Terminal(sys.stdin)
    if terminal.there and not default == _BEFORE[0] == SEVERAL:
        terminal.forget()
    _BEFORE[0] = default
    early = terminal.there and terminal.wait(0)  # what is typed ahead goes on
    print(f"{_wrapped(question + ends, room)} ", end="", flush=True)
    try:
        said, rows = _rows(terminal, listing=default == SEVERAL, early=early)
    except KeyboardInterrupt:
        print(flush=True)  # what comes next stands below, and does not wipe half of the question
        raise
    if not said:
        raise EOFError
    if rows != said and default != SEVERAL:
        _say_not_taken(rows)
        return ask(question, default)
    return rows.strip() or default


def _rows(terminal: Terminal, *, listing: bool, early: bool) -> tuple[str, str]:
    """The next line, and all that came with it, such as a paste: its last row may have no line feed."""
    said = rows = terminal.line()
    while rows and terminal.there:
        more = terminal.wait(_AFTER_A_LIST if listing and not rows.strip() else _AT_ONCE)
        if not (more and (row := terminal.line())):
            break
        rows += row
    if rows.strip() and terminal.there and (rows != said or not early):
        rows += (rest := terminal.rest(_AFTER_A_LIST))
        print(end="\n" * bool(rest and not rest.endswith("\n")), flush=True)
    return said, rows


def _say_not_taken(rows: str) -> None:
    """Say of rows that came together that they answer nothing; of Enters alone there is nothing to say."""
    from narrator.errors import brief, escaped

    if left := ", ".join(filter(None, map(str.strip, rows.splitlines()))):
        say(terminal_texts().word("terminal.one-row", rows=brief(escaped(left), 200)))


def agreed(question: str, *, default: bool, texts: Texts | None = None, put: Question | None = None) -> bool:
    """Put a question, by `put` or else here, until the answer is yes or no; Enter means the default. Raises Back."""
    from narrator.games.package import Back

    put, texts = put or ask, texts or terminal_texts()
    yes, no = (texts.word(f"typed.{answer}").split() for answer in ("yes", "no"))
    if (desk := page()) and put in (None, ask):
        said = desk.put(_yes_or_no(question, yes[-1], no[-1], texts.word("typed.back").split()[0], default=default))
        if said not in (*yes, *no):
            raise Back
        return said in yes
    enter = "yes-no.enter-yes" if default else "yes-no.enter-no"
    asked = texts.word(enter, question=question)
    while (said := put(asked, "").strip().casefold()) not in ("", *yes, *no):
        if said in texts.word("typed.back").split():
            raise Back
        helped = said in texts.word("typed.help").split()
        told = texts.word("yes-no.help", question=question) if helped else texts.word("yes-no.neither")
        asked = texts.word(enter, question=told)
    return said in yes if said else default


def _on_page(question: str, default: str) -> DeskQuestion:
    """A question as a page has it: what may answer it can be tapped, and where that is not listed it is typed."""
    from narrator.games.offering import Offering
    from narrator.games.package import SEVERAL

    offers = question if isinstance(question, Offering) else Offering("")
    choices = tuple(Choice(word, word, about) for word, about in offers.options.items())
    ways = tuple(Choice(word, word) for word in offers.ways)
    several = default == SEVERAL
    field: Literal["", "line", "rows"] = "rows" if several else "" if choices or offers.items else "line"
    done, enter = offers.done, offers.enter
    return DeskQuestion(
        question, choices, ways, default.strip(), tuple(offers.items), done=done, field=field, enter=enter
    )


def _show_on_page(desk: Desk, text: str) -> None:
    """Show a text, unless it only lists what there are buttons for."""
    from narrator.games.offering import Offering

    if not isinstance(text, Offering):
        desk.show(text)


def _yes_or_no(question: str, yes: str, no: str, back: str, *, default: bool) -> DeskQuestion:
    choices = (Choice(yes, yes), Choice(no, no))
    return DeskQuestion(question, choices, (Choice(back, back),), main=yes if default else no)


def _wrapped(text: str, room: int) -> str:
    from narrator.rooms.paper import wrapped

    return wrapped(text, get_terminal_size().columns - room)
