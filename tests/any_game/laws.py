"""What holds in every game, of whatever kind: each law plays games at a table and raises AssertionError."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from narrator.cues import Ask, Audience, End, Refused
from narrator.games.table import Table
from narrator.games.view import View
from narrator.patterns import every

from tests.any_game.evening import (
    ENDLESS,
    QUESTIONS,
    AnyGame,
    Seen,
    after,
    begun,
    evening,
    people_at,
    question,
    said,
    seen,
    settled,
    undone,
    whole_evening,
)
from tests.mishaps.games import led, room_again, room_of
from tests.mishaps.happenings import lists_values, possible
from tests.mishaps.retelling import read_back, retold

Law = Callable[[Table[Any, Any], Random, Path], None]
"""Plays a game at the table; its journal, if it needs one, lies in the folder."""

LAWS: list[Law] = []

WRITTEN = (3, 10, 30)
"""After how many questions people may go home where each step is written to the disk."""

VALUES = 5
"""Of a command with values, how many of its ways are tried at a question."""

Done = tuple[tuple[Seen, str], ...]
"""What was said and still stands, each with what was seen before it."""

Reached = dict[tuple[str, ...], tuple[Any, Seen | None]]
"""The game after these words, and what is seen of it; nothing where one of them was refused."""


def _law(law: Law) -> Law:
    LAWS.append(law)
    return law


# ---- Going back ----


@_law
def what_is_undone_and_done_again_is_as_it_was(table: Table[Any, Any], chance: Random, _folder: Path) -> None:
    """Undo leads back to a question, from which the same answers lead to where it was; at last to the first one."""
    game, people, left = table.game(), people_at(table, chance), chance.choice(QUESTIONS)
    done: list[Done] = [()]

    def tried(state: Any) -> Any:
        if chance.random() < 0.02:  # amid what goes out, too
            gone_back(game, state, done, 1)
        return state

    state = settled(game, begun(game, chance.getrandbits(32)))
    first = seen(game, state)
    while (ask := question(game, state)) is not None and left:
        word, left = people.answer(ask), left - 1
        if word == "undo":
            state, done = gone_back(game, state, done, chance.choice((1, 1, 2, 5)))
        elif (new := said(game, state, word)) is not None:
            done = [(*one, (seen(game, state), word)) for one in done]
            state = settled(game, new, tried)
    if ask is not None:  # the end cannot be taken back
        back, _ = gone_back(game, state, done, ENDLESS)
        assert seen(game, back) == first, "undone to the last, it is not the beginning"


def gone_back(game: AnyGame, state: Any, done: list[Done], times: int) -> tuple[Any, list[Done]]:
    """The game undone so many times, or as often as can be, and what may stand of what was said.

    Where questions look alike, nobody can tell which of them it is that undo led to.
    """
    back: Any = state
    for _ in range(times):
        further = undone(game, back)
        if further is None:
            break
        back = further
    back, now = settled(game, back), seen(game, settled(game, state))
    there = seen(game, back)
    places = [
        (one[:place], one[place:])
        for one in done
        for place, (before, _) in enumerate((*one, (now, "")))
        if before == there
    ]
    assert places, f"undo leads to where the game has never been: {there}"
    reached: Reached = {(): (back, there)}
    stands = {_words(kept): kept for kept, gone in places if _done_again(game, reached, gone) == now}
    assert stands, "what was undone and is done again leads elsewhere"
    return back, [*stands.values()]


def _words(done: Done) -> tuple[str, ...]:
    return tuple(word for _, word in done)


def _done_again(game: AnyGame, reached: Reached, done: Done) -> Seen | None:
    """What is seen once all this is said again; None if other questions come."""
    words: tuple[str, ...] = ()
    for before, word in done:
        state, now = reached[words]
        if now != before:
            return None
        words = (*words, word)
        if words not in reached:
            new = said(game, state, word)
            state = None if new is None else settled(game, new)
            reached[words] = (state, None if new is None else seen(game, state))
    return reached[words][1]


@_law
def undo_does_not_lead_back_to_a_query(table: Table[Any, Any], chance: Random, _folder: Path) -> None:
    """After what is light, of the game's own commands, undo leads where it led before."""
    for game, state in evening(table, chance):
        ask = question(game, state)
        queries = (command for command in ask.own if ask.weight(command) == "light") if ask else ()
        light = [command for command in queries if lists_values(command)]
        new = said(game, state, chance.choice(every(chance.choice(light)))) if light else None
        if new is not None:
            back, before = undone(game, new), undone(game, state)
            assert (back is None) == (before is None), "a query is undone"
            if back is not None:
                assert seen(game, settled(game, back)) == seen(game, settled(game, before)), "undo leads to a query"


# ---- Going on ----


@_law
def a_game_that_was_broken_off_goes_on_as_it_would_have(
    table: Table[Any, Any], chance: Random, _folder: Path
) -> None:
    """Whatever it is broken off at, and however often: the same question comes, and the same comes of its answer."""
    game, people = table.game(), people_at(table, chance)

    def broken_off(state: Any) -> Any:
        return said(game, state, "resume") if chance.random() < 0.05 else state

    straight = broken = begun(game, chance.getrandbits(32))
    for _ in range(chance.choice(QUESTIONS)):
        straight, broken = settled(game, straight), settled(game, broken, broken_off)
        assert seen(game, broken) == seen(game, straight), "after a break-off the game is another"
        ask = question(game, straight)
        if ask is None:
            return
        word = people.answer(ask)
        straight, broken = said(game, straight, word) or straight, said(game, broken, word) or broken


# ---- What is seen ----


@_law
def nobody_sees_what_whoever_leads_has_not_seen(table: Table[Any, Any], chance: Random, _folder: Path) -> None:
    """All see no more than each player, and nobody more than whoever leads; what was seen may be out of date."""
    known: set[Any] = set()
    for game, state in evening(table, chance):
        known |= {*_told(game.view(state, "moderator"))}
        if chance.random() < 0.6:
            continue
        all_see = {*_told(game.view(state, "all"))}
        for seat in chance.sample(table.setup.seats, 2):
            own = {*_told(game.view(state, (seat,)))}
            assert all_see <= own, f"{seat} does not see {all_see - own}"
            assert own <= known, f"{seat} alone sees {own - known}"


def _told(view: View) -> Iterator[tuple[Any, ...]]:
    """All that a view tells, one by one."""
    for one in view.seats:
        seat = one.seat
        yield from ((seat, key, getattr(one, key)) for key in ("name", "card", "side") if getattr(one, key))
        yield from ((seat, "out") for _ in range(one.out))
        yield from ((seat, "mark", mark) for mark in one.marks)
        yield from ((seat, "counter", *counter) for counter in one.counters.items())
    yield from (("fact", *fact) for fact in view.facts.items())
    yield from (("name", *name) for name in view.names.items())
    yield from (("tally", *votes) for votes in view.tally.items())
    if view.due:
        yield ("due", view.due.text, view.due.to, view.due.choices)
    if view.outcome:
        yield ("outcome", view.outcome.winners, view.outcome.rule, *view.outcome.scores.items())


@_law
def it_is_over_when_the_end_goes_out(table: Table[Any, Any], chance: Random, _folder: Path) -> None:
    """Once the end goes out there is an outcome, everybody sees it, and nothing is asked."""
    audiences: list[Audience] = ["all", "moderator", *((seat,) for seat in table.setup.seats)]
    for game, state in whole_evening(table, chance):
        if not isinstance(game.cue(state), End):
            assert question(game, state) is None or game.over(state) is None, "somebody is asked after the end"
            continue
        views = [game.view(state, one) for one in audiences]
        assert game.over(state) is not None, "it ends, but is not over"
        assert all((view.outcome, view.due) == (game.over(state), None) for view in views), "not all see the end"


# ---- What is said ----


@_law
def what_is_offered_is_taken(table: Table[Any, Any], chance: Random, _folder: Path) -> None:
    """Each choice of a question leads to something, and each of its commands, or is refused in words."""
    for game, state in evening(table, chance):
        ask = question(game, state)
        if ask is None or chance.random() < 0.8:
            continue
        for word in (*possible(ask), *_several(ask, chance)):
            events = game.take(state, word)
            assert events, f"{word!r} leads to nothing at {ask}"
            assert not isinstance(events, Refused), f"{word!r} is refused at {ask}: {events}"
            assert game.cue(after(game, state, events)) is not None, f"nothing comes after {word!r} at {ask}"
        for words in map(every, ask.commands):
            for word in chance.sample(words, min(len(words), VALUES)):
                said(game, state, word)


def _several(ask: Ask, chance: Random) -> Iterator[str]:
    """As many as may be named at once, in one answer."""
    most = min(ask.most, len(ask.choices))
    if ask.kind == "seats" and most > 1:
        yield ",".join(sorted(chance.sample(ask.choices, most), key=int))


@_law
def what_is_refused_leaves_no_trace(table: Table[Any, Any], chance: Random, folder: Path) -> None:
    """The same game without what was refused in it has the same journal, byte for byte."""
    seed = chance.getrandbits(32)
    room = room_of(people_at(table, chance), chance.choice(WRITTEN))
    game = led(table, seed, folder / "a.jsonl", room)
    again = led(table, seed, folder / "b.jsonl", room_again(game.said))
    assert again.refused == []
    assert again.path.read_bytes() == game.path.read_bytes(), "refused answers show in the journal"
    assert again.last == game.last, "without what was refused it is another game"


# ---- What is written ----


@_law
def a_journal_tells_shows_and_goes_on_with_the_game_that_was(
    table: Table[Any, Any], chance: Random, folder: Path
) -> None:
    """A replay shows what went out, the log tells it, and a journal torn anywhere leads to where the game was."""
    room, path = room_of(people_at(table, chance), chance.choice(WRITTEN)), folder / "journal.jsonl"
    retold(led(table, chance.getrandbits(32), path, room), chance)
    read_back(path)
