"""A game led inside a browser, with no server: one thread, which serves the page while the game waits."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from narrator.computer import paths
from narrator.computer.config import Config
from narrator.errors import BadData, NarratorError
from narrator.games.package import HasWizard, SetupQuestions, require_door
from narrator.games.registry import chosen
from narrator.games.table import Table
from narrator.page.leading import Leading
from narrator.page.panels import dealt_cards, labels
from narrator.page.snapshot import Json
from narrator.play import session
from narrator.play.journal import read_header
from narrator.play.loading import load_table
from narrator.play.stage import Stage
from narrator.terminal.words import fault_words, terminal_texts

SEVERAL = 8
"""Questions of a new table, of which each but the names can be answered with what is suggested."""


class OpenLine(Protocol):
    """The line to the page, which runs in another thread of the browser; both ways go JSON objects."""

    def hear(self, seconds: float) -> str:
        """The next request, once it has come; empty if none has in so many seconds."""

    def post(self, message: str) -> None:
        """Send something."""


class Inside:
    """Answers a page's requests: first for a game, new or kept, and then for all that a server would give it."""

    def __init__(self, line: OpenLine) -> None:
        self._line = line
        self._leading: Leading | None = None
        self._kept = 0
        """Bytes of the journal that the page has."""

    def run(self) -> None:
        """Serve one game, and its page after its end. Raises what broke the game off."""
        while self._leading is None:
            self._serve(1.0)
        with closing(self._leading.game.stage.journal):
            self._lead(self._leading)

    def _lead(self, leading: Leading) -> None:
        leading.game.ears.rest = self._serve
        with leading.broadcast.subscribed(self._publish):
            leading.lead()
            if leading.fault:
                raise leading.fault
            while not leading.closed:
                self._serve(1.0)

    def _serve(self, seconds: float) -> None:
        """Answer the next request, if one comes in time."""
        if heard := self._line.hear(seconds):
            asked = json.loads(heard)
            status, told = self._answer(asked)
            self._post({"to": asked["id"], "status": status, "told": told})

    def _answer(self, asked: Json) -> tuple[int, Json]:
        what, leading = asked["what"], self._leading
        try:
            if leading is None:
                stage, table = _kept(Path(asked["journal"])) if what == "go-on" else _begun(asked)
                self._leading = Leading(stage, table, _settings(table))
                return 200, {"cards": dealt_cards(table, read_header(stage.journal.path).seed)}
            if what == "command":
                return leading.commands.result(asked["command"])
            if what == "close":
                leading.close()
                return 200, {}
            return 200, self._looked_up(leading, what)
        except NarratorError as fault:
            return 409, {"why": _why(fault)}

    def _looked_up(self, leading: Leading, what: str) -> Json:
        if what == "words":
            return labels(leading.game.texts, leading.game.table.setup.game)
        return leading.told_past() if what == "past" else leading.looked_up(what)

    def _publish(self) -> None:
        """Send the journal's new lines, and then what follows from them: what is shown is always kept."""
        assert self._leading
        journal = self._leading.game.stage.journal.path.read_bytes()
        new, self._kept = journal[self._kept :], len(journal)
        if new:
            self._post({"journal": new.decode()})
        self._line.post(f'{{"snapshot": {self._leading.broadcast.snapshots["moderator"]}}}')

    def _post(self, message: Json) -> None:
        self._line.post(json.dumps(message, ensure_ascii=False))


def _settings(table: Table[Any, Any]) -> Config:
    return Config(language=table.setup.language, voice="none")


def _kept(journal: Path) -> tuple[Stage[Any, Any], Table[Any, Any]]:
    """The game of a journal that the page has kept, gone on with. Raises NarratorError."""
    table, stage, _ = session.resume(journal, "", "")
    if not stage.over:
        stage.again()
    return stage, table


def _begun(asked: Json) -> tuple[Stage[Any, Any], Table[Any, Any]]:
    """A new game of these players, with the cards that suit their number. Raises NarratorError."""
    os.environ["LC_ALL"] = f"{asked['language']}.UTF-8"
    wizard = require_door(chosen(asked["game"]), HasWizard, "refusals.questions")
    kept = {"players": asked["players"], "deal": asked["deal"], "answers": "moderator"}
    suggested = _Suggested()
    document = wizard.new_setup(SetupQuestions(suggested, suggested.show, kept=kept))
    file = paths.user_tables() / "table.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(document.as_string(), "utf-8")
    table = load_table(file)
    return session.begin(None, table, None, None, _settings(table)), table


class _Suggested:
    """Takes what is suggested at each question of a new table; if too many follow, what was shown last is a fault."""

    def __init__(self) -> None:
        self._asked, self._shown = 0, ""

    def __call__(self, _: str, default: str) -> str:
        self._asked += 1
        if self._asked > SEVERAL:
            raise NarratorError(self._shown)
        return default

    def show(self, text: str) -> None:
        self._shown = text.strip()


def _why(fault: NarratorError) -> str:
    """What went wrong, in the language of the table."""
    texts = terminal_texts()
    if not isinstance(fault, BadData):
        return fault_words(fault, texts)
    found = (f"{one.place.partition(': ')[2]}: {texts.told(one.words)}" for one in fault.problems if not one.warning)
    return "; ".join(found)
