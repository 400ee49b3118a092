"""The log of a game, from its journal: a story in chapters, with its secrets once it is over, or on demand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.games import Game, StoryEntry
from narrator.play.journal import Header
from narrator.play.steps import Step, as_fact
from narrator.texts import Texts
from narrator.texts.shell import quoted

if TYPE_CHECKING:
    from narrator.games.sheet import Reference


def log_text(
    game: Game[Any, Any],
    steps: Iterable[Step[Any, Any]],
    texts: Texts,
    *,
    everything: bool,
    journal: Path | None = None,
) -> str:
    """The story as text: a chapter for each night and day; how its `journal`, else the latest, is told whole."""
    played = list(steps)
    ended = bool(played and game.over(played[-1].after))
    whole = _entries(game, played, texts, everything=True)
    told = [entry for entry in whole if entry.public or everything or ended]
    lines = list(_chapters(told))
    if len(told) < len(whole) or not (whole or everything or ended):
        named = f" {quoted(journal)}" if journal else ""
        lines += ["", texts.word("log.secrets", journal=named)]
    return "\n".join(lines).strip()


def told_aloud(
    game: Game[Any, Any], steps: Iterable[Step[Any, Any]], texts: Texts, *, briefly: bool = False
) -> Iterator[str]:
    """What a finished game kept secret, to be spoken: a title, then a sentence each; not the cards, which all see.

    Told `briefly` it is the deeds alone: what came of them, the finale shows. A game without secrets is told whole.
    """
    told = _entries(game, [*steps], texts, everything=True)
    chapters = [(title, [*entries]) for title, entries in _by_chapter(told)]
    if all(entry.public for entry in told):
        for title, entries in chapters if not briefly else ():
            yield from (f"{title}.", *(entry.text for entry in entries))
        return
    for title, entries in chapters[1:]:
        secrets = [entry.text for entry in entries if not entry.public and (entry.deed or not briefly)]
        yield from ([f"{title}.", *secrets] if secrets else [])


def log_page(
    game: Game[Any, Any],
    steps: Iterable[Step[Any, Any]],
    people: dict[int, str],
    texts: Texts,
    *,
    everything: bool,
) -> Reference:
    """The story as a page to keep and to print: a section a chapter."""
    from narrator.games.sheet import Reference, Section

    played = list(steps)
    ended = bool(played and game.over(played[-1].after))
    told = _entries(game, played, texts, everything=everything or ended)
    sections = (
        Section(title=title, rows=tuple(("", entry.text) for entry in entries))
        for title, entries in _by_chapter(told)
    )
    return Reference(people=people, sections=tuple(sections))


def _by_chapter(entries: list[StoryEntry]) -> Iterator[tuple[str, Iterator[StoryEntry]]]:
    return groupby(entries, key=lambda entry: entry.chapter)


def log_json(
    game: Game[Any, Any], header: Header, steps: Iterable[Step[Any, Any]], texts: Texts, *, everything: bool
) -> str:
    """The story as a JSON object; with the secrets also the seed and every fact as the journal has it."""
    played = list(steps)
    ended = game.over(played[-1].after) if played else None
    entries = _entries(game, played, texts, everything=everything or bool(ended))
    data: dict[str, Any] = {
        "program": header.program,
        "game": header.game,
        "over": {"winner": "+".join(ended.winners) or "nobody", "rule": ended.rule} if ended else None,
        "story": [{"chapter": entry.chapter, "text": entry.text, "public": entry.public} for entry in entries],
    }
    if everything or ended:
        data |= {"seed": header.seed, "facts": list(_facts(played))}
    return json.dumps(data, ensure_ascii=False, indent=2)


def _entries(
    game: Game[Any, Any], played: list[Step[Any, Any]], texts: Texts, *, everything: bool
) -> list[StoryEntry]:
    entries = game.story(happened(game, played), texts)
    return [entry for entry in entries if entry.public or everything]


def happened(game: Game[Any, Any], steps: Iterable[Step[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """Every event with the state just before it."""
    for step in steps:
        state = step.before
        for event in step.events:
            yield state, event
            state = game.fold(state, event)


def _chapters(entries: list[StoryEntry]) -> Iterator[str]:
    for title, chapter in _by_chapter(entries):
        yield f"\n{title}\n"
        yield from (f"  {entry.text}" for entry in chapter)


def _facts(played: list[Step[Any, Any]]) -> Iterator[dict[str, Any]]:
    for step in played:
        for number, event in enumerate(step.events):
            yield as_fact(event) | ({} if number else {"input": step.said})
