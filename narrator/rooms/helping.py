"""What whoever types *pomoc* reads: what can be answered here, how to stop and go on, and by night who is out."""

from __future__ import annotations

from narrator.cues import Ask, At
from narrator.games.view import View
from narrator.texts import Words, message


def help_at(asked: Ask | None, *, moderated: bool, at: At, view: View | None) -> list[Words]:
    """The remarks for help at this place; `asked` is the question that is open for everybody, if there is one.

    With closed eyes it follows from what everybody knows, and is the same whoever is asked (R103). By day the page
    has who plays.
    """
    hint: Words
    if moderated and (asked is None or asked.at.dark):
        hint = message("hint.moderator")
    elif asked is None:
        hint = message("hint.night")
    else:
        hint = _of_question(asked)
    whole = message("hint.whole", hint=hint, always=message("hint.always"))
    return [_state(at, view), whole] if at.dark else [whole]


def _of_question(asked: Ask) -> Words:
    hint = message(f"hint.{asked.kind}", first=asked.choices[0], last=asked.choices[-1])
    return message("hint.or-nobody", hint=hint) if asked.optional and asked.kind in ("seat", "seats") else hint


def _state(at: At, view: View | None) -> Words:
    """Which night it is, and who is out as far as everybody knows."""
    night = message("screen.night", night=at.night) if at.night else message("screen.zero")
    out = [f"{one.seat} {one.name}".strip() for one in view.seats if one.out] if view else []
    return message("hint.out", night=night, people=", ".join(out)) if out else message("hint.all-in", night=night)
