"""Read the words of a language, and see that no phrase of one question has two meanings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from narrator.computer import texts
from narrator.computer.positions import located
from narrator.computer.toml_reader import read
from narrator.ears import own_words
from narrator.errors import BadData, Problem, fault, warn
from narrator.lexicon import NO_WORDS, SEATS, Lexicon, TableWords, as_typed, normalise, with_table
from narrator.texts import SECOND, message
from narrator.values import dataclass, field, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """The words of one language that a game alone asks for."""

    format: int
    language: str
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    slots: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    typed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    alike: tuple[tuple[str, ...], ...] = ()


def languages() -> list[str]:
    """List the languages that have a lexicon."""
    return texts.languages("lexicon", texts.LEXICONS)


def read_lexicon(language: str, *folders: Path, own: TableWords = NO_WORDS) -> Lexicon:
    """Read a known language, or a file of one's own whose path is given, with the words of a game and of a table.

    `folders` are those of games, whose `lexicon` has the choices and the commands with values that only they ask
    for, a file a language; `own` are the words of the table.
    Raises BadData.
    """
    file = Path(language)
    known = _read(file, folders) if file.suffix == ".toml" else _known(language, folders, texts.own_languages())
    return with_table(known, own)


def table_problems(lexicon: Lexicon, own: TableWords, place: str) -> Iterator[Problem]:
    """Find words of a table that mean something in the language already, or that are empty."""
    taken = {normalise(phrase): key for key, phrase in _phrases(lexicon)}
    for key, phrases in own.choices.items():
        where = f"{place}: {own.places.get(key, key)}"
        if key in lexicon.choices:
            yield warn(f"{where}: id", "faults.id-of-an-answer")
        for phrase in map(normalise, phrases):
            if not phrase:
                yield fault(f"{where}: heard", "faults.empty-phrase")
            elif phrase in taken:
                words = message("faults.phrase-taken", phrase=phrase, meaning=taken[phrase])
                yield Problem(f"{where}: heard", words, message("faults.other-words"))


@cache  # whoever understands an answer, or shows one, asks for it
def _known(language: str, folders: tuple[Path, ...], _: Path) -> Lexicon:
    if language not in languages():
        raise BadData([fault(f'language = "{language}"', "faults.no-lexicon", languages=", ".join(languages()))])
    return _read(texts.file_of(language, "lexicon", texts.LEXICONS), folders)


def _read(path: Path, folders: Iterable[Path]) -> Lexicon:
    lexicon = read(path, Lexicon)
    problems, whole = list(_problems(lexicon, path.name)), lexicon
    for folder in folders:
        file = texts.file_of(lexicon.language, "lexicon", folder / "lexicon", folder)
        more = read(file, OwnWords) if file.is_file() else OwnWords(format=1, language=lexicon.language)
        problems += _own_problems(lexicon, more, f"{file.parent.parent.name}/{file.name}")
        for other in _fillers(lexicon.language, file, folder / "lexicon"):
            more = _filled(lexicon, more, read(other, OwnWords))
        whole = _with_own_words(whole, more)
    if problems:
        raise BadData(located(problems, path))
    return whole


def _fillers(language: str, file: Path, shipped: Path) -> list[Path]:
    """The files that fill the gaps of a user's own words for a game: those of that language, and the English ones."""
    whole = file == shipped / f"{language}.toml" and file.is_file()
    if whole or not (texts.own_languages() / language).is_dir():
        return []
    there = dict.fromkeys(shipped / f"{one}.toml" for one in (language, SECOND))
    return [one for one in there if one.is_file()]


def _filled(lexicon: Lexicon, more: OwnWords, other: OwnWords) -> OwnWords:
    """A game's words with another's for what they lack, but for phrases that mean something already.

    If they do not go together they are as they were.
    """
    own = [*_choices(more.choices), *_choices(more.typed)]
    taken = {normalise(phrase) for _, phrase in [*_phrases(lexicon), *own]}

    def free(choices: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        left = {key: tuple(one for one in forms if normalise(one) not in taken) for key, forms in choices.items()}
        return {key: forms for key, forms in left.items() if forms}

    filled = replace(
        more,
        choices=free(other.choices) | more.choices,
        typed=free(other.typed) | more.typed,
        patterns=other.patterns | more.patterns,
        slots={slot: other.slots.get(slot, {}) | more.slots.get(slot, {}) for slot in (*other.slots, *more.slots)},
        alike=more.alike + other.alike,
    )
    return more if [*_own_problems(lexicon, filled, "")] else filled


def _with_own_words(lexicon: Lexicon, more: OwnWords) -> Lexicon:
    """The language with a game's words beside its own, which win."""
    slots = own_words.filled(more.slots, lexicon)
    return replace(
        lexicon,
        choices=more.choices | lexicon.choices,
        alike=lexicon.alike + more.alike,
        patterns=lexicon.patterns | more.patterns,
        typed=lexicon.typed | more.typed,
        slots={slot: lexicon.slots.get(slot, {}) | slots.get(slot, {}) for slot in (*lexicon.slots, *slots)},
    )


def _own_problems(lexicon: Lexicon, more: OwnWords, place: str) -> Iterator[Problem]:
    whole = as_typed(_with_own_words(lexicon, more))
    own = {key: whole.choices[key] for key in (*more.choices, *more.typed) if key in whole.choices}
    together = [*_phrases(lexicon), *_choices(own)]
    yield from _clashes(together, place)
    yield from own_words.faults(whole, together, place)


def _problems(lexicon: Lexicon, place: str) -> Iterator[Problem]:
    if len(lexicon.numbers) != SEATS or not all(lexicon.numbers):
        yield fault(f"{place}: numbers", "faults.numbers-of-seats", count=len(lexicon.numbers), seats=SEATS)
    yield from dict.fromkeys([*_clashes(_phrases(lexicon), place), *_clashes(_counted(lexicon), place)])
    for ending, forms in lexicon.endings.items():
        if forms and len(forms) != len(lexicon.before):
            yield fault(f"{place}: endings.{ending}", "faults.endings", count=len(forms), cases=len(lexicon.before))
    for key, short in lexicon.keys.items():
        for other, keys in lexicon.keys.items():
            if other < key and set(map(normalise, short)) & set(map(normalise, keys)):
                yield fault(f"{place}: keys.{key}", "faults.key-of-another", other=other)


def _clashes(phrases: Iterable[tuple[str, str]], place: str) -> Iterator[Problem]:
    """Find phrases that are empty or mean two things, and choices for which nobody can say anything."""
    meanings: dict[str, str] = {}
    for key, phrase in phrases:
        if not normalise(phrase):
            yield fault(f"{place}: {key}", "faults.empty-phrase")
        elif meanings.setdefault(normalise(phrase), key) != key:
            words = message("faults.phrase-taken", phrase=phrase, meaning=meanings[normalise(phrase)])
            yield Problem(f"{place}: {key}", words, message("faults.keep-one"))


def _phrases(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """List what may be asked for together: answers, commands, numbers and choices."""
    words = {key: getattr(lexicon, key) for key in ("yes", "no", "none", "ready", "repeat", "undo", "pause")}
    numbered = (lexicon.numbers, lexicon.ordinals)
    numbers = [(str(number), forms) for every in numbered for number, forms in enumerate(every, start=1)]
    last = {"over": lexicon.done, "address": lexicon.address}
    for key, phrases in (*words.items(), ("go-on", lexicon.go_on), *numbers, *last.items()):
        yield from ((key, phrase) for phrase in phrases)
    yield from _choices(lexicon.choices)


def _counted(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """List what may be asked for where something is counted."""
    for command in ("repeat", "undo", "pause"):
        yield from ((command, phrase) for phrase in getattr(lexicon, command))
    for number, forms in enumerate(lexicon.numbers, start=1):
        yield from ((str(number), phrase) for phrase in forms[:1])
    yield from _choices(lexicon.counts)


def _choices(choices: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    """List the choices' phrases; a choice that nobody can say has an empty one."""
    for key, forms in choices.items():
        for phrase in forms or ("",):
            yield key, phrase
