"""A game on paper: the calls of tonight's cards with all that is said and done, the cards, and who has which."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from narrator.games.night.flow import own_rules
from narrator.games.night.flow.cases import settled
from narrator.games.night.flow.conditions import CONDITIONS, all_true, parse, ruled_out, tells_of_unheard, uses_of
from narrator.games.night.flow.effects import EFFECTS, kills, may_be_itself
from narrator.games.night.flow.own_rules import day_of
from narrator.games.night.flow.steps import DAY_STEPS
from narrator.games.night.flow.votes import needs_more_than_half, vote_of
from narrator.games.night.game import NightGame
from narrator.games.night.plain import PrintedDay
from narrator.games.night.printed.dealing import aim, card_words, cards_of
from narrator.games.night.script.script import Call, Phase, Script, Step, Vote, calls_tonight
from narrator.games.night.state.marks import IDLE, SAFE
from narrator.games.night.state.state import State, Turn
from narrator.games.night.told.chronicle import OUT
from narrator.games.night.told.wording import filled
from narrator.games.sheet import Block, Card, Day, Direction, Night, PrintedCall, Sheet, Side
from narrator.texts import Texts

if TYPE_CHECKING:
    from narrator.games.night.loading import Table

_ZERO: tuple[Phase, ...] = ("zero",)
_LATER: tuple[Phase, ...] = ("night", "dawn")
_FOREKNOWN = ("rule", "from-night")
"""Conditions whose truth is known before the night is played."""

_RUNNING = "runner"
"""The mark of somebody who may escape at the end of the night."""

_PLACE = re.compile(r"{([\w-]+)(?:\.\w+)?(?::(?:[^}]*\|)?([^}|]*))?}")
_BLANK = "____"
_COINS = 0.75
"""The odds that two coins throw, not both of them tails; others are named."""


def sheet_of(table: Table, nights: int, texts: Texts) -> Sheet:
    """All that is printed of this table for this many nights; with a moderator, however the setup answers."""
    setup = table.setup
    dealt = setup.deal == "engine" and (setup.seed is not None or not setup.drawn)
    sheet = _Printing(table, texts, dealt=dealt)
    return Sheet(
        dealt=dealt,
        people=table.setup.people,
        cards=tuple(sheet.cards()),
        sides=tuple(sheet.sides()),
        nights=(sheet.zero_night(), *([sheet.later_nights(nights)] if sheet.goes_on else [])),
        day=sheet.day(),
        hints=tuple(sheet.hints()),
        ticks=tuple(texts.word(f"sheet.ticks.{one}") for one in sheet.ticks()),
    )


class _Printing:
    """A table whose night is printed, with a state to fill in lines and judge conditions by."""

    def __init__(self, table: Table, texts: Texts, *, dealt: bool) -> None:
        game = NightGame(replace(table.setup, answers="moderator"), table.script)
        self.script: Script = table.script
        self.setup = table.setup
        self.state: State = game.begin(table.setup.seed or 0)
        self.state.cards = cards_of(table, table.setup.seed or 0) if dealt else table.setup.in_play
        self.names = table.script.vocabulary[table.setup.names]
        self.texts, self.dealt = texts, dealt
        self.said = Counter[str]()
        """How many lines of each kind were printed, such as those that wake: the next wording has its turn."""
        self.game = own_rules.of(self.setup)
        rules = self.state.rules
        self.announced = bool(self.game.prize) and rules.announced
        self.steps = [one for one in day_of(self.script).steps if rules.may_come(one)]
        self.goes_on = bool(self.script.calls("night"))
        phases = ("zero", *(_LATER if self.goes_on else ()))
        tonight = [call for phase in phases for call, _ in calls_tonight(self.script, self.state.cards, phase)]
        self.marks = {mark.id for call in tonight if call.do for mark in EFFECTS[call.do].marks}
        self.limited = any(uses_of(rules, call) for call in tonight)

    def cards(self) -> Iterator[Card]:
        """The cards, by seat if they are dealt, else by rank."""
        cards = list(enumerate(self.state.cards, 1))
        if not self.dealt:
            cards = [(0, card) for card in sorted(self.state.cards, key=self.script.rank.__getitem__)]
        for seat, card in cards:
            words, side = card_words(self.setup, self.script, card, self.texts), self.script.roles[card].faction
            yield Card(title=self.names[card].name, side=side, seat=seat, does=words)

    def sides(self) -> Iterator[Side]:
        """All factions, in the order of the script."""
        for faction in self.script.faction:
            how = aim(self.setup, self.script, faction.id)
            yield Side(id=faction.id, name=self.names[faction.id].name, aim=how)

    def hints(self) -> Iterator[str]:
        """What the moderator must know of calls in which nobody can act."""
        covered = self.goes_on and self.state.rules.dead != "card"
        dying = "untold" if self.state.secret else "" if covered else "death"
        idle = {dying: self.goes_on, **self._held()}
        if why := ", ".join(self.texts.word(f"sheet.idle.{one}") for one, there in idle.items() if one and there):
            openly = "sheet.hints.open-covered" if covered else "sheet.hints.open"
            yield self.texts.word("sheet.hints.secret" if self.state.secret else openly, why=why)
        if self.state.secret and self.game.prize:
            yield self.texts.word(f"sheet.hints.{self.game.prize}" if self.announced else "sheet.hints.unannounced")
        if covered:
            yield self.texts.word("sheet.hints.covered")

    def ticks(self) -> Iterator[str]:
        """What may befall a player of tonight's cards, that is not seen otherwise."""
        held = self._held()
        there = {"out": self.goes_on, **{mark: held[mark] for mark in SAFE}, "spent": held["spent"]}
        yield from (one for one, comes in (there | {"shown": "reveal" in self.steps}).items() if comes)

    def _held(self) -> dict[str, bool]:
        """What may keep somebody living from acting, and whether tonight's cards can bring it about."""
        return {**{mark: mark in self.marks for mark in IDLE}, "spent": self.limited}

    # ---- The day ----

    def day(self) -> Day:
        """How a day runs at this table (R82 to R86), and what is kept of it."""
        word, game = self.texts.word, self.game
        gone = "gone-or-fled" if _RUNNING in self.marks else "gone"
        kept = {game.prize: 0} if game.prize else {}
        kept |= {gone: 0} if self.goes_on else {}
        steps = [step for step in game.usual_steps if step in self.steps]
        rows = [game.kept[step] for step in steps if step in game.kept]
        kept |= {what: self.state.rules.number(rule) for what, rule in rows}
        voted = [step for step in steps if DAY_STEPS[step].vote]
        votes = [word(key) for step in voted if (key := f"sheet.day.votes.{step}") in self.texts]
        return Day(
            title=word("sheet.day.title"),
            rules=tuple(self._day_rules()),
            tallies=tuple((word(f"sheet.day.kept.{key}"), rings) for key, rings in kept.items()),
            votes=tuple(votes or [word(f"sheet.day.kept.{game.kept[step][0]}") for step in voted]),
        )

    def _told(self, key: str, **values: int) -> str:
        """The script's own line of this id, if it has one, else the game's text."""
        own = self.script.wordings.get(key)
        return filled(self.state, own[0], values) if own else self.texts.word(key, **values)

    def _day_rules(self) -> Iterator[str]:
        """The rules of the day, each from the first day of its step on."""
        first = {step: day_of(self.script).first.get(step, 1) for step in self.steps}
        dealt: set[str] = {trait for card in self.state.cards for trait in self.script.roles[card].traits}
        dealt |= {call.do for call in self.script.calls("night") if {*call.who} & {*self.state.cards}}
        for step, rule in self.game.on_paper(PrintedDay(first, self.state.rules, dealt, self._told, self._voted)):
            day = first.get(step, 1)
            yield self.texts.word("sheet.day.from", rule=rule, number=day) if day > 1 else rule

    def _voted(self, step: str, rule: str) -> str:
        """The rule of a step, and how it is voted on (D93)."""
        vote, word = vote_of(self.script, step), self.texts.word
        tie = f"{vote.tie}-card" if vote.decides else vote.tie
        card = self.names[vote.decides].name if vote.decides else ""
        return " ".join(
            [
                rule,
                self._majority(step, vote),
                word("sheet.vote.abstain" if vote.abstain else "sheet.vote.all-vote"),
                *([word("sheet.vote.rounds", count=vote.rounds)] if vote.rounds > 1 else []),
                word(
                    f"sheet.vote.{'tie' if vote.rounds == 1 else 'last-tie'}",
                    what=word(f"sheet.vote.{tie}", card=card),
                ),
                *([word("sheet.vote.half")] if vote.majority != "most" and vote.tie != "nobody" else []),
                *([word("sheet.vote.alone")] if step == "hang" and needs_more_than_half(vote) else []),
            ]
        )

    def _majority(self, step: str, vote: Vote) -> str:
        """How many votes it takes; where each has several, those of how many people."""
        each = self.game.votes_each.get(step)
        if each and vote.majority == "of-votes" and self.state.rules.number(each) != 1:
            return self.texts.word("sheet.vote.of-voters")
        return self.texts.word(f"sheet.vote.{vote.majority}")

    # ---- The nights ----

    def zero_night(self) -> Night:
        """The night before all others."""
        return Night(
            title=self.texts.word("log.chapters.zero"),
            nights=(0,),
            before=tuple(self._said("game.how.moderator", "night.zero")),
            asides=(),
            blocks=tuple(self._blocks(_ZERO, (0,))),
            after=tuple(self._said("dawn.wake", *self._silenced(("zero",)), "day.first")),
        )

    def later_nights(self, nights: int) -> Night:
        """All other nights, which have the same calls."""
        numbers = tuple(range(1, nights + 1))
        sides = dict.fromkeys(self.script.roles[card].faction for card in self.state.cards)
        taken = (f"{self.game.taken}{side.id}" for side in self.script.faction if side.id in sides)
        shown = "" if self.state.rules.dead == "card" else f"-{self.state.rules.dead}"
        out = (f"{line}{shown}" for line in OUT[: 2 if _RUNNING in self.marks else 1])
        return Night(
            title=self.texts.word("sheet.later"),
            nights=numbers,
            before=tuple(self._said("night.falls")),
            asides=(Direction(self.texts.word("sheet.taken")), *self._said(*taken)) if self.announced else (),
            blocks=tuple(self._blocks(_LATER, numbers)),
            after=tuple(self._said("dawn.wake", "dawn.quiet", *out, *self._silenced(_LATER))),
        )

    def _spared(self, call: Call) -> Iterator[Direction]:
        """What becomes of a card with a second life in this call, where a whole side kills."""
        if kills(self.script, call) == "tonight" and call.called() in self.script.factions:
            for card in sorted(self.state.cards_with("second-life")):
                yield Direction(self.texts.word("sheet.second-life", card=self.names[card].name))

    def _silenced(self, phases: Iterable[Phase]) -> tuple[str, ...]:
        """The line that names somebody who may not speak, where a call of these phases silences."""
        steps = (calls_tonight(self.script, self.state.cards, phase) for phase in phases)
        return ("dawn.silenced",) if any(call.do == "silence" for made in steps for call, _ in made) else ()

    def _blocks(self, phases: Iterable[Phase], nights: Sequence[int]) -> Iterator[Block]:
        """The calls of these phases, those together that one wake line opens."""
        for phase in phases:
            self.state.phase, self.state.turn = phase, None
            steps = calls_tonight(self.script, self.state.cards, phase)
            for _, found in groupby(steps, self._opener):
                block = self._block(list(found), nights)
                if block.calls:
                    yield block

    def _opener(self, step: Step) -> tuple[str, str]:
        """The call that wakes those of this one; each role of a call that wakes them itself is woken apart."""
        call, role = step
        opener = self.script.waker(self.state.phase, call.id)
        return opener, role if opener == call.id else ""

    def _block(self, steps: Sequence[Step], nights: Sequence[int]) -> Block:
        who, woken = steps[0][0].called(steps[0][1]), self._places(*steps[0])
        calls = (self._called(step, woken, nights) for step in steps)
        made = tuple(call for call in calls if call.nights)
        title = self.names[who].name if who else self.texts.word("sheet.to-all")
        return Block(title=title, side=self.script.sides.get(who, who), seats=self._seats(woken), calls=made)

    def _places(self, call: Call, role: str) -> tuple[int, ...]:
        """The places of those who are called among tonight's cards, from 1; their seats, once these are dealt."""
        cards = enumerate(self.state.cards, 1)
        return tuple(
            place for place, card in cards if (card == role if role else self.script.sides[card] in call.who)
        )

    def _seats(self, places: tuple[int, ...]) -> tuple[int, ...]:
        return places if self.dealt else (0,) * len(places)

    def _called(self, step: Step, woken: tuple[int, ...], nights: Sequence[int]) -> PrintedCall:
        """The call of those who were `woken`, or of some of them."""
        call, role = step
        self.state.turn = Turn(call.id, role, ())
        places = self._places(call, role)
        return PrintedCall(
            number=call.book,
            title="" if places == woken or not call.who else self.names[call.called(role)].name,
            seats=() if places == woken else self._seats(places),
            directions=tuple(self._directions(call, role)),
            written=call.ask != "none" or bool(call.do and call.when),
            nights=tuple(night for night in nights if self._made(call, role, night)),
            uses=uses_of(self.state.rules, call),
        )

    def _made(self, call: Call, role: str, night: int) -> bool:
        self.state.night = night
        comes = not ruled_out(self.state.rules, call) and (not call.nights or night in call.nights)
        return comes and all_true(self.state, tuple(filter(_is_foreknown, call.when)), call, role)

    def _clauses(self, call: Call, role: str) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
        """The conditions that only the night shows, as this table has them."""
        for negated, word, arguments in map(parse, (clause for clause in call.when if not _is_foreknown(clause))):
            other = CONDITIONS[word].stands_for(self.state.rules)
            yield (negated, other, (self.script.sides[role],)) if other else (negated, word, arguments)

    # ---- What is said and done ----

    def _directions(self, call: Call, role: str) -> Iterator[Direction]:
        yield from self._said(f"{call.id}.wake")
        conditions = " ".join(filter(None, (self._condition(*clause) for clause in self._clauses(call, role))))
        if conditions:
            yield Direction(conditions)
        yield from self._said(f"{call.id}.line")
        if does := " ".join(self._doing(call, role)):
            yield Direction(does)
        yield from self._spared(call)
        aloud = call.public or (call.open and not self.state.secret)
        if aloud and not tells_of_unheard(self.state.rules, call):
            yield from self._said(f"{call.id}.announce")
        yield from self._said(f"{call.id}.sleep")

    def _doing(self, call: Call, role: str) -> Iterator[str]:
        """What is done with the answer, and whether there need be any."""
        rules = self.state.rules
        chances = (name for name in rules.of_kind(float) if rules.single()[name]["effect"] == call.do)
        odds = next((getattr(rules, name) for name in chances), _COINS)
        if odds != _COINS:
            yield self.texts.word(f"sheet.odds.{call.do}", percent=f"{100 * odds:.0f}")
        elif own := self.script.wordings.get(f"{call.id}.sheet"):
            yield filled(self.state, own[0], {})
        elif (key := f"sheet.do.{call.do}") in self.texts:
            yield self.texts.word(key)
        for rule in rules.single():
            key = f"sheet.rules.{call.do}.{rule}"
            if key in self.texts and getattr(rules, rule) != getattr(type(rules)(), rule):
                yield self.texts.word(key)
        yield from self._more(call, role)

    def _more(self, call: Call, role: str) -> Iterator[str]:
        """Whom the call is about, what is asked then, and whom they may point at, or nobody."""
        if shown := ", ".join(self.names[who].name for who in call.shows):
            yield self.texts.word("sheet.shows", shown=shown)
        if self.state.phase != "zero" and kills(self.script, call) and not EFFECTS[call.do].kills:
            yield self.texts.word("sheet.then-fought" if self.game.prize else "sheet.then")
        if role in self.state.rules.self_target and may_be_itself(call, role):
            yield self.texts.word("sheet.oneself")
        if call.optional and not (call.must and all_true(self.state, call.must, call, role)):
            yield self.texts.word("sheet.optional")

    def _condition(self, negated: bool, word: str, arguments: tuple[str, ...]) -> str:  # noqa: FBT001 - as it is parsed
        """When the call is made at all, or comes to something."""
        key = f"sheet.when.{'not-' if negated else ''}{word}"
        if self.state.secret and not self.announced:
            acts = f"sheet.acts.{'not-' if negated else ''}{word}"
            key = acts if acts in self.texts else key
        if key not in self.texts:
            return ""
        value = self.names[arguments[0]].name if arguments and arguments[0] in self.names else ""
        return self.texts.word(key, value=value)

    def _said(self, *lines: str) -> Iterator[Direction]:
        """A wording of each of these lines, by turns, with room for what the night will fill in."""
        known = {*self.names, "who", "limit"}
        for line in lines:
            wordings = self.script.wordings.get(settled(self.script, self.state.rules, line), ())
            if wordings:
                kind = line.rpartition(".")[2]
                words = wordings[self.said[kind] % len(wordings)]
                self.said[kind] += 1
                blank = _PLACE.sub(lambda found: found[0] if found[1] in known else _room(found[2]), words)
                yield Direction(filled(self.state, blank, {}), said=True)


def _is_foreknown(clause: str) -> bool:
    return parse(clause)[1] in _FOREKNOWN


def _room(form: str | None) -> str:
    """Room for what is filled in by hand; of the forms that go with a number the one for many."""
    return _BLANK if form is None else form.replace("#", _BLANK)
