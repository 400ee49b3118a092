"""What a page draws from, as plain JSON values: one snapshot for the moderator, one for the room (docs/page.md)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import chain
from typing import Any

from narrator.cues import Ask, At, Audience
from narrator.games.naming import numbered
from narrator.games.view import CallView, SeatView, Slip, View
from narrator.page.board import Board, Shown
from narrator.patterns import every
from narrator.rooms import own_commands
from narrator.rooms.prompter import GO_ON
from narrator.rooms.scene import Clock
from narrator.rooms.wording import named_counters, question_words, why_idle
from narrator.texts import Texts

Json = dict[str, Any]

LATER = 2
"""How many of the calls to come are shown."""


OUT = "out"
"""The sign of whoever is out, where the game has none of its own."""

TURN = "turn"
"""The mark of whoever's turn it is, where a game lies on the table."""

REMEMBERED = 500
"""Patterns of commands that are kept as they were drawn: more than a game has at a time."""

UNSEEN = "?"
"""Stands where a moderator has not seen a card yet."""


class Drawing:
    """Turns views and the board into snapshots, in the words of the table."""

    def __init__(self, texts: Texts, words: Mapping[str, str], people: Mapping[int, str]) -> None:
        self._texts, self._words, self._people = texts, words, people
        self._drawn: OrderedDict[Hashable, list[Json]] = OrderedDict()
        """The commands in their places that were drawn last, by all that they depend on."""

    def moderator(self, view: View, board: Board, asked: Ask | None, coming: Ask | None = None) -> Json:
        """All that a moderator may see now; `asked` is the open prompt, if there is one.

        What is `coming` when the laptop has spoken can be tapped already.
        """
        now = self._now(view, board, asked)
        if coming and coming.kind == "open" and now["kind"] == "listen":
            now |= {"answer": "open", "commands": self._commands(view, coming)}
        called = view.call.seats if view.call and view.at.dark and now["kind"] == "ask" else ()
        awake = {*(now.get("to") or ()), *called}
        shapes = shapes_of(view)
        return {
            "phase": view.at.phase,
            "night": view.at.night,
            "dark": view.at.dark,
            "title": self.title(view, board.place),
            "lines": [{"text": line} for line in self._lines(view, board, now)],
            "now": now,
            "clock": clock_of(board.clock),
            "next": [self.coming(view, call) for call in view.calls[:LATER]] if view.at.dark else [],
            "seats": [self._seat(view, one, shapes, awake) for one in view.seats],
            "facts": [*self._facts(view), *self._reminders(view)],
            "counters": self._counters(view.counters),
            "tally": self._tally(view),
            "notices": board.notices,
            "paused": asked is not None and "undo" in asked.commands and "pause" not in asked.commands,
            "outcome": self._outcome(view, board),
            **self._slips(view),
            **self._grid(view, coming if now["kind"] == "listen" else asked),
        }

    def table(self, view: View, board: Board, asked: Ask | None, coming: Ask | None = None) -> Json:
        """What everybody may see and tap, from what all may see; nothing that is for fewer, or asked of fewer."""
        asks_all = asked is None or asked.to == "all"
        if view.eyes_closed or board.shown is not None or board.idle is not None or not asks_all:
            return {**self.moderator(view, Board(self._people, self._words, self._texts), None), "notices": []}
        return self.moderator(view, board, asked, coming)

    def _slips(self, view: View) -> Json:
        """What lies on the table; nothing in a game at which people look at the circle."""

        def drawn(one: Slip) -> Json:
            words = {"label": self._texts.told(one.label), "text": self._texts.told(one.text)}
            return {"id": one.id, **words, "new": one.new, **({"above": True} if one.above else {})}

        return {"slips": [drawn(one) for one in view.table]} if view.table else {}

    def _grid(self, view: View, asked: Ask | None) -> Json:
        """What is tapped row by row, with what of it is not legal now; nothing where a game has no such thing."""
        names = {one.seat: one.name for one in view.seats}

        def cell(said: str) -> Json:
            label = own_commands.called(said, self._words, names) or said
            off = asked is not None and not (asked.command(said) or said in asked.choices)
            return {
                "id": said,
                "label": label,
                "text": view.short.get(said) or label,
                **({"off": True} if off else {}),
            }

        return {"grid": [[cell(said) for said in row] for row in view.grid]} if view.grid else {}

    def _lines(self, view: View, board: Board, now: Json) -> list[str]:
        """What is to be read; not what the question says already."""
        said = view.usual and board.led_to
        return board.lines[:-1] if said or board.lines[-1:] == [now.get("text")] else board.lines

    def room(self, view: View, board: Board, shapes: Mapping[str, int], lost: Collection[int] | None) -> Json:
        """What the whole room may see, in the same `shapes`; with closed eyes nothing but that it is dark.

        `lost` are the seats that the last night left empty; None where there was no night.
        """
        dark, ended = view.eyes_closed, view.outcome is not None
        aside = board.asked is not None and board.asked.to != "all"
        asked = view.due if aside else board.asked  # what a moderator is asked aside concerns nobody else
        return {
            "title": self.title(view),
            "phase": view.at.phase,
            "dark": dark,
            "seats": [] if dark and not ended else [self._known(view, one, shapes) for one in view.seats],
            "clock": None if dark else clock_of(board.talk),
            "dawn": None if dark or ended or lost is None else self._dawn(view, lost),
            "nights": lost is not None,
            "line": "" if dark else board.heard.last,
            "question": "" if dark or asked is None else asked.text,
            "tally": [] if dark else self._tally(view),
            "counters": [] if dark else self._counters(view.counters),
            "outcome": self._outcome(view, board),
            **({} if dark or not view.table else self._laid(view, board)),
        }

    def _laid(self, view: View, board: Board) -> Json:
        """What the room sees of a game that lies on the table: whose turn it is, too, and all that was said last."""
        turns = [any(mark.id == TURN for mark in one.marks) for one in view.seats]
        seats = [self._known(view, one, {}) | {"turn": turn} for one, turn in zip(view.seats, turns, strict=True)]
        return {**self._slips(view), "seats": seats, "lines": board.lines, "question": self._put(view)}

    def _put(self, view: View) -> str:
        """What is asked, if anything is."""
        return "" if view.due is None or view.due.kind == "open" or view.due.to != "all" else view.due.text

    def _dawn(self, view: View, lost: Collection[int]) -> Json | None:
        """Who did not wake, with their cards; nothing after the zero night, in which nobody dies."""
        if view.at.phase != "day" or not view.at.night:
            return None
        seats = [
            f"{self._person(one.seat)} · {view.names[one.card]}"
            for one in view.seats
            if one.seat in lost and one.card
        ]
        return {"title": self._texts.word("lead.lost" if seats else "lead.none-lost"), "seats": seats}

    def title(self, view: View, place: At | None = None) -> str:
        """Where the game is: the night, with the number in the book of the call at this place, or the day."""
        at, word = view.at, self._texts.word
        if at.phase == "start":
            return ""
        if at.phase == "over" or view.outcome:
            return word("lead.end")
        if not at.dark:
            return self._texts.told(view.title)
        night = word("screen.zero") if at.night == 0 else word("screen.night", night=at.night)
        shown = place if place and place.dark and place.night == at.night else at
        return f"{night} · {shown.book}" if place and shown.book else night

    def _now(self, view: View, board: Board, asked: Ask | None) -> Json:
        if board.over:
            return {"kind": "over", "text": board.ending}
        if board.shown is not None:
            to = seats_of(board.shown.to)
            go = asked is not None and asked.kind == "ready"
            earlier = [self._shown(view, one) for one in board.earlier]
            return {"kind": "show", **self._shown(view, board.shown), "to": to, "go": go, "earlier": earlier}
        if board.idle is not None:
            why = self.idle(board.idle.why)
            text = self._texts.word("lead.act-out")
            return {"kind": "wait", "text": text, "why": why, "seconds": board.idle.seconds}
        if asked is not None and asked.line == GO_ON.line and asked.kind == "ready":
            return {"kind": "ready", "text": ""}
        if asked is None or board.asked is None or (asked.at, asked.line) != (board.asked.at, board.asked.line):
            return {"kind": "listen"}
        return self._asked(view, board.asked)

    def _shown(self, view: View, shown: Shown) -> Json:
        whom, seats = self.people(view, shown.to), sorted(seats_of(shown.to))
        to = ", ".join(map(self._person, seats)) if len(seats) > 1 else whom  # who they are stands on their card
        return {"text": shown.text, "whom": whom, "title": self._texts.word("lead.only-for", people=to)}

    def _asked(self, view: View, ask: Ask) -> Json:
        if ask.kind == "ready":
            return {"kind": "ready", "text": ask.text}
        public = isinstance(ask.to, str) or not ask.at.dark
        hands = ask.kind == "count" and ask.to == "all" and int(ask.choices[-1]) <= len(view.seats)
        return {
            "kind": "ask",
            "text": question_words(ask, self._texts),
            "whom": self._called(view, ask),
            "to": seats_of(ask.to),
            "hands": hands,
            "voters": [*view.voters] if hands else [],
            "hint": self._hint(ask),
            "answer": "choice" if ask.kind == "page" else ask.kind,
            "rest": ask.kind == "open" and ask.line.startswith("rest"),
            "most": ask.most,
            "optional": ask.optional,
            "choices": [self.choice(view, ask, one) for one in offered(ask)],
            "none": self.none(view, ask),
            "commands": self._commands(view, ask),
            "usual": [*view.usual],
            "ending": view.ending,
            "final": ask.final,
            "public": public,
        }

    def _commands(self, view: View, ask: Ask) -> list[Json]:
        """The game's own commands: those together that begin alike, or in their places if a game lies on a table."""
        if view.table:
            names = {one.seat: one.name for one in view.seats}
            grid = {*chain.from_iterable(view.grid)}
            own = [one for one in ask.own if not (grid and grid.issuperset(every(one)))]
            return [group for one in own for group in self._places(view, ask, one, names)]
        groups = own_commands.tapped(ask, self._words, self._people)
        return [
            {"label": one.label, "choices": [self._command(view, ask, said) for said in one.commands]}
            for one in groups
        ]

    def _places(self, view: View, ask: Ask, pattern: str, names: Mapping[int, str]) -> list[Json]:
        """The commands of a pattern: hundreds in all, which each tap would draw anew though few are others."""
        weight, slips = own_commands.weight(ask, pattern), own_commands.near(pattern, view.table)
        key = (pattern, weight, slips, *names.items())
        if key not in self._drawn:
            places = own_commands.places(pattern, weight, slips, self._words, names)
            self._drawn[key] = [self._placed(one) for one in places]
        self._drawn.move_to_end(key)
        while len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)
        return self._drawn[key]

    def _placed(self, group: own_commands.Placed) -> Json:
        """Commands that lie together, with the values that are still to be tapped; what does not hold is left out."""
        final = {"final": True} if group.final else {}
        choices = [{"id": one.said, "label": one.label, "steps": [*one.steps], **final} for one in group.commands]
        where = {"slip": group.slip, "seat": group.seat, "light": group.light, "apart": group.apart}
        return {"label": group.label, "choices": choices, **{key: value for key, value in where.items() if value}}

    def _command(self, view: View, ask: Ask, said: str) -> Json:
        """A command as it is tapped; one with several values has them apart, to be tapped one after the other."""
        steps = own_commands.steps(said, self._words, self._people)
        one = self.choice(view, ask, said) | {"final": ask.weight(said) == "final"}
        return one | {"steps": steps} if len(steps) > 1 else one

    def _hint(self, ask: Ask) -> str:
        """What whoever leads has to know beside this question, if the game has a word on it."""
        when = "dark" if ask.at.dark else "day"
        key = f"moderator.hints.{when}.{ask.line.rpartition('.')[0]}"
        return self._texts.word(key) if key in self._texts else ""

    def _called(self, view: View, ask: Ask) -> str:
        """All who wake, with what is left of the power; and who of them decides, if not all do."""
        if isinstance(ask.to, str):
            return ""
        call = view.call if view.call and ask.at.dark else None
        awake = call.seats if call and set(ask.to) < set(call.seats) else ask.to
        words = self.people(view, awake)
        left = {one.left[call.id] for one in view.seats if call and one.seat in ask.to and call.id in one.left}
        if call and left:
            power = self._texts.told(view.powers.get(call.id, ""))
            words = self._texts.word("lead.left", people=words, what=power, left=max(left))
        if {*awake} == {*ask.to}:
            return words
        return self._texts.word("lead.decides", people=words, who=", ".join(map(self._person, ask.to)))

    def choice(self, view: View, ask: Ask, choice: str) -> Json:
        """An answer that is offered, by its id and in words, with its seat or its side if it has one."""
        if ask.kind in ("seat", "seats") and choice.isdecimal():
            return {"id": choice, "label": self._person(int(choice)), "seat": int(choice)}
        one = {"id": choice, "label": self._word(view, choice)}
        side = view.belongs.get(choice, "") if ask.kind in ("card", "choice") else ""
        if not side:
            return one
        return one | {"short": view.short.get(choice, ""), "side": view.names[side], "shape": shapes_of(view)[side]}

    def none(self, view: View, ask: Ask) -> str:
        """The answer in words that chooses nothing, or nobody."""
        unchanged = ask.kind in ("choice", "text", "count")
        return self._texts.word("screen.unchanged") if unchanged else self._word(view, "none")

    def answer(self, view: View, ask: Ask, said: str) -> str:
        """An answer in words."""
        if said == "none":
            return self.none(view, ask)
        if said == "time":
            return self._texts.word("lead.too-late")
        if ask.kind in ("seat", "seats") and said.replace(",", "").isdecimal():
            return ", ".join(self._person(int(seat)) for seat in said.split(","))
        return said if ask.kind == "text" else self._word(view, said)

    def people(self, view: View, to: Audience) -> str:
        """The players of these seats, in their order, with their cards."""
        if isinstance(to, str):
            return self._texts.word("screen.everybody" if to == "all" else "screen.moderator")
        cards = {one.seat: view.names.get(one.card, one.card) for one in view.seats}
        return ", ".join(
            f"{self._person(seat)} ({cards[seat]})" if cards[seat] else self._person(seat) for seat in sorted(to)
        )

    def _person(self, seat: int) -> str:
        return numbered(seat, self._people.get(seat, ""))

    def _word(self, view: View, answer: str) -> str:
        name = view.names.get(answer, answer)
        return name if answer in view.belongs else own_commands.called(answer, self._words, self._people) or name

    def coming(self, view: View, call: CallView) -> Json:
        """A call in words: who is called, what is asked, and why nobody can act, if nobody can."""
        return {
            "call": call.id,
            "title": ", ".join(view.names.get(one, one) for one in call.who if one in view.names),
            "question": call.question,
            "whom": ", ".join(map(self._person, sorted(call.seats))),
            "why": self.idle(call.idle),
        }

    def idle(self, why: str) -> str:
        """Why nobody acts, in words."""
        return why_idle(why, self._texts)

    def _seat(self, view: View, one: SeatView, shapes: Mapping[str, int], awake: Iterable[int]) -> Json:
        marks = [mark for mark in one.marks if not one.out]
        known = self._known(view, one, shapes)
        return {
            **known,
            "card": known["card"] or (UNSEEN if view.sides else ""),
            "marks": [{"id": mark.id, "label": self._mark(mark.id)} for mark in marks],
            "charges": [
                {"label": self._texts.told(view.powers.get(call, "")), "left": left}
                for call, left in one.left.items()
            ],
            "shown": one.shown,
            "awake": one.seat in awake,
        }

    def _known(self, view: View, one: SeatView, shapes: Mapping[str, int]) -> Json:
        return {
            "seat": one.seat,
            "name": one.name,
            "out": (one.left_as or OUT) if one.out else "",
            "card": view.names.get(one.card, one.card),
            "short": view.short.get(one.card, ""),
            "side": view.names.get(one.side, one.side),
            "side_id": one.side,
            "shape": shapes.get(one.side, -1),
            "counters": self._counters(one.counters),
        }

    def _counters(self, counted: Mapping[str, int]) -> list[Json]:
        return [asdict(one) for one in named_counters(counted, self._texts)]

    def _mark(self, mark: str) -> str:
        key = f"moderator.marks.{mark}"
        return self._texts.word(key) if key in self._texts else mark

    def _facts(self, view: View) -> Iterator[Json]:
        for key, value in {**view.facts, **view.counters}.items():
            label = f"moderator.facts.{key}"
            if label in self._texts and value:
                text = view.names.get(str(value)) or self._word(view, str(value))
                yield {"id": key, "label": self._texts.word(label), "text": text}

    def _reminders(self, view: View) -> Iterator[Json]:
        """What still waits to happen by day."""
        if view.at.phase != "day":
            return
        for one in view.seats:
            for mark in one.marks:
                key = f"moderator.reminders.{mark.id}"
                if key in self._texts and not one.out:
                    text = self._texts.word(key, who=self._person(one.seat))
                    yield {"id": mark.id, "label": self._mark(mark.id), "text": text, "secret": True}

    def _tally(self, view: View) -> list[Json]:
        return [
            {"seat": seat, "label": self._person(seat), "count": None if count < 0 else count}
            for seat, count in view.tally.items()
        ]

    def _outcome(self, view: View, board: Board) -> Json | None:
        if view.outcome is None or not board.over:
            return None
        winners = [view.names.get(one, one) for one in view.outcome.winners]
        won = self._texts.word("screen.won", who=", ".join(winners))
        scores = [{"label": view.names.get(one, one), "count": count} for one, count in view.outcome.scores.items()]
        title = won if winners else self._texts.word("screen.nobody-won")
        return {"title": title, "winners": [*view.outcome.winners], "turns": board.turns, "scores": scores}


def offered(ask: Ask) -> list[str]:
    """The answers that people may give; that the time is up, the clock says."""
    return [choice for choice in ask.choices if not (ask.seconds and choice == "time")]


def seats_of(to: Audience) -> list[int]:
    """The seats in an audience; none where it is everybody, or the moderator."""
    return [] if isinstance(to, str) else [*to]


def shapes_of(view: View) -> dict[str, int]:
    """A number for each side, the same in every game: its shape and colour, on paper too."""
    sides = view.sides or sorted({one.side for one in view.seats if one.side})
    return {side: number for number, side in enumerate(sides)}


def clock_of(clock: Clock | None) -> Json | None:
    """The time left, if one runs, or stands still."""
    return {"left": round(clock.left, 1), "of": clock.of, "held": clock.held is not None} if clock else None
