"""Answers: how what was heard or typed is read as one of the phrases that a question allows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from narrator.cues import COMMANDS, HELP, LONGEST, OVERRIDE, PHONES, RESUME, TIME, Ask
from narrator.filling import command_typed, without_values
from narrator.lexicon import Lexicon, as_typed, normalise, plain, seen, unshared, words_of
from narrator.phrases import JOINER, phrases, picks_seats, ways_to_say
from narrator.values import dataclass, field, replace

SURE = 0.5
"""The confidence (0…1) below which an answer must be confirmed; low, since Vosk's figure is a weak hint."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in canonical form: `7`, `3,5`, `yes`, `no`, `none`, `ready`, a role's id, a count, a choice.

    A `spoken` one may have been misheard, but is equal to the same answer typed. What several have `agreed` on is not
    asked back.
    """

    canonical: str
    spoken: bool = field(default=False, compare=False)
    agreed: bool = field(default=False, compare=False)


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


_ALIASES = {("yes", "ready"): "ready", ("none", "count"): "0"}
"""What the keys of another answer mean where that is not asked for."""


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

    An empty line answers nothing but `ready`. Seats and `none` pass even when they are not on offer, so that the game
    can refuse them with its reason; so do its typed commands where nothing is asked.
    """
    said = normalise(text)
    if not said:
        return Answer("ready") if ask.kind == "ready" else Silence()
    if len(said) > LONGEST:
        return NoMatch(f"{said[:LONGEST]}…")
    elsewhere, lexicon = replace(ask, commands=tuple(lexicon.typed)), as_typed(lexicon)
    meaning = _typed_one(said, ask, lexicon, names)
    if not (meaning and picks_seats(ask)) and (about := _asked_about(said, ask, lexicon)):
        return about  # "number three" is a player, though "number" alone calls for help
    if ask.kind == "text" and meaning is None:
        return Answer(own_words(text)) if is_text(own_words(text)) else NoMatch(said)
    if meaning is None and ask.kind == "seats":
        meaning = _typed_several(said, ask, lexicon, names)
    if meaning is None and ask.kind == "open":
        meaning = _typed_one(said, elsewhere, lexicon, names)
    return NoMatch(said) if meaning is None else meant(meaning)


def _asked_about(said: str, ask: Ask, lexicon: Lexicon) -> Answer | None:
    """Read a call for help with a word, such as a card's name, or of phones with a sign; None if it is neither."""
    key, _, about = said.partition(" ")
    possible = (one for one in (HELP, PHONES) if about and one in ask.commands)
    called = next((one for one in possible if key in map(normalise, (one, *lexicon.keys.get(one, ())))), None)
    return Answer(f"{called} {about.removesuffix('?').strip()}") if called else None


def meant(canonical: str, *, spoken: bool = False) -> Answer | Command:
    """The answer or the command that has this canonical form."""
    return Command(canonical) if canonical in COMMANDS else Answer(canonical, spoken)


def own_words(text: str) -> str:
    """Write an answer in words of one's own in its one form: as it is, with composed accents and single spaces."""
    return " ".join(unicodedata.normalize("NFC", seen(text)).split())


def is_text(said: str) -> bool:
    """Whether a question for a text can be answered so: with anything but what a game takes at any question."""
    return 0 < len(said) <= LONGEST and said not in (*COMMANDS, OVERRIDE, RESUME, TIME)


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
    if ask.command(said) not in ("", said):
        return said
    legal = {*ask.choices, *ask.commands, "none"}
    small_talk = {*map(normalise, lexicon.decoys)}
    if said in legal - small_talk:  # which may be a word of another language for the opposite, as "no" is
        return said
    for key, keys in lexicon.keys.items():
        meaning = _ALIASES.get((key, ask.kind), key)
        if meaning in legal and said in map(normalise, keys):
            return meaning
    number = _digits(said, ask, lexicon)
    if number == NOBODY and picks_seats(ask):
        return "none"
    if number.isdecimal() and (picks_seats(ask) or ask.kind == "count" or str(int(number)) in legal):
        return str(int(number))
    people = {name: str(seat) for name, seat in unshared(names).items()} if picks_seats(ask) else {}
    spoken = phrases(without_values(ask), lexicon, names)
    whole = {_bare(phrase): meaning for phrase, meaning in (people | spoken).items() if meaning != JOINER}
    own = _own_words(ask, spoken, names)
    if said in small_talk:  # which begins only what the screen lists, as "no" begins many a word
        own = _on_screen(own, ask, lexicon) if len(said) > 2 else []
    with_values = command_typed(said, ask, lexicon, names)
    found = whole.get(_bare(said)) or with_values or _beginning(said, own)
    return found or _seated(said, own, ask, lexicon, names) or _command(said, ask, lexicon)


def _bare(text: str) -> str:
    """The text without accents and apostrophes, and with spaces for hyphens: "anna maria" is Anna-Maria."""
    return " ".join(re.sub(r"['\u2018\u2019\u02bc`\xb4.]", "", re.sub(r"[\u2010-\u2015-]", " ", plain(text))).split())


def _seated(
    said: str, own: Iterable[tuple[str, str]], ask: Ask, lexicon: Lexicon, names: Mapping[int, str]
) -> str | None:
    """The seat of somebody who is typed by a later word of their name, or as the screen lists them, number and name.

    None if number and name are not the same one's.
    """
    if not picks_seats(ask):
        return None
    if by_word := _beginning(said, _tails(own)):
        return by_word
    listed = re.fullmatch(r"0?(\d{1,2})[.):]?\s+([^\W\d].*)", said)
    return listed[1] if listed and _typed_one(listed[2], ask, lexicon, names) == listed[1] else None


def _tails(names: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """What stands from each word of a name on, with what the name means: "dr Ala Nowak" is Ala and Nowak too."""
    for name, meaning in names:
        words = words_of(name)
        yield from ((" ".join(words[place:]), meaning) for place in range(len(words)))


_ENOUGH = 3
"""Letters by which a command is known, where nothing on offer begins like it."""


def _command(said: str, ask: Ask, lexicon: Lexicon) -> str | None:
    """The command whose word on the screen begins like this; none where the answer is in words of one's own."""
    if len(said) < _ENOUGH or ask.kind == "text":
        return None
    words = [(phrase, command) for command in ask.commands for phrase in list(ways_to_say(command, ask, lexicon))[:1]]
    return _beginning(said, words)


def _digits(said: str, ask: Ask, lexicon: Lexicon) -> str:
    """Leave out what people write around a number: a seat's prefix before it, or what is counted after it."""
    words = said.removesuffix(".").split()
    if picks_seats(ask):
        around = {normalise(word) for prefix in lexicon.seat for word in prefix.split()}
        around.update(map(normalise, lexicon.keys.get("seat", ())))
    else:
        around = set(map(normalise, lexicon.units))
    left = [word for word in words if word not in around]
    return left[0] if len(left) == 1 else said


def _own_words(ask: Ask, spoken: Mapping[str, str], names: Mapping[int, str]) -> list[tuple[str, str]]:
    """The words that may be shortened, with their meanings: players' names, and the words of cards and choices."""
    if picks_seats(ask):
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
    found = {meaning for word, meaning in words if _bare(normalise(word)).startswith(_bare(said))}
    return found.pop() if len(found) == 1 and len(_bare(said)) > 1 else None


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
