"""Where the program starts; from here on, even while it is still being imported, it ends with a message."""

import gc
import sys

_GARBAGE = 100_000
"""Objects between two looks for garbage: the 71,000 of a start stay, and a look through all of them takes 20 ms."""


def main() -> None:
    """Run the command line; whatever people can mend gets a message, only a bug of ours a traceback."""
    gc.set_threshold(_GARBAGE)
    try:
        from narrator.terminal import exits

        exits.open_streams()
        code = exits.guarded(_run)
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _run() -> None:
    from narrator.commands.app import COMMANDS, app
    from narrator.terminal.words import call_by, own_command

    call_by(own_command(), COMMANDS)
    app(obj=_menu, prog_name="narrator")


def _menu(*, terminal: bool) -> None:
    from narrator.menu.main import menu
    from narrator.menu.on_page import has_desktop, on_page

    if terminal or not (has_desktop() and on_page(menu)):
        menu()


if __name__ == "__main__":
    main()
