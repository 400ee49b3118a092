"""Journals that were spoilt: in their header, in the table that this keeps, or in their facts."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from narrator.computer import paths
from narrator.cues import Ask
from narrator.play import loading
from narrator.play.journal import Header, Journal
from narrator.play.stage import Stage
from narrator.rooms.headless import HeadlessRoom

from tests.spoiling.files import ODD_TEXTS, short_script, spoilt_bytes


class _Hasty(HeadlessRoom):
    """A room that answers so many questions, whatever they are."""

    def __init__(self, answers: int) -> None:
        super().__init__(StringIO(), StringIO())
        self._left, self._chance = answers, Random(1)

    def ask(self, cue: Ask) -> str | None:
        self._left -= 1
        return self._chance.choice(cue.choices or ("none",)) if self._left >= 0 else None


@cache
def _journal() -> tuple[bytes, ...]:
    """Play a small table for a while, and give the lines of its journal."""
    with TemporaryDirectory() as folder:
        setup, path = Path(folder) / "table.toml", Path(folder) / "game.jsonl"
        text = (paths.shipped("setups") / "small.toml").read_text(encoding="utf-8")
        setup.write_text(text.replace("format = 1", 'format = 1\nscript = "short.toml"'), encoding="utf-8")
        (Path(folder) / "short.toml").write_text(short_script(), encoding="utf-8")
        table = loading.load_table(setup)
        data = loading.as_data(table)
        header = Header(game="ktulu", setup=str(setup), fingerprint=loading.fingerprint(data), seed=3, data=data)
        stage = Stage.begin(table.game(), 3, Journal.begin(path, header))
        stage.run(_Hasty(25))
        stage.journal.close()
        return tuple(path.read_bytes().splitlines(keepends=True))


def spoilt_journal(chance: Random) -> bytes:
    """A journal with one to four things changed."""
    lines = list(_journal())
    for _ in range(chance.choice([1, 1, 2, 3])):
        at = 0 if chance.random() < 0.6 else chance.randrange(len(lines))
        with suppress(ValueError, RecursionError):
            lines[at] = _spoilt_object(json.loads(lines[at]) or {"event": ""}, chance)
    if chance.random() < 0.2:
        at = chance.randrange(len(lines))
        half = lines[at][: len(lines[at]) // 2]
        lines[at : at + 1] = chance.choice([[], [lines[at]] * 2, [b"\n"], [half], [half, b"\n"], [b"{}\n"]])
    data = b"".join(lines)
    return spoilt_bytes(data, chance) if chance.random() < 0.1 else data


def _spoilt_object(told: Any, chance: Random) -> bytes:
    """Change something in a JSON object; a header's sum over its table is often made right again."""
    inside, key = _somewhere(told, chance)
    odd = chance.choice([*ODD_TEXTS, *_ODD_JSON])
    change = chance.random()
    if change < 0.6:
        inside[key] = odd
    elif change < 0.8:
        del inside[key]
    elif isinstance(inside, dict):
        inside[str(odd)[:40]] = inside.pop(key)
    else:
        inside.append(inside[key])
    if "table" in told and chance.random() < 0.8:
        with suppress(Exception):
            told["fingerprint"] = loading.fingerprint(told["data"])
    text = json.dumps(told, ensure_ascii=chance.random() < 0.3).replace('"DEEP"', "[" * 99_999 + "]" * 99_999)
    return text.encode("utf-8", "surrogatepass") + b"\n"


_ODD_JSON: tuple[Any, ...] = (
    *(None, True, 0, -1, 5, 10**30, 1.5, float("nan"), float("inf"), [], {}, [1], {"a": []}, [[[[]]]]),
    *("DEEP", "\ud800", {"setup": {}, "script": {}}, [{"name": "Ala"}], {"event": "Won"}),
)


def _somewhere(told: Any, chance: Random) -> tuple[Any, Any]:
    """Choose a place in a JSON object, one high up as likely as one deep down."""
    inside, key = told, chance.choice(list(told))
    while chance.random() < 0.75:
        deeper = inside[key]
        if not (isinstance(deeper, dict | list) and deeper):
            break
        inside, key = deeper, chance.choice(list(deeper) if isinstance(deeper, dict) else range(len(deeper)))
    return inside, key
