"""What the examination is for: the settings, and the table of tonight if a setup is named."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from narrator.computer.config import Config, load_config
from narrator.computer.settings import config_file, usual_language
from narrator.doctor.findings import Finding, cure, found, listed
from narrator.errors import BadData, Problem
from narrator.lexicon import NO_WORDS, TableWords
from narrator.play.loading import load_table, table_words
from narrator.values import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Tonight:
    """What matters of a setup; without one, of a table of any game that nobody sits at yet."""

    game: str = ""
    language: str = field(default_factory=usual_language)
    voice: str = ""
    by_keys: bool = False
    by_phone: bool = False
    names: dict[int, str] = field(default_factory=dict)
    own_words: TableWords = NO_WORDS


def look_at_settings(path: Path | None) -> tuple[Config, Finding]:
    """Read the settings; if they are faulty, report that and use the defaults."""
    try:
        settings = load_config(path)
    except BadData as bad:
        return Config(language=usual_language()), _faulty("settings", bad.problems)
    return settings, Finding("settings", "ok", str(config_file(path)))


def look_at_setup(path: Path | None) -> tuple[Tonight, list[Finding]]:
    """Read the setup, if one is named; of a faulty one nothing is known."""
    if path is None:
        return Tonight(), []
    try:
        table = load_table(path)
    except BadData as bad:
        return Tonight(), [_faulty("setup", bad.problems)]
    setup = table.setup
    names = setup.people
    tonight = Tonight(
        game=setup.game,
        language=setup.language,
        voice=setup.voice,
        by_keys=setup.by_keys,
        by_phone=setup.answers == "phones",
        names=names,
        own_words=table_words(table.package, setup, table.script),
    )
    if table.warnings:
        text, value = listed(table.warnings), [str(problem) for problem in table.warnings]
        return tonight, [Finding("setup", "warn", text, value, cure("setup"))]
    return tonight, [Finding("setup", "ok", found("setup", path=path, players=len(names)))]


def _faulty(name: str, problems: Iterable[Problem]) -> Finding:
    every = list(problems)
    return Finding(name, "fail", listed(every), [str(problem) for problem in every], cure(name))
