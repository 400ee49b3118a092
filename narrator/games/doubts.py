"""Of whom in a paste it is asked whether they are people, or play: what stands with them may say that they do not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from narrator.games.given_names import has_given
from narrator.games.name_lists import ABSENT, is_title
from narrator.lexicon import plain

_LISTED = 3
"""So many known names make a list in which others are strange."""
_OF = "af|auf|aus|da|de|dei|del|della|den|der|di|do|dos|du|el|from|la|le|of|od|the|till|van|von|w|we|y|z|ze|zu"
"""Small words within names, and before where somebody is from."""
_PLAY = (
    r"w?graj?[aem]\w*|gramy|tak|yes|ja|in|beda|przyjda|potwierdz\w+|zapisan\w+|obecn\w+|gosci\w*|playing|coming|present"
    r"|going|guests|confirmed|med|kommer|spelar|deltar|gaster|panie|panowie|women|men|ladies|girls|boys|tjejer|killar"
)
"""What heads those who play."""

_ALONE = (
    rf"{ABSENT}|odrzucon\w+|odmowi\w+|rezygnuj\w+|chorzy|niepewni|moze|declined|regrets|pending|unsure|maybe|no reply"
    r"|avbojt|tackat nej|osakra|kanske|ej svarat"
)
"""What heads such people without a colon, where it would else be somebody."""
_TICKED = r"[\s*+-]*(?:[\u2611\u2705\u2713\u2714]|\[[xX\u2713\u2714]\])"
_UNTICKED = r"[\s*+-]*(?:[\u2610\u2612\u274c\u2b1c\U0001f532]|\[\s?\])"


def unticked(rows: Sequence[str]) -> list[str]:
    """The rows with an empty box or a cross before the name, in a list in which others are ticked."""
    ticked = any(re.match(_TICKED, row) for row in rows)
    return [row for row in rows if ticked and re.match(_UNTICKED, row)]


def doubtful(new: Sequence[str], names: Sequence[str]) -> list[str]:
    """Those of the new people of a list that have no given name known here, where at least a third of all do."""
    strange = [name for name in names if not has_given(name)]
    asked = len(names) - len(strange) >= max(_LISTED, len(names) / 3)
    return [name for name in strange if asked and name in new]


def has_words(name: str) -> bool:
    """Whether small words stand behind a name, such as what somebody does, that are no part of names."""
    first, *words = re.sub(rf"\b(?:{_OF})\s\S+", "", name).split() or [""]
    return first[:1].isupper() and any(word[0].islower() and word[1:].strip(".") for word in words)


def heads_others(row: str) -> bool:
    """Whether a row, or what stands in it before a colon, heads people of whom it is not known that they play."""
    headed = re.fullmatch(r"\W*([^\W\d][^:\d]*?)\W*(?:\(\d+\))?\s?:.*", row.strip())
    words = plain((headed[1] if headed else row.strip()).casefold())
    if not headed:
        return row[:1].isupper() and len(words.split()[0]) > _LISTED and bool(re.fullmatch(_ALONE, words))
    return not (has_given(words) or is_title(words) or re.match(rf"(?:{_PLAY})\b", words))
