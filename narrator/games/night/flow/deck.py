"""A deck of the table's own: a moderator is asked for a card that nobody has seen, once the rules need it."""

# At such a table (`deal = "table"`) the seed deals all the same, so that no rule ever meets a missing card. But where
# a card lies among the seats of `State.unseen` is not known, and while a step of the rules is taken (`State.strict`)
# reading it raises `Unseen`. Then nothing of the step has happened: a moderator is asked, and it is taken again with
# the card seen. What follows from how many cards are unseen needs no question (`State.any_lives`, `has_any`).
#
# Two questions there are. "Who?" (`WHO`) before a call, so that its people are known; it may be answered with nobody
# (`State.absent`). By day those who may show their card of their own will are called first, by its name, and only
# the one who has come forward is asked for. "Which card?" (`CARD`) for somebody whose card is read. At night they
# belong to the open call and its time; when that is up, nobody woke, or nobody was chosen.

from __future__ import annotations

from collections.abc import Callable

from narrator.cues import Audience
from narrator.games.night import events as e
from narrator.games.night.script.script import Call
from narrator.games.night.state.draft import Draft, Offer
from narrator.games.night.state.state import State, Unseen

WHO, CARD = "deck.who", "deck.card"

ONWARD, ANSWER, CALL, BURIAL = range(4)
"""What goes on once the card is seen: the game, the step of the last answer, the open call, or a duel's end."""


class Halted(Exception):
    """A step ends here, though its caller would go on: what follows comes with the next one."""


def attempt(draft: Draft, step: Callable[[Draft], None], then: int = ONWARD) -> None:
    """Take a step of the rules; if it needs a card that nobody has seen, take nothing of it and ask for the card."""
    if not draft.state.unseen:
        step(draft)
        return
    before, known = draft.state, len(draft.events)
    draft.state = before.copy()
    draft.state.strict = True
    try:
        step(draft)
    except Unseen as missing:
        draft.state = before
        del draft.events[known:]
        _ask(draft, missing, then)
    except Halted:
        pass
    finally:
        draft.state.strict = before.strict


def _ask(draft: Draft, missing: Unseen, then: int) -> None:
    if missing.card:
        ask_who(draft, WHO, missing.card, optional=missing.optional, then=then)
    else:
        cards = tuple(dict.fromkeys(draft.state.hidden_cards()))
        draft.ask(CARD, "choice", to="moderator", choices=cards, about=missing.seat, stage=then)


def ask_who(draft: Draft, key: str, card: str, *, optional: bool = True, then: int = ONWARD) -> None:
    """Ask the moderator who has the card, of all whose cards nobody has seen."""
    state = draft.state
    offer = Offer([seat for seat in sorted(state.unseen) if optional or state.alive(seat)])
    draft.ask(key, "seat", to="moderator", line="ask.deck.who", offer=offer, optional=optional, stage=then, card=card)


def is_asked(question: e.Asked) -> bool:
    """Whether it is a question about the deck, which is no answer of the players'."""
    return question.key in (WHO, CARD)


def overtaken(state: State, asked: e.Asked) -> bool:
    """Whether what is asked of the deck has been seen or set since, in whole or in part."""
    if not is_asked(asked):
        return False
    seats = {int(seat) for seat in asked.choices} if asked.card else {asked.about}
    cards = {asked.card} if asked.card else {*asked.choices}
    return not (seats <= state.unseen and cards <= {*state.hidden_cards()})


def learn(draft: Draft, asked: e.Asked, said: str) -> bool:
    """Take what the moderator said of the deck; return whether the step that needed it can be taken now.

    When the time of a call is up, what had been chosen in it counts as nobody (D43). Where nothing had been chosen,
    and for a statue that must lie somewhere, the card lies as it was dealt, until it is set right.
    """
    state = draft.state
    if asked.card:
        if said == "time" and not asked.optional:
            said = str(next(iter(seat for seat in sorted(state.unseen) if state.cards[seat - 1] == asked.card), 0))
        if said not in ("none", "time"):
            see(draft, int(said), asked.card)
        return True
    if said != "time":
        see(draft, asked.about, said)
    elif asked.stage == ANSWER and state.answering and state.answering[0].kind in ("seat", "seats"):
        return False
    else:
        see(draft, asked.about, state.cards[asked.about - 1])
    return True


def see(draft: Draft, seat: int, card: str) -> None:
    """Note whose card it is, unless that was set right meanwhile."""
    if seat in draft.state.unseen and card in draft.state.hidden_cards():
        draft.emit(e.CardSeen(seat, card))


def awaited(state: State, call: Call, role: str) -> str:
    """The highest of the called cards whose holder is still to be asked for; empty if there is none."""
    if not state.unseen or not call.who:
        return ""
    cards, called = state.cards_of(call.called(role)), {call.id, call.called()}
    away = {card for who, card in state.absent if who in called}
    return next((card for card in state.hidden_cards() if card in cards - away), "")


def asked_of(state: State, seat: int) -> Audience:
    """Who answers by day for the card in this seat: its player, or the moderator where nobody has seen whose it is.

    All hear the card called either way; were all asked, a room would show that nobody has seen it (D72).
    """
    return "moderator" if seat in state.unseen else (seat,)


def must_know(state: State, seat: int) -> None:
    """Raise Unseen until it is known who has the card that lies in this seat, maybe, and has just come forward."""
    if seat in state.unseen:
        raise Unseen(card=state.cards[seat - 1])
