"""When an utterance has ended: every row of the table, and the two messages in both orders."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.ears.ending import Ending, Quiet, Verdict, Wait

FIRST, SOON, AGAIN, LATE = Wait("end", 2), Wait("end", 3), Wait("end", 5), Wait("pause", 22)
HOLD, READ, TAKE, DISCARD = Verdict.HOLD, Verdict.READ, Verdict.TAKE, Verdict.DISCARD

Message = Callable[[Ending], Verdict]


def quiet(blocks: int, at: int = 0) -> Message:
    """So many blocks of quiet, at this block."""
    return lambda ending: ending.pause(at or 10 + blocks, Quiet(blocks, blocks, blocks), FIRST)


def reading(wait: Wait, upto: int = 12, again: Wait | None = None) -> Message:
    """A reading of the sound up to this block; what is doubted is read again."""
    return lambda ending: ending.reading(upto, wait, again=again)


def speech(ending: Ending) -> Verdict:
    """Somebody speaks."""
    return ending.speech()


ROWS: dict[str, list[tuple[Message, Verdict]]] = {
    "speech goes on": [(speech, HOLD)],
    "a pause too short": [(quiet(1), HOLD)],
    "the first pause": [(quiet(2), READ), (quiet(3), HOLD)],
    "read before the end": [(quiet(2), READ), (reading(SOON), HOLD), (quiet(3), TAKE)],
    "the end before the reading": [(quiet(2), READ), (quiet(3), HOLD), (reading(SOON), TAKE)],
    "both at once": [(quiet(3, at=12), READ), (reading(SOON), TAKE)],
    "what may go on, read before": [(quiet(2), READ), (reading(LATE), HOLD), (quiet(21), HOLD), (quiet(22), TAKE)],
    "what may go on, read after": [(quiet(2), READ), (quiet(21), HOLD), (quiet(22), HOLD), (reading(LATE), TAKE)],
    "it goes on, read before": [(quiet(2), READ), (reading(LATE), HOLD), (speech, DISCARD), (speech, HOLD)],
    "it goes on, read after": [(quiet(2), READ), (speech, DISCARD), (reading(SOON), DISCARD), (quiet(1, 14), HOLD)],
    "an older reading": [
        (quiet(2), READ), (speech, DISCARD), (quiet(2, at=20), READ), (reading(SOON), DISCARD), (quiet(9), HOLD),
        (reading(SOON, upto=20), TAKE),
    ],
    "a doubted reading": [
        (quiet(2), READ), (reading(LATE, again=AGAIN), HOLD), (quiet(4), HOLD), (quiet(5), READ),
        (reading(SOON), DISCARD), (reading(SOON, upto=15), TAKE),
    ],
    "doubted again": [
        (quiet(2), READ), (reading(LATE, again=AGAIN), HOLD), (quiet(5), READ),
        (reading(LATE, 15, AGAIN), HOLD), (quiet(21), HOLD), (quiet(22), TAKE),
    ],
    "doubted when the pause is long": [(quiet(2), READ), (quiet(6), HOLD), (reading(LATE, again=AGAIN), HOLD),
        (quiet(7), HOLD)],
    "doubted, if it needs less": [
        (quiet(2), READ), (reading(SOON, again=AGAIN), HOLD), (quiet(3), HOLD), (quiet(4), HOLD), (quiet(5), READ),
        (reading(SOON, 15, AGAIN), TAKE),
    ],
    "doubted when it is over": [(quiet(2), READ), (quiet(4), HOLD), (reading(SOON, again=AGAIN), HOLD)],
    "a doubted reading of what goes on": [
        (quiet(2), READ), (reading(LATE, again=AGAIN), HOLD), (speech, DISCARD), (quiet(1, at=14), HOLD),
    ],
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_each_message_has_its_verdict(row: str) -> None:
    ending = Ending()
    assert [message(ending) for message, _ in ROWS[row]] == [verdict for _, verdict in ROWS[row]]


@given(st.integers(3, 40), st.integers(3, 40), st.sampled_from([SOON, AGAIN, LATE]))
def test_it_is_taken_as_soon_as_both_are_there_whichever_comes_first(ready: int, most: int, wait: Wait) -> None:
    ending, taken = Ending(), []
    for blocks in range(2, most + 1):
        verdicts = [quiet(blocks)(ending), *([reading(wait)(ending)] if blocks == ready else [])]
        taken += [blocks] * (TAKE in verdicts)
    both = max(ready, wait.blocks)
    assert taken[:1] == ([both] if both <= most else [])


@given(st.lists(st.sampled_from(["quiet", "speech", "reading"]), max_size=40))
def test_what_was_heard_after_the_reading_is_never_taken_by_it(said: list[str]) -> None:
    ending, blocks, upto, spoken = Ending(), 0, 0, 0
    for at, one in enumerate(said, 1):
        if one == "reading":
            verdict = ending.reading(upto, SOON) if upto else HOLD
        else:
            blocks, spoken = (blocks + 1, spoken) if one == "quiet" else (0, at)
            verdict = quiet(blocks, at)(ending) if blocks else ending.speech()
            upto = at if verdict is READ else upto
        assert not (verdict is TAKE and (upto < spoken or blocks < SOON.blocks))


@pytest.mark.parametrize(("of", "lasts"), [("end", 9), ("pause", 6), ("silence", 3)])
def test_each_wait_has_its_own_measure(of: str, lasts: int) -> None:
    heard = Quiet(end=9, pause=6, silence=3)
    waits = {blocks: heard.lasts(Wait(of, blocks)) for blocks in range(1, 12)}  # type: ignore[arg-type]
    assert waits == {blocks: blocks <= lasts for blocks in range(1, 12)}


@pytest.mark.parametrize(
    ("end", "pause", "silence", "hidden"),
    [(4, 4, 0, True), (4, 4, 3, True), (4, 4, 4, False), (4, 4, 9, False), (4, 1, 0, False)],
)
def test_others_may_hide_an_end_unless_loudness_alone_tells_it(
    end: int, pause: int, silence: int, *, hidden: bool
) -> None:
    assert Quiet(end, pause, silence).hidden is hidden


@pytest.mark.parametrize(("begun", "read", "blocks"), [*product([False, True], [False, True], [2, 3])])
def test_only_the_reading_is_missing_once_the_pause_is_long_enough(begun: bool, read: bool, blocks: int) -> None:
    ending = Ending()
    if begun:
        quiet(2)(ending)
    if begun and read:
        reading(LATE)(ending)
    ending.pause(12, Quiet(blocks, blocks, blocks), FIRST if begun else LATE)
    assert ending.awaits(SOON) == (begun and not read and blocks == 3)
