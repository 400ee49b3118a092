"""Guess how to cure what the TOML parser stumbled over: what people type who have never read what TOML is."""

from __future__ import annotations

import re
from unicodedata import category

from narrator.errors import write
from narrator.texts import Message, Words, message

_TRUE_OR_FALSE = {"tak": "true", "yes": "true", "nie": "false", "no": "false"}
_QUOTES = {*"„”“«»’‘"}
_HEAD = re.compile(r"\s*(?P<opened>\[+)\s*(?P<name>[^\[\]#]*?)\s*(?P<closed>\]*)\s*(#.*)?$")
_COMMA = re.compile(r"=\s*(?P<whole>-?\d+),(?P<part>\d+)\s*(#.*)?$")
_BARE = re.compile(r"=\s*(?P<word>[^\W\d][^\"'#\[\]{}]*?)\s*(#.*)?$")
_COLON = re.compile(r"\s*(?P<key>[\w-]+)\s*:")
_KEY = re.compile(r"\s*(?P<key>[^\s=\"'\[#][^=\"']*?)\s*=")


_SAID = (
    (("Expected '='",), "faults.no-equals-sign"),
    (("Expected ']",), "faults.no-bracket"),
    (("Expected newline",), "faults.more-behind-the-value"),
    (("Expected", "Unclosed", "Unterminated", "Illegal character '\\n'"), "faults.not-closed"),
    (("Cannot", "Duplicate"), "faults.stands-twice"),
    (("Found", "Illegal"), "faults.sign-out-of-place"),
    (("Unescaped", "Invalid hex", "Escaped"), "faults.backslash-for-nothing"),
    (("Invalid statement", "Invalid initial"), "faults.no-key"),
    (("",), "faults.no-value"),
)
"""How the parser's errors begin, and what is told instead."""


_OTHERS = (
    (rb'\s*\{"(journal|piece)"', "faults.is-journal"),
    (rb"narrator report, \d", "faults.is-report"),
    (
        rb"PK[\3\5]|%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|\x1f\x8b|7z\xbc|Rar!|Ogg|ID3|\xd0\xcf\x11|SQLi|\{\\rtf",
        "faults.is-other",
    ),
    (rb"\x7fELF|MZ.?\0|BZh|\xfd7z|fLaC|....ftyp|II\*\0|MM\0\*", "faults.is-other"),
    (rb"\0+$", "faults.is-zeros"),
    (rb".?\0", "faults.not-utf-8"),
    (rb"\s*<[!?a-zA-Z]", "faults.is-page"),
    (rb'(\xe2\x80[\x8e-\xae])?\[[^]\n"[{=]*\d[:.]\d\d[^]\n"[{=]*\] *[^]\s#,}]', "faults.is-list"),
    (rb"\d[\d./-]+,? \d+[:.]\d\d[^\n=]* - ", "faults.is-list"),  # like the one above, a chat
    (rb'\s*(\{|\[\s*(\{|\[?\s*("[^"\n]*"|[\d.-]+|true|false|null)\s*,|\[*\]))', "faults.is-json"),
)
"""How files of other kinds begin, and what is told of them."""


def other_kind(begins: bytes) -> str:
    """What is told of a file that is none of TOML, by its first bytes; empty if they may be TOML."""
    begins = begins.removeprefix(b"\xef\xbb\xbf")
    return next((key for start, key in _OTHERS if re.match(start, begins, re.DOTALL)), "")


def _is_list(text: str) -> bool:
    """Whether a text that is no TOML is rather a list, such as one of players."""
    rows = [row for row in text.split("\n") if row.strip()]
    marked = [row for row in rows if re.match(r"\s*([-*+]|\d+[.)])\s+\S", row)]
    if len(marked) > 1 and "=" not in text and all(row in marked or row.startswith("#") for row in rows):
        return True  # of Markdown, below a title
    word = len(rows) == 1 and re.fullmatch(r"\s*[^\W\d_]+( [^\W\d_]+)?\s*", rows[0]) is not None
    listed = len(rows) > 1 or word or bool(re.search(r"[,;\t]", text))
    return not re.search(r"^\s*[\[#]|=", text, re.MULTILINE) and listed


def _is_ini(text: str) -> bool:
    """Whether a text that is no TOML has the tables of other programs, such as [Desktop Entry], with values below."""
    rows = [row for row in text.split("\n") if row.strip() and not row.startswith((";", "#"))]
    if re.search(r"^;", text, re.MULTILINE):  # nobody begins a comment of TOML so
        head, pair = r"\[[^\[\]]+\]\s*$", r"\[[^\[]|[^=\"']+="
    else:
        head, pair = r"\[\.?[A-Z][\w ]*\]\s*$", r"\[[^\[]|[^\s=\"']+="
    return bool(rows) and re.match(head, rows[0]) is not None and all(re.match(pair, row) for row in rows)


def text_kind(text: str) -> str:
    """What is told of a text that is no TOML, by what people write in such a form; empty of any other."""
    if text.rstrip("\n").endswith("\0"):
        return "faults.ends-in-zeros"
    if text.rstrip("\n").endswith("\x1a"):
        return "faults.ends-in-ctrl-z"
    if re.search(r"^\s*```", text, re.MULTILINE):
        return "faults.is-fenced"
    if _is_ini(text):
        return "faults.is-ini"
    return "faults.is-list" if _is_list(text) else ""


def fault_of(error: str) -> Message:
    """Tell in plain words what the parser stumbled over."""
    return message(next(key for starts, key in _SAID if error.startswith(starts)))


def cure_of(error: str, text: str, line: int) -> Words:
    """Guess what is wrong in the text where the parser stopped, at this line from 1, which is often one late."""
    lines = text.split("\n")
    here = lines[line - 1] if line <= len(lines) else ""
    if odd := next((sign for sign in here if category(sign) == "Zs" and sign != " "), ""):
        return message("faults.odd-space", code=f"U+{ord(odd):04X}")
    if error.startswith("Unclosed array"):
        straight = '"' in here or not _QUOTES.intersection(here)
        return message("faults.comma-or-bracket" if straight else "faults.straight-quotes")
    if head := _HEAD.match(here):
        return _of_head(head, error, text)
    if "overwrite" in error or "declare" in error:
        return message("faults.keep-one")
    if "Unescaped" in error:
        return message("faults.backslash")
    if '"' not in here and _QUOTES.intersection(here):
        return message("faults.straight-quotes")
    return _of_pair(here) or message("faults.quote-or-comma")


def _of_head(head: re.Match[str], error: str, text: str) -> Message:
    """A table's head: its brackets do not match each other, or those of other heads of that name."""
    name = head["name"]
    if "Expected ']'" in error and head["closed"] and (part := re.fullmatch(r"([\w-]+)\.([^\s\"']+)", name)):
        return message("faults.in-quotes", what=f'[{part[1]}."{part[2]}"]')
    listed, once = _heads(r"\[\[", name, text), _heads(r"\[", name, text)
    if len(head["opened"]) != len(head["closed"]) or len(head["opened"]) > 2:
        several = listed or max(len(head["opened"]), len(head["closed"])) > 1
        return write(f"[[{name}]]" if several else f"[{name}]")
    if "declare" in error and listed and head["opened"] == "[":
        return message("faults.several-as-above", what=f"[[{name}]]")
    if "overwrite" in error and once and head["opened"] == "[[":
        return message("faults.each-time", what=f"[[{name}]]")
    return message("faults.twice-or-several", what=f"[[{name}]]")


def _heads(opened: str, name: str, text: str) -> bool:
    return re.search(rf"^\s*{opened}\s*{re.escape(name)}\s*\]", text, re.MULTILINE) is not None


def _of_pair(line: str) -> Words:
    """A key and its value: a comma in a number, a word without quotes, a colon, a key that wants quotes."""
    if number := _COMMA.search(line):
        return message("faults.decimal-point", what=f"{number['whole']}.{number['part']}")
    if bare := _BARE.search(line):
        word = bare["word"]
        if word.lower() in ("true", "false"):
            return write(word.lower())
        quoted = f'"{word}"'
        if meant := _TRUE_OR_FALSE.get(word.lower()):
            return message("faults.value-or-text", value=meant, text=quoted)
        return message("faults.in-quotes", what=quoted)
    if colon := _COLON.match(line):
        return write(f"{colon['key']} = …")
    key = _KEY.match(line)
    if key and not re.fullmatch(r"[\w.-]+", key["key"], re.A):
        return message("faults.in-quotes", what=f'"{key["key"]}" = …')
    return ""
