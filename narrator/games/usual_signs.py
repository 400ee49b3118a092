"""What a whole paste is first brought to: usual signs, one row a person, and nobody who is struck out."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from narrator.games.doubts import is_mine, is_own_refusal
from narrator.games.given_names import has_given, is_given
from narrator.games.usual_rows import LABEL
from narrator.games.written_lists import as_rows
from narrator.games.yes_or_no import TICKS, is_away, is_no, is_perhaps, is_yes, plays, refuses
from narrator.lexicon import plain, seen

_MANY = 3
"""So many rows of one kind are no chance."""
_CODES = {
    "\u2705": "white_check_mark heavy_check_mark ballot_box_with_check check_mark_button check green_circle"
    " large_green_circle +1 thumbsup thumbs_up ok_hand",
    "\u274c": "x cross_mark negative_squared_cross_mark heavy_multiplication_x no_entry no_entry_sign no_good -1"
    " thumbsdown thumbs_down red_circle",
    "\u2753": "question grey_question thinking thinking_face shrug person_shrugging man_shrugging woman_shrugging"
    " yellow_circle large_yellow_circle",
}
"""Signs, and what chats write in their place between two colons."""
_SIGNS = {code: sign for sign, codes in _CODES.items() for code in codes.split()}
_CODE = r"(?<![\w:]):([a-z][\w+-]*|[+-]1):(?::skin-tone-\d:)?(?!\w)"
_BOLD = r"(?<![\w*])\*\*(?=\w)([^*\n]+)\*\*(?![\w*])"
_STRUCK = r" ?~~[^~\n]+~~"
_BOX = r"\[[ xXvV]?\]"
_RULE = r"(?=.*\|)[\s|:+-]*-[\s|:+-]*"
"""The row between the heading and the people of a table."""
_QUOTED = r"[>\s]*(?:on|w dniu|dnia|den|pon|wt|sr|czw|pt|sob|niedz)\b.*\d.*\b(?:wrote|napisal\S*|skrev)\b.*:?\s*"
"""What a mail program writes above the message that is answered."""
_SEATED = rf"(?im)^([ \t]*)(?:{LABEL})\s?(\d{{1,3}})\t+"
_BEHIND = r"(?m)(?<=[^\W\d_])( +)([xXvV+\u2713\u2714-]|\+/-|\?)(?=[^\S\n]*(?:[,;\n]|$))"
"""A tick behind somebody that may be a letter or a usual sign."""
_LEADER = r"(?<=[^\W\d_]) *(?:\.{4,}|_{3,}|\u2026{2,})[ \t]*(?=([^\W\d_]+|\?))"
"""What fills a row of a form up to the answer."""
_PHONE = r"(?m)^[ \t]*\+?\d{9,12}[ \t]+(?=[^\W\d_])"
_WHEN = (
    r"(?m)^([ \t]*)((?:od|do|o|po|ok\.?|oko\u0142o|przed|at|from|after|before|about|until|till|kl\.?|fr\xe5n"
    r"|efter|ca\.?) \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?),? +([^\W\d_a-z][^\n,;|\t]*)$"
)
"""When somebody comes, before the name."""
_BROUGHT = rf"\s*([{TICKS}]\ufe0f?)[ \t]*\+[ \t]*([^\W\d_a-z]\w+)"
"""Somebody who comes along, behind the tick of another."""
_ALL = r"@(?:here|everyone|channel|all)\b"
"""Whom a chat calls that is nobody."""
_COUPLE = r"\b([^\W\d_]+) '?[nN]'? ([^\W\d_]+)\b"
_LAST_NUMBER = r"\s*([^\W\d_][^\d,;|]*?)[ \t](\d{1,3})\s*"
_CROSSED = r"(?m)^[xX] +(?=[^\W\d_a-z]\w)"
_ADDRESSED = r"[^\W\d_] <[^\s<>]+@[^\s<>]+>"
_ADDRESS = r"(?m)(?<=[,;:])(\s*)([^\W\d_]+)\.([^\W\d_]+)@[\w.-]+(?=\s*(?:[,;]|$))"
"""Somebody to whom a mail goes by an address alone."""


def usual_signs(said: str) -> tuple[str, list[str]]:
    """What was pasted in usual signs, a row a person; and what of it is nobody, or somebody who is struck out."""
    said, written = as_rows(said)
    said = "\n".join(row for row in said.splitlines() if not re.fullmatch(_RULE, row))
    said = re.sub(_BROUGHT, r" + \2 \1", re.sub(_WHEN, r"\1\3 (\2)", said))
    said = re.sub(_SEATED, r"\1\2. ", re.sub(_BOLD, r"\1", re.sub(_CODE, _meant, said)))
    said = re.sub(_LEADER, _dashed, re.sub(_COUPLE, _apart, re.sub(f"{_PHONE}|{_ALL}", "", said)))
    said = re.sub(_ADDRESS, _named, said) if len(re.findall(_ADDRESSED, said)) >= _MANY else said
    rows = _numbers_first(_with_tabs(_ticked_behind(said).splitlines()))
    none = [row for row in rows if len(rows) > 1 and re.fullmatch(_QUOTED, plain(seen(row).casefold()))]
    kept = list[str]()
    for row in (one for one in rows if one not in none):
        rest = re.sub(_STRUCK, "", row)
        named = any(word[0].isupper() for word in re.findall(r"[^\W\d_]+", re.sub(_BOX, "", rest)))
        kept += [rest] if named or rest == row else []
        none += [] if rest == row else [*map(str.strip, re.findall(_STRUCK, row))] if named else [row.strip()]
    kept, usual = _joined(kept)
    return "\n".join(map(_shouted, kept)), [*written, *none, *usual]


def _meant(code: re.Match[str]) -> str:
    return _SIGNS.get(code[1], "" if code[1].startswith("skin-tone") else f"({code[1].replace('_', ' ')})")


def _dashed(leader: re.Match[str]) -> str:
    return leader[0] if has_given(leader[1]) else " - "


def _apart(couple: re.Match[str]) -> str:
    return f"{couple[1]}, {couple[2]}" if is_given(couple[1]) and is_given(couple[2]) else couple[0]


def _named(address: re.Match[str]) -> str:
    known = is_given(address[2])
    return f"{address[1]}{address[2].capitalize()} {address[3].capitalize()}" if known else address[0]


def _numbers_first(rows: Sequence[str]) -> list[str]:
    """The rows, with the number before the name where it stands behind each and counts on."""
    found = [re.fullmatch(_LAST_NUMBER, row) for row in rows if row.strip()]
    people = [(one[1], int(one[2])) for one in found if one and has_given(one[1])]
    counted = [number for _, number in people] == [*range(1, len(found) + 1)]
    return [f"{number}. {name}" for name, number in people] if counted and len(people) >= _MANY else [*rows]


def _ticked_behind(said: str) -> str:
    """The paste with the usual signs of a yes, a no and a doubt behind people, where they have letters or such."""
    marks = Counter(found[2].casefold() for found in re.finditer(_BEHIND, said))
    yes = {*marks} & {*"v+\u2713\u2714"} or ({"x"} & {*marks} if "-" in marks else set())
    crossed = re.findall(_CROSSED, said)
    if len(crossed) * 2 < len(said.splitlines()):
        said = re.sub(_CROSSED, "\u2753 ", said)  # a cross may say that they come, or that they do not
    worded = "-" in marks and len(re.findall(r"\S - \S", said)) >= _MANY
    if not worded and (not yes or len(marks) < 2 or marks.total() < _MANY):
        return said
    signs = {"x": "\u274c", "-": "\u274c", "+/-": "\u2753"} | dict.fromkeys(yes & {*"xv"}, "\u2705")
    return re.sub(_BEHIND, lambda found: f"{found[1]}{signs.get(found[2].casefold(), found[2])}", said)


def _with_tabs(rows: Sequence[str]) -> list[str]:
    """The rows, with tabs between cells in quotation marks that have commas between them."""
    quoted = [row for row in rows if re.match(r'\s*"[^"]*","', row)]
    if len(quoted) < _MANY or len(quoted) < len([*filter(str.strip, rows)]):
        return [*rows]
    return ["\t".join(next(csv.reader([row.strip()]), [])) for row in rows]


def _joined(rows: Sequence[str]) -> tuple[list[str], list[str]]:
    """The rows, each with the answer in brackets that stands in a row of its own below; and the usual answers."""
    shown = [row.strip() for row in rows if row.strip()]
    often = {row for row, count in Counter(shown).items() if count >= _MANY and not has_given(row) and _is_bare(row)}
    answers = [row in often or (_is_bare(row) and not has_given(row) and _answers(row)) for row in shown]
    first = len([*takewhile(lambda one: not one, answers)])
    people = [place for place in range(max(first - 1, 0), len(shown)) if not answers[place]]
    below = sum(answers[place + 1 : place + 2] == [True] for place in people)
    chat = any(is_mine(row) and is_own_refusal(row) for row in shown)
    chat = chat or any(re.search(r"\d[:.]\d", shown[place]) for place in people)
    if not often or chat or not 0 < first <= 2 or not answers[-1] or below * 3 < len(people) * 2:
        return [*rows], []
    usual = {row for row in often if shown.count(row) * 2 > len(people) and not _denies(row)}
    found, none = list[str](), list[str]()
    for row, answer in zip(shown, answers, strict=True):
        if not answer:
            found.append(row)
        elif is_yes(row) or row in usual:
            none.append(row)
        else:
            found[-1] = f"{found[-1]} ({row})"
    return found, [*dict.fromkeys(none)]


def _is_bare(row: str) -> bool:
    """Whether a row is a word or a few, or a sign, without a number or a colon."""
    return len(row.split()) <= _MANY and not re.search(r"[\d:,;|\t]", row)


def _answers(row: str) -> bool:
    return _denies(row) or is_yes(row) or plays(row)


def _denies(row: str) -> bool:
    return is_no(row) or is_perhaps(row) or refuses(row) or is_away(row)


def _shouted(row: str) -> str:
    """The row, with a refusal in capitals behind a name in brackets."""
    words = row.split()
    tail = [*takewhile(lambda word: word.isupper() and len(word) > 1, reversed(words))][::-1]
    head = " ".join(words[: len(words) - len(tail)])
    loud = tail and has_given(head) and not head.isupper() and head[-1].isalpha() and not re.search(r"[,;|\t:]", row)
    return f"{head} ({' '.join(tail)})" if loud and _denies(" ".join(tail)) else row
