"""What calls do in any game: those who kill and save, learn who somebody is, keep somebody safe or asleep.

Every function is a word for scripts; a game registers more of its own.
"""

from __future__ import annotations

from narrator.games.night import events as e
from narrator.games.night.flow import deaths, own_rules
from narrator.games.night.flow.effects import CARD, PERSON, effect, follow_up
from narrator.games.night.state.draft import Draft, Offer, others, without
from narrator.games.night.state.marks import Mark, declare
from narrator.games.night.state.state import Unseen


@effect(announces=True, kills="tonight")
def kill(draft: Draft, pick: int) -> None:
    """R12 Kill the pick."""
    draft.announce_pick(pick)
    deaths.kill(draft, pick)


@effect(answer="seats", announces=True, kills="tonight")
def kill_several(draft: Draft, picks: tuple[int, ...]) -> None:
    """D95 Kill all of the picks, one after the other by their seats."""
    draft.announce_pick(*picks)
    for pick in picks:
        deaths.kill(draft, pick)


@effect(kills="next-day", marks=(Mark("poison", until="night"),))
def poison(draft: Draft, pick: int) -> None:
    """R37 Poison the pick, who dies the next day before the vote on searches; a house rule may spare some."""
    draft.mark("poison", pick, vain=own_rules.of(draft.state.setup).immune(draft.state, "poison", pick))


def _killed_tonight(draft: Draft) -> Offer:
    """Offer those killed tonight, except the doctor himself (R28), unless `self_target` names him (D6)."""
    itself = 0 if draft.turn.role in draft.state.rules.self_target else draft.actors[0]
    victims = [seat for seat in draft.state.killed_tonight if seat != itself]
    return Offer(victims, {seat: "not-killed-tonight" for seat in draft.state.seats() if seat not in victims})


@effect(who="role", offer=_killed_tonight, dead_too=True, lines={"refused.not-killed-tonight": ()})
def revive(draft: Draft, pick: int) -> None:
    """R28 Bring one of tonight's killed back."""
    draft.emit(e.Revived(pick))


@effect(answer="none", tells=1, dead_too=True, lines={"tell.victims": ("members",), "tell.no-victims": ()})
def learn_victims(draft: Draft) -> None:
    """D82 Tell who has been killed tonight so far."""
    if draft.state.killed_tonight:
        draft.tell(draft.actors, "tell.victims", members=sorted(draft.state.killed_tonight))
    else:
        draft.tell(draft.actors, "tell.no-victims")


@effect(
    marks=(Mark("bound", until="end"),),
    asks=("seat",),
    tells=2,
    keeps="letter",
    lines={"tell.bound": PERSON, "refused.already-pointed": ()},
    own={"then": "the second question, to whom"},
)
def bind(draft: Draft, pick: int) -> None:
    """D86 Bind two to each other: ask for the second."""
    first = others(draft)
    offer = without(first.seats, {**first.barred, pick: "already-pointed"})
    if offer.seats:
        line = f"{draft.call.id}.then"
        draft.ask("bind-with", "seat", to=draft.actors, line=line, about=pick, offer=offer, final=True)


@follow_up
def bind_with(draft: Draft, said: str, about: int) -> None:
    """Mark both, and tell each who the other is."""
    pair = (about, int(said))
    for seat, other in (pair, pair[::-1]):
        draft.mark("bound", seat)
        draft.tell_sleeper(seat, "tell.bound", seat=other)


declare(Mark("silenced", until="night"))  # which all hear of at dawn: Silenced


@effect(marks=(Mark("silence", until="day"),), lines={"dawn.silenced": PERSON})
def silence(draft: Draft, pick: int) -> None:
    """D88 Silence the pick, who may not speak on the coming day."""
    draft.mark("silence", pick)


def _with_cards_unseen(draft: Draft) -> Offer:
    """Offer others, but nobody if the own card was shown, and nobody whose card was: all would see it change."""
    first, shown = others(draft), draft.state.shown
    barred = [seat for seat in first.seats if seat in shown or not shown.isdisjoint(draft.actors)]
    return without(first.seats, {**first.barred, **dict.fromkeys(barred, "card-shown")})


@effect(
    who="role",
    offer=_with_cards_unseen,
    tells=2,
    keeps="letter",
    lines={"tell.new-card": ("card",), "refused.card-shown": ()},
)
def swap_cards(draft: Draft, pick: int) -> None:
    """D89 Let the one who is called and the pick have each other's cards as the night ends, and tell both."""
    own, lives = draft.actors[0], draft.state.alive(pick)
    cards = draft.state.card_at_last(own), draft.state.card_at_last(pick)
    if lives:
        draft.emit(e.CardsSwapped(own, pick))
    draft.tell([own], "tell.new-card", card=cards[lives])
    if lives:
        draft.tell_sleeper(pick, "tell.new-card", card=cards[0])


MEMBERS: dict[str, tuple[str, ...]] = {"tell.members": ("members",)}
"""The line that shows a side who they are."""


@effect(announces=True, tells=1, may_kill=True, lines={"tell.faction": (*PERSON, "faction")})
def confess(draft: Draft, pick: int) -> None:
    """R21 Tell the pastor the pick's faction."""
    draft.announce_pick(pick)
    draft.tell(draft.actors, "tell.faction", seat=pick, faction=draft.state.faction(pick))
    _ask_whether_to_kill(draft, pick)


@effect(announces=True, tells=1, may_kill=True, lines={"tell.card": CARD})
def learn_card(draft: Draft, pick: int) -> None:
    """R33, R41 Tell the pick's card."""
    draft.announce_pick(pick)
    draft.tell(draft.actors, "tell.card", seat=pick, card=draft.state.card(pick))
    _ask_whether_to_kill(draft, pick)


@effect(
    announces=True,
    tells=1,
    shows=True,
    may_kill=True,
    lines=dict.fromkeys(("tell.one-of-them", "tell.not-one"), PERSON),
)
def learn_whether(draft: Draft, pick: int) -> None:
    """D90 Tell whether the pick's card is one that the call shows, or of such a faction."""
    draft.announce_pick(pick)
    found = draft.state.has_any(pick, _shown_by(draft))
    draft.tell(draft.actors, "tell.one-of-them" if found else "tell.not-one", seat=pick, found=found)
    _ask_whether_to_kill(draft, pick)


def _ask_whether_to_kill(draft: Draft, pick: int) -> None:
    """D91 Ask whether the pick dies too, if the call has words for that; time for it was in the call's, if secret."""
    if draft.asks_then:
        if draft.announced and draft.state.secret:
            draft.emit(e.Waited(asks=("yes-no",)))
        draft.ask("then-kill", "yes-no", to=draft.actors, line=f"{draft.call.id}.then", about=pick)


@follow_up
def then_kill(draft: Draft, answer: str, about: int) -> None:
    """D91 Kill whom one has looked at, or let them live."""
    if answer == "yes":
        deaths.kill(draft, about)


@effect(who="faction", answer="none", tells=1, lines=MEMBERS)
def meet(draft: Draft) -> None:
    """R22 Let the active members see each other: by seat, for their order shall not tell who has which card."""
    draft.tell(draft.actors, "tell.members", members=sorted(draft.actors))


def _shown_by(draft: Draft) -> set[str]:
    """The dealt cards that the open call shows, or whose faction it does."""
    return {card for who in draft.call.shows for card in draft.state.cards_of(who)}


@effect(answer="none", tells=1, shows=True, lines={"tell.seen": ("members",), "tell.nobody-seen": ()})
def see(draft: Draft) -> None:
    """D84 Show those who wake whom the call is about, by seat, not who is who; of one who wakes alone only others."""
    state, cards = draft.state, _shown_by(draft)
    if state.strict and (unseen := [card for card in state.hidden_cards() if card in cards]):
        raise Unseen(card=unseen[0])
    known = [seat for seat in state.seats() if seat not in state.unseen and seat != draft.alone]
    seen = [seat for seat in known if state.cards[seat - 1] in cards]
    draft.tell(draft.actors, "tell.seen" if seen else "tell.nobody-seen", **({"members": seen} if seen else {}))


SLEEP = Mark("sleep", until="day", idle="asleep")
"""Who has it sleeps for the rest of the night."""


def _new_ward(draft: Draft) -> Offer:
    offer, wards = others(draft), draft.state.marks.left_by("ward", draft.by)
    return without(offer.seats, {**offer.barred, **{seat: "same-as-last-night" for seat in wards}})


@effect(
    who="role",
    offer=_new_ward,
    announces=True,
    marks=(Mark("ward", until="second-night"), Mark("guard", until="day")),
    lines={"refused.same-as-last-night": ()},
)
def guard(draft: Draft, pick: int) -> None:
    """R24 Guard the pick tonight, never the same one two nights running (D13)."""
    draft.announce_pick(pick)
    draft.mark("ward", pick)
    draft.mark("guard", pick)


@effect(announces=True, marks=(SLEEP,))
def drink(draft: Draft, pick: int) -> None:
    """R25 Take the pick drinking: asleep for the rest of the night."""
    draft.announce_pick(pick)
    draft.mark("sleep", pick)
