"""What the wizard asks and shows: names, choices from a list, the role that somebody typed, remarks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from narrator.computer.texts import texts_of
from narrator.errors import NarratorError, Problem, escaped
from narrator.games.ktulu import lineups
from narrator.games.ktulu.loading import FOLDER
from narrator.games.lines import Lines
from narrator.games.naming import alike, is_taken, sayable
from narrator.games.package import Back, Question, Show
from narrator.games.parts import Names
from narrator.lexicon import normalise, plain
from narrator.texts import DEFAULT, Texts


class Interview:
    """Puts questions, and counts them; each can be explained, and left for the one before."""

    def __init__(self, ask: Question, show: Show, hears: Callable[[], bool], taken: Collection[str] = ()) -> None:
        """Use `ask`, which gets a question and its default and returns the answer, and `show`."""
        self._ask, self.show, self.hears, self.taken = ask, show, hears, taken
        self.questions = 0

    def ask(self, key: str, default: str = "", **values: object) -> str:
        """Put the question of this key until the answer is neither a call for help nor for the way back.

        Raises Back.
        """
        self.questions += 1
        while True:
            said = self._ask(word(key, **values), default).strip()
            if _is(said, "back"):
                raise Back
            if not _is(said, "help"):
                return said
            self.show(word(f"{key}-help", **values))
            self.show(word("wizard.help"))


def texts() -> Texts:
    """The texts of the questions, in the default language: there is no setup yet to say which."""
    return texts_of(DEFAULT, FOLDER)


def word(key: str, /, **values: object) -> str:
    """A text of the questions."""
    return texts().word(key, **values)


def _is(said: str, what: str) -> bool:
    return said.casefold() in word(f"wizard.typed.{what}").split()


def ask_choice(interview: Interview, key: str, options: Sequence[str], default: str) -> str:
    """Ask for one of the options, by number, or by how its word or another for it begins; give its id."""
    words = {option: word(f"{key}.{option}.word") for option in options}
    other = {option: word(f"{key}.{option}.or").split(", ") for option in options if f"{key}.{option}.or" in texts()}
    meanings = {option: word(f"{key}.{option}.text") for option in options}
    return ask_listed(interview, f"{key}.question", words, meanings, other, default=default)


def ask_listed(
    interview: Interview,
    question: str,
    words: Mapping[str, str],
    meanings: Mapping[str, str],
    other: Mapping[str, Sequence[str]] | None = None,
    *,
    default: str,
) -> str:
    """Ask for one of those that are listed with their meanings, by number, or by how a word for it begins."""
    other, options = other or {}, [*words]
    listed = [f"  {number}. {words[one]}: {meanings[one]}".rstrip(" :") for number, one in enumerate(options, 1)]
    interview.show("\n".join(["", *listed]))
    while True:
        said = plain_word(interview.ask(question, words[default]))
        numbers = {str(number): option for number, option in enumerate(options, 1)}
        fitting = [option for option in options if _fits(said, words[option], *other.get(option, []))]
        fitting = fitting if said else [default]
        chosen = [numbers[said]] if said in numbers else [said] if said in options else fitting
        if len(chosen) == 1:
            return chosen[0]
        interview.show(word("wizard.options", options=", ".join(words.values())))


def _fits(said: str, *words: str) -> bool:
    return any(plain_word(word).startswith(said) for word in words)


def ask_names(interview: Interview, known: Sequence[str], keep: Callable[[list[str]], None]) -> list[str]:
    """Ask for the players' names in seat order; a number alone means that many players without names.

    What is wrong is told at once, and nothing but that is asked for again. `known` are names typed before; `keep`
    gets what was typed so far. The way back takes the last name away, and leads out where none was typed this time.
    """
    names = [*known]
    interview.show(word("wizard.names"))
    interview.show(names_listed(names) if names else word("wizard.names-how"))
    while True:
        said = _next_name(interview, names, len(known), keep)
        if not said:
            if lineups.FEWEST <= len(names) <= lineups.MOST:
                interview.show(word("wizard.players", count=len(names)))
                return names
            interview.show(word("wizard.no-line-up", count=len(names), fewest=lineups.FEWEST, most=lineups.MOST))
        elif said.isdecimal() and not names:
            if lineups.FEWEST <= int(said) <= lineups.MOST:
                names += [word("wizard.nameless", seat=number) for number in range(1, int(said) + 1)]
                keep(names)
                continue
            interview.show(word("wizard.no-line-up", count=said, fewest=lineups.FEWEST, most=lineups.MOST))
        else:
            for fault in _added(interview, names, said):
                interview.show(fault)
            keep(names)


def _next_name(interview: Interview, names: list[str], known: int, keep: Callable[[list[str]], None]) -> str:
    """What is typed for the next player; raises Back where no name was typed this time."""
    while True:
        try:
            enough = len(names) >= lineups.FEWEST
            return interview.ask("wizard.player-or-all" if enough else "wizard.player", seat=len(names) + 1)
        except Back:
            if len(names) <= known:
                raise
            interview.show(word("wizard.taken-back", name=names.pop()))
            keep(names)


def names_listed(names: Sequence[str]) -> str:
    """List the names with their seats, and how they can be changed."""
    seats = " · ".join(f"{seat}\u00a0{name}" for seat, name in enumerate(names, 1))
    return f"{seats}\n{word('wizard.names-change')}"


def _added(interview: Interview, names: list[str], said: str) -> Iterable[str]:
    """Put what was typed into the list; yield what is to be shown of it: faults, or the list if it was changed."""
    verb, _, rest = said.partition(" ")
    number, _, name = rest.partition(" ")
    if _is(verb, "list") and not rest:
        yield names_listed(names)
    elif number.isdecimal() and name and _is(verb, "insert"):
        yield _inserted(interview, names, int(number), " ".join(name.split())) or names_listed(names)
    elif number.isdecimal() and (_is(verb, "remove") or _is(verb, "correct")):
        yield _changed(
            interview, names, int(number), "" if _is(verb, "remove") else " ".join(name.split())
        ) or names_listed(names)
    else:
        for each in (" ".join(part.split()) for part in said.replace(";", ",").split(",") if part.strip()):
            fault = _fault(interview, each, names)
            if fault:
                yield fault
            else:
                names.append(each)


def _changed(interview: Interview, names: list[str], seat: int, name: str) -> str:
    """Give the player in this seat another name, or remove them if it is empty; return what is wrong, if anything."""
    if not 1 <= seat <= len(names):
        return word("wizard.no-such-seat", seat=seat)
    fault = _fault(interview, name, names[: seat - 1] + names[seat:]) if name else ""
    if not fault:
        names[seat - 1 : seat] = [name] if name else []
    return fault


def _inserted(interview: Interview, names: list[str], seat: int, name: str) -> str:
    """Seat the player there, and all from there on a seat further; return what is wrong, if anything."""
    if not 1 <= seat <= len(names) + 1:
        return word("wizard.no-such-seat", seat=seat)
    fault = _fault(interview, name, names)
    if not fault:
        names.insert(seat - 1, name)
    return fault


def _fault(interview: Interview, name: str, others: Sequence[str]) -> str:
    if not sayable(name):
        return word("wizard.no-name", name=escaped(name).replace("\N{REPLACEMENT CHARACTER}", "?"))
    if is_taken(name, interview.taken):
        return word("wizard.taken-name", name=name, seat=len(others) + 1)
    if any(alike(name, other) for other in others):
        return word("wizard.same-name", name=name, seat=len(others) + 1)
    if len(others) >= lineups.MOST:
        return word("wizard.no-seat", name=name, most=lineups.MOST)
    return ""


def found(said: str, names: Mapping[str, Names], among: Iterable[str]) -> str:
    """Find the id that was meant: by id or name, or by how just one of them begins. Raises NarratorError."""
    ids = list(dict.fromkeys(among))
    fitting = _fitting(said, names, ids) if said.strip() else []
    if len(fitting) == 1:
        return fitting[0]
    if not said.strip():
        raise NarratorError(word("wizard.nothing", listed=_listing(ids, names)))
    if fitting:
        raise NarratorError(word("wizard.several", word=said, listed=_listing(fitting, names)))
    elsewhere = _fitting(said, names, list(names))
    if len(elsewhere) == 1:
        here = word("wizard.not-here", name=names[elsewhere[0]].name, listed=_listing(ids, names))
        raise NarratorError(here)
    raise NarratorError(word("wizard.strange", word=said, listed=_listing(ids, names)))


def _fitting(typed: str, names: Mapping[str, Names], ids: list[str]) -> list[str]:
    said = plain_word(typed)
    exact = [one for one in ids if said in (one, plain_word(names[one].name))]
    return exact or [one for one in ids if one.startswith(said) or plain_word(names[one].name).startswith(said)]


def _listing(ids: list[str], names: Mapping[str, Names]) -> str:
    return ", ".join(dict.fromkeys(names[one].name for one in ids))


def plain_word(text: str) -> str:
    """The text in small letters without accents, since not every keyboard has them."""
    return plain(normalise(text))


def remark(problem: Problem, lines: Lines) -> str:
    """The problem in the words of the script, else of the game, else as `narrator check` prints it."""
    key = f"remarks.{problem.key}"
    if own := lines.wordings.get(key):
        return lines.text(own[0], {})
    if key not in texts():
        return str(problem)
    return word(key, about=", ".join(lines.vocabulary[role].name for role in problem.about))
