"""Lists that people choose from: by arrows or a digit, then Enter; in a plain terminal by a number typed."""

import os
import sys
from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from narrator.ears.terminal import Terminal
from narrator.terminal.desk import Choice, Desk, DeskQuestion, page
from narrator.terminal.words import ask, say

if TYPE_CHECKING:
    from narrator.texts import Texts

QUIT = "q"
"""What leaves a list, as it leaves many another program."""

_BESIDE = 6  # columns of the pointer and the digit before an option

_ESCAPE_SECONDS = 0.1
"""How long a terminal may take to send the rest of an arrow key, which begins like Esc."""


def choose(
    title: str, options: Sequence[str], back: str, texts: "Texts", first: int = 0, *, breaks_off: bool = False
) -> int | None:
    """Let people choose an option; give its place, or None for `back`, q, Esc, Ctrl-C and the end of the input.

    `first` is the place where the arrows begin, and what Enter means. Where the list is one question of several,
    Ctrl-C and the end of the input `breaks_off` all of them: it raises KeyboardInterrupt.
    """
    try:
        if desk := page():
            return _on_page(desk, title, options, back, first)
        return _in_terminal(title, options, back, texts, first)
    except (EOFError, KeyboardInterrupt):
        if breaks_off:
            raise KeyboardInterrupt from None
        return None


def _in_terminal(title: str, options: Sequence[str], back: str, texts: "Texts", first: int) -> int | None:
    """Raises KeyboardInterrupt and EOFError."""
    if sys.stdin.isatty():
        Terminal(sys.stdin).forget()
    if _plain():
        return _by_number(title, options, back, texts)
    chosen: int | str | None = ""
    while isinstance(chosen, str):
        chosen = _by_keys(title, [*options, back], first)
        if isinstance(chosen, str):
            if _leads_back(chosen, texts):
                return None
            say(texts.word("menu.no-number", said=chosen, most=len(options)))
    if chosen is None or chosen == len(options):
        return None
    say(f"» {options[chosen]}")
    return chosen


def _on_page(desk: Desk, title: str, options: Sequence[str], back: str, first: int) -> int | None:
    choices = tuple(Choice(str(place), text) for place, text in enumerate(options))
    said = desk.put(DeskQuestion(title, choices, (Choice("", back),), main=str(first), anew=True))
    return int(said) if said else None


def _plain() -> bool:
    """Whether the terminal, or whoever reads it, wants no codes: a list then comes line by line."""
    from narrator.computer.config import load_config
    from narrator.errors import BadData

    try:
        plain = load_config().plain
    except BadData:
        plain = False
    return plain or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM", "") in ("dumb", "unknown")


def _by_number(title: str, options: Sequence[str], back: str, texts: "Texts") -> int | None:
    say("\n".join([f"\n{title}", *(f"  {key}. {text}" for key, text in [*enumerate(options, 1), (0, back)])]))
    while True:
        said = ask(texts.word("menu.number"))
        if _leads_back(said, texts):
            return None
        if said.isdecimal() and int(said) <= len(options):
            return int(said) - 1 if int(said) else None
        say(texts.word("menu.no-number", said=said, most=len(options)))


def _leads_back(said: str, texts: "Texts") -> bool:
    """Whether somebody has typed that they want to leave the list."""
    return said.casefold() in (QUIT, *texts.word("typed.back").split())


def _by_keys(title: str, options: Sequence[str], first: int) -> int | str | None:
    """Give the place that was chosen, None for Esc, or what was typed if it is nothing that the list knows.

    Raises KeyboardInterrupt for Ctrl-C, and EOFError for Ctrl-D.
    """
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # an old terminal would be told off in English
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.key_binding.key_processor import KeyPress
    from prompt_toolkit.keys import Keys
    from questionary import Choice, Style, select

    last = len(options) - 1
    digits = {place: str(place + 1) for place in range(min(last, 9))} | {last: "0"}
    choices = [Choice(f"{digits.get(place, ' ')}  {_in_rows(text)}", place) for place, text in enumerate(options)]
    style = Style([("question", "bold"), ("highlighted", "bold"), ("pointer", "bold"), ("answer", "nobold")])
    question = select(
        title,
        choices,
        default=choices[first],
        qmark="",
        pointer="»",
        instruction=" ",
        style=style,
        use_jk_keys=False,
        erase_when_done=True,
    )
    application = question.application
    bindings: Any = application.key_bindings
    control, typed = _list_of(application), list[str]()
    stray = Condition(lambda: any(sign != " " for sign in typed))
    for place, digit in digits.items():
        bindings.add(digit, eager=True, filter=~stray)(_pointing(control, place))
    for key, move in ((Keys.Up, control.select_previous), (Keys.Down, control.select_next)):
        bindings.add(key, eager=True, filter=stray)(_pointing_anew(typed, move))
    bindings.add(Keys.BracketedPaste)(
        lambda event: event.app.key_processor.feed_multiple(
            [KeyPress(sign, sign) for sign in " ".join(event.data.split())], first=True
        )
    )  # as if it were typed: else it would stand beside the title, and Enter would choose
    bindings.add(Keys.Any)(lambda event: typed.extend(event.data if event.data.isprintable() else ""))
    bindings.add(Keys.Backspace)(lambda _: typed and typed.pop())
    bindings.add(Keys.Enter, eager=True, filter=stray)(lambda event: event.app.exit(result="".join(typed).strip()))
    bindings.add(Keys.ControlD, eager=True)(lambda event: event.app.exit(exception=EOFError))
    bindings.add(Keys.Escape)(lambda event: event.app.exit(result=None))
    application.ttimeoutlen = application.timeoutlen = _ESCAPE_SECONDS
    chosen: int | str | None = question.unsafe_ask()
    return chosen


def _in_rows(text: str) -> str:
    """An option that is wider than the terminal, in rows below each other: the list itself would cut it."""
    from narrator.rooms.paper import wrapped

    return f"\n{' ' * _BESIDE}".join(wrapped(text, get_terminal_size().columns - _BESIDE - 1).splitlines())


def _list_of(application: Any) -> Any:
    """What keeps the arrow's place in a list of questionary's."""
    from questionary.prompts.common import InquirerControl

    windows = application.layout.find_all_windows()
    return next(window.content for window in windows if isinstance(window.content, InquirerControl))


def _pointing(control: Any, place: int) -> Callable[[Any], None]:
    """Move the arrow there: a digit that chose at once would leave its Enter to whatever comes next."""

    def point(_: object) -> None:
        control.pointed_at = place

    return point


def _pointing_anew(typed: list[str], move: Callable[[], None]) -> Callable[[Any], None]:
    """Move the arrow, and forget what was typed: whoever moves it on means the list."""

    def point(_: object) -> None:
        typed.clear()
        move()

    return point
