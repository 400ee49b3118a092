"""Where the program begins: from here on whatever ends it is told in words, while it is still imported too."""

import sys


def main() -> None:
    """Run the command line; people get messages, never a traceback."""
    try:
        from narrator.commands import exits

        exits.open_streams()
        code = exits.tell(_run)
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _run() -> None:
    from narrator.commands.app import app

    app()


if __name__ == "__main__":
    main()
