"""Trying the ears on a group's clips: each is played to its question, and the group reads how it was understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.computer.config import Config
from narrator.computer.texts import name_of
from narrator.ears.clips import group_of
from narrator.ears.lexicon import read_lexicon
from narrator.ears.models import find_model, is_offered
from narrator.ears.recognisers import Recogniser, module_of, recogniser_for
from narrator.errors import ARROW, ChannelLost, NarratorError, escaped, for_table
from narrator.games import registry
from narrator.lexicon import NO_WORDS, Lexicon
from narrator.play.loading import load_table, table_words
from narrator.studio.advice import Phrase, instead, phrases_of, weakest
from narrator.studio.scoring import ENOUGH, Score, enough_talk, scores, summary
from narrator.studio.trials import Clip, Trial, questions, read_clips, trials
from narrator.terminal.words import say, terminal_texts
from narrator.texts import message

if TYPE_CHECKING:
    from rich.table import Table

ROOMS = {"quiet": None, "talk": 10.0}
"""Decibels by which a voice stands above the talk of the others, if they talk."""

KINDS = ("numbers", "prefixed", "names", "words", "choices")

_WEAKEST = 8
"""Phrases that are named as understood least."""


def try_clips(folder: Path, setup: Path | None, language: str, settings: Config) -> None:
    """Play the folder's clips to the ears, and print how they were understood. Raises NarratorError."""
    clips, group = read_clips(folder), group_of(folder)
    spoken = language or (group.language if group else settings.language)
    lexicon, people = listened_for(setup, spoken)
    names = [*dict.fromkeys([*people.values(), *(group.names if group else ())])]
    tried = trials(clips, list(questions(lexicon, names).values()), lexicon)
    model = _model(spoken, settings)
    recogniser = _loaded(model, spoken)
    heading = {"clips": len(clips), "readers": len({clip.reader for clip in clips}), "model": model}
    say(terminal_texts().word("tried.heading", **heading))
    scored: list[Score] = []
    for room in ROOMS if enough_talk(clips) else ("quiet",):
        in_room = _scored(recogniser, tried, clips, room)
        _show(room, in_room, lexicon)
        scored += in_room
    if not enough_talk(clips):
        say("\n" + terminal_texts().word("tried.no-talk", count=ENOUGH))
    seats = {str(place): seat for place, name in enumerate(names, 1) for seat, one in people.items() if one == name}
    _advise(phrases_of(scored), lexicon, seats)


def listened_for(setup: Path | None, language: str) -> tuple[Lexicon, Mapping[int, str]]:
    """Read the words that are listened for, and a table's players by seat; without a table the demo's words."""
    table = load_table(setup or Path("demo"))
    same = table.setup.language == language
    own = table_words(table.package, table.setup, table.script) if same else NO_WORDS
    lexicon = read_lexicon(language, *registry.folders(table.setup.game if setup else ""), own=own)
    return lexicon, table.setup.people if setup else {}


def _model(language: str, settings: Config) -> Path:
    model = find_model(language, Path(settings.model) if settings.model else None)
    if model is None:
        trouble = "tried.no-model" if is_offered(language) else "tried.no-offer"
        raise NarratorError(message(trouble, language=language, name=name_of(language)))
    return model


def _loaded(model: Path, language: str) -> Recogniser:
    """Load the model here: a game loads it in a process of its own, since a broken one can end its process."""
    try:
        return module_of(recogniser_for(model)).load(model, language)
    except Exception as error:  # noqa: BLE001 - each recogniser has faults of its own kind for a bad model
        raise ChannelLost(message("tried.not-loaded", model=model, why=for_table(error))) from None


def _scored(recogniser: Recogniser, tried: Sequence[Trial], clips: Sequence[Clip], room: str) -> list[Score]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    scored = scores(recogniser, tried, clips, ROOMS[room])
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        return list(bar.track(scored, len(tried), description=terminal_texts().word(f"tried.listening.{room}")))


def _show(room: str, scored: Sequence[Score], lexicon: Lexicon) -> None:
    from rich.console import Console

    texts = terminal_texts()
    answers = [score for score in scored if score.expected is not None]
    if answers:
        total = summary([Score("all", one.said, one.result, one.heard) for one in answers])["groups"]["all"]
        say("\n" + texts.word(f"tried.rooms.{room}", **_part(total, "right")))
        Console().print(_table_of(summary(answers)["groups"], lexicon))
    remarks = summary([score for score in scored if score.expected is None])["groups"]
    for counts in remarks.values():
        taken, left = _part(counts, "wrong"), _part(counts, "refused")
        values = {"left": left["part"], "left_bounds": left["bounds"], "asked": counts["asked"]["count"]}
        say(
            texts.word("tried.remarks", **values, taken=taken["part"], taken_bounds=taken["bounds"], all=taken["all"])
        )


def _table_of(groups: Mapping[str, Any], lexicon: Lexicon) -> Table:
    from rich.table import Table

    texts = terminal_texts()
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in ("clips", "right", "asked", "refused", "wrong"):
        table.add_column(texts.word(f"tried.columns.{heading}"), justify="right")
    for kind in KINDS:
        if counts := groups.get(kind):
            label = texts.word(f"tried.kinds.{kind}", word=next(iter(lexicon.seat), ""))
            table.add_row(label, str(counts["clips"]), *_cells(counts))
    return table


def _cells(counts: Mapping[str, Any]) -> Iterator[str]:
    for result in ("right", "asked", "refused", "wrong"):
        part = _part(counts, result)
        yield f"{part['part']} ({part['bounds']})"


def _part(counts: Mapping[str, Any], result: str) -> dict[str, Any]:
    """How many of all had this result, their percentage, and its bounds."""
    low, high = counts[result]["bounds"]
    part, count = counts[result]["count"], counts["clips"]
    return {
        "part": part,
        "all": count,
        "share": f"{100 * part / count:.0f}",
        "bounds": f"{100 * low:.0f}–{100 * high:.0f}",
    }


def _advise(phrases: Sequence[Phrase], lexicon: Lexicon, seats: Mapping[str, int]) -> None:
    texts, weak = terminal_texts(), weakest(phrases, _WEAKEST)
    say("\n" + texts.word("tried.weakest" if weak else "tried.none-weak"))
    cures = [instead(one, phrases, lexicon, seats) for one in weak]
    for one, cure in zip(weak, cures, strict=True):
        values = {"said": escaped(one.said), "right": one.right, "count": one.count}
        heard = [escaped(f"{text} ({times})") for text, times in one.mistaken]
        taken = texts.word("tried.taken-for", heard=", ".join(heard)) if heard else ""
        say(texts.word("tried.weak", **values, taken=taken) + (f"{ARROW}{escaped(texts.told(cure))}" if cure else ""))
    if not all(cures):
        say(texts.word("tried.by-key"))
