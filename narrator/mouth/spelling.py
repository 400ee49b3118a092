"""What a voice that reads letters is given to read: numbers, initials, abbreviations and foreign letters as words.

Numbers are said in the words of the language's lexicon; all else that a language has is in spelling.toml.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from narrator.computer import texts, toml_reader
from narrator.lexicon import plain
from narrator.values import dataclass, field

_FILE = Path(__file__).resolve().with_name("spelling.toml")
_DIGITS = 3  # of a number that is said as one; a longer one is said digit by digit
_ROMAN = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_STOPS = ",:.!?"
"""Each is a longer rest, or more of a melody, than those before it."""
_KEPT = " -'" + _STOPS


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How one language is read. `words` are letters that are words too, `letters` has what each is called."""

    vowels: str
    words: str
    letters: Mapping[str, str]
    abbreviations: Mapping[str, str]
    signs: Mapping[str, str]
    foreign: Mapping[str, str]
    neuter: Mapping[str, str]
    agreement: Mapping[str, int]
    numbers: Mapping[int, str] = field(default_factory=dict)
    ordinals: tuple[tuple[str, ...], ...] = ()

    def read(self, text: str) -> str:
        """Write the text in small letters of the language, spaces and stops; emoji and the like are left out."""
        text = unicodedata.normalize("NFKC", replaced(text, self.signs))
        text = self._with_abbreviations(text)
        text = re.sub(r"(\d+)\.(?= (\w+))", self._ordinal, text)
        text = re.sub(r"\d+", self._number, text)
        text = re.sub(rf"(?<=\w )({'|'.join(_ROMAN[::-1])})\b", self._roman, text)
        text = re.sub(r"[^\W\d_]{2,}", lambda found: self._capitals(found, alone=text.isupper()), text)
        text = re.sub(r"(?<![\w'])([^\W\d_])(?![\w'])(\.?)", self._letter, text)
        return _tidy("".join(map(self._native, replaced(text.lower(), self.foreign))))

    def number(self, number: int) -> str:
        """Say a number up to 999; what the lexicon lacks is put together of hundreds, tens and ones."""
        if number in self.numbers:
            return self.numbers[number]
        most = 100 if number > 100 else 10
        parts = number // most * most, number % most
        return " ".join(self.numbers.get(part) or self.number(part) for part in parts if 0 < part < number)

    def _number(self, found: re.Match[str]) -> str:
        digits = found[0]
        one = len(digits) <= _DIGITS and (digits == "0" or digits[0] != "0")
        return f" {self.number(int(digits)) if one else ' '.join(self.number(int(digit)) for digit in digits)} "

    def _ordinal(self, found: re.Match[str]) -> str:
        """Say *3. noc* as *trzeci*: a number whose dot no sentence follows."""
        if found[2][0].isupper() or found[2].isdigit():
            return found[0]
        return self._in_order(int(found[1]), found[2]) or found[1]

    def _roman(self, found: re.Match[str]) -> str:
        return self._in_order(_ROMAN.index(found[0]) + 2 if len(found[0]) > 1 else 0, "") or found[0]

    def _in_order(self, number: int, word: str) -> str:
        """The ordinal before this word, as far as its end tells which; else the first, which is masculine."""
        forms = self.ordinals[number - 1] if 1 <= number <= len(self.ordinals) else ()
        place = self.agreement.get(max(filter(word.endswith, self.agreement), key=len, default=""), 0)
        return "".join(forms[place:][:1] or forms[:1])

    def _capitals(self, found: re.Match[str], *, alone: bool) -> str:
        """Name the letters of what is no word in capitals, as *MG*; *UFO* and *ANNA* are words."""
        word = found[0].lower()
        spoken = set(word) & set(self.vowels) and (alone or len(word) > 2 or word[-1] in self.vowels)
        if spoken or not found[0].isupper():
            return found[0]
        return " ".join(self.letters.get(letter, letter) for letter in word)

    def _letter(self, found: re.Match[str]) -> str:
        """Name a letter that stands alone, as an initial does; its dot ends no sentence if a small letter follows."""
        letter, dot, after = found[1], found[2], found.string[found.end() :]
        initial = letter.isupper() and (dot or not after.strip() or after[0] in _STOPS)
        if not initial and letter.lower() in self.words:
            return found[0]
        ends = not after.strip() or (after[0] == " " and after.lstrip()[0].isupper())
        return self.letters.get(letter.lower(), letter) + dot * ends

    def _with_abbreviations(self, text: str) -> str:
        def spelt(found: re.Match[str]) -> str:
            ends = found[0].endswith(".") and not text[found.end() :].strip()
            return self.abbreviations[found[0].lower()] + "." * ends

        longest = sorted(map(re.escape, self.abbreviations), key=len, reverse=True)
        return re.sub(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", spelt, text, flags=re.IGNORECASE)

    def _native(self, sign: str) -> str:
        """The letter itself, or without its accents; nothing of a sign within a word, a space for any other."""
        if sign in self.letters or sign in _KEPT:
            return sign
        bare = plain(sign)
        if bare and all(letter in self.letters for letter in bare):
            return bare
        return "" if unicodedata.category(sign) in ("Mn", "Cf") else " "


def spelling_of(language: str) -> Spelling:
    """How this language is read. Raises LookupError if that is not known, BadData if the user's lexicon is faulty."""
    known = toml_reader.load(_FILE)
    if language not in known:
        raise LookupError(f"no voice of letters can read the language {language!r}")
    data = toml_reader.load(texts.file_of(language, "lexicon", texts.LEXICONS))
    counts = {int(number): forms[0] for number, forms in data.get("counts", {}).items()}
    numbers = {number: forms[0] for number, forms in enumerate(data["numbers"], 1)}
    rules = known[language]
    neuter = lambda form: re.sub(r"\w\b", lambda end: rules["neuter"].get(end[0], end[0]), form)  # noqa: E731 - short
    ordinals = tuple((*forms, *map(neuter, forms[1:] and forms[:1])) for forms in data.get("ordinals", ()))
    return Spelling(**rules, numbers=counts | numbers, ordinals=ordinals)


def replaced(text: str, words: Mapping[str, str]) -> str:
    """The text with these words in the place of others, one after the other."""
    for one, other in words.items():
        text = text.replace(one, other)
    return text


def _tidy(text: str) -> str:
    """One space between words, none before a stop, one stop at a time, and one at the end."""
    text = " ".join(re.sub(r" -+ |-+$", ", ", f" {text}").split())
    text = re.sub(r"(?:\s*[,:.!?])+", lambda found: max(found[0].replace(" ", ""), key=_STOPS.index), text)
    text = re.sub(r"([,:.!?])(?=\w)", r"\1 ", text).lstrip(_KEPT)
    return text if text.endswith((".", "!", "?")) else f"{text.rstrip(_KEPT)}." if text else ""
