"""What can be heard: every line of a script, or of one table, what is known before, and what can be recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, get_args

from narrator.cues import Part
from narrator.games import lines
from narrator.games.lines import Line
from narrator.games.night.events.flow import NOBODY
from narrator.games.night.flow import own_rules, winning
from narrator.games.night.flow.conditions import ruled_out, tells_of_unheard
from narrator.games.night.flow.table_steps import warnings
from narrator.games.night.script.script import ALONE, PHASES, VARIANT, WRITTEN, Call, Script, calls_tonight
from narrator.games.night.script.setup import HouseRules, Policy, Setup, in_force
from narrator.games.night.state.state import State
from narrator.games.night.told.chronicle import OUT
from narrator.games.night.told.public import houses
from narrator.games.night.told.wording import AWAKE, SILENT
from narrator.games.package import Reading
from narrator.games.table import Answerers
from narrator.lexicon import SEATS

NIGHTS = 10
"""How many nights of a game lines are prepared and recorded for."""

_CALLING = ("wake", "line", "sleep")
_BEFORE = {
    "zero": (
        "game.welcome",
        VARIANT,
        *(f"game.how.{answers}" for answers in get_args(Answerers)),
        "game.ready",
        "night.zero",
    ),
    "night": ("round.begins", "round.over", "dawn.wake", "day.first", "night.falls"),
    "dawn": (),
}


def all_lines(script: Script) -> Iterator[Line]:
    """List every line that can be heard, with any cards, in the order of the script; `who` it may be called for."""
    calls = [call for _, call in script.every_call]
    of_calls = {line: call for call in calls for line in _of_call(script, call, aloud=call.public or call.open)}
    unheard = ("prompt", "announce", *WRITTEN)
    prompts = {f"{call.id}.{key}{end}" for call in calls for key in unheard for end in ("", ALONE)}
    for line in script.wordings:
        if line in of_calls:
            yield line, {"who": of_calls[line].who}
        elif line not in prompts and not line.startswith(SILENT):
            yield line, {}


def lines_at(script: Script, setup: Setup, cards: Sequence[str], policy: Policy) -> list[Line]:
    """List the lines that can be heard where these cards are dealt, in the order of an evening; the day's last.

    Players alone may ask those who are out to help them: then they hear the lines of a table with a moderator.
    """
    rules, led = in_force(setup.rules, len(setup.player)), setup.answers == "moderator"
    heard: dict[str, dict[str, None]] = {}
    for phase in PHASES:
        for line in _BEFORE[phase]:
            heard.setdefault(line, {})
        for call, role in calls_tonight(script, tuple(cards), phase):
            if not ruled_out(rules, call):
                aloud = (call.public or (call.open and policy == "open")) and not tells_of_unheard(rules, call)
                for line in (f"{script.waker(phase, call.id)}.wake", *_of_call(script, call, aloud=aloud)):
                    heard.setdefault(line, {}).update(dict.fromkeys([call.called(role)] if call.who else []))
    game = own_rules.of(setup)
    sides = {*winning.sides(script, cards), NOBODY, *game.unmanned}
    for line, own in all_lines(script):
        plain = script.plain(line)
        if not own and (plain.rpartition(".")[2] in sides or not plain.startswith((game.taken, "win."))):
            heard.setdefault(line, {})
    fitting = (line for line in heard if line in script.wordings and _fits(script.plain(line), setup, led=led))
    return [(line, {"who": tuple(heard[line])}) for line in fitting if not is_ruled_out(script, line, rules)]


def is_ruled_out(script: Script, line: str, rules: HouseRules) -> bool:
    """Whether the house rules alone keep the line from being said (D78, D79)."""
    plain, _, shown = line.rpartition("-")
    unheard = line.startswith(own_rules.of_script(script).taken) and not rules.announced
    return unheard or (plain in OUT and shown != rules.dead)


def _fits(line: str, setup: Setup, *, led: bool) -> bool:
    """Whether the line is one for a table with these answers."""
    how = line.removeprefix("game.how.")
    return not (led and line.endswith(ALONE)) and how in (line, setup.answers)


def _of_call(script: Script, call: Call, *, aloud: bool) -> Iterator[str]:
    """Name the call's spoken lines; its wordings may stand in another phase."""
    for key in (*_CALLING, *(["announce"] if aloud else []), *call.lines):
        cases = (case.id for case in script.cases.get(f"{call.id}.{key}", ()))
        for line in (f"{call.id}.{key}", f"{call.id}.{key}{ALONE}", *cases):
            if line in script.wordings:
                yield line


def texts_to_prepare(state: State) -> list[Part]:
    """Every text that this table may hear and that is known before the game: every wording that names no players.

    They come in the order of an evening, and follow from public facts alone; any policy may be chosen by day.
    """
    script, players = state.script, len(state.cards)
    known: dict[str, Sequence[Any]] = {
        "night": range(1, NIGHTS + 1),
        "limit": tuple(dict.fromkeys(houses(alive) for alive in range(players, 0, -1))),
        "number": warnings(script.timing),
    }
    heard = lines_at(script, state.setup, state.cards, "open")
    return script.lines[state.setup.names].prepared(heard, known)


def readings(script: Script, profile: str, setup: Setup | None = None, counted: Sequence[Part] = ()) -> list[Reading]:
    """List what has to be read for a table, or for any table of up to 30 without one, in a good order.

    `counted` is what is said beside the numbers where answers are counted.
    """
    dealt = setup.in_play if setup else tuple(script.roles)
    most = max(len(setup.player), NIGHTS) if setup else SEATS

    def ways(line: str) -> tuple[bool, ...]:
        if not line.startswith(AWAKE):
            return (True,)
        return (True, False) if setup is None else (not setup.by_name,)

    return lines.readings(
        script.lines[profile],
        lines_at(script, setup, dealt, setup.policy) if setup else list(all_lines(script)),
        numbers=(*range(most + 1), *warnings(script.timing)),
        people=setup.people.values() if setup else (),
        named={"card": dealt, "role": dealt, "faction": [script.roles[card].faction for card in dealt]},
        others=counted if setup is None or setup.answers == "counting" else (),
        ways=ways,
    )
