"""The words of one language, and the forms in which they are said: numbers, names, and what always is a command."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from narrator.cues import COMMANDS, HELP, OVERRIDE, RESUME, TIME
from narrator.patterns import has_slots
from narrator.values import dataclass, field, replace

SEATS = 30
"""How many players a table has at most."""


_WHOM = 2  # of a lexicon's cases: of whom, to whom, whom, with whom


CASES = ("gen", "dat", "acc", "ins")
"""What a phrase calls a lexicon's cases, in the same order, as in `daj {seat.dat} {n}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The words of one language. A `seat` prefix goes with the first phrase of a number.

    `endings` says what becomes of the end of a name in each case, and `before` what may stand before it there, the
    same number of cases in both. All phrases of a number but the first are declined like names. The words of each
    list of `alike` sound alike. With those of `done` somebody ends a talk, as with those of the choice `over`.
    `patterns` has the phrases of commands with values, and `slots` the words for the values of each slot. With those
    of `typed` commands of either kind are typed or tapped, and never listened for, unless the narrator is called by a
    word of `address` before them and the table wants that.
    """

    format: int
    language: str
    yes: tuple[str, ...]
    no: tuple[str, ...]
    ready: tuple[str, ...]
    none: tuple[str, ...]
    repeat: tuple[str, ...]
    undo: tuple[str, ...]
    pause: tuple[str, ...]
    numbers: tuple[tuple[str, ...], ...]
    go_on: tuple[str, ...] = field(default=(), metadata={"toml": "go-on"})
    ordinals: tuple[tuple[str, ...], ...] = ()
    counts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    units: tuple[str, ...] = ()
    seat: tuple[str, ...] = ()
    before: tuple[tuple[str, ...], ...] = ()
    endings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    alike: tuple[tuple[str, ...], ...] = ()
    joiners: tuple[str, ...] = field(default=(), metadata={"toml": "and"})
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    decoys: tuple[str, ...] = ()
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    slots: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    typed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    address: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableWords:
    """Words that only one table has, such as the names of its cards: phrases by choice, and what sounds alike.

    `places` say where in the script the words of a choice stand. At an `addressed` table commands are spoken too,
    after a word that calls the narrator.
    """

    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    alike: tuple[tuple[str, ...], ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    addressed: bool = False


NO_WORDS = TableWords()


def with_table(lexicon: Lexicon, own: TableWords) -> Lexicon:
    """The language with a table's words beside its own; where both have a choice, the language's are taken."""
    if own == NO_WORDS:
        return lexicon
    return replace(lexicon, choices={**own.choices, **lexicon.choices}, alike=lexicon.alike + own.alike)


def as_typed(lexicon: Lexicon) -> Lexicon:
    """The language with all that can be typed or tapped, behind what can be said too."""
    if not lexicon.typed:
        return lexicon
    choices = {key: phrases for key, phrases in lexicon.typed.items() if not has_slots(key)}
    patterns = {key: (*lexicon.patterns.get(key, ()), *more) for key, more in lexicon.typed.items() if has_slots(key)}
    merged = {key: (*lexicon.choices.get(key, ()), *more) for key, more in choices.items()}
    return replace(lexicon, choices=lexicon.choices | merged, patterns=lexicon.patterns | patterns, typed={})


def addressed(lexicon: Lexicon) -> Lexicon:
    """The language with all that can be typed or tapped, and what every game has, said once the narrator is called.

    What puts a value right (`set …`) is left to fingers: it would be five of six phrases.
    """

    def called(phrases: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"{word} {phrase}" for phrase in phrases for word in lexicon.address)

    whole = as_typed(lexicon)
    choices = {key: called(whole.choices[key]) for key in lexicon.typed if not has_slots(key)}
    patterns = {key: called(phrases) for key, phrases in whole.patterns.items() if not key.startswith("set ")}
    return replace(
        lexicon,
        choices=_beside(lexicon.choices, choices),
        patterns=_beside(lexicon.patterns, patterns),
        repeat=(*lexicon.repeat, *called(lexicon.repeat)),
        undo=(*lexicon.undo, *called(lexicon.undo)),
        pause=(*lexicon.pause, *called(lexicon.pause)),
    )


def _beside(some: Mapping[str, tuple[str, ...]], more: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {key: (*some.get(key, ()), *more.get(key, ())) for key in (*some, *(more.keys() - some))}


def calls_narrator(phrase: str, lexicon: Lexicon) -> bool:
    """Whether the phrase begins with a word that calls the narrator."""
    return any(phrase.startswith(f"{word} ") for word in lexicon.address)


JOINERS = "\u200c\u200d"
"""Signs that nobody sees, but which letters and emoji need between them."""

_BLANK = {*map(chr, range(0xFE00, 0xFE10)), *"\u034f\u115f\u1160\u2800\u3164\uffa0\ufffc"}
_LOOSE = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)")
_DEGREES = re.compile("dr|prof|mgr|inz|pani?|ks|mrs?|ms|herr|fru")
_INNER = "'\u2019-."


def seen(text: str) -> str:
    """The text without signs that nobody sees, such as direction marks, and with spaces of one width.

    Joiners stay between letters and emoji.
    """
    if text.isascii():
        return text
    spaced = (" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    shown = (sign for sign in spaced if sign in JOINERS or not (unicodedata.category(sign) == "Cf" or sign in _BLANK))
    return _LOOSE.sub("", "".join(shown))


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters: no titles, signs and numbers, unless there is nothing else."""
    spelt = ("".join(filter(_in_word, word)).strip(_INNER) for word in normalise(name).split())
    found = [word for word in spelt if word]
    return [word for word in found if not (word.isdecimal() or _DEGREES.fullmatch(plain(word)))] or found


def _in_word(sign: str) -> bool:
    return sign in _INNER or unicodedata.category(sign)[0] in "LN" or unicodedata.category(sign) in ("Mn", "Mc")


@lru_cache(maxsize=4096)  # a table asks for most phrases of a language several times
def normalise(text: str) -> str:
    """Write a phrase in its one form: small letters, composed accents, single spaces, no sign that nobody sees."""
    if not text.isprintable():
        text = re.sub(f"[{JOINERS}]", "", seen(text))
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def plain(text: str) -> str:
    """The text without accents and strokes, for keyboards without them."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(_bare(letter) for letter in letters if not unicodedata.combining(letter))


def _bare(letter: str) -> str:
    """The Latin letter under a stroke or hook, which Unicode normal forms leave on."""
    name, _, sign = unicodedata.name(letter, "").partition(" WITH ")
    try:
        return unicodedata.lookup(name) if sign and name.startswith("LATIN ") else letter
    except KeyError:  # the letter below has no name of its own
        return letter


def seat_forms(number: str, lexicon: Lexicon) -> list[str]:
    """Every way to say a seat's number."""
    if not number.isdecimal() or not 1 <= int(number) <= len(lexicon.numbers):
        return []
    first, *nouns = lexicon.numbers[int(number) - 1]
    ordinals = lexicon.ordinals[int(number) - 1] if int(number) <= len(lexicon.ordinals) else ()
    inflected = chain.from_iterable(declined(noun, lexicon) for noun in nouns)
    return [first, *(f"{prefix} {first}" for prefix in lexicon.seat), *inflected, *ordinals]


def count_forms(number: str, lexicon: Lexicon) -> list[str]:
    """Every way to say how many, with and without a word for what is counted."""
    first = lexicon.numbers[int(number) - 1][:1] if number.isdecimal() and 1 <= int(number) <= SEATS else ()
    forms = [*first, *lexicon.counts.get(number, ())]
    nobody = lexicon.none if number == "0" else ()
    return [*forms, *nobody, *(f"{form} {unit}" for form in forms[:1] for unit in lexicon.units)]


def seat_words(
    names: Mapping[int, str], case: str, lexicon: Lexicon, *, shared: bool = False
) -> list[tuple[str, str]]:
    """How each player is called amid a command: by name in this case, even a `shared` one, and by number."""
    called = [(normalise(name), seat) for seat, name in names.items()] if shared else []
    called = [*dict.fromkeys([*called, *unshared(names).items()])]
    forms = [(str(seat), in_case(name, CASES.index(case), lexicon) if case else name) for name, seat in called]
    for seat in names:
        number = lexicon.numbers[seat - 1][0]
        forms += [(str(seat), form) for form in (number, *(f"{prefix} {number}" for prefix in lexicon.seat[:1]))]
    return [(seat, form) for seat, form in forms if form]


def number_words(number: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The word for a number amid a command, if the language has one."""
    if 1 <= int(number) <= len(lexicon.numbers):
        return lexicon.numbers[int(number) - 1][:1]
    return lexicon.counts.get(number, ())[:1]


def declined(name: str, lexicon: Lexicon) -> Iterator[str]:
    """Give the name, and its forms in the other cases, alone and after what may stand before them."""
    yield name
    for case, before in enumerate(lexicon.before):
        form = in_case(name, case, lexicon)
        if form != name:
            yield form
        yield from (f"{word} {form}" for word in before)


def whom(name: str, lexicon: Lexicon) -> str:
    """Give the name in the case in which most questions ask; as it is where the language has no such case."""
    return in_case(normalise(name), _WHOM, lexicon) if len(lexicon.before) > _WHOM else normalise(name)


def in_case(name: str, case: int, lexicon: Lexicon) -> str:
    """The name in this of the lexicon's cases."""
    return " ".join(_word_in_case(word, case, lexicon.endings) for word in name.split())


def _word_in_case(word: str, case: int, endings: Mapping[str, tuple[str, ...]]) -> str:
    """Give the form of a word; its own if it has no rule, as initials have none. The longest ending counts."""
    ending = next((word[start:] for start in range(len(word) + 1) if word[start:] in endings), None)
    if ending is None or not endings[ending] or len(word) == 1 or not word[-1:].isalpha():
        return word
    return word.removesuffix(ending) + endings[ending][case]


def taken_words(lexicon: Lexicon) -> frozenset[str]:
    """Every phrase, in its one form, that is always an answer or a command: nobody can have it for a name."""
    choices = chain.from_iterable(as_typed(lexicon).choices.values())
    prefixes = (*lexicon.seat, *lexicon.keys.get("seat", ()))
    numbered = (f"{prefix} {seat}" for prefix in prefixes for seat in range(1, SEATS + 1))
    typed = (key for keys in lexicon.keys.values() for key in keys if len(key) > 1)  # who is A. is no answer
    in_any = (*COMMANDS, HELP, OVERRIDE, RESUME, TIME, "yes", "no", "none", "ready", *lexicon.keys)
    return frozenset(map(normalise, (*every_word(lexicon), *lexicon.done, *choices, *numbered, *typed, *in_any)))


def every_word(lexicon: Lexicon) -> Iterator[str]:
    """Every phrase of the language for a seat, an answer or a command, but for choices."""
    yield from chain.from_iterable(seat_forms(str(seat), lexicon) for seat in range(1, SEATS + 1))
    yield from (*lexicon.yes, *lexicon.no, *lexicon.ready, *lexicon.go_on, *lexicon.none)
    yield from (*lexicon.repeat, *lexicon.undo, *lexicon.pause, *lexicon.address)


def unshared(names: Mapping[int, str]) -> dict[str, int]:
    """What calls one player alone, in its one form, with their seat: the name, its words, or the first of them."""
    whole = {seat: normalise(name) for seat, name in names.items()}
    words = {seat: words_of(name) for seat, name in names.items()}
    parts = {seat: {" ".join(found), *found[:1]} - {*whole.values()} for seat, found in words.items()}
    often = Counter(chain(whole.values(), *parts.values()))
    called = ((name, seat) for seat in names for name in (whole[seat], *sorted(parts[seat])))
    return {name: seat for name, seat in called if name and often[name] == 1}
