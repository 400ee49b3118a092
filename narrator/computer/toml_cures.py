"""Guess how to cure what the TOML parser stumbled over: what people type who have never read what TOML is."""

from __future__ import annotations

import re
from unicodedata import category

_QUOTES = {*"„”“«»’‘"}
_HEAD = re.compile(r"\s*(?P<opened>\[+)\s*(?P<name>[^\[\]#]*?)\s*(?P<closed>\]*)\s*(#.*)?$")
_COMMA = re.compile(r"=\s*(?P<whole>-?\d+),(?P<part>\d+)\s*(#.*)?$")
_BARE = re.compile(r"=\s*(?P<word>[^\W\d][^\"'#\[\]{}]*?)\s*(#.*)?$")
_COLON = re.compile(r"\s*(?P<key>[\w-]+)\s*:")
_KEY = re.compile(r"\s*(?P<key>[^\s=\"'\[#][^=\"']*?)\s*=")


def cure_of(error: str, text: str, line: int) -> str:
    """Guess what is wrong in the text where the parser stopped, at this line from 1, which is often one late."""
    lines = text.split("\n")
    here = lines[line - 1] if line <= len(lines) else ""
    if odd := next((sign for sign in here if category(sign) == "Zs" and sign != " "), ""):
        return f"in this line is a space that looks like one and is another (U+{ord(odd):04X}): type it anew"
    if error.startswith("Unclosed array"):
        straight = '"' in here or not _QUOTES.intersection(here)
        return "a comma or a ] is missing there or in the line before" if straight else 'write straight quotes: "…"'
    if head := _HEAD.match(here):
        return _of_head(head, error, text)
    if "overwrite" in error or "declare" in error:
        return "it is given twice: keep one"
    if "Unescaped" in error:
        return "write \\\\ for one \\"
    if '"' not in here and _QUOTES.intersection(here):
        return 'write straight quotes: "…"'
    return _of_pair(here) or 'a quote or a comma is missing there or in the line before; quotes are straight: "…"'


def _of_head(head: re.Match[str], error: str, text: str) -> str:
    """A table's head: its brackets do not match each other, or those of other heads of that name."""
    name = head["name"]
    if "Expected ']'" in error and head["closed"] and (part := re.fullmatch(r"([\w-]+)\.([^\s\"']+)", name)):
        return f'write the id in quotes: [{part[1]}."{part[2]}"]'
    listed, once = _heads(r"\[\[", name, text), _heads(r"\[", name, text)
    if len(head["opened"]) != len(head["closed"]) or len(head["opened"]) > 2:
        several = listed or max(len(head["opened"]), len(head["closed"])) > 1
        return f"write [[{name}]]" if several else f"write [{name}]"
    if "declare" in error and listed and head["opened"] == "[":
        return f"write [[{name}]], as above: there are several"
    if "overwrite" in error and once and head["opened"] == "[[":
        return f"write [[{name}]] each time, above too"
    return f"it is given twice: keep one, or write [[{name}]] for each of several"


def _heads(opened: str, name: str, text: str) -> bool:
    return re.search(rf"^\s*{opened}\s*{re.escape(name)}\s*\]", text, re.MULTILINE) is not None


def _of_pair(line: str) -> str:
    """A key and its value: a comma in a number, a word without quotes, a colon, a key that wants quotes."""
    if number := _COMMA.search(line):
        return f"write a point in a number: {number['whole']}.{number['part']}"
    if bare := _BARE.search(line):
        word = bare["word"]
        return f"write {word.lower()}" if word.lower() in ("true", "false") else f'write it in quotes: "{word}"'
    if colon := _COLON.match(line):
        return f"write {colon['key']} = …"
    key = _KEY.match(line)
    return (
        f'write the key in quotes: "{key["key"]}" = …'
        if key and not re.fullmatch(r"[\w.-]+", key["key"], re.A)
        else ""
    )
