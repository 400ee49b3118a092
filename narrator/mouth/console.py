"""A mouth for a table without sound: each line appears on the screen, large and calm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from narrator.cues import Part

if TYPE_CHECKING:
    from rich.console import Console


class ConsoleMouth:
    """Prints the lines; there is nothing to prepare, to hush or to close."""

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console

        self._console = console or Console()

    def prepare(self, texts: Sequence[str], progress: Callable[[int, int], None]) -> None:
        """Need no preparation: say at once that all is done."""
        progress(len(texts), len(texts))

    def speak(self, text: str, parts: Sequence[Part] = ()) -> None:  # noqa: ARG002 - other mouths know recordings by it
        """Print the line with room around it."""
        from rich.padding import Padding
        from rich.text import Text

        self._console.print(Padding(Text(text, style="bold"), (1, 4, 0, 4)))

    def seconds(self, text: str, parts: Sequence[Part] = ()) -> float:  # noqa: ARG002 - other mouths know a line by it
        """Take no time."""
        return 0.0

    def hush(self) -> None:
        """Have nothing to stop: the line is already on the screen."""

    def close(self) -> None:
        """Have nothing to let go of."""
