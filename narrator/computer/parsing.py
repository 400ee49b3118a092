"""The one door for TOML and JSON from files: parsed, or refused in words; never too large, too deep or for ever."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from narrator.computer import files, tomllib
from narrator.errors import BadData, Problem, fault
from narrator.texts import message

_LARGEST = 4 * 1024 * 1024
"""Bytes of a TOML file at most; the shipped script has 55,000."""

KEPT = 64
"""Files that are kept parsed: all scripts with their variants and translations, which one look for games reads."""

_DEEPEST = 20
"""How deep tables and lists may lie in each other; in a script it is 5."""

_DOTS = 100
"""Dots that a line may have: a key of many parts would be read for hours."""

_ODD = {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *"\u2028\u2029\u202a\u202b\u202c\u202d\u202e"} - {*"\n\t"}
_ODD |= {*map(chr, range(0x2066, 0x206A)), *map(chr, range(0xD800, 0xE000))}


def toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a byte-order mark is allowed. Who asks twice gets the same data, to be read alone.

    Raises Unreadable, or BadData with the file's name as place.
    """
    return _parsed(path, state(path))


def state(path: Path) -> tuple[int, ...]:
    """What stays as long as the file does; another one that takes its place may have the same time and size."""
    try:
        found = path.stat()
    except (OSError, ValueError):  # whoever reads it is told why
        return ()
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


@lru_cache(maxsize=KEPT)
def _parsed(path: Path, _state: tuple[int, ...]) -> dict[str, Any]:
    try:
        raw, name = files.content(path, _LARGEST), path.name
    except files.Unreadable:
        _refuse_others(path, files.content(path))  # what is too large may be of another kind
        raise
    _refuse_others(path, raw)
    text = _decoded(raw, name)
    if any(line.count(".") > _DOTS for line in text.split("\n")):
        raise _too_deep(name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        from narrator.computer.toml_cures import cure_of, fault_of, text_kind

        line, column = _position(str(error), text)
        told = message("faults.not-toml", why=fault_of(str(error)), column=column)
        kind = text_kind(text)
        other = fault(name, kind) if kind else None
        raise BadData([other or Problem(name, told, cure_of(str(error), text, line), line=line)]) from None
    except RecursionError:
        raise _too_deep(name) from None
    except ValueError:  # beside TOML's own: Python takes no number of thousands of digits
        raise BadData([fault(name, "faults.no-number-or-date")]) from None
    if _depth(data) > _DEEPEST:
        raise _too_deep(name)
    return data


def _decoded(raw: bytes, name: str) -> str:
    """The text, its lines ended as usual. Raises BadData."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadData([fault(name, "faults.not-utf-8")]) from None
    return text if "\n" in text else text.replace("\r", "\n")  # old Macs ended lines so, and some programs do


def _refuse_others(path: Path, raw: bytes) -> None:
    """Refuse a file of another kind, which its first bytes tell. Raises BadData."""
    begins = raw[:200]
    if begins[:1] not in b"abcdefghijklmnopqrstuvwxyz#" or b"\0" in begins or begins.startswith(b"narrator "):
        from narrator.computer.toml_cures import other_kind

        if kind := other_kind(begins):
            raise BadData([fault(path.name, kind, file=path)])


def json_object(line: bytes) -> dict[str, Any] | None:
    """Read a JSON object; None if it is something else, or nested deeper than this program writes."""
    import json  # where only TOML is read, such as for the help, nobody pays for it

    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    shallow = line.count(b"{") + line.count(b"[") < _DEEPEST
    return found if isinstance(found, dict) and (shallow or _depth(found) <= _DEEPEST) else None


def odd_signs(text: str) -> str:
    """Find the signs that no file of words should hold: they steer a terminal, or are no signs."""
    return "" if text.isprintable() else "".join(sorted(_ODD.intersection(text)))


def _depth(data: Any) -> int:
    """Count how deep the data lies; one more than the deepest is as deep as it is looked into."""
    level, depth = [data], 0
    while level and depth <= _DEEPEST:
        depth += 1
        inner = [part for part in level if isinstance(part, (dict, list))]
        level = [one for part in inner for one in (part.values() if isinstance(part, dict) else part)]
    return depth


def _too_deep(name: str) -> BadData:
    return BadData([fault(name, "faults.too-deep", most=_DEEPEST)])


def _position(error: str, text: str) -> tuple[int, int]:
    """Find the line and the column where the parser says that it stopped."""
    if found := re.search(r"\(at line (\d+), column (\d+)\)", error):
        return int(found[1]), int(found[2])
    text = text.rstrip()
    return text.count("\n") + 1, len(text) - text.rfind("\n")
