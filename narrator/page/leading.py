"""One game led from pages: it runs in a thread of its own, and hands out snapshots."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any

from narrator.computer.config import Config
from narrator.cues import AMBIENCE, COMMANDS, HOLD, HURRY, OVERRIDE, Ask
from narrator.games import HasFinale
from narrator.games.table import Table
from narrator.games.view import View
from narrator.page import panels, past
from narrator.page.broadcast import Broadcast
from narrator.page.commands import FOR_ALL, Commands
from narrator.page.ears import CARRIED_OUT, Closed, Interrupted
from narrator.page.game import TABLE, LedGame
from narrator.page.reading import Reader, ReaderSwitch
from narrator.page.snapshot import Json, shapes_of
from narrator.play.log import happened
from narrator.play.stage import Stage


class Leading:
    """A game, who reads it, and what pages may do with it. Call `start`, and in the end `close`."""

    def __init__(
        self, stage: Stage[Any, Any], table: Table[Any, Any], settings: Config, reader: Reader = "moderator"
    ) -> None:
        self.game = LedGame(stage, table)
        self.reading = ReaderSwitch(self.game, settings, reader)
        self.commands = Commands(self.game, self.reading, self.publish)
        self.broadcast = Broadcast(self.game.board)
        self.game.board.changed, self.game.ears.opened = self.publish, self._opened
        self._refused: Callable[[], int] = lambda: 0
        self._mornings = past.Mornings(stage.game)
        self._thread = Thread(target=self.lead, name="game", daemon=True)
        self.closed = False
        self.fault: BaseException | None = None
        self.publish()

    def start(self, refused: Callable[[], int] = lambda: 0) -> None:
        """Let the game go on; `refused` tells how often strangers were refused lately, which the page shows."""
        self._refused = refused
        self._thread.start()

    def close(self) -> None:
        """Break the game off where it stands; all that was answered is in its journal."""
        self.closed = True
        self.game.ears.close()
        self.reading.voices.hush()
        self.reading.choice.hush()
        if self._thread.is_alive():
            self._thread.join(CARRIED_OUT)
        self.reading.voices.close()
        self.broadcast.tell()

    def publish(self) -> None:
        """Draw the snapshots anew, and tell everybody."""
        one = self.game
        with one.drawn:
            view, known = one.view, one.rules.view(one.stage.state, "all")
            version, asked = one.ears.prompt
            coming = one.coming if asked is None else None
            drawn = one.drawing.moderator(view, one.board, asked, coming)
            for seat, public in zip(drawn["seats"], known.seats, strict=True):
                seat["note"] = one.notes.get(seat["seat"], "")
                seat["known_out"] = seat["out"] if public.out else ""
            found = self._mornings.lost(one.stage.past, known.at.night)
            lost = found if self._mornings.nights else None
            room = one.drawing.room(known, one.board, shapes_of(view), lost)
            own = {"version": version, **self._own(view, asked or coming)}
            table = self._on_the_table(known, asked, coming, own) if known.table else {}
            new = self.broadcast.take({**drawn, **own}, table, room, aside=view.aside)
        self.broadcast.tell(room=new)

    def _on_the_table(self, known: View, asked: Ask | None, coming: Ask | None, own: Json) -> Json:
        """What a device sees that lies on the table: what all may see and do, and nothing of a moderator's own."""
        drawn = self.game.drawing.table(known, self.game.board, asked, coming)
        for seat in drawn["seats"]:
            seat |= {"note": "", "known_out": seat["out"]}
        can = {act: may and act in FOR_ALL for act, may in own["can"].items()}
        kept = {key: own[key] for key in ("version", "reader", "next_reader", "waits_for_morning")}
        own_only = {"strangers": 0, "note": "", "corrected": "", "after": []}
        return {**drawn, **kept, **own_only, "role": "table", "can": can}

    def _own(self, view: View, asked: Ask | None) -> Json:
        """What whoever leads sees besides the game: who reads, what can be done, and what was set or noted."""
        one, reading = self.game, self.reading
        spoken, corrected = reading.spoken(view), past.corrected(one)
        return {
            "reader": reading.reader,
            "next_reader": reading.next_reader,
            "waits_for_morning": reading.waits_for_morning(view),
            "can": self._can(asked, secret=spoken),
            "why_not": one.texts.word("lead.by-day") if spoken else "",
            "strangers": self._refused(),
            "note": one.notes.get(TABLE, ""),
            "corrected": "" if corrected in one.board.lines else corrected,
            "after": [
                {"id": what, "label": label} for what, label in (one.after.items() if one.ended.is_set() else ())
            ],
        }

    def _can(self, asked: Ask | None, *, secret: bool) -> dict[str, bool]:
        history = self.game.past
        commands = asked.commands if asked else ()
        free = asked and not secret
        return {
            **{command: command in commands for command in (*COMMANDS, HOLD, HURRY)},
            AMBIENCE: bool(asked and AMBIENCE in asked.commands and self.game.known.table),
            OVERRIDE: bool(asked and OVERRIDE in (*asked.commands, *asked.choices)),
            "redo": bool(free and history.undone),
            "jump": bool(free),
            "change": bool(free),
        }

    def _opened(self) -> None:
        """Show another prompt; whoever waits to take over looks at each whether that may be."""
        self.reading.opened()
        self.publish()

    def lead(self) -> None:
        """Lead the game in this thread, until it is over or closed."""
        try:
            while True:
                with suppress(Interrupted):
                    self.game.stage.run(self.reading.room())
                    self._conclude()
                    break
                self.reading.interrupted()
        except Closed:
            pass
        except BaseException as fault:  # noqa: BLE001 - it is raised where the program can tell it
            self.fault = fault
        finally:
            self.game.ended.set()
            with suppress(Exception):
                self.publish()

    def _conclude(self) -> None:
        one, rules = self.game, self.game.rules
        if isinstance(rules, HasFinale):
            one.board.finale(rules.finale(happened(rules, one.stage.past), one.texts), 0)

    def told_past(self) -> Json:
        """The story of the game so far."""
        with self.game.drawn:
            return past.story(self.game)

    def looked_up(self, what: str) -> Json:
        """What a page asks for besides its snapshots: `cards`, the `night`, the `signs`, or the `voices`."""
        if what == "voices":
            return self.reading.choice.listed()
        with self.game.drawn:
            return panels.looked_up(what, self.game)
