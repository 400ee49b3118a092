"""Files of every kind that somebody, or something, has spoilt: changed where it tells, not just anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from narrator.computer import paths
from narrator.ears import lexicon

SHIPPED = paths.shipped("scripts") / "ktulu.toml"
ODD_TEXTS = (
    *("", " ", "\0", "\x1b[31m", "\x1b]0;x\x07", "\u202eabc", "\u200b", "\ufeff", "\u2028", "ż" * 300, "x" * 70_000),
    *("{card}", "{who.voc}", "{0}", "{", "}", "{a!r}", "{a:9}", "{night.gen}"),
    *("%s", "\\", '"', "'", "\n", "\r", "\t"),
    *(".", "..", "/", "~", "~nosuch", "a/b.toml", "/dev/zero", "x.toml", "x.onnx", "y" * 300 + ".toml", "folder"),
    *("none", "all", "time", "undo", "0", "1", "-1", "7", "½", "²", "٣", "9" * 5000, "1e999", "nobody"),
    *("sheriff", "town", "bandits", "holds", "holds bandits", "uses-left 1", "not not", "rule searches 9", "seat"),
    *("masked", "open", "keys", "counting", "table", "piper", "recorded", "system", "pl", "ktulu", "gentle"),
)
"""Texts that a file may hold, and hardly should."""

ODD_VALUES = (
    *("0", "1", "-1", "3", "99", "1000000000", "9" * 19, "9" * 5000, "0x" + "f" * 5000, "1_000", "true", "false"),
    *("0.5", "-0.0", "1e308", "1e999", "nan", "inf", "-inf", "2024-02-29", "2024-02-31", "12:00:00"),
    *("{}", "[]", "{a = 1}", "[1, 'a', true]", "[[[]]]", "[" * 30 + "]" * 30, "[" * 2000 + "]" * 2000),
    *("{a = " * 300 + "1" + "}" * 300, ".".join("a" * 3000), "", "=", "nonsense", "„tak”", "\\u0000"),
    *('"""', "'''x'''", '"a" "b"', '["a" "b"]', '["a",'),
)
"""What may stand behind a key in TOML, and hardly should."""


@cache
def short_script() -> str:
    """The shipped script with one wording a line: it says as much about reading, in a third of the time."""
    return re.sub(r'^(  ".*",\n)(?:  ".*",\n)+', r"\1", SHIPPED.read_text(encoding="utf-8"), flags=re.MULTILINE)


def _variants() -> list[str]:
    """The gallery, and the examples of the page about variants, of a script that is read in a third of the time."""
    shipped = [path.read_text(encoding="utf-8") for path in sorted((SHIPPED.parent / "variants").glob("*.toml"))]
    page = (SHIPPED.parent.parent / "docs" / "variants.md").read_text(encoding="utf-8")
    shown = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    return [text.replace('"ktulu"', '"short.toml"') for text in (*shipped, *shown)]


@cache
def whole(kind: str) -> tuple[str, ...]:
    """The files of a kind that are as they should be."""
    folder = {"setup": "setups", "voice": "voices"}.get(kind, "")
    shipped = tuple(path.read_text(encoding="utf-8") for path in sorted(paths.shipped(folder).glob("*.toml")))
    lexicons = Path(lexicon.__file__).parent / "lexicons"
    recorded = 'format = 1\nengine = "recorded"\nlanguage = "pl"\npack = "folder"\nfallback = "none"\n'
    return {
        "setup": (*shipped, *(text.replace("format = 1", 'format = 1\nscript = "short.toml"') for text in shipped)),
        "script": (short_script(),),
        "variant": (*_variants(),),
        "voice": (*shipped, recorded),
        "config": (paths.shipped("config.toml").read_text(encoding="utf-8"),),
        "lexicon": tuple(path.read_text(encoding="utf-8") for path in sorted(lexicons.glob("*.toml"))),
        "group": ('format = 1\nlanguage = "pl"\nnames = ["Ala", "Łucja"]\n',),
        "pack": ('format = 1\n\n[texts]\n"sheriff.jail.wake.1" = "Szeryfie, otwórz oczy."\n"number.7" = "siedem"\n',),
    }[kind]


def spoilt(kind: str, chance: Random) -> bytes:
    """A file of this kind with one to four things changed."""
    lines = chance.choice(whole(kind)).splitlines(keepends=True)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        lines = lines or ["\n"]
        chance.choice(_OF_LINES)(lines, chance)
    data = "".join(lines).encode("utf-8", "surrogatepass")
    return spoilt_bytes(data, chance) if chance.random() < 0.1 else data


def _value(lines: list[str], chance: Random) -> None:
    """Put something odd in the place of a value."""
    at = _line_with("=", lines, chance)
    key = lines[at].partition("=")[0]
    lines[at] = f"{key}= {_odd(chance)}\n"


def _text(lines: list[str], chance: Random) -> None:
    """Put something odd in the place of a text, or in it."""
    at = _line_with('"', lines, chance)
    texts = [found.span() for found in re.finditer(r'"[^"\n]*"', lines[at])]
    if texts:
        start, end = chance.choice(texts)
        odd = json.dumps(chance.choice(ODD_TEXTS), ensure_ascii=chance.random() < 0.7).replace("\\u007f", "")
        inside = lines[at][start : end - 1] + odd[1:] if chance.random() < 0.3 else odd
        lines[at] = lines[at][:start] + inside + lines[at][end:]


def _key(lines: list[str], chance: Random) -> None:
    """Call a key as another one, or as nothing that is known."""
    at, other = _line_with("=", lines, chance), _line_with("=", lines, chance)
    known = lines[other].partition("=")[0]
    name = chance.choice([known, known, json.dumps(chance.choice(ODD_TEXTS)[:40]), "a.b.c", "", "format"])
    lines[at] = f"{name} ={lines[at].partition('=')[2]}"


def _head(lines: list[str], chance: Random) -> None:
    """Put a table's head somewhere: what stands below belongs elsewhere from there on."""
    heads = [line for line in lines if line.startswith("[")]
    odd = ("a", "[player]", "rules", "[night]", "night.lines", ".".join("a" * 60), "", "[a", "format")
    lines.insert(chance.randrange(len(lines) + 1), chance.choice([*(f"[{head}]\n" for head in odd), *heads]))


def _block(lines: list[str], chance: Random) -> None:
    """Take out, double or move some lines that follow each other."""
    start, length = chance.randrange(len(lines)), chance.choice([1, 1, 1, 3, 8])
    block = lines[start : start + length]
    if chance.random() < 0.6:
        del lines[start : start + length]
    if chance.random() < 0.6:
        to = chance.randrange(len(lines) + 1)
        lines[to:to] = block


def _end(lines: list[str], chance: Random) -> None:
    """Cut the file somewhere."""
    at = chance.randrange(len(lines))
    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    if chance.random() < 0.2:
        del lines[at + 1 :]


_OF_LINES: tuple[Callable[[list[str], Random], None], ...] = (_value, _value, _text, _text, _key, _head, _block, _end)


def _line_with(sign: str, lines: list[str], chance: Random) -> int:
    found = [number for number, line in enumerate(lines) if sign in line]
    return chance.choice(found) if found else chance.randrange(len(lines))


def _odd(chance: Random) -> str:
    if chance.random() < 0.5:
        return json.dumps(chance.choice(ODD_TEXTS))
    return chance.choice(ODD_VALUES)


def spoilt_bytes(data: bytes, chance: Random) -> bytes:
    """Change, take out or put in some bytes, as a failing disk or a wrong editor does."""
    spoils: list[Callable[[bytearray, int], Any]] = [
        lambda data, at: data.__setitem__(slice(at, at + 1), bytes([chance.randrange(256)])),
        lambda data, at: data.__delitem__(slice(at, at + chance.choice([1, 1, 30]))),
        lambda data, at: data.__setitem__(slice(at, at), chance.choice([b"\0", b"\xff", b"\r", b"\x1b", b"\n\n"])),
    ]
    spoilt = bytearray(chance.choice([b"", b"", b"", b"\xef\xbb\xbf", b"\xff\xfe"]) + data)
    for _ in range(chance.randint(1, 5)):
        chance.choice(spoils)(spoilt, chance.randrange(len(spoilt) + 1))
    return bytes(spoilt)
