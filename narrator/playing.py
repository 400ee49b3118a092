"""Begin or resume a game: its table, its journal, and the room that it is led in."""

from __future__ import annotations

import hashlib
import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from narrator import places
from narrator.answers import Answer, Command, EndOfInput, Heard
from narrator.config import Config
from narrator.cues import COMMANDS, Ask
from narrator.journal import Header, Journal
from narrator.journal import read as read_journal
from narrator.problems import BadData, NarratorError, Problem, suggest
from narrator.rooms.headless import HeadlessRoom, answer_lines
from narrator.stage import Room, Stage
from narrator.tables import Table, load_table, setup_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a game shall be led, from the command line."""

    headless: bool = False
    silent: bool = False
    answers: Path | None = None


def seated(path: Path, config: Config, names: str, voice: str) -> Table:
    """Load the table, with what the command line or the config puts in place of the setup's own."""
    table = load_table(path)
    own = table.setup
    setup = replace(own, names=names or config.names or own.names, voice=voice or config.voice or own.voice)
    if setup.names not in table.script.vocabulary:
        cure = suggest(setup.names, table.script.vocabulary)
        raise BadData([Problem("names", f"there is no name profile {setup.names!r}", cure)])
    return replace(table, setup=setup)


def begin(path: Path, table: Table, seed: int | None, journal: Path | None, config: Config) -> Stage[Any, Any]:
    """Begin a game and its journal. The seed is the one given, else the setup's, else a new one."""
    _same_deal(table, seed)
    chosen = next(number for number in (seed, table.setup.seed, secrets.randbits(32)) if number is not None)
    header = Header(
        game=table.setup.game, setup=str(setup_file(path).resolve()), table=fingerprint(table), seed=chosen
    )
    return Stage.begin(table.game(), chosen, Journal.begin(journal or _new_journal(config), header))


def _same_deal(table: Table, seed: int | None) -> None:
    """Refuse a seed that would deal other cards than the players were shown."""
    own = table.setup.seed
    if table.setup.cards and own is not None and seed not in (None, own):
        raise NarratorError(f"the cards were dealt with seed {own}: leave --seed out, or deal again")


def resume(journal: Path, config: Config, names: str, voice: str) -> tuple[Table, Stage[Any, Any]]:
    """Go on from a journal. Raises NarratorError if its setup or script has changed since."""
    header, batches = read_journal(journal)
    table = seated(Path(header.setup), config, names, voice)
    if fingerprint(table) != header.table:
        raise NarratorError(
            f"{header.setup} or its script was changed after this game began: put the old file back, then resume"
        )
    return table, Stage.resume(table.game(), header.seed, batches, Journal.reopen(journal))


def latest_journal(config: Config) -> Path:
    """Find the journal that was written last."""
    found = sorted(_journals(config).glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise NarratorError(f"there is no journal in {_journals(config)}: begin a game with narrator play")
    return found[-1]


def _journals(config: Config) -> Path:
    return Path(config.journals) if config.journals else places.user_data() / "games"


def _new_journal(config: Config) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d_%H-%M-%S")
    folder = _journals(config)
    return next(path for path in _names(folder, stamp) if not path.exists())


def _names(folder: Path, stamp: str) -> Iterator[Path]:
    yield folder / f"{stamp}.jsonl"
    for number in range(2, 1000):
        yield folder / f"{stamp}_{number}.jsonl"


def fingerprint(table: Table) -> str:
    """Sum up setup and script: what the rules depend on, not how the game sounds."""
    setup = {key: value for key, value in asdict(table.setup).items() if key not in ("voice", "names", "answers")}
    plain = json.dumps([setup, asdict(table.script)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


@contextmanager
def opened(manner: Manner, table: Table, config: Config) -> Iterator[Room]:
    """Open the room, and close its devices in the end."""
    if manner.headless:
        yield HeadlessRoom(sys.stdin, sys.stdout)
        return
    from narrator.rooms.opening import open_room

    scripted = ScriptedEars(manner.answers) if manner.answers else None
    with open_room(table.setup, config, silent=manner.silent, scripted=scripted) as room:
        yield room


class ScriptedEars:
    """Ears that take the answers from a file, a canonical answer a line: for a demonstration."""

    def __init__(self, path: Path) -> None:
        try:
            self._answers = iter(list(answer_lines(path.open(encoding="utf-8"))))
        except OSError as error:
            raise NarratorError(f"{path} cannot be read: {error.strerror}") from None

    def hear(self, ask: Ask, seconds: float | None = None) -> Heard:  # noqa: ARG002 - other ears use them
        """Give the next answer of the file."""
        answer = next(self._answers, None)
        if answer is None:
            return EndOfInput()
        return Command(answer) if answer in COMMANDS else Answer(answer)

    def close(self) -> None:
        """Have nothing to close."""
