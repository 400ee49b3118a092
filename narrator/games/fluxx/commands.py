"""What may be said at any time: the commands of the table, with the values that are legal now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from narrator.cues import COMMANDS, Weight
from narrator.games.counting.commands import everybody
from narrator.games.fluxx.state import State

LEVELS = ("board", "counts", "full")
"""How much is counted: the `board`, the `counts` of plays, or the `full` turn with its temporary hands."""

MOST_PLAYERS = 8

QUERIES = ("owed", "rules", "turn", "goal", "doom")
"""What may be asked of the narrator."""

ABOUT = (
    "steal",
    "discard-pile",
    "trade-hands",
    "limit",
    "two-goals",
    "free-action",
    "other-turn",
    "empty-hand",
    "use-taken",
)
"""What players quarrel about (section 5)."""

WEIGHTS: dict[str, Weight] = {"tell {query}": "light", "faq {about}": "light"}

SINGLE = ("bonus", "inflation", "other", "free")
"""New rules without a number: some are computed, `other` ones are only announced, with a free action or without."""


def offered(state: State, level: str, titles: int) -> tuple[str, ...]:
    """All commands that are legal between two plays, the most frequent first; `titles` goals have a name (D1)."""
    often, others = ("end-turn", *_cards(level), "creeper"), (*_seldom(state, level, titles), *_rules(state))
    return (*often, *others, *_turn(state), *_settings(state, level), *COMMANDS)


def _rules(state: State) -> Iterator[str]:
    yield "rule draw {n:1-7}"
    yield "rule play {play:1-7,all,all-but-one}"
    yield "rule hand {n:0-7}"
    yield "rule keepers {n:1-7}"
    rules = state.rules
    new = [one for one in SINGLE if one in ("other", "free") or not getattr(rules, one)]
    yield f"rule {{new:{','.join(new)}}}"
    if gone := droppable(state):
        yield f"drop {{rule:{','.join(gone)}}}"


def droppable(state: State) -> list[str]:
    """What lies on the table and can leave it."""
    rules = state.rules
    numbers = [one for one in ("draw", "play", "hand", "keepers") if getattr(rules, one) is not None]
    single = [one for one in ("bonus", "inflation") if getattr(rules, one)]
    others = [name for name, free in (("other", False), ("free", True)) if free in rules.others]
    found = [*numbers, *single, *others]
    return [*found, *["all"] * bool(found), *["goal"] * bool(state.goal)]


def _cards(level: str) -> Iterator[str]:
    kinds = "goal,antigoal" if level == "board" else "keeper,goal,antigoal,action"
    yield f"play {{card:{kinds}}}"
    if level != "board":
        yield "played"


def _seldom(state: State, level: str, titles: int) -> Iterator[str]:
    if titles:
        yield f"goal {{title:1-{titles}}}"
    if level == "board":
        return
    yield "drew"
    if level == "full":
        yield "action {action:draw-2-play-2,draw-3-play-2,everybody-1}"
    yield f"surprise {{seat:{everybody(state)}}}"
    if state.voidable:
        yield "cancel"


def _turn(state: State) -> Iterator[str]:
    yield f"doom {{seat:{everybody(state)}}} {{change:+1,+2,+3,-1,-2,-3}}"
    yield f"rescue {{seat:{everybody(state)}}} {{change:+1,+2,-1,-2}}"
    if state.goal == "goal":
        yield f"win {{seat:{everybody(state)}}}"
        yield "tie"
    if state.goal:
        yield "all-lose"
    if not state.extra and state.turns < 2:  # D10
        yield "extra-turn"
    yield "skip"
    if len(state.players) < MOST_PLAYERS:
        yield "join"
    yield from asked(state)


def asked(state: State) -> tuple[str, ...]:
    """What may be asked of the narrator; before the first turn it is nobody's."""
    queries = [query for query in QUERIES if state.seat or query != "turn"]
    return f"tell {{query:{','.join(queries)}}}", f"faq {{about:{','.join(ABOUT)}}}"


def _settings(state: State, level: str) -> Iterator[str]:
    """What can be set outright, whatever was counted."""
    seats = everybody(state)
    yield f"set doom {{seat:{seats}}} {{n:0-20}}"
    yield f"set rescue {{seat:{seats}}} {{n:0-20}}"
    yield f"set turn {{seat:{seats}}}"
    yield "set drawn {n:0-20}"
    if level != "board":
        yield "set played {n:0-20}"
        yield f"set hand {{seat:{seats}}} {{n:0-20}}"
        yield f"set keepers {{seat:{seats}}} {{n:0-20}}"


NOT_NOW: Mapping[str, str] = {
    "win": "no-goal",
    "tie": "no-goal",
    "all-lose": "no-goal",
    "cancel": "nothing-to-cancel",
    "extra-turn": "one-extra-turn",
    "play": "not-counted",
    "played": "not-counted",
    "action": "not-counted",
    "surprise": "not-counted",
    "drop": "not-there",
    "join": "table-full",
}
"""Why a command is not legal now, by its first word."""
