"""People at a terminal are guided through an examination, and shown what it finds."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from narrator.doctor.findings import Finding
from narrator.errors import escaped
from narrator.terminal.words import agreed, ask, in_terminal
from narrator.texts import Texts, Words

_MARKS = {
    "ok": ("ok  ", typer.colors.GREEN),
    "warn": ("warn", typer.colors.YELLOW),
    "fail": ("FAIL", typer.colors.RED),
}


class TerminalGuide:
    """Guides people in a terminal; silent unless `spoken`, and never waits where nobody sits."""

    def __init__(self, texts: Texts, *, spoken: bool) -> None:
        self._texts, self._spoken = texts, spoken
        self.attended = spoken and in_terminal()
        """Whether somebody is there."""

    def tell(self, words: Words) -> None:
        """Say what comes next."""
        if self._spoken:
            typer.echo(f"\n{self._texts.told(words)}")

    def wait(self, words: Words) -> None:
        """Say what to do, and wait for Enter."""
        self.tell(words)
        if self.attended:
            _asked(self._texts.word("doctor.ready"))

    def agrees(self, question: Words) -> bool | None:
        """Ask a question of yes or no."""
        if not self.attended:
            return None
        return agreed(self._texts.told(question), default=True, texts=self._texts, put=_asked)

    def shown(self, finding: Finding) -> Finding:
        """Show a finding and its cure."""
        if self._spoken:
            mark, colour = _MARKS[finding.verdict]
            text = f"{finding.called(self._texts)}: {escaped(self._texts.told(finding.text))}"
            typer.echo(f"  {typer.style(mark, fg=colour)}  {text}")
            if finding.cure:
                typer.echo(f"        → {self._texts.told(finding.cure)}")
        return finding

    def sum_up(self, found: Iterable[Finding]) -> None:
        """Say how many of each verdict there are."""
        verdicts: list[str] = [finding.verdict for finding in found]
        self.tell(self._texts.word("doctor.sum", **{verdict: verdicts.count(verdict) for verdict in _MARKS}))


def _asked(question: str, default: str = "") -> str:
    """Ask as others do; the end of the input breaks the examination off."""
    try:
        return ask(question, default)
    except EOFError:
        raise KeyboardInterrupt from None
