"""Where the program begins: from here on Ctrl-C ends it without a traceback, while it is still imported too."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from narrator.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
