"""Examine the computer before an evening: a guided sound check, with a cure for each fault."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from narrator.commands.options import ConfigFile
from narrator.terminal.words import agreed, ask, in_terminal

if TYPE_CHECKING:
    from narrator.doctor import Finding
    from narrator.texts import Texts, Words

_MARKS = {
    "ok": ("ok  ", typer.colors.GREEN),
    "warn": ("warn", typer.colors.YELLOW),
    "fail": ("FAIL", typer.colors.RED),
}


def doctor(
    *,
    setup: Annotated[
        Path | None, typer.Option("--setup", help="Tonight's table, to check its voice and names too.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    config: ConfigFile = None,
) -> None:
    """Check voice, microphone, room and model before an evening; exit code 1 if anything fails."""
    from narrator.computer.texts import texts_of
    from narrator.doctor import examine
    from narrator.doctor.findings import FOLDER, as_data, worst
    from narrator.doctor.tonight import look_at_settings

    texts = texts_of(look_at_settings(config)[0].language, FOLDER)
    guide = _TerminalGuide(texts, spoken=not json, attended=not json and in_terminal())
    found = []
    for finding in examine(setup, config, guide):
        found.append(finding)
        guide.show(finding)
    if json:
        from json import dumps

        typer.echo(dumps(as_data(found, texts), ensure_ascii=False, indent=2))
    else:
        typer.echo(_summary(found, texts))
    raise typer.Exit(1 if worst(found) == "fail" else 0)


class _TerminalGuide:
    """Guides people in a terminal; silent unless `spoken`, and never waits unless `attended`."""

    def __init__(self, texts: "Texts", *, spoken: bool, attended: bool) -> None:
        self._texts, self._spoken, self._attended = texts, spoken, attended

    @property
    def attended(self) -> bool:
        """Whether somebody is there."""
        return self._attended

    def tell(self, words: "Words") -> None:
        """Say what comes next."""
        if self._spoken:
            typer.echo(f"\n{self._texts.told(words)}")

    def wait(self, words: "Words") -> None:
        """Say what to do, and wait for Enter."""
        self.tell(words)
        if self._attended:
            _asked(self._texts.word("doctor.ready"))

    def agrees(self, question: "Words") -> bool | None:
        """Ask a question of yes or no."""
        if not self._attended:
            return None
        return agreed(self._texts.told(question), default=True, texts=self._texts, put=_asked)

    def show(self, finding: "Finding") -> None:
        """Show a finding and its cure."""
        if self._spoken:
            mark, colour = _MARKS[finding.verdict]
            text = f"{finding.called(self._texts)}: {self._texts.told(finding.text)}"
            typer.echo(f"  {typer.style(mark, fg=colour)}  {text}")
            if finding.cure:
                typer.echo(f"        → {self._texts.told(finding.cure)}")


def _asked(question: str, default: str = "") -> str:
    """Ask as other commands do; the end of the input breaks the examination off."""
    try:
        return ask(question, default)
    except EOFError:
        raise KeyboardInterrupt from None


def _summary(found: "list[Finding]", texts: "Texts") -> str:
    counts = {verdict: sum(finding.verdict == verdict for finding in found) for verdict in _MARKS}
    return "\n" + texts.word("doctor.sum", **counts)
