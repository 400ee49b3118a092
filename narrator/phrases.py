"""Phrases: what may be said to a question, in the words and the cases of one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from narrator.cues import Ask
from narrator.filling import with_values
from narrator.lexicon import Lexicon, count_forms, declined, every_word, normalise, seat_forms, unshared

JOINER = ","
"""The meaning, in a table of phrases, of the words between two seats of one answer, such as `and`."""


def phrases(ask: Ask, lexicon: Lexicon, names: Mapping[int, str]) -> dict[str, str]:
    """Every spoken phrase that this question allows, with the canonical answer or command it means.

    `names` are all the players by seat. A form of a name that two share, or that is another phrase too, is left out.
    """
    table: dict[str, str] = {}
    for choice in [*ask.choices, *(["none"] if ask.optional else []), *ask.commands]:
        for phrase in ways_to_say(choice, ask, lexicon):
            table.setdefault(normalise(phrase), choice)
    if picks_seats(ask):
        table.update(_named(ask, lexicon, names, set(table)))
    for phrase, command in with_values(ask, lexicon, names).items():
        table.setdefault(phrase, command)
    if ask.kind == "seats" and ask.most > 1:
        table.update((joiner, JOINER) for joiner in map(normalise, lexicon.joiners) if joiner not in table)
    return table


def _named(ask: Ask, lexicon: Lexicon, names: Mapping[int, str], taken: set[str]) -> dict[str, str]:
    """The phrases by which players on offer are called, but for what is `taken`, with the seat of each."""
    taken |= {normalise(phrase) for phrase in every_word(lexicon)}
    called = {
        form: str(seats[0])
        for form, seats in _said_of(names, lexicon).items()
        if len(seats) == 1 and form not in taken and str(seats[0]) in ask.choices
    }
    for name, seat in unshared(names).items():
        called.update(dict.fromkeys(_numbered(name, str(seat), ask, lexicon), str(seat)))
    return called


def grammar(
    ask: Ask, lexicon: Lexicon, names: Mapping[int, str], legal: Mapping[str, str] | None = None
) -> list[str]:
    """What a recogniser listens for: this question's phrases, seats and values not on offer, and decoys.

    What answers nothing is there so as not to be heard as the nearest answer. The `legal` phrases, where they are
    known already, are not made again.
    """
    legal = phrases(ask, lexicon, names) if legal is None else legal
    others = [normalise(phrase) for phrase in lexicon.decoys]
    if picks_seats(ask):
        others += [normalise(form) for seat in names for form in seat_forms(str(seat), lexicon)]
        others += _said_of(names, lexicon)
    others += with_values(ask, lexicon, names, every=True)
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
        for forms in zip(*(declined(normalise(word), lexicon) for word in group), strict=False):
            for form in forms:
                found.setdefault(form, set()).update(forms)
    return found


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
    forms = seat_forms if picks_seats(ask) else count_forms
    return words.get(choice) or lexicon.choices.get(choice) or forms(choice, lexicon)


def _numbered(name: str, seat: str, ask: Ask, lexicon: Lexicon) -> list[str]:
    """Give the ways to call a player as the narrator does, by number and name."""
    if seat not in ask.choices or not seat.isdecimal() or int(seat) > len(lexicon.numbers):
        return []
    first = lexicon.numbers[int(seat) - 1][0]
    return [
        normalise(f"{number} {name}") for number in (first, *(f"{prefix} {first}" for prefix in lexicon.seat[:1]))
    ]


def _said_of(names: Mapping[int, str], lexicon: Lexicon) -> dict[str, list[int]]:
    """Whom each form of a name may mean; of a name that two have, nobody."""
    found: dict[str, list[int]] = {}
    for name, seat in unshared(names).items():
        for form in dict.fromkeys(declined(name, lexicon)):
            found.setdefault(form, []).append(seat)
    return found
