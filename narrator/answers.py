"""Answers: the phrases that a question allows, and how what was heard or typed is read as one of them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from narrator.cues import COMMANDS, LONGEST, OVERRIDE, RESUME, TIME, Ask

JOINER = ","
"""The meaning, in a table of phrases, of the words between two seats of one answer, such as `and`."""

SEATS = 30
"""How many players a table has at most."""

_WHOM = 2  # of a lexicon's cases: of whom, to whom, whom, with whom

SURE = 0.5
"""The confidence (0…1) below which an answer must be confirmed; low, since Vosk's figure is a weak hint."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in canonical form: `7`, `3,5`, `yes`, `no`, `none`, `ready`, a role's id, a count, a choice.

    A `spoken` one may have been misheard, but is equal to the same answer typed.
    """

    canonical: str
    spoken: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Command:
    """A command instead of an answer: `repeat`, `undo` or `pause`."""

    name: str


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Something was heard or typed, but it does not answer this question."""

    heard: str


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing was heard."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """An answer or command that was heard with little confidence: worth a confirmation."""

    heard: str
    canonical: str


@dataclass(frozen=True, slots=True)
class EndOfInput:
    """Nobody can answer any more: the input has ended."""


Heard = Answer | Command | NoMatch | Silence | Unsure | EndOfInput


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


_ALIASES = {("yes", "ready"): "ready", ("none", "count"): "0"}
"""What the keys of another answer mean where that is not asked for."""


def phrases(ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> dict[str, str]:
    """Every spoken phrase that this question allows, with the canonical answer or command it means.

    `names` are all the players by seat. A form of a name that two share, or that is another phrase too, is left out.
    """
    table: dict[str, str] = {}
    for choice in [*ask.choices, *(["none"] if ask.optional else []), *ask.commands]:
        for phrase in _spoken(choice, ask, lexicon):
            table.setdefault(normalise(phrase), choice)
    if _picks_seats(ask):
        taken = {normalise(phrase) for phrase in _every_word(lexicon)} | set(table)
        for form, seats in _said_of(names, lexicon).items():
            if len(seats) == 1 and form not in taken and str(seats[0]) in ask.choices:
                table[form] = str(seats[0])
        for name, seat in _unshared(names).items():
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
    if _picks_seats(ask):
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


def interpret(heard: str, phrases: Mapping[str, str], confidence: float = 1.0, sure: float = SURE) -> Heard:
    """Read an utterance: the whole of it must be one phrase, or a list of seats where the question takes several."""
    said = normalise(heard)
    if not said:
        return Silence()
    meaning = phrases.get(said)
    if meaning is None or meaning == JOINER:
        meaning = _several(said.split(), phrases)
    if meaning is None:
        return NoMatch(said)
    return Unsure(said, meaning) if confidence < sure else meant(meaning, spoken=True)


NOBODY = "00"
"""Nobody, in as many keys as any seat: who listens to them learns nothing."""


def typed(text: str, ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> Heard:
    """Read a typed line: a canonical form, short key, digits, spoken phrase, name, or how just one of them begins.

    An empty line answers nothing but `ready`. Seats and `none` pass even when they are not on offer, so
    that the game can refuse them with its reason.
    """
    said = normalise(text)
    if not said:
        return Answer("ready") if ask.kind == "ready" else Silence()
    if len(said) > LONGEST:
        return NoMatch(f"{said[:LONGEST]}…")
    if about := _asked_about(said, ask, lexicon):
        return about
    if ask.kind == "text" and _typed_one(said, ask, lexicon, names) is None:
        return Answer(own_words(text)) if is_text(own_words(text)) else NoMatch(said)
    meaning = _typed_one(said, ask, lexicon, names)
    if meaning is None and ask.kind == "seats":
        meaning = _typed_several(said, ask, lexicon, names)
    return NoMatch(said) if meaning is None else meant(meaning)


HELP = "help"
"""What is typed at any question to read what can be answered, or with a word behind it, what that is."""


def _asked_about(said: str, ask: Ask, lexicon: Lexicon) -> Answer | None:
    """Read a call for help with a word, such as a card's name; None if it is none."""
    key, _, about = said.partition(" ")
    called = about and HELP in ask.commands and key in map(normalise, (HELP, *lexicon.keys.get(HELP, ())))
    return Answer(f"{HELP} {about.removesuffix('?').strip()}") if called else None


def meant(canonical: str, *, spoken: bool = False) -> Answer | Command:
    """The answer or the command that has this canonical form."""
    return Command(canonical) if canonical in COMMANDS else Answer(canonical, spoken)


def own_words(text: str) -> str:
    """Write an answer in words of one's own in its one form: as it is, with composed accents and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_text(said: str) -> bool:
    """Whether a question for a text can be answered so: with anything but what a game takes at any question."""
    return 0 < len(said) <= LONGEST and said not in (*COMMANDS, OVERRIDE, RESUME, TIME)


def normalise(text: str) -> str:
    """Write a phrase in its one form: small letters, composed accents, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _picks_seats(ask: Ask) -> bool:
    return ask.kind in ("seat", "seats")


def _spoken(choice: str, ask: Ask, lexicon: Lexicon) -> Iterable[str]:
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
    forms = _seat_forms if _picks_seats(ask) else _count_forms
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
    for name, seat in _unshared(names).items():
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


def _unshared(names: Mapping[int, str]) -> dict[str, int]:
    written = {seat: normalise(name) for seat, name in names.items()}
    often = Counter(written.values())
    return {name: seat for seat, name in written.items() if name and often[name] == 1}


def _several(words: list[str], phrases: Mapping[str, str]) -> str | None:
    """Read seats said one after another; None unless there is exactly one way to read them."""
    if JOINER not in phrases.values():
        return None
    readings = {_listed(seats) for seats in _splits(words, phrases)}
    return readings.pop() if len(readings) == 1 else None


def _splits(words: list[str], phrases: Mapping[str, str], before: str = JOINER) -> Iterator[list[str]]:
    if not words:
        if before != JOINER:
            yield []
        return
    for length in range(1, len(words) + 1):
        meaning = phrases.get(" ".join(words[:length]), "")
        if _may_follow(before, meaning):
            for rest in _splits(words[length:], phrases, meaning):
                yield rest if meaning == JOINER else [meaning, *rest]


def _may_follow(before: str, meaning: str) -> bool:
    """Whether the list may go on like this. "Twenty five" is never 20 and 5: those need a joiner between them."""
    if meaning == JOINER:
        return before != JOINER
    if not meaning.isdecimal():
        return False
    return before == JOINER or int(before) % 10 != 0 or int(meaning) >= 10


def _listed(seats: Iterable[str]) -> str:
    return ",".join(map(str, sorted({int(seat) for seat in seats})))


def _typed_one(said: str, ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> str | None:
    legal = {*ask.choices, *ask.commands, "none"}
    small_talk = {*map(normalise, lexicon.decoys)}
    if said in legal - small_talk:  # which may be a word of another language for the opposite, as "no" is
        return said
    for key, keys in lexicon.keys.items():
        meaning = _ALIASES.get((key, ask.kind), key)
        if meaning in legal and said in map(normalise, keys):
            return meaning
    number = _digits(said, ask, lexicon)
    if number == NOBODY and _picks_seats(ask):
        return "none"
    if number.isdecimal() and (_picks_seats(ask) or ask.kind == "count" or str(int(number)) in legal):
        return str(int(number))
    people = {name: str(seat) for name, seat in _unshared(names).items()} if _picks_seats(ask) else {}
    spoken = phrases(ask, lexicon, names)
    whole = {plain(phrase): meaning for phrase, meaning in (people | spoken).items() if meaning != JOINER}
    own = _own_words(ask, spoken, names)
    if said in small_talk:  # which begins only what the screen lists, as "no" begins many a word
        own = _on_screen(own, ask, lexicon) if len(said) > 2 else []
    return whole.get(plain(said)) or _beginning(said, own) or _command(said, ask, lexicon)


_ENOUGH = 3
"""Letters by which a command is known, where nothing on offer begins like it."""


def _command(said: str, ask: Ask, lexicon: Lexicon) -> str | None:
    """The command whose word on the screen begins like this; none where the answer is in words of one's own."""
    if len(said) < _ENOUGH or ask.kind == "text":
        return None
    words = [(phrase, command) for command in ask.commands for phrase in list(_spoken(command, ask, lexicon))[:1]]
    return _beginning(said, words)


def _digits(said: str, ask: Ask, lexicon: Lexicon) -> str:
    """Leave out what people write around a number: a seat's prefix before it, or what is counted after it."""
    words = said.removesuffix(".").split()
    if _picks_seats(ask):
        around = {normalise(word) for prefix in lexicon.seat for word in prefix.split()}
        around.update(map(normalise, lexicon.keys.get("seat", ())))
    else:
        around = set(map(normalise, lexicon.units))
    left = [word for word in words if word not in around]
    return left[0] if len(left) == 1 else said


def _own_words(ask: Ask, spoken: Mapping[str, str], names: Mapping[int, str]) -> list[tuple[str, str]]:
    """The words that may be shortened, with their meanings: players' names, and the words of cards and choices."""
    if _picks_seats(ask):
        return [(name, str(seat)) for seat, name in names.items()]
    if ask.kind not in ("card", "choice", "ready"):
        return []
    choices = [choice for choice in ask.choices if choice != "ready"]
    own = [(phrase, meaning) for phrase, meaning in spoken.items() if meaning in choices]
    wordless = set(choices) - {meaning for _, meaning in own}
    return [*own, *((choice, choice) for choice in choices if choice in wordless)]


def _on_screen(words: Iterable[tuple[str, str]], ask: Ask, lexicon: Lexicon) -> list[tuple[str, str]]:
    """Those of the words that stand for a choice on the screen: the first of each."""
    first = {normalise(word) for choice in ask.choices for word in lexicon.choices.get(choice, ())[:1]}
    return [(word, meaning) for word, meaning in words if word in first]


def _beginning(said: str, words: Iterable[tuple[str, str]]) -> str | None:
    """The meaning of the only word that begins like this, from two letters on; else None."""
    found = {meaning for word, meaning in words if plain(normalise(word)).startswith(plain(said))}
    return found.pop() if len(found) == 1 and len(said) > 1 else None


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


def _typed_several(said: str, ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> str | None:
    joiners = "|".join(re.escape(normalise(joiner)) for joiner in lexicon.joiners)
    gaps = r"[,;+]" + (rf"|\s(?:{joiners})\s" if joiners else "")
    if re.fullmatch(r"[\d\s,;+]+", said):
        gaps = r"[\s,;+]"
    parts = [part for part in map(str.strip, re.split(gaps, said)) if part]
    seats = [_typed_one(part, ask, lexicon, names) for part in parts]
    if not seats or not all(seat and seat.isdecimal() for seat in seats):
        return None
    return _listed(seat for seat in seats if seat)
