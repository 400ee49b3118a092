"""Ktulu's own rules where the engine asks for them (narrator.games.night.plain)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from narrator.games.ktulu import events as e
from narrator.games.ktulu import proofreading, setup, statue
from narrator.games.ktulu.day.duels import bury, reviving
from narrator.games.ktulu.effects.gods import hand_gifts
from narrator.games.ktulu.sides import BANDITS, FUGITIVES, GODS, INDIANS, LUKE, TOWN, UFOS, WINS
from narrator.games.night.flow.own_rules import RULES
from narrator.games.night.flow.winning import judge, way, win
from narrator.games.night.loading import shipped_script
from narrator.games.night.plain import ById, NightRules, PrintedDay
from narrator.games.night.script.line_ups import LineUps
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft
from narrator.games.night.state.state import State


@way("dawn")
def statue_on_a_body(state: State, _faction: str) -> bool:
    """At the end of the night the statue lies on a body (R12, R14)."""
    return state.holder in state.dead


@way("dawn")
def holds_at_dawn(state: State, faction: str) -> bool:
    """At the end of the night somebody living of the faction holds the statue (R90)."""
    return statue.is_with(state, faction)


class KtuluRules(NightRules):
    """How the statue is won, lost and found, and who dies or leaves with it (section 7)."""

    setup, script = setup.Setup, setup.Script
    prize, believed, unmanned = "statue", BANDITS, (TOWN,)
    rules = WINS | {"statue-on-a-body": WINS[TOWN], "holds-at-dawn": WINS[TOWN], "last-standing": WINS[INDIANS]}
    usual_wins: ClassVar[ById] = {TOWN: ("statue-on-a-body", "holds-at-dawn"), INDIANS: ("last-standing",)}
    usual_steps = ("timer", "duel", "poison", "search", "hang", "reveal")
    suspecting, votes_each = "search", {"search": "searches"}
    kept: ClassVar = {"duel": ("duels", "duels_per_day"), "search": ("searched", "searches"), **NightRules.kept}
    steps: ClassVar[ById] = {
        BANDITS: ("sail",),
        UFOS: ("signal",),
        LUKE: ("ride",),
        FUGITIVES: ("choose-runner", "run"),
        GODS: ("shoot",),
    }
    repeated = (UFOS, GODS)
    deciding, passive = ("pardon", "judge-duels"), ("refuse-duels", "evade-audit")
    lines_of_traits: ClassVar[ById] = {
        "refuse-duels": ("sheet.day.duel", "say.day.accept", "day.duel.refused"),
        "revive": ("day.revive.line", "ask.day.revive", "day.duel.saved", "finale.turns.saved"),
        **NightRules.lines_of_traits,
    }
    spare_lines: ClassVar[ById] = {
        **dict.fromkeys((f"remarks.{odd}" for odd in ("no-bandit", "all-bandits", "no-sheriff")), ()),
        "finale.turns.saved": ("when", "name", "card"),
    }
    faults_of_script = staticmethod(proofreading.faults_of_script)
    faults_of_rules = staticmethod(proofreading.faults_of_rules)
    faults_of_cards = staticmethod(proofreading.faults_of_cards)
    cards_changed = staticmethod(statue.cards_changed)
    bury = staticmethod(bury)
    before_eyes_open = staticmethod(hand_gifts)

    def usual_line_ups(self) -> LineUps:
        """Those of the book."""
        return shipped_script().line_ups

    def judge_night(self, draft: Draft) -> None:
        """The statue may lie on a body, or be with somebody who wins by it (R12, R90)."""
        judge(draft, "dawn")

    def judge_round(self, draft: Draft) -> None:
        """Somebody may have died of what was asked in the round (D60); the ship sails after it."""
        judge(draft, "dawn")
        state = draft.state
        if state.sailing and not state.winner and statue.is_with(state, BANDITS):
            win(draft, BANDITS)

    def killed(self, draft: Draft, seat: int, call: str, killer: int) -> None:
        """The statue of somebody killed by night goes to the killer, of the open call or an earlier one (R12)."""
        state = draft.state
        if state.holder == seat:
            statue.receive(draft, (killer if state.alive(killer) else 0) if call else statue.taker(draft))
        judge(draft)

    def died(self, draft: Draft, *seats: int) -> None:
        """The town finds the statue of somebody who died by day, and wins first of all (R14)."""
        if draft.state.holder in seats:
            statue.find(draft)
        else:
            judge(draft)

    def immune(self, state: State, effect: str, pick: int) -> bool:
        """Poison may spare those in jail."""
        return effect == "poison" and setup.ours(state.rules).jail_stops_poison and pick in state.marks.on("jail")

    def leave(self, draft: Draft, seat: int) -> None:
        """D64 Somebody goes home, and the statue stays with the faction that thinks it has it."""
        state = draft.state
        held, planter = state.holder == seat, state.planter if state.planted else ""
        faction = state.script.roles[planter].faction if planter else state.faction(seat)
        draft.emit(e.Left(seat))
        draft.announce_out("day.leaves", seat)
        if held:
            heir = state.seat_of(planter) if planter and state.lives(planter) else statue.keeper(state, faction)
            if not heir:
                statue.find(draft)
                return
            draft.emit(e.StatueMoved(heir))
        judge(draft)

    def call_of(self, state: State, question: e.Asked) -> Call | None:
        """The doctor revives by day with the power of a night's call (R28)."""
        if question.key == "day.revive" and not isinstance(question.to, str):
            return reviving(state, question.to[0])[0]
        return None

    def on_paper(self, day: PrintedDay) -> Iterator[tuple[str, str]]:
        """Duels come first; a script's own words for them may say whose card it is."""
        if "duel" in day.first:
            line = "sheet.day.duel" if day.rules.dead == "card" else "sheet.day.covered"
            yield "duel", day.voted("duel", day.told(line, count=day.rules.number("duels_per_day")))
            if "win-duels" in day.dealt:
                yield "", day.told("sheet.day.gunslinger")
        yield from super().on_paper(day)

    def hanging(self, day: PrintedDay) -> Iterator[tuple[str, str]]:
        """One of those searched hangs; without a search anybody does (D80)."""
        search, hang = (day.first.get(step, 0) for step in ("search", "hang"))
        late = not search or search > hang
        if search:
            yield "search", day.voted("search", day.told("sheet.day.search", count=day.rules.number("searches")))
        if late:
            yield from super().hanging(day)
        if search and hang:
            yield "search" if late else "hang", day.voted("hang", day.told("sheet.day.hang"))

    def habits(self) -> Mapping[str, Callable[[Any, State, e.Asked], str]]:
        """Those of duels, searches, the dice and the gods; nobody needs them who only plays."""
        from narrator.games.ktulu.people import HABITS

        return HABITS


RULES["ktulu"] = KtuluRules()
