"""A new table: asked for, kept under a name, and its first game; what was answered before a break-off is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

from narrator.computer import files, parsing, paths
from narrator.computer.config import load_config
from narrator.computer.settings import usual_language
from narrator.ears.lexicon import languages
from narrator.errors import BadData, NarratorError, escaped
from narrator.evening.hearing import would_hear
from narrator.evening.offers import MOST
from narrator.games import registry
from narrator.games.interview import Piped
from narrator.games.naming import by_seat
from narrator.games.package import Back, HasWizard, Question, Show, require_door
from narrator.games.table import Setup, Table
from narrator.play import session
from narrator.play.loading import words_taken
from narrator.terminal.exits import BrokenOff
from narrator.terminal.words import agreed, ask, in_terminal, say, terminal_texts
from narrator.texts import Texts
from narrator.values import asdict, fields, replace


def new_table(
    file: Path | None, folder: Path, game: str = registry.DEFAULT, last: Table[Any, Any] | None = None
) -> tuple[Path, str]:
    """Ask one's way to a setup of this game in that folder; give its file, and what is to be done then.

    The people of the `last` table are those to begin with; without one those of the game that was last played are
    offered. With its people comes all else that is not asked, but for the cards. Ctrl-C keeps what was answered.
    Raises BrokenOff.
    """
    texts, kept, answers = terminal_texts(), KeptAnswers(game), dict[str, Any]()
    put = ask if in_terminal() else Piped(ask)
    chosen = registry.chosen(game)
    package = require_door(chosen, HasWizard, "refusals.questions")
    language = usual_language()
    taken = words_taken(language, chosen.id) if language in languages() else frozenset[str]()
    try:
        path = place(file, folder, ask, say) if file else by_day(folder)
        answers = {**_begun_with(last.setup), **_cards(last.setup), **_changed(last)} if last else kept.recall()
        again = texts.word("new.again", players=", ".join(answers.get("players", [])))
        if answers and not last and not agreed(again, default=True):
            answers = {}
        people = last
        if not answers and in_terminal() and (people := _last_people(chosen.id, texts)):
            last = people if people.setup.language == language else None
            answers = {**_begun_with(people.setup), **(_changed(last) if last else {})}
        while True:
            setup = package.new_setup(put, say, kept=answers, hears=would_hear, taken=taken)
            try:
                path = place(None, folder, ask, say) if not file and answers.get("go") == "more" else path
            except Back:
                answers["back"] = True
                continue
            break
        if people:
            _with_their_own(setup["player"], people.setup)
        path = path if file or answers.get("go") == "more" else by_day(folder)  # another one may have been made
        save(_as_before(setup, last, path, _ASKED if answers.get("go") == "more" else ()) if last else setup, path)
    except (KeyboardInterrupt, EOFError):
        key = "new.broken-off-kept" if kept.keep(answers) else "new.broken-off"
        say(f"\n{texts.word(key)}", err=True)
        raise BrokenOff from None
    kept.forget()
    say(texts.word("new.written", path=path if file else path.stem))
    return path, answers.get("go", "more")


def _last_people(game: str, texts: Texts) -> Table[Any, Any] | None:
    """The last table of this game, if its people are to begin with."""
    with suppress(NarratorError):
        for kept in session.last_games(load_config(), MOST):
            if kept.table.setup.game == game:
                found = replace(kept.table, setup=session.as_they_sit(kept))
                question = texts.word("new.last-people", players=", ".join(by_seat(found.setup.people.values())))
                return found if agreed(question, default=True) else None
    return None


def _begun_with(table: Setup) -> dict[str, Any]:
    theirs = {one.name: _own(one) for one in table.player}
    deal = {"deal": table.deal} if hasattr(table, "deal") else {}
    return {"players": by_seat(table.people.values()), "answers": table.answers, "theirs": theirs, **deal}


def _own(player: Any) -> dict[str, Any]:
    """What somebody has of their own, where it is not as usual: a name's spelling, a town, a faction; no card."""
    keys = [key for key in fields(player) if key.name not in ("name", "card")]
    return {key.name: one for key in keys if (one := getattr(player, key.name)) != key.default}


def _cards(table: Any) -> dict[str, Any]:
    """The cards of a game that has any: with as many people they are dealt again."""
    return {"cards": [*table.in_play]} if getattr(table, "in_play", ()) else {}


def _changed(table: Table[Any, Any]) -> dict[str, Any]:
    """What a table has otherwise than is usual, but for its people and their cards, as plain TOML values.

    Of what its script has too, such as house rules, that of the script is usual.
    """
    setup = table.setup
    usual = {one.name: one.default for one in fields(setup)}
    found = {key: one for key, one in asdict(setup).items() if key not in _TONIGHT and one != usual.get(key)}
    for key, one in found.items():
        if isinstance(one, dict):
            own, scripts = getattr(setup, key), getattr(table.script, key, None)
            whole: Any = scripts if isinstance(scripts, type(own)) else type(own)()
            found[key] = {name: value for name, value in one.items() if value != getattr(whole, name)}
    return {key: one for key, one in found.items() if one or one is False}


_TONIGHT = ("player", "cards", "seed", "deal", "known", "format", "game", "language", "answers")
"""What is asked anew, or goes without saying."""


_ASKED = ("script", "policy", "names", "rules")
"""What is asked of those who want more than to begin at once."""


def _as_before(document: TOMLDocument, last: Table[Any, Any], path: Path, asked: Collection[str]) -> TOMLDocument:
    """The new table with what the last one had and nobody was `asked`: its rules, voice, reminders and all else.

    What does not fit the people of now is left out, and named.
    """
    left = {key: one for key, one in _changed(last).items() if key not in document and key not in asked}
    names = [player["name"] for player in document["player"]]
    for key in left.keys() & {*last.setup.of_seats}:
        name = last.setup.name(left.pop(key))
        left |= {key: names.index(name) + 1} if name in names else {}
    document["language"] = last.setup.language
    whole = _with(document, left)
    try:
        registry.package(last.setup.game).read_setup(path, whole.unwrap()).table()
    except BadData as bad:
        faults = [problem.place for problem in bad.problems if not problem.warning]
        unfit = [key for key in left if any(re.search(rf": {key}\b", place) for place in faults)]
        if unfit:
            say(terminal_texts().word("new.left-out", keys=", ".join(unfit)))
            return _with(document, {key: one for key, one in left.items() if key not in unfit})
    return whole


def _with(document: TOMLDocument, more: dict[str, Any]) -> TOMLDocument:
    """The document with more keys above its language, and more tables at its end."""
    tables = {key: one for key, one in more.items() if isinstance(one, dict) or _is_table(one)}
    keys = tomlkit.dumps({key: one for key, one in more.items() if key not in tables})
    text = document.as_string().replace("\nlanguage", f"\n{keys}language", 1)
    return tomlkit.parse(f"{text}\n{tomlkit.dumps(tables)}" if tables else text)


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, dict) for one in value)


def _with_their_own(players: Iterable[Any], last: Setup) -> None:
    """Give those who played last what was theirs and nobody was asked for."""
    before = {one.name: _own(one) for one in last.player}
    for player in players:
        player.update({key: one for key, one in before.get(player["name"], {}).items() if key not in player})


def place(file: Path | None, folder: Path, ask: Question, show: Show) -> Path:
    """Find where a new setup may go; ask where there is a file already. `folder` is where bare names lie.

    Without a `file` its name is asked for, and suggested by the day of the week; the way back from there raises Back.
    """
    texts, named = terminal_texts(), file is not None
    while True:
        if file is None:
            free = by_day(folder).stem
            said = ask(texts.word("new.name"), free).strip() or free
            back, helped = (texts.word(f"wizard.typed.{word}").split() for word in ("back", "help"))
            if not named and said.casefold() in back:
                raise Back
            if said.casefold() in (*back, *helped):
                show(texts.word("new.name-help"))
                continue
            file = Path(said)
        path = folder / file if file.suffix == ".toml" else folder / f"{file}.toml"
        fault = _fault(path)
        if not fault and (not files.there(path) or _replaced(ask, path)):
            return path
        if fault:
            show(fault)
        file = None


def _replaced(ask: Question, path: Path) -> bool:
    """Whether the file may be replaced; the way back leads to its name."""
    with suppress(Back):
        return agreed(terminal_texts().word("new.replace", path=path), default=False, put=ask)
    return False


def by_day(folder: Path) -> Path:
    """A file for a new setup, called by the day of the week and, where there is one already, a number."""
    days = terminal_texts().word("new.days").split()
    day = days[date.today().weekday() % len(days)]  # a language of one's own may name fewer
    names = (f"{day}.toml" if number == 1 else f"{day}-{number}.toml" for number in count(1))
    return next(folder / name for name in names if not files.there(folder / name))


def _fault(path: Path) -> str:
    texts = terminal_texts()
    if paths.is_shipped(path) and files.there(path):
        return texts.word("new.shipped", path=path)
    if not files.nameable(path.stem):
        return texts.word("new.unnameable", name=escaped(path.stem))
    return "" if files.is_folder(path.parent) else texts.word("new.no-folder", folder=path.parent)


def save(document: TOMLDocument, path: Path) -> None:
    """Write a new setup, whole or not at all. Raises NarratorError."""
    try:
        files.write(path, document.as_string().encode())
    except files.Unwritable as error:
        raise NarratorError(terminal_texts().word("new.unwritable", path=path, why=error.fault)) from None


class KeptAnswers:
    """The answers of questions that were broken off, kept until a table was made of them."""

    def __init__(self, game: str = registry.DEFAULT) -> None:
        name = "new-table" if game == registry.DEFAULT else f"new-table-{game}"
        self._path = paths.user_data() / f"{name}.json"

    def recall(self) -> dict[str, Any]:
        """What was answered before; nothing if it cannot be read, or names nobody."""
        with suppress(NarratorError):
            found = parsing.json_object(files.content(self._path)) or {}
            players = found.get("players")
            theirs = found.get("theirs", {})
            fit = isinstance(theirs, dict) and all(isinstance(one, dict) for one in theirs.values())
            if fit and isinstance(players, list) and all(isinstance(one, str) for one in players):
                return {} if parsing.odd_signs("".join(players)) else found
        return {}

    def keep(self, answers: dict[str, Any]) -> bool:
        """Keep these answers; False if there are none, or they cannot be written."""
        if not answers.get("players"):
            return False
        with suppress(OSError, NarratorError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self._path, json.dumps(answers, ensure_ascii=False).encode())
            return True
        return False

    def forget(self) -> None:
        """Keep nothing any more."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
