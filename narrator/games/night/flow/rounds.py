"""Rounds: at a table of players alone each comes to the screen in turn, and reads what is theirs or nothing (D59).

Nobody can touch a sleeper there, show something to closed eyes or see a nod. So what is for somebody who sleeps is
kept as a letter, and a dream with its question (D60), until all eyes are open. Whether there is a round follows from
the calls that were made, which all have heard; everybody reads in it, also who died tonight and does not know it yet;
and where somebody may be asked, all are.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.games.night import events as e
from narrator.games.night.flow.steps import step
from narrator.games.night.state.draft import Draft, publicly_alive

REPLIES: dict[str, Callable[[Draft, str, e.Kept], None]] = {}
"""What follows from an answer in a round, once it is over: by the name of what is asked."""


def begin(draft: Draft) -> None:
    """Open all eyes, and call the first reader to the screen."""
    draft.emit(e.RoundBegan(tuple(publicly_alive(draft))))
    draft.announce("round.begins")
    _next(draft)


def _next(draft: Draft) -> None:
    state = draft.state
    seat, asked = state.readers[0], state.dreaming
    asks = next((one.asks for one in state.letters if one.seat == seat and one.asks), "")
    line = f"ask.{asks}" if asks else "page.undisturbed" if asked else ""
    draft.announce("round.next", seat=seat)
    choices = ("yes", "no", "time") if asked else ("ready", "time")
    draft.ask("page", "page", to=(seat,), line=line, choices=choices, about=seat, final=asked)


@step("page")
def turn_page(draft: Draft, said: str, asked: e.Asked) -> None:
    """Call the next reader; after the last, let happen what was answered. No answer is a no (D43)."""
    draft.emit(e.PageRead(asked.about, said))
    if draft.state.readers:
        _next(draft)
        return
    replies = draft.state.replies
    draft.emit(e.RoundOver())
    draft.announce("round.over")
    for letter, answer in replies:
        if not draft.state.winner:
            REPLIES[letter.asks](draft, answer, letter)


def hand_over(draft: Draft, seat: int) -> None:
    """Show the seat, who is awake in the open call, what came of the last one of it."""
    for letter in draft.state.letters:
        if letter.seat == seat and letter.call == draft.call.id and not letter.asks:
            draft.emit(e.Told((seat,), letter.line, letter.data))
            draft.emit(e.HandedOver(letter))
