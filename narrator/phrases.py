"""Phrases: what may be said to a question, in the words and the cases of one language."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from narrator.cues import COMMANDS, HELP, OVERRIDE, RESUME, TIME, Ask

JOINER = ","
"""The meaning, in a table of phrases, of the words between two seats of one answer, such as `and`."""


SEATS = 30
"""How many players a table has at most."""


_WHOM = 2  # of a lexicon's cases: of whom, to whom, whom, with whom


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """The words of one language. A `seat` prefix goes with the first phrase of a number.

    `endings` says what becomes of the end of a name in each case, and `before` what may stand before it there, the
    same number of cases in both. All phrases of a number but the first are declined like names. The words of each
    list of `alike` sound alike. With those of `done` somebody ends a talk, as with those of the choice `over`.
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


def phrases(ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> dict[str, str]:
    """Every spoken phrase that this question allows, with the canonical answer or command it means.

    `names` are all the players by seat. A form of a name that two share, or that is another phrase too, is left out.
    """
    table: dict[str, str] = {}
    for choice in [*ask.choices, *(["none"] if ask.optional else []), *ask.commands]:
        for phrase in ways_to_say(choice, ask, lexicon):
            table.setdefault(normalise(phrase), choice)
    if picks_seats(ask):
        taken = {normalise(phrase) for phrase in _every_word(lexicon)} | set(table)
        for form, seats in _said_of(names, lexicon).items():
            if len(seats) == 1 and form not in taken and str(seats[0]) in ask.choices:
                table[form] = str(seats[0])
        for name, seat in unshared(names).items():
            table.update(dict.fromkeys(_numbered(name, str(seat), ask, lexicon), str(seat)))
    if ask.kind == "seats" and ask.most > 1:
        table.update((joiner, JOINER) for joiner in map(normalise, lexicon.joiners) if joiner not in table)
    return table


def grammar(ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> list[str]:
    """What a recogniser listens for: this question's phrases, seats not on offer, and decoys.

    Seats, names and decoys that answer nothing are there so as not to be heard as the nearest answer.
    """
    legal = phrases(ask, lexicon, names)
    others = [normalise(phrase) for phrase in lexicon.decoys]
    if picks_seats(ask):
        others += [normalise(form) for seat in names for form in _seat_forms(str(seat), lexicon)]
        others += _said_of(names, lexicon)
    return [*legal, *(phrase for phrase in dict.fromkeys(others) if phrase not in legal)]


def easily_confused(meanings: Mapping[str, str], lexicon: Lexicon) -> set[str]:
    """Find the phrases of a question that mean something else with a word in them that sounds like theirs."""
    alike = _alike(lexicon)
    return {phrase for phrase, meaning in meanings.items() if _is_confused(phrase, meaning, meanings, alike)}


def _is_confused(phrase: str, meaning: str, meanings: Mapping[str, str], alike: Mapping[str, set[str]]) -> bool:
    words = phrase.split()
    heard = [*alike.get(phrase, ())]
    for place, word in enumerate(words):
        heard += [" ".join([*words[:place], other, *words[place + 1 :]]) for other in alike.get(word, ())]
    return any(meanings.get(other, meaning) != meaning for other in heard)


def _alike(lexicon: Lexicon) -> dict[str, set[str]]:
    """Say of each word, in each case, what sounds like it."""
    found: dict[str, set[str]] = {}
    for group in lexicon.alike:
        for forms in zip(*(_declined(normalise(word), lexicon) for word in group), strict=False):
            for form in forms:
                found.setdefault(form, set()).update(forms)
    return found


def normalise(text: str) -> str:
    """Write a phrase in its one form: small letters, composed accents, single spaces."""
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


def picks_seats(ask: Ask) -> bool:
    """Whether players are chosen."""
    return ask.kind in ("seat", "seats")


def ways_to_say(choice: str, ask: Ask, lexicon: Lexicon) -> Iterable[str]:
    """The phrases for one answer or command; that of the screen comes first."""
    words = {
        "yes": lexicon.yes,
        "no": lexicon.no,
        "none": lexicon.none,
        "ready": lexicon.ready + lexicon.go_on + lexicon.yes,
        "repeat": lexicon.repeat,
        "undo": lexicon.undo,
        "pause": lexicon.pause,
    }
    if choice == "over" and ask.seconds:
        return (*lexicon.choices.get(choice, ()), *lexicon.done)
    forms = _seat_forms if picks_seats(ask) else _count_forms
    return words.get(choice) or lexicon.choices.get(choice) or forms(choice, lexicon)


def _seat_forms(number: str, lexicon: Lexicon) -> list[str]:
    """Every way to say a seat's number."""
    if not number.isdecimal() or not 1 <= int(number) <= len(lexicon.numbers):
        return []
    first, *nouns = lexicon.numbers[int(number) - 1]
    ordinals = lexicon.ordinals[int(number) - 1] if int(number) <= len(lexicon.ordinals) else ()
    declined = chain.from_iterable(_declined(noun, lexicon) for noun in nouns)
    return [first, *(f"{prefix} {first}" for prefix in lexicon.seat), *declined, *ordinals]


def _numbered(name: str, seat: str, ask: Ask, lexicon: Lexicon) -> list[str]:
    """Give the ways to call a player as the narrator does, by number and name."""
    if seat not in ask.choices or not seat.isdecimal() or int(seat) > len(lexicon.numbers):
        return []
    first = lexicon.numbers[int(seat) - 1][0]
    return [
        normalise(f"{number} {name}") for number in (first, *(f"{prefix} {first}" for prefix in lexicon.seat[:1]))
    ]


def _count_forms(number: str, lexicon: Lexicon) -> list[str]:
    """Every way to say how many, with and without a word for what is counted."""
    first = lexicon.numbers[int(number) - 1][:1] if number.isdecimal() and 1 <= int(number) <= SEATS else ()
    forms = [*first, *lexicon.counts.get(number, ())]
    nobody = lexicon.none if number == "0" else ()
    return [*forms, *nobody, *(f"{form} {unit}" for form in forms[:1] for unit in lexicon.units)]


def _declined(name: str, lexicon: Lexicon) -> Iterator[str]:
    """Give the name, and its forms in the other cases, alone and after what may stand before them."""
    yield name
    for case, before in enumerate(lexicon.before):
        form = _name_in_case(name, case, lexicon)
        if form != name:
            yield form
        yield from (f"{word} {form}" for word in before)


def whom(name: str, lexicon: Lexicon) -> str:
    """Give the name in the case in which most questions ask; as it is where the language has no such case."""
    return _name_in_case(normalise(name), _WHOM, lexicon) if len(lexicon.before) > _WHOM else normalise(name)


def _name_in_case(name: str, case: int, lexicon: Lexicon) -> str:
    return " ".join(_in_case(word, case, lexicon.endings) for word in name.split())


def _in_case(word: str, case: int, endings: Mapping[str, tuple[str, ...]]) -> str:
    """Give the form of a word; its own if it has no rule, as initials have none. The longest ending counts."""
    ending = next((word[start:] for start in range(len(word) + 1) if word[start:] in endings), None)
    if ending is None or not endings[ending] or not word[-1:].isalpha():
        return word
    return word.removesuffix(ending) + endings[ending][case]


def _said_of(names: Mapping[int, str], lexicon: Lexicon) -> dict[str, list[int]]:
    """Whom each form of a name may mean; of a name that two have, nobody."""
    found: dict[str, list[int]] = {}
    for name, seat in unshared(names).items():
        for form in dict.fromkeys(_declined(name, lexicon)):
            found.setdefault(form, []).append(seat)
    return found


def taken_words(lexicon: Lexicon) -> frozenset[str]:
    """Every phrase, in its one form, that is always an answer or a command: nobody can have it for a name."""
    choices = chain.from_iterable(lexicon.choices.values())
    prefixes = (*lexicon.seat, *lexicon.keys.get("seat", ()))
    numbered = (f"{prefix} {seat}" for prefix in prefixes for seat in range(1, SEATS + 1))
    typed = (key for keys in lexicon.keys.values() for key in keys if len(key) > 1)  # who is A. is no answer
    return frozenset(
        map(normalise, (*_every_word(lexicon), *lexicon.done, *choices, *numbered, *typed, *_canonical(lexicon)))
    )


def _canonical(lexicon: Lexicon) -> Iterator[str]:
    """What is typed in any language for an answer or a command."""
    yield from (*COMMANDS, HELP, OVERRIDE, RESUME, TIME, "yes", "no", "none", "ready", *lexicon.keys)


def _every_word(lexicon: Lexicon) -> Iterator[str]:
    yield from chain.from_iterable(_seat_forms(str(seat), lexicon) for seat in range(1, SEATS + 1))
    yield from (*lexicon.yes, *lexicon.no, *lexicon.ready, *lexicon.go_on, *lexicon.none)
    yield from (*lexicon.repeat, *lexicon.undo, *lexicon.pause)


def unshared(names: Mapping[int, str]) -> dict[str, int]:
    """The names, in their one form, that one player alone has, with the seat of each."""
    written = {seat: normalise(name) for seat, name in names.items()}
    often = Counter(written.values())
    return {name: seat for seat, name in written.items() if name and often[name] == 1}
