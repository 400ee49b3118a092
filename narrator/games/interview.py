"""Ask one's way to a setup, whatever the game: each question can be explained and left for the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from narrator.games.adding import added, listed
from narrator.games.name_lists import NameList
from narrator.games.naming import by_seat, nameless
from narrator.games.offering import Item, Offering, Tap
from narrator.games.package import SEVERAL, Back, OtherGame, Question, SetupQuestions, Show
from narrator.lexicon import normalise, plain
from narrator.texts import Texts


class Piped:
    """Puts questions to a pipe, where what is no answer to the question behind a list is one more row of the list."""

    def __init__(self, ask: Question, warn: Show | None = None) -> None:
        self._ask, self._said, self._rows, self.warn = ask, "", list[str](), warn
        self._ended = self._first = False

    def __call__(self, question: str, default: str) -> str:
        """Put the question; empty rows behind a list answer nothing that a row of it comes after. Raises Back."""
        listing = default == SEVERAL
        if self._rows and not listing:
            raise Back
        self._said = self._rows.pop() if self._rows else self._ask(question, default)
        self._first = self._ended and not listing
        self._ended = self._said == default and (listing or self._ended)
        return self._said

    def end(self) -> None:
        """End the list by a word: what comes next may belong to it all the same."""
        self._ended = True

    def refused(self) -> None:
        """Go back to the list with what was said, if it may belong there. Raises Back."""
        if self._first:
            self._rows.append(self._said)
            raise Back


class Interview:
    """Puts questions, and counts them; each can be explained, and left for the one before."""

    def __init__(self, texts: Texts, players: range, asking: SetupQuestions) -> None:
        """The `texts` have the game's own too; so many `players` there may be."""
        self.texts, self.word, self.players = texts, texts.word, players
        self.bounds = {"fewest": players[0], "most": players[-1]}
        self._ask, self.show, self.taken = asking.ask, asking.show, asking.taken
        self.hears, self.networked, self.forms = asking.hears, asking.networked, asking.forms
        self.questions, self.waiting, self.others = 0, 0, asking.others
        self.headed = dict[str, list[str]]()  # by what may be no person: those who stand below
        self.doubted = dict[str, list[str]]()  # by open question: of whom it was asked
        self.noted = dict[str, Sequence[str]]()  # what stood beside people who were asked about
        self.bare = list[int]()  # the seats of those who were named without a yes or a no
        self.kept = list[str]()  # who was on the list before anything was typed
        self.piped = isinstance(asking.ask, Piped)
        self.warn = (isinstance(asking.ask, Piped) and asking.ask.warn) or asking.show

    def ask(
        self,
        key: str,
        default: str = "",
        options: Mapping[str, str] | None = None,
        items: Sequence[Item] = (),
        done: str = "",
        enter: str = "",
        **values: object,
    ) -> str:
        """Put the question of this key until the answer is neither a call for help nor for the way back.

        The `options` are words that answer it, and what they mean; the rest is as in an `Offering`. Raises Back.
        """
        self.questions += 1
        ways = [self.typed_for(way) for way in ("back", "help")]
        while True:
            said = self._ask(Offering(self.word(key, **values), options, ways, items, done, enter), default).strip()
            if self.typed(said, "back"):
                raise Back
            if not self.typed(said, "help"):
                return said
            self.show(self.word(f"{key}-help", **values))
            self.show(Offering(self.word("wizard.help")))

    def refuse(self) -> None:
        """Let it be known that the last answer is none. Raises Back."""
        if isinstance(self._ask, Piped):
            self._ask.refused()

    def typed_for(self, what: str) -> str:
        """The word that is usually typed for it."""
        return self.word(f"wizard.typed.{what}").split()[0]

    def typed(self, said: str, what: str) -> bool:
        """Whether this is one of the words that are typed for it."""
        return said.casefold() in self.word(f"wizard.typed.{what}").split()

    def phrased(self, said: str, what: str) -> bool:
        """Whether these words together are typed for it."""
        return self.typed("-".join(said.rstrip(" .!").replace("\u2019", "'").split()), what)

    def ends(self, said: str) -> bool:
        """Whether a list ends by these words, as by an empty row, and they answer no open question."""
        ended = self.phrased(said, "done") and not (self.doubted and self.phrased(said, "all-of-them"))
        if ended and isinstance(self._ask, Piped):
            self._ask.end()
        return ended


def ask_choice(interview: Interview, key: str, options: Sequence[str], default: str) -> str:
    """Ask for one of the options, by number, or by how its word or another for it begins; give its id.

    One that has no words is called by its id.
    """
    told = [option for option in options if f"{key}.{option}.word" in interview.texts]
    words = {option: interview.word(f"{key}.{option}.word") if option in told else option for option in options}
    other = {
        option: interview.word(f"{key}.{option}.or").split(", ")
        for option in options
        if f"{key}.{option}.or" in interview.texts
    }
    meanings = {option: interview.word(f"{key}.{option}.text") if option in told else "" for option in options}
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
    interview.show(Offering("\n".join(["", *listed]), offered := {words[one]: meanings[one] for one in options}))
    while True:
        said = plain_word(interview.ask(question, words[default], offered))
        numbers = {str(number): option for number, option in enumerate(options, 1)}
        fitting = [option for option in options if _fits(said, words[option], *other.get(option, []))]
        fitting = fitting if said else [default]
        chosen = [numbers[said]] if said in numbers else [said] if said in options else fitting
        if len(chosen) == 1:
            return chosen[0]
        interview.refuse()
        interview.show(interview.word("wizard.options", options=", ".join(words.values())))


def _fits(said: str, *words: str) -> bool:
    return any(plain_word(word).startswith(said) for word in words)


def ask_names(interview: Interview, kept: dict[str, Any]) -> None:
    """Ask for the `players` to keep, in seat order; a number alone means that many players without names.

    What is wrong is told at once, and nothing but that is asked for again. Those kept before are suggested. The way
    back takes the last name away, and leads out where none was typed this time. Raises OtherGame where one is wanted.
    """
    names, rows = by_seat(kept.get("players", []), nameless(interview.texts)), NameList()
    known, interview.kept = len(names), [*names]
    interview.show(interview.word("wizard.names"))
    interview.show(Offering(listed(interview, names)) if names else interview.word("wizard.names-how"))
    while True:
        said = _next_name(interview, names, known, kept)
        if interview.others and interview.typed(said, "game"):
            raise OtherGame(names)
        if not said or interview.ends(said):
            if len(names) in interview.players:
                interview.show(interview.word("wizard.players", count=len(names)))
                return
            _refuse_number(interview, len(names))
        elif said.isdecimal() and (not names or (known and int(said) > len(names))):
            if int(said) in interview.players:
                more = range(len(names) + 1, int(said) + 1)
                names += [interview.word("wizard.player", seat=number) for number in more]
                kept["players"] = names
                interview.waiting = len(more) * interview.piped  # the number may stand above a list
            else:
                _refuse_number(interview, int(said))
        else:
            for fault in added(interview, names, said, rows):
                interview.show(fault)
            kept["players"] = names


def _refuse_number(interview: Interview, players: int) -> None:
    """Say how many may play, and how another game is chosen, where there are others."""
    interview.show(interview.word("wizard.no-line-up", count=players, **interview.bounds))
    if interview.others:
        interview.show(interview.word("wizard.other-game", game=interview.typed_for("game")))


def _next_name(interview: Interview, names: list[str], known: int, kept: dict[str, Any]) -> str:
    """What is typed for the next player; raises Back where no name was typed this time."""
    while True:
        try:
            key = "wizard.player-or-all" if len(names) >= interview.players[0] else "wizard.player"
            done = interview.word("wizard.that-is-all") if len(names) in interview.players else ""
            add, items = interview.word("wizard.add-name"), _name_items(interview, names)
            return interview.ask(key, SEVERAL, items=items, done=done, enter=add, seat=len(names) + 1)
        except Back:
            if len(names) <= known:
                if interview.others:
                    raise OtherGame(names) from None
                raise
            interview.show(interview.word("wizard.taken-back", name=names.pop()))
            kept["players"] = names


def _name_items(interview: Interview, names: Sequence[str]) -> list[Item]:
    """The names, with what is typed to correct, move and remove each."""
    remove, swap, correct = (interview.typed_for(what) for what in ("remove", "swap", "correct"))
    ways = ("wizard.earlier", "wizard.later-seat", "wizard.goes")
    earlier, later, goes = (interview.word(way) for way in ways)
    return [
        Item(
            name,
            (
                Tap(f"{swap} {seat - 1} {seat}" if seat > 1 else "", "\N{UPWARDS ARROW}", earlier),
                Tap(f"{swap} {seat} {seat + 1}" if seat < len(names) else "", "\N{DOWNWARDS ARROW}", later),
                Tap(f"{remove} {seat}", "×", goes),
            ),
            typed=f"{correct} {seat}",
        )
        for seat, name in enumerate(names, 1)
    ]


def plain_word(text: str) -> str:
    """The text in small letters without accents, since not every keyboard has them."""
    return plain(normalise(text))
