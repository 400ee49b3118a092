"""Lists that programs write, as rows of people: JSON and what is like it, address books, invitations, pages, YAML."""

from __future__ import annotations

import ast
import html
import json
import quopri
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain

from narrator.games.given_names import has_given
from narrator.lexicon import plain

_LONGEST = 200_000
"""Signs of what is read as JSON or the like."""
_NAMES = (
    "name",
    "imie",
    "namn",
    "fullname",
    "displayname",
    "imieinazwisko",
    "player",
    "gracz",
    "spelare",
    "nick",
    "title",
)
_FIRST = ("firstname", "givenname", "imie", "first", "fornamn")
_LAST = ("lastname", "surname", "familyname", "nazwisko", "last", "efternamn")
"""The keys of a record whose value is a name."""
_BEGINS = r"\s*(?:(?:export\s|const\s|let\s|var\s|\$)*[A-Za-z_][\w.]*\s*(?::\s*[\w\[\].]+\s*)?=\s*)?(?=[\[{(])"
"""Stands before a list in a program."""
_BARE_KEY = r"(?<=[{,])(\s*)([^\W\d]\w*)(\s*):(?=\s)"
_PAGE = r"<(?:!doctype|html|body|table|t[rdh]|ul|ol|li|p|div|span|br|b|s|del|strike|strong|h\d)(?=[\s/>])[^<>]*>"
_LINES = r"<(?:br|/?(?:li|ul|ol|p|div|tr|table|h\d|dl|dt|dd|thead|tbody|option|section))(?=[\s/>])[^<>]*>"
"""What parts the rows of a page that was copied as it is written."""
_STRUCK = r"(?is)<(s|del|strike|(?:span|li|p|td)(?=[^<>]*\bline-through\b))\b[^<>]*>((?:(?!</?\1\b).)*)</\1>"
"""Words that are struck out on a page."""
_UNSHOWN = r"(?s)<(head|style|script|title)\b[^<>]*>.*?</\1>|<!--.*?-->"
_TAG = r"</?(?:!doctype|[a-z][a-z\d]*)(?:\s[^<>@]*)?/?>"
_LINK = r"!?\[([^\[\]]+)\]\((?:\S+)\)"
_RECORD = r"\s*-\s+([^\W\d]\w*):\s+(.+)"
_FIELD = r"\s+([^\W\d]\w*):\s+(.+)"
_NAMED = r"(?m)^\s*name\s*=\s*[\"']([^\"'\n]+)[\"']\s*$"
"""A player in a table of the narrator's."""
_FLOW = r"\s*([^\W\d]\w*:)?\s*\[([^\[\]{}\"':]*,[^\[\]{}\"':]*)\]\s*"


def as_rows(said: str) -> tuple[str, list[str]]:
    """What was pasted; where a program wrote it, a row for each of its people, or all as one that is left out."""
    if "BEGIN:V" in said.upper():
        return _or_none(_cards(re.sub(r"\r?\n[ \t]", "", said)), said)
    if re.search(_PAGE, said, re.IGNORECASE):
        return _page(said), []
    said = re.sub(_LINK, r"\1", said)
    if (value := _value(said)) is not None:
        return _or_none("\n".join(_people(value)), said)
    if flow := re.fullmatch(_FLOW, said):
        return "\n".join([flow[1] or "", *(one.strip() for one in flow[2].split(","))]), []
    return "\n".join(_records(said.splitlines()) or _quoted(said)) or said, []


def _or_none(rows: str, said: str) -> tuple[str, list[str]]:
    return rows, [] if rows else [" ".join(said.split())]


def _quoted(said: str) -> list[str]:
    """The words in a list of a program of which the end is lost."""
    cut = re.match(rf"{_BEGINS}[\[({{]", said) and not re.search(r"[{:]\s", said)
    return re.findall(r"[\[({,]\s*[\"']([^\"',]+)[\"']", said) if cut else []


def _cards(said: str) -> str:
    """The people of an address book, and those of an invitation with their answers."""
    rows = list[str]()
    for card in re.findall(r"(?ims)^BEGIN:VCARD\b(.*?)^END:VCARD", said):
        full, parts = (re.search(rf"(?im)^(?:\w+\.)?{key}(;[^:\n]*)?:(.*)$", card) for key in ("FN", "N"))
        family = _decoded(parts).split(";") if parts else []
        rows.append(_decoded(full) if full else " ".join([*family[1:2], *family[:1]]))
    for found in re.finditer(r"(?im)^(?:ORGANIZER|ATTENDEE)\b(.*?):(?:mailto:)?([^\s:]*)\s*$", said):
        params = {key.upper(): value.strip('"') for key, value in re.findall(r';([\w-]+)=("[^"]*"|[^;:]*)', found[1])}
        answer = params.get("PARTSTAT", "").lower()
        if params.get("CUTYPE", "").upper() not in ("ROOM", "RESOURCE"):
            note = f" ({answer})" if answer not in ("", "accepted") else ""
            called = re.sub(r"^([^,]+),\s*([^,]+)$", r"\2 \1", params.get("CN", ""))
            rows.append(f"{called or found[2].partition('@')[0]}{note}")
    noted = dict[str, str]()
    for row in filter(str.strip, rows):
        name, _, note = row.partition(" (")
        noted[name] = noted.get(name) or note
    return "\n".join(f"{name} ({note}" if note else name for name, note in noted.items())


def _decoded(line: re.Match[str]) -> str:
    value = line[2].strip()
    if "QUOTED-PRINTABLE" in (line[1] or "").upper():
        value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
    return re.sub(r"\\([,;\\])", r"\1", value)


def _page(said: str) -> str:
    """What a page shows, a row of a table with tabs between its cells."""
    said = re.sub(_STRUCK, _struck, re.sub(_UNSHOWN, "", said, flags=re.IGNORECASE))
    if re.search(r"<t[dh]\b", said, re.IGNORECASE):
        said = re.sub(r"(?i)</t[dh]>\s*(?=<t[dh]\b)", "\t", re.sub(r">\s+<", "><", said))
    said = re.sub(_TAG, "", re.sub(_LINES, "\n", said, flags=re.IGNORECASE), flags=re.IGNORECASE)
    return html.unescape(re.sub(r"(?m)^(\s*~~[^~\n]+~~)\t.*$", r"\1", said))


def _struck(found: re.Match[str]) -> str:
    """Somebody who is struck out, in the signs of a chat; in a row of its own if the whole row was."""
    words = f"~~{' '.join(re.sub(_TAG, '', found[2]).split())}~~"
    return words if found[1].casefold() in ("s", "del", "strike", "span") else f"<{found[1]}>{words}</{found[1]}>"


def _value(said: str) -> object:
    """The list or the table in what is written for a program; None where there is none."""
    text = re.sub(rf"\A{_BEGINS}", "", said.strip()).rstrip("; \n")
    if len(text) > _LONGEST:
        return None
    if text[:1] in ("[", "{", "("):
        rows = text.splitlines()
        lined = len(rows) > 1 and all(re.fullmatch(r"\s*\{.*\},?\s*", row) for row in rows)
        text = f"[{','.join(row.strip().rstrip(',') for row in rows)}]" if lined else text
        with suppress(ValueError, RecursionError):
            return _whole(json.loads(text))
        text = f"[{text[1:-1]}]" if text[0] == "{" and ":" not in text else text  # a set keeps no order
        keyed = re.sub(_BARE_KEY, r'\1"\2"\3:', text)
        for word, known in (("true", "True"), ("false", "False"), ("null", "None")):
            keyed = re.sub(rf"(?<=[:,\s\[]){word}\b", known, keyed)
        with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            return _whole(ast.literal_eval(keyed))
    return re.findall(_NAMED, said) or None


def _whole(value: object) -> object:
    """The value; nothing where it is none of several, such as a word in brackets."""
    value = [*value] if isinstance(value, tuple | set) else value
    return value if isinstance(value, list | dict) and value else None


def _people(value: object) -> list[str]:
    """The people in a list or a table as rows, those below another key behind it as their heading."""
    rows = list[str]()
    if isinstance(value, dict):
        if _name_of(value):
            return _table([value])
        if sum(map(has_given, map(str, value))) * 2 > len(value):
            return _table(
                [{"name": key, **(one if isinstance(one, dict) else {"": one})} for key, one in value.items()]
            )
        inner = {_spaced(key): one for key, one in value.items() if isinstance(one, list | dict | tuple)}
        lists = {key: _people(one) for key, one in inner.items()}
        several = sum(map(bool, lists.values())) > 1
        for key, some in lists.items():
            rows += [*([f"{key}:"] if several and some else []), *some]
    elif isinstance(value, list | tuple):
        records = [one for one in value if isinstance(one, dict)]
        words = [" ".join(one.split()) for one in value if isinstance(one, str) and one.strip()]
        rows += [*words, *_table(records)]
        inner_lists = [one for one in value if isinstance(one, list | tuple)]
        even = len({len(one) for one in inner_lists}) == 1 and not words and not any(map(_is_deep, inner_lists))
        rows += ["\t".join(map(_shown, one)) for one in inner_lists] if even else chain(*map(_people, inner_lists))
    return rows


def _is_deep(row: Sequence[object]) -> bool:
    return len(row) < 2 or any(isinstance(one, list | dict | tuple) for one in row)


def _table(records: Sequence[Mapping[str, object]]) -> list[str]:
    """The records as the rows of a table below their keys; nothing where they have no names."""
    names = [*map(_name_of, records)]
    if not any(names):
        return []
    others = dict.fromkeys(
        key
        for record in records
        for key, value in record.items()
        if not _is_naming(key) and isinstance(value, str | int | bool | None)
    )
    told = [[name, *(_shown(record.get(key)) for key in others)] for name, record in zip(names, records, strict=True)]
    heads = ["name", *map(_spaced, others)]
    return ["\t".join(row) for row in ([heads, *told] if any(heads[1:]) else told) if row[0]]


def _spaced(key: object) -> str:
    """A key as words, such as *not coming* for notComing."""
    return " ".join(re.findall(r"[^\W_a-z]?[^\W_A-Z]+|[A-Z]+", str(key))).lower()


def _shown(value: object) -> str:
    return "" if value is None else " ".join(str(value).split())


def _is_naming(key: object) -> bool:
    return _bare(key) in (*_NAMES, *_FIRST, *_LAST)


def _bare(key: object) -> str:
    return re.sub(r"[\W_]", "", plain(str(key).casefold()))


def _name_of(record: Mapping[str, object]) -> str:
    """The name in a record, in one field or in two; nothing where it has none."""
    fields = {_bare(key): value for key, value in record.items() if isinstance(value, str)}
    parts = [next((fields[key] for key in keys if key in fields), "") for keys in (_FIRST, _LAST)]
    whole = next((fields[key] for key in _NAMES if key in fields), "")
    return " ".join((" ".join(filter(None, parts)) if all(parts) or not whole else whole).split())


def _records(rows: Sequence[str]) -> list[str]:
    """The people of a YAML list of records, each begun by a dash and a key; nothing where it is none."""
    records, others = list[dict[str, object]](), list[str]()
    for row in rows:
        if begun := re.fullmatch(_RECORD, row):
            records.append({begun[1]: begun[2].strip("'\" ")})
        elif records and (field := re.fullmatch(_FIELD, row)):
            records[-1][field[1]] = field[2].strip("'\" ")
        elif row.strip():
            others.append(row)
    keyed = len({next(iter(record)) for record in records}) == 1
    return [*others, *_table(records)] if len(records) > 1 and keyed and all(map(_name_of, records)) else []
