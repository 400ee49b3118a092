"""The forms of a word by the number that it goes with, such as `{count:karta|karty|kart}`, in a text or a line."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from gettext import c2py

RULES = {
    "en": "n != 1",
    "pl": "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2",
    "sv": "n != 1",
}
"""By language which form goes with a number n, in the words of gettext's `Plural-Forms`; others count as English."""

_COUNTED = range(101)
"""Numbers enough to meet every form of a language."""


@lru_cache(maxsize=1024)
def form_of(written: str, number: int, language: str) -> str:
    """Choose the form that goes with the number; a `#` in it stands for the number itself.

    The forms stand in the order of the language's rule. One for a single number says which: `2=dwie karty`.
    """
    forms, own = _parted(written)
    return own[number] if number in own else forms[min(_rule(language)(number), len(forms) - 1)]


def chooses(form: str) -> bool:
    """Whether what is written in a placeholder are forms of a word, with one for any number."""
    return "|" in form and not {*form} & {*"{}"} and bool(_parted(form)[0])


def least(written: str, number: int, language: str) -> int:
    """The least number that has the same form as this one."""
    return samples(written, language)[form_of(written, number, language)]


@lru_cache(maxsize=1024)
def samples(written: str, language: str) -> dict[str, int]:
    """The forms that can come about, each with the least number that it goes with."""
    found: dict[str, int] = {}
    for number in sorted({*_COUNTED, *_parted(written)[1]}):
        found.setdefault(form_of(written, number, language), number)
    return found


def miscounted(written: str, language: str) -> dict[str, object]:
    """How many forms are `given` and `wanted`, with `numbers` for one each, if the language has another number."""
    given, wanted = len(_parted(written)[0]), dict[int, int]()
    for number in _COUNTED[1:]:
        wanted.setdefault(_rule(language)(number), number)
    if given == len(wanted):
        return {}
    numbers = ", ".join(str(wanted[form]) for form in sorted(wanted))
    return {"given": given, "wanted": len(wanted), "language": language, "numbers": numbers}


@cache
def _rule(language: str) -> Callable[[int], int]:
    return c2py(RULES.get(language, RULES["en"]))


def _parted(written: str) -> tuple[list[str], dict[int, str]]:
    """The forms by the rule, and those for a single number."""
    parted = [(one, *one.partition("=")) for one in written.split("|")]
    forms = [one for one, number, _, _ in parted if not _counts(number)]
    return forms, {int(number): form for _, number, _, form in parted if _counts(number)}


def _counts(number: str) -> bool:
    return number.isdecimal() and len(number) < 10
