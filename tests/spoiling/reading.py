"""Make odd files, and read them in every way in which the commands read them, each within its time."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from narrator.answers import typed
from narrator.computer import config, paths
from narrator.computer.texts import texts_of
from narrator.cues import Ask, At, End, Refused
from narrator.ears import clips
from narrator.ears.lexicon import read_lexicon
from narrator.errors import NarratorError
from narrator.games.night.loading import load_script
from narrator.games.night.printed.printing import sheet_of
from narrator.games.registry import DEFAULT
from narrator.mouth.packs import Pack
from narrator.mouth.voice import load_voice
from narrator.paper.night import night_text
from narrator.phrases import grammar, phrases
from narrator.play import checking, loading, log, session
from narrator.studio import profiles

from tests.checked import faults_of
from tests.polish import KTULU
from tests.spoiling.files import short_script, spoilt
from tests.spoiling.journals import spoilt_journal

SECONDS = 10.0
"""The longest that reading one file may take, on a busy computer too."""


class TookTooLong(BaseException):
    """Reading a file has taken longer than it may."""


@contextmanager
def in_time(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TookTooLong after so many seconds."""

    def stop(*_: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def file_of(kind: str, name: str) -> bytes:
    """Make the spoilt file of this name, the same each time."""
    chance = Random(name)
    return spoilt_journal(chance) if kind == "journal" else spoilt(kind, chance)


def read(kind: str, data: bytes, folder: Path) -> bool:
    """Read such a file in every way in which a command reads it; say whether it could be used.

    Raises TookTooLong, and whatever else should not be.
    """
    path = folder / ("odd.jsonl" if kind == "journal" else "odd.toml")
    path.write_bytes(data)
    try:
        with in_time():
            READERS[kind](path)
    except NarratorError:
        return False
    return True


def prepared(folder: Path) -> Path:
    """Make the files and the folder that odd files may name."""
    (folder / "short.toml").write_text(short_script(), encoding="utf-8")
    (folder / "folder").mkdir()
    (folder / "none.toml").write_text('format = 1\nengine = "none"\nlanguage = "pl"\n')
    return folder


def _table(path: Path) -> None:
    problems = [problem for _, found in checking.check([path]) for problem in found]
    assert all(map(str, problems))
    table = loading.load_table(path)
    for night in (0, 1) if table.setup.game == DEFAULT else ():
        night_text(sheet_of(table, 1, KTULU), night, KTULU)
    game = table.game()
    state = game.begin(1)
    for event in game.opening(state):
        state = game.fold(state, event)
    for _ in range(40):
        cue = game.cue(state)
        if isinstance(cue, End):
            break
        result = (
            game.take(state, cue.choices[0] if cue.choices else "none")
            if isinstance(cue, Ask)
            else game.delivered(state)
        )
        if isinstance(result, Refused):
            break
        for event in result:
            state = game.fold(state, event)


def _script(path: Path) -> None:
    assert all(map(str, faults_of(path)))
    load_script(path)
    table = path.with_name("table.toml")
    small = (paths.shipped("setups") / "small.toml").read_text(encoding="utf-8")
    table.write_text(small.replace("format = 1", f'format = 1\nscript = "{path.name}"'), encoding="utf-8")
    _table(table)


def _config(path: Path) -> None:
    settings = config.load_config(path)
    with suppress(NarratorError):
        session.latest_journal(settings)


def _voice(path: Path) -> None:
    with suppress(NarratorError):
        profiles.pack_to_check(str(path))
    assert load_voice(str(path)).spelt("Lucky Luke") is not None


def _lexicon(path: Path) -> None:
    lexicon, names = read_lexicon(str(path)), {1: "Ala", 2: "Łucja"}
    ask = Ask(at=At(), line="", text="", to="all", kind="seats", choices=("1", "2"), optional=True, most=2)
    assert grammar(ask, lexicon, names) is not None
    assert phrases(ask, lexicon, names) is not None
    for said in ("1 i 2", "łuc", "nikt", ""):
        assert typed(said, ask, lexicon, names) is not None


def _group(path: Path) -> None:
    shutil.copyfile(path, path.with_name(clips.GROUP))
    clips.group_of(path.parent)


def _pack(path: Path) -> None:
    shutil.copyfile(path, path.parent / "folder" / "texts.toml")
    assert Pack(path.parent / "folder").texts is not None


def _journal_file(path: Path) -> None:
    before = path.read_bytes()
    try:
        kept = session.recall(path)
        session.is_over(kept)
        game = kept.table.game()
        assert log.log_text(game, kept.steps(), KTULU, everything=True) is not None
        assert log.log_json(game, kept.header, kept.steps(), KTULU, everything=True)
    finally:
        assert path.read_bytes() == before
    _, stage, remark = session.resume(path, "", "")
    stage.journal.close()
    assert texts_of("pl").told(remark) is not None


READERS: dict[str, Callable[[Path], None]] = {
    "setup": _table,
    "script": _script,
    "variant": _script,
    "voice": _voice,
    "config": _config,
    "lexicon": _lexicon,
    "group": _group,
    "pack": _pack,
    "journal": _journal_file,
}
